//! What happened in all sequences together: a soak that never split, moved or refused anything would prove nothing.

use std::fmt;

use shardscope_sim::balancer::MoveReason;
use shardscope_sim::cluster::{Cluster, EventKind, MergeCause, SplitCause};

/// Counts over sequences that kept every promise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Sequences run.
    pub n_sequences: u64,
    /// Steps taken.
    pub n_steps: u64,
    /// Commands that the cluster refused.
    pub n_refused: u64,
    /// Splits in the course of inserts.
    pub n_autosplits: u64,
    /// Other splits.
    pub n_splits: u64,
    /// Migrations that ended with a new owner.
    pub n_migrations: u64,
    /// Migrations because of a draining shard.
    pub n_drains: u64,
    /// Migrations because of a zone.
    pub n_zone_moves: u64,
    /// Migrations of chunks at the end of the key space.
    pub n_top_chunks: u64,
    /// Migrations that failed.
    pub n_failed: u64,
    /// Chunks flagged jumbo.
    pub n_jumbo: u64,
    /// Merges by hand.
    pub n_merges: u64,
    /// Merges by the `AutoMerger`.
    pub n_auto_merges: u64,
    /// Shards that were removed.
    pub n_removed: u64,
    /// Documents deleted, multiplied by what each stands for.
    pub n_deleted: u64,
    /// Documents that went to another shard because their key changed.
    pub n_key_changes: u64,
    /// Keys refined, and collections written anew.
    pub n_rewrites: u64,
    /// Rewrites called off, or that failed.
    pub n_rewrites_failed: u64,
    /// Faults that began.
    pub n_faults: u64,
    /// Ranges of orphans deleted.
    pub n_orphan_ranges: u64,
    /// Sequences that ended in data that moves to and fro, as the size policy lets it.
    pub n_restless: u64,
}

impl Tally {
    /// Adds what happened to a cluster.
    pub(crate) fn count(&mut self, cluster: &Cluster) {
        self.n_sequences += 1;
        for event in cluster.events() {
            match &event.kind {
                EventKind::Split { cause: SplitCause::Autosplit | SplitCause::AutosplitAtEdge, .. } => {
                    self.n_autosplits += 1;
                }
                EventKind::Split { .. } => self.n_splits += 1,
                EventKind::MigrationStarted { reason, .. } => match reason {
                    MoveReason::Drain => self.n_drains += 1,
                    MoveReason::ZoneViolation { .. } => self.n_zone_moves += 1,
                    MoveReason::TopChunk => self.n_top_chunks += 1,
                    _ => {}
                },
                EventKind::MigrationDone { .. } => self.n_migrations += 1,
                EventKind::MigrationFailed { .. } => self.n_failed += 1,
                EventKind::Jumbo { .. } => self.n_jumbo += 1,
                EventKind::Merged { cause: MergeCause::Manual, .. } => self.n_merges += 1,
                EventKind::Merged { cause: MergeCause::AutoMerger, .. } => self.n_auto_merges += 1,
                EventKind::ShardRemoved { .. } => self.n_removed += 1,
                EventKind::Deleted { n_documents, .. } => self.n_deleted += n_documents,
                EventKind::DocumentMoved { .. } => self.n_key_changes += 1,
                EventKind::KeyRefined { .. } | EventKind::OperationDone { .. } => self.n_rewrites += 1,
                EventKind::OperationFailed { .. } => self.n_rewrites_failed += 1,
                EventKind::FaultBegan { .. } => self.n_faults += 1,
                EventKind::OrphansDeleted { .. } => self.n_orphan_ranges += 1,
                _ => {}
            }
        }
    }

    /// Every count with its name, in the order in which they are printed.
    #[must_use]
    pub fn rows(&self) -> [(&'static str, u64); 21] {
        [
            ("sequences", self.n_sequences),
            ("steps", self.n_steps),
            ("refused commands", self.n_refused),
            ("splits on insert", self.n_autosplits),
            ("other splits", self.n_splits),
            ("migrations", self.n_migrations),
            ("started to drain", self.n_drains),
            ("started for a zone", self.n_zone_moves),
            ("started with a top chunk", self.n_top_chunks),
            ("failed migrations", self.n_failed),
            ("jumbo flags", self.n_jumbo),
            ("merges by hand", self.n_merges),
            ("merges by the AutoMerger", self.n_auto_merges),
            ("removed shards", self.n_removed),
            ("documents deleted", self.n_deleted),
            ("key changes across shards", self.n_key_changes),
            ("rewrites", self.n_rewrites),
            ("failed rewrites", self.n_rewrites_failed),
            ("faults", self.n_faults),
            ("orphaned ranges deleted", self.n_orphan_ranges),
            ("restless ends", self.n_restless),
        ]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows().iter().try_for_each(|(name, count)| writeln!(f, "{count:>12} {name}"))
    }
}
