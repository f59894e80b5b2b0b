//! The `AutoMerger` of 7.0 and later: once an hour, neighbouring chunks of one shard become one. Source: server 7.0 and 8.0,
//! `AutoMergerPolicy` and `mergeAllChunksOnShard`.

use std::hash::{Hash, Hasher};

use super::window::ActiveWindow;
use super::{Cluster, CollectionIdx, EventKind, MergeCause, Tick};
use crate::catalog::{Chunk, Collection, ShardIdx, ZonePlace};
use crate::version::AutoMergerRules;

/// When the `AutoMerger` looks next, and what it has yet to do.
#[derive(Debug, Default)]
pub(super) struct MergerClock {
    /// The last look, or when merging was switched on: the next looks are whole periods later.
    last_at: Tick,
    /// The look at `last_at` has happened.
    has_looked: bool,
    /// Something has changed since the last look that found nothing to merge, now or later.
    awake: bool,
    /// Merges that were found and are waited for, in the order of time: one collection's are some seconds apart.
    queue: Vec<(Tick, CollectionIdx, ShardIdx)>,
}

impl MergerClock {
    /// Chunks, zones or settings changed.
    pub(super) fn wake(&mut self) {
        self.awake = true;
    }

    /// Merges that are waited for, into a digest; nothing when there are none.
    pub(super) fn hash_pending(&self, hasher: &mut impl Hasher) {
        if !self.queue.is_empty() {
            self.queue.hash(hasher);
        }
    }

    /// Switched on: the first look comes at once.
    pub(super) fn restart(&mut self, now: Tick) {
        *self = Self { last_at: now, awake: true, ..Self::default() };
    }

    /// The first look from `now` on.
    fn look_at(&self, rules: AutoMergerRules, window: Option<ActiveWindow>, now: Tick) -> Tick {
        let opened = window.filter(|window| window.is_open(now)).map_or(0, |window| window.opened_at(now));
        let (last_at, has_looked) =
            if opened > self.last_at { (opened, false) } else { (self.last_at, self.has_looked) };
        let n_periods = now.saturating_sub(last_at).div_ceil(rules.period_ms).max(u64::from(has_looked));
        let at = last_at + n_periods * rules.period_ms;
        match window {
            // An opening window switches merging on.
            Some(window) if !window.is_open(now) => window.open_from(now),
            Some(window) if at >= window.closes_at(now) => window.open_from(window.closes_at(now)),
            _ => at,
        }
    }
}

/// Chunks that can become one: the position of the first, and how many.
type Run = (usize, usize);

impl Cluster {
    /// When the `AutoMerger` will do something next. `None` when it will not unless something changes.
    pub(super) fn next_merger_event(&self) -> Option<Tick> {
        let rules = self.profile.auto_merger.filter(|_| self.balancer_on)?;
        if let Some((at, ..)) = self.merger.queue.first() {
            return Some(*at);
        }
        self.merger.awake.then(|| self.merger.look_at(rules, self.window, self.now))
    }

    /// The next merge that is waited for, or a look at all collections.
    pub(super) fn run_merger(&mut self) {
        let Some(rules) = self.profile.auto_merger else { return };
        if self.merger.queue.is_empty() {
            return self.look_for_merges(rules);
        }
        let (_, collection_idx, shard_idx) = self.merger.queue.remove(0);
        if self.may_merge(collection_idx) {
            self.merge_runs(collection_idx, shard_idx, rules.history_ms, usize::MAX, MergeCause::AutoMerger);
        } else {
            self.merger.wake();
        }
    }

    fn may_merge(&self, collection_idx: CollectionIdx) -> bool {
        let is_open = self.window.is_none_or(|window| window.is_open(self.now));
        let collection = self.collections.get(collection_idx);
        let is_rewritten = self.operation.as_ref().is_some_and(|operation| operation.collection() == collection_idx);
        let wants = |there: &Collection| there.is_sharded() && there.balancing_enabled() && there.auto_merge_enabled();
        is_open && !is_rewritten && !self.config_is_read_only() && collection.is_some_and(wants)
    }

