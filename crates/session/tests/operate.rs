//! Commands, settings and faults that a scenario's log gives to a running cluster, and what the event log says of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failed unwrap is a failed test")]

use shardscope_session::engine::Engine;
use shardscope_session::protocol::{Event, Request};
use shardscope_session::scenario::{
    Arrival, ClusterSpec, Command, Documents, FaultSpec, KeyFieldSpec, KeySpec, Scenario, Server, ShardSpec,
    TimedCommand, Workload,
};
use shardscope_session::view::{EventKind, LaneFrame, LogRow};
use shardscope_session::{link, presets};
use std::fmt::Write;

/// 2,000 documents of 1 MB each in 200 s, `{ n: 1 }` ascending, three shards.
fn scenario(log: Vec<TimedCommand>) -> Scenario {
    let shard = |name: &str| ShardSpec { name: name.to_owned(), zones: Vec::new() };
    Scenario {
        documents: Documents::Template {
            text: "{ _id: \"$inc\", n: \"$inc\", g: { $integer: { min: 0, max: 99999 } }, pad: { $string: { length: 900 } } }"
                .to_owned(),
            count: 2_000,
        },
        stands_for: 1_000,
        namespace: "shop.orders".to_owned(),
        keys: vec![KeySpec {
            fields: vec![KeyFieldSpec { path: "n".to_owned(), hashed: false }],
            presplit_hashed_zones: false,
        }],
        cluster: ClusterSpec {
            server: Server::V8_0,
            shards: vec![shard("shardA"), shard("shardB"), shard("shardC")],
            range_size_mb: 128,
            balancer_on: true,
            migration_mb_per_sec: 64,
        },
        zones: Vec::new(),
        workload: Workload { inserts_per_sec: 10, arrival: Arrival::Stream, duration_sec: Some(900) },
        story: None,
        log,
        ..presets::first_run()
    }
}

fn at(sec: u64, command: Command) -> TimedCommand {
    TimedCommand { at_ms: sec * 1_000, command }
}

fn typed(sec: u64, text: &str) -> TimedCommand {
    at(sec, Command::Run { text: text.to_owned() })
}

struct Outcome {
    rows: Vec<LogRow>,
    end: LaneFrame,
    digest: String,
}

impl Outcome {
    /// The rows as `text; reason`.
    fn has(&self, kind: EventKind, text: &str, reason: &str) -> bool {
        self.rows.iter().any(|row| row.kind == kind && row.text.contains(text) && row.reason.contains(reason))
    }

    fn told(&self) -> String {
        let mut told = String::new();
        for row in &self.rows {
            let _ = writeln!(told, "{:>6} {:?} {}; {}", row.at_ms / 1_000, row.kind, row.text, row.reason);
        }
        told
    }
}

fn run(scenario: Scenario) -> Outcome {
    let mut engine = Engine::new();
    let events = engine.handle(Request::Run { run: 1, scenario: Box::new(scenario) });
    assert!(matches!(events.first(), Some(Event::RunStarted { .. })), "{events:?}");
    while engine.has_work() {
        engine.work(1_000_000);
    }
    let run = engine.run().unwrap();
    let end = run.frame(1, run.computed_ms()).lanes.swap_remove(0);
    Outcome { rows: run.rows(0, 0).to_vec(), end, digest: run.digest() }
}

#[test]
fn typed_commands_are_carried_out_and_answered() {
    let outcome = run(scenario(vec![
        typed(150, "{ split: 'shop.orders', middle: { n: 100 } }"),
        typed(160, "{ moveChunk: 'shop.orders', find: { n: 0 }, to: 'shardC' }"),
        typed(170, "{ balancerStatus: 1 }"),
        typed(180, "{ moveChunk: 'shop.orders', find: { n: 0 }, to: 'nowhere' }"),
        typed(190, "{ moveChnk: 'shop.orders' }"),
        typed(195, "{ moveChunk: "),
    ]));
    assert!(outcome.has(EventKind::Split, "split at", "asked for by hand"), "{}", outcome.told());
    assert!(outcome.has(EventKind::Command, "split ran", ""), "{}", outcome.told());
    assert!(outcome.has(EventKind::Command, "balancerStatus ran", "inBalancerRound"), "{}", outcome.told());
    assert!(outcome.has(EventKind::Refused, "moveChunk refused", "nowhere"), "{}", outcome.told());
    assert!(outcome.has(EventKind::Refused, "moveChnk refused", "moveChnk"), "{}", outcome.told());
    assert!(outcome.has(EventKind::Refused, "command refused", "cannot be read"), "{}", outcome.told());
    assert_eq!(outcome.end.documents, 2_000_000);
    let refused: Vec<u32> = outcome.rows.iter().filter_map(|row| row.refused_command).collect();
    assert_eq!(refused, [3, 4, 5], "each refusal names its command");
}

#[test]
fn a_collection_is_resharded_and_shows_its_new_key() {
    let log = vec![typed(250, "{ reshardCollection: 'shop.orders', key: { g: 'hashed' } }")];
    let outcome = run(scenario(log.clone()));
    assert!(outcome.has(EventKind::Command, "resharding began", "until"), "{}", outcome.told());
    assert!(outcome.has(EventKind::Command, "resharding done", "no write had to wait"), "{}", outcome.told());
    assert_eq!(outcome.end.documents, 2_000_000);
    assert!(outcome.end.chunks.iter().skip(1).all(|chunk| chunk.min.contains("g:")), "{:?}", outcome.end.chunks);
    assert_eq!(outcome.digest, run(scenario(log)).digest);
}

