//! Random keys, the firehose, several hot spots at once.

use super::{four_shards, key, scenario, shards, weighted, zone};
use crate::scenario::{Command, Scenario, TimedCommand};

/// Ten thousand draws of a number between 0 and 1.
pub(super) fn random_x() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  x: { $floating: { min: 0, max: 1, fixed: 15 } },\n  \
                    text: { $string: { length: 400 } }\n}";
    let mut random = scenario("Random x", template.to_owned(), 10_000, 20, vec![key(&[("x", false)])]);
    random = weighted(random, "test.random", 600);
    random.cluster.shards = shards(&[("spock0", &[]), ("spock1", &[]), ("spock2", &[])]).shards;
    random
}

/// All inserts go to one strong shard, pinned from now to MaxKey; now and then the pin moves on, and what lies before it
/// may leave.
pub(super) fn firehose() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  event: \"$word\",\n  body: { $string: { length: 600 } }\n}";
    let mut firehose = weighted(
        scenario("Firehose", template.to_owned(), 72_000, 100, vec![key(&[("_id", false)])]),
        "app.events",
        60,
    );
    firehose.cluster.shards = shards(&[("strong", &["10x"]), ("shardB", &[]), ("shardC", &[])]).shards;
    firehose.zones = vec![zone("10x", &id_at(0), "MaxKey")];
    for step in 1..=3 {
        let at_ms = step * STEP_MS;
        let command = |command| TimedCommand { at_ms, command };
        firehose.log.push(command(Command::RemoveZoneKeyRange(zone("10x", &id_at(at_ms - STEP_MS), "MaxKey"))));
        firehose.log.push(command(Command::UpdateZoneKeyRange(zone("10x", &id_at(at_ms), "MaxKey"))));
    }
    firehose
}

/// The pin moves on every three minutes, for the day of a real cluster.
const STEP_MS: u64 = 180_000;

/// The least `ObjectId` of a moment.
fn id_at(at_ms: u64) -> String {
    let seconds = shardscope_sim::workload::EPOCH_MS.unsigned_abs() / 1000 + at_ms / 1000;
    format!("ObjectId('{seconds:08x}0000000000000000')")
}

/// `{ state: 1, _id: 1 }`: within each state ids ascend, and the states are spread.
pub(super) fn multi_hotspot() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  state: { $choose: { from: [\"CA\", \"FL\", \"GA\", \"IL\", \"MI\", \"NC\", \"NJ\", \"NY\", \"OH\", \"PA\", \"TX\", \"VA\"] } },\n  \
                    body: { $string: { length: 600 } }\n}";
    let keys = vec![key(&[("_id", false)]), key(&[("state", false), ("_id", false)])];
    let mut spots = weighted(scenario("Multi-hotspot", template.to_owned(), 120_000, 200, keys), "app.events", 50);
    spots.cluster.shards = four_shards().shards;
    spots
}
