//! What visitors do, without the page: a file of their own, a key, zones, and the balancer until it rests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failed unwrap is a failed test")]

mod zips;

use shardscope_session::engine::Engine;
use shardscope_session::presets;
use shardscope_session::protocol::{Event, Place, Request};
use shardscope_session::scenario::{Arrival, ColumnType, Documents, Scenario};
use shardscope_session::view::{EventKind, Status};
use zips::{N_STATES, N_ZIPCODES, ZIPCODES, import, key, last_lane, range, run_to_rest, shard, zipcodes};

#[test]
fn a_configuration_is_taken_for_what_it_describes() {
    let config = r#"[
        { "database": "a", "collection": "b", "content": { "x": { "type": "boolean" } } },
        { "database": "shop", "collection": "orders", "count": 7, "content": { "n": { "type": "int", "minInt": 1, "maxInt": 9 } },
          "shardConfig": { "shardCollection": "shop.orders", "key": { "n": "hashed" } } }]"#;
    let mut engine = Engine::new();
    let event = import(&mut engine, "config.json", config.as_bytes()).unwrap_err();
    let Event::ImportedRecipe { recipe, .. } = *event else { panic!("{event:?}") };
    assert_eq!((recipe.format.as_str(), recipe.count), ("mgodatagen config", Some(7)));
    assert_eq!(recipe.key, Some(key(&[("n", true)])));
    assert!(recipe.notes[0].contains("2 collections; this is shop.orders"), "{:?}", recipe.notes);
    let mut scenario = presets::first_run();
    scenario.documents = Documents::Template { text: recipe.template, count: 7 };
    scenario.keys = vec![recipe.key.unwrap()];
    (scenario.story, scenario.log) = (None, Vec::new());
    run_to_rest(&mut engine, scenario);
    assert_eq!(engine.run().unwrap().n_documents(), 7);

    let broken = config.replace("\"boolean\"", "5");
    let event = import(&mut engine, "config.json", broken.as_bytes()).unwrap_err();
    let Event::ImportFailed { problem, .. } = *event else { panic!("{event:?}") };
    assert_eq!(problem.message, "x: a generator with a \"type\"");
}

#[test]
fn zip_codes_keep_their_leading_zeros_and_states_are_counted() {
    let mut engine = Engine::new();
    let report = import(&mut engine, "zipcodes.csv", ZIPCODES).unwrap();
    assert_eq!((report.documents, report.bad), (N_ZIPCODES, 0));
    let zip = report.columns.iter().find(|column| column.name == "zip_code").unwrap();
    assert_eq!((zip.inferred, zip.used), (ColumnType::String, ColumnType::String));
    assert!(report.first_documents[0].contains("'00501'"), "{}", report.first_documents[0]);
    let state = report.fields.iter().find(|field| field.path == "state").unwrap();
    assert_eq!(state.distinct, N_STATES);
}

#[test]
fn zones_hold_their_states_and_the_balancer_comes_to_rest() {
    for arrival in [Arrival::Stream, Arrival::BeforeSharding] {
        let mut engine = Engine::new();
        let report = import(&mut engine, "zipcodes.csv", ZIPCODES).unwrap();
        let scenario = zipcodes(&report, key(&[("state", false), ("zip_code", false)]), true, arrival);
        run_to_rest(&mut engine, scenario);
        let lane = last_lane(engine.run().unwrap());
        assert_eq!(lane.documents, N_ZIPCODES * 8, "{arrival:?}: none lost or doubled");
        assert!(lane.migrations.is_empty());
        for zone in &lane.zones {
            let chunks = &lane.chunks[zone.first_chunk_idx as usize..zone.end_chunk_idx as usize];
            assert!(chunks.iter().all(|chunk| zone.shard_idxs.contains(&chunk.shard_idx)), "{arrival:?} {}", zone.zone);
            let sizes: Vec<u64> = zone.shard_idxs.iter().map(|&idx| lane.shards[usize::from(idx)].bytes).collect();
            let gap = sizes.iter().max().unwrap() - sizes.iter().min().unwrap();
            assert!(gap < lane.threshold_bytes, "{arrival:?} {}: {sizes:?}", zone.zone);
        }
        assert_eq!(lane.zones.len(), 2);
        if arrival == Arrival::BeforeSharding {
            assert!(lane.n_migrations_done > 0, "what was on the primary had to move");
            assert!(lane.chunks.len() > 2, "moves split chunks");
        }
    }
}

#[test]
fn hashed_states_cannot_use_more_chunks_than_states() {
    let mut engine = Engine::new();
    let report = import(&mut engine, "zipcodes.csv", ZIPCODES).unwrap();
    let events = run_to_rest(&mut engine, zipcodes(&report, key(&[("state", true)]), false, Arrival::Stream));
    let run = engine.run().unwrap();
    for at_ms in (0..=run.computed_ms()).step_by(1_000) {
        let lane = run.frame(1, at_ms).lanes.remove(0);
        let n_with_data = lane.chunks.iter().filter(|chunk| chunk.documents > 0).count() as u64;
        assert!(n_with_data <= N_STATES, "{n_with_data} at {at_ms}");
    }
    let Some(Event::RunDone { verdicts, .. }) = events.last() else { panic!("the run ends with its verdict") };
    let cardinality = verdicts[0].properties.iter().find(|property| property.name == "Cardinality").unwrap();
    assert_eq!((cardinality.status, cardinality.value.as_str()), (Status::Watch, "55 values"));
    assert!(cardinality.finding.contains("At most 55 chunks can ever hold data"), "{}", cardinality.finding);
    assert!(cardinality.finding.contains("Hashing"), "{}", cardinality.finding);
}

