//! Faults and orphans: nothing is lost, and the reason is in the log.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

/// Ten documents of 1 MiB on s0 in two chunks, the balancer off.
fn halves() -> (Cluster, CollectionIdx) {
    let (mut cluster, collection) = sharded("s0 s1 s2");
    cluster.set_balancer(false);
    insert(&mut cluster, collection, 0..10);
    cluster.split_at(NS, &rawdoc! { "x": 5_i64 }).unwrap();
    (cluster, collection)
}

fn move_upper(cluster: &mut Cluster, to: &str) -> Result<Option<u32>, i32> {
    let upper = rawdoc! { "x": 7_i64 };
    cluster.move_chunk(NS, ChunkRef::Find(&upper), to, false).map_err(|refusal| refusal.code())
}

fn failures(cluster: &Cluster) -> Vec<MigrationFailure> {
    let failure = |event: &ClusterEvent| match &event.kind {
        EventKind::MigrationFailed { failure, .. } => Some(failure.clone()),
        _ => None,
    };
    cluster.events().iter().filter_map(failure).collect()
}

fn orphans(cluster: &Cluster) -> Vec<u64> {
    (0..cluster.shards().len()).map(|shard| cluster.orphans(0, shard).n_documents / STANDS_FOR).collect()
}

#[test]
fn orphans_during_and_after_a_migration() {
    let (mut cluster, _) = halves();
    let ends = 200 + 500;
    move_upper(&mut cluster, "s1").unwrap();
    cluster.advance_to(350);
    assert_eq!(orphans(&cluster), [0, 2, 0], "half of it cloned");
    cluster.advance_to(ends);
    assert_eq!(orphans(&cluster), [5, 0, 0], "the donor keeps what it gave away");
    assert_eq!(loads(&cluster), [5, 5, 0], "owned, without orphans");
    cluster.advance_to(ends + ORPHAN_DELAY_MS - 1);
    assert_eq!(orphans(&cluster), [5, 0, 0]);
    cluster.advance_to(ends + ORPHAN_DELAY_MS);
    assert_eq!(orphans(&cluster), [0, 0, 0]);
    let deleted = EventKind::OrphansDeleted { shard: 0, n_documents: 5 * STANDS_FOR, n_bytes: 5 * MIB };
    assert!(cluster.events().iter().any(|event| event.kind == deleted));
    cluster.check_invariants().unwrap();
}

#[test]
fn waiting_for_the_deletion_leaves_no_orphans() {
    let (mut cluster, _) = halves();
    let options = MoveOptions { wait_for_delete: true, ..MoveOptions::default() };
    cluster.move_chunk_with(NS, ChunkRef::Find(&rawdoc! { "x": 7_i64 }), "s1", options).unwrap();
    cluster.advance_to(10_000);
    assert_eq!(orphans(&cluster), [0, 0, 0]);
}

#[test]
fn a_range_comes_back_only_after_its_orphans_are_gone() {
    let (mut cluster, _) = halves();
    move_upper(&mut cluster, "s1").unwrap();
    cluster.advance_to(700);
    assert_eq!(move_upper(&mut cluster, "s0"), Err(96), "fifteen minutes are more than the ten seconds that it waits");
    assert_eq!(move_upper(&mut cluster, "s2"), Ok(Some(1)), "elsewhere it may go");
    cluster.advance_to(1_400);
    cluster.advance_to(700 + ORPHAN_DELAY_MS - RECEIVE_WAIT_MS);
    assert_eq!(move_upper(&mut cluster, "s0"), Ok(Some(2)), "now it waits");
    assert_eq!(cluster.migrations()[0].ends(), 700 + ORPHAN_DELAY_MS + 700);
    rest(&mut cluster);
    assert_eq!(loads(&cluster), [10, 0, 0]);
    cluster.check_invariants().unwrap();
}

#[test]
fn a_shard_that_goes_down_breaks_its_migrations_off() {
    let (mut cluster, collection) = halves();
    move_upper(&mut cluster, "s1").unwrap();
    cluster.advance_to(300);
    cluster.inject_fault(Fault::ShardDown(1), Some(5_000)).unwrap();
    assert_eq!(failures(&cluster), [MigrationFailure::ShardDown { shard: 1 }]);
    assert_eq!((loads(&cluster), orphans(&cluster)), (vec![10, 0, 0], vec![0, 0, 0]), "nothing lost, nothing left");
    assert_eq!(move_upper(&mut cluster, "s1"), Err(133));
    assert_eq!(move_upper(&mut cluster, "s2"), Ok(Some(1)));
    cluster.advance_to(6_000);
    assert_eq!(loads(&cluster), [5, 0, 5]);
    assert!(cluster.faults().is_empty(), "it ended by itself");
    assert_eq!(move_upper(&mut cluster, "s1"), Ok(Some(2)));
    cluster.inject_fault(Fault::ShardDown(0), None).unwrap();
    let refused = cluster.insert(collection, &document(3)).unwrap_err();
    assert_eq!((refused.code(), refused.code_name()), (133, "FailedToSatisfyReadPreference"));
    cluster.insert(collection, &document(8)).expect("another shard takes it");
    cluster.end_fault(Fault::ShardDown(0));
    cluster.insert(collection, &document(3)).expect("up again");
    cluster.check_invariants().unwrap();
}

