//! The figures of a verdict are those of the documents and of the shards that were there, in the reader's own terms.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use shardscope_session::engine::Engine;
use shardscope_session::presets;
use shardscope_session::protocol::Request;
use shardscope_session::scenario::{Command, Documents, KeyFieldSpec, KeySpec, Scenario, ShardSpec, TimedCommand};
use shardscope_session::view::{Property, Verdict};
use std::fmt::Write;

fn key(fields: &[(&str, bool)]) -> KeySpec {
    let fields = fields.iter().map(|&(path, hashed)| KeyFieldSpec { path: path.to_owned(), hashed }).collect();
    KeySpec { fields, presplit_hashed_zones: false }
}

/// A plain scenario: two shards, documents stand for themselves, 10 a second.
fn scenario(documents: Documents, key: KeySpec) -> Scenario {
    let mut scenario = presets::first_run();
    scenario.documents = documents;
    scenario.keys = vec![key];
    (scenario.story, scenario.stands_for, scenario.zones) = (None, 1, Vec::new());
    scenario.log.clear();
    let shard = |name: &str| ShardSpec { name: name.to_owned(), zones: Vec::new() };
    scenario.cluster.shards = ["shardA", "shardB"].map(shard).to_vec();
    scenario.workload.inserts_per_sec = 10;
    scenario.workload.duration_sec = None;
    scenario
}

fn judged(scenario: Scenario) -> Verdict {
    let mut engine = Engine::new();
    engine.handle(Request::Run { run: 1, scenario: Box::new(scenario) });
    while engine.has_work() {
        engine.work(1_000_000);
    }
    engine.run().unwrap().verdicts().first().unwrap().clone()
}

fn property<'a>(verdict: &'a Verdict, name: &str) -> &'a Property {
    verdict.properties.iter().find(|property| property.name == name).unwrap()
}

/// 1,000 documents, of which every second is of Texas.
fn states() -> Documents {
    let text = (0..1_000).fold(String::new(), |mut text, idx| {
        let state = if idx % 2 == 0 { "TX".to_owned() } else { format!("S{idx}") };
        writeln!(text, "{{ \"_id\": {idx}, \"state\": \"{state}\", \"at\": {{ \"zip\": \"{state}\" }} }}").unwrap();
        text
    });
    Documents::Pasted { text, columns: Vec::new() }
}

#[test]
fn the_hottest_value_of_a_hashed_field_is_the_fields_value() {
    let template = "{ _id: \"$objectId\", state: \"TX\" }".to_owned();
    let generated = Documents::Template { text: template, count: 500 };
    for (documents, key, value, is_hashed) in [
        (states(), key(&[("state", true)]), "{ state: 'TX' }", true),
        (states(), key(&[("at.zip", true)]), "{ 'at.zip': 'TX' }", true),
        (states(), key(&[("state", false)]), "{ state: 'TX' }", false),
        (states(), key(&[("state", false), ("at.zip", true)]), "{ state: 'TX', 'at.zip': 'TX' }", true),
        (generated, key(&[("state", true)]), "{ state: 'TX' }", true),
    ] {
        let verdict = judged(scenario(documents, key.clone()));
        let frequency = property(&verdict, "Frequency");
        assert!(frequency.finding.contains(value), "{key:?}: {}", frequency.finding);
        let derived = frequency.derivation.first().unwrap();
        assert!(derived.contains(value), "{key:?}: {derived}");
        assert_eq!(derived.contains("the key holds its hash"), is_hashed, "{key:?}: {derived}");
    }
}

#[test]
fn an_even_share_counts_the_shards_that_were_there_at_the_time() {
    // 1,000 documents at 10 a second: the inserts end at 100 s, their second half begins at 50 s.
    for (at_ms, expected) in [
        (1_000, "An even share over 3 shards is 33.3%."),
        (75_000, "The cluster had 2 to 3 shards in that time"),
        (200_000, "An even share over 2 shards is 50.0%."),
    ] {
        let mut scenario = scenario(states(), key(&[("_id", true)]));
        scenario.workload.duration_sec = Some(300);
        let command = Command::AddShard { name: "shardC".to_owned(), zones: Vec::new() };
        scenario.log = vec![TimedCommand { at_ms, command }];
        let verdict = judged(scenario);
        let said = property(&verdict, "Hottest shard").derivation.last().unwrap();
        assert!(said.starts_with(expected), "{at_ms}: {said}");
    }
}

#[test]
fn a_number_of_values_per_shard_has_no_idle_decimal() {
    for (field, expected) in [("_id", "1,000 over the 2 shards at the end is 500 per shard."), ("state", "is 251 per")]
    {
        let verdict = judged(scenario(states(), key(&[(field, false)])));
        let derivation = property(&verdict, "Cardinality").derivation.join(" ");
        assert!(derivation.contains(expected), "{field}: {derivation}");
    }
}

#[test]
fn a_value_above_the_range_size_by_what_documents_stand_for_says_so() {
    let one_state = "{ _id: \"$objectId\", state: \"TX\", text: { $string: { length: 1000 } } }";
    for (stands_for, says) in [(1, false), (20_000, true)] {
        let documents = Documents::Template { text: one_state.to_owned(), count: 2_000 };
        let mut scenario = scenario(documents, key(&[("state", false)]));
        scenario.stands_for = stands_for;
        scenario.cluster.range_size_mb = if stands_for == 1 { 1 } else { 128 };
        scenario.workload.inserts_per_sec = 1_000;
        let verdict = judged(scenario);
        let finding = &property(&verdict, "Frequency").finding;
        assert_eq!(finding.contains("Each document stands for 20,000 here"), says, "{finding}");
    }
}
