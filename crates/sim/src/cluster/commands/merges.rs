//! Merging many chunks at once, and what is set for one collection: `mergeAllChunksOnShard`, `configureCollectionBalancing`,
//! `balancerCollectionStatus`.

use super::super::{Cluster, CollectionIdx, EventKind, MergeCause, Tick};
use crate::catalog::Collection;
use crate::error::{CommandError, OperationError};

/// A chunk whose owner changed within this time is not merged by itself (`minSnapshotHistoryWindowInSeconds`, 300 s).
const HISTORY_WINDOW_MS: Tick = 300_000;
/// Range sizes that can be set, MiB.
const RANGE_SIZE_MIB: std::ops::RangeInclusive<u64> = 1..=1024;

/// What `configureCollectionBalancing` sets; what is `None` stays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BalancingOptions {
    /// The collection's own range size, MiB; 0 goes back to that of the cluster.
    pub chunk_size_mib: Option<u64>,
    /// Merge neighbouring chunks in the next round.
    pub defragment: Option<bool>,
    /// Let the `AutoMerger` merge its chunks (7.0 and later).
    pub auto_merger: Option<bool>,
}

/// The reply of `balancerCollectionStatus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CollectionStatus {
    /// The collection's range size, MiB.
    pub chunk_size_mib: u64,
    /// What the next round would do something about: `draining`, `zoneViolation`, `chunksImbalance` or
    /// `defragmentingChunks`. `None`: the collection is compliant.
    pub violation: Option<&'static str>,
}

impl Cluster {
    /// `mergeAllChunksOnShard`: merges what the `AutoMerger` would merge on one shard, at most `n_chunks_max` chunks. Returns
    /// how many chunks are gone.
    ///
    /// # Errors
    /// A version before 7.0; the collection is not sharded; no such shard.
    pub fn merge_all_chunks_on_shard(
        &mut self,
        ns: &str,
        shard: &str,
        n_chunks_max: Option<usize>,
    ) -> Result<usize, CommandError> {
        self.check_version(self.profile.commands.merge_all_chunks_on_shard, "mergeAllChunksOnShard")?;
        let (collection_idx, _) = self.sharded(ns)?;
        self.check_chunks_free(ns)?;
        let shard_idx = self.shard_named(shard)?;
        let limit = n_chunks_max.unwrap_or(usize::MAX);
        Ok(self.merge_runs(collection_idx, shard_idx, HISTORY_WINDOW_MS, limit, MergeCause::Manual))
    }

    /// `configureCollectionBalancing`.
    ///
    /// # Errors
    /// A version before 6.0 (5.3); the collection is not sharded; a range size that is not 1 to 1024 MiB; `enableAutoMerger`
    /// before 7.0.
    pub fn configure_collection_balancing(&mut self, ns: &str, options: BalancingOptions) -> Result<(), CommandError> {
        let rules = &self.profile.commands;
        self.check_version(rules.configure_collection_balancing, "configureCollectionBalancing")?;
        let (collection_idx, _) = self.sharded(ns)?;
        self.check_config()?;
        if options.auto_merger.is_some() && !rules.merge_all_chunks_on_shard {
            let version = self.profile.name;
            return Err(OperationError::OptionNotInVersion { option: "enableAutoMerger", version }.into());
        }
        if let Some(mib) = options.chunk_size_mib.filter(|mib| *mib != 0 && !RANGE_SIZE_MIB.contains(mib)) {
            return Err(OperationError::Setting { setting: "chunkSize", value: mib.to_string() }.into());
        }
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(()) };
        if let Some(on) = options.auto_merger {
            collection.set_auto_merge(on);
        }
        if let Some(mib) = options.chunk_size_mib {
            let bytes = Some(mib << 20).filter(|bytes| *bytes > 0);
            collection.set_own_range_size(bytes);
            self.push_event(Some(collection_idx), EventKind::CollectionRangeSizeSet { bytes });
        }
        if let Some(on) = options.defragment {
            self.set_defragmenting(collection_idx, on);
        }
        self.rounds.wake();
        Ok(())
    }

    fn set_defragmenting(&mut self, collection_idx: CollectionIdx, on: bool) {
        let collection = self.collections.get_mut(collection_idx);
        if collection.is_some_and(|collection| collection.set_defragmenting(on)) {
            self.push_event(Some(collection_idx), EventKind::Defragmenting { on });
            self.rounds.wake();
        }
    }

    /// The first phase of defragmentation: what can be merged is. (The server then also moves small chunks to their
    /// neighbours; here the balancer's own rules decide about moves.)
    pub(in crate::cluster) fn defragment(&mut self) {
        for collection_idx in 0..self.collections.len() {
            let asked = |collection: &Collection| collection.is_defragmenting() && collection.balancing_enabled();
            if self.collections.get(collection_idx).is_some_and(asked) {
                for shard_idx in 0..self.shards.len() {
                    self.merge_runs(collection_idx, shard_idx, 0, usize::MAX, MergeCause::Defragmentation);
                }
                self.set_defragmenting(collection_idx, false);
            }
        }
    }

    /// `balancerCollectionStatus`.
    ///
    /// # Errors
    /// A version before 4.4; the collection is not sharded.
    pub fn collection_status(&self, ns: &str) -> Result<CollectionStatus, CommandError> {
        self.check_version(self.profile.commands.balancer_collection_status, "balancerCollectionStatus")?;
        let (collection_idx, _) = self.sharded(ns)?;
        let collection = self.collections.get(collection_idx);
        let violation = match collection {
            Some(collection) if collection.is_defragmenting() => Some("defragmentingChunks"),
            _ => self.balancer_collection_status(collection_idx),
        };
        Ok(CollectionStatus { chunk_size_mib: self.range_size_of(collection_idx) >> 20, violation })
    }
}
