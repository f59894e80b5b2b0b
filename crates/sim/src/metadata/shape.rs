//! Which collection a document comes from, by its fields.

use ::bson::{RawBsonRef, RawDocument};

use super::dump::ConfigCollection;

impl ConfigCollection {
    /// The collection that a document of this shape comes from, if any has such documents.
    #[must_use]
    pub fn of_document(document: &RawDocument) -> Option<Self> {
        let get = |field: &str| document.get(field).ok().flatten();
        let is_text = |field: &str| matches!(get(field), Some(RawBsonRef::String(_)));
        let is_document = |field: &str| matches!(get(field), Some(RawBsonRef::Document(_)));
        let has = |field: &str| get(field).is_some();
        let id = match get("_id") {
            Some(RawBsonRef::String(text)) => text,
            _ => "",
        };
        if is_document("min") && is_document("max") {
            return match (is_text("shard"), is_text("tag") && is_text("ns")) {
                (true, _) if has("lastmod") || has("uuid") || has("ns") => Some(Self::Chunks),
                (_, true) => Some(Self::Tags),
                _ => None,
            };
        }
        if matches!(id, "chunksize" | "balancer" | "autosplit" | "automerge" | "ReadWriteConcernDefaults") {
            return Some(Self::Settings);
        }
        if is_text("what") && is_document("details") && has("time") {
            return Some(Self::Changelog);
        }
        if has("clusterId") && (has("currentVersion") || document.iter().count() <= 3) {
            return Some(Self::Version);
        }
        if id.is_empty() {
            return None;
        }
        if has("mongoVersion") && has("ping") {
            return Some(Self::Mongos);
        }
        if is_document("key") && (has("lastmodEpoch") || has("lastmod") || has("uuid")) {
            return Some(Self::Collections);
        }
        if has("dropped") && has("lastmodEpoch") {
            return Some(Self::Collections);
        }
        if is_text("primary") && (has("partitioned") || is_document("version")) {
            return Some(Self::Databases);
        }
        let is_state =
            matches!(get("state"), Some(RawBsonRef::Int32(_) | RawBsonRef::Int64(_) | RawBsonRef::Double(_)));
        (is_text("host") && (is_state || has("tags") || has("maxSize") || has("topologyTime"))).then_some(Self::Shards)
    }
}
