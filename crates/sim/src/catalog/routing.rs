//! The chunks of a sharded collection: found by key, cut, joined and handed over.

use super::chunk::{Chunk, ChunkVersion, OwnerReason};
use super::shard::ShardIdx;
use super::store::KeyArena;
use crate::bson::{KeyRef, KeyValue};
use crate::cluster::Tick;
use crate::initial_split::InitialChunk;

/// All chunks in key order, covering the key space once.
#[derive(Debug, Default)]
pub(crate) struct RoutingTable {
    chunks: Vec<Chunk>,
    /// [`Chunk::min_prefix`] of each chunk, close together for the search.
    starts: Vec<u64>,
    n_ids: u32,
    version: ChunkVersion,
}

impl Default for ChunkVersion {
    fn default() -> Self {
        Self { major: 1, minor: 0 }
    }
}

impl RoutingTable {
    /// Chunks as laid out when the collection is sharded: the i-th gets version 1|i.
    pub(crate) fn new(initial: Vec<InitialChunk>, stands_for: u64, now: Tick) -> Self {
        let laid = |(chunk, minor): (InitialChunk, u32)| FoundChunk {
            min: chunk.min,
            max: chunk.max,
            shard_idx: chunk.shard_idx,
            version: ChunkVersion { major: 1, minor },
            jumbo: false,
            reason: OwnerReason::Initial,
        };
        Self::found(initial.into_iter().zip(0..).map(laid).collect(), stands_for, now)
    }

    /// Chunks that are there, in key order, whose owners have had them since `owner_since`.
    pub(crate) fn found(found: Vec<FoundChunk>, stands_for: u64, owner_since: Tick) -> Self {
        let version = found.iter().map(|chunk| chunk.version).max().unwrap_or_default();
        let mut table = Self { version, ..Self::default() };
        for (chunk, id) in found.into_iter().zip(0..) {
            table.starts.push(chunk.min.as_ref().prefix());
            table.chunks.push(Chunk {
                id,
                min: chunk.min,
                max: chunk.max,
                shard_idx: chunk.shard_idx,
                version: chunk.version,
                jumbo: chunk.jumbo,
                owner_since,
                owner_reason: chunk.reason,
                documents: super::ChunkDocuments::default(),
                n_inserts: 0,
                bytes_written: 0,
                stands_for,
                migration_id: None,
            });
        }
        table.n_ids = u32::try_from(table.chunks.len()).unwrap_or(u32::MAX);
        table
    }

    pub(crate) fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    pub(crate) fn chunk(&self, idx: usize) -> Option<&Chunk> {
        self.chunks.get(idx)
    }

    pub(crate) fn chunk_mut(&mut self, idx: usize) -> Option<&mut Chunk> {
        self.chunks.get_mut(idx)
    }

    /// The collection version: the highest of its chunks' versions.
    pub(crate) fn version(&self) -> ChunkVersion {
        self.version
    }

    /// The chunk that holds a key.
    #[inline]
    pub(crate) fn find(&self, key: KeyRef<'_>) -> usize {
        let prefix = key.prefix();
        let end = self.starts.partition_point(|&start| start <= prefix);
        let idx = end.saturating_sub(1);
        if self.starts.get(idx).is_some_and(|&start| start < prefix) { idx } else { self.find_among_equals(key, end) }
    }

    /// Some mins share the key's first eight bytes: whole keys decide among them.
    fn find_among_equals(&self, key: KeyRef<'_>, end: usize) -> usize {
        let prefix = key.prefix();
        let start = self.starts.partition_point(|&start| start < prefix);
        let equals = self.chunks.get(start..end).unwrap_or_default();
        (start + equals.partition_point(|chunk| chunk.min.as_ref() <= key)).saturating_sub(1)
    }

    /// The chunk with exactly these bounds.
    pub(crate) fn find_exact(&self, min: &KeyValue, max: &KeyValue) -> Option<usize> {
        let idx = self.find(min.as_ref());
        self.chunk(idx).filter(|chunk| chunk.has_bounds(min, max)).map(|_| idx)
    }

    pub(crate) fn find_id(&self, id: u32) -> Option<usize> {
        self.chunks.iter().position(|chunk| chunk.id == id)
    }

    /// Cuts a chunk at points strictly inside it, ascending. The pieces keep owner and history and lose the jumbo flag;
    /// their versions are the caller's to set.
    fn cut(&mut self, idx: usize, points: &[KeyValue], arena: &KeyArena, loaded_mark: u32) {
        for point in points.iter().rev() {
            let id = self.n_ids;
            let Some(left) = self.chunks.get_mut(idx) else { return };
            let documents = left.documents.split_off(arena, point);
            let n_inserts = if loaded_mark == 0 {
                documents.len() as u64
            } else {
                documents.entries().iter().filter(|entry| entry.offset() >= loaded_mark).count() as u64
            };
            left.n_inserts = left.n_inserts.saturating_sub(n_inserts);
            left.jumbo = false;
            left.bytes_written = 0;
            let right = Chunk {
                id,
                min: point.clone(),
                max: std::mem::replace(&mut left.max, point.clone()),
                shard_idx: left.shard_idx,
                version: left.version,
                jumbo: false,
                owner_since: left.owner_since,
                owner_reason: left.owner_reason.clone(),
                documents,
                n_inserts,
                bytes_written: 0,
                stands_for: left.stands_for,
                migration_id: None,
            };
            self.n_ids += 1;
            self.starts.insert(idx + 1, right.min_prefix());
            self.chunks.insert(idx + 1, right);
        }
    }

