//! Commands as documents: the forms that each takes, what it replies, and each way in which it refuses.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;
use crate::bson::shell_text;

/// Shards s0 (zone a), s1, s2; `shop.orders` by `x`, split at 100, documents kept; `shop.plain` unsharded.
pub(super) fn world(server: ServerVersion) -> Cluster {
    let mut cluster = cluster_of(server, "s0:a s1 s2");
    cluster.set_balancer(false);
    cluster.enable_sharding("shop", Some("s0")).unwrap();
    cluster.create_collection_with(NS, CollectionOptions { keeps_documents: true, ..Default::default() }).unwrap();
    cluster.shard_collection(NS, key("x"), ShardCollectionOptions::default()).unwrap();
    cluster.split_at(NS, &rawdoc! { "x": 100 }).unwrap();
    for x in 0..30 {
        cluster.insert_one(NS, &rawdoc! { "_id": x, "x": x, "y": x % 3 }).unwrap();
    }
    cluster.create_collection("shop.plain", 1).unwrap();
    cluster
}

fn text(document: &RawDocumentBuf) -> String {
    shell_text(RawBsonRef::Document(document))
}

/// The reply, or the code and the name of the refusal.
pub(super) fn reply(cluster: &mut Cluster, command: &RawDocumentBuf) -> String {
    let reply = cluster.run_command(command);
    cluster.check_invariants().unwrap();
    match (reply.get_i32("code"), reply.get_str("codeName")) {
        (Ok(code), Ok(name)) => {
            assert_eq!(reply.get_i32("ok").ok(), Some(0));
            assert!(!reply.get_str("errmsg").unwrap().is_empty());
            format!("{code} {name}")
        }
        _ => text(&reply),
    }
}

/// Runs each command on a world of its own.
pub(super) fn check(server: ServerVersion, table: &[(RawDocumentBuf, &str)]) {
    for (command, expected) in table {
        assert_eq!(reply(&mut world(server), command), *expected, "{server:?}: {}", text(command));
    }
}

pub(super) const OK: &str = "{ ok: 1 }";

#[test]
fn databases_and_sharding() {
    let simple = || rawdoc! { "locale": "simple" };
    check(
        ServerVersion::V8_0,
        &[
            (rawdoc! { "enableSharding": "other", "primaryShard": "s1", "$db": "admin" }, OK),
            (rawdoc! { "enableSharding": "shop" }, OK),
            (rawdoc! { "enableSharding": "other", "primaryShard": "s9" }, "70 ShardNotFound"),
            (rawdoc! { "enableSharding": "a.b" }, "73 InvalidNamespace"),
            (rawdoc! { "enableSharding": 1 }, "14 TypeMismatch"),
            (rawdoc! { "shardCollection": "shop.new", "key": { "a": 1 } }, "{ collectionsharded: 'shop.new', ok: 1 }"),
            (rawdoc! { "shardCollection": NS, "key": { "x": 1 } }, "{ collectionsharded: 'shop.orders', ok: 1 }"),
            (
                rawdoc! { "shardCollection": "shop.new", "key": { "a": "hashed" }, "unique": false, "numInitialChunks": 9, "collation": simple() },
                "{ collectionsharded: 'shop.new', ok: 1 }",
            ),
            (rawdoc! { "shardCollection": NS, "key": { "y": 1 } }, "23 AlreadyInitialized"),
            (rawdoc! { "shardCollection": NS, "key": { "x": 1 }, "unique": true }, "23 AlreadyInitialized"),
            (rawdoc! { "shardCollection": "shop.new" }, "40414 Location40414"),
            (rawdoc! { "shardCollection": "shop.new", "key": 1 }, "14 TypeMismatch"),
            (rawdoc! { "shardCollection": "shop.new", "key": { "a": -1 } }, "2 BadValue"),
            (rawdoc! { "shardCollection": "shop.new", "key": {} }, "2 BadValue"),
            (rawdoc! { "shardCollection": "shop.new", "key": { "a": "hashed", "b": "hashed" } }, "2 BadValue"),
            (rawdoc! { "shardCollection": "shop.new", "key": { "a": "hashed" }, "unique": true }, "72 InvalidOptions"),
            (rawdoc! { "shardCollection": "shop", "key": { "a": 1 } }, "73 InvalidNamespace"),
            (rawdoc! { "shardCollection": "shop.new", "key": { "a": 1 }, "shards": 2 }, "40415 Location40415"),
            (
                rawdoc! { "shardCollection": "shop.new", "key": { "a": 1 }, "collation": { "locale": "de" } },
                "2 BadValue",
            ),
            (
                rawdoc! { "shardCollection": "shop.new", "key": { "a": "hashed" }, "presplitHashedZones": true },
                "31387 Location31387",
            ),
        ],
    );
    check(
        ServerVersion::V4_2,
        &[
            (rawdoc! { "shardCollection": "other.new", "key": { "a": 1 } }, "20 IllegalOperation"),
            (rawdoc! { "shardCollection": "shop.new", "key": { "a": 1, "b": "hashed" } }, "2 BadValue"),
            (
                rawdoc! { "shardCollection": "shop.new", "key": { "a": "hashed" }, "presplitHashedZones": true },
                "40415 Location40415",
            ),
        ],
    );
    check(
        ServerVersion::V7_0,
        &[
            (rawdoc! { "shardCollection": "shop.new", "key": { "a": 1 }, "numInitialChunks": 4 }, "72 InvalidOptions"),
            (
                rawdoc! { "shardCollection": "shop.new", "key": { "a": "hashed" }, "numInitialChunks": 30_000 },
                "72 InvalidOptions",
            ),
            (
                rawdoc! { "shardCollection": "other.new", "key": { "a": 1 } },
                "{ collectionsharded: 'other.new', ok: 1 }",
            ),
        ],
    );
}

