//! What can be done to a running cluster beyond the recipe: commands with names and bounds of the run filled in, faults
//! and settings.

use super::edit::{key_text, quoted};
use shardscope_session::scenario::{ActiveWindow, Command, FaultSpec, Scenario};
use shardscope_session::view::{ChunkFrame, LaneFrame};
use std::borrow::Cow;

/// One thing that can be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// In the menu; no two are alike.
    pub name: Cow<'static, str>,
    /// What comes of it, in one sentence.
    pub about: &'static str,
    /// What has to be filled in.
    pub form: Form,
}

/// What a visitor fills in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// A command as a document, ready to be given or changed.
    Typed(String),
    /// What goes wrong with a shard, and for how long.
    Shard(ShardFault),
    /// The config servers are without a primary, for so long.
    Config,
    /// Start and stop of the balancing window.
    Window,
    /// Nothing.
    Ready(Command),
}

/// What can go wrong with a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShardFault {
    /// No primary.
    Down,
    /// Copies slowly.
    Slow,
    /// Takes nothing more.
    Full,
}

impl ShardFault {
    /// The fault of a shard; `times` counts for a slow one only.
    #[must_use]
    pub fn of(self, shard: String, times: u32) -> FaultSpec {
        match self {
            Self::Down => FaultSpec::ShardDown { shard },
            Self::Slow => FaultSpec::ShardSlow { shard, times },
            Self::Full => FaultSpec::ShardFull { shard },
        }
    }
}

/// Everything that can be done, with the first key's cluster as it is shown. O(chunks).
#[must_use]
pub fn offers(scenario: &Scenario, lane: Option<&LaneFrame>, at_ms: u64) -> Vec<Offer> {
    let mut offers = typed_offers(scenario, lane);
    let offer = |name: &'static str, about, form| Offer { name: name.into(), about, form };
    offers.extend([
        offer("Set the balancing window", "Migrations start only within these hours of the day.", Form::Window),
        offer(
            "Balance this collection no more",
            "The balancer leaves its chunks where they are; others go on.",
            Form::Ready(Command::SetCollectionBalancing { on: false }),
        ),
        offer(
            "Balance this collection again",
            "Its chunks may move from now on.",
            Form::Ready(Command::SetCollectionBalancing { on: true }),
        ),
        offer(
            "Break off migrations",
            "Every migration in flight ends; the donor keeps the range and nothing is lost.",
            Form::Ready(Command::AbortMigrations),
        ),
        offer("A shard is down", "It takes no writes, and no round moves anything.", Form::Shard(ShardFault::Down)),
        offer("A shard is slow", "Whatever it copies takes longer.", Form::Shard(ShardFault::Slow)),
        offer("A shard is full", "It takes neither documents nor ranges, but can give.", Form::Shard(ShardFault::Full)),
        offer("The config servers are read-only", "No range changes its owner; documents come and go.", Form::Config),
    ]);
    offers.extend(lasting(scenario, at_ms).into_iter().map(|fault| Offer {
        name: ended(&fault).into(),
        about: "It works as before.",
        form: Form::Ready(Command::EndFault { fault }),
    }));
    offers
}

fn ended(fault: &FaultSpec) -> String {
    match fault {
        FaultSpec::ShardDown { shard } => format!("{shard} is down no more"),
        FaultSpec::ShardSlow { shard, .. } => format!("{shard} is slow no more"),
        FaultSpec::ShardFull { shard } => format!("{shard} is full no more"),
        FaultSpec::ConfigReadOnly => "The config servers can write again".to_owned(),
    }
}

