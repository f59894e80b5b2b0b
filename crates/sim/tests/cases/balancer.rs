//! Cases about what the balancer moves, and why it does not.

use super::world::*;

/// V-01: a key that only grows.
#[test]
fn an_ever_growing_key_fills_one_chunk() {
    let mut cluster = sharded(V8_0, "A B C", &rawdoc! { "order_id": 1 });
    cluster.split_at(NS, &rawdoc! { "order_id": 1_000 }).unwrap();
    cluster.split_at(NS, &rawdoc! { "order_id": 2_000 }).unwrap();
    move_to(&mut cluster, &rawdoc! { "order_id": 1_500 }, "B");
    move_to(&mut cluster, &rawdoc! { "order_id": 2_000 }, "C");
    let before = migrations(&cluster);
    for order in 2_000..7_000 {
        insert(&mut cluster, &mib(rawdoc! { "order_id": order }));
    }
    settle(&mut cluster);
    let inserts: Vec<u64> = (0..3).map(|shard| collection(&cluster).shard_inserts_total(shard)).collect();
    assert_eq!(inserts, [0, 0, 5_000]);
    assert_eq!(migrations(&cluster), before, "5 MB are no gap of 384 MB");
    move_to(&mut cluster, &rawdoc! { "order_id": 6_999 }, "A");
    insert(&mut cluster, &mib(rawdoc! { "order_id": 7_000 }));
    assert_eq!(collection(&cluster).shard_inserts_total(0), 1, "the hot spot follows its range");
}

/// V-07: equal ranges, unequal bytes.
#[test]
fn equal_ranges_say_nothing_about_bytes() {
    let mut cluster = heavy(V5_0, "s0 s1", &rawdoc! { "user": 1, "n": 1 });
    cluster.split_at(NS, &rawdoc! { "user": 500, "n": MIN }).unwrap();
    move_to(&mut cluster, &rawdoc! { "user": 500, "n": 0 }, "s1");
    cluster.set_balancer(false);
    insert_mib(&mut cluster, (0..300).map(|n| rawdoc! { "user": 7, "n": n }));
    insert_mib(&mut cluster, (0..60).map(|n| rawdoc! { "user": 700, "n": n }));
    let loads = loads(&cluster);
    assert_eq!((loads[0], loads[1]), (300, 60), "half of the users each, five times the bytes");
}

/// A holds ten empty chunks, B ten of 120 MiB.
fn emptied(server: ServerVersion) -> Cluster {
    let mut cluster = heavy(server, "A B", &rawdoc! { "org_id": 1 });
    cluster.set_balancer(false);
    // Until 4.4 chunks of more than half a chunk size are split.
    cluster.set_range_size(if server < V5_0 { 256 * MIB } else { 128 * MIB }).unwrap();
    for org in 1..20 {
        cluster.split_at(NS, &rawdoc! { "org_id": org * 1_000 }).unwrap();
    }
    for org in 10..20 {
        move_to(&mut cluster, &rawdoc! { "org_id": org * 1_000 }, "B");
        insert_mib(&mut cluster, (0..120).map(|n| rawdoc! { "org_id": org * 1_000 + n }));
    }
    assert_eq!((loads(&cluster), chunk_counts(&cluster)), (vec![0, 1_200], vec![10, 10]));
    cluster
}

/// V-08: chunks that deletes have emptied.
#[test]
fn empty_chunks_hide_an_imbalance_until_5_0() {
    for server in [V4_2, V4_4, V5_0] {
        let mut cluster = emptied(server);
        let before = migrations(&cluster);
        cluster.set_balancer(true);
        settle(&mut cluster);
        assert_eq!((migrations(&cluster), loads(&cluster)), (before, vec![0, 1_200]), "{server:?}: 10 against 10");
    }
    for server in [V6_0, V7_0, V8_0] {
        let mut cluster = emptied(server);
        cluster.set_balancer(true);
        settle(&mut cluster);
        let loads = loads(&cluster);
        assert!(loads[0] > 0 && loads[1] - loads[0] < 384, "{server:?}: by size {loads:?}");
    }
    let mut merging = emptied(V7_0);
    merging.set_balancer(true);
    merging.advance_to(merging.now() + 3 * 3_600_000);
    assert!(chunk_counts(&merging)[0] < 10, "the AutoMerger folded empty neighbours: {:?}", chunk_counts(&merging));
}

