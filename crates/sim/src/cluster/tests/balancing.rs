//! What the balancer does, and why it does nothing.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

fn zone(cluster: &mut Cluster, from: i64, to: i64, zone: &str) {
    cluster.update_zone_key_range(NS, &rawdoc! { "x": from }, &rawdoc! { "x": to }, Some(zone)).unwrap();
}

/// 29 MiB lie below 3 x 10 MiB; with a few more the gap is reached and one range moves.
#[test]
fn a_gap_below_three_range_sizes_stays() {
    let (mut cluster, orders) = sharded("s0 s1");
    insert(&mut cluster, orders, 0..29);
    rest(&mut cluster);
    assert_eq!(chunks(&cluster), ["[MinKey, MaxKey) s0"]);
    let NoMoveReason::GapBelowThreshold(gap) = why(&cluster) else { panic!("{:?}", why(&cluster)) };
    let bytes = 29 * MIB;
    assert_eq!((gap.donor, gap.recipient, gap.gap_bytes()), (0, 1, bytes));
    assert_eq!((gap.ideal_bytes, gap.threshold_bytes), (bytes / 2, 30 * MIB));
    assert_eq!(cluster.balancer_collection_status(orders), None);

    insert(&mut cluster, orders, 29..40);
    assert_eq!(cluster.balancer_collection_status(orders), Some("chunksImbalance"));
    rest(&mut cluster);
    assert_eq!(chunks(&cluster), ["[MinKey, 9) s1", "[9, MaxKey) s0"]);
    assert_eq!(loads(&cluster), [31, 9], "one range size moved, even shares are not the aim");
    let collection = cluster.collection(NS).unwrap();
    let gap = collection.shard_bytes(0) - collection.shard_bytes(1);
    assert!(gap < 30 * MIB, "{gap}");
    cluster.check_invariants().unwrap();
}

#[test]
fn a_loaded_collection_is_peeled_from_the_left() {
    let (mut cluster, orders) = sharded("s0 s1 s2 s3");
    insert(&mut cluster, orders, 0..400);
    rest(&mut cluster);
    let loads = loads(&cluster);
    let (most, least) = (loads.iter().max().unwrap(), loads.iter().min().unwrap());
    assert!(most - least <= 30, "{loads:?}");
    assert_eq!(loads.iter().sum::<u64>(), 400);
    assert!(chunks(&cluster)[0].starts_with("[MinKey, 9)"), "{:?}", chunks(&cluster));
    assert_eq!(chunks(&cluster).last().unwrap().split_once(' ').unwrap().1.split_once(' ').unwrap().1, "s0");
    cluster.check_invariants().unwrap();
}

#[test]
fn empty_chunks_are_not_balanced() {
    let (mut cluster, _) = sharded("s0 s1");
    let points: Vec<_> = (0..50_i64).map(|x| rawdoc! { "x": x }).collect();
    cluster.split_at_all(NS, &points.iter().map(|point| &**point).collect::<Vec<_>>()).unwrap();
    rest(&mut cluster);
    assert_eq!(cluster.collection(NS).unwrap().shard_chunks(0), 51);
    assert_eq!(why(&cluster), NoMoveReason::NoData);
}

#[test]
fn zone_bounds_are_cut_and_misplaced_chunks_move() {
    let (mut cluster, orders) = sharded("s0 s1:a s2:a s3:b");
    insert(&mut cluster, orders, 0..20);
    zone(&mut cluster, 5, 10, "a");
    zone(&mut cluster, 15, 100, "b");
    assert_eq!(cluster.balancer_collection_status(orders), Some("zoneViolation"));
    rest(&mut cluster);
    assert_eq!(chunks(&cluster), ["[MinKey, 5) s0", "[5, 10) s1", "[10, 15) s0", "[15, 100) s3", "[100, MaxKey) s0"]);
    let reasons = cluster.events().iter().filter_map(|event| match &event.kind {
        EventKind::MigrationStarted { reason, .. } => Some(reason.clone()),
        _ => None,
    });
    let violation = |zone: &str| MoveReason::ZoneViolation { zone: zone.to_owned() };
    assert_eq!(reasons.collect::<Vec<_>>(), [violation("a"), violation("b")]);
    cluster.check_invariants().unwrap();
}

