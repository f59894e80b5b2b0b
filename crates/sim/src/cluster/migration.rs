//! Migrations: a range of one chunk on its way from donor to recipient.

use super::{Cluster, Collection, CollectionIdx, EventKind, MigrationFailure, SPLIT_POINTS_MAX, SplitCause, Tick};
use crate::balancer::MoveReason;
use crate::bson::KeyValue;
use crate::catalog::{Chunk, Entry, Handover, KeyArena, OwnerReason, ShardIdx};
use crate::split::{Direction, SortedKeys, SplitRequest};
use crate::version::TooBigSplit;

/// A migration in flight. Counts and bytes are multiplied by what a document stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Migration {
    pub(super) id: u32,
    pub(super) collection: CollectionIdx,
    pub(super) chunk_id: u32,
    pub(super) min: KeyValue,
    pub(super) max: KeyValue,
    pub(super) from: ShardIdx,
    pub(super) to: ShardIdx,
    pub(super) n_documents: u64,
    pub(super) n_bytes: u64,
    pub(super) whole_chunk: bool,
    pub(super) started: Tick,
    pub(super) ends: Tick,
    pub(super) reason: MoveReason,
    /// Its upper bound is that of its chunk.
    pub(super) to_chunk_end: bool,
    /// Part of the balancer round in progress, which waits for it.
    pub(super) of_round: bool,
    /// When copying began: after the recipient has deleted what it still had of the range.
    pub(super) copies_from: Tick,
    /// The donor deletes the range at the end, not 900 s later.
    pub(super) wait_for_delete: bool,
}

impl Migration {
    /// Number of the migration, from 0.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The collection.
    #[must_use]
    pub fn collection(&self) -> CollectionIdx {
        self.collection
    }

    /// The chunk that it takes from.
    #[must_use]
    pub fn chunk_id(&self) -> u32 {
        self.chunk_id
    }

    /// Lower bound of the moving range.
    #[must_use]
    pub fn min(&self) -> &KeyValue {
        &self.min
    }

    /// Upper bound of the moving range.
    #[must_use]
    pub fn max(&self) -> &KeyValue {
        &self.max
    }

    /// Donor: owns the range, and takes inserts into it, until the end.
    #[must_use]
    pub fn from(&self) -> ShardIdx {
        self.from
    }

    /// Recipient.
    #[must_use]
    pub fn to(&self) -> ShardIdx {
        self.to
    }

    /// Documents in the range now.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        self.n_documents
    }

    /// Bytes in the range now.
    #[must_use]
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// Whether the whole chunk moves.
    #[must_use]
    pub fn whole_chunk(&self) -> bool {
        self.whole_chunk
    }

    /// When it started.
    #[must_use]
    pub fn started(&self) -> Tick {
        self.started
    }

    /// When it ends. Set at the start by the bytes found then; what is inserted on the way does not prolong it.
    #[must_use]
    pub fn ends(&self) -> Tick {
        self.ends
    }

    /// Why the range moves.
    #[must_use]
    pub fn reason(&self) -> &MoveReason {
        &self.reason
    }
}

/// A range to move, checked against the catalog by the caller.
pub(super) struct MoveRequest {
    pub(super) collection: CollectionIdx,
    pub(super) chunk_idx: usize,
    pub(super) min: KeyValue,
    pub(super) max: KeyValue,
    pub(super) to: ShardIdx,
    pub(super) reason: MoveReason,
    pub(super) force_jumbo: bool,
    pub(super) of_round: bool,
    pub(super) wait_for_delete: bool,
}

/// Keys of a sorted run of documents.
pub(super) struct DocumentKeys<'a> {
    pub(super) entries: &'a [Entry],
    pub(super) arena: &'a KeyArena,
}

impl SortedKeys for DocumentKeys<'_> {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn is_same(&self, left_idx: usize, right_idx: usize) -> bool {
        match (self.entries.get(left_idx), self.entries.get(right_idx)) {
            (Some(left), Some(right)) => self.arena.compare(*left, *right).is_eq(),
            _ => false,
        }
    }
}

