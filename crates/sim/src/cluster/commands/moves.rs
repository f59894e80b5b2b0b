//! Moving by hand: `moveChunk`, `moveRange`. Zones are not checked: the balancer may undo the move.

use ::bson::RawDocument;

use super::super::migration::MoveRequest;
use super::super::{Cluster, CollectionIdx, MigrationFailure};
use super::locate::{ChunkRef, Located, bounds_text, check_not_migrating};
use crate::balancer::MoveReason;
use crate::bson::KeyValue;
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{Collection, ShardIdx};
use crate::error::{CommandError, OperationError, WriteError};
use crate::split::Direction;

/// A range that somebody wants moved.
struct ManualMove {
    collection: CollectionIdx,
    chunk_idx: usize,
    min: KeyValue,
    max: KeyValue,
    to: ShardIdx,
    options: MoveOptions,
}

/// Options of `moveChunk` and `moveRange`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MoveOptions {
    /// Move it however many documents it holds.
    pub force_jumbo: bool,
    /// The donor deletes its copy at once, not 900 s later.
    pub wait_for_delete: bool,
}

impl Cluster {
    /// `moveChunk`: starts moving a whole chunk. Returns the migration; none if the chunk is there already.
    ///
    /// # Errors
    /// The collection is not sharded; no such chunk or shard; a shard is busy or the chunk is being moved; the chunk holds
    /// too many documents and `force_jumbo` is not set.
    pub fn move_chunk(
        &mut self,
        ns: &str,
        chunk: ChunkRef<'_>,
        to: &str,
        force_jumbo: bool,
    ) -> Result<Option<u32>, CommandError> {
        self.move_chunk_with(ns, chunk, to, MoveOptions { force_jumbo, wait_for_delete: false })
    }

    /// [`move_chunk`](Self::move_chunk) with all options.
    ///
    /// # Errors
    /// As there.
    pub fn move_chunk_with(
        &mut self,
        ns: &str,
        chunk: ChunkRef<'_>,
        to: &str,
        options: MoveOptions,
    ) -> Result<Option<u32>, CommandError> {
        let (collection, pattern) = self.sharded(ns)?;
        self.check_chunks_free(ns)?;
        let pattern = pattern.clone();
        let located = self.locate(collection, &pattern, chunk).map_err(|located| match located {
            Located::NotFullKey(find) => CommandError::MoveFindNotFullKey { find, key: pattern.to_string() },
            Located::NotBounds(range) => CommandError::MoveBoundsNotChunk { range },
        })?;
        let to = self.recipient_idx(to)?;
        let chunk_idx = located.unwrap_or(0);
        let bounds = self.chunk_bounds(collection, chunk_idx);
        let Some((min, max)) = bounds else { return Ok(None) };
        self.move_by_hand(&pattern, ManualMove { collection, chunk_idx, min, max, to, options })
    }

    /// `moveRange`: starts moving a range that lies inside one chunk. With one bound only, the donor looks for the other
    /// about a range size away, or takes the chunk's. Returns the migration; none if the range is there already.
    ///
    /// # Errors
    /// As [`move_chunk`](Self::move_chunk); no bound at all, an empty range, or one that reaches over the edge of a chunk.
    pub fn move_range(
        &mut self,
        ns: &str,
        min: Option<&RawDocument>,
        max: Option<&RawDocument>,
        to: &str,
        force_jumbo: bool,
    ) -> Result<Option<u32>, CommandError> {
        self.move_range_with(ns, (min, max), to, MoveOptions { force_jumbo, wait_for_delete: false })
    }