/// Two ranges of one zone that touch do not make one: a chunk over both is cut between them.
#[test]
fn inside_a_zone_its_shards_are_evened_out() {
    let (mut cluster, orders) = sharded("s0:a s1:a s2");
    zone(&mut cluster, 0, 1_000, "a");
    insert(&mut cluster, orders, 0..200);
    rest(&mut cluster);
    let loads = loads(&cluster);
    assert_eq!(loads[2], 0, "not in the zone");
    assert!(loads[0].abs_diff(loads[1]) <= 30, "{loads:?}");
    let outcomes = &last_decision(&cluster).outcomes;
    assert_eq!(outcomes.iter().map(|outcome| outcome.zone.as_deref()).collect::<Vec<_>>(), [Some("a"), None]);
    assert!(matches!(outcomes[0].reason, NoMoveReason::GapBelowThreshold(_)), "{outcomes:?}");
    assert!(
        matches!(outcomes[1].reason, NoMoveReason::DonorHasNoChunkOfZone(_) | NoMoveReason::OnlyJumboChunks { .. })
            || loads[0] < 30,
        "{outcomes:?}"
    );
    cluster.check_invariants().unwrap();
}

/// The size that counts is that of the whole collection on the shard, not of its part in the zone.
#[test]
fn a_shard_that_joins_a_zone_gets_one_range() {
    let (mut cluster, orders) = sharded("s0 s1:a,b s2:c");
    cluster.set_range_size(MIB).unwrap();
    let (low, high) = (rawdoc! { "x": RawBsonRef::MinKey }, rawdoc! { "x": RawBsonRef::MaxKey });
    let (left, right) = (rawdoc! { "x": -10_i64 }, rawdoc! { "x": 10_i64 });
    for (min, max, zone) in [(&low, &left, "a"), (&left, &right, "b"), (&right, &high, "c")] {
        cluster.update_zone_key_range(NS, min, max, Some(zone)).unwrap();
    }
    insert(&mut cluster, orders, [-15, -5, 5, 15, 25].into_iter().flat_map(|x| [x, x]));
    rest(&mut cluster);
    cluster.split_at(NS, &rawdoc! { "x": 0_i64 }).unwrap();
    assert_eq!(cluster.collection(NS).unwrap().shard_bytes(0), 0);
    cluster.add_shard_to_zone("s0", "b").unwrap();
    rest(&mut cluster);
    assert_eq!(chunks(&cluster)[..2], ["[MinKey, -10) s1", "[-10, 0) s0"]);
    assert_eq!(loads(&cluster), [2, 4, 4]);
}

