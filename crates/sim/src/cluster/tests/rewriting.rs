//! Collections written anew: refined, resharded, unsharded, moved.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

/// `shop.orders` by `customer`, 40 documents of two customers kept whole, on three shards.
fn orders() -> Cluster {
    let mut cluster = cluster("s0 s1 s2:eu");
    cluster.set_balancer(false);
    cluster.create_collection_with(NS, CollectionOptions { keeps_documents: true, ..Default::default() }).unwrap();
    cluster.shard_collection(NS, key("customer"), ShardCollectionOptions::default()).unwrap();
    cluster.split_at(NS, &rawdoc! { "customer": 6 }).unwrap();
    for order in 0..40 {
        cluster.insert_one(NS, &rawdoc! { "_id": order, "customer": 5 + order % 2, "order": order }).unwrap();
    }
    cluster
}

fn code<T: std::fmt::Debug>(result: Result<T, CommandError>) -> (i32, &'static str) {
    let refusal = result.unwrap_err();
    (refusal.code(), refusal.code_name())
}

#[test]
fn a_refined_key_moves_nothing_and_allows_finer_cuts() {
    let mut cluster = orders();
    let refined = key("customer order");
    assert_eq!(code(cluster.refine_collection_shard_key(NS, &refined)), (72, "InvalidOptions"), "no index");
    cluster.create_index(NS, index("customer order", false)).unwrap();
    assert_eq!(code(cluster.split_find(NS, ChunkRef::Find(&rawdoc! { "customer": 5 }))), (87, "CannotSplit"));
    cluster.refine_collection_shard_key(NS, &refined).unwrap();
    assert_eq!(chunks(&cluster), ["[MinKey, 6, MinKey) s0", "[6, MinKey, MaxKey) s0"]);
    cluster.check_invariants().unwrap();
    cluster.split_find(NS, ChunkRef::Find(&rawdoc! { "customer": 5, "order": 0 })).expect("customer 5 can be cut now");
    cluster.refine_collection_shard_key(NS, &refined).expect("the same again");
    let table: [(&str, &str, i32); 3] = [
        ("another first field", "order customer", 72),
        ("one field less", "customer", 72),
        ("hashed instead", "customer:hashed order", 72),
    ];
    for (name, wanted, expected) in table {
        assert_eq!(code(cluster.refine_collection_shard_key(NS, &key(wanted))).0, expected, "{name}");
    }
    cluster.create_collection("shop.plain", 1).unwrap();
    assert_eq!(code(cluster.refine_collection_shard_key("shop.plain", &refined)).0, 118);
    assert_eq!(code(cluster.refine_collection_shard_key("shop.nothing", &refined)).0, 26);
    assert_eq!(code(cluster_of(ServerVersion::V4_2, "s0").refine_collection_shard_key(NS, &refined)).0, 59);
    cluster.insert_one(NS, &rawdoc! { "_id": 99, "customer": 5 }).expect("a missing order counts as null");
    cluster.check_invariants().unwrap();
}

#[test]
fn only_fit_indexes_serve_a_refined_key() {
    let cases: [(&str, Index); 4] = [
        ("sparse", Index { sparse: true, ..index("customer order", false) }),
        ("partial", Index { partial: true, ..index("customer order", false) }),
        ("collation", Index { simple_collation: false, ..index("customer order", false) }),
        ("descending", index("customer order:-1", false)),
    ];
    for (name, unfit) in cases {
        let mut cluster = orders();
        cluster.create_index(NS, unfit).unwrap();
        assert_eq!(code(cluster.refine_collection_shard_key(NS, &key("customer order"))).0, 72, "{name}");
    }
    let mut cluster = orders();
    cluster.create_index(NS, index("customer tags", false)).unwrap();
    cluster.insert_one(NS, &rawdoc! { "_id": 77, "customer": 5, "tags": [1, 2] }).unwrap();
    assert_eq!(code(cluster.refine_collection_shard_key(NS, &key("customer tags"))).0, 72, "multikey");
}