/// Notes an insert into a chunk that is losing a range, if the document falls into that range.
pub(super) fn count_insert(migrations: &mut [Migration], id: u32, collection: &Collection, size_bytes: u64) {
    let migration = migrations.iter_mut().find(|migration| migration.id == id);
    if let (Some(migration), Some(key)) = (migration, collection.key_inserted_last()) {
        // Nothing in the chunk lies past its end, not even the key that the last chunk holds beside its range.
        if migration.min.as_ref() <= key && (migration.to_chunk_end || key < migration.max.as_ref()) {
            migration.n_documents += collection.stands_for();
            migration.n_bytes += size_bytes * collection.stands_for();
        }
    }
}

impl Cluster {
    /// One split point of a chunk, from one of its ends, about a range size away; `within` limits the scan to a part of the
    /// chunk. `None` when the chunk's owner finds no need or no place to cut.
    pub(super) fn first_split_point(
        &mut self,
        collection_idx: CollectionIdx,
        chunk_idx: usize,
        within: (&KeyValue, &KeyValue),
        direction: Direction,
    ) -> Option<KeyValue> {
        self.split_points(collection_idx, chunk_idx, within, direction, Some(1)).into_iter().next()
    }

    /// Split points of a chunk by the version's algorithm, at most `limit`, in the order in which they are found.
    pub(super) fn split_points(
        &mut self,
        collection_idx: CollectionIdx,
        chunk_idx: usize,
        within: (&KeyValue, &KeyValue),
        direction: Direction,
        limit: Option<usize>,
    ) -> Vec<KeyValue> {
        let algorithm = self.profile.split.algorithm;
        let range_size_bytes = self.range_size_of(collection_idx);
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Vec::new() };
        let Some(shard_idx) = collection.chunks().get(chunk_idx).map(Chunk::shard_idx) else { return Vec::new() };
        let request = SplitRequest {
            local_bytes: collection.shard_bytes(shard_idx),
            local_documents: collection.shard_documents(shard_idx),
            stands_for: collection.stands_for(),
            range_size_bytes,
            limit,
            direction,
        };
        let Some((entries, arena)) = collection.sorted_range(chunk_idx, within.0, within.1) else { return Vec::new() };
        let points = algorithm.points(&DocumentKeys { entries, arena }, &request);
        points.iter().filter_map(|at| entries.get(*at)).map(|entry| arena.key(*entry).to_value()).collect()
    }

    /// Starts a migration.
    ///
    /// # Errors
    /// The range holds more documents than a migration takes, and it is not forced; a fault, orphans or a unique index on the
    /// recipient are in the way.
    pub(super) fn start_migration(&mut self, request: MoveRequest) -> Result<u32, MigrationFailure> {
        let MoveRequest { collection: collection_idx, chunk_idx, min, max, to, reason, .. } = request;
        let range_size_bytes = self.range_size_of(collection_idx);
        let id = self.n_migrations;
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(id) };
        let Some(chunk) = collection.chunks().get(chunk_idx) else { return Ok(id) };
        let (from, chunk_id) = (chunk.shard_idx(), chunk.id());
        let (whole_chunk, to_chunk_end) = (chunk.has_bounds(&min, &max), *chunk.max() == max);
        if let Some(failure) = self.migration_hindrance(from, to) {
            return Err(failure);
        }
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(id) };
        let (n_documents, n_bytes) = collection.count_range(chunk_idx, &min, &max);
        let (n_documents, n_bytes) = (n_documents * collection.stands_for(), n_bytes * collection.stands_for());
        if let Some(avg) = collection.document_bytes_avg(from).filter(|_| !request.force_jumbo) {
            let n_documents_max = self.profile.balancer.n_documents_max(range_size_bytes, avg);
            if n_documents > n_documents_max {
                return Err(MigrationFailure::ChunkTooBig { n_documents, n_documents_max });
            }
        }
        let wait = self.receiving_wait(collection_idx, to, (&min, &max))?;
        let slowdown = self.slowdown(from, to);
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(id) };
        self.n_migrations += 1;
        collection.set_migration(chunk_idx, Some(id));
        let copy_ms = (n_bytes.saturating_mul(1000)).div_ceil(self.migration_bytes_per_sec);
        let copy_ms = self.migration_overhead_ms.saturating_add(copy_ms).saturating_mul(slowdown);
        let copies_from = self.now.saturating_add(wait);
        let ends = copies_from.saturating_add(copy_ms);
        let migration = Migration {
            id,
            collection: collection_idx,
            chunk_id,
            min,
            max,
            from,
            to,
            n_documents,
            n_bytes,
            whole_chunk,
            to_chunk_end,
            started: self.now,
            ends,
            reason,
            of_round: request.of_round,
            copies_from,
            wait_for_delete: request.wait_for_delete,
        };
        self.push_event(Some(collection_idx), started(&migration));
        self.migrations.push(migration);
        self.rounds.wake();
        Ok(id)
    }

    /// Ends the migration that is due at `at`, the one with the lowest number first.
    pub(super) fn end_migration(&mut self, at: Tick) {
        let due = self.migrations.iter().position(|migration| migration.ends == at);
        let Some(migration) = due.and_then(|at| self.migrations.get(at)) else { return };
        let to = migration.to;
        let failure = if !self.shards.get(to).is_some_and(|shard| shard.state() == super::ShardState::Active) {
            Some(MigrationFailure::RecipientDraining)
        } else if self.config_is_read_only() {
            Some(MigrationFailure::ConfigReadOnly)
        } else {
            self.rival_on(migration.collection, (&migration.min, &migration.max), to)
        };
        match (failure, migration.id) {
            (Some(failure), id) => self.fail_migration(id, failure),
            (None, id) => self.commit_migration(id, at),
        }
    }

    fn commit_migration(&mut self, id: u32, at: Tick) {
        let due = self.migrations.iter().position(|migration| migration.id == id);
        let Some(migration) = due.map(|at| self.migrations.remove(at)) else { return };
        let collection_idx = migration.collection;
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            let chunk_idx = collection.chunk_idx_by_id(migration.chunk_id);
            if let Some(chunk_idx) = chunk_idx {
                collection.set_migration(chunk_idx, None);
                collection.hand_over(chunk_idx, handover(&migration, at));
            }
        }
        self.orphan_after_commit(&migration);
        let Migration { id, n_documents, n_bytes, of_round, .. } = migration;
        self.push_event(Some(collection_idx), EventKind::MigrationDone { id, n_documents, n_bytes });
        self.rounds.wake();
        self.remove_drained_shards();
        if of_round && !self.migrations.iter().any(|migration| migration.of_round) {
            self.rounds.end_busy_round(self.now);
        }
    }

    /// After a range proved too big: splits its chunk, or flags it jumbo if there is no place to cut.
    pub(super) fn split_or_mark_jumbo(
        &mut self,
        collection_idx: CollectionIdx,
        chunk_idx: usize,
        n_documents_max: u64,
    ) -> Option<()> {
        let chunk = self.collections.get(collection_idx)?.chunks().get(chunk_idx)?;
        let (min, max, shard) = (chunk.min().clone(), chunk.max().clone(), chunk.shard_idx());
        let n_documents = chunk.n_documents();
        let limit = match self.profile.balancer.too_big {
            TooBigSplit::FirstPoint => Some(1),
            TooBigSplit::EveryPoint => Some(SPLIT_POINTS_MAX),
        };
        let points = self.split_points(collection_idx, chunk_idx, (&min, &max), Direction::Forward, limit);
        let collection = self.collections.get_mut(collection_idx)?;
        let kind = if points.is_empty() {
            collection.set_jumbo(chunk_idx);
            EventKind::Jumbo { min, max, shard, n_documents, n_documents_max }
        } else {
            collection.split_chunk(chunk_idx, &points);
            EventKind::Split { min, max, points, cause: SplitCause::TooBig }
        };
        self.push_event(Some(collection_idx), kind);
        Some(())
    }
}

fn started(migration: &Migration) -> EventKind {
    EventKind::MigrationStarted {
        id: migration.id,
        chunk_id: migration.chunk_id,
        from: migration.from,
        to: migration.to,
        min: migration.min.clone(),
        max: migration.max.clone(),
        n_documents: migration.n_documents,
        n_bytes: migration.n_bytes,
        whole_chunk: migration.whole_chunk,
        ends: migration.ends,
        reason: migration.reason.clone(),
    }
}

fn handover(migration: &Migration, now: Tick) -> Handover {
    let (migration_id, from, reason) = (migration.id, migration.from, migration.reason.clone());
    Handover {
        min: migration.min.clone(),
        max: migration.max.clone(),
        to: migration.to,
        now,
        reason: OwnerReason::Moved { migration_id, from, reason },
    }
}
