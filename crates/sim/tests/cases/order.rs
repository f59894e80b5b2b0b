//! Cases about the order of values: numbers and text, dates, binaries, extremes.

use super::world::*;

/// V-12: names that end in numbers sort as text.
#[test]
fn numbers_in_text_sort_as_text() {
    let mut cluster = sharded(V8_0, "A B", &rawdoc! { "username": 1 });
    for point in ["user16643", "user2329", "user29937"] {
        cluster.split_at(NS, &rawdoc! { "username": point }).unwrap();
    }
    let of = |name: &str| place(&cluster, &rawdoc! { "username": name });
    assert_eq!(of("user2"), "[user16643, user2329) A");
    assert_eq!(of("user20000"), "[user16643, user2329) A");
    assert_eq!(of("user3"), "[user29937, MaxKey) A");
    assert_eq!(of("user9"), "[user29937, MaxKey) A");
    assert_eq!(of("user10"), "[MinKey, user16643) A");
}

/// V-29: zone bounds written as text hold no number.
#[test]
fn numbers_lie_below_all_text_bounds() {
    let mut cluster = cluster(V8_0, "s0:A s1:B");
    cluster.create_collection(NS, PER_MIB).unwrap();
    let bound = |token: &str| rawdoc! { "token": token, "_id": MIN };
    zone(&mut cluster, &rawdoc! { "token": MIN, "_id": MIN }, &bound("11000000"), "A").unwrap();
    zone(&mut cluster, &bound("11000000"), &bound("11999999"), "A").unwrap();
    zone(&mut cluster, &bound("12000000"), &bound("12999999"), "A").unwrap();
    zone(&mut cluster, &bound("21000000"), &bound("21999999"), "B").unwrap();
    cluster.shard_collection(NS, key(&rawdoc! { "token": 1, "_id": 1 }), PREPARED).unwrap();
    for nth in 0..60 {
        insert_mib(&mut cluster, [rawdoc! { "token": 11_000_000 + nth * 300_000, "_id": nth }]);
    }
    settle(&mut cluster);
    assert_eq!(loads(&cluster), [60, 0], "everything on the A shard, also tokens above 21000000");
    // With numeric bounds the same tokens come apart.
    let mut numeric = super::world::cluster(V8_0, "s0:A s1:B");
    let bound = |token: i32| rawdoc! { "token": token, "_id": MIN };
    zone(&mut numeric, &bound(11_000_000), &bound(20_000_000), "A").unwrap();
    zone(&mut numeric, &bound(20_000_000), &bound(30_000_000), "B").unwrap();
    numeric.shard_collection(NS, key(&rawdoc! { "token": 1, "_id": 1 }), PREPARED).unwrap();
    assert_eq!(shard(&numeric, &rawdoc! { "token": 11_500_000, "_id": 1 }), "s0");
    assert_eq!(shard(&numeric, &rawdoc! { "token": 21_500_000, "_id": 1 }), "s1");
}

/// V-30, its part about order: upper case sorts before lower case.
#[test]
fn upper_case_sorts_before_lower_case() {
    let mut cluster = sharded(V8_0, "s0 s1 s2", &rawdoc! { "a": 1 });
    cluster.set_balancer(false);
    cluster.split_at(NS, &rawdoc! { "a": 10 }).unwrap();
    cluster.split_at(NS, &rawdoc! { "a": "a" }).unwrap();
    move_to(&mut cluster, &rawdoc! { "a": 10 }, "s1");
    move_to(&mut cluster, &rawdoc! { "a": "a" }, "s2");
    let shards: Vec<String> =
        [rawdoc! { "a": 1 }, rawdoc! { "a": 100 }, rawdoc! { "a": "FOO" }, rawdoc! { "a": "foo" }]
            .iter()
            .map(|document| shard(&cluster, document))
            .collect();
    assert_eq!(shards, ["s0", "s1", "s1", "s2"]);
}

