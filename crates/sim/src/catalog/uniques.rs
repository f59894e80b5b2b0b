//! Which values unique indexes hold, per document; each shard compares its own documents only.

use std::collections::{BTreeMap, BTreeSet};

use ::bson::RawDocument;

use super::index::Index;
use crate::bson::KeyValue;

/// The values of the unique indexes of one collection. A document is named by its place: see
/// [`Found::id`](super::Found::id).
#[derive(Debug, Default)]
pub(crate) struct Uniques {
    tables: Vec<(Index, BTreeMap<KeyValue, Vec<u32>>)>,
}

impl Uniques {
    /// Starts a table for an index; there may be documents to note afterwards.
    pub(crate) fn add(&mut self, index: Index) {
        if !self.tables.iter().any(|(there, _)| *there == index) {
            self.tables.push((index, BTreeMap::new()));
        }
    }

    pub(crate) fn drop_index(&mut self, index: &Index) {
        self.tables.retain(|(there, _)| there != index);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    pub(crate) fn clear_values(&mut self) {
        for (_, values) in &mut self.tables {
            values.clear();
        }
    }

    /// The index that refuses a document where the documents with these places are.
    pub(crate) fn conflict(&self, document: &RawDocument, is_rival: impl Fn(u32) -> bool) -> Option<&Index> {
        let refuses = |(index, values): &&(Index, BTreeMap<KeyValue, Vec<u32>>)| {
            let there = index.value_of(document).and_then(|value| values.get(&value));
            there.is_some_and(|ids| ids.iter().any(|id| is_rival(*id)))
        };
        self.tables.iter().find(refuses).map(|(index, _)| index)
    }

    pub(crate) fn note(&mut self, id: u32, document: &RawDocument) {
        for (index, values) in &mut self.tables {
            if let Some(value) = index.value_of(document) {
                values.entry(value).or_default().push(id);
            }
        }
    }

    pub(crate) fn forget(&mut self, ids: &BTreeSet<u32>) {
        for (_, values) in &mut self.tables {
            for there in values.values_mut() {
                there.retain(|id| !ids.contains(id));
            }
            values.retain(|_, there| !there.is_empty());
        }
    }

    /// Values that several documents have, with the places of these.
    pub(crate) fn shared(&self) -> impl Iterator<Item = (&Index, &[u32])> {
        let values = self.tables.iter().flat_map(|(index, values)| values.values().map(move |ids| (index, ids)));
        values.filter(|(_, ids)| ids.len() > 1).map(|(index, ids)| (index, ids.as_slice()))
    }
}