#[test]
fn a_frequent_key_ends_up_jumbo_and_blocks_its_shard() {
    let (mut cluster, orders) = sharded("s0 s1");
    insert(&mut cluster, orders, [7; 60]);
    insert(&mut cluster, orders, 8..30);
    rest(&mut cluster);
    let collection = cluster.collection(NS).unwrap();
    let jumbo: Vec<_> =
        collection.chunks().iter().map(|chunk| (chunk.jumbo(), chunk.n_documents() / STANDS_FOR)).collect();
    assert_eq!(jumbo, [(true, 60), (false, 9), (false, 13)], "{:?}", chunks(&cluster));
    assert_eq!(loads(&cluster), [60, 22], "all that can go has gone");
    let kinds = cluster.events().iter().filter_map(|event| match &event.kind {
        EventKind::MigrationFailed { failure: MigrationFailure::ChunkTooBig { .. }, .. } => Some("failed"),
        EventKind::Split { cause: SplitCause::TooBig, .. } => Some("split"),
        EventKind::Jumbo { .. } => Some("jumbo"),
        EventKind::MigrationDone { .. } => Some("done"),
        _ => None,
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["failed", "split", "failed", "jumbo", "done", "done"]);
    assert!(matches!(why(&cluster), NoMoveReason::OnlyJumboChunks { n_jumbo: 1, .. }), "{:?}", why(&cluster));

    let all = (rawdoc! { "x": RawBsonRef::MinKey }, rawdoc! { "x": 8_i64 });
    let version = cluster.collection(NS).unwrap().version();
    cluster.clear_jumbo_flag(NS, ChunkRef::Bounds(&all.0, &all.1)).unwrap();
    assert_eq!(cluster.collection(NS).unwrap().version(), version.next_major());
    assert!(!cluster.collection(NS).unwrap().chunks()[0].jumbo());
    cluster.check_invariants().unwrap();
}

#[test]
fn nothing_moves_while_balancing_is_off() {
    let (mut cluster, orders) = sharded("s0 s1");
    cluster.set_balancer(false);
    insert(&mut cluster, orders, 0..200);
    rest(&mut cluster);
    assert!(cluster.is_at_rest());
    assert_eq!((why(&cluster), loads(&cluster)), (NoMoveReason::BalancerOff, vec![200, 0]));
    cluster.set_balancer(true);
    cluster.set_collection_balancing(NS, false).unwrap();
    rest(&mut cluster);
    assert_eq!((why(&cluster), loads(&cluster)), (NoMoveReason::BalancingDisabled, vec![200, 0]));
    cluster.set_collection_balancing(NS, true).unwrap();
    rest(&mut cluster);
    assert!(loads(&cluster)[1] > 50, "{:?}", loads(&cluster));
}

#[test]
fn one_migration_per_shard_at_a_time_over_all_collections() {
    let mut cluster = cluster("s0 s1 s2 s3");
    for ns in ["a.one", "b.two"] {
        cluster.enable_sharding(&ns[..1], Some("s0")).unwrap();
        cluster.create_collection(ns, STANDS_FOR).unwrap();
        let collection = cluster.shard_collection(ns, key("x"), ShardCollectionOptions::default()).unwrap();
        insert(&mut cluster, collection, 0..100);
    }
    let mut most = 0;
    while let Some(at) = cluster.next_event_at() {
        cluster.advance_to(at);
        let mut used: Vec<_> =
            cluster.migrations().iter().flat_map(|migration| [migration.from(), migration.to()]).collect();
        most = most.max(used.len());
        used.sort_unstable();
        let n_used = used.len();
        used.dedup();
        assert_eq!(used.len(), n_used, "a shard twice");
        cluster.check_invariants().unwrap();
    }
    assert!(most >= 2);
    for collection in cluster.collections() {
        assert!(collection.shard_bytes(1) > 0 || collection.shard_bytes(2) > 0, "{}", collection.ns());
    }
}

#[test]
fn a_single_shard_has_nowhere_to_go() {
    let (mut cluster, orders) = sharded("s0");
    insert(&mut cluster, orders, 0..100);
    rest(&mut cluster);
    assert_eq!(why(&cluster), NoMoveReason::SingleShardInZone { shard: 0 });
}

#[test]
fn a_new_shard_gets_data_by_size_only() {
    let (mut cluster, orders) = sharded("s0 s1");
    insert(&mut cluster, orders, 0..20);
    rest(&mut cluster);
    cluster.add_shard("s2", &[]).unwrap();
    rest(&mut cluster);
    assert_eq!(loads(&cluster), [20, 0, 0], "less than three range sizes");
    insert(&mut cluster, orders, 20..120);
    rest(&mut cluster);
    assert!(loads(&cluster).iter().all(|load| *load >= 10), "{:?}", loads(&cluster));
}
