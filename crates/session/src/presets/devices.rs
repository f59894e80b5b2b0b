//! Device telemetry.

use super::{four_shards, key, scenario, shards, weighted};
use crate::scenario::{Scenario, ZoneRangeSpec};

/// `{ ts: 1 }` sends every insert to the latest chunk; `{ deviceId: 1, ts: 1 }` spreads them by device.
pub(super) fn telemetry() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  deviceId: { $string: { length: 8, pool: \"0123456789abcdef\" } },\n  \
                    ts: \"$now\",\n  celsius: { $normal: { mean: 20, dev: 6, fixed: 1 } },\n  \
                    payload: { $binary: { length: 300 } }\n}";
    let keys = vec![key(&[("ts", false)]), key(&[("deviceId", false), ("ts", false)])];
    let mut events = weighted(scenario("Device telemetry", template.to_owned(), 120_000, 200, keys), "iot.events", 60);
    events.cluster.shards = four_shards().shards;
    events
}

/// Two zones that split the devices between regions, set before sharding.
pub(super) fn zones() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  deviceId: { $integer: { min: 1, max: 4000 } },\n  ts: \"$now\",\n  \
                    celsius: { $floating: { min: -20, max: 45, fixed: 1 } },\n  payload: { $string: { length: 300 } }\n}";
    let keys = vec![key(&[("deviceId", false), ("ts", false)])];
    let mut devices = scenario("Device readings in two zones", template.to_owned(), 300_000, 1_000, keys);
    "iot.readings".clone_into(&mut devices.namespace);
    devices.stands_for = 20;
    devices.cluster = shards(&[("shardA", &["EU"]), ("shardB", &["EU"]), ("shardC", &["US"]), ("shardD", &["US"])]);
    devices.cluster.migration_mb_per_sec = 32;
    let range = |zone: &str, min: &str, max: &str| ZoneRangeSpec {
        zone: zone.to_owned(),
        min: min.to_owned(),
        max: max.to_owned(),
    };
    devices.zones = vec![range("EU", "MinKey", "2000"), range("US", "2000", "MaxKey, MaxKey")];
    devices
}