#[test]
fn unsharding_refining_and_deleting_show() {
    let outcome = run(scenario(vec![
        typed(210, "{ createIndexes: 'orders', $db: 'shop', indexes: [{ key: { n: 1, g: 1 }, name: 'n_g' }] }"),
        typed(220, "{ refineCollectionShardKey: 'shop.orders', key: { n: 1, g: 1 } }"),
        typed(230, "{ delete: 'orders', $db: 'shop', deletes: [{ q: { n: { $lt: 500 } }, limit: 0 }] }"),
    ]));
    assert!(outcome.has(EventKind::Command, "shard key { n: 1, g: 1 }", "refined"), "{}", outcome.told());
    assert!(outcome.has(EventKind::Command, "documents deleted", "asked for"), "{}", outcome.told());
    assert_eq!(outcome.end.documents, 1_500_000, "{}", outcome.told());
    let outcome = run(scenario(vec![typed(220, "{ unshardCollection: 'shop.orders', toShard: 'shardB' }")]));
    assert!(outcome.has(EventKind::Command, "unsharding to shardB done", ""), "{}", outcome.told());
    assert_eq!(outcome.end.documents, 2_000_000);
    assert_eq!(outcome.end.shards[1].documents, 2_000_000);
}

#[test]
fn faults_lose_nothing_and_say_why() {
    let down = FaultSpec::ShardDown { shard: "shardB".to_owned() };
    let faults = [
        (down.clone(), "shardB is down", true),
        (FaultSpec::ShardFull { shard: "shardC".to_owned() }, "shardC is full", false),
        (FaultSpec::ShardSlow { shard: "shardB".to_owned(), times: 8 }, "8 times as slowly", false),
        (FaultSpec::ConfigReadOnly, "config servers are read-only", true),
    ];
    let whole = run(scenario(Vec::new()));
    for (fault, words, stops_moves) in faults {
        let outcome = run(scenario(vec![at(30, Command::BeginFault { fault, for_sec: Some(300) })]));
        assert!(outcome.has(EventKind::Refused, words, "until 05:30"), "{}", outcome.told());
        assert!(outcome.has(EventKind::Command, "over: ", ""), "{}", outcome.told());
        assert_eq!(outcome.end.documents, whole.end.documents, "{}", outcome.told());
        let moves = outcome.rows.iter().filter(|row| row.kind == EventKind::Migration && row.at_ms < 330_000);
        assert_eq!(stops_moves, moves.count() == 0, "{}", outcome.told());
    }
    let unknown = FaultSpec::ShardDown { shard: "shardZ".to_owned() };
    let outcome = run(scenario(vec![at(30, Command::BeginFault { fault: unknown, for_sec: None })]));
    assert!(outcome.has(EventKind::Refused, "fault refused", "shardZ"), "{}", outcome.told());
    let outcome = run(scenario(vec![
        at(30, Command::BeginFault { fault: down.clone(), for_sec: None }),
        at(60, Command::EndFault { fault: down }),
    ]));
    assert!(outcome.has(EventKind::Command, "over: shardB is down", ""), "{}", outcome.told());
}

#[test]
fn the_window_the_switch_and_an_abort_hold_the_balancer() {
    let closed = run(scenario(vec![at(1, Command::SetActiveWindow { minutes: Some((60, 120)) })]));
    assert!(closed.has(EventKind::Command, "balancer active 01:00 to 02:00", ""), "{}", closed.told());
    assert_eq!(closed.end.n_migrations_done, 0);
    let off = run(scenario(vec![at(1, Command::SetCollectionBalancing { on: false })]));
    assert_eq!(off.end.n_migrations_done, 0, "{}", off.told());
    let no_window = run(scenario(vec![at(1, Command::SetActiveWindow { minutes: Some((60, 60)) })]));
    assert!(no_window.has(EventKind::Refused, "balancing window refused", ""), "{}", no_window.told());
    let whole = run(scenario(Vec::new()));
    let first = whole.rows.iter().find(|row| row.kind == EventKind::Migration).unwrap().at_ms;
    let aborted = run(scenario(vec![TimedCommand { at_ms: first + 100, command: Command::AbortMigrations }]));
    assert!(aborted.has(EventKind::Refused, "not moved to", "broken off by hand"), "{}", aborted.told());
    assert_eq!(aborted.end.documents, whole.end.documents);
}

#[test]
fn more_documents_than_can_be_kept_whole_are_refused_in_words() {
    let mut many = scenario(vec![typed(250, "{ reshardCollection: 'shop.orders', key: { g: 1 } }")]);
    if let Documents::Template { count, .. } = &mut many.documents {
        *count = 600_000;
    }
    let events = Engine::new().handle(Request::Run { run: 1, scenario: Box::new(many.clone()) });
    assert!(format!("{events:?}").contains("500000"), "{events:?}");
    many.log = vec![typed(250, "{ split: 'shop.orders', middle: { n: 5 } }")];
    let events = Engine::new().handle(Request::Run { run: 1, scenario: Box::new(many) });
    assert!(matches!(events.first(), Some(Event::RunStarted { .. })), "{events:?}");
}

#[test]
fn links_carry_every_command() {
    let log = vec![
        typed(1, "{ ping: 1 }"),
        at(2, Command::SetCollectionBalancing { on: false }),
        at(3, Command::SetActiveWindow { minutes: Some((1_380, 360)) }),
        at(4, Command::BeginFault { fault: FaultSpec::ConfigReadOnly, for_sec: Some(9) }),
        at(5, Command::EndFault { fault: FaultSpec::ConfigReadOnly }),
        at(6, Command::AbortMigrations),
    ];
    let scenario = scenario(log);
    assert_eq!(link::decode(&link::encode(&scenario).unwrap()).unwrap(), scenario);
}