    fn look_for_merges(&mut self, rules: AutoMergerRules) {
        self.merger.last_at = self.now;
        self.merger.has_looked = true;
        self.merger.awake = false;
        for collection_idx in 0..self.collections.len() {
            if !self.may_merge(collection_idx) {
                continue;
            }
            let Some(collection) = self.collections.get(collection_idx) else { continue };
            let young = runs(collection, |_| true);
            let old = runs(collection, |chunk| is_old(chunk, self.now, rules.history_ms));
            self.merger.awake |= young != old;
            let mut at = self.now;
            for shard_idx in 0..self.shards.len() {
                if old.iter().any(|run| owner(collection, *run) == Some(shard_idx)) {
                    self.merger.queue.push((at, collection_idx, shard_idx));
                    at += rules.throttle_ms;
                }
            }
        }
        self.merger.queue.sort_unstable();
    }

    /// Merges all chunks of a shard that can be: neighbours inside one zone range or outside all of them, not jumbo, not on
    /// the move, and there for longer than `history_ms`; at most `n_chunks_max` chunks. Returns how many chunks became fewer.
    pub(super) fn merge_runs(
        &mut self,
        collection_idx: CollectionIdx,
        shard_idx: ShardIdx,
        history_ms: Tick,
        n_chunks_max: usize,
        cause: MergeCause,
    ) -> usize {
        let now = self.now;
        let Some(collection) = self.collections.get_mut(collection_idx) else { return 0 };
        let mut own = runs(collection, |chunk| is_old(chunk, now, history_ms));
        own.retain(|run| owner(collection, *run) == Some(shard_idx));
        let mut n_left = n_chunks_max;
        for (_, n_chunks) in &mut own {
            *n_chunks = (*n_chunks).min(n_left);
            n_left -= *n_chunks;
        }
        own.retain(|(_, n_chunks)| *n_chunks > 1);
        let mut merged = Vec::new();
        // From the upper end, so that positions stay true.
        for (first, n_chunks) in own.into_iter().rev() {
            let ends = collection.chunks().get(first).zip(collection.chunks().get(first + n_chunks - 1));
            if let Some((min, max)) = ends.map(|(first, last)| (first.min().clone(), last.max().clone())) {
                collection.merge_chunks(first, n_chunks);
                merged.push((n_chunks, EventKind::Merged { min, max, n_chunks, cause }));
            }
        }
        let n_fewer = merged.iter().map(|(n_chunks, _)| n_chunks - 1).sum();
        for (_, event) in merged.into_iter().rev() {
            self.push_event(Some(collection_idx), event);
        }
        n_fewer
    }
}

/// Server: `onCurrentShardSince` before the history window.
fn is_old(chunk: &Chunk, now: Tick, history_ms: Tick) -> bool {
    chunk.owner_since() + history_ms < now
}

fn owner(collection: &Collection, (first, _): Run) -> Option<ShardIdx> {
    collection.chunks().get(first).map(Chunk::shard_idx)
}

/// Neighbours of two chunks or more that can become one, in key order.
fn runs(collection: &Collection, is_ready: impl Fn(&Chunk) -> bool) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut open: Option<(Run, (ShardIdx, ZonePlace))> = None;
    for (at, chunk) in collection.chunks().iter().enumerate() {
        let is_free = !chunk.jumbo() && chunk.migration_id().is_none() && is_ready(chunk);
        let place = collection.zone_place(chunk).filter(|place| is_free && *place != ZonePlace::Across);
        let place = place.map(|place| (chunk.shard_idx(), place));
        open = match (open, place) {
            (Some(((first, n_chunks), before)), Some(place)) if before == place => {
                Some(((first, n_chunks + 1), before))
            }
            (before, place) => {
                runs.extend(before.map(|(run, _)| run));
                place.map(|place| ((at, 1), place))
            }
        };
    }
    runs.extend(open.map(|(run, _)| run));
    runs.retain(|(_, n_chunks)| *n_chunks > 1);
    runs
}