#[test]
fn a_collation_needs_the_simple_one_said() {
    let mut cluster = world(ServerVersion::V8_0);
    let create = rawdoc! { "create": "names", "collation": { "locale": "de" }, "$db": "shop" };
    assert_eq!(reply(&mut cluster, &create), OK);
    let bare = rawdoc! { "shardCollection": "shop.names", "key": { "name": 1 } };
    assert_eq!(reply(&mut cluster, &bare), "2 BadValue");
    let said = rawdoc! { "shardCollection": "shop.names", "key": { "name": 1 }, "collation": { "locale": "simple" } };
    assert_eq!(reply(&mut cluster, &said), "{ collectionsharded: 'shop.names', ok: 1 }");
}

#[test]
fn num_initial_chunks_until_7_0() {
    let command = rawdoc! { "shardCollection": "shop.new", "key": { "a": "hashed" }, "numInitialChunks": 12 };
    for (server, n_chunks) in [(ServerVersion::V5_0, 12), (ServerVersion::V7_0, 12), (ServerVersion::V8_0, 3)] {
        let mut cluster = world(server);
        reply(&mut cluster, &command);
        assert_eq!(cluster.collection("shop.new").unwrap().chunks().len(), n_chunks, "{server:?}");
    }
}

#[test]
fn chunks_split_and_merged() {
    let bounds = |min: i32, max: RawBsonRef<'static>| rawdoc! { "a": [{ "x": min }, { "x": max }] };
    let array = |bounds: &RawDocumentBuf| bounds.get_array("a").unwrap().to_owned();
    let upper = array(&bounds(100, RawBsonRef::MaxKey));
    let wrong = array(&bounds(50, RawBsonRef::MaxKey));
    let whole = array(&rawdoc! { "a": [{ "x": RawBsonRef::MinKey }, { "x": RawBsonRef::MaxKey }] });
    let lower = array(&rawdoc! { "a": [{ "x": RawBsonRef::MinKey }, { "x": 100 }] });
    check(
        ServerVersion::V8_0,
        &[
            (rawdoc! { "split": NS, "middle": { "x": 50 } }, OK),
            (rawdoc! { "split": NS, "find": { "x": 7 } }, OK),
            (rawdoc! { "split": NS, "bounds": lower.clone() }, OK),
            (rawdoc! { "split": NS }, "72 InvalidOptions"),
            (rawdoc! { "split": NS, "middle": { "x": 50 }, "find": { "x": 7 } }, "72 InvalidOptions"),
            (rawdoc! { "split": NS, "middle": { "x": 100 } }, "72 InvalidOptions"),
            (rawdoc! { "split": NS, "bounds": wrong.clone() }, "72 InvalidOptions"),
            (rawdoc! { "split": NS, "bounds": [{ "x": 1 }] }, "14 TypeMismatch"),
            (rawdoc! { "split": NS, "find": { "x": 700 } }, "96 OperationFailed"),
            (rawdoc! { "split": "shop.plain", "middle": { "x": 1 } }, "118 NamespaceNotSharded"),
            (rawdoc! { "split": "shop.none", "middle": { "x": 1 } }, "26 NamespaceNotFound"),
            (rawdoc! { "mergeChunks": NS, "bounds": whole.clone() }, OK),
            (rawdoc! { "mergeChunks": NS, "bounds": upper.clone() }, OK),
            (rawdoc! { "mergeChunks": NS, "bounds": wrong }, "20 IllegalOperation"),
            (rawdoc! { "mergeChunks": NS }, "40414 Location40414"),
            (rawdoc! { "mergeAllChunksOnShard": NS, "shard": "s0" }, OK),
            (rawdoc! { "mergeAllChunksOnShard": NS, "shard": "s9" }, "70 ShardNotFound"),
            (rawdoc! { "mergeAllChunksOnShard": "shop.plain", "shard": "s0" }, "118 NamespaceNotSharded"),
            (rawdoc! { "clearJumboFlag": NS, "find": { "x": 1 } }, OK),
            (rawdoc! { "clearJumboFlag": NS, "bounds": upper }, OK),
            (rawdoc! { "clearJumboFlag": NS }, "51262 Location51262"),
            (rawdoc! { "clearJumboFlag": NS, "find": { "y": 1 } }, "51260 Location51260"),
        ],
    );
    check(
        ServerVersion::V6_0,
        &[
            (rawdoc! { "mergeAllChunksOnShard": NS, "shard": "s0" }, "59 CommandNotFound"),
            (rawdoc! { "mergeChunks": NS, "bounds": whole }, OK),
        ],
    );
}

