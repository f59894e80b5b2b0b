//! Cases about refining and resharding.

use super::world::*;

/// V-21: a suffix for a large customer.
#[test]
fn refining_makes_a_large_value_divisible() {
    let mut cluster = kept(V8_0, "A B", &rawdoc! { "customer_id": 1 });
    cluster.set_balancer(false);
    cluster.split_at(NS, &rawdoc! { "customer_id": 5 }).unwrap();
    cluster.split_at(NS, &rawdoc! { "customer_id": 6 }).unwrap();
    move_to(&mut cluster, &rawdoc! { "customer_id": 6 }, "B");
    for order in 0..20 {
        cluster.insert_one(NS, &rawdoc! { "_id": order, "customer_id": 5, "order_id": order }).unwrap();
    }
    let refined = key(&rawdoc! { "customer_id": 1, "order_id": 1 });
    assert_eq!(refused(cluster.refine_collection_shard_key(NS, &refined)), (72, "InvalidOptions"));
    cluster.create_index(NS, index(&rawdoc! { "customer_id": 1, "order_id": 1 })).unwrap();
    let before = documents(&cluster);
    cluster.refine_collection_shard_key(NS, &refined).unwrap();
    assert_eq!(
        chunks(&cluster),
        ["[MinKey, 5, MinKey) A", "[5, MinKey, 6, MinKey) A", "[6, MinKey, MaxKey) B"],
        "only the very end gains MaxKey"
    );
    assert_eq!(documents(&cluster), before, "no document moves");
    cluster.split_at(NS, &rawdoc! { "customer_id": 5, "order_id": 10 }).expect("customer 5 can be divided");
    cluster.insert_one(NS, &rawdoc! { "_id": 99, "customer_id": 5 }).expect("without order_id: null");
    assert_eq!(place(&cluster, &rawdoc! { "customer_id": 5 }), "[5, MinKey, 5, 10) A");
    cluster.check_invariants().unwrap();
}

/// V-22: space, time and company of a resharding.
#[test]
fn what_resharding_needs() {
    const GB: u64 = 1_000_000_000;
    let space = V8_0.profile().commands.reshard_space;
    let estimate = OperationEstimate::new(2_000 * GB, 400 * GB, 4, 100 * MIB, space);
    assert_eq!(estimate.free_bytes_per_shard, 1_200 * GB);
    let old = OperationEstimate::new(2_000 * GB, 400 * GB, 4, 100 * MIB, V7_0.profile().commands.reshard_space);
    assert_eq!(old.free_bytes_total, 2_400 * GB, "1.2 times the collection");
    let mut cluster = kept(V8_0, "A B C D", &rawdoc! { "x": 1 });
    for x in 0..100 {
        cluster.insert_one(NS, &rawdoc! { "_id": x, "x": x, "y": x }).unwrap();
    }
    let few = ReshardOptions { num_initial_chunks: Some(4), ..ReshardOptions::default() };
    cluster.reshard_collection(NS, key(&rawdoc! { "y": 1 }), &few).unwrap();
    let operation = cluster.operation().unwrap();
    assert!(operation.ends() - operation.started() >= 300_000, "five minutes however small");
    assert_eq!(code(cluster.add_shard("E", &[])), 117);
    assert_eq!(code(cluster.remove_shard("D")), 117);
    cluster.shard_collection("shop.other", key(&rawdoc! { "x": 1 }), PREPARED).unwrap();
    let other = cluster.reshard_collection("shop.other", key(&rawdoc! { "y": 1 }), &few);
    assert_eq!(refused(other), (338, "ReshardCollectionInProgress"));
    settle(&mut cluster);
    assert_eq!(collection(&cluster).pattern().unwrap().to_string(), "{ y: 1 }");
    // A unique index that the new key does not start.
    let unique = Index { unique: true, ..index(&rawdoc! { "y": 1, "x": 1 }) };
    cluster.create_index(NS, unique).unwrap();
    assert_eq!(code(cluster.reshard_collection(NS, key(&rawdoc! { "x": 1 }), &few)), 72);
}

/// V-39: one `_id` on two shards.
#[test]
fn an_id_is_unique_on_its_shard_only() {
    let twins = || {
        let mut cluster = kept(V8_0, "A B", &rawdoc! { "x": 1 });
        cluster.set_balancer(false);
        cluster.split_at(NS, &rawdoc! { "x": 0 }).unwrap();
        move_to(&mut cluster, &rawdoc! { "x": 5 }, "B");
        cluster.insert_one(NS, &rawdoc! { "_id": 1, "x": -5 }).unwrap();
        cluster.insert_one(NS, &rawdoc! { "_id": 1, "x": 5 }).unwrap();
        for id in 10..40 {
            cluster.insert_one(NS, &rawdoc! { "_id": id, "x": id }).unwrap();
        }
        cluster
    };
    let moved = twins().move_chunk(NS, ChunkRef::Find(&rawdoc! { "x": -5 }), "B", false);
    assert_eq!(refused(moved), (96, "OperationFailed"));
    let mut cluster = twins();
    let few = ReshardOptions { num_initial_chunks: Some(2), ..ReshardOptions::default() };
    cluster.reshard_collection(NS, key(&rawdoc! { "_id": 1 }), &few).unwrap();
    settle(&mut cluster);
    let failed = |event: &ClusterEvent| {
        matches!(event.kind, EventKind::OperationFailed { failure: OperationFailure::DuplicateKey { .. }, .. })
    };
    assert!(cluster.events().iter().any(failed));
    assert_eq!(documents(&cluster), [1, 31], "both are still there");
}
