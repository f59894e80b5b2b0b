//! Shards on their way out.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

#[test]
fn a_drained_shard_is_removed_when_nothing_is_left() {
    let (mut cluster, orders) = sharded("s0 s1 s2");
    insert(&mut cluster, orders, 0..200);
    rest(&mut cluster);
    assert!(loads(&cluster).iter().all(|load| *load > 0));
    let status = cluster.remove_shard("s1").unwrap();
    let n_chunks = cluster.collection(NS).unwrap().shard_chunks(1);
    assert_eq!(
        status,
        RemoveShardStatus::Started(DrainStatus { n_chunks, n_jumbo: 0, n_databases: 0, n_collections: 0 })
    );
    assert!(matches!(cluster.remove_shard("s1"), Ok(RemoveShardStatus::Ongoing(_))));
    rest(&mut cluster);
    assert_eq!(cluster.shards()[1].state(), ShardState::Removed);
    assert_eq!(loads(&cluster)[1], 0);
    assert_eq!(loads(&cluster).iter().sum::<u64>(), 200);
    assert_eq!(cluster.remove_shard("s1"), Err(CommandError::ShardNotFound { shard: "s1".to_owned() }));
    assert_eq!(cluster.add_shard("s1", &[]), Ok(3), "the name is free again");
    cluster.check_invariants().unwrap();
}

#[test]
fn a_primary_stays_until_its_databases_are_moved() {
    let (mut cluster, orders) = sharded("s0 s1");
    insert(&mut cluster, orders, 0..5);
    let plain = cluster.create_collection("shop.plain", 1).unwrap();
    insert(&mut cluster, plain, 0..5);
    cluster.remove_shard("s0").unwrap();
    rest(&mut cluster);
    let left = DrainStatus { n_chunks: 0, n_jumbo: 0, n_databases: 1, n_collections: 0 };
    assert_eq!(cluster.remove_shard("s0"), Ok(RemoveShardStatus::Ongoing(left)));
    cluster.move_primary("shop", "s1").unwrap();
    assert_eq!(cluster.shards()[0].state(), ShardState::Removed);
    let plain = cluster.collection("shop.plain").unwrap();
    assert_eq!((plain.unsharded_on(), plain.shard_documents(1), plain.shard_documents(0)), (Some(1), 5, 0));
}

#[test]
fn an_empty_shard_goes_at_once() {
    let (mut cluster, _) = sharded("s0 s1");
    assert_eq!(cluster.remove_shard("s1"), Ok(RemoveShardStatus::Completed));
    assert!(!cluster.shards()[1].is_present());
}

/// Too many documents for a migration are moved all the same; a chunk that is flagged jumbo never is.
#[test]
fn oversize_chunks_are_forced_off_but_jumbo_ones_stay() {
    let (mut cluster, orders) = sharded("s0 s1 s2");
    cluster.set_balancer(false);
    cluster.move_primary("shop", "s1").unwrap();
    insert(&mut cluster, orders, [7; 60]);
    cluster.remove_shard("s0").unwrap();
    cluster.set_balancer(true);
    rest(&mut cluster);
    assert_eq!(cluster.shards()[0].state(), ShardState::Removed, "forced");
    assert_eq!(loads(&cluster), [0, 60, 0]);

    let (mut cluster, orders) = sharded("s0 s1 s2");
    cluster.move_primary("shop", "s1").unwrap();
    insert(&mut cluster, orders, [7; 60]);
    rest(&mut cluster);
    assert!(cluster.collection(NS).unwrap().chunks()[0].jumbo());
    cluster.remove_shard("s0").unwrap();
    rest(&mut cluster);
    assert_eq!(cluster.drain_status(0), DrainStatus { n_chunks: 1, n_jumbo: 1, n_databases: 0, n_collections: 0 });
    assert_eq!(why(&cluster), NoMoveReason::HeldByJumbo { shard: 0, n_jumbo: 1 });
    cluster.check_invariants().unwrap();
}

#[test]
fn a_migration_to_a_shard_that_leaves_fails() {
    let (mut cluster, orders) = sharded("s0 s1 s2");
    insert(&mut cluster, orders, 0..5);
    cluster.move_range(NS, Some(&rawdoc! { "x": 2_i64 }), None, "s1", false).unwrap();
    cluster.remove_shard("s1").unwrap();
    assert!(cluster.shards()[1].is_draining(), "not before the migration has ended");
    rest(&mut cluster);
    let failed = cluster.events().iter().any(|event| {
        matches!(event.kind, EventKind::MigrationFailed { failure: MigrationFailure::RecipientDraining, .. })
    });
    assert!(failed);
    assert_eq!(chunks(&cluster), ["[MinKey, MaxKey) s0"]);
    assert_eq!(cluster.shards()[1].state(), ShardState::Removed);
    cluster.check_invariants().unwrap();
}

#[test]
fn chunks_of_a_zone_wait_for_a_shard_of_the_zone() {
    let (mut cluster, orders) = sharded("s0:a s1:a s2");
    cluster.update_zone_key_range(NS, &rawdoc! { "x": 0_i64 }, &rawdoc! { "x": 100_i64 }, Some("a")).unwrap();
    insert(&mut cluster, orders, 0..5);
    cluster.move_primary("shop", "s2").unwrap();
    rest(&mut cluster);
    cluster.remove_shard("s1").unwrap();
    cluster.remove_shard("s0").unwrap_err();
    cluster.add_shard("s3", &["a".to_owned()]).unwrap();
    cluster.remove_shard("s0").unwrap();
    rest(&mut cluster);
    assert_eq!(cluster.shards()[0].state(), ShardState::Removed);
    let zoned: Vec<_> = chunks(&cluster).into_iter().filter(|chunk| chunk.starts_with("[0, 100)")).collect();
    assert_eq!(zoned, ["[0, 100) s3"]);
}
