//! Creating and sharding collections, and zones before and after.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

#[test]
fn an_empty_hashed_collection_is_spread_at_once() {
    let mut cluster = cluster("s0 s1");
    cluster.shard_collection(NS, key("x:hashed"), ShardCollectionOptions::default()).unwrap();
    assert_eq!(chunks(&cluster), ["[MinKey, 0) s1", "[0, MaxKey) s0"]);
    assert_eq!(versions(&cluster), ["1|0", "1|1"]);
}

#[test]
fn a_ranged_or_loaded_collection_starts_as_one_chunk() {
    let (cluster, _) = sharded("s0 s1");
    assert_eq!(chunks(&cluster), ["[MinKey, MaxKey) s0"]);

    let mut cluster = self::cluster("s0 s1");
    let collection = cluster.create_collection(NS, STANDS_FOR).unwrap();
    insert(&mut cluster, collection, 0..5);
    cluster.shard_collection(NS, key("x:hashed"), WITH_INDEX).unwrap();
    assert_eq!(chunks(&cluster), ["[MinKey, MaxKey) s0"]);
    let collection = cluster.collection(NS).unwrap();
    let chunk = &collection.chunks()[0];
    assert_eq!((chunk.n_documents(), collection.n_documents()), (5 * STANDS_FOR, 5 * STANDS_FOR));
    assert_eq!((chunk.n_inserts_total(), collection.n_inserts_total()), (0, 0), "loaded before");
    cluster.check_invariants().unwrap();
}

#[test]
fn zones_before_sharding_lay_out_the_chunks() {
    let mut cluster = cluster("s0:a s1:b");
    let range = |from: i64, to: i64| (rawdoc! { "x": from }, rawdoc! { "x": to });
    for (from, to, zone) in [(10, 20, "b"), (0, 10, "a")] {
        let (min, max) = range(from, to);
        cluster.update_zone_key_range(NS, &min, &max, Some(zone)).unwrap();
        cluster.update_zone_key_range(NS, &min, &max, Some(zone)).unwrap();
    }
    cluster.shard_collection(NS, key("x"), ShardCollectionOptions::default()).unwrap();
    assert_eq!(chunks(&cluster), ["[MinKey, 0) s1", "[0, 10) s0", "[10, 20) s1", "[20, MaxKey) s0"]);
    let zones: Vec<_> = cluster.collection(NS).unwrap().zone_ranges().iter().map(|range| range.zone.as_str()).collect();
    assert_eq!(zones, ["a", "b"]);
    let (min, max) = range(0, 10);
    cluster.update_zone_key_range(NS, &min, &max, None).unwrap();
    cluster.update_zone_key_range(NS, &min, &max, None).unwrap();
    assert_eq!(cluster.collection(NS).unwrap().zone_ranges().len(), 1);
}

#[test]
fn zones_before_sharding_must_fit_the_key() {
    for (pattern, min, max) in [
        ("x", rawdoc! { "y": 1_i64 }, rawdoc! { "y": 2_i64 }),
        ("x y", rawdoc! { "x": 1_i64 }, rawdoc! { "x": 2_i64 }),
        ("x:hashed", rawdoc! { "x": -5 }, rawdoc! { "x": 5 }),
    ] {
        let mut cluster = cluster("s0:a s1");
        cluster.create_collection(NS, 1).unwrap();
        cluster.update_zone_key_range(NS, &min, &max, Some("a")).unwrap();
        let before = cluster.digest();
        let refusal = cluster.shard_collection(NS, key(pattern), ShardCollectionOptions::default()).unwrap_err();
        assert_eq!((refusal.code(), refusal.code_name()), (72, "InvalidOptions"), "{pattern}: {refusal}");
        assert_eq!(cluster.digest(), before, "{pattern}");
    }
}

#[test]
fn prefix_bounds_are_completed_with_min_key() {
    let mut cluster = cluster("s0:a s1");
    cluster.shard_collection(NS, key("x y"), ShardCollectionOptions::default()).unwrap();
    cluster.update_zone_key_range(NS, &rawdoc! { "x": 0 }, &rawdoc! { "x": 10 }, Some("a")).unwrap();
    let collection = cluster.collection(NS).unwrap();
    let range = &collection.zone_ranges()[0];
    let pattern = collection.pattern().unwrap();
    assert_eq!(range.min, pattern.encode_bound(&rawdoc! { "x": 0, "y": RawBsonRef::MinKey }).unwrap());
    assert_eq!(range.max, pattern.encode_bound(&rawdoc! { "x": 10, "y": RawBsonRef::MinKey }).unwrap());
}

