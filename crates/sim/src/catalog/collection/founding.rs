//! A collection as the metadata of a real cluster describe it.

use super::{
    Collection, KeyArena, KeyBuf, KeyRef, RoutingTable, ShardIdx, ShardKeyPattern, ShardUsage, Sharded, State,
    Unsharded, ZoneRanges,
};
use crate::catalog::routing::FoundChunk;

/// A sharded collection that is there when the simulation begins.
pub(crate) struct Founding {
    pub(crate) ns: String,
    pub(crate) pattern: ShardKeyPattern,
    pub(crate) unique: bool,
    pub(crate) zones: ZoneRanges,
    pub(crate) chunks: Vec<FoundChunk>,
    pub(crate) stands_for: u64,
}

impl Collection {
    /// A sharded collection with its chunks, still without documents.
    pub(crate) fn found(founding: Founding) -> Self {
        let Founding { ns, pattern, unique, zones, chunks, stands_for } = founding;
        let owners: Vec<ShardIdx> = chunks.iter().map(|chunk| chunk.shard_idx).collect();
        let mut collection = Self::new(ns, stands_for, 0);
        collection.state = State::Sharded(Box::new(Sharded {
            pattern,
            unique,
            table: RoutingTable::found(chunks, stands_for, 0),
            zones,
            arena: KeyArena::default(),
            key: KeyBuf::default(),
            loaded_mark: 0,
            last_id: 0,
        }));
        for owner in owners {
            collection.count_chunks(owner, 1);
        }
        collection
    }

    /// An unsharded collection that was put on a shard (8.0 and later).
    pub(crate) fn found_tracked(ns: String, stands_for: u64, shard_idx: ShardIdx) -> Self {
        let mut collection = Self::new(ns, stands_for, shard_idx);
        collection.state = State::Unsharded(Unsharded::tracked(shard_idx, Vec::new()));
        collection
    }

    /// Puts a document of which key and size are known, or assumed, into its chunk. `None` when 4 GiB of keys are reached.
    pub(crate) fn found_document(&mut self, key: KeyRef<'_>, size: u32) -> Option<()> {
        let sharded = self.sharded_mut()?;
        sharded.key.clear();
        sharded.key.bytes.extend_from_slice(key.bytes);
        sharded.key.types.extend_from_slice(key.types);
        let (_, shard_idx) = sharded.place(size)?;
        let usage: &mut ShardUsage = self.usage_mut(shard_idx)?;
        usage.n_documents += 1;
        usage.n_bytes += u64::from(size);
        Some(())
    }

    /// Everything so far was there when the simulation began.
    pub(crate) fn end_founding(&mut self) {
        if let Some(sharded) = self.sharded_mut() {
            sharded.begin_counting();
        }
    }

    /// Documents that were there when the collection was sharded or founded: [`Collection::keys_inserted`] begins with
    /// their keys.
    #[must_use]
    pub fn n_keys_found(&self) -> usize {
        let sharded = self.sharded();
        sharded.map_or(0, |sharded| sharded.arena.n_keys_before(sharded.loaded_mark))
    }
}
