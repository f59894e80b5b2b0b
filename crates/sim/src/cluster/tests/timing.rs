//! Simulated time: when rounds run, and that idle time costs nothing.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

fn rounds(cluster: &Cluster) -> Vec<(Tick, usize, u64, Tick)> {
    let decisions = cluster.events().iter().filter_map(|event| match &event.kind {
        EventKind::Decision { decision, n_rounds, last_at } => {
            Some((event.at, decision.n_migrations, *n_rounds, *last_at))
        }
        _ => None,
    });
    decisions.collect()
}

#[test]
fn idle_rounds_are_ten_seconds_apart_and_only_counted() {
    let (mut cluster, orders) = sharded("s0 s1");
    assert_eq!(cluster.next_event_at(), Some(0));
    cluster.advance_to(0);
    assert!(cluster.is_at_rest());
    assert_eq!(cluster.next_event_at(), None);
    cluster.advance_to(10_000_000_000);
    assert_eq!(rounds(&cluster), [(0, 0, 1_000_001, 10_000_000_000)]);
    assert_eq!(cluster.now(), 10_000_000_000);

    cluster.advance_to(10_000_003_000);
    insert(&mut cluster, orders, [1]);
    assert!(!cluster.is_at_rest());
    assert_eq!(cluster.next_event_at(), Some(10_000_010_000), "rounds keep their beat");
    cluster.advance_to(5);
    assert_eq!(cluster.now(), 10_000_003_000, "time does not run backwards");
}

#[test]
fn steps_of_any_length_come_to_the_same() {
    let run = |step: Tick| {
        let (mut cluster, orders) = sharded("s0 s1 s2");
        insert(&mut cluster, orders, 0..150);
        let mut at = 0;
        while at < 120_000 {
            at += step;
            cluster.advance_to(at.min(60_000));
            if at >= 60_000 {
                break;
            }
        }
        insert(&mut cluster, orders, 150..200);
        cluster.advance_to(600_000);
        cluster.digest()
    };
    let expected = run(60_000);
    for step in [1, 7, 999, 10_000, 33_333] {
        assert_eq!(run(step), expected, "steps of {step} ms");
    }
}

/// Migrations of 9 MiB at 10 MiB/s take 0.9 s and 0.2 s beside: the next round starts when they have ended.
#[test]
fn a_round_waits_for_its_migrations_and_a_second_at_least() {
    let (mut cluster, orders) = sharded("s0 s1");
    insert(&mut cluster, orders, 0..100);
    rest(&mut cluster);
    let starts: Vec<_> = rounds(&cluster).iter().map(|(at, ..)| *at).collect();
    assert_eq!(starts[..3], [0, 1_100, 2_200]);

    let mut quick = Cluster::new(ClusterConfig {
        server: ServerVersion::V8_0,
        shards: ["s0", "s1"].map(|name| (name.to_owned(), Vec::new())).to_vec(),
        range_size_bytes: 10 * MIB,
        balancer_on: true,
        migration_bytes_per_sec: 1 << 40,
        migration_overhead_ms: 0,
    })
    .unwrap();
    quick.create_collection(NS, STANDS_FOR).unwrap();
    let orders = quick.shard_collection(NS, key("x"), ShardCollectionOptions::default()).unwrap();
    insert(&mut quick, orders, 0..100);
    rest(&mut quick);
    let starts: Vec<_> = rounds(&quick).iter().map(|(at, ..)| *at).collect();
    assert_eq!(starts[..3], [0, 1_000, 2_000]);
}

#[test]
fn starting_the_balancer_brings_a_round_at_once() {
    let (mut cluster, orders) = sharded("s0 s1");
    cluster.set_balancer(false);
    insert(&mut cluster, orders, 0..100);
    cluster.advance_to(13_000);
    cluster.set_balancer(true);
    assert_eq!(cluster.next_event_at(), Some(13_000));
    cluster.advance_to(13_000);
    assert_eq!(cluster.migrations().len(), 1);
    cluster.set_balancer(false);
    rest(&mut cluster);
    assert_eq!(loads(&cluster), [91, 9], "what is on its way arrives");
}