/// V-32: a timestamp lies above every date.
#[test]
fn timestamps_lie_above_all_dates() {
    let mut cluster = cluster(V8_0, "A:archive B:recent");
    let ts = |ms: i64| rawdoc! { "ts": date(ms) };
    let (start_2026, start_2027) = (1_767_225_600_000, 1_798_761_600_000);
    zone(&mut cluster, &rawdoc! { "ts": MIN }, &ts(start_2026), "archive").unwrap();
    zone(&mut cluster, &ts(start_2026), &ts(start_2027), "recent").unwrap();
    cluster.shard_collection(NS, key(&rawdoc! { "ts": 1 }), PREPARED).unwrap();
    let zone_of = |document: &RawDocumentBuf| {
        let collection = collection(&cluster);
        let mut key = shardscope_sim::bson::KeyBuf::default();
        collection.pattern().unwrap().encode_document(document, &mut key).unwrap();
        let chunk = &collection.chunks()[collection.chunk_idx_of(key.as_ref()).unwrap()];
        collection.zone_of(chunk).map(|range| range.zone.clone())
    };
    assert_eq!(zone_of(&ts(1_748_736_000_000)).as_deref(), Some("archive"));
    let stamp = ::bson::Timestamp { time: 1_748_736_000, increment: 1 };
    assert_eq!(zone_of(&rawdoc! { "ts": stamp }), None, "the same instant, in no zone");
}

/// V-33: binaries compare by length, then subtype, then bytes.
#[test]
fn an_older_binary_subtype_lies_below() {
    use ::bson::{Binary, spec::BinarySubtype};
    let uuid = |subtype, bytes: Vec<u8>| rawdoc! { "uid": Binary { subtype, bytes } };
    let mut half = vec![0; 16];
    half[0] = 0x80;
    let mut cluster = sharded(V8_0, "A B", &rawdoc! { "uid": 1 });
    cluster.set_balancer(false);
    let middle = uuid(BinarySubtype::Uuid, half);
    cluster.split_at(NS, &middle).unwrap();
    move_to(&mut cluster, &middle, "B");
    assert_eq!(shard(&cluster, &uuid(BinarySubtype::UuidOld, vec![0xff; 16])), "A", "all FF, but subtype 3");
    assert_eq!(shard(&cluster, &uuid(BinarySubtype::Uuid, vec![0; 16])), "A");
    assert_eq!(shard(&cluster, &uuid(BinarySubtype::Uuid, vec![0xff; 16])), "B");
}

/// V-38, its part about order and refusal: a regular expression may be a key value, not an `_id`.
#[test]
fn regular_expressions_are_stored_near_the_end() {
    let regex = || ::bson::Regex { pattern: "abcde.*".try_into().unwrap(), options: "".try_into().unwrap() };
    let mut cluster = sharded(V8_0, "s1 s0", &rawdoc! { "a": 1 });
    cluster.set_balancer(false);
    cluster.split_at(NS, &rawdoc! { "a": "abcde-1" }).unwrap();
    move_to(&mut cluster, &rawdoc! { "a": "abcde-1" }, "s0");
    assert_eq!(shard(&cluster, &rawdoc! { "a": "abcde-0" }), "s1");
    assert_eq!(shard(&cluster, &rawdoc! { "a": "abcde-1" }), "s0");
    assert_eq!(shard(&cluster, &rawdoc! { "a": regex() }), "s0");
    cluster.insert_one(NS, &rawdoc! { "_id": 1, "a": regex() }).unwrap();
    assert_eq!(refused(cluster.insert_one(NS, &rawdoc! { "_id": regex(), "a": 1 })), (2, "BadValue"));
}

/// V-02, its ranged half and the hashes: two ids some seconds apart.
#[test]
fn object_ids_climb_and_their_hashes_do_not() {
    let ids = [oid("5ea77f07fcb94966883f5d5e"), oid("5ea77f0afcb94966883f5d5f")];
    let documents = ids.map(|id| rawdoc! { "_id": id });
    let mut ranged = sharded(V8_0, "s0 s1", &rawdoc! { "_id": 1 });
    ranged.set_balancer(false);
    let older = rawdoc! { "_id": oid("5e000000fcb94966883f5d5e") };
    ranged.split_at(NS, &older).unwrap();
    move_to(&mut ranged, &older, "s1");
    assert!(documents.iter().all(|document| shard(&ranged, document) == "s1"), "both at the upper end");
    ranged.add_shard("s2", &[]).unwrap();
    assert!(documents.iter().all(|document| shard(&ranged, document) == "s1"), "a third shard does not help");
    assert_eq!(documents.each_ref().map(hash), [329_356_589_482_501_449, -3_285_311_604_932_298_140]);
    let hashed = sharded(V8_0, "s0 s1", &rawdoc! { "_id": "hashed" });
    assert_ne!(shard(&hashed, &documents[0]), shard(&hashed, &documents[1]), "split at 0 between them");
}
