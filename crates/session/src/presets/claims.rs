//! Popular claims about sharding that are wrong, or were right once. Each scenario asks whether the claim holds, and ends
//! in what the version really does.

use super::{Preset, key, scenario, shards, zone};
use crate::scenario::{Command, KeySpec, Scenario, Story, TimedCommand};

/// Documents with a number that ascends, one that is drawn, and weight: 1 kB, of which each stands for many.
const TEMPLATE: &str = "{\n  _id: \"$objectid\",\n  n: \"$inc\",\n  x: { $integer: { min: 0, max: 99 } },\n  pad: { $string: { length: 900 } }\n}";

/// One claim: the question, and why it is answered as it is.
struct Claim {
    id: &'static str,
    idea: &'static str,
    name: &'static str,
    said: &'static str,
    because: &'static str,
    next: &'static str,
}

/// Two minutes at ten documents a second that stand for a thousand each: 1.1 GB.
fn short(key: KeySpec, names: &[(&str, &[&str])]) -> Scenario {
    let mut scenario = scenario("", TEMPLATE.to_owned(), 1_200, 10, vec![key]);
    scenario.stands_for = 1_000;
    scenario.cluster.shards = shards(names).shards;
    scenario.cluster.migration_mb_per_sec = 32;
    scenario.workload.duration_sec = Some(300);
    scenario
}

fn at(sec: u64, command: Command) -> TimedCommand {
    TimedCommand { at_ms: sec * 1_000, command }
}

fn typed(sec: u64, text: &str) -> TimedCommand {
    at(sec, Command::Run { text: text.to_owned() })
}

const AB: [(&str, &[&str]); 2] = [("shardA", &[]), ("shardB", &[])];
const ABC: [(&str, &[&str]); 3] = [("shardA", &[]), ("shardB", &[]), ("shardC", &[])];

fn preset(claim: &Claim, mut scenario: Scenario) -> Preset {
    claim.name.clone_into(&mut scenario.name);
    let asks_at_ms = scenario.log.first().map_or(30_000, |timed| timed.at_ms);
    scenario.story = Some(Story {
        question: format!("Claim: {} Does it hold?", claim.said),
        answers: vec!["yes".to_owned(), "no".to_owned()],
        right_idx: 1,
        because: claim.because.to_owned(),
        next: claim.next.to_owned(),
        starts_at_ms: 0,
        asks_at_ms,
    });
    let title = claim.name.trim_start_matches("Claim: ");
    let title = title.get(..1).map(str::to_uppercase).unwrap_or_default() + title.get(1..).unwrap_or_default();
    Preset { id: claim.id, title, idea: claim.idea, is_claim: true, scenario }
}