/// Faults that last at a time, as far as the log says.
fn lasting(scenario: &Scenario, at_ms: u64) -> Vec<FaultSpec> {
    let mut faults: Vec<FaultSpec> = Vec::new();
    for timed in scenario.log.iter().filter(|timed| timed.at_ms <= at_ms) {
        match &timed.command {
            Command::BeginFault { fault, for_sec } => {
                faults.retain(|other| other != fault);
                let ends_ms = for_sec.map_or(u64::MAX, |sec| timed.at_ms + u64::from(sec) * 1_000);
                if ends_ms > at_ms {
                    faults.push(fault.clone());
                }
            }
            Command::EndFault { fault } => faults.retain(|other| other != fault),
            _ => {}
        }
    }
    faults
}

/// The commands that take a document, with the namespace, bounds and shards that make them do something.
fn typed_offers(scenario: &Scenario, lane: Option<&LaneFrame>) -> Vec<Offer> {
    let ns = format!("\"{}\"", scenario.namespace);
    let (min, max, inside) = largest(scenario, lane);
    let owner = lane.and_then(largest_chunk).map_or(0, |(_, chunk)| usize::from(chunk.shard_idx));
    let other = other_shard(scenario, lane, owner);
    let here = shard_name(scenario, lane, owner);
    let key = scenario.keys.first();
    let longer = key.map(|key| {
        let mut key = key.clone();
        let has_id = key.fields.iter().any(|field| field.path == "_id");
        let path = if has_id { "region" } else { "_id" };
        key.fields.push(shardscope_session::scenario::KeyFieldSpec { path: path.to_owned(), hashed: false });
        key_text(&key)
    });
    let (coll, db) = scenario.namespace.split_once('.').map_or(("orders", "shop"), |(db, coll)| (coll, db));
    let offer = |name: &'static str, about, text: String| Offer { name: name.into(), about, form: Form::Typed(text) };
    vec![
        offer(
            "Split a chunk",
            "Cuts the chunk in two at a value, on the same shard.",
            format!("{{ split: {ns}, middle: {inside} }}"),
        ),
        offer(
            "Split a chunk in half",
            "The server looks for the middle of the chunk's data.",
            format!("{{ split: {ns}, find: {inside} }}"),
        ),
        offer(
            "Move a chunk",
            "Starts a migration; the balancer may take it back.",
            format!("{{ moveChunk: {ns}, find: {inside}, to: \"{other}\" }}"),
        ),
        offer(
            "Move a range",
            "Moves a part of a chunk (6.0 and later).",
            format!("{{ moveRange: {ns}, min: {min}, max: {max}, toShard: \"{other}\" }}"),
        ),
        offer(
            "Merge chunks",
            "Chunks side by side on one shard become one.",
            format!("{{ mergeChunks: {ns}, bounds: [{min}, {max}] }}"),
        ),
        offer(
            "Merge all on a shard",
            "Merges what can be merged on a shard (7.0 and later).",
            format!("{{ mergeAllChunksOnShard: {ns}, shard: \"{here}\" }}"),
        ),
        offer(
            "Clear a jumbo flag",
            "The balancer tries the chunk again.",
            format!("{{ clearJumboFlag: {ns}, find: {inside} }}"),
        ),
        offer(
            "Refine the shard key",
            "Adds fields at its end (4.4 and later); needs an index first.",
            format!("{{ refineCollectionShardKey: {ns}, key: {} }}", longer.clone().unwrap_or_default()),
        ),
        offer(
            "Create an index",
            "The index that a refined key needs.",
            format!(
                "{{ createIndexes: \"{coll}\", $db: \"{db}\", indexes: [{{ key: {}, name: \"longer\" }}] }}",
                longer.unwrap_or_default()
            ),
        ),
        offer(
            "Reshard",
            "Writes the collection anew under another key (5.0 and later).",
            format!("{{ reshardCollection: {ns}, key: {{ _id: \"hashed\" }} }}"),
        ),
        offer(
            "Unshard",
            "All of it goes to one shard (8.0).",
            format!("{{ unshardCollection: {ns}, toShard: \"{other}\" }}"),
        ),
        offer(
            "Delete documents",
            "Chunks stay and are empty.",
            format!("{{ delete: \"{coll}\", $db: \"{db}\", deletes: [{{ q: {{ }}, limit: 0 }}] }}"),
        ),
        offer(
            "Range size of the collection",
            "Its own, in MB (6.0 and later).",
            format!("{{ configureCollectionBalancing: {ns}, chunkSize: 64 }}"),
        ),
        offer(
            "Ask whether it is balanced",
            "The reply says what the balancer has left to do.",
            format!("{{ balancerCollectionStatus: {ns} }}"),
        ),
    ]
}

