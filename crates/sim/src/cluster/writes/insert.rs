//! Inserts that are looked at one by one.

use ::bson::{RawBsonRef, RawDocument};

use super::super::{Cluster, CollectionIdx, migration};
use crate::bson::{KeyBuf, shell_text};
use crate::catalog::{Collection, ShardIdx};
use crate::error::{CommandError, WriteError};

/// The reply of an insert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InsertReply {
    /// The shard that has the document.
    pub shard: ShardIdx,
}

impl Cluster {
    /// `insert` of one document, by namespace: what the router and the shard refuse is refused. Makes the collection if there
    /// is none.
    ///
    /// # Errors
    /// As [`insert`](Self::insert); an `_id` of a type that is none; a missing `_id` that is part of the shard key.
    pub fn insert_one(&mut self, ns: &str, document: &RawDocument) -> Result<InsertReply, CommandError> {
        let collection_idx = match self.collection_idx(ns) {
            Some(collection_idx) => collection_idx,
            None => self.create_collection(ns, 1)?,
        };
        self.check_id(collection_idx, document)?;
        let shard = self.insert_checked_on(collection_idx, document)?;
        Ok(InsertReply { shard })
    }

    pub(in crate::cluster) fn insert_checked(
        &mut self,
        collection_idx: CollectionIdx,
        document: &RawDocument,
    ) -> Result<(), CommandError> {
        self.insert_checked_on(collection_idx, document).map(|_| ())
    }

    pub(super) fn check_id(&self, collection_idx: CollectionIdx, document: &RawDocument) -> Result<(), CommandError> {
        let pattern = self.collections.get(collection_idx).and_then(Collection::pattern);
        let in_key = pattern.filter(|pattern| pattern.has_field("_id"));
        match (document.get("_id"), in_key) {
            (Ok(Some(value @ RawBsonRef::Array(_))), in_key) => {
                // The router looks for the shard key first.
                in_key.map_or(Ok(()), |pattern| pattern.encode_document(document, &mut KeyBuf::default()))?;
                Err(WriteError::IdType { found: shell_text(value) }.into())
            }
            (Ok(Some(value @ (RawBsonRef::RegularExpression(_) | RawBsonRef::Undefined))), _) => {
                Err(WriteError::IdType { found: shell_text(value) }.into())
            }
            (Ok(None), Some(_)) => Err(WriteError::IdMissing.into()),
            _ => Ok(()),
        }
    }

    pub(super) fn insert_checked_on(
        &mut self,
        collection_idx: CollectionIdx,
        document: &RawDocument,
    ) -> Result<ShardIdx, CommandError> {
        self.check_key_rules(collection_idx, document)?;
        let not_found = || CommandError::NamespaceNotFound { ns: format!("#{collection_idx}") };
        let collection = self.collections.get(collection_idx).ok_or_else(not_found)?;
        let shard_idx = collection.shard_for(document)?;
        self.check_shard_takes(shard_idx, true)?;
        if let Some(refusal) = collection.unique_conflict(document, shard_idx, None) {
            return Err(refusal.into());
        }
        self.place(collection_idx, document)?;
        Ok(shard_idx)
    }

    /// Puts a document into its chunk that has passed every check.
    pub(super) fn place(&mut self, collection_idx: CollectionIdx, document: &RawDocument) -> Result<(), CommandError> {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(()) };
        let placed = collection.insert(document)?;
        if let Some(id) = collection.last_id() {
            collection.note(id, document);
        }
        if let Some(migration_id) = placed.migration_id {
            migration::count_insert(&mut self.migrations, migration_id, collection, placed.size_bytes);
        }
        self.note_expiry(collection_idx, document);
        self.note_held_write(collection_idx);
        self.rounds.wake();
        self.after_write(collection_idx, placed.chunk_idx);
        Ok(())
    }

    /// Until 4.2: every field must be there, and the value is limited to 512 bytes.
    pub(super) fn check_key_rules(
        &self,
        collection_idx: CollectionIdx,
        document: &RawDocument,
    ) -> Result<(), CommandError> {
        let rules = &self.profile.keys;
        let Some(pattern) = self.collections.get(collection_idx).and_then(Collection::pattern) else { return Ok(()) };
        if !rules.missing_fields_are_null
            && let Some(path) = pattern.missing_field(document)
        {
            return Err(WriteError::KeyFieldMissing { path: path.to_owned() }.into());
        }
        let Some(n_bytes_max) = rules.key_bytes_max else { return Ok(()) };
        let mut key = KeyBuf::default();
        pattern.encode_document(document, &mut key)?;
        let n_bytes = pattern.decode(key.as_ref()).as_bytes().len();
        if n_bytes > n_bytes_max {
            return Err(WriteError::KeyTooBig { n_bytes, n_bytes_max }.into());
        }
        Ok(())
    }
}