/// V-09: below and at three range sizes.
#[test]
fn the_threshold_is_three_range_sizes() {
    let load = |mib: i32| {
        let mut cluster = heavy(V8_0, "A B", &rawdoc! { "x": 1 });
        insert_mib(&mut cluster, (0..mib).map(|x| rawdoc! { "x": x }));
        cluster
    };
    let mut below = load(300);
    assert_eq!(below.collection_status(NS).unwrap(), CollectionStatus { chunk_size_mib: 128, violation: None });
    settle(&mut below);
    assert_eq!((migrations(&below), loads(&below)), (0, vec![300, 0]));
    assert!(matches!(why(&below), NoMoveReason::GapBelowThreshold(gap) if gap.gap_bytes() == 300 * MIB));
    let mut above = load(400);
    assert_eq!(above.collection_status(NS).unwrap().violation, Some("chunksImbalance"));
    settle(&mut above);
    let loads = loads(&above);
    assert_eq!(migrations(&above), 1);
    assert!((127..=128).contains(&loads[1]) && loads[0] + loads[1] == 400, "one range, then it stops: {loads:?}");
}

/// V-09c: the window narrows a running balancer and never starts one.
#[test]
fn off_is_off_also_inside_the_window() {
    const HOUR: u64 = 3_600_000;
    let mut cluster = heavy(V8_0, "A B C", &rawdoc! { "x": 1 });
    cluster.set_balancer(false);
    cluster.set_active_window(ActiveWindow::new(19 * 60, 3 * 60));
    insert_mib(&mut cluster, (0..2_000).map(|x| rawdoc! { "x": x }));
    cluster.advance_to(2 * 24 * HOUR + 6 * HOUR);
    assert_eq!((migrations(&cluster), why(&cluster)), (0, NoMoveReason::BalancerOff));
    cluster.set_balancer(true);
    cluster.advance_to(2 * 24 * HOUR + 18 * HOUR);
    assert!(matches!(why(&cluster), NoMoveReason::OutsideWindow { .. }));
    cluster.advance_to(3 * 24 * HOUR + 6 * HOUR);
    let starts: Vec<u64> = cluster
        .events()
        .iter()
        .filter(|event| matches!(event.kind, EventKind::MigrationStarted { .. }))
        .map(|event| event.at % (24 * HOUR))
        .collect();
    assert!(!starts.is_empty() && starts.iter().all(|at| *at >= 19 * HOUR || *at < 3 * HOUR), "{starts:?}");
}

/// V-09d: a flagged chunk keeps a shard from leaving.
#[test]
fn a_jumbo_chunk_blocks_draining() {
    let mut cluster = heavy(V8_0, "s0 s1 s2", &rawdoc! { "x": 1 });
    cluster.set_balancer(false);
    for x in [10, 20, 30, 40] {
        cluster.split_at(NS, &rawdoc! { "x": x }).unwrap();
        move_to(&mut cluster, &rawdoc! { "x": x }, "s2");
    }
    // One key with more than twice the range size: it proves too big to move and gets the flag.
    insert_mib(&mut cluster, (0..300).map(|_| rawdoc! { "x": 25 }));
    insert_mib(&mut cluster, (0..500).map(|n| rawdoc! { "x": -n }));
    insert_mib(&mut cluster, (0..900).map(|_| rawdoc! { "x": 25 }));
    cluster.set_balancer(true);
    settle(&mut cluster);
    let flagged = collection(&cluster).chunks().iter().filter(|chunk| chunk.jumbo()).count();
    assert_eq!(flagged, 1, "the chunk of one key");
    cluster.remove_shard("s2").unwrap();
    settle(&mut cluster);
    let status = cluster.drain_status(2);
    assert_eq!((status.n_chunks, status.n_jumbo), (1, 1), "the others left, the flagged one stays");
    assert!(matches!(cluster.remove_shard("s2").unwrap(), RemoveShardStatus::Ongoing(_)));
    let bounds = (rawdoc! { "x": 20 }, rawdoc! { "x": 30 });
    cluster.clear_jumbo_flag(NS, ChunkRef::Bounds(&bounds.0, &bounds.1)).unwrap();
    settle(&mut cluster);
    assert_eq!(cluster.shards()[2].state(), ShardState::Removed, "oversized but not flagged: it is forced off");
}

