//! Updates, deletes and inserts one by one: what each version does with them and refuses.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;
use crate::error::WriteError;

const ONE: UpdateOf = UpdateOf { multi: false, upsert: false, retryable: true, alone: true };

#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools)]
struct UpdateOf {
    multi: bool,
    upsert: bool,
    retryable: bool,
    alone: bool,
}

/// `shop.orders` by `x`, whole documents kept: `[MinKey, 100)` on s0, the rest on s1; four documents.
fn kept(server: ServerVersion) -> Cluster {
    let mut cluster = cluster_of(server, "s0 s1 s2");
    cluster.set_balancer(false);
    cluster.enable_sharding("shop", None).unwrap();
    cluster.create_collection_with(NS, CollectionOptions { keeps_documents: true, ..Default::default() }).unwrap();
    cluster.shard_collection(NS, key("x"), ShardCollectionOptions::default()).unwrap();
    cluster.split_at(NS, &rawdoc! { "x": 100 }).unwrap();
    cluster.move_chunk(NS, ChunkRef::Find(&rawdoc! { "x": 200 }), "s1", false).unwrap();
    cluster.advance_to(1_000);
    for (id, x) in [(1, 4), (2, 100), (3, 300), (4, 500)] {
        cluster.insert_one(NS, &rawdoc! { "_id": id, "x": x, "n": "a" }).unwrap();
    }
    cluster
}

fn update(
    cluster: &mut Cluster,
    filter: &RawDocumentBuf,
    update: &RawDocumentBuf,
    options: UpdateOf,
) -> Result<UpdateReply, i32> {
    let UpdateOf { multi, upsert, retryable, alone } = options;
    let request = Update { filter, update, multi, upsert, retryable, alone };
    let before = cluster.digest();
    let reply = cluster.update(NS, request).map_err(|refusal| refusal.code());
    cluster.check_invariants().unwrap();
    if reply.is_err() {
        assert_eq!(cluster.digest(), before, "a refused update changes nothing");
    }
    reply
}

fn on_shards(cluster: &Cluster) -> Vec<u64> {
    (0..3).map(|shard| cluster.collection(NS).unwrap().shard_documents(shard)).collect()
}

#[test]
fn a_changed_key_value_moves_the_document() {
    let mut cluster = kept(ServerVersion::V8_0);
    assert_eq!(on_shards(&cluster), [1, 3, 0]);
    let stays = update(&mut cluster, &rawdoc! { "x": 300 }, &rawdoc! { "$set": { "x": 600 } }, ONE).unwrap();
    assert_eq!((stays.n_modified, stays.n_moved, on_shards(&cluster)), (1, 0, vec![1, 3, 0]));
    let moves = update(&mut cluster, &rawdoc! { "x": 600 }, &rawdoc! { "$set": { "x": 10 } }, ONE).unwrap();
    assert_eq!((moves.n_modified, moves.n_moved, on_shards(&cluster)), (1, 1, vec![2, 2, 0]));
    assert!(cluster.events().iter().any(|event| event.kind == EventKind::DocumentMoved { from: 1, to: 0 }));
    let same = update(&mut cluster, &rawdoc! { "x": 10 }, &rawdoc! { "$set": { "n": "a" } }, ONE).unwrap();
    assert_eq!((same.n_matched, same.n_modified), (1, 0), "nothing to change");
    let grown = update(&mut cluster, &rawdoc! { "x": 10 }, &rawdoc! { "$set": { "n": "longer text" } }, ONE).unwrap();
    assert_eq!((grown.n_modified, grown.n_moved), (1, 0));
}

