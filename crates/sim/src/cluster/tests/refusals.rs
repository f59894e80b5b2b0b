//! What each command refuses, with the server's code and name.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

/// Shards `s0` (zone a) to `s2`; `shop.orders` sharded by `x` with zone a over [0, 10); `shop.plain` unsharded;
/// `shop.hashed` sharded by hashed `x`; `shop.pair` sharded by `x, y`.
fn refusing() -> Cluster {
    let (mut cluster, orders) = sharded("s0:a s1:b s2");
    cluster.update_zone_key_range(NS, &rawdoc! { "x": 0_i64 }, &rawdoc! { "x": 10_i64 }, Some("a")).unwrap();
    cluster.split_at(NS, &rawdoc! { "x": 100_i64 }).unwrap();
    insert(&mut cluster, orders, [500, 500, 500]);
    cluster.create_collection("shop.plain", 1).unwrap();
    for (ns, pattern) in [("shop.hashed", key("x:hashed")), ("shop.pair", key("x y"))] {
        cluster.shard_collection(ns, pattern, ShardCollectionOptions::default()).unwrap();
    }
    cluster
}

#[test]
fn shards_and_settings() {
    let table: &[(&str, i32, &str, Command)] = &[
        ("empty name", 2, "BadValue", |c| c.add_shard("", &[]).map(drop)),
        ("name taken", 20, "IllegalOperation", |c| c.add_shard("s1", &[]).map(drop)),
        ("unknown shard", 70, "ShardNotFound", |c| c.remove_shard("s9").map(drop)),
        ("only shard of a zone", 163, "ZoneStillInUse", |c| c.remove_shard("s0").map(drop)),
        ("range size 0", 2, "BadValue", |c| c.set_range_size(0)),
        ("range size half a MiB", 2, "BadValue", |c| c.set_range_size(MIB + MIB / 2)),
        ("range size 1025 MiB", 2, "BadValue", |c| c.set_range_size(1025 * MIB)),
        ("primary of no database", 26, "NamespaceNotFound", |c| c.move_primary("nowhere", "s1")),
        ("primary to no shard", 70, "ShardNotFound", |c| c.move_primary("shop", "s9")),
        ("balancing of nothing", 26, "NamespaceNotFound", |c| c.set_collection_balancing("shop.x", false)),
        ("database with a dot", 73, "InvalidNamespace", |c| c.enable_sharding("a.b", None).map(drop)),
        ("database on no shard", 70, "ShardNotFound", |c| c.enable_sharding("other", Some("s9")).map(drop)),
    ];
    check(table);
}

#[test]
fn the_last_shard_stays() {
    let mut cluster = cluster("s0 s1");
    cluster.enable_sharding("shop", Some("s0")).unwrap();
    cluster.remove_shard("s0").unwrap();
    let refusal = cluster.remove_shard("s1").unwrap_err();
    assert_eq!((refusal.code(), refusal.code_name()), (20, "IllegalOperation"));
    assert!(matches!(cluster.move_primary("shop", "s0"), Err(CommandError::ShardNotFound { .. })), "s0 is draining");
}

#[test]
fn zones() {
    let table: &[(&str, i32, &str, Command)] = &[
        ("unknown shard joins", 70, "ShardNotFound", |c| c.add_shard_to_zone("s9", "a")),
        ("unknown shard leaves", 70, "ShardNotFound", |c| c.remove_shard_from_zone("s9", "a")),
        ("only shard leaves", 163, "ZoneStillInUse", |c| c.remove_shard_from_zone("s0", "a")),
        ("zone without shard", 177, "ZoneNotFound", |c| {
            zone(c, NS, rawdoc! { "x": 1_i64 }, rawdoc! { "x": 2_i64 }, "none")
        }),
        ("upside down", 9, "FailedToParse", |c| zone(c, NS, rawdoc! { "x": 2_i64 }, rawdoc! { "x": 1_i64 }, "a")),
        ("empty", 9, "FailedToParse", |c| zone(c, NS, rawdoc! { "x": 2_i64 }, rawdoc! { "x": 2_i64 }, "a")),
        ("other field", 61, "ShardKeyNotFound", |c| zone(c, NS, rawdoc! { "n": 1_i64 }, rawdoc! { "n": 2_i64 }, "a")),
        ("different fields", 61, "ShardKeyNotFound", |c| {
            zone(c, "shop.pair", rawdoc! { "x": 1_i64 }, rawdoc! { "x": 2_i64, "y": 1_i64 }, "a")
        }),
        ("not the first fields", 61, "ShardKeyNotFound", |c| {
            zone(c, "shop.pair", rawdoc! { "y": 1_i64 }, rawdoc! { "y": 2_i64 }, "a")
        }),
        ("array", 2, "BadValue", |c| zone(c, NS, rawdoc! { "x": 50_i64 }, rawdoc! { "x": [1] }, "a")),
        ("no hash", 72, "InvalidOptions", |c| zone(c, "shop.hashed", rawdoc! { "x": 1 }, rawdoc! { "x": 2 }, "a")),
        ("overlap", 178, "RangeOverlapConflict", |c| zone(c, NS, rawdoc! { "x": 5_i64 }, rawdoc! { "x": 15_i64 }, "a")),
        ("same range, other zone", 178, "RangeOverlapConflict", |c| {
            zone(c, NS, rawdoc! { "x": 0_i64 }, rawdoc! { "x": 10_i64 }, "b")
        }),
        ("before sharding: different fields", 61, "ShardKeyNotFound", |c| {
            zone(c, "shop.plain", rawdoc! { "x": 1_i64 }, rawdoc! { "y": 2_i64 }, "a")
        }),
    ];
    check(table);
    let mut cluster = refusing();
    zone(&mut cluster, "shop.plain", rawdoc! { "x": 1_i64 }, rawdoc! { "x": 5_i64 }, "a").unwrap();
    let refusal = zone(&mut cluster, "shop.plain", rawdoc! { "x": 4_i64 }, rawdoc! { "x": 9_i64 }, "a").unwrap_err();
    assert_eq!(refusal.code(), 178, "before sharding, too");
}

