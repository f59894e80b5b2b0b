//! Cases about which keys and indexes are accepted.

use super::world::*;

/// V-27: there are no descending keys.
#[test]
fn descending_keys_are_refused() {
    let refusal = ShardKeyPattern::parse(&rawdoc! { "_id": -1 }).unwrap_err();
    assert_eq!((refusal.code(), refusal.code_name()), (2, "BadValue"));
    let mut cluster = kept(V8_0, "s0 s1", &rawdoc! { "_id": 1 });
    cluster.create_index(NS, index(&rawdoc! { "_id": 1, "k": -1 })).unwrap();
    let refined = cluster.refine_collection_shard_key(NS, &key(&rawdoc! { "_id": 1, "k": 1 }));
    assert_eq!(refused(refined), (72, "InvalidOptions"), "a descending index serves no shard key");
}

/// V-28: geo and text keys, and indexes that serve no key.
#[test]
fn unfit_keys_and_indexes_are_refused() {
    for pattern in [rawdoc! { "loc": "2dsphere" }, rawdoc! { "body": "text" }] {
        assert_eq!(ShardKeyPattern::parse(&pattern).unwrap_err().code(), 2);
    }
    let plain = || index(&rawdoc! { "_id": 1, "k": 1 });
    let unfit = [
        Index { sparse: true, ..plain() },
        Index { partial: true, ..plain() },
        Index { simple_collation: false, ..plain() },
        plain(),
    ];
    for (nth, index) in unfit.into_iter().enumerate() {
        let mut cluster = cluster(V8_0, "s0 s1");
        let collection = cluster.create_collection(NS, 1).unwrap();
        let k = if nth == 3 { ::bson::rawbson!([1, 2]) } else { RawBson::Int32(1) };
        cluster.insert(collection, &rawdoc! { "_id": 1, "k": k }).unwrap();
        cluster.create_index(NS, index).unwrap();
        let options = ShardCollectionOptions::default();
        let answer = cluster.shard_collection(NS, key(&rawdoc! { "_id": 1, "k": 1 }), options);
        assert_eq!(refused(answer), (72, "InvalidOptions"), "index {nth}");
    }
}

/// V-17: a unique index needs the shard key in front.
#[test]
fn a_unique_counter_on_a_hashed_collection() {
    let mut cluster = sharded(V8_0, "s0 s1", &rawdoc! { "h": "hashed" });
    let unique = Index { unique: true, ..index(&rawdoc! { "counter": 1 }) };
    assert_eq!(refused(cluster.create_index(NS, unique)), (67, "CannotCreateIndex"));
}

/// V-17b: a hashed key beside an ascending unique index.
#[test]
fn a_hashed_key_and_a_unique_index_coexist() {
    let mut cluster = kept(V8_0, "s0 s1", &rawdoc! { "doc_id": "hashed" });
    let unique = Index { unique: true, ..index(&rawdoc! { "doc_id": 1, "server_seq": 1 }) };
    cluster.create_index(NS, unique).unwrap();
    let with_unique = ShardCollectionOptions { unique: true, ..PREPARED };
    let other = cluster.shard_collection("shop.other", key(&rawdoc! { "doc_id": "hashed" }), with_unique);
    assert_eq!(refused(other), (72, "InvalidOptions"));
    cluster.insert_one(NS, &rawdoc! { "_id": 1, "doc_id": 7, "server_seq": 1 }).unwrap();
    let twice = cluster.insert_one(NS, &rawdoc! { "_id": 2, "doc_id": 7, "server_seq": 1 });
    assert_eq!(refused(twice), (11000, "DuplicateKey"));
}

/// V-34: the 512 bytes of 4.2.
#[test]
fn long_key_values() {
    let url = rawdoc! { "url": "u".repeat(600) };
    let mut old = sharded(V4_2, "s0 s1", &rawdoc! { "url": 1 });
    assert_eq!(refused(old.insert_one(NS, &url)), (13334, "ShardKeyTooBig"));
    for server in [V4_4, V5_0, V6_0, V7_0, V8_0] {
        let mut cluster = sharded(server, "s0 s1", &rawdoc! { "url": 1 });
        cluster.insert_one(NS, &url).unwrap();
        cluster.split_at(NS, &url).expect("it may be a bound, too");
    }
}

/// V-35: which keys a time series collection takes.
#[test]
fn time_series_keys() {
    use shardscope_sim::catalog::time_series::{TimeSeries, TimeSeriesError};
    let series = TimeSeries { time_field: "time".to_owned(), meta_field: Some("hostId".to_owned()) };
    let buckets = |pattern: &RawDocumentBuf| series.bucket_key(&key(pattern));
    let text = |pattern: &RawDocumentBuf| buckets(pattern).map(|key| (key.pattern.to_string(), key.uses_time));
    assert_eq!(text(&rawdoc! { "hostId": 1 }), Ok(("{ meta: 1 }".to_owned(), false)));
    assert_eq!(text(&rawdoc! { "hostId": "hashed" }), Ok(("{ meta: \"hashed\" }".to_owned(), false)));
    let both = "{ meta: 1, \"control.min.time\": 1 }".to_owned();
    assert_eq!(text(&rawdoc! { "hostId": 1, "time": 1 }), Ok((both, true)), "deprecated since 8.0");
    assert_eq!(text(&rawdoc! { "time": 1 }), Ok(("{ \"control.min.time\": 1 }".to_owned(), true)));
    assert_eq!(buckets(&rawdoc! { "time": "hashed" }).unwrap_err().code(), 72);
    let without_meta = TimeSeries { meta_field: None, ..series.clone() };
    let refusal: TimeSeriesError = series.check_same(&without_meta).unwrap_err();
    assert_eq!(refusal.code(), 5_731_500);
    assert_eq!(series.check_same(&series), Ok(()));
}

/// V-16: arrays in the key.
#[test]
fn arrays_have_no_place_in_a_key() {
    let array = || ::bson::rawbson!([1, 2]);
    let mut cluster = kept(V8_0, "s0 s1 s2", &rawdoc! { "_id": 1, "i": 1 });
    assert_eq!(refused(cluster.insert_one(NS, &rawdoc! { "_id": 0, "i": array() })), (61, "ShardKeyNotFound"));
    assert_eq!(refused(cluster.insert_one(NS, &rawdoc! { "_id": array(), "i": 3 })), (61, "ShardKeyNotFound"));
    cluster.create_index(NS, index(&rawdoc! { "_id": 1, "i": 1, "j": 1 })).unwrap();
    cluster.insert_one(NS, &rawdoc! { "_id": 1, "i": 1, "j": array() }).expect("outside the key it may be one");
    let (filter, update) = (rawdoc! { "_id": 1, "i": 1 }, rawdoc! { "$set": { "i": [3] } });
    let (multi, upsert, retryable, alone) = (false, false, true, true);
    let request = Update { filter: &filter, update: &update, multi, upsert, retryable, alone };
    assert_eq!(refused(cluster.update(NS, request)), (54, "NotSingleValueField"));
}
