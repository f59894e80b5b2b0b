//! The scenarios that the page offers. Each one is a lesson whose outcome a test asserts.

use crate::scenario::{
    Arrival, ClusterSpec, Command, Documents, KeyFieldSpec, KeySpec, Scenario, Server, ShardSpec, Story, TimedCommand,
    Workload, ZoneRangeSpec,
};

/// A scenario in the picker.
#[derive(Debug, Clone)]
pub struct Preset {
    /// Stable name for links to it.
    pub id: &'static str,
    /// Title in the picker.
    pub title: &'static str,
    /// One idea in under 36 characters.
    pub idea: &'static str,
    /// What it runs.
    pub scenario: Scenario,
}

/// Every preset, the first run first.
#[must_use]
pub fn all() -> Vec<Preset> {
    let preset = |id, idea, scenario: Scenario, title| Preset { id, title, idea, scenario };
    vec![
        preset("hot-shard", "one shard takes every insert", first_run(), FIRST_RUN),
        preset("saas-tenants", "one tenant outgrows its chunk", saas_tenants(), SAAS_TENANTS),
        preset("orders-by-customer", "many customers, even growth", orders_by_customer(), ORDERS),
        preset("device-zones", "devices pinned to regions", device_zones(), DEVICE_ZONES),
        preset("hashed-flag", "two values use two shards at most", hashed_flag(), HASHED_FLAG),
        preset("million-orders", "a million inserts, placed at once", million_orders(), MILLION),
    ]
}

const FIRST_RUN: &str = "Start here: the hot shard";
const SAAS_TENANTS: &str = "SaaS tenants";
const ORDERS: &str = "Orders by customer";
const DEVICE_ZONES: &str = "Device readings in two zones";
const HASHED_FLAG: &str = "A hashed flag";
const MILLION: &str = "A million orders, hashed";

/// The five-field order template; `padding` is the length of a sixth field, 0 for none.
fn order_template(padding: u32) -> String {
    let note = if padding == 0 { String::new() } else { format!(",\n  note: {{ $string: {{ length: {padding} }} }}") };
    format!(
        "{{\n  _id: \"$objectid\",\n  customerId: {{ $integer: {{ min: 1, max: 100000 }} }},\n  orderDate: \"$now\",\n  \
         status: {{ $choose: {{ from: [\"new\", \"paid\", \"shipped\", \"returned\"] }} }},\n  \
         total: {{ $floating: {{ min: 5, max: 500, fixed: 2 }} }}{note}\n}}"
    )
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

/// `{ _id: 1 }` beside `{ _id: "hashed" }`: the story that a first visit opens with.
#[must_use]
pub fn first_run() -> Scenario {
    let keys = vec![key(&[("_id", false)]), key(&[("_id", true)])];
    let mut first_run = scenario(FIRST_RUN, order_template(1_400), 60_000, 100, keys);
    // Fewer, heavier samples: a first visit should not wait for a million strings.
    first_run.stands_for = 10;
    first_run.workload.duration_sec = Some(600);
    first_run.log = vec![TimedCommand {
        at_ms: STORY_ASKS_AT_MS,
        command: Command::AddShard { name: "shardD".to_owned(), zones: Vec::new() },
    }];
    first_run.story = Some(Story {
        question: "You add shardD at 07:10. Which key sends it new writes at once?".to_owned(),
        answers: vec![
            "{ _id: 1 }".to_owned(),
            "{ _id: \"hashed\" }".to_owned(),
            "both".to_owned(),
            "neither".to_owned(),
        ],
        right_idx: 3,
        because:
            "A new shard owns no chunk. Writes follow chunks, and chunks move only when the data gap reaches 3 x the \
                  range size; the ranged key then moves old data, never the chunk that takes the inserts."
                .to_owned(),
        next: "What would a zone on the newest ranges change?".to_owned(),
        starts_at_ms: 60_000,
        asks_at_ms: STORY_ASKS_AT_MS,
    });
    first_run
}

const STORY_ASKS_AT_MS: u64 = 430_000;

/// A Zipf-like tenant field as the whole key: the largest tenant cannot be split.
fn saas_tenants() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  tenantId: { $zipf: { n: 90, exponent: 1.2, prefix: \"t_\" } },\n  \
                    createdAt: \"$now\",\n  plan: { $choose: { from: [\"free\", \"pro\"], weights: [3, 1] } },\n  \
                    body: { $string: { length: 620 } }\n}";
    let mut saas = scenario(SAAS_TENANTS, template.to_owned(), 300_000, 500, vec![key(&[("tenantId", false)])]);
    "saas.records".clone_into(&mut saas.namespace);
    saas.stands_for = 10;
    saas.cluster = shards(&[("shardA", &[]), ("shardB", &[]), ("shardC", &[]), ("shardD", &[])]);
    saas.cluster.migration_mb_per_sec = 16;
    saas
}

/// `{ customerId: 1, orderDate: 1 }`: high cardinality and no value that dominates.
fn orders_by_customer() -> Scenario {
    let keys = vec![key(&[("customerId", false), ("orderDate", false)])];
    let mut orders = scenario(ORDERS, order_template(600), 300_000, 500, keys);
    orders.stands_for = 10;
    orders.cluster.migration_mb_per_sec = 16;
    orders
}

/// Two zones that split the devices between regions, set before sharding.
fn device_zones() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  deviceId: { $integer: { min: 1, max: 4000 } },\n  ts: \"$now\",\n  \
                    celsius: { $floating: { min: -20, max: 45, fixed: 1 } },\n  payload: { $string: { length: 300 } }\n}";
    let keys = vec![key(&[("deviceId", false), ("ts", false)])];
    let mut devices = scenario(DEVICE_ZONES, template.to_owned(), 300_000, 1_000, keys);
    "iot.readings".clone_into(&mut devices.namespace);
    devices.stands_for = 20;
    devices.cluster = shards(&[("shardA", &["EU"]), ("shardB", &["EU"]), ("shardC", &["US"]), ("shardD", &["US"])]);
    devices.cluster.migration_mb_per_sec = 32;
    let range = |zone: &str, min: &str, max: &str| ZoneRangeSpec {
        zone: zone.to_owned(),
        min: min.to_owned(),
        max: max.to_owned(),
    };
    devices.zones = vec![range("EU", "MinKey", "2000"), range("US", "2000", "MaxKey")];
    devices
}

/// `{ verified: "hashed" }`: hashing does not add values.
fn hashed_flag() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  verified: \"$bool\",\n  bio: { $string: { length: 500 } }\n}";
    let mut flag = scenario(HASHED_FLAG, template.to_owned(), 120_000, 400, vec![key(&[("verified", true)])]);
    "app.profiles".clone_into(&mut flag.namespace);
    flag.stands_for = 20;
    flag.cluster = shards(&[("shardA", &[]), ("shardB", &[]), ("shardC", &[]), ("shardD", &[])]);
    flag.cluster.migration_mb_per_sec = 16;
    flag
}

/// One million documents of the five-field order template, hashed `_id`, four shards.
fn million_orders() -> Scenario {
    let mut orders = scenario(MILLION, order_template(0), 1_000_000, 100_000, vec![key(&[("_id", true)])]);
    orders.cluster = shards(&[("shardA", &[]), ("shardB", &[]), ("shardC", &[]), ("shardD", &[])]);
    orders
}