#[test]
fn chunks_by_hand() {
    let table: &[(&str, i32, &str, Command)] = &[
        ("split of nothing", 26, "NamespaceNotFound", |c| c.split_at("shop.x", &rawdoc! { "x": 1_i64 })),
        ("split of an unsharded collection", 118, "NamespaceNotSharded", |c| {
            c.split_at("shop.plain", &rawdoc! { "x": 1 })
        }),
        ("split on an edge", 72, "InvalidOptions", |c| c.split_at(NS, &rawdoc! { "x": 100_i64 })),
        ("split by a prefix", 72, "InvalidOptions", |c| c.split_at("shop.pair", &rawdoc! { "x": 100_i64 })),
        ("split a hash at a double", 72, "InvalidOptions", |c| c.split_at("shop.hashed", &rawdoc! { "x": 1.5e18 })),
        ("split at points of two chunks", 72, "InvalidOptions", |c| {
            c.split_at_all(NS, &[&rawdoc! { "x": 50_i64 }, &rawdoc! { "x": 150_i64 }])
        }),
        ("split at too many points", 2, "BadValue", |c| {
            let point = rawdoc! { "x": 50_i64 };
            c.split_at_all(NS, &vec![&*point; SPLIT_POINTS_MAX + 1])
        }),
        ("median of one key", 87, "CannotSplit", |c| c.split_find(NS, ChunkRef::Find(&rawdoc! { "x": 500_i64 }))),
        ("median of nothing", 96, "OperationFailed", |c| c.split_find(NS, ChunkRef::Find(&rawdoc! { "x": 5_i64 }))),
        ("median by half a key", 72, "InvalidOptions", |c| {
            c.split_find("shop.pair", ChunkRef::Find(&rawdoc! { "x": 5 }))
        }),
        ("median of no chunk", 72, "InvalidOptions", |c| {
            c.split_find(NS, ChunkRef::Bounds(&rawdoc! { "x": 1_i64 }, &rawdoc! { "x": 2_i64 }))
        }),
        ("merge off the edges", 20, "IllegalOperation", |c| {
            c.merge_chunks(NS, &rawdoc! { "x": 1_i64 }, &rawdoc! { "x": 100_i64 })
        }),
        ("merge across shards", 20, "IllegalOperation", |c| {
            c.merge_chunks("shop.hashed", &rawdoc! { "x": RawBsonRef::MinKey }, &rawdoc! { "x": RawBsonRef::MaxKey })
        }),
        ("jumbo flag of a key in a hashed collection", 51262, "Location51262", |c| {
            c.clear_jumbo_flag("shop.hashed", ChunkRef::Find(&rawdoc! { "x": 1 }))
        }),
        ("jumbo flag of half a key", 51260, "Location51260", |c| {
            c.clear_jumbo_flag("shop.pair", ChunkRef::Find(&rawdoc! { "x": 1 }))
        }),
        ("jumbo flag of no chunk", 51261, "Location51261", |c| {
            c.clear_jumbo_flag(NS, ChunkRef::Bounds(&rawdoc! { "x": 1_i64 }, &rawdoc! { "x": 2_i64 }))
        }),
    ];
    check(table);
}