#[test]
fn what_a_changed_key_value_needs() {
    let x = |x: i32| rawdoc! { "x": x };
    let set = |x: i32| rawdoc! { "$set": { "x": x } };
    let table: &[(&str, ServerVersion, RawDocumentBuf, RawDocumentBuf, UpdateOf, i32)] = &[
        ("many at once", ServerVersion::V8_0, rawdoc! {}, set(7), UpdateOf { multi: true, ..ONE }, 72),
        ("no session", ServerVersion::V8_0, x(300), set(10), UpdateOf { retryable: false, ..ONE }, 20),
        ("no session, same shard", ServerVersion::V4_2, x(300), set(310), UpdateOf { retryable: false, ..ONE }, 20),
        ("in a batch", ServerVersion::V5_0, x(300), set(10), UpdateOf { alone: false, ..ONE }, 72),
        ("by _id up to 7.0", ServerVersion::V7_0, rawdoc! { "_id": 3 }, set(10), ONE, 31025),
        ("array", ServerVersion::V8_0, x(300), rawdoc! { "$set": { "x": [3] } }, ONE, 54),
        ("_id", ServerVersion::V8_0, x(300), rawdoc! { "$set": { "_id": 9 } }, ONE, 66),
        ("_id by replacement", ServerVersion::V8_0, x(300), rawdoc! { "_id": 9, "x": 300 }, ONE, 66),
        ("operator", ServerVersion::V8_0, x(300), rawdoc! { "$push": { "n": 1 } }, ONE, 9),
        ("filter operator", ServerVersion::V8_0, rawdoc! { "x": { "$mod": [2, 0] } }, set(1), ONE, 9),
        ("increment of text", ServerVersion::V8_0, x(300), rawdoc! { "$inc": { "n": 1 } }, ONE, 14),
    ];
    for (name, server, filter, change, options, code) in table {
        assert_eq!(update(&mut kept(*server), filter, change, *options).unwrap_err(), *code, "{name}");
    }
    // In a batch, but on its shard.
    let alone = UpdateOf { alone: false, ..ONE };
    assert_eq!(update(&mut kept(ServerVersion::V5_0), &x(300), &set(600), alone).unwrap().n_moved, 0);
    // By `_id` from 7.1 on.
    let by_id = update(&mut kept(ServerVersion::V8_0), &rawdoc! { "_id": 3 }, &set(10), ONE).unwrap();
    assert_eq!((by_id.n_moved, by_id.route), (1, WriteRoute::Owners(vec![0, 1])));
}

#[test]
fn single_writes_without_the_shard_key() {
    let upsert = UpdateOf { upsert: true, ..ONE };
    let set = rawdoc! { "$set": { "n": "b" } };
    let by_id = rawdoc! { "_id": 1 };
    let by_n = rawdoc! { "n": "a" };
    let by_range = rawdoc! { "x": { "$gte": 300, "$lt": 400 } };
    let old = [ServerVersion::V4_2, ServerVersion::V4_4, ServerVersion::V5_0, ServerVersion::V6_0, ServerVersion::V7_0];
    for server in old {
        let run = |filter, options| update(&mut kept(server), filter, &set, options);
        assert_eq!(run(&by_id, ONE).unwrap().route, WriteRoute::Owners(vec![0, 1]), "{server:?}: _id alone");
        assert_eq!(run(&by_n, ONE).unwrap_err(), 72, "{server:?}: no key");
        assert_eq!(run(&by_range, ONE).unwrap().route, WriteRoute::OneShard(1), "{server:?}: a range on one shard");
        assert_eq!(run(&by_id, upsert).unwrap_err(), 61, "{server:?}: upsert by _id");
        let with_key = rawdoc! { "x": 700, "n": "n1" };
        assert_eq!(run(&with_key, upsert).unwrap().upserted, Some(1), "{server:?}: upsert with the key");
        let delete = |filter: &RawDocumentBuf| kept(server).delete(NS, filter, false).map_err(|refusal| refusal.code());
        assert_eq!(delete(&by_n).unwrap_err(), 61, "{server:?}: delete without key");
        assert_eq!(delete(&by_id).unwrap().n_documents, 1, "{server:?}: delete by _id");
        let relaxed = server.profile().writes.one_shard_query_is_enough;
        assert_eq!(delete(&by_range).is_ok(), relaxed, "{server:?}: delete by a range on one shard");
        let modify = |filter| {
            let modification = Modification::Remove;
            kept(server).find_and_modify(NS, FindAndModify { filter, modification, upsert: false, retryable: true })
        };
        assert_eq!(modify(&by_id).unwrap_err().code(), 61, "{server:?}: findAndModify by _id");
        assert_eq!(modify(&rawdoc! { "x": 4 }).unwrap().route, WriteRoute::OneShard(0), "{server:?}");
    }
    let run = |filter, options| update(&mut kept(ServerVersion::V8_0), filter, &set, options).unwrap();
    assert_eq!(run(&by_id, ONE).route, WriteRoute::Owners(vec![0, 1]));
    assert_eq!(run(&by_n, ONE).route, WriteRoute::TwoPhase(vec![0, 1]));
    assert_eq!(run(&by_range, ONE).route, WriteRoute::TwoPhase(vec![1]), "also when one shard is all there is");
    assert_eq!(run(&rawdoc! { "_id": 77 }, upsert).upserted, Some(0), "null belongs to the first chunk");
    let deleted = kept(ServerVersion::V8_0).delete(NS, &by_n, false).unwrap();
    assert_eq!((deleted.n_documents, deleted.route), (1, WriteRoute::TwoPhase(vec![0, 1])));
}

