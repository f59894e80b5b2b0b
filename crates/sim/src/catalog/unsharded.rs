//! The documents of a collection that has no shard key yet.

use std::collections::BTreeSet;

use ::bson::{RawDocument, RawDocumentBuf};

use super::shard::ShardIdx;

/// Whole documents, since any of their fields may become the shard key.
#[derive(Debug)]
pub(crate) struct Unsharded {
    shard_idx: ShardIdx,
    documents: Vec<RawDocumentBuf>,
    /// `moveCollection` or `unshardCollection` put it where it is: it no longer follows the primary.
    tracked: bool,
}

impl Unsharded {
    pub(crate) fn new(shard_idx: ShardIdx) -> Self {
        Self { shard_idx, documents: Vec::new(), tracked: false }
    }

    pub(crate) fn shard_idx(&self) -> ShardIdx {
        self.shard_idx
    }

    pub(crate) fn tracked(shard_idx: ShardIdx, documents: Vec<RawDocumentBuf>) -> Self {
        Self { shard_idx, documents, tracked: true }
    }

    pub(crate) fn is_tracked(&self) -> bool {
        self.tracked
    }

    pub(crate) fn track(&mut self) {
        self.tracked = true;
    }

    pub(crate) fn set_shard_idx(&mut self, shard_idx: ShardIdx) {
        self.shard_idx = shard_idx;
    }

    pub(crate) fn push(&mut self, document: &RawDocument) {
        self.documents.push(document.to_owned());
    }

    pub(crate) fn document(&self, id: u32) -> Option<&RawDocument> {
        self.documents.get(id as usize).map(AsRef::as_ref)
    }

    pub(crate) fn replace(&mut self, id: u32, document: &RawDocument) {
        if let Some(there) = self.documents.get_mut(id as usize) {
            *there = document.to_owned();
        }
    }

    /// Takes out the documents at these places; those behind them move up.
    pub(crate) fn remove(&mut self, ids: &BTreeSet<u32>) {
        let mut place = 0;
        self.documents.retain(|_| {
            let stays = !ids.contains(&place);
            place += 1;
            stays
        });
    }

    pub(crate) fn documents(&self) -> impl Iterator<Item = &RawDocument> {
        self.documents.iter().map(AsRef::as_ref)
    }
}
