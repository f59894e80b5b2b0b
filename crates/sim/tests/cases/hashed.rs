//! Cases about hashed keys: what shares a hash, and the chunks that an empty hashed collection starts with.

use super::world::*;

/// V-03: fractions fall together under a hashed key.
#[test]
fn fractions_share_the_hash_of_their_whole_number() {
    let prices = [
        rawdoc! { "price": 2.2 },
        rawdoc! { "price": 2.3 },
        rawdoc! { "price": 2.9 },
        rawdoc! { "price": 2_i32 },
        rawdoc! { "price": 2_i64 },
    ];
    let mut cluster = heavy(V8_0, "s0 s1", &rawdoc! { "price": "hashed" });
    let upper = place(&cluster, &prices[0]);
    assert!(upper.starts_with("[0, MaxKey)"), "{upper}");
    for price in &prices {
        assert_eq!((hash(price), place(&cluster, price)), (848_411_777_775_835_583, upper.clone()));
        insert(&mut cluster, &mib(price.clone()));
    }
    let find = ChunkRef::Bounds(&rawdoc! { "price": 0_i64 }, &rawdoc! { "price": MAX });
    assert_eq!(refused(cluster.split_find(NS, find)), (87, "CannotSplit"), "no split point between them");
}

/// V-05: a flag has two values, so two hashes, and here they are neighbours.
#[test]
fn a_hashed_flag_stays_in_one_chunk() {
    let (yes, no) = (rawdoc! { "verified": true }, rawdoc! { "verified": false });
    assert_eq!((hash(&yes), hash(&no)), (6_405_873_908_747_105_701, 6_289_544_573_401_934_092));
    for n_shards in 2..=6 {
        let names: Vec<String> = (0..n_shards).map(|nth| format!("s{nth}")).collect();
        let cluster = sharded(V8_0, &names.join(" "), &rawdoc! { "verified": "hashed" });
        let last = chunks(&cluster).pop().unwrap();
        assert_eq!((place(&cluster, &yes), place(&cluster, &no)), (last.clone(), last), "{n_shards} shards");
    }
    let mut cluster = heavy(V8_0, "s0 s1 s2 s3", &rawdoc! { "verified": "hashed" });
    insert_mib(&mut cluster, (0..3_000).map(|nth| rawdoc! { "verified": nth % 2 == 0 }));
    settle(&mut cluster);
    assert!(
        loads(&cluster).iter().filter(|load| **load > 0).count() <= 2,
        "two values, two shards: {:?}",
        loads(&cluster)
    );
}

/// V-24: how many chunks a hashed collection starts with.
#[test]
fn initial_chunks_of_a_hashed_collection() {
    for server in [V4_4, V5_0, V6_0, V7_0] {
        let cluster = sharded(server, "s0 s1", &rawdoc! { "_id": "hashed" });
        assert_eq!(hash_points(&cluster), [-4_611_686_018_427_387_902, 0, 4_611_686_018_427_387_902], "{server:?}");
        let owners: Vec<usize> = collection(&cluster).chunks().iter().map(Chunk::shard_idx).collect();
        assert!(owners[0] == owners[1] && owners[2] == owners[3] && owners[0] != owners[2], "{server:?}: {owners:?}");
    }
    let now = sharded(V8_0, "s0 s1", &rawdoc! { "_id": "hashed" });
    assert_eq!((hash_points(&now), chunk_counts(&now)), (vec![0], vec![1, 1]));
    let compound = sharded(V8_0, "s0 s1", &rawdoc! { "doc_id": "hashed", "server_seq": 1 });
    let second = &collection(&compound).chunks()[1];
    let bound = collection(&compound).pattern().unwrap().decode(second.min().as_ref());
    assert_eq!(bound, rawdoc! { "doc_id": 0_i64, "server_seq": MIN });
}

/// V-31: numbers are squashed to 64 bits before they are hashed.
#[test]
fn extreme_numbers_share_hashes() {
    let hashes = [
        (rawdoc! { "v": f64::NAN }, 4_854_801_880_128_277_513),
        (rawdoc! { "v": 0 }, 4_854_801_880_128_277_513),
        (rawdoc! { "v": -0.0 }, 4_854_801_880_128_277_513),
        (rawdoc! { "v": 1.7e308 }, 921_523_596_458_303_250),
        (rawdoc! { "v": i64::MAX }, 921_523_596_458_303_250),
        (rawdoc! { "v": 9_223_372_036_854_775_808.0 }, 4_532_067_210_535_695_462),
        (rawdoc! { "v": i64::MIN }, 4_532_067_210_535_695_462),
    ];
    let cluster = sharded(V8_0, "s0 s1", &rawdoc! { "v": "hashed" });
    for (document, expected) in &hashes {
        assert_eq!(hash(document), *expected, "{document:?}");
        assert!(place(&cluster, document).starts_with("[0, MaxKey)"));
    }
}

/// V-40: a common prefix spoils ranges and leaves hashes alone.
#[test]
fn symbols_with_a_common_prefix() {
    let symbols: Vec<RawDocumentBuf> =
        (0..20_000).map(|nth| rawdoc! { "symbol": format!("BBGX{:05}", nth * 7_919 % 100_003) }).collect();
    let mut ranged = sharded(V8_0, "s0 s1 s2 s3", &rawdoc! { "symbol": 1 });
    for first in ["G", "N", "T"] {
        ranged.split_at(NS, &rawdoc! { "symbol": first }).unwrap();
    }
    let mut hashed = sharded(V8_0, "s0 s1 s2 s3", &rawdoc! { "symbol": "hashed" });
    for symbol in &symbols {
        insert(&mut ranged, symbol);
        insert(&mut hashed, symbol);
    }
    let full = |cluster: &Cluster| collection(cluster).chunks().iter().filter(|chunk| chunk.n_documents() > 0).count();
    assert_eq!((full(&ranged), full(&hashed)), (1, 4));
    assert!(documents(&hashed).iter().all(|n| (4_700..5_300).contains(n)), "{:?}", documents(&hashed));
    for _ in 0..50 {
        insert(&mut hashed, &symbols[7]);
    }
    assert!(documents(&hashed).iter().max().unwrap() >= &5_000, "all pieces of one symbol stay together");
}

/// V-15: documents without the key.
#[test]
fn missing_fields_count_as_null() {
    let mut cluster = sharded(V8_0, "A B", &rawdoc! { "x": 1, "y": 1 });
    cluster.set_balancer(false);
    cluster.split_at(NS, &rawdoc! { "x": 0, "y": MIN }).unwrap();
    move_to(&mut cluster, &rawdoc! { "x": 5, "y": 5 }, "B");
    let shards = [rawdoc! { "x": "hello" }, rawdoc! { "y": "goodbye" }, rawdoc! { "z": "oops" }]
        .map(|document| shard(&cluster, &document));
    assert_eq!(shards, ["B", "A", "A"]);
    assert_eq!(hash64(RawBsonRef::Null), 2_338_878_944_348_059_895);
    let hashed = sharded(V8_0, "A B", &rawdoc! { "x": "hashed" });
    assert_eq!(place(&hashed, &rawdoc! { "z": 1 }), place(&hashed, &rawdoc! { "x": RawBsonRef::Null }));
    let mut old = kept(V4_2, "A B", &rawdoc! { "x": 1, "y": 1 });
    assert_eq!(refused(old.insert_one(NS, &rawdoc! { "x": "hello" })), (61, "ShardKeyNotFound"));
}