#[test]
fn many_at_once_reach_all_shards_of_the_cluster() {
    let mut cluster = kept(ServerVersion::V8_0);
    let many = UpdateOf { multi: true, ..ONE };
    let reply = update(&mut cluster, &rawdoc! {}, &rawdoc! { "$inc": { "count": 1 } }, many).unwrap();
    assert_eq!((reply.n_modified, reply.route), (4, WriteRoute::AllShards));
    let one_side = update(&mut cluster, &rawdoc! { "x": { "$gt": 150 } }, &rawdoc! { "$unset": { "n": "" } }, many);
    assert_eq!(one_side.map(|reply| (reply.n_modified, reply.route)), Ok((2, WriteRoute::OneShard(1))));
    let upsert = UpdateOf { upsert: true, ..many };
    assert_eq!(update(&mut cluster, &rawdoc! { "n": "z" }, &rawdoc! { "$set": { "m": 1 } }, upsert), Err(61));
    let deleted = cluster.delete(NS, &rawdoc! { "x": { "$in": [4, 500] } }, true).unwrap();
    assert_eq!((deleted.n_documents, on_shards(&cluster)), (2, vec![0, 2, 0]));
    assert_eq!(chunks(&cluster), ["[MinKey, 100) s0", "[100, MaxKey) s1"], "empty chunks stay");
    cluster.check_invariants().unwrap();
}

#[test]
fn a_replacement_finds_its_shard_by_itself_until_7_0() {
    let new = rawdoc! { "x": 4, "n": "replaced" };
    let filter = rawdoc! { "n": "a" };
    let old = update(&mut kept(ServerVersion::V7_0), &filter, &new, ONE).unwrap();
    assert_eq!((old.n_modified, old.route), (1, WriteRoute::OneShard(0)));
    let now = update(&mut kept(ServerVersion::V8_0), &filter, &new, ONE).unwrap();
    assert_eq!(now.route, WriteRoute::TwoPhase(vec![0, 1]));
}

#[test]
fn unique_values_are_a_matter_of_each_shard() {
    let mut cluster = kept(ServerVersion::V8_0);
    cluster.insert_one(NS, &rawdoc! { "_id": 1, "x": 900 }).expect("the same _id on another shard");
    let same_shard = cluster.insert_one(NS, &rawdoc! { "_id": 1, "x": 901 }).unwrap_err();
    assert_eq!((same_shard.code(), same_shard.code_name()), (11000, "DuplicateKey"));
    let back = update(&mut cluster, &rawdoc! { "x": 900 }, &rawdoc! { "$set": { "x": 5 } }, ONE);
    assert_eq!(back, Err(11000), "they would meet on s0");
    let refused = cluster.create_index(NS, index("n", true)).unwrap_err();
    assert_eq!((refused.code(), refused.code_name()), (67, "CannotCreateIndex"), "no prefix of the key");
    cluster.create_index(NS, index("x n", true)).unwrap();
    let twice = cluster.insert_one(NS, &rawdoc! { "_id": 50, "x": 500, "n": "a" }).unwrap_err();
    assert!(matches!(twice, CommandError::Write(WriteError::DuplicateKey { .. })), "{twice}");
    // A migration that would bring the two together ends without a change of owner.
    let moved = cluster.move_chunk(NS, ChunkRef::Find(&rawdoc! { "x": 900 }), "s0", false).unwrap_err();
    assert_eq!((moved.code(), moved.code_name()), (96, "OperationFailed"));
    cluster.check_invariants().unwrap();
}

