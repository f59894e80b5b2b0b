//! What happens to a collection: inserts, sharding, splits, merges, moves.

use std::collections::BTreeMap;

use super::{
    Collection, CommandError, Handover, InitialChunk, KeyArena, KeyBuf, KeyRef, KeyValue, Placed, RawDocument,
    RoutingTable, ShardIdx, ShardKeyPattern, ShardUsage, Sharded, State, Tick, ZoneRanges,
};
use crate::catalog::key_error::KeyError;
use crate::catalog::store::{ChunkDocuments, Entry};

impl Collection {
    /// Adds a document: its key decides the chunk.
    ///
    /// # Errors
    /// The key cannot be extracted, or 4 GiB of keys are reached; nothing has changed then.
    #[inline]
    pub(crate) fn insert(&mut self, document: &RawDocument) -> Result<Placed, CommandError> {
        let size = document.as_bytes().len();
        // A BSON document states its own length in 31 bits.
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        let (placed, shard_idx, is_routed) = match &mut self.state {
            State::Unsharded(unsharded) => {
                unsharded.push(document);
                let placed = Placed { size_bytes: u64::from(size), chunk_idx: 0, migration_id: None };
                (placed, unsharded.shard_idx(), 0)
            }
            State::Sharded(sharded) => {
                sharded.pattern.encode_document(document, &mut sharded.key)?;
                let (placed, shard_idx) =
                    sharded.place(size).ok_or_else(|| CommandError::StoreFull { ns: self.ns.clone() })?;
                (placed, shard_idx, 1)
            }
        };
        if let Some(usage) = self.usage_mut(shard_idx) {
            usage.n_documents += 1;
            usage.n_bytes += u64::from(size);
            usage.n_inserts += is_routed;
        }
        Ok(placed)
    }