/// Every claim.
pub(super) fn all() -> Vec<Preset> {
    let by = |path: &str| key(&[(path, false)]);
    let mut all = chunks();
    all.extend(values());
    all.extend([
        preset(
            &Claim {
                id: "claim-new-shard",
                idea: "does a new shard take its part?",
                name: "Claim: a new shard shares the load",
                said: "add a shard, and it takes its part of the inserts.",
                because: "It gets old data once the gap is three range sizes. Inserts follow the chunk that ends at MaxKey, and that one stays.",
                next: "Which key would send it inserts?",
            },
            with_log(short(by("n"), &AB), vec![at(60, Command::AddShard { name: "shardC".to_owned(), zones: Vec::new() })]),
        ),
        preset(
            &Claim {
                id: "claim-remove-shard",
                idea: "is removeShard all it takes?",
                name: "Claim: removeShard removes a shard",
                said: "run removeShard, wait, and the shard is gone.",
                because: "shardA is the primary of a database: it drains and then waits, for ever, until movePrimary takes the database away.",
                next: "Give movePrimary as a command and see it leave.",
            },
            with_log(short(by("x"), &ABC), vec![at(150, Command::RemoveShard { name: "shardA".to_owned() })]),
        ),
        preset(
            &Claim {
                id: "claim-unique-id",
                idea: "is _id unique across shards?",
                name: "Claim: _id is unique",
                said: "two documents of one collection never share an _id.",
                because: "Each shard looks at its own documents only. Unless _id is the shard key, two shards may hold the same one; a second one on the same shard is refused with 11000.",
                next: "Shard by _id, and try again.",
            },
            with_log(short(by("x"), &AB), [two_halves(), unique_id()].concat()),
        ),
        preset(
            &Claim {
                id: "claim-key-for-ever",
                idea: "can a shard key value change?",
                name: "Claim: the shard key value is for ever",
                said: "the shard key value of a document cannot be changed.",
                because: "Since 4.2 an update of one document may change it, as a retryable write or in a transaction; the document moves to the shard that owns the new value.",
                next: "Leave the retryable write out, and read the refusal.",
            },
            with_log(short(by("x"), &AB), [two_halves(), changed_key()].concat()),
        ),
        preset(
            &Claim {
                id: "claim-deletes",
                idea: "do deletes remove chunks?",
                name: "Claim: deleting removes chunks",
                said: "when its documents are deleted, a chunk goes.",
                because: "Chunks are ranges of keys, not heaps of documents: empty ones stay where they are until they are merged.",
                next: "Merge them with mergeAllChunksOnShard.",
            },
            with_log(short(by("n"), &AB), vec![typed(200, "{ delete: \"orders\", $db: \"shop\", deletes: [{ q: { }, limit: 0 }] }")]),
        ),
    ]);
    all
}

fn with_log(mut scenario: Scenario, log: Vec<TimedCommand>) -> Scenario {
    scenario.log = log;
    scenario
}

/// Low values on shardA, high ones on shardB, and the balancer out of the way.
fn two_halves() -> Vec<TimedCommand> {
    vec![
        at(1, Command::SetBalancer { on: false }),
        typed(1, "{ split: \"shop.orders\", middle: { x: 50 } }"),
        typed(2, "{ moveChunk: \"shop.orders\", find: { x: 50 }, to: \"shardB\" }"),
    ]
}

fn unique_id() -> Vec<TimedCommand> {
    [(130, 1), (140, 99), (150, 98)]
        .map(|(sec, x)| {
            typed(sec, &format!("{{ insert: \"orders\", $db: \"shop\", documents: [{{ _id: 1, x: {x} }}] }}"))
        })
        .to_vec()
}

fn changed_key() -> Vec<TimedCommand> {
    vec![
        typed(130, "{ insert: \"orders\", $db: \"shop\", documents: [{ _id: 1, x: -1 }] }"),
        typed(
            140,
            "{ update: \"orders\", $db: \"shop\", updates: [{ q: { x: -1 }, u: { $set: { x: 99 } } }], txnNumber: 1 }",
        ),
    ]
}

/// Claims about chunks and the balancer.
fn chunks() -> Vec<Preset> {
    let by = |path: &str| key(&[(path, false)]);
    vec![
        preset(
            &Claim {
                id: "claim-chunks-split",
                idea: "does a full chunk split?",
                name: "Claim: chunks split as they grow",
                said: "when a chunk has grown to its range size, inserts split it.",
                because: "That was so up to 5.0. Since 6.0.3 a chunk grows without end, and is cut only when a part of it is to move; there is no second shard here.",
                next: "Choose 5.0 as the server and run it again.",
            },
            short(by("n"), &[("shardA", &[])]),
        ),
        preset(
            &Claim {
                id: "claim-equal",
                idea: "is balanced the same as equal?",
                name: "Claim: balanced means equal",
                said: "a balanced collection has the same size on every shard.",
                because: "Two shards may differ by just under three range sizes, 384 MB by default. Here the balancer rests with everything on one shard.",
                next: "Set the range size to 32 MB.",
            },
            Scenario { stands_for: 300, ..short(by("n"), &AB) },
        ),
        preset(
            &Claim {
                id: "claim-counts",
                idea: "does the balancer count chunks?",
                name: "Claim: the balancer evens out chunks",
                said: "the balancer moves chunks until every shard has as many.",
                because: "That was so up to 5.0. Since 6.0.3 bytes count: twenty chunks that hold little stay where they were made.",
                next: "Choose 5.0 as the server and run it again.",
            },
            with_log(Scenario { stands_for: 100, ..short(by("x"), &AB) }, cuts()),
        ),
        preset(
            &Claim {
                id: "claim-old-defaults",
                idea: "is the range size 64 MB?",
                name: "Claim: chunks are 64 MB",
                said: "the default range size is 64 MB, so that the balancer starts at a gap of 192 MB.",
                because: "64 MB up to 5.0, 128 MB since 6.0: moves start at a gap of 384 MB.",
                next: "Choose 6.0, then 5.0, and read what changes.",
            },
            short(by("n"), &AB),
        ),
    ]
}

