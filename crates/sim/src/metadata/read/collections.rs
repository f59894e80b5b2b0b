//! `config.collections`, and what chunks tell of collections when it is missing.

use std::collections::BTreeMap;

use ::bson::{RawBsonRef, RawDocument};

use super::chunks::{Owner, Sizes, of_collection, owner};
use super::{Names, Notes, docs};
use crate::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
use crate::metadata::assumed::{Assumption, LeftOut};
use crate::metadata::catalogue::{CollectionRecord, is_namespace};
use crate::metadata::dump::{ConfigCollection, ConfigDump};
use crate::metadata::error::MetadataError;
use crate::metadata::fields::Doc;

/// A bound above this is more likely a hash than a number that people count to.
const HASH_MIN: u64 = 1 << 48;

const NAMESPACE: &str = "a namespace, database.collection";

/// All collections with their chunks.
pub(super) fn read<'a>(
    dump: &'a ConfigDump,
    chunks: &[Doc<'a>],
    names: &Names,
    notes: &mut Notes,
) -> Result<Vec<CollectionRecord>, MetadataError> {
    let mut by_owner: BTreeMap<Owner<'a>, Vec<Doc<'a>>> = BTreeMap::new();
    for doc in chunks {
        by_owner.entry(owner(*doc)?).or_default().push(*doc);
    }
    let mut collections = if dump.has(ConfigCollection::Collections) {
        listed(dump, by_owner, names, notes)?
    } else {
        guessed(by_owner, names, notes)?
    };
    if collections.is_empty() {
        return Err(MetadataError::NoMatch { n_chunks: chunks.len() });
    }
    let sizes = Sizes::read(dump);
    for collection in &mut collections {
        sizes.fill(&collection.ns, &collection.pattern, &mut collection.chunks);
    }
    Ok(collections)
}

fn listed<'a>(
    dump: &'a ConfigDump,
    mut by_owner: BTreeMap<Owner<'a>, Vec<Doc<'a>>>,
    names: &Names,
    notes: &mut Notes,
) -> Result<Vec<CollectionRecord>, MetadataError> {
    let mut collections: Vec<(usize, CollectionRecord)> = Vec::new();
    for doc in docs(dump, ConfigCollection::Collections) {
        if doc.flag("dropped")? {
            continue;
        }
        let mut record = collection(doc, notes)?;
        if let Some((other, _)) = collections.iter().find(|(_, there)| there.ns == record.ns) {
            return Err(MetadataError::Twice { place: doc.place("_id"), name: record.ns, other: *other });
        }
        let by_ns = by_owner.remove(&Owner::Ns(doc.text("_id", NAMESPACE)?));
        let by_uuid = match doc.get("uuid") {
            Some(RawBsonRef::Binary(uuid)) => by_owner.remove(&Owner::Uuid(uuid.bytes)),
            _ => None,
        };
        let chunks: Vec<Doc<'_>> = by_uuid.into_iter().chain(by_ns).flatten().collect();
        if chunks.is_empty() {
            notes.left_out.push(LeftOut::WithoutChunks { ns: record.ns });
            continue;
        }
        if record.unsplittable && chunks.len() != 1 {
            let place = doc.place("unsplittable");
            return Err(MetadataError::Unsplittable { place, n_chunks: chunks.len() });
        }
        record.chunks = of_collection(&record.ns, &record.pattern, &chunks, names)?;
        collections.push((doc.number, record));
    }
    let n_stray = by_owner.values().map(Vec::len).sum();
    if n_stray > 0 && !collections.is_empty() {
        notes.left_out.push(LeftOut::StrayChunks { n_chunks: n_stray });
    }
    Ok(collections.into_iter().map(|(_, record)| record).collect())
}

