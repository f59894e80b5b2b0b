//! The documents of a collection that has no shard key yet.

use ::bson::{RawDocument, RawDocumentBuf};

use super::shard::ShardIdx;

/// Whole documents, since any of their fields may become the shard key.
#[derive(Debug)]
pub(crate) struct Unsharded {
    shard_idx: ShardIdx,
    documents: Vec<RawDocumentBuf>,
}

impl Unsharded {
    pub(crate) fn new(shard_idx: ShardIdx) -> Self {
        Self { shard_idx, documents: Vec::new() }
    }

    pub(crate) fn shard_idx(&self) -> ShardIdx {
        self.shard_idx
    }

    pub(crate) fn set_shard_idx(&mut self, shard_idx: ShardIdx) {
        self.shard_idx = shard_idx;
    }

    pub(crate) fn push(&mut self, document: &RawDocument) {
        self.documents.push(document.to_owned());
    }

    pub(crate) fn documents(&self) -> impl Iterator<Item = &RawDocument> {
        self.documents.iter().map(AsRef::as_ref)
    }
}