#[test]
fn resharding_takes_its_time_and_then_everything_is_new() {
    let mut cluster = orders();
    let options = ReshardOptions { num_initial_chunks: Some(4), ..ReshardOptions::default() };
    assert_eq!(cluster.reshard_collection(NS, key("order"), &options), Ok(true));
    let phases: Vec<_> = [0, 1_000, 298_500]
        .iter()
        .map(|at| {
            cluster.advance_to(*at);
            cluster.operation().unwrap().phase()
        })
        .collect();
    assert_eq!(phases, [OperationPhase::Cloning, OperationPhase::Applying, OperationPhase::BlockingWrites]);
    cluster.insert_one(NS, &rawdoc! { "_id": 1000, "customer": 5, "order": 1000 }).unwrap();
    assert_eq!(chunks(&cluster).len(), 2, "until the end it is as it was");
    let refused: [(&str, Command, i32); 5] = [
        ("another resharding", |c| c.reshard_collection(NS, key("order"), &ReshardOptions::default()).map(drop), 338),
        ("a split", |c| c.split_at(NS, &rawdoc! { "customer": 1 }), 117),
        ("a move", |c| c.move_chunk(NS, ChunkRef::Find(&rawdoc! { "customer": 5 }), "s1", false).map(drop), 117),
        ("addShard", |c| c.add_shard("s9", &[]).map(drop), 117),
        ("removeShard", |c| c.remove_shard("s1").map(drop), 117),
    ];
    for (name, command, expected) in refused {
        assert_eq!(code(command(&mut cluster)).0, expected, "{name}");
    }
    cluster.advance_to(RESHARD_DURATION_MIN_MS);
    assert!(cluster.operation().is_none());
    let collection = cluster.collection(NS).unwrap();
    assert_eq!(collection.pattern().unwrap().to_string(), "{ order: 1 }");
    assert_eq!((collection.n_documents(), collection.chunks().len()), (41, 4));
    let owners: Vec<u64> = (0..3).map(|shard| collection.shard_chunks(shard)).collect();
    assert_eq!(owners.iter().max().unwrap() - owners.iter().min().unwrap(), 1, "spread evenly: {owners:?}");
    let done = cluster.events().iter().find_map(|event| match event.kind {
        EventKind::OperationDone { n_writes_held, .. } => Some(n_writes_held),
        _ => None,
    });
    assert_eq!(done, Some(1), "one write waited");
    cluster.check_invariants().unwrap();
}

#[test]
fn what_resharding_refuses() {
    let mut cluster = orders();
    let zone = (rawdoc! { "order": 0 }, rawdoc! { "order": 20 }, "eu".to_owned());
    let plain = ReshardOptions::default;
    let table: Vec<(&str, &str, ReshardOptions, i32)> = vec![
        ("unique", "order", ReshardOptions { unique: true, ..plain() }, 2),
        ("no chunk", "order", ReshardOptions { num_initial_chunks: Some(0), ..plain() }, 4_952_602),
        ("90 chunks without a word", "order", plain(), 4_952_606),
        ("too few keys", "customer:hashed", ReshardOptions { num_initial_chunks: Some(50), ..plain() }, 4_952_606),
        ("zone of other fields", "customer order", ReshardOptions { zones: Some(vec![zone.clone()]), ..plain() }, 72),
        (
            "unknown shard",
            "order",
            ReshardOptions { shard_distribution: Some(vec![("s9".into(), None)]), ..plain() },
            70,
        ),
    ];
    for (name, wanted, options, expected) in table {
        assert_eq!(code(cluster.reshard_collection(NS, key(wanted), &options)).0, expected, "{name}");
    }
    assert_eq!(cluster.reshard_collection(NS, key("customer"), &plain()), Ok(false), "the same key: nothing to do");
    cluster.update_zone_key_range(NS, &rawdoc! { "customer": 1 }, &rawdoc! { "customer": 2 }, Some("eu")).unwrap();
    assert_eq!(code(cluster.reshard_collection(NS, key("order"), &plain())).0, 2, "zones are there");
    let zoned = ReshardOptions { zones: Some(vec![zone]), num_initial_chunks: Some(3), ..plain() };
    assert_eq!(cluster.reshard_collection(NS, key("order"), &zoned), Ok(true));
    cluster.advance_to(RESHARD_DURATION_MIN_MS);
    let collection = cluster.collection(NS).unwrap();
    assert!(collection.chunks().iter().all(|chunk| collection.zone_of(chunk).is_none() || chunk.shard_idx() == 2));
    let mut old = cluster_of(ServerVersion::V4_4, "s0");
    assert_eq!(code(old.reshard_collection(NS, key("order"), &plain())).0, 59);
}

#[test]
fn duplicate_ids_end_a_resharding() {
    let mut cluster = orders();
    cluster.move_chunk(NS, ChunkRef::Find(&rawdoc! { "customer": 6 }), "s1", false).unwrap();
    cluster.advance_to(1_000);
    cluster.insert_one(NS, &rawdoc! { "_id": 0, "customer": 6, "order": 0 }).expect("another shard");
    let one = ReshardOptions { num_initial_chunks: Some(1), ..ReshardOptions::default() };
    cluster.reshard_collection(NS, key("order"), &one).unwrap();
    rest(&mut cluster);
    let failure = cluster.events().iter().find_map(|event| match &event.kind {
        EventKind::OperationFailed { failure, .. } => Some(failure.clone()),
        _ => None,
    });
    assert_eq!(failure, Some(OperationFailure::DuplicateKey { index: "{ _id: 1 }".to_owned() }));
    assert_eq!(cluster.collection(NS).unwrap().n_documents(), 41, "as it was");
    cluster.check_invariants().unwrap();
}

