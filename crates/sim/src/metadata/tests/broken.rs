//! Dumps that no server writes: each error says where and why.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;
use Change::{Again, Gone, Set, Unset};
use ConfigCollection::{Chunks, Collections, Databases, Settings, Shards, Tags};

/// What is done to a document.
enum Change {
    /// Fields get values.
    Set(RawDocumentBuf),
    /// A field goes.
    Unset(&'static str),
    /// The document goes.
    Gone,
    /// Another document like it, with these fields.
    Again(RawDocumentBuf),
}

fn apply(dump: ConfigDump, collection: ConfigCollection, number: usize, change: Change) -> ConfigDump {
    let set = |old: &RawDocumentBuf, fields: &RawDocumentBuf| {
        fields.iter().map(Result::unwrap).fold(old.clone(), |old, (name, value)| with(&old, name.as_str(), Some(value)))
    };
    match change {
        Change::Set(fields) => changed(dump, collection, number, |old| set(old, &fields)),
        Change::Unset(field) => changed(dump, collection, number, |old| with(old, field, None)),
        Change::Gone => {
            let mut dump = dump;
            let mut documents = dump.get(collection).to_vec();
            documents.remove(number - 1);
            dump.set(collection, documents);
            dump
        }
        Change::Again(fields) => {
            let mut dump = dump;
            let again = set(&dump.get(collection)[number - 1].clone(), &fields);
            dump.push(collection, again);
            dump
        }
    }
}

/// Changes one document of a dump of 5.0 and reads the error.
fn check(cases: Vec<(ConfigCollection, usize, Change, &str)>) {
    for (collection, number, change, expected) in cases {
        let dump = apply(dumped(ServerVersion::V5_0), collection, number, change);
        let error = Catalogue::read(&dump).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(!error.fix().is_empty());
    }
}

fn bound(region: &str) -> RawDocumentBuf {
    rawdoc! { "region": region, "id": RawBsonRef::MinKey }
}

fn version(time: u32, increment: u32) -> ::bson::Timestamp {
    ::bson::Timestamp { time, increment }
}

#[test]
fn shards_say_where_and_why() {
    check(vec![
        (
            Shards,
            2,
            Unset("_id"),
            "config.shards, document 2, field `_id`: it is missing, and it has to be the name of a shard",
        ),
        (
            Shards,
            2,
            Set(rawdoc! { "_id": 5 }),
            "config.shards, document 2, field `_id`: it is 5, and it has to be the name of a shard",
        ),
        (
            Shards,
            2,
            Set(rawdoc! { "_id": "s0" }),
            "config.shards, document 2, field `_id`: s0 stands in document 1, too",
        ),
        (
            Shards,
            1,
            Set(rawdoc! { "tags": "EU" }),
            "config.shards, document 1, field `tags`: it is 'EU', and it has to be a list of zone names",
        ),
        (
            Shards,
            1,
            Set(rawdoc! { "draining": "yes" }),
            "config.shards, document 1, field `draining`: it is 'yes', and it has to be true or false",
        ),
        (Shards, 2, Gone, "config.chunks, document 6, field `shard`: there is no shard s1 in config.shards"),
    ]);
}

#[test]
fn collections_say_where_and_why() {
    check(vec![
        (
            Collections,
            1,
            Set(rawdoc! { "_id": "orders" }),
            "config.collections, document 1, field `_id`: it is 'orders', and it has to be a namespace, database.collection",
        ),
        (
            Collections,
            1,
            Unset("key"),
            "config.collections, document 1, field `key`: it is missing, and it has to be a shard key such as { customerId: 1 }",
        ),
        (
            Collections,
            1,
            Set(rawdoc! { "key": { "region": -1, "id": 1 } }),
            "config.collections, document 1, field `key`: the shard key field `region` has the value -1, and a shard key field can only be 1 or \"hashed\"",
        ),
        (
            Collections,
            1,
            Set(rawdoc! { "key": { "region": 1 } }),
            "config.chunks, document 1, field `min`: the bound has 2 fields, and the shard key { region: 1 } has only 1",
        ),
        (
            Collections,
            1,
            Set(rawdoc! { "key": { "region": 1, "zip": 1 } }),
            "config.chunks, document 1, field `min`: the bound has the field `id` where the shard key { region: 1, zip: 1 } has `zip`",
        ),
        (
            Collections,
            1,
            Set(rawdoc! { "maxChunkSizeBytes": 5 }),
            "config.collections, document 1, field `maxChunkSizeBytes`: it is 5, and it has to be a whole number of MiB from 1 to 1024, in bytes",
        ),
        (
            Collections,
            2,
            Set(rawdoc! { "_id": NS }),
            "config.collections, document 2, field `_id`: shop.orders stands in document 1, too",
        ),
    ]);
}

#[test]
fn chunks_say_where_and_why() {
    check(vec![
        (
            Chunks,
            2,
            Unset("uuid"),
            "config.chunks, document 2, field `ns`: it is missing, and it has to be the namespace of a collection, or `uuid` its UUID",
        ),
        (
            Chunks,
            2,
            Unset("shard"),
            "config.chunks, document 2, field `shard`: it is missing, and it has to be the name of a shard",
        ),
        (
            Chunks,
            2,
            Set(rawdoc! { "shard": "s9" }),
            "config.chunks, document 2, field `shard`: there is no shard s9 in config.shards",
        ),
        (
            Chunks,
            2,
            Unset("lastmod"),
            "config.chunks, document 2, field `lastmod`: it is missing, and it has to be a version such as Timestamp(1, 0)",
        ),
        (
            Chunks,
            2,
            Set(rawdoc! { "lastmod": version(0, 4) }),
            "config.chunks, document 2, field `lastmod`: it is Timestamp({ t: 0, i: 4 }), and it has to be a version such as Timestamp(1, 0)",
        ),
        (
            Chunks,
            2,
            Set(rawdoc! { "lastmod": version(1, 4) }),
            "config.chunks, document 3, field `lastmod`: version 1|4 is that of document 2, too, and no two chunks of a collection share one",
        ),
        (
            Chunks,
            2,
            Set(rawdoc! { "jumbo": 1 }),
            "config.chunks, document 2, field `jumbo`: it is 1, and it has to be true or false",
        ),
    ]);
}

#[test]
fn ranges_say_where_and_why() {
    check(vec![
        (
            Chunks,
            2,
            Set(rawdoc! { "min": 5 }),
            "config.chunks, document 2, field `min`: it is 5, and it has to be a document with a value for every field of the shard key",
        ),
        (
            Chunks,
            2,
            Set(rawdoc! { "min": { "region": "EU" } }),
            "config.chunks, document 2, field `min`: it is { region: 'EU' }, and it has to be a document with a value for every field of the shard key",
        ),
        (
            Chunks,
            2,
            Set(rawdoc! { "max": bound("EU") }),
            "config.chunks, document 2, field `max`: the range ends at { region: 'EU', id: MinKey() }, which is not above its lower bound { region: 'EU', id: MinKey() }",
        ),
        (
            Chunks,
            1,
            Gone,
            "the chunks of shop.orders leave a gap: none covers [{ region: MinKey(), id: MinKey() }, { region: 'EU', id: MinKey() })",
        ),
        (
            Chunks,
            2,
            Gone,
            "the chunks of shop.orders leave a gap: none covers [{ region: 'EU', id: MinKey() }, { region: 'US', id: MinKey() })",
        ),
        (
            Chunks,
            3,
            Gone,
            "the chunks of shop.orders leave a gap: none covers [{ region: 'US', id: MinKey() }, { region: MaxKey(), id: MaxKey() })",
        ),
        (
            Chunks,
            2,
            Set(rawdoc! { "min": bound("FR") }),
            "the chunks of shop.orders leave a gap: none covers [{ region: 'EU', id: MinKey() }, { region: 'FR', id: MinKey() })",
        ),
        (
            Chunks,
            2,
            Set(rawdoc! { "max": bound("UZ") }),
            "config.chunks, document 3, field `min`: the chunk begins at { region: 'US', id: MinKey() } inside the one of document 2, which ends at { region: 'UZ', id: MinKey() }",
        ),
        (
            Chunks,
            2,
            Again(rawdoc! { "lastmod": version(9, 0) }),
            "config.chunks, document 10, field `min`: the chunk begins at { region: 'EU', id: MinKey() } inside the one of document 2, which ends at { region: 'US', id: MinKey() }",
        ),
        (
            Chunks,
            4,
            Set(rawdoc! { "max": { "x": "a" } }),
            "config.chunks, document 4, field `max`: the bound has 'a' at the hashed field `x`, where bounds are hashes: 64-bit integers, MinKey or MaxKey",
        ),
    ]);
}

#[test]
fn zones_databases_and_settings_say_where_and_why() {
    check(vec![
        (
            Tags,
            1,
            Unset("tag"),
            "config.tags, document 1, field `tag`: it is missing, and it has to be the name of a zone",
        ),
        (
            Tags,
            1,
            Set(rawdoc! { "min": { "zip": 1 } }),
            "config.tags, document 1, field `min`: the bound has the field `zip` where the shard key { region: 1, id: 1 } has `region`",
        ),
        (
            Tags,
            1,
            Set(rawdoc! { "max": { "region": RawBsonRef::MinKey } }),
            "config.tags, document 1, field `max`: the range ends at { region: MinKey() }, which is not above its lower bound { region: 'EU', id: MinKey() }",
        ),
        (
            Tags,
            1,
            Again(rawdoc! { "min": { "region": "FR" }, "max": { "region": "UK" } }),
            "config.tags, document 2, field `min`: the zone range begins at { region: 'FR' } inside the one of document 1, which ends at { region: 'US', id: MinKey() }",
        ),
        (
            Databases,
            1,
            Set(rawdoc! { "primary": "s7" }),
            "config.databases, document 1, field `primary`: there is no shard s7 in config.shards",
        ),
        (
            Databases,
            2,
            Set(rawdoc! { "_id": "shop" }),
            "config.databases, document 2, field `_id`: shop stands in document 1, too",
        ),
        (
            Settings,
            1,
            Set(rawdoc! { "value": 0 }),
            "config.settings, document 1, field `value`: it is 0, and it has to be a number of MB from 1 to 1024",
        ),
        (
            Settings,
            1,
            Set(rawdoc! { "value": "64" }),
            "config.settings, document 1, field `value`: it is '64', and it has to be a number of MB from 1 to 1024",
        ),
        (
            Settings,
            2,
            Set(rawdoc! { "mode": "on" }),
            "config.settings, document 2, field `mode`: it is 'on', and it has to be 'full', 'autoSplitOnly' or 'off'",
        ),
        (
            Settings,
            2,
            Set(rawdoc! { "activeWindow": { "start": "25:00", "stop": "06:00" } }),
            "config.settings, document 2, field `activeWindow`: it is { start: '25:00', stop: '06:00' }, and it has to be { start: 'HH:MM', stop: 'HH:MM' } of two times",
        ),
    ]);
}

#[test]
fn nothing_can_be_made_of_no_chunks() {
    let mut dump = dumped(ServerVersion::V8_0);
    dump.set(Chunks, Vec::new());
    assert_eq!(Catalogue::read(&dump), Err(MetadataError::NoChunks));
    dump.forget(Chunks);
    assert_eq!(Catalogue::read(&dump), Err(MetadataError::NoChunks));
    assert_eq!(Catalogue::read(&ConfigDump::default()), Err(MetadataError::NoChunks));
    let mut dump = dumped(ServerVersion::V8_0);
    dump.set(Collections, Vec::new());
    assert_eq!(Catalogue::read(&dump), Err(MetadataError::NoMatch { n_chunks: 6 }));
}

/// Spoils a catalogue.
type Break = fn(&mut Catalogue);

#[test]
fn a_catalogue_is_checked_before_it_founds() {
    let read = || Catalogue::read(&dumped(ServerVersion::V8_0)).unwrap().catalogue;
    let ns = NS.to_owned();
    let cases: [(Break, CatalogueError); 11] = [
        (|broken| broken.shards.clear(), CatalogueError::NoShards),
        (|broken| broken.shards[0].name.clear(), CatalogueError::EmptyShardName),
        (|broken| broken.shards[1].name = "s0".to_owned(), CatalogueError::ShardTwice { shard: "s0".to_owned() }),
        (|broken| broken.collections[1].ns = NS.to_owned(), CatalogueError::CollectionTwice { ns: ns.clone() }),
        (
            |broken| broken.collections[0].ns = "orders".to_owned(),
            CatalogueError::Namespace { ns: "orders".to_owned() },
        ),
        (|broken| broken.collections[0].stands_for = 0, CatalogueError::StandsForNone { ns: ns.clone() }),
        (|broken| broken.collections[0].chunks.clear(), CatalogueError::NoBeginning { ns: ns.clone() }),
        (|broken| broken.collections[0].chunks.swap(1, 2), CatalogueError::NotAscending { ns: ns.clone() }),
        (|broken| broken.collections[0].chunks[1].shard_idx = 3, CatalogueError::UnknownShard { ns: ns.clone() }),
        (
            |broken| broken.collections[0].chunks[1].version = broken.collections[0].chunks[0].version,
            CatalogueError::VersionTwice { ns: ns.clone() },
        ),
        (
            |broken| {
                let zone = broken.collections[0].zones[0].clone();
                broken.collections[0].zones.push(zone);
            },
            CatalogueError::Zones { ns: ns.clone() },
        ),
    ];
    for (breaks, expected) in cases {
        let mut catalogue = read();
        breaks(&mut catalogue);
        assert_eq!(Cluster::found(&catalogue, RATES).unwrap_err(), expected);
    }
    let mut catalogue = read();
    catalogue.collections[0].chunks[0].n_documents = Some(u64::MAX);
    assert_eq!(Cluster::found(&catalogue, RATES).unwrap_err(), CatalogueError::StoreFull { ns });
}
