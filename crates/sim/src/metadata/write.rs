//! The documents that a simulated cluster would have in its `config` database, in the shape of its version.
//!
//! Source: server 4.2 to 8.0, `src/mongo/s/catalog/type_*.cpp` and `.idl`; the manual's "Config Database".

mod chunks;
mod collections;

use ::bson::raw::{CStr, cstr};
use ::bson::{DateTime, RawArrayBuf, RawBson, RawDocumentBuf, Timestamp};

use super::dump::{ConfigCollection, ConfigDump};
use super::{changelog, ids};
use crate::bson::KeyValue;
use crate::catalog::Shard;
use crate::catalog::pattern::ShardKeyPattern;
use crate::cluster::{Cluster, Tick};
use crate::version::ServerVersion;

/// What the simulated clock shows to people: tick 0 as a moment in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WallClock {
    /// Seconds since 1970.
    pub start_secs: u32,
}

/// 2026-01-01, at midnight.
impl Default for WallClock {
    fn default() -> Self {
        Self { start_secs: 1_767_225_600 }
    }
}

impl WallClock {
    pub(super) fn secs(self, at: Tick) -> u32 {
        self.start_secs.saturating_add(u32::try_from(at / 1_000).unwrap_or(u32::MAX))
    }

    pub(super) fn date(self, at: Tick) -> RawBson {
        let millis = u64::from(self.start_secs) * 1_000 + at;
        RawBson::DateTime(DateTime::from_millis(i64::try_from(millis).unwrap_or(i64::MAX)))
    }
}

/// Every collection of the `config` database.
#[must_use]
pub fn dump(cluster: &Cluster, clock: WallClock) -> ConfigDump {
    let mut dump = ConfigDump::default();
    for collection in ConfigCollection::ALL {
        dump.set(collection, documents(cluster, collection, clock));
    }
    dump
}

/// The documents of one collection of the `config` database. Identifiers are derived from what they identify.
#[must_use]
pub fn documents(cluster: &Cluster, collection: ConfigCollection, clock: WallClock) -> Vec<RawDocumentBuf> {
    match collection {
        ConfigCollection::Version => vec![version(cluster)],
        ConfigCollection::Mongos => vec![mongos(cluster, clock)],
        ConfigCollection::Shards => {
            let present = cluster.shards().iter().filter(|shard| shard.is_present());
            present.zip(1..).map(|(shard, number)| shard_document(cluster, shard, number, clock)).collect()
        }
        ConfigCollection::Databases => collections::databases(cluster, clock),
        ConfigCollection::Collections => collections::collections(cluster, clock),
        ConfigCollection::Chunks => chunks::chunks(cluster, clock),
        ConfigCollection::Tags => collections::tags(cluster),
        ConfigCollection::Settings => settings(cluster),
        ConfigCollection::Changelog => changelog::write(cluster, clock),
    }
}

pub(super) fn server(cluster: &Cluster) -> ServerVersion {
    let name = cluster.profile().name;
    ServerVersion::ALL.into_iter().find(|server| server.profile().name == name).unwrap_or(ServerVersion::V8_0)
}

pub(super) fn timestamp(time: u32, increment: u32) -> RawBson {
    RawBson::Timestamp(Timestamp { time, increment })
}

fn version(cluster: &Cluster) -> RawDocumentBuf {
    let mut document = RawDocumentBuf::new();
    document.append(cstr!("_id"), 1_i32);
    if server(cluster) < ServerVersion::V7_0 {
        document.append(cstr!("minCompatibleVersion"), 5_i32);
        document.append(cstr!("currentVersion"), 6_i32);
    }
    document.append(cstr!("clusterId"), ids::object_id("cluster", "", &[]));
    document
}

fn mongos(cluster: &Cluster, clock: WallClock) -> RawDocumentBuf {
    // A series without a patch release that is modelled in particular: its first.
    let modelled = cluster.profile().modelled;
    let version = if modelled.matches('.').count() < 2 { format!("{modelled}.0") } else { modelled.to_owned() };
    let mut document = RawDocumentBuf::new();
    document.append(cstr!("_id"), "router.example:27017");
    document.append(cstr!("advisoryHostFQDNs"), RawArrayBuf::new());
    document.append(cstr!("created"), clock.date(0));
    document.append(cstr!("mongoVersion"), version);
    document.append(cstr!("ping"), clock.date(cluster.now()));
    document.append(cstr!("up"), i64::try_from(cluster.now() / 1_000).unwrap_or(i64::MAX));
    document.append(cstr!("waiting"), true);
    document
}

fn shard_document(cluster: &Cluster, shard: &Shard, number: u32, clock: WallClock) -> RawDocumentBuf {
    let name = shard.name();
    let mut document = RawDocumentBuf::new();
    document.append(cstr!("_id"), name);
    document.append(cstr!("host"), format!("{name}/{name}.example:27018"));
    document.append(cstr!("state"), 1_i32);
    if server(cluster) >= ServerVersion::V5_0 {
        document.append(cstr!("topologyTime"), timestamp(clock.start_secs, number));
    }
    if server(cluster) >= ServerVersion::V8_0 {
        document.append(cstr!("replSetConfigVersion"), -1_i64);
    }
    if !shard.zones().is_empty() {
        document.append(cstr!("tags"), shard.zones().iter().map(String::as_str).collect::<RawArrayBuf>());
    }
    if shard.is_draining() {
        document.append(cstr!("draining"), true);
    }
    document
}

/// `chunksize` stands there only when it was set. The balancer's document comes with its first switch or window; here it is
/// always there.
fn settings(cluster: &Cluster) -> Vec<RawDocumentBuf> {
    let mut settings = Vec::new();
    let range_size_bytes = cluster.range_size_bytes();
    if range_size_bytes != cluster.profile().range_size_default_bytes {
        let mut document = RawDocumentBuf::new();
        document.append(cstr!("_id"), "chunksize");
        document.append(cstr!("value"), i32::try_from(range_size_bytes >> 20).unwrap_or(i32::MAX));
        settings.push(document);
    }
    let mut balancer = RawDocumentBuf::new();
    balancer.append(cstr!("_id"), "balancer");
    balancer.append(cstr!("mode"), if cluster.balancer_on() { "full" } else { "off" });
    balancer.append(cstr!("stopped"), !cluster.balancer_on());
    if let Some(window) = cluster.active_window() {
        let text = |ms: Tick| format!("{:02}:{:02}", ms / 3_600_000, ms / 60_000 % 60);
        let mut document = RawDocumentBuf::new();
        document.append(cstr!("start"), text(window.start_ms()));
        document.append(cstr!("stop"), text(window.stop_ms()));
        balancer.append(cstr!("activeWindow"), document);
    }
    settings.push(balancer);
    settings
}

/// The pattern as a document: `1` or `"hashed"` for each field.
pub(super) fn key_document(pattern: &ShardKeyPattern) -> RawDocumentBuf {
    let mut document = RawDocumentBuf::new();
    for (idx, field) in pattern.fields().iter().enumerate() {
        // A path with a NUL is refused when the pattern is made of BSON.
        let Ok(path) = <&CStr>::try_from(field.path.as_str()) else { continue };
        if pattern.hashed_idx() == Some(idx) {
            document.append(path, "hashed");
        } else {
            document.append(path, 1_i32);
        }
    }
    document
}

/// A bound as the server stores it.
pub(super) fn bound(pattern: &ShardKeyPattern, key: &KeyValue) -> RawDocumentBuf {
    pattern.decode(key.as_ref())
}