/// Claims about key values.
fn values() -> Vec<Preset> {
    let by = |path: &str| key(&[(path, false)]);
    let hashed = |path: &str| key(&[(path, true)]);
    let prices = "{\n  _id: \"$objectid\",\n  price: { $floating: { min: 0, max: 4, fixed: 2 } },\n  pad: { $string: { length: 900 } }\n}";
    let keyless = "{\n  _id: \"$objectid\",\n  x: { $choose: { from: [\"$missing\", 7], weights: [1, 1] } },\n  pad: { $string: { length: 900 } }\n}";
    vec![
        preset(
            &Claim {
                id: "claim-object-ids",
                idea: "is an ObjectId random?",
                name: "Claim: ObjectIds are random",
                said: "an ObjectId is random, so that a ranged _id spreads inserts.",
                because: "Its first four bytes are the time: every insert goes to the chunk that ends at MaxKey.",
                next: "Hash it.",
            },
            short(by("_id"), &ABC),
        ),
        preset(
            &Claim {
                id: "claim-hash-fractions",
                idea: "do 2.2 and 2.9 hash apart?",
                name: "Claim: different numbers hash apart",
                said: "400 prices from 0 to 4 have 400 hashes.",
                because: "Fractions are cut off before hashing: 2.2 and 2.9 hash as 2, so there are five values.",
                next: "Store cents as whole numbers.",
            },
            Scenario { documents: super::template(prices, 1_200), ..short(hashed("price"), &ABC) },
        ),
        preset(
            &Claim {
                id: "claim-two-chunks",
                idea: "two chunks for every shard?",
                name: "Claim: two chunks for every shard",
                said: "an empty hashed collection starts with two chunks on each shard.",
                because: "Two up to 7.1, one since 7.2: count them at 00:00.",
                next: "Choose 7.0 as the server.",
            },
            short(hashed("_id"), &ABC),
        ),
        preset(
            &Claim {
                id: "claim-zone-end",
                idea: "does a zone hold its upper bound?",
                name: "Claim: a zone ends with its bound",
                said: "the zone from 10 to 20 holds 20.",
                because: "The lower bound lies inside and the upper one outside: 20 is in the next chunk, in no zone.",
                next: "Write 21 as the upper bound.",
            },
            Scenario {
                zones: vec![zone("ten", "10", "20")],
                ..short(by("x"), &[("shardA", &["ten"]), ("shardB", &[])])
            },
        ),
        preset(
            &Claim {
                id: "claim-missing-key",
                idea: "is a document without key refused?",
                name: "Claim: documents need the shard key",
                said: "a document without the shard key field is refused.",
                because: "Up to 4.2. Since 4.4 the field counts as null, and all such documents share one key value.",
                next: "Choose 4.2 as the server: half of the inserts are refused.",
            },
            Scenario { documents: super::template(keyless, 1_200), ..short(by("x"), &AB) },
        ),
    ]
}

/// Nineteen cuts in an empty collection.
fn cuts() -> Vec<TimedCommand> {
    (1..20).map(|n| typed(1, &format!("{{ split: \"shop.orders\", middle: {{ x: {} }} }}", n * 5))).collect()
}
