//! Commands as documents, continued: the balancer, whole collections, indexes and writes.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::commands::{OK, check, reply, world};
use super::support::*;

#[test]
fn the_balancer_by_command() {
    let configure = |field: &str, value: RawBsonRef<'static>| {
        let mut command = rawdoc! { "configureCollectionBalancing": NS };
        command.append(<&::bson::raw::CStr>::try_from(field).unwrap(), value);
        command
    };
    check(
        ServerVersion::V8_0,
        &[
            (rawdoc! { "balancerStart": 1, "maxTimeMS": 60_000 }, OK),
            (rawdoc! { "balancerStop": 1 }, OK),
            (
                rawdoc! { "balancerStatus": 1 },
                "{ mode: 'off', inBalancerRound: false, numBalancerRounds: Long('0'), ok: 1 }",
            ),
            (rawdoc! { "balancerCollectionStatus": NS }, "{ chunkSize: 10, balancerCompliant: true, ok: 1 }"),
            (rawdoc! { "balancerCollectionStatus": "shop.plain" }, "118 NamespaceNotSharded"),
            (configure("chunkSize", RawBsonRef::Int32(256)), OK),
            (configure("chunkSize", RawBsonRef::Int32(0)), OK),
            (configure("chunkSize", RawBsonRef::Int32(1025)), "72 InvalidOptions"),
            (configure("chunkSize", RawBsonRef::Int32(-1)), "14 TypeMismatch"),
            (configure("defragmentCollection", RawBsonRef::Boolean(true)), OK),
            (configure("enableAutoMerger", RawBsonRef::Boolean(false)), OK),
            (configure("size", RawBsonRef::Int32(1)), "40415 Location40415"),
            (rawdoc! { "nonsense": 1 }, "59 CommandNotFound"),
            (rawdoc! {}, "59 CommandNotFound"),
            (rawdoc! { "ping": 1 }, OK),
        ],
    );
    check(ServerVersion::V6_0, &[(configure("enableAutoMerger", RawBsonRef::Boolean(false)), "40415 Location40415")]);
    check(
        ServerVersion::V5_0,
        &[
            (configure("chunkSize", RawBsonRef::Int32(256)), "59 CommandNotFound"),
            (
                rawdoc! { "balancerCollectionStatus": NS },
                "{ balancerCompliant: false, firstComplianceViolation: 'chunksImbalance', ok: 1 }",
            ),
        ],
    );
    check(ServerVersion::V4_2, &[(rawdoc! { "balancerCollectionStatus": NS }, "59 CommandNotFound")]);
}

#[test]
fn defragmentation_merges_in_the_next_round() {
    let mut cluster = world(ServerVersion::V8_0);
    cluster.advance_to(5_000);
    let command = rawdoc! { "configureCollectionBalancing": NS, "chunkSize": 20, "defragmentCollection": true };
    reply(&mut cluster, &command);
    let status = rawdoc! { "balancerCollectionStatus": NS };
    let expected = "{ chunkSize: 20, balancerCompliant: false, firstComplianceViolation: 'defragmentingChunks', \
                    details: { currentPhase: 'mergeAndMeasureChunks' }, ok: 1 }";
    assert_eq!(reply(&mut cluster, &status), expected);
    cluster.set_balancer(true);
    cluster.advance_to(20_000);
    assert_eq!(chunks(&cluster), ["[MinKey, MaxKey) s0"]);
    assert_eq!(reply(&mut cluster, &status), "{ chunkSize: 20, balancerCompliant: true, ok: 1 }");
}

