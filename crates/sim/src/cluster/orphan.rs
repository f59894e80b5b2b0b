//! Orphans: documents that lie on a shard that does not own their range. A donor keeps what it gave away for a while, a
//! recipient has what was cloned before the commit. The router filters them out; only counts without a filter see them.
//!
//! Source: server 8.0, range deleter: `orphanCleanupDelaySecs` (900 s) after the commit, at once after an abort or with
//! `_waitForDelete`. How long the deletion itself takes is left out.

use super::{Cluster, CollectionIdx, EventKind, Migration, MigrationFailure, Tick};
use crate::bson::KeyValue;
use crate::catalog::ShardIdx;
use crate::catalog::pattern::ShardKeyPattern;
use crate::version::ReturningRange;

/// `orphanCleanupDelaySecs`: how long a donor keeps a range that it gave away.
pub const ORPHAN_DELAY_MS: Tick = 900_000;
/// How long a recipient waits for the deletion of a range that it is to get again
/// (`receiveChunkWaitForRangeDeleterTimeoutMS`).
pub const RECEIVE_WAIT_MS: Tick = 10_000;

/// A range that is to be deleted on a shard.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OrphanRange {
    pub(super) collection: CollectionIdx,
    pub(super) shard: ShardIdx,
    pub(super) min: KeyValue,
    pub(super) max: KeyValue,
    pub(super) n_documents: u64,
    pub(super) n_bytes: u64,
    pub(super) due: Tick,
}

impl OrphanRange {
    /// The collection.
    #[must_use]
    pub fn collection(&self) -> CollectionIdx {
        self.collection
    }

    /// Where the documents lie.
    #[must_use]
    pub fn shard(&self) -> ShardIdx {
        self.shard
    }

    /// Lower and upper bound.
    #[must_use]
    pub fn bounds(&self) -> (&KeyValue, &KeyValue) {
        (&self.min, &self.max)
    }

    /// Documents in it.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        self.n_documents
    }

    /// Their bytes.
    #[must_use]
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// Completes its bounds when the shard key gets more fields.
    pub(super) fn refine(&mut self, pattern: &ShardKeyPattern, shorter: &ShardKeyPattern) {
        self.min = pattern.extend_key(shorter, &self.min);
        self.max = pattern.extend_key(shorter, &self.max);
    }

    /// When it is deleted.
    #[must_use]
    pub fn due(&self) -> Tick {
        self.due
    }
}

/// Orphans of one collection on one shard, multiplied by what a document stands for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct OrphanCount {
    /// Documents.
    pub n_documents: u64,
    /// Their bytes.
    pub n_bytes: u64,
}

impl Cluster {
    /// Sets `orphanCleanupDelaySecs` for migrations that end from now on, milliseconds; [`ORPHAN_DELAY_MS`] without it.
    pub fn set_orphan_delay(&mut self, delay_ms: Tick) {
        self.orphan_delay_ms = delay_ms;
    }

    /// Ranges that wait for their deletion, in the order in which they became orphaned.
    #[must_use]
    pub fn orphan_ranges(&self) -> &[OrphanRange] {
        &self.orphans
    }

    /// Orphans of a collection on a shard: what was given away and not yet deleted, and what a migration in flight has
    /// cloned so far.
    #[must_use]
    pub fn orphans(&self, collection: CollectionIdx, shard: ShardIdx) -> OrphanCount {
        let mut count = OrphanCount::default();
        for range in self.orphans.iter().filter(|range| range.collection == collection && range.shard == shard) {
            count.n_documents += range.n_documents;
            count.n_bytes += range.n_bytes;
        }
        for migration in self.migrations.iter().filter(|there| there.collection == collection && there.to == shard) {
            let cloned = migration.cloned(self.now);
            count.n_documents += cloned.n_documents;
            count.n_bytes += cloned.n_bytes;
        }
        count
    }

    /// What a migration leaves behind: on the donor after a commit, on the recipient (until it is deleted at once) after an
    /// abort.
    pub(super) fn orphan_after_commit(&mut self, migration: &Migration) {
        let delay = if migration.wait_for_delete { 0 } else { self.orphan_delay_ms };
        if migration.n_documents == 0 || delay == 0 {
            return;
        }
        self.orphans.push(OrphanRange {
            collection: migration.collection,
            shard: migration.from,
            min: migration.min.clone(),
            max: migration.max.clone(),
            n_documents: migration.n_documents,
            n_bytes: migration.n_bytes,
            due: self.now.saturating_add(delay),
        });
    }

    /// How long a recipient waits before it takes a range; an error if it does not take it. What it still has of the range
    /// from before, it deletes first: at once in 4.2, else when that is due, if it is soon.
    pub(super) fn receiving_wait(
        &mut self,
        collection: CollectionIdx,
        to: ShardIdx,
        (min, max): (&KeyValue, &KeyValue),
    ) -> Result<Tick, MigrationFailure> {
        if let Some(failure) = self.rival_on(collection, (min, max), to) {
            return Err(failure);
        }
        let overlaps = |range: &OrphanRange| {
            range.collection == collection && range.shard == to && range.min < *max && *min < range.max
        };
        let now = self.now;
        if self.profile.balancer.returning_range == ReturningRange::DeletesNow {
            while let Some(range) = self.orphans.iter_mut().find(|range| overlaps(range)) {
                range.due = now;
                self.delete_due_orphans(now);
            }
        }
        let due = self.orphans.iter().filter(|range| overlaps(range)).map(|range| range.due).max().unwrap_or(now);
        let wait = due.saturating_sub(now);
        if wait > RECEIVE_WAIT_MS { Err(MigrationFailure::RangeDeletionPending { due }) } else { Ok(wait) }
    }

    pub(super) fn next_orphan_deletion(&self) -> Option<Tick> {
        self.orphans.iter().map(|range| range.due).min()
    }

    pub(super) fn delete_due_orphans(&mut self, at: Tick) {
        let Some(idx) = self.orphans.iter().position(|range| range.due <= at) else { return };
        let OrphanRange { collection, shard, n_documents, n_bytes, .. } = self.orphans.remove(idx);
        self.push_event(Some(collection), EventKind::OrphansDeleted { shard, n_documents, n_bytes });
        self.rounds.wake();
    }

    /// A collection that was written anew has no orphans; nor has a shard that is gone.
    pub(super) fn drop_orphans(&mut self, gone: impl Fn(&OrphanRange) -> bool) {
        self.orphans.retain(|range| !gone(range));
    }
}