#[test]
fn full_and_slow_shards() {
    let (mut cluster, collection) = halves();
    cluster.inject_fault(Fault::ShardFull(1), None).unwrap();
    assert_eq!(move_upper(&mut cluster, "s1"), Err(14031));
    cluster.inject_fault(Fault::ShardSlow(2, 10), None).unwrap();
    assert_eq!(move_upper(&mut cluster, "s2"), Ok(Some(0)));
    assert_eq!(cluster.migrations()[0].ends(), 7_000, "ten times 700 ms");
    rest(&mut cluster);
    cluster.end_fault(Fault::ShardSlow(2, 1));
    cluster.end_fault(Fault::ShardFull(1));
    assert!(cluster.faults().is_empty());
    assert_eq!(move_upper(&mut cluster, "s1"), Ok(Some(1)));
    cluster.inject_fault(Fault::ShardFull(1), None).unwrap();
    assert_eq!(failures(&cluster), [MigrationFailure::ShardFull { shard: 1 }], "full on the way");
    cluster.inject_fault(Fault::ShardFull(0), None).unwrap();
    assert_eq!(cluster.insert(collection, &document(1)).unwrap_err().code_name(), "OutOfDiskSpace");
    cluster.check_invariants().unwrap();
}

#[test]
fn without_a_config_primary_documents_go_on_and_metadata_stands_still() {
    let (mut cluster, collection) = halves();
    move_upper(&mut cluster, "s1").unwrap();
    cluster.inject_fault(Fault::ConfigReadOnly, Some(60_000)).unwrap();
    let refused: [(&str, Command); 8] = [
        ("split", |c| c.split_at(NS, &rawdoc! { "x": 2_i64 })),
        ("merge", |c| c.merge_chunks(NS, &rawdoc! { "x": RawBsonRef::MinKey }, &rawdoc! { "x": RawBsonRef::MaxKey })),
        ("addShard", |c| c.add_shard("s9", &[]).map(drop)),
        ("removeShard", |c| c.remove_shard("s2").map(drop)),
        ("zone", |c| c.add_shard_to_zone("s1", "z")),
        ("enableSharding", |c| c.enable_sharding("other", None).map(drop)),
        ("shardCollection", |c| {
            c.shard_collection("shop.other", key("x"), ShardCollectionOptions::default()).map(drop)
        }),
        ("movePrimary", |c| c.move_primary("shop", "s1")),
    ];
    for (name, command) in refused {
        let refusal = command(&mut cluster).unwrap_err();
        assert_eq!((refusal.code(), refusal.code_name()), (133, "FailedToSatisfyReadPreference"), "{name}");
    }
    insert(&mut cluster, collection, 20..25);
    cluster.set_balancer(true);
    cluster.advance_to(59_000);
    assert_eq!(failures(&cluster), [MigrationFailure::ConfigReadOnly], "it could not be committed");
    assert_eq!(loads(&cluster), [15, 0, 0]);
    assert_eq!(why(&cluster), NoMoveReason::ConfigReadOnly);
    cluster.check_invariants().unwrap();
}

#[test]
fn a_round_needs_the_sizes_from_every_shard() {
    let (mut cluster, collection) = sharded("s0 s1 s2");
    insert(&mut cluster, collection, 0..60);
    cluster.inject_fault(Fault::ShardDown(2), Some(25_000)).unwrap();
    cluster.advance_to(24_000);
    assert_eq!((why(&cluster), loads(&cluster)), (NoMoveReason::ShardDown { shard: 2 }, vec![60, 0, 0]));
    rest(&mut cluster);
    assert_eq!(loads(&cluster).iter().sum::<u64>(), 60);
    assert!(loads(&cluster)[0] < 60, "balanced once it is up again");
    cluster.check_invariants().unwrap();
}

#[test]
fn a_migration_is_broken_off_by_hand() {
    let (mut cluster, _) = halves();
    let id = move_upper(&mut cluster, "s1").unwrap().unwrap();
    cluster.advance_to(400);
    cluster.abort_migration(id).unwrap();
    assert_eq!(failures(&cluster), [MigrationFailure::Aborted]);
    assert_eq!((loads(&cluster), orphans(&cluster)), (vec![10, 0, 0], vec![0, 0, 0]));
    assert_eq!(cluster.abort_migration(id).unwrap_err().code(), 26);
    assert_eq!(move_upper(&mut cluster, "s1"), Ok(Some(1)), "and may be tried again");
    assert!(cluster.inject_fault(Fault::ShardDown(9), None).is_err());
    assert!(cluster.inject_fault(Fault::ShardSlow(1, 0), None).is_err());
}

#[test]
fn in_4_2_a_returning_range_is_cleaned_at_once() {
    let (mut cluster, collection) = sharded_of(ServerVersion::V4_2, "s0 s1 s2");
    cluster.set_balancer(false);
    insert(&mut cluster, collection, 0..9);
    cluster.split_at(NS, &rawdoc! { "x": 5_i64 }).unwrap();
    move_upper(&mut cluster, "s1").unwrap();
    cluster.advance_to(2_000);
    assert_eq!(orphans(&cluster)[0], 4);
    move_upper(&mut cluster, "s0").unwrap();
    assert_eq!(orphans(&cluster)[0], 0, "before the first document comes");
    cluster.advance_to(4_000);
    assert_eq!((loads(&cluster), orphans(&cluster)), (vec![9, 0, 0], vec![0, 4, 0]));
    cluster.check_invariants().unwrap();
}
