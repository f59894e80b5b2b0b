//! Writes as commands: inserts that are looked at one by one, updates, deletes, find-and-modify. Each goes where the version
//! sends it and is refused as the version refuses it.
//!
//! Collections that keep whole documents take any filter; the others know the shard key of their documents only, and a filter
//! on another field is refused.

mod delete;
mod filter;
mod insert;
mod modify;
mod target;
mod update;

pub use delete::DeleteReply;
pub use insert::InsertReply;
pub use modify::{FindAndModify, FindAndModifyReply, Modification};
pub use target::WriteRoute;
pub use update::{Update, UpdateReply};

pub(super) use filter::value_in;

use super::{Cluster, CollectionIdx};
use crate::catalog::{Collection, Found};
use crate::error::CommandError;
use filter::Filter;
use target::Target;

impl Cluster {
    /// The documents that a filter matches on some shards, in key order; at most `limit` of them.
    fn matching(
        &mut self,
        collection_idx: CollectionIdx,
        filter: &Filter,
        target: &Target,
        limit: usize,
    ) -> Result<Vec<Found>, CommandError> {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(Vec::new()) };
        let all = collection.all_documents();
        let mut matching = Vec::new();
        for found in all {
            if matching.len() == limit {
                break;
            }
            let Some(view) = collection.view(found.id) else { continue };
            if target.shards.contains(&found.shard_idx) && filter.matches(&view, collection.pattern())? {
                matching.push(found);
            }
        }
        Ok(matching)
    }

    /// Takes documents out, and counts anew what migrations in flight take along. Returns documents and bytes, multiplied by
    /// what a document stands for.
    pub(super) fn take_out(&mut self, collection_idx: CollectionIdx, gone: &[Found]) -> (u64, u64) {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return (0, 0) };
        let stands_for = collection.stands_for();
        let (n_documents, n_bytes) = collection.remove(gone);
        self.recount_chunks(collection_idx, gone);
        self.rounds.wake();
        (n_documents * stands_for, n_bytes * stands_for)
    }

    /// Counts anew what migrations of these documents' chunks take along.
    fn recount_chunks(&mut self, collection_idx: CollectionIdx, changed: &[Found]) {
        let chunks = self.collections.get(collection_idx).map(Collection::chunks).unwrap_or_default();
        let migration_of = |found: &Found| chunks.get(found.chunk_idx)?.migration_id();
        let mut ids: Vec<u32> = changed.iter().filter_map(migration_of).collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            self.recount_migration(id);
        }
    }
}
