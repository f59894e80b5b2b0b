//! Settings: the balancer's switch, the range size, balancing of one collection.

use super::super::{ActiveWindow, Cluster, CollectionIdx, EventKind, checked_range_size};
use crate::error::CommandError;

impl Cluster {
    /// `balancerStart` / `balancerStop`. A stop lets migrations in flight end; a start brings the next round at once.
    pub fn set_balancer(&mut self, on: bool) {
        if self.balancer_on != on {
            self.balancer_on = on;
            if on {
                self.merger.restart(self.now);
            }
            self.push_event(None, EventKind::BalancerSet { on });
            self.rounds.hurry(self.now);
        }
    }

    /// The `chunksize` setting: the range size from now on.
    ///
    /// # Errors
    /// Not a whole number of MiB from 1 to 1024.
    pub fn set_range_size(&mut self, bytes: u64) -> Result<(), CommandError> {
        let bytes = checked_range_size(bytes)?;
        if self.range_size_bytes != bytes {
            self.range_size_bytes = bytes;
            self.push_event(None, EventKind::RangeSizeSet { bytes });
            self.rounds.wake();
        }
        Ok(())
    }

    /// The range size of one collection (`configureCollectionBalancing` with `chunkSize`), or `None`: that of the cluster.
    ///
    /// # Errors
    /// No such collection, or it is not sharded; not a whole number of MiB from 1 to 1024.
    pub fn set_collection_range_size(&mut self, ns: &str, bytes: Option<u64>) -> Result<(), CommandError> {
        let (collection_idx, _) = self.sharded(ns)?;
        let bytes = bytes.map(checked_range_size).transpose()?;
        let collection = self.collections.get_mut(collection_idx);
        if let Some(collection) = collection.filter(|collection| collection.own_range_size_bytes() != bytes) {
            collection.set_own_range_size(bytes);
            self.push_event(Some(collection_idx), EventKind::CollectionRangeSizeSet { bytes });
            self.rounds.wake();
        }
        Ok(())
    }

    /// The balancing window (`activeWindow` of the balancer's settings), or `None`: all day. Migrations in flight end.
    pub fn set_active_window(&mut self, window: Option<ActiveWindow>) {
        if self.window != window {
            self.window = window;
            self.push_event(None, EventKind::ActiveWindowSet { window });
            self.rounds.wake();
        }
    }

    /// `sh.enableBalancing` / `sh.disableBalancing` of one collection.
    ///
    /// # Errors
    /// No such collection.
    pub fn set_collection_balancing(&mut self, ns: &str, on: bool) -> Result<(), CommandError> {
        let collection_idx = self.known_collection(ns)?;
        let collection = self.collections.get_mut(collection_idx);
        if let Some(collection) = collection.filter(|collection| collection.balancing_enabled() != on) {
            collection.set_balancing(on);
            self.push_event(Some(collection_idx), EventKind::CollectionBalancingSet { on });
            self.rounds.wake();
        }
        Ok(())
    }

    pub(in crate::cluster) fn known_collection(&self, ns: &str) -> Result<CollectionIdx, CommandError> {
        self.collection_idx(ns).ok_or_else(|| CommandError::NamespaceNotFound { ns: ns.to_owned() })
    }
}