/// V-09e: zones compare whole collections.
#[test]
fn a_shard_that_joins_a_zone_gets_one_range() {
    let mut cluster = cluster(V8_0, "s0 s1:zoneA,zoneB s2:zoneC");
    cluster.set_range_size(MIB).unwrap();
    cluster.create_collection(NS, PER_MIB + 10).unwrap();
    zone(&mut cluster, &rawdoc! { "x": MIN }, &rawdoc! { "x": -10 }, "zoneA").unwrap();
    zone(&mut cluster, &rawdoc! { "x": -10 }, &rawdoc! { "x": 10 }, "zoneB").unwrap();
    zone(&mut cluster, &rawdoc! { "x": 10 }, &rawdoc! { "x": MAX }, "zoneC").unwrap();
    cluster.shard_collection(NS, key(&rawdoc! { "x": 1 }), PREPARED).unwrap();
    cluster.split_at(NS, &rawdoc! { "x": 0 }).unwrap();
    cluster.split_at(NS, &rawdoc! { "x": 20 }).unwrap();
    insert_mib(&mut cluster, [-15, -5, 5, 15, 25].map(|x| rawdoc! { "x": x }));
    settle(&mut cluster);
    assert_eq!(chunk_counts(&cluster), [0, 3, 2]);
    cluster.add_shard_to_zone("s0", "zoneB").unwrap();
    settle(&mut cluster);
    assert_eq!(chunks(&cluster)[1], "[-10, 0) s0", "the first range of zone B");
    assert_eq!((chunk_counts(&cluster), migrations(&cluster)), (vec![1, 2, 2], 1), "and nothing more");
}

/// V-23: chunks cut by hand stay where they are.
#[test]
fn empty_chunks_cut_by_hand() {
    let presplit = |server: ServerVersion| {
        let mut cluster = heavy(server, "s0 s1 s2", &rawdoc! { "email": 1 });
        for first in b'a'..=b'z' {
            for second in ["a", "g", "m", "s", "y"] {
                let point = format!("{}{second}", char::from(first));
                cluster.split_at(NS, &rawdoc! { "email": point }).unwrap();
            }
        }
        assert_eq!(chunk_counts(&cluster), [131, 0, 0], "{server:?}");
        settle(&mut cluster);
        cluster
    };
    for server in [V4_2, V4_4, V5_0] {
        let counts = chunk_counts(&presplit(server));
        assert!(counts.iter().all(|n| (43..=44).contains(n)), "{server:?}: spread by count, {counts:?}");
    }
    for server in [V6_0, V7_0, V8_0] {
        let mut cluster = presplit(server);
        assert_eq!(chunk_counts(&cluster), [131, 0, 0], "{server:?}: no bytes to balance");
        let email =
            |nth: u32| format!("{}{}", char::from(b'a' + (nth % 26) as u8), char::from(b'a' + (nth % 25) as u8));
        insert_mib(&mut cluster, (0..380).map(|nth| rawdoc! { "email": email(nth) }));
        settle(&mut cluster);
        assert_eq!(loads(&cluster), [380, 0, 0], "{server:?}: the load starts on the primary");
        insert_mib(&mut cluster, (380..800).map(|nth| rawdoc! { "email": email(nth) }));
        settle(&mut cluster);
        assert!(loads(&cluster)[1] > 0, "{server:?}: moves begin above 384 MB");
    }
    let mut merging = presplit(V7_0);
    merging.advance_to(3 * 3_600_000);
    assert_eq!(chunk_counts(&merging), [1, 0, 0], "the AutoMerger folds them back together");
}
