//! Shards come and go: `addShard`, `removeShard`.

use super::super::{Cluster, EventKind};
use crate::catalog::{Collection, ShardIdx, ShardState};
use crate::error::CommandError;

/// What a draining shard still holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DrainStatus {
    /// Chunks of sharded collections.
    pub n_chunks: u64,
    /// Those among them that are flagged jumbo: the balancer never moves them.
    pub n_jumbo: u64,
    /// Databases whose primary it is: `movePrimary` moves them, nothing else does.
    pub n_databases: u64,
    /// Unsharded collections that were put there: `moveCollection` moves them, nothing else does.
    pub n_collections: u64,
}

impl DrainStatus {
    /// Nothing is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.n_chunks == 0 && self.n_databases == 0 && self.n_collections == 0
    }
}

/// The reply of `removeShard`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RemoveShardStatus {
    /// Draining begins.
    Started(DrainStatus),
    /// It goes on.
    Ongoing(DrainStatus),
    /// The shard was empty and is gone.
    Completed,
}

impl Cluster {
    /// `addShard`: an empty shard at the end of the list. No data moves because of it, except by the balancer's size rule.
    ///
    /// # Errors
    /// An empty name, or one that is taken.
    pub fn add_shard(&mut self, name: &str, zones: &[String]) -> Result<ShardIdx, CommandError> {
        self.check_members_free()?;
        let shard = self.push_shard(name.to_owned(), zones.to_vec())?;
        self.push_event(None, EventKind::ShardAdded { shard });
        self.rounds.wake();
        Ok(shard)
    }

    /// `removeShard`: starts draining, or tells how far it is. The shard is removed as soon as nothing is left on it.
    ///
    /// # Errors
    /// No such shard; the last one that is not draining; the only shard of a zone with ranges.
    pub fn remove_shard(&mut self, name: &str) -> Result<RemoveShardStatus, CommandError> {
        let shard_idx = self.shard_idx(name).ok_or_else(|| CommandError::ShardNotFound { shard: name.to_owned() })?;
        let Some(shard) = self.shards.get(shard_idx) else { return Ok(RemoveShardStatus::Completed) };
        if shard.is_draining() {
            return Ok(RemoveShardStatus::Ongoing(self.drain_status(shard_idx)));
        }
        self.check_members_free()?;
        let n_staying = self.shards.iter().filter(|shard| shard.is_present() && !shard.is_draining()).count();
        if n_staying <= 1 {
            return Err(CommandError::LastShard { shard: name.to_owned() });
        }
        for zone in shard.zones() {
            self.check_zone_keeps_a_shard(zone, shard_idx)?;
        }
        if let Some(shard) = self.shards.get_mut(shard_idx) {
            shard.set_state(ShardState::Draining);
        }
        self.push_event(None, EventKind::ShardDraining { shard: shard_idx });
        self.rounds.wake();
        self.remove_drained_shards();
        let is_gone = self.shards.get(shard_idx).is_some_and(|shard| !shard.is_present());
        Ok(if is_gone {
            RemoveShardStatus::Completed
        } else {
            RemoveShardStatus::Started(self.drain_status(shard_idx))
        })
    }

    /// What keeps a shard from being removed.
    #[must_use]
    pub fn drain_status(&self, shard_idx: ShardIdx) -> DrainStatus {
        let owned = |collection: &Collection| collection.shard_chunks(shard_idx);
        let jumbo = self.collections.iter().flat_map(Collection::chunks);
        let jumbo = jumbo.filter(|chunk| chunk.shard_idx() == shard_idx && chunk.jumbo());
        let databases = self.databases.iter().filter(|database| database.primary() == shard_idx);
        DrainStatus {
            n_chunks: self.collections.iter().map(owned).sum(),
            n_jumbo: jumbo.count() as u64,
            n_databases: databases.count() as u64,
            n_collections: self.tracked_on(shard_idx).count() as u64,
        }
    }

    /// Unsharded collections that were put on a shard by `moveCollection` or `unshardCollection`.
    pub(in crate::cluster) fn tracked_on(&self, shard_idx: ShardIdx) -> impl Iterator<Item = &Collection> {
        let on_shard = move |there: &&Collection| there.is_tracked() && there.unsharded_on() == Some(shard_idx);
        self.collections.iter().filter(on_shard)
    }

    /// Takes draining shards out that hold nothing and that no migration is heading for.
    pub(in crate::cluster) fn remove_drained_shards(&mut self) {
        for shard_idx in 0..self.shards.len() {
            let is_draining = self.shards.get(shard_idx).is_some_and(crate::catalog::Shard::is_draining);
            let is_expected = self.migrations.iter().any(|migration| migration.to == shard_idx);
            if is_draining && !is_expected && self.drain_status(shard_idx).is_empty() {
                if let Some(shard) = self.shards.get_mut(shard_idx) {
                    shard.set_state(ShardState::Removed);
                }
                self.drop_orphans(|range| range.shard() == shard_idx);
                self.push_event(None, EventKind::ShardRemoved { shard: shard_idx });
                self.rounds.wake();
            }
        }
    }
}