    /// The key of the document inserted last.
    pub(crate) fn key_inserted_last(&self) -> Option<KeyRef<'_>> {
        self.sharded().map(|sharded| sharded.key.as_ref())
    }

    /// Puts the first chunks over an unsharded collection and its documents into them.
    ///
    /// # Errors
    /// A document has no key under the pattern: nothing has changed then.
    pub(crate) fn shard(&mut self, plan: ShardingPlan, now: Tick) -> Result<(), CommandError> {
        let State::Unsharded(unsharded) = &self.state else { return Ok(()) };
        let mut sharded = Sharded {
            pattern: plan.pattern,
            unique: plan.unique,
            table: RoutingTable::new(plan.chunks, self.stands_for, now),
            zones: plan.zones,
            arena: KeyArena::default(),
            key: KeyBuf::default(),
            loaded_mark: 0,
            last_id: 0,
        };
        let mut usage: Vec<ShardUsage> = Vec::new();
        let mut kept = BTreeMap::new();
        let mut ids = Vec::new();
        for document in unsharded.documents() {
            let encoded = sharded.pattern.encode_document(document, &mut sharded.key);
            encoded.map_err(|reason| CommandError::NoUsableIndex { ns: self.ns.clone(), reason })?;
            let size = u32::try_from(document.as_bytes().len()).unwrap_or(u32::MAX);
            let placed = sharded.place(size).ok_or_else(|| CommandError::StoreFull { ns: self.ns.clone() })?;
            let shard_idx = placed.1;
            if self.keeps {
                kept.insert(sharded.last_id, document.to_owned());
            }
            if !self.uniques.is_empty() {
                ids.push(sharded.last_id);
            }
            if usage.len() <= shard_idx {
                usage.resize(shard_idx + 1, ShardUsage::default());
            }
            if let Some(usage) = usage.get_mut(shard_idx) {
                usage.n_documents += 1;
                usage.n_bytes += u64::from(size);
            }
        }
        self.uniques.clear_values();
        for (id, document) in ids.into_iter().zip(unsharded.documents()) {
            self.uniques.note(id, document);
        }
        sharded.begin_counting();
        self.usage = usage;
        self.kept = kept;
        let owners: Vec<_> = sharded.table.chunks().iter().map(|chunk| chunk.shard_idx).collect();
        self.state = State::Sharded(Box::new(sharded));
        for owner in owners {
            self.count_chunks(owner, 1);
        }
        Ok(())
    }

    /// The documents of an unsharded collection by the key that they would have.
    ///
    /// # Errors
    /// One of them has none.
    pub(crate) fn unsharded_keys(&self, pattern: &ShardKeyPattern) -> Result<(ChunkDocuments, KeyArena), KeyError> {
        let (mut documents, mut arena, mut key) = (ChunkDocuments::default(), KeyArena::default(), KeyBuf::default());
        if let State::Unsharded(unsharded) = &self.state {
            for document in unsharded.documents() {
                pattern.encode_document(document, &mut key)?;
                let size = u32::try_from(document.as_bytes().len()).unwrap_or(u32::MAX);
                if let Some(entry) = arena.push(key.as_ref(), size) {
                    documents.push(&arena, entry, key.as_ref());
                }
            }
        }
        Ok((documents, arena))
    }

    pub(crate) fn zones(&self) -> Option<&ZoneRanges> {
        self.sharded().map(|sharded| &sharded.zones)
    }

    pub(crate) fn zones_mut(&mut self) -> Option<&mut ZoneRanges> {
        self.sharded_mut().map(|sharded| &mut sharded.zones)
    }

    /// Moves an unsharded collection along with its database's primary.
    pub(crate) fn move_unsharded(&mut self, to: ShardIdx) {
        if let State::Unsharded(unsharded) = &mut self.state {
            let from = unsharded.shard_idx();
            unsharded.set_shard_idx(to);
            let usage = self.usage_mut(from).map(std::mem::take).unwrap_or_default();
            if let Some(recipient) = self.usage_mut(to) {
                *recipient = usage;
            }
        }
    }

    pub(crate) fn chunk_idx_exact(&self, min: &KeyValue, max: &KeyValue) -> Option<usize> {
        self.sharded()?.table.find_exact(min, max)
    }

    pub(crate) fn chunk_idx_by_id(&self, id: u32) -> Option<usize> {
        self.sharded()?.table.find_id(id)
    }

    /// The documents of a chunk in key order, with the arena that holds their keys.
    pub(crate) fn sorted_documents(&mut self, chunk_idx: usize) -> Option<(&[Entry], &KeyArena)> {
        let sharded = self.sharded_mut()?;
        let chunk = sharded.table.chunk_mut(chunk_idx)?;
        Some((chunk.documents.sorted(&sharded.arena), &sharded.arena))
    }

    /// The documents of a chunk whose keys lie in `[min, max)`, in key order. A range up to the chunk's end holds all that
    /// the chunk holds there.
    pub(crate) fn sorted_range(
        &mut self,
        chunk_idx: usize,
        min: &KeyValue,
        max: &KeyValue,
    ) -> Option<(&[Entry], &KeyArena)> {
        let to_chunk_end = self.chunks().get(chunk_idx)?.max == *max;
        let (entries, arena) = self.sorted_documents(chunk_idx)?;
        let position = |bound: &KeyValue| {
            let (prefix, bound) = (bound.as_ref().prefix(), bound.as_ref());
            entries.partition_point(|entry| arena.compare_to(*entry, prefix, bound).is_lt())
        };
        let end = if to_chunk_end { entries.len() } else { position(max) };
        Some((entries.get(position(min)..end)?, arena))
    }

    /// Documents and bytes of a chunk whose keys lie in `[min, max)`, before multiplication.
    pub(crate) fn count_range(&mut self, chunk_idx: usize, min: &KeyValue, max: &KeyValue) -> (u64, u64) {
        let Some(chunk) = self.chunks().get(chunk_idx) else { return (0, 0) };
        if chunk.has_bounds(min, max) {
            return (chunk.documents.len() as u64, chunk.documents.size_bytes());
        }
        let Some((entries, _)) = self.sorted_range(chunk_idx, min, max) else { return (0, 0) };
        (entries.len() as u64, entries.iter().map(|entry| u64::from(entry.size_bytes())).sum())
    }

    pub(crate) fn set_migration(&mut self, chunk_idx: usize, migration_id: Option<u32>) {
        if let Some(chunk) = self.sharded_mut().and_then(|sharded| sharded.table.chunk_mut(chunk_idx)) {
            chunk.migration_id = migration_id;
        }
    }

    pub(crate) fn split_chunk(&mut self, chunk_idx: usize, points: &[KeyValue]) {
        let Some(sharded) = self.sharded_mut() else { return };
        let owner = sharded.table.chunk(chunk_idx).map(|chunk| chunk.shard_idx);
        sharded.table.split(chunk_idx, points, &sharded.arena, sharded.loaded_mark);
        if let Some(owner) = owner {
            self.count_chunks(owner, i64::try_from(points.len()).unwrap_or(0));
        }
    }

    pub(crate) fn merge_chunks(&mut self, chunk_idx: usize, n_chunks: usize) {
        let Some(sharded) = self.sharded_mut() else { return };
        let owner = sharded.table.chunk(chunk_idx).map(|chunk| chunk.shard_idx);
        sharded.table.merge(chunk_idx, n_chunks);
        if let Some(owner) = owner {
            self.count_chunks(owner, 1 - i64::try_from(n_chunks).unwrap_or(1));
        }
    }

    /// Its owner has just tried to split the chunk.
    pub(crate) fn restart_bytes_written(&mut self, chunk_idx: usize) {
        if let Some(chunk) = self.sharded_mut().and_then(|sharded| sharded.table.chunk_mut(chunk_idx)) {
            chunk.bytes_written = 0;
        }
    }

    pub(crate) fn set_jumbo(&mut self, chunk_idx: usize) {
        if let Some(chunk) = self.sharded_mut().and_then(|sharded| sharded.table.chunk_mut(chunk_idx)) {
            chunk.jumbo = true;
        }
    }

    pub(crate) fn clear_jumbo(&mut self, chunk_idx: usize) {
        if let Some(sharded) = self.sharded_mut() {
            sharded.table.clear_jumbo(chunk_idx);
        }
    }

    /// Gives a range of a chunk to another shard, with everything in it; returns its documents and bytes, before
    /// multiplication.
    pub(crate) fn hand_over(&mut self, chunk_idx: usize, handover: Handover) -> (u64, u64) {
        let to = handover.to;
        let Some(sharded) = self.sharded_mut() else { return (0, 0) };
        let Some(from) = sharded.table.chunk(chunk_idx).map(|chunk| chunk.shard_idx) else { return (0, 0) };
        let n_before = sharded.table.chunks().len();
        let moved_idx = sharded.table.hand_over(chunk_idx, handover, &sharded.arena, sharded.loaded_mark);
        let n_cuts = sharded.table.chunks().len() - n_before;
        let moved = sharded.table.chunk(moved_idx);
        let (n_documents, n_bytes) =
            moved.map_or((0, 0), |chunk| (chunk.documents.len() as u64, chunk.documents.size_bytes()));
        if let Some(usage) = self.usage_mut(from) {
            usage.n_documents -= n_documents;
            usage.n_bytes -= n_bytes;
        }
        if let Some(usage) = self.usage_mut(to) {
            usage.n_documents += n_documents;
            usage.n_bytes += n_bytes;
        }
        self.count_chunks(from, i64::try_from(n_cuts).unwrap_or(0) - 1);
        self.count_chunks(to, 1);
        (n_documents, n_bytes)
    }

    pub(super) fn count_chunks(&mut self, shard_idx: ShardIdx, change: i64) {
        if let Some(usage) = self.usage_mut(shard_idx) {
            usage.n_chunks = usage.n_chunks.saturating_add_signed(change);
        }
    }
}

