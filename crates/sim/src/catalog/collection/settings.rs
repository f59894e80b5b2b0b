//! What is set for one collection: balancing, its own range size, merging, collation.

use super::{Collection, State};

impl Collection {
    /// Whether the balancer may move its chunks.
    #[must_use]
    pub fn balancing_enabled(&self) -> bool {
        self.balancing_enabled
    }

    pub(crate) fn set_balancing(&mut self, enabled: bool) {
        self.balancing_enabled = enabled;
    }

    /// Its own range size (`configureCollectionBalancing`), bytes.
    #[must_use]
    pub fn own_range_size_bytes(&self) -> Option<u64> {
        self.range_size_bytes
    }

    pub(crate) fn set_own_range_size(&mut self, bytes: Option<u64>) {
        self.range_size_bytes = bytes;
    }

    /// Whether the `AutoMerger` may merge its chunks.
    #[must_use]
    pub fn auto_merge_enabled(&self) -> bool {
        self.auto_merge
    }

    pub(crate) fn set_auto_merge(&mut self, enabled: bool) {
        self.auto_merge = enabled;
    }

    /// Whether merging of its chunks was asked for and is not done yet.
    #[must_use]
    pub fn is_defragmenting(&self) -> bool {
        self.defragmenting
    }

    /// Returns whether anything changed.
    pub(crate) fn set_defragmenting(&mut self, on: bool) -> bool {
        std::mem::replace(&mut self.defragmenting, on) != on
    }

    /// Whether its default collation compares text byte by byte.
    #[must_use]
    pub fn simple_collation(&self) -> bool {
        self.simple_collation
    }

    pub(crate) fn set_simple_collation(&mut self, simple: bool) {
        self.simple_collation = simple;
    }

    /// Unsharded, and put where it is by `moveCollection` or `unshardCollection`: it does not follow the primary.
    #[must_use]
    pub fn is_tracked(&self) -> bool {
        matches!(&self.state, State::Unsharded(unsharded) if unsharded.is_tracked())
    }
}