    /// [`move_range`](Self::move_range) with all options.
    ///
    /// # Errors
    /// As there; also a version before 6.0.
    pub fn move_range_with(
        &mut self,
        ns: &str,
        (min, max): (Option<&RawDocument>, Option<&RawDocument>),
        to: &str,
        options: MoveOptions,
    ) -> Result<Option<u32>, CommandError> {
        self.check_version(self.profile.commands.move_range, "moveRange")?;
        let (collection, pattern) = self.sharded(ns)?;
        self.check_chunks_free(ns)?;
        let pattern = pattern.clone();
        let min = min.map(|min| pattern.encode_bound(min)).transpose()?;
        let max = max.map(|max| pattern.encode_bound(max)).transpose()?;
        if let (Some(min), Some(max)) = (&min, &max)
            && min >= max
        {
            let text = |key| super::locate::key_text(&pattern, key);
            return Err(CommandError::EmptyRange { min: text(min), max: text(max) });
        }
        let to = self.recipient_idx(to)?;
        let chunks = self.collections.get(collection).map(Collection::chunks).unwrap_or_default();
        let chunk_idx = match (&min, &max) {
            (Some(min), _) => chunks.partition_point(|chunk| chunk.min() <= min).saturating_sub(1),
            (None, Some(max)) => chunks.partition_point(|chunk| chunk.max() < max),
            (None, None) => return Err(CommandError::MissingBound),
        };
        let inside = |(low, high): &(KeyValue, KeyValue)| {
            [&min, &max].into_iter().flatten().all(|bound| low <= bound && bound <= high)
        };
        let Some((chunk_min, chunk_max)) = self.chunk_bounds(collection, chunk_idx).filter(inside) else {
            let (global_min, global_max) = (pattern.global_min(), pattern.global_max());
            let (min, max) = (min.as_ref().unwrap_or(&global_min), max.as_ref().unwrap_or(&global_max));
            return Err(CommandError::RangeNotInOneChunk { range: bounds_text(&pattern, min, max) });
        };
        let (min, max) = match (min, max) {
            (Some(min), Some(max)) => (min, max),
            (Some(min), None) => {
                let end = self.first_split_point(collection, chunk_idx, (&min, &chunk_max), Direction::Forward);
                (min, end.unwrap_or(chunk_max))
            }
            (None, max) => {
                let max = max.unwrap_or(chunk_max);
                let start = self.first_split_point(collection, chunk_idx, (&chunk_min, &max), Direction::Backward);
                (start.unwrap_or(chunk_min), max)
            }
        };
        self.move_by_hand(&pattern, ManualMove { collection, chunk_idx, min, max, to, options })
    }

    /// A migration that could not start, as the command tells it.
    fn move_refusal(&self, failure: MigrationFailure, range: String) -> CommandError {
        let name = |shard: ShardIdx| self.shards.get(shard).map(|shard| shard.name().to_owned()).unwrap_or_default();
        match failure {
            MigrationFailure::ShardDown { shard } => WriteError::ShardDown { shard: name(shard) }.into(),
            MigrationFailure::ShardFull { shard } => WriteError::DiskFull { shard: name(shard) }.into(),
            MigrationFailure::ConfigReadOnly => OperationError::ConfigReadOnly.into(),
            MigrationFailure::RangeDeletionPending { .. } => OperationError::RangeDeletionPending { range }.into(),
            MigrationFailure::DuplicateKey { index } => OperationError::MoveDuplicate { range, index }.into(),
            MigrationFailure::ChunkTooBig { n_documents, n_documents_max } => {
                CommandError::ChunkTooBig { range, n_documents, n_documents_max }
            }
            MigrationFailure::RecipientDraining | MigrationFailure::ShardBusy | MigrationFailure::Aborted => {
                CommandError::ShardNotFound { shard: range }
            }
        }
    }

    fn chunk_bounds(&self, collection: CollectionIdx, chunk_idx: usize) -> Option<(KeyValue, KeyValue)> {
        let chunk = self.collections.get(collection)?.chunks().get(chunk_idx)?;
        Some((chunk.min().clone(), chunk.max().clone()))
    }

    fn move_by_hand(&mut self, pattern: &ShardKeyPattern, wanted: ManualMove) -> Result<Option<u32>, CommandError> {
        let chunk = self.collections.get(wanted.collection).and_then(|there| there.chunks().get(wanted.chunk_idx));
        let Some(chunk) = chunk else { return Ok(None) };
        let from = chunk.shard_idx();
        if from == wanted.to {
            return Ok(None);
        }
        check_not_migrating(pattern, chunk)?;
        for shard_idx in [from, wanted.to] {
            if self.migrations.iter().any(|migration| migration.from == shard_idx || migration.to == shard_idx) {
                let shard = self.shards.get(shard_idx).map(|shard| shard.name().to_owned()).unwrap_or_default();
                return Err(CommandError::ShardBusy { shard });
            }
        }
        let range = bounds_text(pattern, &wanted.min, &wanted.max);
        let ManualMove { collection, chunk_idx, min, max, to, options } = wanted;
        let reason = MoveReason::Manual;
        let MoveOptions { force_jumbo, wait_for_delete } = options;
        let of_round = false;
        let request =
            MoveRequest { collection, chunk_idx, min, max, to, reason, force_jumbo, of_round, wait_for_delete };
        self.start_migration(request).map(Some).map_err(|failure| self.move_refusal(failure, range))
    }
}