#[test]
fn a_ranged_object_id_sends_every_insert_to_the_last_chunk() {
    let mut engine = Engine::new();
    let events = run_to_rest(&mut engine, presets::first_run());
    let run = engine.run().unwrap();
    let frame = run.frame(1, run.computed_ms());
    let [ranged, hashed] = frame.lanes.as_slice() else { panic!("two lanes") };
    let last = ranged.chunks.last().unwrap();
    assert_eq!((last.inserts_window, ranged.inserts_window), (ranged.inserts_window, 10_000));
    let per_shard: Vec<f64> = hashed.shards.iter().map(|shard| shard.inserts_share).collect();
    assert!(per_shard[..3].iter().all(|share| (share - 1.0 / 3.0).abs() < 0.05), "{per_shard:?}");
    // The story's answer: neither key sends the new shard a single insert by the end of the story.
    let story = run.scenario().story.clone().unwrap();
    assert_eq!(story.answers[story.right_idx], "neither");
    for lane in &frame.lanes {
        assert_eq!((lane.shards[3].name.as_str(), lane.shards[3].inserts_total), ("shardD", 0));
        assert_eq!(lane.inserts_total, 600_000);
    }
    let Some(Event::RunDone { verdicts, .. }) = events.last() else { panic!("the run ends with its verdict") };
    let value = |lane: usize, name: &str| verdicts[lane].properties.iter().find(|p| p.name == name).unwrap().clone();
    assert_eq!(value(0, "Hottest chunk").value, "100.0%");
    assert_eq!((value(0, "Monotonicity").status, value(1, "Monotonicity").status), (Status::Problem, Status::Good));
    assert_eq!(value(1, "Hottest chunk").status, Status::Good);
}

#[test]
fn the_same_scenario_gives_the_same_digest_however_it_is_sliced() {
    let digest = |budget: u64| {
        let mut engine = Engine::new();
        engine.handle(Request::Run { run: 1, scenario: Box::new(presets::first_run()) });
        while engine.has_work() {
            engine.work(budget);
        }
        engine.run().unwrap().digest()
    };
    assert_eq!(digest(1), digest(1_000_000));
}

#[test]
fn every_preset_runs_and_counts_every_document() {
    for preset in presets::all() {
        assert!(preset.idea.chars().count() < 36, "{}", preset.idea);
        if preset.scenario.reads_documents() {
            // Its commands insert and delete beside the stream.
            continue;
        }
        let mut engine = Engine::new();
        run_to_rest(&mut engine, preset.scenario.clone());
        let run = engine.run().unwrap();
        for lane in run.frame(1, run.computed_ms()).lanes {
            assert_eq!(lane.documents, run.n_documents() * preset.scenario.stands_for, "{}", preset.id);
            assert_eq!(lane.inserts_total, lane.documents);
        }
    }
}

#[test]
fn what_is_refused_says_why_and_where_and_the_earlier_run_stays() {
    let mut engine = Engine::new();
    run_to_rest(&mut engine, presets::first_run());
    let digest = engine.run().unwrap().digest();
    let change = |change: fn(&mut Scenario)| {
        let mut scenario = presets::first_run();
        change(&mut scenario);
        scenario
    };
    let cases: [(Scenario, Place, &str, Option<i32>); 7] = [
        (change(|s| s.keys[0].fields.clear()), Place::ShardKey { lane: 0 }, "", Some(2)),
        (change(|s| s.keys.clear()), Place::ShardKey { lane: 0 }, "no shard key", None),
        (change(|s| s.keys[1] = key(&[("a", true), ("b", true)])), Place::ShardKey { lane: 1 }, "hashed", Some(2)),
        (change(|s| s.cluster.range_size_mb = 0), Place::Cluster { zone_range: None }, "", Some(2)),
        (change(|s| s.zones = vec![range("EU", "5", "1")]), Place::Cluster { zone_range: Some(0) }, "", Some(9)),
        (change(|s| s.workload.inserts_per_sec = 0), Place::Workload, "insert rate is 0", None),
        (
            change(|s| s.documents = Documents::Template { text: "{ a: 1".to_owned(), count: 1 }),
            Place::Documents { line: 1, column: 7 },
            "",
            None,
        ),
    ];
    for (scenario, place, words, code) in cases {
        let events = engine.handle(Request::Run { run: 2, scenario: Box::new(scenario) });
        let Some(Event::RunRefused { problem, .. }) = events.first() else { panic!("{place:?} {words}: {events:?}") };
        assert_eq!(problem.place, place, "{problem:?}");
        assert!(problem.message.contains(words), "{problem:?}");
        assert_eq!(problem.server_error.as_ref().map(|(code, _)| *code), code, "{problem:?}");
        assert_eq!(engine.run().unwrap().digest(), digest);
    }
}