#[test]
fn redistribution_by_the_same_key_and_calling_off() {
    let mut cluster = orders();
    let force = ReshardOptions { force_redistribution: true, num_initial_chunks: Some(3), ..ReshardOptions::default() };
    assert_eq!(cluster.reshard_collection(NS, key("customer"), &force), Ok(true));
    assert_eq!(code(cluster.abort_rewrite("shop.nothing")).0, 26);
    cluster.abort_rewrite(NS).unwrap();
    assert_eq!(code(cluster.abort_rewrite(NS)), (339, "NoSuchReshardCollection"));
    assert_eq!(chunks(&cluster).len(), 2);
    cluster.reshard_collection(NS, key("customer"), &force).unwrap();
    rest(&mut cluster);
    let owners: Vec<_> = cluster.collection(NS).unwrap().chunks().iter().map(Chunk::shard_idx).collect();
    assert_eq!(owners.len(), 3, "cut before each customer");
    assert_ne!(owners[1], owners[2], "the customers on two shards");
    let mut old = cluster_of(ServerVersion::V7_0, "s0");
    old.shard_collection(NS, key("customer"), ShardCollectionOptions::default()).unwrap();
    assert_eq!(code(old.reshard_collection(NS, key("customer"), &force)).0, 40415);
}

#[test]
fn a_collection_is_unsharded_and_moved() {
    let mut cluster = orders();
    assert_eq!(code(cluster.move_collection(NS, "s1")).0, 26, "sharded");
    assert_eq!(cluster.unshard_collection(NS, Some("s1")), Ok(true));
    rest(&mut cluster);
    let collection = cluster.collection(NS).unwrap();
    assert_eq!((collection.unsharded_on(), collection.is_tracked(), collection.n_documents()), (Some(1), true, 40));
    assert_eq!(cluster.unshard_collection(NS, Some("s1")), Ok(false), "already there");
    assert_eq!(code(cluster.unshard_collection(NS, Some("s2"))).0, 118);
    assert_eq!(cluster.move_collection(NS, "s2"), Ok(true));
    rest(&mut cluster);
    cluster.move_primary("shop", "s1").unwrap();
    assert_eq!(cluster.collection(NS).unwrap().unsharded_on(), Some(2), "it does not follow the primary");
    cluster.remove_shard("s2").unwrap();
    assert_eq!(cluster.drain_status(2).n_collections, 1);
    cluster.move_collection(NS, "s0").unwrap();
    rest(&mut cluster);
    assert_eq!(cluster.shards()[2].state(), ShardState::Removed);
    cluster.shard_collection(NS, key("order"), WITH_INDEX).expect("sharded again");
    cluster.check_invariants().unwrap();
    let mut old = cluster_of(ServerVersion::V7_0, "s0 s1");
    assert_eq!(code(old.move_collection(NS, "s1")), (59, "CommandNotFound"));
    assert_eq!(code(old.unshard_collection(NS, None)), (59, "CommandNotFound"));
}

#[test]
fn space_and_time_for_resharding() {
    const TB: u64 = 1_000_000_000_000;
    let new = OperationEstimate::new(
        2 * TB,
        4 * TB / 10,
        4,
        100_000_000,
        ServerVersion::V8_0.profile().commands.reshard_space,
    );
    assert_eq!(new.free_bytes_per_shard, 12 * TB / 10);
    assert_eq!(new.duration_ms, 5_000_000 + RESHARD_BLOCK_MS);
    let old = OperationEstimate::new(2 * TB, 0, 4, 100_000_000, ServerVersion::V7_0.profile().commands.reshard_space);
    assert_eq!(old.free_bytes_total, 24 * TB / 10);
    let tiny = OperationEstimate::new(1, 1, 4, 100_000_000, ServerVersion::V8_0.profile().commands.reshard_space);
    assert_eq!(tiny.duration_ms, RESHARD_DURATION_MIN_MS, "five minutes however small");
}

/// Nothing is kept of a collection until somebody asks; what comes while it is written anew, empty as it was, is there
/// afterwards.
#[test]
fn an_empty_collection_written_anew_keeps_what_comes_meanwhile() {
    let (mut cluster, orders) = sharded("s0 s1");
    let options = ReshardOptions { num_initial_chunks: Some(1), ..ReshardOptions::default() };
    assert!(cluster.reshard_collection(NS, key("x:hashed"), &options).unwrap());
    insert(&mut cluster, orders, 0..20);
    rest(&mut cluster);
    assert!(cluster.collection(NS).unwrap().pattern().unwrap().is_hashed());
    assert_eq!(cluster.collection(NS).unwrap().n_documents(), 20 * STANDS_FOR);
    cluster.check_invariants().unwrap();
}
