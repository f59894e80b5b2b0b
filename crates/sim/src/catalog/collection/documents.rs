//! The documents of a collection one by one: which there are, which of them go, and what unique indexes say.

use std::collections::{BTreeMap, BTreeSet};

use ::bson::{RawDocument, RawDocumentBuf};

use super::{Collection, CommandError, ShardIdx, State};
use crate::bson::KeyRef;
use crate::catalog::index::Index;
use crate::catalog::store::Entry;
use crate::error::{OperationError, WriteError};

/// One document of a collection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// Its place: in the arena of keys, or in the list of an unsharded collection.
    pub(crate) id: u32,
    /// Its chunk; 0 while the collection is unsharded.
    pub(crate) chunk_idx: usize,
    /// Its shard.
    pub(crate) shard_idx: ShardIdx,
    /// Its size, bytes.
    pub(crate) size_bytes: u32,
}

/// What is known of a document.
pub(crate) enum View<'a> {
    /// All of it.
    Whole(&'a RawDocument),
    /// Its shard key as the server stores it: flat names, hashed fields as hashes.
    Key(RawDocumentBuf),
}

impl Collection {
    /// Whether whole documents are kept, not only their keys and sizes.
    #[must_use]
    pub fn keeps_documents(&self) -> bool {
        self.keeps || !self.is_sharded()
    }

    /// Keeps whole documents from now on.
    ///
    /// # Errors
    /// The collection is sharded and has documents of which only the keys are left.
    pub(crate) fn keep_documents(&mut self) -> Result<(), CommandError> {
        if self.keeps {
            return Ok(());
        }
        if self.is_sharded() && self.usage.iter().any(|usage| usage.n_documents > 0) {
            return Err(OperationError::DocumentsNotKept { ns: self.ns.clone() }.into());
        }
        self.keeps = true;
        self.start_unique(Index { unique: true, sparse: true, ..Index::plain(vec![id_field()]) });
        Ok(())
    }

    /// Indexes in the order of creation, without the one on `_id`.
    #[must_use]
    pub fn indexes(&self) -> &[Index] {
        &self.indexes
    }

    /// Adds an index; a unique one refuses documents from now on.
    pub(crate) fn add_index(&mut self, index: Index) {
        if index.unique {
            self.start_unique(index.clone());
        }
        self.has_ttl |= index.expire_after_secs.is_some();
        self.indexes.push(index);
    }

    pub(crate) fn drop_index(&mut self, at: usize) {
        if at < self.indexes.len() {
            let index = self.indexes.remove(at);
            self.uniques.drop_index(&index);
        }
    }

    fn start_unique(&mut self, index: Index) {
        self.uniques.add(index);
        self.note_all();
    }

    /// Fills the tables of unique indexes anew.
    pub(super) fn note_all(&mut self) {
        self.uniques.clear_values();
        if self.uniques.is_empty() {
            return;
        }
        match &self.state {
            State::Unsharded(unsharded) => {
                for (document, id) in unsharded.documents().zip(0..) {
                    self.uniques.note(id, document);
                }
            }
            State::Sharded(_) => {
                for (id, document) in &self.kept {
                    self.uniques.note(*id, document);
                }
            }
        }
    }

    /// Whether inserts must be looked at one by one.
    #[inline]
    pub(crate) fn is_checked(&self) -> bool {
        self.keeps || self.has_key_rules || self.has_ttl || !self.uniques.is_empty()
    }

    /// Whether the version limits what keys hold.
    pub(crate) fn set_key_rules(&mut self, on: bool) {
        self.has_key_rules = on;
    }

    /// Keeps what is to be kept of a document that was placed.
    pub(crate) fn note(&mut self, id: u32, document: &RawDocument) {
        self.uniques.note(id, document);
        if self.keeps && self.is_sharded() {
            self.kept.insert(id, document.to_owned());
        }
    }

    /// The unique index that would refuse a document on a shard. `except` is the document that it replaces.
    pub(crate) fn unique_conflict(
        &self,
        document: &RawDocument,
        shard_idx: ShardIdx,
        except: Option<u32>,
    ) -> Option<WriteError> {
        let is_rival = |id| Some(id) != except && self.shard_of(id) == Some(shard_idx);
        let index = self.uniques.conflict(document, is_rival)?;
        Some(WriteError::DuplicateKey { index: index.to_string(), value: index.value_text(document) })
    }

    /// The shard of a document.
    pub(crate) fn shard_of(&self, id: u32) -> Option<ShardIdx> {
        match &self.state {
            State::Unsharded(unsharded) => Some(unsharded.shard_idx()),
            State::Sharded(sharded) => {
                let chunk_idx = sharded.table.find(sharded.arena.key_at(id));
                sharded.table.chunk(chunk_idx).map(|chunk| chunk.shard_idx)
            }
        }
    }

    /// The shard that an insert of this document would go to.
    ///
    /// # Errors
    /// It has no shard key.
    pub(crate) fn shard_for(&self, document: &RawDocument) -> Result<ShardIdx, CommandError> {
        match &self.state {
            State::Unsharded(unsharded) => Ok(unsharded.shard_idx()),
            State::Sharded(sharded) => {
                let mut key = crate::bson::KeyBuf::default();
                sharded.pattern.encode_document(document, &mut key)?;
                let chunk = sharded.table.chunk(sharded.table.find(key.as_ref()));
                Ok(chunk.map_or(0, |chunk| chunk.shard_idx))
            }
        }
    }