fn collection(doc: Doc<'_>, notes: &mut Notes) -> Result<CollectionRecord, MetadataError> {
    let ns = doc.text("_id", NAMESPACE)?;
    if !is_namespace(ns) {
        return Err(doc.wrong("_id", NAMESPACE));
    }
    let key = doc.document("key", "a shard key such as { customerId: 1 }")?;
    let mut record = CollectionRecord::new(ns.to_owned(), ShardKeyPattern::parse(key).map_err(doc.key_error("key"))?);
    record.unique = doc.flag("unique")?;
    record.unsplittable = doc.flag("unsplittable")?;
    record.defragmenting = doc.flag("defragmentCollection")?;
    record.auto_merge = doc.switch("enableAutoMerge")?.unwrap_or(true);
    record.balancing = !doc.flag("noBalance")?;
    record.range_size_bytes = range_size(doc)?;
    if let Some(RawBsonRef::Document(collation)) = doc.get("defaultCollation") {
        let locale = collation.get_str("locale").unwrap_or("simple");
        record.simple_collation = locale == "simple";
    }
    let forbids = |field| doc.switch(field).map(|allowed| allowed == Some(false));
    if forbids("allowMigrations")? || forbids("permitMigrations")? {
        record.balancing = false;
        notes.left_out.push(LeftOut::MigrationsForbidden { ns: ns.to_owned() });
    }
    if doc.get("reshardingFields").is_some() {
        notes.left_out.push(LeftOut::Resharding { ns: ns.to_owned() });
    }
    Ok(record)
}

/// A whole number of MiB from 1 to 1024.
fn range_size(doc: Doc<'_>) -> Result<Option<u64>, MetadataError> {
    if doc.get("maxChunkSizeBytes").is_none() {
        return Ok(None);
    }
    let bytes = doc.whole("maxChunkSizeBytes").and_then(|bytes| u64::try_from(bytes).ok());
    let bytes = bytes.filter(|bytes| bytes.is_multiple_of(1 << 20) && (1..=1024).contains(&(bytes >> 20)));
    bytes.map(Some).ok_or_else(|| doc.wrong("maxChunkSizeBytes", "a whole number of MiB from 1 to 1024, in bytes"))
}

/// Collections of which only the chunks are known.
fn guessed(
    by_owner: BTreeMap<Owner<'_>, Vec<Doc<'_>>>,
    names: &Names,
    notes: &mut Notes,
) -> Result<Vec<CollectionRecord>, MetadataError> {
    let mut collections = Vec::new();
    for (number, (owner, chunks)) in (1..).zip(by_owner) {
        let ns = match owner {
            Owner::Ns(ns) => ns.to_owned(),
            Owner::Uuid(_) => {
                let ns = format!("unknown.collection{number}");
                notes.assumed.push(Assumption::Namespace { ns: ns.clone() });
                ns
            }
        };
        let pattern = key_of_bounds(&chunks)?;
        notes.assumed.push(Assumption::KeyFromBounds { ns: ns.clone(), pattern: pattern.clone() });
        let mut record = CollectionRecord::new(ns, pattern);
        record.chunks = of_collection(&record.ns, &record.pattern, &chunks, names)?;
        collections.push(record);
    }
    Ok(collections)
}

/// The fields of the first chunk's lower bound; one of them is hashed if all its bounds are large 64-bit integers, 0 apart.
fn key_of_bounds(chunks: &[Doc<'_>]) -> Result<ShardKeyPattern, MetadataError> {
    let Some(first) = chunks.first() else { return Err(MetadataError::NoChunks) };
    let bound = first.document("min", "a document with a value for every field of the shard key")?;
    let mut fields: Vec<ShardKeyField> = Vec::new();
    for (name, _) in bound.iter().map_while(Result::ok) {
        let path = name.as_str().to_owned();
        let is_first = fields.iter().all(|field| field.kind == FieldKind::Ranged);
        let kind = if is_first && is_hashed(chunks, &path) { FieldKind::Hashed } else { FieldKind::Ranged };
        fields.push(ShardKeyField { path, kind });
    }
    ShardKeyPattern::new(fields).map_err(first.key_error("min"))
}

fn is_hashed(chunks: &[Doc<'_>], path: &str) -> bool {
    let of = |bound: &RawDocument| {
        let mut elements = bound.iter().map_while(Result::ok);
        // The value borrows from the document: what matters of it is its size.
        elements.find(|(name, _)| name.as_str() == path).map(|(_, value)| match value {
            RawBsonRef::Int64(value) => Some(value.unsigned_abs()),
            RawBsonRef::Int32(0) => Some(0),
            RawBsonRef::MinKey | RawBsonRef::MaxKey => None,
            _ => Some(1),
        })
    };
    let bounds = chunks.iter().flat_map(|doc| [doc.get("min"), doc.get("max")]).flatten();
    let sizes: Vec<u64> = bounds.filter_map(RawBsonRef::as_document).filter_map(of).flatten().collect();
    sizes.iter().any(|size| *size >= HASH_MIN) && sizes.iter().all(|size| *size == 0 || *size >= HASH_MIN)
}