#[test]
fn collections_written_anew_by_command() {
    check(
        ServerVersion::V8_0,
        &[
            (rawdoc! { "reshardCollection": NS, "key": { "y": 1, "x": 1 }, "numInitialChunks": 2 }, OK),
            (rawdoc! { "reshardCollection": NS, "key": { "x": 1 } }, OK),
            (
                rawdoc! { "reshardCollection": NS, "key": { "x": 1 }, "forceRedistribution": true, "numInitialChunks": 2 },
                OK,
            ),
            (
                rawdoc! { "reshardCollection": NS, "key": { "y": 1 }, "numInitialChunks": 2, "zones": [{ "min": { "y": 0 }, "max": { "y": 1 }, "zone": "a" }] },
                OK,
            ),
            (
                rawdoc! { "reshardCollection": NS, "key": { "y": 1 }, "shardDistribution": [{ "shard": "s0", "min": { "y": RawBsonRef::MinKey }, "max": { "y": 1 } }, { "shard": "s1", "min": { "y": 1 }, "max": { "y": RawBsonRef::MaxKey } }] },
                OK,
            ),
            (
                rawdoc! { "reshardCollection": NS, "key": { "y": 1 }, "shardDistribution": [{ "shard": "s0", "min": { "y": 0 }, "max": { "y": RawBsonRef::MaxKey } }] },
                "72 InvalidOptions",
            ),
            (rawdoc! { "reshardCollection": NS, "key": { "y": 1 }, "unique": true }, "2 BadValue"),
            (rawdoc! { "reshardCollection": NS, "key": { "y": 1 } }, "4952606 Location4952606"),
            (rawdoc! { "reshardCollection": "shop.plain", "key": { "y": 1 } }, "118 NamespaceNotSharded"),
            (rawdoc! { "abortReshardCollection": NS }, "339 NoSuchReshardCollection"),
            (rawdoc! { "moveCollection": "shop.plain", "toShard": "s1" }, OK),
            (rawdoc! { "moveCollection": NS, "toShard": "s1" }, "26 NamespaceNotFound"),
            (rawdoc! { "moveCollection": "shop.plain", "toShard": "s9" }, "70 ShardNotFound"),
            (rawdoc! { "moveCollection": "shop.none", "toShard": "s1" }, "26 NamespaceNotFound"),
            (rawdoc! { "unshardCollection": NS }, OK),
            (rawdoc! { "unshardCollection": NS, "toShard": "s2" }, OK),
            (rawdoc! { "unshardCollection": NS, "toShard": "s9" }, "70 ShardNotFound"),
            (rawdoc! { "unshardCollection": "shop.plain", "toShard": "s1" }, "118 NamespaceNotSharded"),
            (rawdoc! { "refineCollectionShardKey": NS, "key": { "x": 1 } }, OK),
            (rawdoc! { "refineCollectionShardKey": NS, "key": { "x": 1, "y": 1 } }, "72 InvalidOptions"),
            (rawdoc! { "refineCollectionShardKey": NS }, "40414 Location40414"),
        ],
    );
    let old = |command: RawDocumentBuf, server| check(server, &[(command, "59 CommandNotFound")]);
    old(rawdoc! { "reshardCollection": NS, "key": { "y": 1 } }, ServerVersion::V4_4);
    old(rawdoc! { "refineCollectionShardKey": NS, "key": { "x": 1, "y": 1 } }, ServerVersion::V4_2);
    old(rawdoc! { "moveCollection": "shop.plain", "toShard": "s1" }, ServerVersion::V7_0);
    old(rawdoc! { "unshardCollection": NS, "toShard": "s1" }, ServerVersion::V7_0);
}