#[test]
fn refusals() {
    let shard = |setup: fn(&mut Cluster), pattern, unique, presplit_hashed_zones| {
        let mut cluster = cluster("s0:a s1");
        setup(&mut cluster);
        let options = ShardCollectionOptions { unique, presplit_hashed_zones, ..WITH_INDEX };
        let before = cluster.digest();
        let result = cluster.shard_collection(NS, key(pattern), options);
        if result.is_err() {
            assert_eq!(cluster.digest(), before, "{pattern}");
        }
        result.map_err(|refusal| (refusal.code(), refusal.code_name()))
    };
    let by_x: fn(&mut Cluster) = |c| {
        c.shard_collection(NS, key("x"), ShardCollectionOptions::default()).unwrap();
    };
    let with_array: fn(&mut Cluster) = |c| {
        let collection = c.create_collection(NS, 1).unwrap();
        c.insert(collection, &rawdoc! { "x": [1, 2] }).unwrap();
    };
    let empty: fn(&mut Cluster) = |c| {
        c.create_collection(NS, 1).unwrap();
    };
    assert_eq!(shard(empty, "x:hashed", true, false), Err((72, "InvalidOptions")));
    assert_eq!(shard(by_x, "y", false, false), Err((23, "AlreadyInitialized")));
    assert_eq!(shard(by_x, "x", true, false), Err((23, "AlreadyInitialized")));
    assert_eq!(shard(by_x, "x", false, false), Ok(0), "the same again");
    assert_eq!(shard(with_array, "x", false, false), Err((72, "InvalidOptions")), "no index over arrays");
    assert_eq!(shard(with_array, "y", false, false), Ok(0));
    assert_eq!(shard(empty, "x y:hashed", false, true), Err((31387, "Location31387")));

    let mut cluster = cluster("s0");
    for ns in ["orders", ".orders", "shop.", ""] {
        assert_eq!(cluster.create_collection(ns, 1).unwrap_err().code_name(), "InvalidNamespace", "{ns}");
    }
    assert_eq!(cluster.create_collection(NS, 0), Err(CommandError::StandsForNone));
    assert_eq!(cluster.create_collection(NS, 5), Ok(0));
    assert_eq!(cluster.create_collection(NS, 5), Ok(0), "the same again");
    assert_eq!(cluster.create_collection(NS, 6).unwrap_err().code_name(), "NamespaceExists");
    assert!(matches!(cluster.insert(9, &rawdoc! {}), Err(CommandError::NamespaceNotFound { .. })));
}

#[test]
fn an_insert_that_is_refused_changes_nothing() {
    let (mut cluster, collection) = sharded("s0 s1");
    insert(&mut cluster, collection, [1]);
    let before = cluster.digest();
    let refusal = cluster.insert(collection, &rawdoc! { "x": [1] }).unwrap_err();
    assert_eq!((refusal.code(), refusal.code_name()), (61, "ShardKeyNotFound"));
    assert_eq!(cluster.digest(), before);
}

/// Missing fields and null share a chunk; the key that is `MaxKey` in every field belongs to the last one.
#[test]
fn odd_keys_have_their_chunk() {
    let (mut cluster, collection) = sharded("s0 s1");
    cluster.split_at(NS, &rawdoc! { "x": 0 }).unwrap();
    for document in [rawdoc! {}, rawdoc! { "x": RawBsonRef::Null }, rawdoc! { "x": RawBsonRef::MinKey }] {
        cluster.insert(collection, &document).unwrap();
    }
    for document in [rawdoc! { "x": RawBsonRef::MaxKey }, rawdoc! { "x": "text" }] {
        cluster.insert(collection, &document).unwrap();
    }
    let counts: Vec<_> = cluster.collection(NS).unwrap().chunks().iter().map(Chunk::n_documents).collect();
    assert_eq!(counts, [3 * STANDS_FOR, 2 * STANDS_FOR]);
    cluster.check_invariants().unwrap();
}

#[test]
fn a_database_gets_the_shard_with_least_data() {
    let mut cluster = cluster("s0 s1 s2");
    let first = cluster.create_collection(NS, 1).unwrap();
    insert(&mut cluster, first, 0..3);
    let second = cluster.create_collection("crm.people", 1).unwrap();
    insert(&mut cluster, second, 0..2);
    cluster.create_collection("log.lines", 1).unwrap();
    cluster.create_collection("shop.other", 1).unwrap();
    let primaries: Vec<_> = cluster.databases().iter().map(|database| (database.name(), database.primary())).collect();
    assert_eq!(primaries, [("shop", 0), ("crm", 1), ("log", 2)]);
    assert_eq!(cluster.enable_sharding("named", Some("s2")), Ok(2));
}