/// The chunk with most bytes of those that one migration takes whole, if there are any.
fn largest_chunk(lane: &LaneFrame) -> Option<(usize, &ChunkFrame)> {
    let whole = lane.threshold_bytes / 2;
    lane.chunks.iter().enumerate().max_by_key(|(_, chunk)| (chunk.bytes <= whole, chunk.bytes))
}

/// Bounds of a large chunk, and a value in it: its lower bound, unless that is where the key space begins.
fn largest(scenario: &Scenario, lane: Option<&LaneFrame>) -> (String, String, String) {
    let end = |value: &str| {
        let fields = scenario.keys.first().map(|key| key.fields.as_slice()).unwrap_or_default();
        let ends: Vec<String> = fields.iter().map(|field| format!("{}: {value}", quoted(&field.path))).collect();
        format!("{{ {} }}", ends.join(", "))
    };
    let chunks = lane.map(|lane| lane.chunks.as_slice()).unwrap_or_default();
    let idx = lane.and_then(largest_chunk).map_or(0, |(idx, _)| idx);
    let bound = |idx: usize| chunks.get(idx).map(|chunk| chunk.min.clone());
    let min = bound(idx).unwrap_or_else(|| end("MinKey"));
    let max = bound(idx + 1).unwrap_or_else(|| end("MaxKey"));
    let inside = if min.contains("MinKey") { end("0") } else { min.clone() };
    (min, max, inside)
}

fn shard_name(scenario: &Scenario, lane: Option<&LaneFrame>, idx: usize) -> String {
    let shown = lane.and_then(|lane| lane.shards.get(idx)).map(|shard| shard.name.clone());
    shown.or_else(|| scenario.cluster.shards.get(idx).map(|shard| shard.name.clone())).unwrap_or_default()
}

/// The shard with fewest bytes that is not the owner.
fn other_shard(scenario: &Scenario, lane: Option<&LaneFrame>, owner: usize) -> String {
    let shards = lane.map(|lane| lane.shards.as_slice()).unwrap_or_default();
    let others = shards.iter().enumerate().filter(|(idx, shard)| *idx != owner && !shard.removed && !shard.draining);
    let least = others.min_by_key(|(_, shard)| shard.bytes).map(|(idx, _)| idx);
    shard_name(scenario, lane, least.unwrap_or(usize::from(owner == 0)))
}