#[test]
fn merging_all_chunks_waits_for_their_history() {
    let mut cluster = world(ServerVersion::V8_0);
    let command = rawdoc! { "mergeAllChunksOnShard": NS, "shard": "s0" };
    reply(&mut cluster, &command);
    assert_eq!(chunks(&cluster).len(), 2, "too young");
    cluster.advance_to(301_000);
    reply(&mut cluster, &command);
    assert_eq!(chunks(&cluster), ["[MinKey, MaxKey) s0"]);
}

#[test]
fn moves() {
    let find = || rawdoc! { "x": 200 };
    check(
        ServerVersion::V8_0,
        &[
            (rawdoc! { "moveChunk": NS, "find": find(), "to": "s1" }, "{ millis: Long('200'), ok: 1 }"),
            (rawdoc! { "moveChunk": NS, "find": find(), "to": "s0" }, "{ millis: Long('0'), ok: 1 }"),
            (
                rawdoc! { "moveChunk": NS, "bounds": [{ "x": 100 }, { "x": RawBsonRef::MaxKey }], "to": "s1", "forceJumbo": true, "_waitForDelete": true },
                "{ millis: Long('200'), ok: 1 }",
            ),
            (rawdoc! { "moveChunk": NS, "to": "s1" }, "656450 Location656450"),
            (
                rawdoc! { "moveChunk": NS, "find": find(), "bounds": [{ "x": 1 }, { "x": 2 }], "to": "s1" },
                "656451 Location656451",
            ),
            (rawdoc! { "moveChunk": NS, "bounds": [{ "x": 1 }, { "x": 2 }], "to": "s1" }, "656452 Location656452"),
            (rawdoc! { "moveChunk": NS, "find": { "y": 1 }, "to": "s1" }, "656450 Location656450"),
            (rawdoc! { "moveChunk": NS, "find": find(), "to": "s9" }, "70 ShardNotFound"),
            (rawdoc! { "moveChunk": NS, "find": find() }, "40414 Location40414"),
            (rawdoc! { "moveChunk": NS, "find": find(), "to": 5 }, "14 TypeMismatch"),
            (rawdoc! { "moveChunk": "shop.plain", "find": find(), "to": "s1" }, "118 NamespaceNotSharded"),
            (rawdoc! { "moveRange": NS, "min": { "x": 0 }, "max": { "x": 5 }, "toShard": "s1" }, OK),
            (rawdoc! { "moveRange": NS, "min": { "x": 100 }, "max": RawBsonRef::Null, "toShard": "s1" }, OK),
            (rawdoc! { "moveRange": NS, "max": { "x": 100 }, "toShard": "s1", "forceJumbo": false }, OK),
            (rawdoc! { "moveRange": NS, "toShard": "s1" }, "72 InvalidOptions"),
            (
                rawdoc! { "moveRange": NS, "min": { "x": 50 }, "max": { "x": 150 }, "toShard": "s1" },
                "13388 StaleConfig",
            ),
            (rawdoc! { "moveRange": NS, "min": { "x": 9 }, "max": { "x": 5 }, "toShard": "s1" }, "9 FailedToParse"),
        ],
    );
    check(
        ServerVersion::V5_0,
        &[(rawdoc! { "moveRange": NS, "min": { "x": 0 }, "toShard": "s1" }, "59 CommandNotFound")],
    );
}

