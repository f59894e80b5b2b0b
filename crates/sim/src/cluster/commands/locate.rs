//! How commands name a chunk: by a key in it, or by its bounds.

use ::bson::{RawBsonRef, RawDocument};

use super::super::{Cluster, CollectionIdx};
use super::zones::{document_text, range_text};
use crate::bson::{KeyValue, hash64};
use crate::catalog::Chunk;
use crate::catalog::pattern::{FieldKind, ShardKeyPattern};
use crate::error::CommandError;

/// A chunk of a command.
#[derive(Debug, Clone, Copy)]
pub enum ChunkRef<'a> {
    /// The chunk that holds documents with these shard key values; hashed fields hold the value, not its hash.
    Find(&'a RawDocument),
    /// The chunk with exactly these bounds; hashed fields hold hashes.
    Bounds(&'a RawDocument, &'a RawDocument),
}

impl Cluster {
    /// A sharded collection and its key.
    pub(super) fn sharded(&self, ns: &str) -> Result<(CollectionIdx, &ShardKeyPattern), CommandError> {
        let collection_idx = self.known_collection(ns)?;
        let pattern = self.collections.get(collection_idx).and_then(|collection| collection.pattern());
        let pattern = pattern.ok_or_else(|| CommandError::NamespaceNotSharded { ns: ns.to_owned() })?;
        Ok((collection_idx, pattern))
    }

    /// The position of the chunk that a command names; `None` if there is no such chunk. A `find` that is no full key is
    /// `Err`.
    pub(super) fn locate(
        &self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        chunk: ChunkRef<'_>,
    ) -> Result<Option<usize>, Located> {
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(None) };
        match chunk {
            ChunkRef::Find(find) => {
                let key = full_key(pattern, find).ok_or_else(|| Located::NotFullKey(document_text(find)))?;
                Ok(collection.chunk_idx_of(key.as_ref()))
            }
            ChunkRef::Bounds(min, max) => {
                let bounds = pattern.encode_bound(min).ok().zip(pattern.encode_bound(max).ok());
                let found = bounds.and_then(|(min, max)| collection.chunk_idx_exact(&min, &max));
                found.map(Some).ok_or_else(|| Located::NotBounds(range_text(min, max)))
            }
        }
    }
}

/// A chunk of a migration in flight cannot be cut or joined.
pub(super) fn check_not_migrating(pattern: &ShardKeyPattern, chunk: &Chunk) -> Result<(), CommandError> {
    match chunk.migration_id() {
        Some(_) => Err(CommandError::ChunkMigrating { range: chunk_text(pattern, chunk) }),
        None => Ok(()),
    }
}

/// Why a chunk was not located; each command has a code of its own for it.
pub(super) enum Located {
    NotFullKey(String),
    NotBounds(String),
}

/// The shard key of a query that gives every field of it a single value.
pub(super) fn full_key(pattern: &ShardKeyPattern, find: &RawDocument) -> Option<KeyValue> {
    let mut values = Vec::new();
    for field in pattern.fields() {
        let value = value_at(find, &field.path)?;
        values.push(match (field.kind, value) {
            (_, RawBsonRef::Array(_) | RawBsonRef::RegularExpression(_)) => return None,
            (FieldKind::Hashed, value) => RawBsonRef::Int64(hash64(value)),
            (FieldKind::Ranged, value) => value,
        });
    }
    Some(pattern.from_values(&values))
}

/// A value by its dotted path, written flat (`"a.b": 1`) or nested (`a: { b: 1 }`).
fn value_at<'a>(document: &'a RawDocument, path: &str) -> Option<RawBsonRef<'a>> {
    if let Ok(Some(value)) = document.get(path) {
        return Some(value);
    }
    let (first, rest) = path.split_once('.')?;
    match document.get(first) {
        Ok(Some(RawBsonRef::Document(inner))) => value_at(inner, rest),
        _ => None,
    }
}

pub(super) fn key_text(pattern: &ShardKeyPattern, key: &KeyValue) -> String {
    document_text(&pattern.decode(key.as_ref()))
}

pub(super) fn bounds_text(pattern: &ShardKeyPattern, min: &KeyValue, max: &KeyValue) -> String {
    format!("[{}, {})", key_text(pattern, min), key_text(pattern, max))
}

pub(super) fn chunk_text(pattern: &ShardKeyPattern, chunk: &Chunk) -> String {
    bounds_text(pattern, chunk.min(), chunk.max())
}
