//! Migrations that do not come to their end, and what is cloned of one so far.

use super::{Cluster, EventKind, Migration, MigrationFailure, OrphanCount, Tick};

impl Migration {
    /// What the recipient has cloned at a time: it grows evenly until the end.
    #[must_use]
    pub fn cloned(&self, at: Tick) -> OrphanCount {
        let whole = self.ends.saturating_sub(self.copies_from).max(1);
        let done = at.saturating_sub(self.copies_from).min(whole);
        let part = |n: u64| u64::try_from(u128::from(n) * u128::from(done) / u128::from(whole)).unwrap_or(n);
        OrphanCount { n_documents: part(self.n_documents), n_bytes: part(self.n_bytes) }
    }
}

impl Cluster {
    /// Ends a migration early: the donor keeps the range; what was cloned is deleted on the recipient at once.
    pub(super) fn fail_migration(&mut self, id: u32, failure: MigrationFailure) {
        let Some(at) = self.migrations.iter().position(|migration| migration.id == id) else { return };
        let migration = self.migrations.remove(at);
        let chunk = self.collections.get_mut(migration.collection);
        if let Some((collection, chunk_idx)) =
            chunk.and_then(|there| there.chunk_idx_by_id(migration.chunk_id).map(|idx| (there, idx)))
        {
            collection.set_migration(chunk_idx, None);
        }
        let was_unwelcome = failure == MigrationFailure::RecipientDraining;
        let Migration { collection, from, to, min, max, reason, of_round, .. } = migration;
        let kind = EventKind::MigrationFailed { id, from, to, min, max, failure, reason };
        self.push_event(Some(collection), kind);
        self.rounds.wake();
        self.remove_drained_shards();
        if of_round && !self.migrations.iter().any(|migration| migration.of_round) {
            if was_unwelcome {
                self.rounds.end_busy_round(self.now);
            } else {
                self.rounds.end_failed_round(self.now);
            }
        }
    }

    /// Counts anew what a migration takes along, after documents of its chunk went or changed.
    pub(super) fn recount_migration(&mut self, id: u32) {
        let Some(migration) = self.migrations.iter_mut().find(|migration| migration.id == id) else { return };
        let Some(collection) = self.collections.get_mut(migration.collection) else { return };
        let Some(chunk_idx) = collection.chunk_idx_by_id(migration.chunk_id) else { return };
        let (n_documents, n_bytes) = collection.count_range(chunk_idx, &migration.min, &migration.max);
        migration.n_documents = n_documents * collection.stands_for();
        migration.n_bytes = n_bytes * collection.stands_for();
    }

    /// Why a document of a range cannot go to a shard: a unique index there has its value.
    pub(super) fn rival_on(
        &self,
        collection_idx: super::CollectionIdx,
        (min, max): (&crate::bson::KeyValue, &crate::bson::KeyValue),
        to: crate::catalog::ShardIdx,
    ) -> Option<MigrationFailure> {
        let collection = self.collections.get(collection_idx)?;
        let moves = |id: &u32| {
            let inside = |key| min.as_ref() <= key && key < max.as_ref();
            collection.key_at(*id).is_some_and(inside)
        };
        let is_there = |id: &u32| collection.shard_of(*id) == Some(to);
        let mut shared = collection.shared_values();
        let (index, _) = shared.find(|(_, ids)| ids.iter().any(moves) && ids.iter().any(is_there))?;
        Some(MigrationFailure::DuplicateKey { index: index.to_string() })
    }
}
