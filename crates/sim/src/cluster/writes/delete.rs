//! `deleteOne`, `deleteMany`.

use ::bson::RawDocument;

use super::super::{Cluster, EventKind};
use super::filter::Filter;
use super::target::{SingleWrite, WriteRoute};
use crate::error::CommandError;

/// The reply of a delete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeleteReply {
    /// Documents that went, multiplied by what one stands for.
    pub n_documents: u64,
    /// How they were reached.
    pub route: WriteRoute,
}

impl Cluster {
    /// Deletes the first document that a filter matches, or all (`many`). Chunks stay as they are, also when they are empty.
    ///
    /// # Errors
    /// No such collection; a filter that the version cannot route, or that asks for fields that are not kept; a shard that is
    /// down.
    pub fn delete(&mut self, ns: &str, filter: &RawDocument, many: bool) -> Result<DeleteReply, CommandError> {
        let collection_idx = self.known_collection(ns)?;
        let parsed = Filter::parse(filter)?;
        let target = self.target(collection_idx, &parsed);
        let route = if many { target.many() } else { self.single_route(&target, SingleWrite::Delete, filter)? };
        for shard in &target.shards {
            self.check_shard_takes(*shard, false)?;
        }
        let gone = self.matching(collection_idx, &parsed, &target, if many { usize::MAX } else { 1 })?;
        if gone.is_empty() {
            return Ok(DeleteReply { n_documents: 0, route });
        }
        let (n_documents, n_bytes) = self.take_out(collection_idx, &gone);
        self.note_held_write(collection_idx);
        self.push_event(Some(collection_idx), EventKind::Deleted { n_documents, n_bytes, by_ttl: false });
        Ok(DeleteReply { n_documents, route })
    }
}
