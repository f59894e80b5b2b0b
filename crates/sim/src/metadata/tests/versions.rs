//! Every version is told by what it writes, and writes what it is known to write.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

/// Field names of a document in order.
fn names(document: &RawDocumentBuf) -> String {
    document.iter().map(|element| element.unwrap().0.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn documents_have_the_shape_of_their_version() {
    use ConfigCollection::{Chunks, Collections, Databases, Shards, Version};
    let old = "_id minCompatibleVersion currentVersion clusterId";
    let chunks_4 = "_id ns lastmod lastmodEpoch min max shard history";
    let collections_4 = "_id lastmodEpoch lastmod dropped key unique uuid";
    let chunks_5 = "_id uuid min max shard lastmod history";
    let chunks_7 = "_id uuid min max shard lastmod onCurrentShardSince history";
    let collections_5 = "_id lastmodEpoch lastmod timestamp uuid key unique";
    for (server, version, shards, databases, collections, chunks) in [
        (ServerVersion::V4_2, old, "_id host state tags", "_id primary partitioned version", collections_4, chunks_4),
        (ServerVersion::V4_4, old, "_id host state tags", "_id primary partitioned version", collections_4, chunks_4),
        (
            ServerVersion::V5_0,
            old,
            "_id host state topologyTime tags",
            "_id primary partitioned version",
            collections_5,
            chunks_5,
        ),
        (
            ServerVersion::V6_0,
            old,
            "_id host state topologyTime tags",
            "_id primary partitioned version",
            collections_5,
            chunks_5,
        ),
        (
            ServerVersion::V7_0,
            "_id clusterId",
            "_id host state topologyTime tags",
            "_id primary partitioned version",
            collections_5,
            chunks_7,
        ),
        (
            ServerVersion::V8_0,
            "_id clusterId",
            "_id host state topologyTime replSetConfigVersion tags",
            "_id primary version",
            collections_5,
            chunks_7,
        ),
    ] {
        let dump = dumped(server);
        for (collection, expected) in
            [(Version, version), (Shards, shards), (Databases, databases), (Collections, collections), (Chunks, chunks)]
        {
            assert_eq!(names(&dump.get(collection)[0]), expected, "{server:?} {collection}");
        }
    }
}

#[test]
fn every_document_is_known_by_its_shape() {
    for server in ServerVersion::ALL {
        let dump = dumped(server);
        for collection in ConfigCollection::ALL {
            for document in dump.get(collection) {
                assert_eq!(ConfigCollection::of_document(document), Some(collection), "{server:?} {document:?}");
            }
        }
    }
    let others = [
        rawdoc! { "_id": 1, "min": 1, "max": 2 },
        rawdoc! { "_id": "a", "min": {}, "max": {} },
        rawdoc! { "_id": "a", "host": "b" },
        rawdoc! { "_id": "a", "primary": "red" },
        rawdoc! { "_id": "a", "key": { "b": 1 } },
        rawdoc! { "what": "x", "details": {} },
        rawdoc! {},
    ];
    for document in others {
        assert_eq!(ConfigCollection::of_document(&document), None, "{document:?}");
    }
}

#[test]
fn the_version_is_told() {
    use ConfigCollection::{Chunks, Collections, Databases, Mongos, Shards, Version};
    use ServerVersion::{V4_2, V4_4, V5_0, V6_0, V7_0, V8_0};
    // What a dump of a version leaves out, the version read, and those that it could be as well.
    let cases: [(ServerVersion, &[ConfigCollection], ServerVersion, &[ServerVersion]); 18] = [
        (V4_2, &[], V4_2, &[]),
        (V4_2, &[Mongos], V4_2, &[]),
        (V4_4, &[Mongos], V4_4, &[]),
        (V5_0, &[], V5_0, &[]),
        (V5_0, &[Mongos], V6_0, &[V5_0]),
        (V6_0, &[], V6_0, &[]),
        (V6_0, &[Mongos], V6_0, &[V5_0]),
        (V7_0, &[Mongos], V7_0, &[]),
        (V8_0, &[Mongos], V8_0, &[]),
        (V4_2, &[Mongos, Version, Shards, Collections], V4_2, &[]),
        (V4_4, &[Mongos, Version, Shards, Collections], V4_4, &[]),
        (V6_0, &[Mongos, Version], V6_0, &[V5_0, V7_0]),
        (V7_0, &[Mongos, Version], V7_0, &[]),
        (V8_0, &[Mongos, Version], V8_0, &[]),
        (V7_0, &[Mongos, Version, Shards], V8_0, &[V7_0]),
        (V8_0, &[Mongos, Version, Shards, Databases], V8_0, &[V7_0]),
        (V5_0, &[Mongos, Version, Shards], V8_0, &[V5_0, V6_0, V7_0]),
        (V8_0, &[Mongos, Version, Collections], V8_0, &[]),
    ];
    for (server, without, expected, or) in cases {
        let mut dump = dumped(server);
        for collection in without {
            dump.forget(*collection);
        }
        let reading = Catalogue::read(&dump).unwrap();
        assert_eq!(reading.catalogue.server, expected, "{server:?} without {without:?}");
        let assumed = reading.assumed.iter().find_map(|assumption| match assumption {
            Assumption::Version { server, or } => Some((*server, *or)),
            _ => None,
        });
        assert_eq!(assumed, (!or.is_empty()).then_some((expected, or)), "{server:?} without {without:?}");
    }
    let chunks = dumped(V8_0).get(Chunks).len();
    assert_eq!(chunks, 6);
}

#[test]
fn the_oldest_router_counts() {
    for (versions, expected) in [
        (&["8.0.4"][..], ServerVersion::V8_0),
        (&["8.0.4", "7.0.14"], ServerVersion::V7_0),
        (&["6.3.1"], ServerVersion::V6_0),
        (&["5.3.0-rc1"], ServerVersion::V5_0),
        (&["4.0.28"], ServerVersion::V4_2),
        (&["3.6.23"], ServerVersion::V4_2),
        (&["4.4.29"], ServerVersion::V4_4),
        (&["9.0.0"], ServerVersion::V8_0),
        (&["latest", "7.0.1"], ServerVersion::V7_0),
    ] {
        let mut dump = dumped(ServerVersion::V8_0);
        dump.forget(ConfigCollection::Mongos);
        for version in versions {
            dump.push(ConfigCollection::Mongos, rawdoc! { "_id": *version, "mongoVersion": *version, "ping": 1 });
        }
        assert_eq!(Catalogue::read(&dump).unwrap().catalogue.server, expected, "{versions:?}");
    }
}
