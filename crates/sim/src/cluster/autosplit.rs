//! Splitting in the course of writes, up to 6.0.2: a chunk to which more than a fifth of a range size was written since the
//! last try is split where the version's algorithm finds points. Source: server 4.2 to 5.0, chunk splitter.

use super::migration::MoveRequest;
use super::round::statistics;
use super::{Cluster, CollectionIdx, EventKind, MigrationFailure, SPLIT_POINTS_MAX, SplitCause};
use crate::balancer::{MoveReason, chunk_count};
use crate::bson::KeyValue;
use crate::catalog::{Chunk, ShardIdx};
use crate::split::Direction;
use crate::version::AutosplitRules;

/// A chunk is looked at each time that this part of a range size was written to it.
const SPLIT_TEST_FACTOR: u64 = 5;

/// An end of the key space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Lower,
    Upper,
}

impl Cluster {
    /// After a write into a chunk: splits it, if the version does and it is time.
    #[inline]
    pub(super) fn after_write(&mut self, collection_idx: CollectionIdx, chunk_idx: usize) {
        if let Some(rules) = self.profile.split.autosplit {
            self.try_autosplit(rules, collection_idx, chunk_idx);
        }
    }

    /// The same after writes into any chunks.
    pub(super) fn after_writes(&mut self, collection_idx: CollectionIdx) {
        if let Some(rules) = self.profile.split.autosplit {
            let n_chunks = self.collections.get(collection_idx).map_or(0, |there| there.chunks().len());
            // From the upper end, so that positions stay true.
            for chunk_idx in (0..n_chunks).rev() {
                self.try_autosplit(rules, collection_idx, chunk_idx);
            }
        }
    }

    /// A chunk on the move cannot be split: what is written to it stays counted.
    fn try_autosplit(&mut self, rules: AutosplitRules, collection_idx: CollectionIdx, chunk_idx: usize) {
        let written_min = self.range_size_of(collection_idx) / SPLIT_TEST_FACTOR;
        let Some(collection) = self.collections.get_mut(collection_idx) else { return };
        let chunk = collection.chunks().get(chunk_idx);
        let Some(chunk) = chunk.filter(|chunk| chunk.n_bytes_written() > written_min) else { return };
        if chunk.migration_id().is_some() {
            return;
        }
        let (min, max) = (chunk.min().clone(), chunk.max().clone());
        collection.restart_bytes_written(chunk_idx);
        let limit = Some(SPLIT_POINTS_MAX);
        let mut points = self.split_points(collection_idx, chunk_idx, (&min, &max), Direction::Forward, limit);
        if points.len() < rules.n_points_min.max(1) {
            return;
        }
        let edge = if rules.top_chunk { self.cut_at_edge(collection_idx, chunk_idx, &mut points) } else { None };
        let n_points = points.len();
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            collection.split_chunk(chunk_idx, &points);
        }
        let cause = if edge.is_some() { SplitCause::AutosplitAtEdge } else { SplitCause::Autosplit };
        self.push_event(Some(collection_idx), EventKind::Split { min, max, points, cause });
        match edge {
            Some(Edge::Lower) => self.move_edge(collection_idx, chunk_idx),
            Some(Edge::Upper) => self.move_edge(collection_idx, chunk_idx + n_points),
            None => {}
        }
    }

    /// The first chunk of a ranged key is cut at its second document, the last one at its last: the piece at the end of the
    /// key space then holds one. A collection of one chunk counts as the first.
    fn cut_at_edge(
        &mut self,
        collection_idx: CollectionIdx,
        chunk_idx: usize,
        points: &mut [KeyValue],
    ) -> Option<Edge> {
        let collection = self.collections.get_mut(collection_idx)?;
        let stands_for = collection.stands_for();
        let pattern = collection.pattern().filter(|pattern| !pattern.is_hashed())?;
        let (global_min, global_max) = (pattern.global_min(), pattern.global_max());
        let chunk = collection.chunks().get(chunk_idx)?;
        let min = chunk.min().clone();
        let edge = match (min == global_min, *chunk.max() == global_max) {
            (true, _) => Edge::Lower,
            (false, true) => Edge::Upper,
            (false, false) => return None,
        };
        let (entries, arena) = collection.sorted_documents(chunk_idx)?;
        let (entry, point) = match edge {
            Edge::Lower => (entries.get(usize::from(stands_for == 1))?, points.first_mut()?),
            Edge::Upper => (entries.last()?, points.last_mut()?),
        };
        let key = arena.key(*entry).to_value();
        // Documents whose key is MinKey in every field lie on the lower end itself: there is nothing to cut off.
        (min < key).then(|| {
            *point = key;
            edge
        })
    }

    /// The piece at the end of the key space goes to the shard with fewest chunks, if the balancer is on for the collection
    /// and both shards are free.
    fn move_edge(&mut self, collection_idx: CollectionIdx, chunk_idx: usize) {
        let Some((chunk, to)) = self.edge_recipient(collection_idx, chunk_idx) else { return };
        let (min, max, from) = (chunk.min().clone(), chunk.max().clone(), chunk.shard_idx());
        let reason = MoveReason::TopChunk;
        let free = self.free_shards();
        let both_free = [from, to].iter().all(|shard_idx| free.get(*shard_idx).copied().unwrap_or(false));
        let failure = if both_free {
            let (min, max, reason) = (min.clone(), max.clone(), reason.clone());
            let request = MoveRequest {
                collection: collection_idx,
                chunk_idx,
                min,
                max,
                to,
                reason,
                force_jumbo: false,
                of_round: false,
                wait_for_delete: false,
            };
            self.start_migration(request).err()
        } else {
            Some(MigrationFailure::ShardBusy)
        };
        if let Some(failure) = failure {
            let id = self.n_migrations;
            self.n_migrations += 1;
            self.push_event(
                Some(collection_idx),
                EventKind::MigrationFailed { id, from, to, min, max, failure, reason },
            );
        }
    }

    /// Where the edge chunk should go: `None` if it is there, or may not move.
    fn edge_recipient(&self, collection_idx: CollectionIdx, chunk_idx: usize) -> Option<(&Chunk, ShardIdx)> {
        let collection = self.collections.get(collection_idx)?;
        if !self.balancer_on || !collection.balancing_enabled() {
            return None;
        }
        let chunk = collection.chunks().get(chunk_idx)?;
        let statistics = statistics(collection, &self.shards, self.range_size_of(collection_idx));
        let zone = statistics.chunks.get(chunk_idx)?.zone;
        let to = chunk_count::least_loaded(&statistics, zone)?;
        (to != chunk.shard_idx()).then_some((chunk, to))
    }
}