    /// Splits a chunk: every piece gets the next minor version.
    pub(crate) fn split(&mut self, idx: usize, points: &[KeyValue], arena: &KeyArena, loaded_mark: u32) {
        self.cut(idx, points, arena, loaded_mark);
        for chunk in self.chunks.iter_mut().skip(idx).take(points.len() + 1) {
            self.version = self.version.next_minor();
            chunk.version = self.version;
        }
    }

    /// Merges `n_chunks` chunks of one shard, from `idx` on, into the first.
    pub(crate) fn merge(&mut self, idx: usize, n_chunks: usize) {
        for _ in 1..n_chunks {
            let mut right = self.chunks.remove(idx + 1);
            self.starts.remove(idx + 1);
            let Some(left) = self.chunks.get_mut(idx) else { return };
            left.max = right.max;
            left.documents.append(&mut right.documents);
            left.n_inserts += right.n_inserts;
            if right.owner_since > left.owner_since {
                (left.owner_since, left.owner_reason) = (right.owner_since, right.owner_reason);
            }
        }
        let version = self.version.next_minor();
        if let Some(chunk) = self.chunks.get_mut(idx) {
            chunk.jumbo = false;
            chunk.bytes_written = 0;
            chunk.version = version;
            self.version = version;
        }
    }

    /// Cuts `[min, max)` out of the chunk `idx` and gives it to another shard; returns where the moved piece is now.
    ///
    /// Versions as the config server sets them (8.0): the moved piece gets the next major version with minor 0, the pieces
    /// that stay get the next minors, and so does one other chunk of the donor, if it keeps any.
    pub(crate) fn hand_over(&mut self, idx: usize, handover: Handover, arena: &KeyArena, loaded_mark: u32) -> usize {
        let Handover { min, max, to, now, reason } = handover;
        let Some(chunk) = self.chunks.get(idx) else { return idx };
        let donor = chunk.shard_idx;
        let points: Vec<_> = [min.clone(), max].into_iter().filter(|bound| chunk.is_inside(bound)).collect();
        self.cut(idx, &points, arena, loaded_mark);
        let pieces = idx..=idx + points.len();
        let moved_idx = if self.chunk(idx).is_some_and(|chunk| chunk.min == min) { idx } else { idx + 1 };

        self.version = self.version.next_major();
        if let Some(moved) = self.chunks.get_mut(moved_idx) {
            moved.version = self.version;
            moved.shard_idx = to;
            moved.owner_since = now;
            moved.bytes_written = 0;
            moved.owner_reason = reason;
        }
        let control = self.chunks.iter().enumerate();
        let mut control = control.filter(|(at, chunk)| !pieces.contains(at) && chunk.shard_idx == donor);
        let control = control.next().map(|(at, _)| at);
        for at in pieces.filter(|at| *at != moved_idx).chain(control) {
            self.version = self.version.next_minor();
            if let Some(chunk) = self.chunks.get_mut(at) {
                chunk.version = self.version;
            }
        }
        moved_idx
    }

    /// Gives every bound another form that keeps the order, and empties all chunks: their documents come back by their new
    /// keys. Jumbo flags go.
    pub(crate) fn rekey(&mut self, bound: &impl Fn(&KeyValue) -> KeyValue) {
        for (chunk, start) in self.chunks.iter_mut().zip(&mut self.starts) {
            (chunk.min, chunk.max) = (bound(&chunk.min), bound(&chunk.max));
            *start = chunk.min_prefix();
            chunk.jumbo = false;
            chunk.documents = super::ChunkDocuments::default();
        }
    }

    /// Takes the jumbo flag off: the chunk gets the next major version.
    pub(crate) fn clear_jumbo(&mut self, idx: usize) {
        if let Some(chunk) = self.chunks.get_mut(idx) {
            self.version = self.version.next_major();
            chunk.version = self.version;
            chunk.jumbo = false;
        }
    }
}

/// A chunk that is there when a routing table is made.
pub(crate) struct FoundChunk {
    pub(crate) min: KeyValue,
    pub(crate) max: KeyValue,
    pub(crate) shard_idx: ShardIdx,
    pub(crate) version: ChunkVersion,
    pub(crate) jumbo: bool,
    pub(crate) reason: OwnerReason,
}

/// A range that changes its owner.
pub(crate) struct Handover {
    pub(crate) min: KeyValue,
    pub(crate) max: KeyValue,
    pub(crate) to: ShardIdx,
    pub(crate) now: Tick,
    pub(crate) reason: OwnerReason,
}