#[test]
fn shards_come_and_go() {
    let mut cluster = world(ServerVersion::V8_0);
    let mut run = |command: RawDocumentBuf| {
        let answer = reply(&mut cluster, &command);
        cluster.set_balancer(true);
        rest(&mut cluster);
        answer
    };
    assert_eq!(run(rawdoc! { "addShard": "rs3/host3:27018" }), "{ shardAdded: 'rs3', ok: 1 }");
    assert_eq!(run(rawdoc! { "addShard": "rs4/host4:27018", "name": "s4" }), "{ shardAdded: 's4', ok: 1 }");
    assert_eq!(run(rawdoc! { "addShard": "s1" }), "20 IllegalOperation");
    assert_eq!(run(rawdoc! { "addShard": "" }), "2 BadValue");
    assert_eq!(run(rawdoc! { "removeShard": "s9" }), "70 ShardNotFound");
    let empty = "{ msg: 'removeshard completed successfully', state: 'completed', shard: 'rs3', ok: 1 }";
    assert_eq!(run(rawdoc! { "removeShard": "rs3" }), empty);
    let started = run(rawdoc! { "removeShard": "s0" });
    assert!(
        started.contains("state: 'started', shard: 's0'") && started.contains("dbsToMove: [ 'shop' ]"),
        "{started}"
    );
    let ongoing = "{ msg: 'draining ongoing', state: 'ongoing', \
                   remaining: { chunks: Long('0'), dbs: Long('1'), jumboChunks: Long('0') }, \
                   dbsToMove: [ 'shop' ], collectionsToMove: [], ok: 1 }";
    assert_eq!(run(rawdoc! { "removeShard": "s0" }), ongoing);
    assert!(run(rawdoc! { "listShards": 1 }).contains("{ _id: 's0', state: 1, tags: [ 'a' ], draining: true }"));
    assert_eq!(run(rawdoc! { "movePrimary": "shop", "to": "s1" }), OK);
    assert_eq!(run(rawdoc! { "removeShard": "s0" }), "70 ShardNotFound", "it is gone");
    assert_eq!(run(rawdoc! { "movePrimary": "none", "to": "s1" }), "26 NamespaceNotFound");
    assert_eq!(run(rawdoc! { "movePrimary": "shop", "to": "s9" }), "70 ShardNotFound");
}

#[test]
fn zones_by_command() {
    let range = |zone: RawBsonRef<'static>| {
        rawdoc! { "updateZoneKeyRange": NS, "min": { "x": 1 }, "max": { "x": 5 }, "zone": zone }
    };
    check(
        ServerVersion::V8_0,
        &[
            (rawdoc! { "addShardToZone": "s1", "zone": "b" }, OK),
            (rawdoc! { "addShardToZone": "s9", "zone": "b" }, "70 ShardNotFound"),
            (rawdoc! { "addShardToZone": "s1" }, "40414 Location40414"),
            (rawdoc! { "removeShardFromZone": "s0", "zone": "a" }, OK),
            (rawdoc! { "removeShardFromZone": "s1", "zone": "none" }, OK),
            (rawdoc! { "removeShardFromZone": "s9", "zone": "a" }, "70 ShardNotFound"),
            (range(RawBsonRef::String("a")), OK),
            (range(RawBsonRef::Null), OK),
            (range(RawBsonRef::String("none")), "177 ZoneNotFound"),
            (range(RawBsonRef::Int32(3)), "14 TypeMismatch"),
            (rawdoc! { "updateZoneKeyRange": NS, "min": { "x": 1 }, "max": { "x": 5 } }, "40414 Location40414"),
        ],
    );
    let mut cluster = world(ServerVersion::V8_0);
    assert_eq!(reply(&mut cluster, &range(RawBsonRef::String("a"))), OK);
    assert_eq!(reply(&mut cluster, &rawdoc! { "removeShardFromZone": "s0", "zone": "a" }), "163 ZoneStillInUse");
    assert_eq!(reply(&mut cluster, &range(RawBsonRef::Null)), OK);
    assert!(cluster.collection(NS).unwrap().zone_ranges().is_empty());
}
