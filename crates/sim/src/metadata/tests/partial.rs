//! Dumps that do not hold everything.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;
use ConfigCollection::{Changelog, Chunks, Collections, Databases, Mongos, Settings, Shards, Tags};

fn without(server: ServerVersion, gone: &[ConfigCollection]) -> Reading {
    let mut dump = dumped(server);
    for collection in gone {
        dump.forget(*collection);
    }
    Catalogue::read(&dump).unwrap()
}

#[test]
fn a_whole_dump_assumes_nothing() {
    for server in ServerVersion::ALL {
        let reading = without(server, &[]);
        assert_eq!((reading.assumed, reading.left_out), (Vec::new(), Vec::new()), "{server:?}");
        let catalogue = reading.catalogue;
        assert_eq!(catalogue.server, server);
        assert_eq!(catalogue.range_size_bytes, Some(32 * MIB));
        assert_eq!(catalogue.window, ActiveWindow::new(23 * 60, 390));
        let namespaces: Vec<&str> = catalogue.collections.iter().map(|collection| collection.ns.as_str()).collect();
        assert_eq!(namespaces, [NS, "log.lines"]);
        assert_eq!(catalogue.collections[0].zones.len(), 1);
        assert!(catalogue.collections[0].balancing && !catalogue.collections[1].balancing);
    }
}

#[test]
fn what_is_missing_is_said() {
    use Assumption as A;
    let primary = |database: &str, shard: &str| A::Primary { database: database.to_owned(), shard: shard.to_owned() };
    let key_of = |ns: &str, text: &str| A::KeyFromBounds { ns: ns.to_owned(), pattern: key(text) };
    let cases: [(ServerVersion, &[ConfigCollection], Vec<Assumption>); 8] = [
        (ServerVersion::V8_0, &[Changelog], vec![]),
        (ServerVersion::V8_0, &[Settings], vec![A::Settings { range_size_bytes: 128 * MIB }]),
        (ServerVersion::V4_4, &[Settings], vec![A::Settings { range_size_bytes: 64 * MIB }]),
        (ServerVersion::V7_0, &[Tags], vec![A::NoZones]),
        (ServerVersion::V6_0, &[Shards], vec![A::ShardsFromChunks { n_shards: 3 }]),
        (ServerVersion::V8_0, &[Databases], vec![primary("shop", "s0"), primary("log", "s0")]),
        (ServerVersion::V4_2, &[Collections], vec![key_of("log.lines", "x:hashed"), key_of(NS, "region id")]),
        (
            ServerVersion::V8_0,
            &[Collections, Databases],
            vec![
                A::Namespace { ns: "unknown.collection1".to_owned() },
                key_of("unknown.collection1", "region id"),
                A::Namespace { ns: "unknown.collection2".to_owned() },
                key_of("unknown.collection2", "x:hashed"),
                primary("unknown", "s0"),
            ],
        ),
    ];
    for (server, gone, expected) in cases {
        let mut found = without(server, gone).assumed;
        // Chunks without names come in the order of their UUIDs, which are as good as random.
        if gone.len() == 2 && !matches!(&found[1], A::KeyFromBounds { pattern, .. } if *pattern == key("region id")) {
            found.swap(1, 3);
            for (assumption, name) in [(1, "unknown.collection1"), (3, "unknown.collection2")] {
                if let A::KeyFromBounds { ns, .. } = &mut found[assumption] {
                    name.clone_into(ns);
                }
            }
        }
        assert_eq!(found, expected, "{server:?} without {gone:?}");
    }
}

#[test]
fn what_is_not_simulated_is_said() {
    use LeftOut as L;
    let yes = Some(RawBsonRef::Boolean(true));
    let no = Some(RawBsonRef::Boolean(false));
    let max_size = Some(RawBsonRef::Int32(500));
    let ns = NS.to_owned();
    let dump = || dumped(ServerVersion::V5_0);
    for (dump, expected) in [
        (changed(dump(), Shards, 2, |old| with(old, "maxSize", max_size)), L::MaxSize { shard: "s1".to_owned() }),
        (
            changed(dump(), Collections, 1, |old| with(old, "allowMigrations", no)),
            L::MigrationsForbidden { ns: ns.clone() },
        ),
        (
            changed(dump(), Collections, 1, |old| with(old, "permitMigrations", no)),
            L::MigrationsForbidden { ns: ns.clone() },
        ),
        (changed(dump(), Collections, 1, |old| with(old, "reshardingFields", yes)), L::Resharding { ns: ns.clone() }),
        (
            {
                let mut dump = dump();
                dump.push(Settings, rawdoc! { "_id": "autosplit", "enabled": false });
                dump
            },
            L::AutosplitOff,
        ),
        (
            {
                let mut dump = dump();
                let chunks = dump
                    .get(Chunks)
                    .iter()
                    .filter(|chunk| chunk.get_document("min").unwrap().get("x").unwrap().is_none());
                let chunks = chunks.cloned().collect();
                dump.set(Chunks, chunks);
                dump
            },
            L::WithoutChunks { ns: "log.lines".to_owned() },
        ),
        (
            {
                let mut dump = dump();
                let listed = vec![dump.get(Collections)[0].clone()];
                dump.set(Collections, listed);
                dump
            },
            L::StrayChunks { n_chunks: 6 },
        ),
    ] {
        assert_eq!(Catalogue::read(&dump).unwrap().left_out, [expected]);
    }
}

