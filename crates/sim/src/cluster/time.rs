//! Simulated time: what happens next, and when nothing will.

use super::{Cluster, ROUND_IDLE_MS, Tick};

/// What can happen by itself, in the order in which it does at one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    FaultEnd,
    MigrationEnd,
    OrphanDeletion,
    OperationStep,
    TtlPass,
    Merger,
    Round,
}

impl Cluster {
    /// When the next thing will happen by itself: the end of a migration, of a fault or of a phase, a deletion, a balancer
    /// round, or a look of the `AutoMerger`. `None` when nothing will, however long one waits, without a new command or insert.
    #[must_use]
    pub fn next_event_at(&self) -> Option<Tick> {
        self.next_due().map(|(at, _)| at)
    }

    /// What happens next; at one time, what stands first in [`Due`] is first.
    fn next_due(&self) -> Option<(Tick, Due)> {
        let all = [
            (self.next_fault_end(), Due::FaultEnd),
            (self.next_migration_end(), Due::MigrationEnd),
            (self.next_orphan_deletion(), Due::OrphanDeletion),
            (self.next_operation_step(), Due::OperationStep),
            (self.next_ttl_pass(), Due::TtlPass),
            (self.next_merger_event(), Due::Merger),
            (self.rounds.next_real(self.window), Due::Round),
        ];
        all.into_iter().filter_map(|(at, due)| Some((at?, due))).min()
    }

    /// Runs everything up to and including `at`, in order; a time in the past changes nothing.
    ///
    /// Migrations that end at the time of a round end before it.
    pub fn advance_to(&mut self, at: Tick) {
        while let Some((next, due)) = self.next_due().filter(|(next, _)| *next <= at) {
            self.skip_idle_rounds(next.saturating_sub(1));
            self.now = self.now.max(next);
            match due {
                Due::FaultEnd => self.end_due_fault(next),
                Due::MigrationEnd => self.end_migration(next),
                Due::OrphanDeletion => self.delete_due_orphans(next),
                Due::OperationStep => self.step_operation(),
                Due::TtlPass => self.run_ttl_pass(),
                Due::Merger => self.run_merger(),
                Due::Round => self.run_round(),
            }
        }
        self.skip_idle_rounds(at);
        self.now = self.now.max(at);
    }

    /// Nothing is in flight, and the balancer, if it runs, has found nothing to move since the last insert or command; no fault
    /// is going to end and let it look again. Chunks may still be merged later: that moves nothing.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let has_to_look = self.rounds.is_awake() || self.rounds.waits_for_window() || self.next_fault_end().is_some();
        self.migrations.is_empty() && self.operation.is_none() && (!self.balancer_on || !has_to_look)
    }

    fn next_migration_end(&self) -> Option<Tick> {
        self.migrations.iter().map(|migration| migration.ends).min()
    }

    /// While nothing changes, every round comes to what the last one did: only its count rises.
    fn skip_idle_rounds(&mut self, until: Tick) {
        let Some(next_at) = self.rounds.next_at().filter(|next_at| *next_at <= until && !self.rounds.is_awake()) else {
            return;
        };
        let n_skipped = (until - next_at) / ROUND_IDLE_MS + 1;
        let last_at = next_at + (n_skipped - 1) * ROUND_IDLE_MS;
        self.repeat_decisions(n_skipped, last_at);
        self.rounds.set_next(last_at + ROUND_IDLE_MS);
    }
}
