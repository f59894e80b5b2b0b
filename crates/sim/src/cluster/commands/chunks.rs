//! Chunks by hand: `split`, `mergeChunks`, `clearJumboFlag`. None of them moves data.

use ::bson::RawDocument;

use super::super::{Cluster, CollectionIdx, EventKind, MergeCause, SplitCause};
use super::locate::{ChunkRef, Located, bounds_text, check_not_migrating, chunk_text, key_text};
use super::zones::{document_text, range_text};
use crate::bson::KeyValue;
use crate::catalog::Collection;
use crate::catalog::pattern::ShardKeyPattern;
use crate::error::CommandError;

/// Most parts that one split makes (server 8.0, `kMaxSplitPoints`).
pub const SPLIT_POINTS_MAX: usize = 8192;

impl Cluster {
    /// `split` with `middle`: splits the chunk that holds the point there. Hashed fields hold the hash, an int64.
    ///
    /// # Errors
    /// The collection is not sharded; the point is no full key, or the edge of a chunk; the chunk is being moved.
    pub fn split_at(&mut self, ns: &str, middle: &RawDocument) -> Result<(), CommandError> {
        self.split_at_all(ns, &[middle])
    }

    /// Splits one chunk at several points, ascending, at once.
    ///
    /// # Errors
    /// As [`split_at`](Self::split_at); also too many points, or points of different chunks.
    pub fn split_at_all(&mut self, ns: &str, points: &[&RawDocument]) -> Result<(), CommandError> {
        let (collection_idx, pattern) = self.sharded(ns)?;
        let pattern = pattern.clone();
        self.check_chunks_free(ns)?;
        if points.len() > SPLIT_POINTS_MAX {
            return Err(CommandError::TooManySplitPoints { n_points: points.len(), n_points_max: SPLIT_POINTS_MAX });
        }
        let mut keys = Vec::new();
        for point in points {
            if point.iter().count() != pattern.fields().len() {
                let (point, key) = (document_text(point), pattern.to_string());
                return Err(CommandError::SplitNotFullKey { point, key });
            }
            keys.push(pattern.encode_bound(point)?);
        }
        let Some(first) = keys.first() else { return Ok(()) };
        let collection = self.collections.get(collection_idx);
        let chunk_idx = collection.and_then(|collection| collection.chunk_idx_of(first.as_ref())).unwrap_or(0);
        self.split_by_hand(collection_idx, &pattern, chunk_idx, keys)
    }

    /// `split` with `find` or `bounds`: splits the chunk at its median key.
    ///
    /// # Errors
    /// The collection is not sharded; there is no such chunk; it is empty, holds one key only, or is being moved.
    pub fn split_find(&mut self, ns: &str, chunk: ChunkRef<'_>) -> Result<(), CommandError> {
        let (collection_idx, pattern) = self.sharded(ns)?;
        let pattern = pattern.clone();
        self.check_chunks_free(ns)?;
        let located = self.locate(collection_idx, &pattern, chunk).map_err(|located| match located {
            Located::NotFullKey(point) => CommandError::SplitNotFullKey { point, key: pattern.to_string() },
            Located::NotBounds(range) => CommandError::SplitBoundsNotChunk { range },
        })?;
        let chunk_idx = located.unwrap_or(0);
        let median = self.median_key(collection_idx, &pattern, chunk_idx)?;
        self.split_by_hand(collection_idx, &pattern, chunk_idx, vec![median])
    }

    /// The key in the middle of a chunk that is not its smallest: `splitVector` with `force` counts to half of the documents
    /// and takes the next key that differs from the first.
    fn median_key(
        &mut self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        chunk_idx: usize,
    ) -> Result<KeyValue, CommandError> {
        let chunks = self.collections.get(collection_idx).map(Collection::chunks).unwrap_or_default();
        let range = chunks.get(chunk_idx).map(|chunk| chunk_text(pattern, chunk)).unwrap_or_default();
        let documents =
            self.collections.get_mut(collection_idx).and_then(|collection| collection.sorted_documents(chunk_idx));
        let Some((entries, arena)) = documents else { return Err(CommandError::SplitEmptyChunk { range }) };
        let Some(first) = entries.first() else { return Err(CommandError::SplitEmptyChunk { range }) };
        let upper_half = entries.iter().skip(entries.len() / 2);
        let median = upper_half.clone().find(|entry| arena.compare(**entry, *first).is_gt());
        median.map(|entry| arena.key(*entry).to_value()).ok_or(CommandError::CannotSplit { range })
    }

