//! `config.chunks`: bounds, owners, versions.

use std::collections::BTreeMap;

use ::bson::{RawBson, RawBsonRef, RawDocument, RawDocumentBuf};

use super::cover::{Numbered, check_cover, check_versions};
use super::{N_CHUNKS_MAX, Names, docs};
use crate::bson::{KeyValue, integer_part};
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{ChunkVersion, ShardIdx};
use crate::metadata::catalogue::ChunkRecord;
use crate::metadata::dump::{ConfigCollection, ConfigDump};
use crate::metadata::error::MetadataError;
use crate::metadata::fields::{Doc, quote_document};

/// All chunk documents.
pub(super) fn numbered(dump: &ConfigDump) -> Result<Vec<Doc<'_>>, MetadataError> {
    let chunks: Vec<Doc<'_>> = docs(dump, ConfigCollection::Chunks).collect();
    match chunks.len() {
        0 => Err(MetadataError::NoChunks),
        found if found > N_CHUNKS_MAX => Err(MetadataError::TooMany { what: "chunks", found, max: N_CHUNKS_MAX }),
        _ => Ok(chunks),
    }
}

/// The collection that a chunk belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner<'a> {
    Ns(&'a str),
    Uuid(&'a [u8]),
}

pub(super) fn owner(doc: Doc<'_>) -> Result<Owner<'_>, MetadataError> {
    match (doc.get("uuid"), doc.get("ns")) {
        (_, Some(RawBsonRef::String(ns))) => Ok(Owner::Ns(ns)),
        (Some(RawBsonRef::Binary(uuid)), _) => Ok(Owner::Uuid(uuid.bytes)),
        (Some(_), _) => Err(doc.wrong("uuid", "the UUID of a collection")),
        (None, _) => Err(doc.wrong("ns", "the namespace of a collection, or `uuid` its UUID")),
    }
}

/// The chunks of one collection in key order, checked.
pub(super) fn of_collection(
    ns: &str,
    pattern: &ShardKeyPattern,
    chunks: &[Doc<'_>],
    names: &Names,
) -> Result<Vec<ChunkRecord>, MetadataError> {
    let mut numbered = Vec::with_capacity(chunks.len());
    for doc in chunks {
        numbered.push(chunk(*doc, pattern, names)?);
    }
    numbered.sort_by(|left, right| left.record.min.cmp(&right.record.min));
    check_cover(ns, pattern, &numbered)?;
    check_versions(&numbered)?;
    Ok(numbered.into_iter().map(|numbered| numbered.record).collect())
}

fn chunk<'a>(doc: Doc<'a>, pattern: &ShardKeyPattern, names: &Names) -> Result<Numbered<'a>, MetadataError> {
    let (min, max) = (full_bound(doc, pattern, "min")?, full_bound(doc, pattern, "max")?);
    if min >= max {
        let text = |field| doc.document(field, "").map(quote_document).unwrap_or_default();
        return Err(MetadataError::EmptyRange { place: doc.place("max"), min: text("min"), max: text("max") });
    }
    let shard_idx = names.shard(doc, "shard")?;
    let (since_secs, from) = history(doc, names);
    let n_bytes = doc.whole("estimatedDataSizeBytes").and_then(|bytes| u64::try_from(bytes).ok());
    let (version, jumbo) = (version(doc)?, doc.flag("jumbo")?);
    let record = ChunkRecord { min, shard_idx, version, jumbo, since_secs, from, n_documents: None, n_bytes };
    Ok(Numbered { doc, record, max })
}

fn version(doc: Doc<'_>) -> Result<ChunkVersion, MetadataError> {
    let timestamp = doc.timestamp("lastmod").filter(|timestamp| timestamp.time > 0);
    let timestamp = timestamp.ok_or_else(|| doc.wrong("lastmod", "a version such as Timestamp(1, 0)"))?;
    Ok(ChunkVersion { major: timestamp.time, minor: timestamp.increment })
}

/// Since when the owner has it, and who had it before. What is odd about a history is nobody's loss.
fn history(doc: Doc<'_>, names: &Names) -> (Option<u32>, Option<ShardIdx>) {
    let since = doc.timestamp("onCurrentShardSince").map(|since| since.time);
    let Some(RawBsonRef::Array(history)) = doc.get("history") else { return (since, None) };
    let mut entries = history.into_iter().map_while(Result::ok).filter_map(RawBsonRef::as_document);
    let newest = entries.next().and_then(|document| Doc { document, ..doc }.timestamp("validAfter"));
    let before = entries.next().and_then(|document| names.find(document.get_str("shard").ok()?));
    (newest.map(|newest| newest.time).or(since), before)
}

/// A bound with a value for every field of the key.
fn full_bound(doc: Doc<'_>, pattern: &ShardKeyPattern, field: &'static str) -> Result<KeyValue, MetadataError> {
    let bound = doc.document(field, "a document with a value for every field of the shard key")?;
    if bound.iter().count() < pattern.fields().len() {
        return Err(doc.wrong(field, "a document with a value for every field of the shard key"));
    }
    encode(doc, pattern, field, bound)
}

/// A bound; fields left off at its end are `MinKey`.
pub(super) fn encode(
    doc: Doc<'_>,
    pattern: &ShardKeyPattern,
    field: &'static str,
    bound: &RawDocument,
) -> Result<KeyValue, MetadataError> {
    match with_hashes(pattern, bound) {
        Some(bound) => pattern.encode_bound(&bound),
        None => pattern.encode_bound(bound),
    }
    .map_err(doc.key_error(field))
}

/// The bound with an int64 for the hash, where relaxed Extended JSON has made another number of it.
fn with_hashes(pattern: &ShardKeyPattern, bound: &RawDocument) -> Option<RawDocumentBuf> {
    let hashed = &pattern.fields().get(pattern.hashed_idx()?)?.path;
    let is_narrow = |value| matches!(value, RawBsonRef::Int32(_) | RawBsonRef::Double(_));
    let mut elements = bound.iter().map_while(Result::ok);
    elements.find(|(name, value)| name.as_str() == hashed && is_narrow(*value))?;
    let mut wide = RawDocumentBuf::new();
    for (name, value) in bound.iter().map_while(Result::ok) {
        match integer_part(value).filter(|_| name.as_str() == hashed) {
            Some(hash) => wide.append(name, RawBson::Int64(hash)),
            None => wide.append(name, value),
        }
    }
    Some(wide)
}

/// What migrations of exactly one chunk's range told of its size: the last one counts.
pub(super) struct Sizes<'a> {
    by_ns: BTreeMap<&'a str, Vec<Doc<'a>>>,
}