#[test]
fn tombstones_and_the_config_database_do_not_count() {
    let mut dump = dumped(ServerVersion::V4_4);
    dump.push(Collections, rawdoc! { "_id": "shop.gone", "lastmodEpoch": 1, "dropped": true });
    dump.push(Databases, rawdoc! { "_id": "config", "primary": "config", "partitioned": true });
    let reading = Catalogue::read(&dump).unwrap();
    assert_eq!((reading.catalogue.collections.len(), reading.catalogue.databases.len()), (2, 2));
    assert_eq!(reading.left_out, []);
}

#[test]
fn zones_of_a_collection_that_is_not_sharded_wait() {
    let mut dump = dumped(ServerVersion::V8_0);
    let range = rawdoc! { "_id": 1, "ns": "shop.later", "min": { "a": 1 }, "max": { "a": 2 }, "tag": "EU" };
    dump.push(Tags, range);
    let catalogue = Catalogue::read(&dump).unwrap().catalogue;
    assert_eq!(catalogue.pending_zones.len(), 1);
    let cluster = Cluster::found(&catalogue, RATES).unwrap();
    assert_eq!(documents(&cluster, Tags, WallClock::default()).len(), 2);
}

#[test]
fn sizes_come_from_migrations_and_estimates() {
    let mut dump = dumped(ServerVersion::V7_0);
    let chunk = dump.get(Chunks)[1].clone();
    let (min, max) = (chunk.get_document("min").unwrap().to_owned(), chunk.get_document("max").unwrap().to_owned());
    for (what, end, cloned) in [
        ("moveChunk.commit", &max, 7),
        ("moveChunk.commit", &max, 9),
        ("split", &max, 5),
        ("moveChunk.commit", &min, 3),
    ] {
        let counts = rawdoc! { "cloned": i64::from(cloned), "clonedBytes": 100 * cloned };
        let details = rawdoc! { "min": min.clone(), "max": end.clone(), "counts": counts };
        dump.push(Changelog, rawdoc! { "_id": "c", "ns": NS, "what": what, "time": 1, "details": details });
    }
    let dump = changed(dump, Chunks, 3, |old| with(old, "estimatedDataSizeBytes", Some(RawBsonRef::Int64(5_000))));
    let catalogue = Catalogue::read(&dump).unwrap().catalogue;
    let sizes: Vec<_> =
        catalogue.collections[0].chunks.iter().map(|chunk| (chunk.n_documents, chunk.n_bytes)).collect();
    assert_eq!(sizes, [(None, None), (Some(9), Some(900)), (None, Some(5_000))]);
}

#[test]
fn relaxed_numbers_are_hashes_still() {
    let dump = dumped(ServerVersion::V4_4);
    let relaxed = |document: &RawDocumentBuf| {
        let mut changed = document.clone();
        for field in ["min", "max"] {
            let bound = document.get_document(field).unwrap();
            if let Some(RawBsonRef::Int64(hash)) = bound.get("x").unwrap() {
                let value = i32::try_from(hash).map_or(RawBsonRef::Double(hash as f64), RawBsonRef::Int32);
                changed = with(&changed, field, Some(RawBsonRef::Document(&with(&bound.to_owned(), "x", Some(value)))));
            }
        }
        changed
    };
    let mut changed = dump.clone();
    changed.set(Chunks, dump.get(Chunks).iter().map(relaxed).collect());
    changed.forget(Mongos);
    let read = |dump: &ConfigDump| Catalogue::read(dump).unwrap().catalogue.collections[1].chunks.len();
    assert_eq!(read(&changed), read(&dump));
}