    fn split_by_hand(
        &mut self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        chunk_idx: usize,
        points: Vec<KeyValue>,
    ) -> Result<(), CommandError> {
        let chunk = self.collections.get(collection_idx).and_then(|collection| collection.chunks().get(chunk_idx));
        let Some(chunk) = chunk else { return Ok(()) };
        let mut below = chunk.min();
        for point in &points {
            if point <= below || point >= chunk.max() {
                let (point, range) = (key_text(pattern, point), chunk_text(pattern, chunk));
                return Err(CommandError::SplitPointOutside { point, range });
            }
            below = point;
        }
        check_not_migrating(pattern, chunk)?;
        let (min, max) = (chunk.min().clone(), chunk.max().clone());
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            collection.split_chunk(chunk_idx, &points);
        }
        self.push_event(Some(collection_idx), EventKind::Split { min, max, points, cause: SplitCause::Manual });
        self.rounds.wake();
        Ok(())
    }

    /// `mergeChunks`: makes one chunk of all from `min` to `max`. One chunk exactly: nothing to do.
    ///
    /// # Errors
    /// The collection is not sharded; the bounds are no edges of chunks; the chunks are on several shards, or one of them is
    /// being moved.
    pub fn merge_chunks(&mut self, ns: &str, min: &RawDocument, max: &RawDocument) -> Result<(), CommandError> {
        let (collection_idx, pattern) = self.sharded(ns)?;
        let pattern = pattern.clone();
        self.check_chunks_free(ns)?;
        let (min_key, max_key) = (pattern.encode_bound(min)?, pattern.encode_bound(max)?);
        let chunks = self.collections.get(collection_idx).map(Collection::chunks).unwrap_or_default();
        let first = chunks.iter().position(|chunk| *chunk.min() == min_key);
        let last = chunks.iter().position(|chunk| *chunk.max() == max_key);
        let not_on_edges = || CommandError::MergeNotOnEdges { range: range_text(min, max) };
        let (first, last) = first.zip(last).filter(|(first, last)| first <= last).ok_or_else(not_on_edges)?;
        let merged = chunks.get(first..=last).unwrap_or_default();
        if merged.len() < 2 {
            return Ok(());
        }
        if !merged.windows(2).all(|pair| matches!(pair, [left, right] if left.shard_idx() == right.shard_idx())) {
            return Err(CommandError::MergeAcrossShards { range: bounds_text(&pattern, &min_key, &max_key) });
        }
        merged.iter().try_for_each(|chunk| check_not_migrating(&pattern, chunk))?;
        let n_chunks = merged.len();
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            collection.merge_chunks(first, n_chunks);
        }
        self.push_event(
            Some(collection_idx),
            EventKind::Merged { min: min_key, max: max_key, n_chunks, cause: MergeCause::Manual },
        );
        self.rounds.wake();
        Ok(())
    }

    /// `clearJumboFlag`: lets the balancer try the chunk again. A chunk that is not jumbo stays as it is.
    ///
    /// # Errors
    /// The collection is not sharded; there is no such chunk; a hashed collection's chunk is named by a key.
    pub fn clear_jumbo_flag(&mut self, ns: &str, chunk: ChunkRef<'_>) -> Result<(), CommandError> {
        let (collection_idx, pattern) = self.sharded(ns)?;
        self.check_config()?;
        if pattern.is_hashed() && matches!(chunk, ChunkRef::Find(_)) {
            return Err(CommandError::JumboNeedsBounds);
        }
        let located = self.locate(collection_idx, pattern, chunk).map_err(|located| match located {
            Located::NotFullKey(find) => CommandError::JumboNotFound { find },
            Located::NotBounds(range) => CommandError::JumboBoundsNotChunk { range },
        })?;
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(()) };
        let Some(chunk_idx) = located else { return Ok(()) };
        let chunk = collection.chunks().get(chunk_idx).filter(|chunk| chunk.jumbo());
        if let Some((min, max)) = chunk.map(|chunk| (chunk.min().clone(), chunk.max().clone())) {
            collection.clear_jumbo(chunk_idx);
            self.push_event(Some(collection_idx), EventKind::JumboCleared { min, max });
            self.rounds.wake();
        }
        Ok(())
    }
}
