//! What the page says of the balancer: why nothing moved, what lies in no zone, and what became of a migration.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failed unwrap is a failed test")]

mod zips;

use shardscope_session::engine::Engine;
use shardscope_session::presets;
use shardscope_session::protocol::{Event, ImportReport};
use shardscope_session::scenario::{Arrival, Command, Scenario, TimedCommand};
use shardscope_session::view::EventKind;
use zips::{ZIPCODES, import, key, last_lane, run_to_rest, zipcodes};

/// Two zones of which the upper bound is MaxKey in its first field only.
fn zones_with_a_gap(report: &ImportReport) -> Scenario {
    let mut scenario = zipcodes(report, key(&[("state", false), ("zip_code", false)]), true, Arrival::Stream);
    "MaxKey".clone_into(&mut scenario.zones[1].max);
    scenario
}

#[test]
fn every_round_that_moves_nothing_names_zone_shards_figures_and_rule() {
    let mut engine = Engine::new();
    let report = import(&mut engine, "zipcodes.csv", ZIPCODES).unwrap();
    run_to_rest(&mut engine, zones_with_a_gap(&report));
    let run = engine.run().unwrap();
    let idle: Vec<_> = run.rows(0, 0).iter().filter(|row| row.kind == EventKind::NoMove).cloned().collect();
    assert!(idle.len() > 2, "{idle:?}");
    let zones = last_lane(run).zones;
    let mut n_compared = 0;
    for row in idle {
        let places = zones.iter().map(|zone| zone.zone.as_str()).chain(["outside"]);
        assert!(places.into_iter().any(|place| row.text.contains(place)), "{row:?}");
        let caption = run.frame(1, row.at_ms).lanes[0].caption.balancer.clone();
        if !caption.contains("no move") {
            continue;
        }
        let is_named = |zone: &str| caption.contains(&format!("in zone {zone}:"));
        let is_outside = caption.contains("outside the zones, in [MaxKey, MinKey, MaxKey):");
        assert!(zones.iter().any(|zone| is_named(&zone.zone)) || is_outside, "{caption}");
        if row.reason.contains("gap") {
            n_compared += 1;
            let n_shards = caption
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| word.starts_with("shard") && word.len() == 6)
                .count();
            assert!(n_shards >= 2 && caption.contains("3 MB"), "two shards and the threshold: {caption}");
        }
    }
    assert!(n_compared > 0);
}

#[test]
fn a_chunk_behind_the_last_zone_is_named() {
    let mut engine = Engine::new();
    let report = import(&mut engine, "zipcodes.csv", ZIPCODES).unwrap();
    let range = "[MaxKey, MinKey, MaxKey)";
    for (max, is_sliver) in [
        ("MaxKey", true),
        ("MaxKey, MinKey", true),
        ("MaxKey, \"9\"", true),
        ("MaxKey, MaxKey", false),
        ("\"ZZ\"", false),
    ] {
        let mut scenario = zones_with_a_gap(&report);
        max.clone_into(&mut scenario.zones[1].max);
        let events = run_to_rest(&mut engine, scenario);
        let Some(Event::RunDone { verdicts, .. }) = events.last() else { panic!("{events:?}") };
        let warning = verdicts[0].warnings.iter().find(|warning| warning.title.contains("behind zone WEST"));
        assert_eq!(warning.is_some(), is_sliver, "{max}");
        let caption = last_lane(engine.run().unwrap()).caption;
        assert_eq!(caption.fact.contains("lies in no zone"), is_sliver, "{max}: {caption:?}");
        if max == "MaxKey" {
            assert!(
                warning.is_some_and(|warning| warning.text.contains(range) && warning.text.contains("MaxKey, MaxKey"))
            );
            assert!(caption.fact.contains(range), "{caption:?}");
        }
    }
}

#[test]
fn the_caption_follows_the_balancer_when_migrations_end_or_are_refused() {
    let mut engine = Engine::new();
    // The recipient of the first migration leaves on the way.
    let by_customer = presets::all().into_iter().find(|preset| preset.id == "orders-by-customer").unwrap().scenario;
    let mut scenarios: Vec<Scenario> = presets::all().into_iter().map(|preset| preset.scenario).collect();
    run_to_rest(&mut engine, by_customer.clone());
    let run = engine.run().unwrap();
    let first = run.rows(0, 0).iter().find(|row| row.kind == EventKind::Migration).unwrap().at_ms;
    let to_idx = usize::from(run.frame(1, first).lanes[0].migrations[0].to_idx);
    let name = by_customer.cluster.shards[to_idx].name.clone();
    let command = Command::RemoveShard { name };
    scenarios.push(Scenario { log: vec![TimedCommand { at_ms: first + 1_000, command }], ..by_customer });
    let mut n_refused = 0;
    for scenario in scenarios {
        let name = scenario.name.clone();
        run_to_rest(&mut engine, scenario);
        let run = engine.run().unwrap();
        for row in run.rows(0, 0) {
            for at_ms in [row.at_ms, row.ends_ms.unwrap_or(row.at_ms)] {
                let lane = &run.frame(1, at_ms).lanes[0];
                let caption = &lane.caption.balancer;
                assert_eq!(caption.starts_with("moving"), !lane.migrations.is_empty(), "{name} at {at_ms}: {caption}");
            }
            n_refused += u32::from(row.kind == EventKind::Refused && row.text.contains("stays on"));
        }
    }
    assert!(n_refused > 0);
}