#[test]
fn inserts_by_version() {
    let table: &[(&str, RawDocumentBuf, [i32; 2])] = &[
        ("all fields", rawdoc! { "_id": 9, "x": 1 }, [0, 0]),
        ("missing field", rawdoc! { "_id": 9, "y": 1 }, [61, 0]),
        ("null", rawdoc! { "_id": 9, "x": RawBsonRef::Null }, [0, 0]),
        ("600 bytes", rawdoc! { "_id": 9, "x": "u".repeat(600) }, [13334, 0]),
        ("500 bytes", rawdoc! { "_id": 9, "x": "u".repeat(490) }, [0, 0]),
        ("array", rawdoc! { "_id": 9, "x": [1, 2] }, [61, 61]),
        ("array as _id", rawdoc! { "_id": [1], "x": 1 }, [2, 2]),
        ("regex as _id", rawdoc! { "_id": regex("a"), "x": 1 }, [2, 2]),
        ("regex as key", rawdoc! { "_id": 9, "x": regex("a") }, [0, 0]),
    ];
    for (name, document, codes) in table {
        for (server, code) in [ServerVersion::V4_2, ServerVersion::V4_4].into_iter().zip(codes) {
            let mut cluster = kept(server);
            let answer = cluster.insert_one(NS, document).map_or_else(|refusal| refusal.code(), |_| 0);
            assert_eq!(answer, *code, "{name} on {server:?}");
            let collection = cluster.collection_idx(NS).unwrap();
            let bulk = kept(server).insert(collection, document).map_or_else(|refusal| refusal.code(), |()| 0);
            assert_eq!(bulk == 61 || bulk == 13334, *code == 61 || *code == 13334, "{name} in bulk on {server:?}");
        }
    }
}

#[test]
fn keys_alone_answer_what_they_can() {
    let (mut cluster, collection) = sharded("s0 s1");
    insert(&mut cluster, collection, 0..10);
    let gone = cluster.delete(NS, &rawdoc! { "x": { "$lt": 4_i64 } }, true).unwrap();
    assert_eq!(gone.n_documents, 4 * STANDS_FOR);
    let refused = cluster.delete(NS, &rawdoc! { "pad": "p" }, true).unwrap_err();
    assert!(matches!(refused, CommandError::Write(WriteError::FieldNotKept { .. })), "{refused}");
    assert_eq!(loads(&cluster), [6, 0]);
    cluster.check_invariants().unwrap();
}

#[test]
fn deletes_count_for_a_migration_on_its_way() {
    let (mut cluster, collection) = sharded("s0 s1");
    cluster.set_balancer(false);
    insert(&mut cluster, collection, 0..10);
    cluster.split_at(NS, &rawdoc! { "x": 5_i64 }).unwrap();
    cluster.move_chunk(NS, ChunkRef::Find(&rawdoc! { "x": 7_i64 }), "s1", false).unwrap();
    cluster.delete(NS, &rawdoc! { "x": { "$gte": 4_i64, "$lte": 6_i64 } }, true).unwrap();
    cluster.check_invariants().unwrap();
    assert_eq!(cluster.migrations()[0].n_documents(), 3 * STANDS_FOR);
    rest(&mut cluster);
    assert_eq!(loads(&cluster), [4, 3]);
}