impl<'a> Sizes<'a> {
    pub(super) fn read(dump: &'a ConfigDump) -> Self {
        let mut by_ns: BTreeMap<&str, Vec<Doc<'_>>> = BTreeMap::new();
        for doc in docs(dump, ConfigCollection::Changelog) {
            if let (Some(RawBsonRef::String("moveChunk.commit")), Some(RawBsonRef::String(ns))) =
                (doc.get("what"), doc.get("ns"))
            {
                by_ns.entry(ns).or_default().push(doc);
            }
        }
        Self { by_ns }
    }

    /// Fills in sizes of the chunks of a collection.
    pub(super) fn fill(&self, ns: &str, pattern: &ShardKeyPattern, chunks: &mut [ChunkRecord]) {
        let ends: Vec<KeyValue> = chunks.iter().skip(1).map(|chunk| chunk.min.clone()).collect();
        for doc in self.by_ns.get(ns).map(Vec::as_slice).unwrap_or_default() {
            let Some((min, max, n_documents, n_bytes)) = moved(*doc, pattern) else { continue };
            let Ok(at) = chunks.binary_search_by(|chunk| chunk.min.cmp(&min)) else { continue };
            let end = ends.get(at).cloned().unwrap_or_else(|| pattern.global_max());
            if let Some(chunk) = chunks.get_mut(at).filter(|_| end == max) {
                (chunk.n_documents, chunk.n_bytes) = (Some(n_documents), Some(n_bytes));
            }
        }
    }
}

fn moved(doc: Doc<'_>, pattern: &ShardKeyPattern) -> Option<(KeyValue, KeyValue, u64, u64)> {
    let details = doc.document("details", "").ok()?;
    let counts = details.get_document("counts").ok()?;
    let count = |name| u64::try_from(integer_part(counts.get(name).ok().flatten()?)?).ok();
    let bound = |name| encode(doc, pattern, "details", details.get_document(name).ok()?).ok();
    Some((bound("min")?, bound("max")?, count("cloned")?, count("clonedBytes")?))
}
