//! Indexes: `createIndexes` and `dropIndexes` as far as shard keys and uniqueness need them.
//!
//! Source: server 8.0, `shardkeyutil::validateShardKeyIndexExistsOrCreateIfPossible` and the index catalog.

use super::super::{Cluster, CollectionIdx};
use crate::catalog::Collection;
use crate::catalog::index::{Index, IndexField};
use crate::catalog::pattern::ShardKeyPattern;
use crate::error::{CommandError, OperationError, WriteError};

/// Indexes that a collection can have, the one on `_id` included.
pub const INDEXES_MAX: usize = 64;

impl Cluster {
    /// `createIndexes` of one index; returns its name. The same index again changes nothing. Makes the collection if there is
    /// none.
    ///
    /// # Errors
    /// A unique index that does not start with the shard key, or whose values are not unique on a shard; two hashed fields; an
    /// index of the same key with other options; more than 64.
    pub fn create_index(&mut self, ns: &str, index: Index) -> Result<String, CommandError> {
        let collection_idx = match self.collection_idx(ns) {
            Some(collection_idx) => collection_idx,
            None => self.create_collection(ns, 1)?,
        };
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(index.name()) };
        check_index(&index)?;
        if let Some(there) = collection.indexes().iter().find(|there| there.fields == index.fields) {
            let same = *there == index;
            let exists = || OperationError::IndexExists { index: index.to_string() }.into();
            return if same { Ok(index.name()) } else { Err(exists()) };
        }
        if collection.indexes().len() + 1 >= INDEXES_MAX {
            let reason = "a collection has 64 indexes at most";
            return Err(OperationError::IndexUnusable { index: index.to_string(), reason }.into());
        }
        check_unique(collection, &index)?;
        let name = index.name();
        if index.unique || index.fields.iter().any(|(_, kind)| *kind == IndexField::Hashed) {
            self.check_values(collection_idx, &index)?;
        }
        let expires = index.expire_after_secs.is_some();
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            collection.add_index(index);
        }
        if expires {
            self.forecast_expiry();
        }
        Ok(name)
    }

    /// `dropIndexes` of one index by its name.
    ///
    /// # Errors
    /// No such collection or index; the only index that serves the shard key (a hashed one may go from 5.0 on).
    pub fn drop_index(&mut self, ns: &str, name: &str) -> Result<(), CommandError> {
        let collection_idx = self.known_collection(ns)?;
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(()) };
        let at = collection.indexes().iter().position(|index| index.name() == name);
        let at = at.ok_or_else(|| OperationError::IndexNotFound { index: name.to_owned() })?;
        if let Some(pattern) = collection.pattern() {
            let serving = |(_, index): &(usize, &Index)| index.starts_with(pattern) && index.flaw().is_none();
            let mut others = collection.indexes().iter().enumerate().filter(|(idx, _)| *idx != at);
            let is_needed = collection.indexes().get(at).is_some_and(|index| serving(&(at, index)));
            let may_go = pattern.is_hashed() && self.profile.commands.hashed_index_may_be_dropped;
            if is_needed && !may_go && !others.any(|other| serving(&other)) && !is_id_key(pattern) {
                return Err(OperationError::ShardKeyIndex { index: name.to_owned() }.into());
            }
        }
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            collection.drop_index(at);
        }
        self.forecast_expiry();
        Ok(())
    }

    /// An index must start with the shard key and be fit to serve it; for an empty collection it will be made.
    pub(super) fn check_key_index(
        &self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        unique: bool,
    ) -> Result<(), CommandError> {
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(()) };
        let candidates = || collection.indexes().iter().filter(|index| index.starts_with(pattern));
        let fits = |index: &&Index| index.flaw().is_none() && (!unique || index.unique);
        if candidates().any(|index| fits(&index)) || (is_id_key(pattern) && !pattern.is_hashed()) {
            return Ok(());
        }
        if collection.n_documents() == 0 && candidates().next().is_none() {
            return Ok(());
        }
        let flaw = |index: &Index| match index.flaw() {
            Some(flaw) => format!("{index} starts with it, but {flaw}"),
            None => format!("{index} starts with it, but is not unique"),
        };
        let reason = candidates().next().map_or_else(|| "none starts with it".to_owned(), flaw);
        Err(OperationError::NoIndex { ns: collection.ns().to_owned(), key: pattern.to_string(), reason }.into())
    }

    /// Makes the index of the shard key of a collection that has just been sharded, unless one serves it already.
    pub(in crate::cluster) fn note_key_index(&mut self, collection_idx: CollectionIdx, unique: bool) {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return };
        let Some(pattern) = collection.pattern().cloned() else { return };
        let serves = |index: &Index| index.starts_with(&pattern) && index.flaw().is_none();
        if !is_id_key(&pattern) && !collection.indexes().iter().any(serves) {
            collection.add_index(Index::of_key(&pattern, unique));
        }
    }

    /// Unique indexes that the shard key does not allow.
    pub(super) fn check_unique_indexes(
        &self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
    ) -> Result<(), CommandError> {
        let indexes = self.collections.get(collection_idx).map(Collection::indexes).unwrap_or_default();
        match indexes.iter().find(|index| index.unique && !index.is_unique_under(pattern)) {
            Some(index) => {
                let (index, key) = (index.to_string(), pattern.to_string());
                Err(OperationError::UniqueIndex { index, key, creating: false }.into())
            }
            None => Ok(()),
        }
    }

    /// Looks at the documents that are there: a hashed index refuses arrays, a unique one refuses values that a shard has
    /// twice. Of documents whose keys only are kept nothing is known.
    fn check_values(&mut self, collection_idx: CollectionIdx, index: &Index) -> Result<(), CommandError> {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(()) };
        let all = collection.all_documents();
        let mut seen = std::collections::BTreeSet::new();
        for found in all {
            let Some(document) = collection.whole(found.id) else { continue };
            let hashed = index.fields.iter().any(|(_, kind)| *kind == IndexField::Hashed);
            if hashed && index.array_in(document).is_some() {
                let reason = "a document has an array in it, and a hashed index takes none";
                return Err(OperationError::IndexUnusable { index: index.to_string(), reason }.into());
            }
            if index.unique
                && let Some(value) = index.value_of(document)
                && !seen.insert((found.shard_idx, value))
            {
                let (index, value) = (index.to_string(), index.value_text(document));
                return Err(WriteError::DuplicateKey { index, value }.into());
            }
        }
        Ok(())
    }
}

/// The index on `_id` is always there, and unique.
fn is_id_key(pattern: &ShardKeyPattern) -> bool {
    matches!(pattern.fields(), [field] if field.path == "_id" && field.kind == crate::catalog::pattern::FieldKind::Ranged)
}

fn check_index(index: &Index) -> Result<(), CommandError> {
    let unusable = |reason| Err(OperationError::IndexUnusable { index: index.to_string(), reason }.into());
    let n_hashed = index.fields.iter().filter(|(_, kind)| *kind == IndexField::Hashed).count();
    if index.fields.is_empty() {
        unusable("it has no field")
    } else if n_hashed > 1 {
        unusable("an index has one hashed field at most")
    } else if index.unique && n_hashed > 0 {
        unusable("a hashed index cannot be unique")
    } else {
        Ok(())
    }
}

fn check_unique(collection: &Collection, index: &Index) -> Result<(), CommandError> {
    match collection.pattern() {
        Some(pattern) if index.unique && !index.is_unique_under(pattern) => {
            let (index, key) = (index.to_string(), pattern.to_string());
            Err(OperationError::UniqueIndex { index, key, creating: true }.into())
        }
        _ => Ok(()),
    }
}