/// How a collection is to be sharded.
#[derive(Debug)]
pub(crate) struct ShardingPlan {
    pub(crate) pattern: ShardKeyPattern,
    pub(crate) unique: bool,
    pub(crate) zones: ZoneRanges,
    pub(crate) chunks: Vec<InitialChunk>,
}

impl Sharded {
    /// What is there now was not inserted into the sharded collection.
    pub(super) fn begin_counting(&mut self) {
        self.loaded_mark = self.arena.end();
        for idx in 0..self.table.chunks().len() {
            if let Some(chunk) = self.table.chunk_mut(idx) {
                chunk.n_inserts = 0;
                chunk.bytes_written = 0;
            }
        }
    }

    /// Puts a document of `size` bytes, whose key is in the buffer, into its chunk. `None` when the arena is full.
    #[inline]
    pub(super) fn place(&mut self, size: u32) -> Option<(Placed, ShardIdx)> {
        let key = self.key.as_ref();
        let chunk_idx = self.table.find(key);
        let entry = self.arena.push(key, size)?;
        self.last_id = entry.offset();
        let chunk = self.table.chunk_mut(chunk_idx)?;
        chunk.documents.push(&self.arena, entry, key);
        chunk.n_inserts += 1;
        chunk.bytes_written += u64::from(size);
        let placed = Placed { size_bytes: u64::from(size), chunk_idx, migration_id: chunk.migration_id };
        Some((placed, chunk.shard_idx))
    }
}