#[test]
fn moves_by_hand() {
    let table: &[(&str, i32, &str, Command)] = &[
        ("no bound", 72, "InvalidOptions", |c| c.move_range(NS, None, None, "s1", false).map(drop)),
        ("no shard", 70, "ShardNotFound", |c| c.move_range(NS, Some(&rawdoc! { "x": 1 }), None, "s9", false).map(drop)),
        ("empty range", 9, "FailedToParse", |c| {
            c.move_range(NS, Some(&rawdoc! { "x": 5 }), Some(&rawdoc! { "x": 5 }), "s1", false).map(drop)
        }),
        ("over an edge", 13388, "StaleConfig", |c| {
            c.move_range(NS, Some(&rawdoc! { "x": 5 }), Some(&rawdoc! { "x": 105 }), "s1", false).map(drop)
        }),
        ("half a key", 656_450, "Location656450", |c| {
            c.move_chunk("shop.pair", ChunkRef::Find(&rawdoc! { "x": 5 }), "s1", false).map(drop)
        }),
        ("no chunk", 656_452, "Location656452", |c| {
            c.move_chunk(NS, ChunkRef::Bounds(&rawdoc! { "x": 1 }, &rawdoc! { "x": 2 }), "s1", false).map(drop)
        }),
        ("an unsharded collection", 118, "NamespaceNotSharded", |c| {
            c.move_chunk("shop.plain", ChunkRef::Find(&rawdoc! { "x": 1 }), "s1", false).map(drop)
        }),
    ];
    check(table);
}

#[test]
fn chunks_on_the_move() {
    let mut cluster = refusing();
    let top = (rawdoc! { "x": 100_i64 }, rawdoc! { "x": RawBsonRef::MaxKey });
    assert_eq!(cluster.move_chunk(NS, ChunkRef::Bounds(&top.0, &top.1), "s1", false), Ok(Some(0)));
    let busy = cluster.move_range("shop.pair", Some(&rawdoc! { "x": 1 }), None, "s1", false).unwrap_err();
    assert!(matches!(busy, CommandError::ShardBusy { .. }), "{busy}");
    for refusal in [
        cluster.split_at(NS, &rawdoc! { "x": 300_i64 }),
        cluster.merge_chunks(NS, &rawdoc! { "x": RawBsonRef::MinKey }, &top.1),
        cluster.move_chunk(NS, ChunkRef::Bounds(&top.0, &top.1), "s2", false).map(drop),
    ] {
        assert!(matches!(refusal, Err(CommandError::ChunkMigrating { .. })), "{refusal:?}");
        assert_eq!(refusal.unwrap_err().code_name(), "ConflictingOperationInProgress");
    }
}

#[test]
fn a_range_with_too_many_documents() {
    let (mut cluster, orders) = sharded("s0 s1");
    insert(&mut cluster, orders, [7; 21]);
    let found = ChunkRef::Find(&rawdoc! { "x": 7_i64 });
    let refusal = cluster.move_chunk(NS, found, "s1", false).unwrap_err();
    assert_eq!((refusal.code(), refusal.code_name()), (153, "ChunkTooBig"));
    let max = 2 * (10 * MIB / 128);
    assert!(
        matches!(refusal, CommandError::ChunkTooBig { n_documents, n_documents_max, .. } if n_documents == 21 * STANDS_FOR && n_documents_max == max)
    );
    assert_eq!(cluster.move_chunk(NS, found, "s1", true), Ok(Some(0)), "forceJumbo");
}

#[test]
fn clusters() {
    let config = |shards: &[&str], range_size_bytes, migration_bytes_per_sec| {
        Cluster::new(ClusterConfig {
            server: ServerVersion::V8_0,
            shards: shards.iter().map(|name| ((*name).to_owned(), Vec::new())).collect(),
            range_size_bytes,
            balancer_on: true,
            migration_bytes_per_sec,
            migration_overhead_ms: 0,
        })
        .map(drop)
    };
    assert_eq!(config(&["s0"], MIB, 1), Ok(()));
    for (refused, error) in [
        (config(&[], MIB, 1), CommandError::NoShards),
        (config(&["s0", "s0"], MIB, 1), CommandError::ShardExists { shard: "s0".to_owned() }),
        (config(&["s0"], 1, 1), CommandError::RangeSizeOutOfBounds { bytes: 1 }),
        (config(&["s0"], MIB, 0), CommandError::MigrationRateZero),
    ] {
        assert_eq!(refused, Err(error));
    }
}

#[allow(clippy::needless_pass_by_value, reason = "tables read better without borrows")]
fn zone(
    cluster: &mut Cluster,
    ns: &str,
    min: RawDocumentBuf,
    max: RawDocumentBuf,
    zone: &str,
) -> Result<(), CommandError> {
    cluster.update_zone_key_range(ns, &min, &max, Some(zone))
}

/// Each command is refused with this code and name, says how to fix it, and changes nothing.
fn check(table: &[(&str, i32, &str, Command)]) {
    for (name, code, code_name, command) in table {
        let mut cluster = refusing();
        let before = cluster.digest();
        let refusal = command(&mut cluster).expect_err(name);
        assert_eq!((refusal.code(), refusal.code_name()), (*code, *code_name), "{name}: {refusal}");
        assert!(!refusal.fix().is_empty(), "{name}");
        assert_eq!(cluster.digest(), before, "{name}");
    }
}
