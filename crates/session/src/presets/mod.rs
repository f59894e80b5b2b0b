//! The scenarios that the page offers, by topic. Each one is a lesson whose outcome a test asserts
//! (`tests/lessons.rs`): what the guides say happens, happens in the engine.

mod claims;
mod devices;
mod hotspots;
mod logs;
mod orders;
mod people;
mod places;
mod tenants;

pub use orders::first_run;

use crate::scenario::{
    Arrival, ClusterSpec, Documents, KeyFieldSpec, KeySpec, Scenario, Server, ShardSpec, Workload, ZoneRangeSpec,
};

/// A scenario in the picker.
#[derive(Debug, Clone)]
pub struct Preset {
    /// Stable name for links to it.
    pub id: &'static str,
    /// Title in the picker.
    pub title: String,
    /// One idea in under 36 characters.
    pub idea: &'static str,
    /// It asks whether a popular claim holds.
    pub is_claim: bool,
    /// What it runs.
    pub scenario: Scenario,
}

/// Every preset, the first run first.
#[must_use]
pub fn all() -> Vec<Preset> {
    let preset =
        |id, idea, scenario: Scenario| Preset { id, title: scenario.name.clone(), idea, is_claim: false, scenario };
    let mut all = vec![
        preset("hot-shard", "one shard takes every insert", first_run()),
        preset("saas-tenants", "one tenant outgrows its chunk", tenants::saas_tenants()),
        preset("saas-compound", "a second field splits big tenants", tenants::saas_compound()),
        preset("orders-by-customer", "many customers, even growth", orders::by_customer()),
        preset("telemetry", "by time one shard, by device all", devices::telemetry()),
        preset("device-zones", "devices pinned to regions", devices::zones()),
        preset("profiles", "hashed ids spread from the start", people::profiles()),
        preset("hashed-flag", "two values use two shards at most", people::hashed_flag()),
        preset("chat", "a huge conversation still splits", people::chat()),
        preset("gridfs", "a file whole, all files spread", logs::gridfs()),
        preset("audit-log", "written evenly, read from all", logs::audit()),
        preset("log-levels", "three values make three chunks", logs::levels()),
        preset("random-x", "random keys grow evenly, roughly", hotspots::random_x()),
        preset("ip-blocks", "two address blocks on their shards", places::ip_blocks()),
        preset("eu-countries", "a range of codes holds strangers", places::eu_countries()),
        preset("firehose", "the strong shard takes all inserts", hotspots::firehose()),
        preset("multi-hotspot", "several ascending keys at once", hotspots::multi_hotspot()),
    ];
    all.extend(claims::all());
    all.push(preset("million-orders", "a million inserts, placed at once", orders::million()));
    all
}

fn key(fields: &[(&str, bool)]) -> KeySpec {
    let fields = fields.iter().map(|&(path, hashed)| KeyFieldSpec { path: path.to_owned(), hashed }).collect();
    KeySpec { fields, presplit_hashed_zones: false }
}

fn shards(names: &[(&str, &[&str])]) -> ClusterSpec {
    let shard = |&(name, zones): &(&str, &[&str])| ShardSpec {
        name: name.to_owned(),
        zones: zones.iter().map(|&zone| zone.to_owned()).collect(),
    };
    ClusterSpec {
        server: Server::V8_0,
        shards: names.iter().map(shard).collect(),
        range_size_mb: 128,
        balancer_on: true,
        migration_mb_per_sec: 4,
    }
}

fn scenario(name: &str, template: String, count: u64, per_sec: u64, keys: Vec<KeySpec>) -> Scenario {
    Scenario {
        name: name.to_owned(),
        seed: 42,
        documents: Documents::Template { text: template, count },
        stands_for: 1,
        namespace: "shop.orders".to_owned(),
        keys,
        cluster: shards(&[("shardA", &[]), ("shardB", &[]), ("shardC", &[])]),
        zones: Vec::new(),
        workload: Workload { inserts_per_sec: per_sec, arrival: Arrival::Stream, duration_sec: None },
        story: None,
        log: Vec::new(),
    }
}

fn template(text: &str, count: u64) -> Documents {
    Documents::Template { text: text.to_owned(), count }
}

/// A zone range; bounds as in [`ZoneRangeSpec`].
fn zone(zone: &str, min: &str, max: &str) -> ZoneRangeSpec {
    ZoneRangeSpec { zone: zone.to_owned(), min: min.to_owned(), max: max.to_owned() }
}

/// Four shards without zones.
fn four_shards() -> ClusterSpec {
    shards(&[("shardA", &[]), ("shardB", &[]), ("shardC", &[]), ("shardD", &[])])
}

/// A lesson with its weight: documents that stand for many, and migrations fast enough to see the end.
fn weighted(mut scenario: Scenario, namespace: &str, stands_for: u64) -> Scenario {
    namespace.clone_into(&mut scenario.namespace);
    scenario.stands_for = stands_for;
    scenario.cluster.migration_mb_per_sec = 32;
    scenario
}