    /// Whether a document in the place of another has another shard key.
    pub(crate) fn changes_key(&self, id: u32, document: &RawDocument) -> bool {
        let State::Sharded(sharded) = &self.state else { return false };
        let mut key = crate::bson::KeyBuf::default();
        let encoded = sharded.pattern.encode_document(document, &mut key);
        encoded.is_err() || sharded.arena.key_at(id) != key.as_ref()
    }

    /// Documents that share a value of a unique index, as pairs of the index and their places.
    pub(crate) fn shared_values(&self) -> impl Iterator<Item = (&Index, &[u32])> {
        self.uniques.shared()
    }

    /// What is known of a document.
    pub(crate) fn view(&self, id: u32) -> Option<View<'_>> {
        match &self.state {
            State::Unsharded(unsharded) => unsharded.document(id).map(View::Whole),
            State::Sharded(sharded) => match self.kept.get(&id) {
                Some(document) => Some(View::Whole(document)),
                None => Some(View::Key(sharded.pattern.decode(sharded.arena.key_at(id)))),
            },
        }
    }

    /// A whole document.
    pub(crate) fn whole(&self, id: u32) -> Option<&RawDocument> {
        match self.view(id)? {
            View::Whole(document) => Some(document),
            View::Key(_) => None,
        }
    }

    /// All documents in key order (of an unsharded collection: in order of arrival), with their chunks and shards.
    pub(crate) fn all_documents(&mut self) -> Vec<Found> {
        match &mut self.state {
            State::Unsharded(unsharded) => {
                let shard_idx = unsharded.shard_idx();
                let found = |(document, id): (&RawDocument, u32)| {
                    let size_bytes = u32::try_from(document.as_bytes().len()).unwrap_or(u32::MAX);
                    Found { id, chunk_idx: 0, shard_idx, size_bytes }
                };
                unsharded.documents().zip(0..).map(found).collect()
            }
            State::Sharded(sharded) => {
                let mut all = Vec::new();
                for chunk_idx in 0..sharded.table.chunks().len() {
                    let Some(chunk) = sharded.table.chunk_mut(chunk_idx) else { break };
                    let shard_idx = chunk.shard_idx;
                    let found = |entry: &Entry| {
                        let (id, size_bytes) = (entry.offset(), entry.size_bytes());
                        Found { id, chunk_idx, shard_idx, size_bytes }
                    };
                    all.extend(chunk.documents.sorted(&sharded.arena).iter().map(found));
                }
                all
            }
        }
    }

    /// Takes documents out; returns how many and their bytes, before multiplication.
    pub(crate) fn remove(&mut self, gone: &[Found]) -> (u64, u64) {
        let ids: BTreeSet<u32> = gone.iter().map(|found| found.id).collect();
        self.uniques.forget(&ids);
        for found in gone {
            let size_bytes = u64::from(found.size_bytes);
            if let Some(usage) = self.usage_mut(found.shard_idx) {
                usage.n_documents = usage.n_documents.saturating_sub(1);
                usage.n_bytes = usage.n_bytes.saturating_sub(size_bytes);
            }
        }
        match &mut self.state {
            State::Unsharded(unsharded) => {
                unsharded.remove(&ids);
                self.note_all();
            }
            State::Sharded(sharded) => {
                let chunks: BTreeSet<usize> = gone.iter().map(|found| found.chunk_idx).collect();
                for chunk_idx in chunks {
                    if let Some(chunk) = sharded.table.chunk_mut(chunk_idx) {
                        chunk.documents.remove(&sharded.arena, &ids);
                    }
                }
                for id in &ids {
                    self.kept.remove(id);
                }
            }
        }
        (gone.len() as u64, gone.iter().map(|found| u64::from(found.size_bytes)).sum())
    }

    /// Puts another document in the place of one whose shard key stays the same.
    pub(crate) fn replace(&mut self, found: Found, document: &RawDocument) {
        let size = u32::try_from(document.as_bytes().len()).unwrap_or(u32::MAX);
        if let Some(usage) = self.usage_mut(found.shard_idx) {
            usage.n_bytes = (usage.n_bytes + u64::from(size)).saturating_sub(u64::from(found.size_bytes));
        }
        self.uniques.forget(&BTreeSet::from([found.id]));
        self.uniques.note(found.id, document);
        match &mut self.state {
            State::Unsharded(unsharded) => unsharded.replace(found.id, document),
            State::Sharded(sharded) => {
                if let Some(chunk) = sharded.table.chunk_mut(found.chunk_idx) {
                    chunk.documents.resize(found.id, size);
                    chunk.bytes_written += u64::from(size);
                }
                if self.keeps {
                    self.kept.insert(found.id, document.to_owned());
                }
            }
        }
    }

    /// The shard key that a kept document has in the arena.
    pub(crate) fn key_at(&self, id: u32) -> Option<KeyRef<'_>> {
        self.sharded().map(|sharded| sharded.arena.key_at(id))
    }

    /// The place that the document inserted last got.
    pub(crate) fn last_id(&self) -> Option<u32> {
        match &self.state {
            State::Unsharded(unsharded) => unsharded.documents().count().checked_sub(1)?.try_into().ok(),
            State::Sharded(sharded) => Some(sharded.last_id),
        }
    }

    /// All whole documents in order of arrival, taken out of the collection.
    pub(crate) fn take_kept(&mut self) -> BTreeMap<u32, RawDocumentBuf> {
        std::mem::take(&mut self.kept)
    }
}

fn id_field() -> (String, crate::catalog::index::IndexField) {
    ("_id".to_owned(), crate::catalog::index::IndexField::Ascending)
}
