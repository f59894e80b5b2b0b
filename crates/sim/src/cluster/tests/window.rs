//! The balancing window, a range size of one collection, and the reasons they give.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

const HOUR: Tick = 3_600_000;

fn night() -> Option<ActiveWindow> {
    ActiveWindow::new(19 * 60, 3 * 60)
}

#[test]
fn nothing_moves_outside_the_window() {
    for server in ServerVersion::ALL {
        let (mut cluster, orders) = sharded_of(server, "s0 s1");
        cluster.set_active_window(ActiveWindow::new(5 * 60, 7 * 60));
        for x in [0, 100, 200, 300] {
            cluster.split_at(NS, &rawdoc! { "x": x }).unwrap();
        }
        insert(&mut cluster, orders, 0..100);
        cluster.advance_to(5 * HOUR - 1);
        assert_eq!(why(&cluster), NoMoveReason::OutsideWindow { start_ms: 5 * HOUR, stop_ms: 7 * HOUR }, "{server:?}");
        assert!(!cluster.is_at_rest());
        assert_eq!(cluster.next_event_at(), Some(5 * HOUR), "{server:?}: idle time is jumped over");
        cluster.advance_to(5 * HOUR);
        assert_eq!(cluster.migrations().len(), 1, "{server:?}");
        rest(&mut cluster);
        assert!(cluster.now() < 6 * HOUR);
        assert!(cluster.is_at_rest());
        cluster.check_invariants().unwrap();
    }
}

/// What the first round after the opening only splits or flags, the next ones move.
#[test]
fn an_opening_window_brings_as_many_rounds_as_it_takes() {
    for server in [ServerVersion::V4_2, ServerVersion::V5_0] {
        let (mut cluster, orders) = sharded_of(server, "s0 s1");
        cluster.set_range_size(1024 * MIB).unwrap();
        insert(&mut cluster, orders, 0..60);
        for split in [200, 300] {
            cluster.split_at(NS, &rawdoc! { "x": split }).unwrap();
        }
        cluster.set_range_size(10 * MIB).unwrap();
        cluster.set_active_window(ActiveWindow::new(60, 120));
        cluster.advance_to(HOUR);
        let log = happened(&cluster);
        assert!(log.last().unwrap().ends_with("TooBig"), "{server:?}: {log:?}");
        assert!(!cluster.is_at_rest(), "{server:?}");
        rest(&mut cluster);
        let collection = cluster.collection(NS).unwrap();
        let counts = [collection.shard_chunks(0), collection.shard_chunks(1)];
        assert!(counts[0].abs_diff(counts[1]) <= 1, "{server:?}: {counts:?}");
        assert_eq!(cluster.balancer_collection_status(orders), None);
    }
}

/// Migrations under way at closing time end; the next ones wait for the evening.
#[test]
fn closing_lets_migrations_end() {
    let (mut cluster, orders) = sharded("s0 s1");
    cluster.set_active_window(night());
    cluster.advance_to(3 * HOUR - 500);
    insert(&mut cluster, orders, 0..100);
    cluster.set_balancer(false);
    cluster.set_balancer(true);
    cluster.advance_to(3 * HOUR - 500);
    assert_eq!(cluster.migrations().len(), 1);
    cluster.advance_to(4 * HOUR);
    assert_eq!(loads(&cluster), [91, 9]);
    assert_eq!(why(&cluster), NoMoveReason::OutsideWindow { start_ms: 19 * HOUR, stop_ms: 3 * HOUR });
    cluster.advance_to(20 * HOUR);
    assert_eq!(loads(&cluster), [64, 36]);
}

/// Off wins over the window; all day again brings the next round.
#[test]
fn off_stays_off_in_the_window() {
    let (mut cluster, orders) = sharded("s0 s1");
    cluster.set_active_window(night());
    cluster.set_balancer(false);
    insert(&mut cluster, orders, 0..100);
    cluster.advance_to(30 * HOUR);
    assert_eq!(loads(&cluster), [100, 0]);
    assert_eq!(why(&cluster), NoMoveReason::BalancerOff);
    cluster.set_balancer(true);
    cluster.advance_to(31 * HOUR);
    assert_eq!(loads(&cluster), [100, 0], "07:00");
    cluster.set_active_window(None);
    cluster.advance_to(31 * HOUR + 60_000);
    assert_eq!(loads(&cluster), [64, 36]);
}

/// 10 MiB for all, 30 MiB for one: its threshold and its ranges are three times as large.
#[test]
fn a_collection_may_have_a_range_size_of_its_own() {
    let (mut cluster, orders) = sharded("s0 s1");
    cluster.set_collection_range_size(NS, Some(30 * MIB)).unwrap();
    assert_eq!((cluster.range_size_bytes(), cluster.range_size_of(orders)), (10 * MIB, 30 * MIB));
    insert(&mut cluster, orders, 0..80);
    rest(&mut cluster);
    assert_eq!(loads(&cluster), [80, 0], "the gap of 80 is below 90");
    insert(&mut cluster, orders, 80..100);
    rest(&mut cluster);
    assert_eq!(loads(&cluster), [71, 29]);
    cluster.set_collection_range_size(NS, None).unwrap();
    rest(&mut cluster);
    assert_eq!(loads(&cluster), [62, 38]);
    for (bytes, name) in [(0, "InvalidOptions"), (MIB + 1, "InvalidOptions"), (1025 * MIB, "InvalidOptions")] {
        let refusal = cluster.set_collection_range_size(NS, Some(bytes)).unwrap_err();
        assert_eq!(refusal, CommandError::RangeSizeOutOfBounds { bytes }, "{name}");
    }
    assert!(matches!(
        cluster.set_collection_range_size("shop.none", None),
        Err(CommandError::NamespaceNotFound { .. })
    ));
}