#[test]
fn documents_expire_by_the_minute() {
    let mut cluster = cluster("s0 s1");
    cluster.set_start_date(1_700_000_000_000);
    cluster.create_collection_with(NS, CollectionOptions { keeps_documents: true, ..Default::default() }).unwrap();
    cluster.shard_collection(NS, key("x"), ShardCollectionOptions::default()).unwrap();
    let ttl = Index { expire_after_secs: Some(100), ..index("at", false) };
    cluster.create_index(NS, ttl).unwrap();
    for (x, after_s) in [(1, 0), (2, 30), (3, 90)] {
        let at = ::bson::DateTime::from_millis(1_700_000_000_000 + after_s * 1000);
        cluster.insert_one(NS, &rawdoc! { "_id": x, "x": x, "at": at }).unwrap();
    }
    cluster.insert_one(NS, &rawdoc! { "_id": 4, "x": 4, "at": "no date" }).unwrap();
    let left = |cluster: &Cluster| cluster.collection(NS).unwrap().n_documents();
    cluster.advance_to(119_999);
    assert_eq!(left(&cluster), 4, "expired at 100 s, but the monitor comes at 120 s");
    cluster.advance_to(120_000);
    assert_eq!(left(&cluster), 3);
    cluster.advance_to(179_999);
    assert_eq!(left(&cluster), 3, "expired at 130 s, the next pass is at 180 s");
    cluster.advance_to(10_000_000);
    assert_eq!((left(&cluster), cluster.next_event_at()), (1, None), "idle time costs nothing");
    let by_ttl = cluster.events().iter().filter(|event| matches!(event.kind, EventKind::Deleted { by_ttl: true, .. }));
    assert_eq!(by_ttl.count(), 3);
    cluster.check_invariants().unwrap();
}

fn regex(pattern: &str) -> ::bson::Regex {
    ::bson::Regex { pattern: pattern.try_into().unwrap(), options: "".try_into().unwrap() }
}

/// A key that changes is checked like an insert before the document leaves its place: the version's key rules, and the shard
/// that it goes to. On the same shard it need not find more space than it had.
#[test]
fn a_refused_key_change_leaves_the_document_where_it_was() {
    let set = |value: &str| rawdoc! { "$set": { "x": value } };
    for (name, server, change, code) in [
        ("no field", ServerVersion::V4_2, rawdoc! { "$unset": { "x": 1 } }, 61),
        ("too long", ServerVersion::V4_2, set(&"p".repeat(600)), 13_334),
        ("to a full shard", ServerVersion::V8_0, rawdoc! { "$set": { "x": 4 } }, 14_031),
        ("more on a full shard", ServerVersion::V8_0, set("longer than before"), 14_031),
    ] {
        let mut cluster = kept(server);
        // 4.2 refuses the value whatever shard it would go to.
        for shard in [0, 1].into_iter().filter(|_| server == ServerVersion::V8_0) {
            cluster.inject_fault(Fault::ShardFull(shard), None).unwrap();
        }
        let refusal = update(&mut cluster, &rawdoc! { "x": 300 }, &change, ONE).unwrap_err();
        assert_eq!((refusal, on_shards(&cluster)), (code, vec![1, 3, 0]), "{name}");
    }
    let mut cluster = kept(ServerVersion::V4_2);
    cluster.inject_fault(Fault::ShardFull(1), None).unwrap();
    let stays = update(&mut cluster, &rawdoc! { "x": 300 }, &rawdoc! { "$set": { "x": 301 } }, ONE).unwrap();
    assert_eq!((stays.n_modified, on_shards(&cluster)), (1, vec![1, 3, 0]));
}

/// What an update writes counts towards the next split (4.2 to 6.0.2).
#[test]
fn updates_split_chunks_too() {
    for (server, n_chunks) in [(ServerVersion::V4_4, 4), (ServerVersion::V8_0, 1)] {
        let mut cluster = cluster_of(server, "s0");
        cluster.set_range_size(MIB).unwrap();
        cluster.enable_sharding("shop", None).unwrap();
        cluster.create_collection_with(NS, CollectionOptions { keeps_documents: true, ..Default::default() }).unwrap();
        cluster.shard_collection(NS, key("x"), ShardCollectionOptions::default()).unwrap();
        for x in 0..6_i64 {
            cluster.insert_one(NS, &rawdoc! { "_id": x, "x": x }).unwrap();
        }
        assert_eq!(cluster.collection(NS).unwrap().chunks().len(), 1);
        let grown = rawdoc! { "$set": { "pad": "p".repeat(300_000) } };
        let all = UpdateOf { multi: true, ..ONE };
        update(&mut cluster, &rawdoc! { "x": { "$gte": 0 } }, &grown, all).unwrap();
        assert_eq!(cluster.collection(NS).unwrap().chunks().len(), n_chunks, "{server:?}");
    }
}
