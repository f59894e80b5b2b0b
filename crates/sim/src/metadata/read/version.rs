//! Which version wrote a dump.

use ::bson::RawBsonRef;

use super::docs;
use crate::metadata::assumed::{Assumption, VersionEvidence};
use crate::metadata::dump::{ConfigCollection, ConfigDump};
use crate::metadata::fields::Doc;
use crate::version::ServerVersion;

use ServerVersion::{V4_2, V4_4, V5_0, V6_0, V7_0, V8_0};

/// The version, how it was told, and what was assumed when several versions write the same.
pub(super) fn detect(dump: &ConfigDump) -> (ServerVersion, VersionEvidence, Option<Assumption>) {
    if let Some((server, version)) = router(dump) {
        return (server, VersionEvidence::Router { version }, None);
    }
    let (server, why, or) = by_shape(dump);
    let assumption = (!or.is_empty()).then_some(Assumption::Version { server, or });
    (server, VersionEvidence::Shape(why), assumption)
}

/// The oldest of the routers' versions: routers are upgraded last.
fn router(dump: &ConfigDump) -> Option<(ServerVersion, String)> {
    let version = |doc: Doc<'_>| {
        let RawBsonRef::String(version) = doc.get("mongoVersion")? else { return None };
        let mut parts = version.split(['.', '-']);
        let mut number = || parts.next()?.parse::<u32>().ok();
        Some(((number()?, number().unwrap_or(0)), version.to_owned()))
    };
    let (numbers, version) = docs(dump, ConfigCollection::Mongos).filter_map(version).min()?;
    let server = match numbers {
        (..4, _) | (4, ..4) => V4_2,
        (4, _) => V4_4,
        (5, _) => V5_0,
        (6, _) => V6_0,
        (7, _) => V7_0,
        _ => V8_0,
    };
    Some((server, version))
}

fn by_shape(dump: &ConfigDump) -> (ServerVersion, &'static str, &'static [ServerVersion]) {
    let has = |collection, field: &str| docs(dump, collection).any(|doc| doc.get(field).is_some());
    let (chunks, shards) = (ConfigCollection::Chunks, ConfigCollection::Shards);
    let collections = ConfigCollection::Collections;
    let is_text_id = |doc: Doc<'_>| matches!(doc.get("_id"), Some(RawBsonRef::String(_)));
    let by_ns = |doc: Doc<'_>| doc.get("ns").is_some() && doc.get("uuid").is_none();
    if docs(dump, chunks).any(by_ns) || has(collections, "dropped") {
        return match docs(dump, chunks).next() {
            Some(doc) if is_text_id(doc) => (V4_2, "chunks name their collection by `ns` and have text as `_id`", &[]),
            Some(_) => (V4_4, "chunks name their collection by `ns` and have an ObjectId as `_id`", &[]),
            None => (V4_4, "collections have a field `dropped`", &[V4_2]),
        };
    }
    if has(shards, "replSetConfigVersion") {
        return (V8_0, "shards have a `replSetConfigVersion`", &[]);
    }
    if has(collections, "unsplittable") {
        return (V8_0, "a collection is `unsplittable`", &[]);
    }
    // Without it a database is one of 8.0, but a report leaves it out of older ones, too.
    let is_old_version = has(ConfigCollection::Version, "currentVersion");
    let is_merged = has(chunks, "onCurrentShardSince")
        || has(collections, "enableAutoMerge")
        || docs(dump, ConfigCollection::Settings)
            .any(|doc| matches!(doc.get("_id"), Some(RawBsonRef::String("automerge"))));
    match (is_old_version, dump.has(ConfigCollection::Version) || is_merged, dump.has(shards)) {
        (true, ..) if has(collections, "maxChunkSizeBytes") || has(chunks, "estimatedDataSizeBytes") => {
            (V6_0, "there is a range size or a data size of its own, and config.version has a `currentVersion`", &[])
        }
        (true, ..) => {
            (V6_0, "config.version has a `currentVersion`, and chunks name their collection by `uuid`", &[V5_0])
        }
        (false, true, true) => {
            (V7_0, "config.version has no `currentVersion`, and shards no `replSetConfigVersion`", &[])
        }
        (false, true, false) => (V8_0, "chunks and collections have fields that came with 7.0", &[V7_0]),
        (false, false, true) if has(shards, "topologyTime") => {
            (V6_0, "shards have a `topologyTime` and no `replSetConfigVersion`", &[V5_0, V7_0])
        }
        (false, false, true) => (V4_4, "shards have no `topologyTime`", &[V4_2]),
        (false, false, false) => (V8_0, "chunks name their collection by `uuid`", &[V5_0, V6_0, V7_0]),
    }
}
