//! Simulated time: what happens next, and when nothing will.

use super::{Cluster, ROUND_IDLE_MS, Tick};

impl Cluster {
    /// When the next thing will happen by itself: the end of a migration or a balancer round. `None` when nothing will,
    /// however long one waits, without a new command or insert.
    #[must_use]
    pub fn next_event_at(&self) -> Option<Tick> {
        let round = if self.rounds.is_awake() { self.rounds.next_at() } else { None };
        self.next_migration_end().into_iter().chain(round).min()
    }

    /// Runs everything up to and including `at`, in order; a time in the past changes nothing.
    ///
    /// Migrations that end at the time of a round end before it.
    pub fn advance_to(&mut self, at: Tick) {
        while let Some(next) = self.next_event_at().filter(|next| *next <= at) {
            self.skip_idle_rounds(next.saturating_sub(1));
            self.now = self.now.max(next);
            if self.next_migration_end() == Some(next) {
                self.end_migration(next);
            } else {
                self.run_round();
            }
        }
        self.skip_idle_rounds(at);
        self.now = self.now.max(at);
    }

    /// Nothing is in flight, and the balancer, if it runs, has found nothing to move since the last insert or command.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.migrations.is_empty() && (!self.balancer_on || !self.rounds.is_awake())
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
