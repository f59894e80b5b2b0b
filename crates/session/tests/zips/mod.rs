//! A file of zip codes on four shards, read and run as the page does.
#![allow(dead_code, reason = "each test file takes what it needs")]

use shardscope_session::engine::Engine;
use shardscope_session::presets;
use shardscope_session::protocol::{Event, ImportReport, Request};
use shardscope_session::run::Run;
use shardscope_session::scenario::{
    Arrival, Documents, KeyFieldSpec, KeySpec, Scenario, ShardSpec, Workload, ZoneRangeSpec,
};
use shardscope_session::view::LaneFrame;

/// Every 8th US postal code: GeoNames, CC BY 4.0, through the npm package vega-datasets 3.2.1.
pub const ZIPCODES: &[u8] = include_bytes!("../fixtures/zipcodes_every_8th.csv");

/// Rows of the fixture, without its header.
pub const N_ZIPCODES: u64 = 5_257;

/// States, territories and the district in the fixture.
pub const N_STATES: u64 = 55;

pub fn import(engine: &mut Engine, name: &str, bytes: &[u8]) -> Result<ImportReport, Box<Event>> {
    let columns = Vec::new();
    let bytes_total = bytes.len() as u64;
    engine.handle(Request::ImportBegin { import: 1, name: name.to_owned(), bytes_total, columns });
    let mut events = Vec::new();
    for piece in bytes.chunks(10_000) {
        events.extend(engine.handle(Request::ImportBytes { import: 1, bytes: piece.to_vec() }));
    }
    events.extend(engine.handle(Request::ImportEnd { import: 1 }));
    match events.into_iter().next_back() {
        Some(Event::ImportDone { report, .. }) => Ok(report),
        other => Err(Box::new(other.expect("an import ends with an event"))),
    }
}

pub fn key(fields: &[(&str, bool)]) -> KeySpec {
    let fields = fields.iter().map(|&(path, hashed)| KeyFieldSpec { path: path.to_owned(), hashed }).collect();
    KeySpec { fields, presplit_hashed_zones: false }
}

pub fn shard(name: &str, zones: &[&str]) -> ShardSpec {
    ShardSpec { name: name.to_owned(), zones: zones.iter().map(|&zone| zone.to_owned()).collect() }
}

pub fn range(zone: &str, min: &str, max: &str) -> ZoneRangeSpec {
    ZoneRangeSpec { zone: zone.to_owned(), min: min.to_owned(), max: max.to_owned() }
}

pub fn zipcodes(report: &ImportReport, key: KeySpec, zones: bool, arrival: Arrival) -> Scenario {
    let mut scenario = presets::first_run();
    scenario.story = None;
    scenario.log.clear();
    "geo.zips".clone_into(&mut scenario.namespace);
    scenario.documents = Documents::File {
        name: report.name.clone(),
        count: report.documents,
        fingerprint: report.fingerprint.clone(),
        columns: Vec::new(),
    };
    scenario.stands_for = 8;
    scenario.keys = vec![key];
    scenario.cluster.range_size_mb = 1;
    let zone = |name| if zones { vec![name] } else { Vec::new() };
    scenario.cluster.shards = vec![
        shard("shardA", &zone("EAST")),
        shard("shardB", &zone("EAST")),
        shard("shardC", &zone("WEST")),
        shard("shardD", &zone("WEST")),
    ];
    scenario.zones =
        if zones { vec![range("EAST", "MinKey", "'M'"), range("WEST", "'M'", "MaxKey")] } else { Vec::new() };
    scenario.workload = Workload { inserts_per_sec: 50, arrival, duration_sec: None };
    scenario
}

pub fn run_to_rest(engine: &mut Engine, scenario: Scenario) -> Vec<Event> {
    let mut events = engine.handle(Request::Run { run: 1, scenario: Box::new(scenario) });
    assert!(matches!(events.first(), Some(Event::RunStarted { .. })), "{events:?}");
    while engine.has_work() {
        events.extend(engine.work(1_000));
    }
    events
}

pub fn last_lane(run: &Run) -> LaneFrame {
    run.frame(1, run.computed_ms()).lanes.remove(0)
}