/// A reason without what differs from round to round: figures, and the names of shards.
fn kind_of_reason(reason: &str) -> String {
    let is_fixed = |word: &&str| !word.contains(|c: char| c.is_ascii_digit()) && !word.starts_with("shard");
    reason.split(' ').filter(is_fixed).collect()
}

#[test]
fn rounds_that_move_nothing_for_one_kind_of_reason_share_a_row() {
    let mut engine = Engine::new();
    let report = import(&mut engine, "zipcodes.csv", ZIPCODES).unwrap();
    let mut two_zones = zipcodes(&report, key(&[("state", false)]), true, Arrival::Stream);
    // No zone ever has enough to move, and they take turns in being the furthest from it.
    two_zones.cluster.range_size_mb = 64;
    let scenarios = presets::all().into_iter().map(|preset| preset.scenario).chain([two_zones]);
    let mut n_rows = 0;
    for scenario in scenarios {
        let name = scenario.name.clone();
        run_to_rest(&mut engine, scenario);
        for pair in engine.run().unwrap().rows(0, 0).windows(2) {
            let [one, next] = pair else { panic!("windows of two") };
            n_rows += u32::from(one.kind == EventKind::NoMove);
            if one.kind == EventKind::NoMove && next.kind == EventKind::NoMove {
                assert_ne!(kind_of_reason(&one.reason), kind_of_reason(&next.reason), "{name}: {one:?} {next:?}");
            }
        }
    }
    assert!(n_rows > 10, "{n_rows}");
}

#[test]
fn a_probe_names_the_chunk_that_holds_the_key() {
    let mut engine = Engine::new();
    let report = import(&mut engine, "zipcodes.csv", ZIPCODES).unwrap();
    let scenario = zipcodes(&report, key(&[("state", false), ("zip_code", false)]), true, Arrival::BeforeSharding);
    run_to_rest(&mut engine, scenario);
    let at_ms = engine.run().unwrap().computed_ms();
    let lane = last_lane(engine.run().unwrap());
    let probe = Request::Probe { run: 1, lane: 0, at_ms, key: "'NY', '00501'".to_owned() };
    let events = engine.handle(probe);
    let Some(Event::Probed { result: Ok(probe), .. }) = events.first() else { panic!("{events:?}") };
    let chunk = &lane.chunks[probe.chunk_idx as usize];
    assert_eq!(probe.shard, lane.shards[usize::from(chunk.shard_idx)].name);
    assert!(probe.steps.len() >= 4);
}

#[test]
fn arrays_that_are_there_before_sharding_refuse_the_key_and_keep_the_earlier_run() {
    let mut engine = Engine::new();
    run_to_rest(&mut engine, presets::first_run());
    let digest = engine.run().unwrap().digest();
    let report = import(&mut engine, "tags.ndjson", b"{\"tags\": 1}\n{\"tags\": [\"a\", \"b\"]}\n").unwrap();
    let scenario = zipcodes(&report, key(&[("tags", false)]), false, Arrival::BeforeSharding);
    let events = engine.handle(Request::Run { run: 2, scenario: Box::new(scenario) });
    let Some(Event::RunRefused { problem, .. }) = events.first() else { panic!("{events:?}") };
    assert_eq!(problem.place, Place::ShardKey { lane: 0 });
    assert_eq!(problem.server_error, Some((72, "InvalidOptions".to_owned())));
    assert!(problem.message.starts_with("document 2 ") && problem.message.contains("array"), "{}", problem.message);
    assert_eq!(engine.run().unwrap().digest(), digest);
}

#[test]
fn a_run_that_never_rests_ends_and_says_so() {
    // One key value of 4 MB over a threshold of 3 MB: whoever has it is the largest shard, so it goes to and fro.
    let heavy = "x".repeat(2_000_000);
    let mut text = format!("{{\"k\":0,\"v\":\"{heavy}\"}}\n").repeat(2);
    let small = "x".repeat(80);
    text.extend((1..=6_000).map(|k| format!("{{\"k\":{k},\"v\":\"{small}\"}}\n")));
    let mut engine = Engine::new();
    let report = import(&mut engine, "heavy.ndjson", text.as_bytes()).unwrap();
    let mut scenario = zipcodes(&report, key(&[("k", false)]), false, Arrival::BeforeSharding);
    scenario.stands_for = 1;
    scenario.cluster.shards = vec![shard("shardA", &[]), shard("shardB", &["TOP"])];
    scenario.zones = vec![range("TOP", "3000", "MaxKey")];
    run_to_rest(&mut engine, scenario);
    let run = engine.run().unwrap();
    let last = run.rows(0, 0).last().unwrap();
    assert_eq!(last.text, "run ended without rest", "{:?}", run.rows(0, 0));
    assert_eq!(last_lane(run).documents, 6_002);
}