/// Minutes of the day from `23:00`.
#[must_use]
pub fn minutes(text: &str) -> Option<u32> {
    ActiveWindow::minutes(text.trim())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use shardscope_session::documents::literal::parse_document;
    use shardscope_session::engine::Engine;
    use shardscope_session::presets;
    use shardscope_session::protocol::Request;
    use shardscope_session::scenario::TimedCommand;
    use shardscope_session::view::{EventKind, LogRow};

    /// The rows of a run with one more command, and its last frame.
    fn run(mut scenario: Scenario, given: Option<TimedCommand>) -> (Vec<LogRow>, LaneFrame) {
        scenario.log.extend(given);
        let mut engine = Engine::new();
        engine.handle(Request::Run { run: 1, scenario: Box::new(scenario) });
        while engine.has_work() {
            engine.work(1_000_000);
        }
        let run = engine.run().unwrap();
        (run.rows(0, 0).to_vec(), run.frame(1, 400_000).lanes.swap_remove(0))
    }

    fn scenario() -> Scenario {
        let mut scenario = presets::first_run();
        scenario.keys.truncate(1);
        scenario.log.clear();
        scenario
    }

    #[test]
    fn every_command_offered_is_read_and_most_are_carried_out_as_they_stand() {
        let (_, lane) = run(scenario(), None);
        let mut refused = Vec::new();
        for offer in offers(&scenario(), Some(&lane), 400_000) {
            let command = match offer.form {
                Form::Typed(text) => {
                    parse_document(&text).unwrap();
                    Command::Run { text }
                }
                Form::Ready(command) => command,
                Form::Shard(fault) => {
                    Command::BeginFault { fault: fault.of("shardB".to_owned(), 5), for_sec: Some(60) }
                }
                Form::Config => Command::BeginFault { fault: FaultSpec::ConfigReadOnly, for_sec: None },
                Form::Window => Command::SetActiveWindow { minutes: minutes("01:00").zip(minutes("2:30")) },
            };
            let (rows, _) = run(scenario(), Some(TimedCommand { at_ms: 400_000, command }));
            if rows.iter().any(|row| row.text.ends_with("refused")) {
                refused.push(offer.name);
            }
        }
        // These need a value of the data, an index, or chunks side by side; their refusals say so.
        let needing = ["Split a chunk", "Merge chunks", "Refine the shard key", "Clear a jumbo flag"];
        assert!(refused.iter().all(|name| needing.contains(&name.as_ref())), "{refused:?}");
    }

    #[test]
    fn a_move_goes_from_a_large_chunk_to_the_emptiest_shard() {
        let (_, lane) = run(scenario(), None);
        let offer = offers(&scenario(), Some(&lane), 400_000).into_iter().find(|offer| offer.name == "Move a chunk");
        let Some(Form::Typed(text)) = offer.map(|offer| offer.form) else { unreachable!() };
        let (rows, _) = run(scenario(), Some(TimedCommand { at_ms: 400_000, command: Command::Run { text } }));
        let by_hand = rows.iter().find(|row| row.kind == EventKind::Migration && row.at_ms == 400_000);
        assert!(by_hand.is_some(), "{rows:?}");
        let by_hand = by_hand.unwrap();
        let least = lane.shards.iter().min_by_key(|shard| shard.bytes).unwrap();
        assert!(by_hand.text.contains(&format!("→ {}", least.name)), "{by_hand:?}");
    }

    #[test]
    fn only_faults_that_last_can_be_ended() {
        let down = |shard: &str| FaultSpec::ShardDown { shard: shard.to_owned() };
        let mut scenario = scenario();
        let begin = |at_ms, fault, for_sec| TimedCommand { at_ms, command: Command::BeginFault { fault, for_sec } };
        scenario.log = vec![
            begin(1_000, down("shardA"), Some(10)),
            begin(2_000, down("shardB"), None),
            begin(3_000, FaultSpec::ConfigReadOnly, None),
            TimedCommand { at_ms: 5_000, command: Command::EndFault { fault: FaultSpec::ConfigReadOnly } },
        ];
        assert_eq!(lasting(&scenario, 0), []);
        assert_eq!(lasting(&scenario, 4_000), [down("shardA"), down("shardB"), FaultSpec::ConfigReadOnly]);
        assert_eq!(lasting(&scenario, 11_000), [down("shardB")]);
        let mut names: Vec<_> = offers(&scenario, None, 4_000).into_iter().map(|offer| offer.name).collect();
        let n_names = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_names, "no two entries of the menu are alike");
    }

    #[test]
    fn times_of_day() {
        for (text, expected) in [
            ("00:00", Some(0)),
            ("23:59", Some(1_439)),
            (" 6:05 ", Some(365)),
            ("24:00", None),
            ("7", None),
            ("", None),
        ] {
            assert_eq!(minutes(text), expected, "{text}");
        }
    }
}