#[test]
fn indexes_by_command() {
    let create = |index: RawDocumentBuf| rawdoc! { "createIndexes": "orders", "indexes": [index], "$db": "shop" };
    let created = "{ numIndexesBefore: 2, numIndexesAfter: 3, ok: 1 }";
    check(
        ServerVersion::V8_0,
        &[
            (create(rawdoc! { "key": { "x": 1, "y": -1 }, "name": "x_1_y_-1" }), created),
            (create(rawdoc! { "key": { "x": 1, "y": 1 }, "unique": true }), created),
            (create(rawdoc! { "key": { "x": 1 } }), "{ numIndexesBefore: 2, numIndexesAfter: 2, ok: 1 }"),
            (create(rawdoc! { "key": { "at": 1 }, "expireAfterSeconds": 3600 }), created),
            (create(rawdoc! { "key": { "y": 1 }, "unique": true }), "67 CannotCreateIndex"),
            (create(rawdoc! { "key": { "x": 1 }, "sparse": true }), "85 IndexOptionsConflict"),
            (create(rawdoc! { "key": { "x": "hashed", "y": "hashed" } }), "67 CannotCreateIndex"),
            (create(rawdoc! { "key": { "x": 0 } }), "67 CannotCreateIndex"),
            (create(rawdoc! { "name": "a" }), "40414 Location40414"),
            (rawdoc! { "dropIndexes": "orders", "index": "x_1", "$db": "shop" }, "370 CannotDropShardKeyIndex"),
            (rawdoc! { "dropIndexes": "orders", "index": "none", "$db": "shop" }, "27 IndexNotFound"),
        ],
    );
    let mut cluster = world(ServerVersion::V8_0);
    let y = cluster.create_index(NS, index("y", true));
    assert_eq!(y.unwrap_err().code(), 67);
    reply(&mut cluster, &create(rawdoc! { "key": { "x": 1, "y": 1 } }));
    let drop = rawdoc! { "dropIndexes": "orders", "index": "x_1", "$db": "shop" };
    assert_eq!(reply(&mut cluster, &drop), "{ nIndexesWas: 3, ok: 1 }", "another serves the key");
}

#[test]
fn writes_by_command() {
    let orders = |field: &str, list: RawDocumentBuf| {
        let mut command = rawdoc! {};
        command.append(<&::bson::raw::CStr>::try_from(field).unwrap(), "orders");
        let plural = if field == "insert" { "documents".to_owned() } else { format!("{field}s") };
        command.append(<&::bson::raw::CStr>::try_from(&*plural).unwrap(), list.get_array("a").unwrap().to_owned());
        command.append(::bson::raw::cstr!("$db"), "shop");
        command
    };
    check(
        ServerVersion::V8_0,
        &[
            (orders("insert", rawdoc! { "a": [{ "_id": 90, "x": 1 }, { "_id": 91, "x": 2 }] }), "{ n: 2, ok: 1 }"),
            (
                orders("update", rawdoc! { "a": [{ "q": { "x": 1 }, "u": { "$set": { "x": 2 } } }] }),
                "{ n: 1, nModified: 1, ok: 1 }",
            ),
            (
                orders("update", rawdoc! { "a": [{ "q": { "x": 77 }, "u": { "$set": { "y": 2 } }, "upsert": true }] }),
                "{ n: 1, nModified: 0, upserted: [ { index: 0 } ], ok: 1 }",
            ),
            (orders("delete", rawdoc! { "a": [{ "q": { "y": 0 }, "limit": 0 }] }), "{ n: 10, ok: 1 }"),
            (orders("delete", rawdoc! { "a": [{ "q": { "x": 3 }, "limit": 1 }] }), "{ n: 1, ok: 1 }"),
            (rawdoc! { "insert": "orders", "$db": "shop" }, "40414 Location40414"),
            (
                rawdoc! { "findAndModify": "orders", "query": { "x": 3 }, "remove": true, "$db": "shop" },
                "{ lastErrorObject: { n: 1 }, value: { _id: 3, x: 3, y: 0 }, ok: 1 }",
            ),
            (rawdoc! { "findAndModify": "orders", "query": { "x": 3 }, "$db": "shop" }, "9 FailedToParse"),
        ],
    );
    let mut cluster = world(ServerVersion::V7_0);
    let two = orders("insert", rawdoc! { "a": [{ "_id": 1, "x": 1 }, { "_id": 95, "x": 2 }] });
    let answer = reply(&mut cluster, &two);
    assert!(answer.starts_with("{ n: 0, writeErrors: [ { index: 0, code: 11000,"), "{answer}");
    let blind = orders("delete", rawdoc! { "a": [{ "q": { "y": 0 }, "limit": 1 }] });
    assert_eq!(reply(&mut cluster, &blind), "{ n: 1, ok: 1 }", "one shard has it all, so the filter leads there");
}
