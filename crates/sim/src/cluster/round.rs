//! Balancer rounds: split at zone bounds, ask the policy about each collection, start what it chose.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use super::migration::MoveRequest;
use super::{ActiveWindow, Cluster, CollectionIdx, EventKind, ROUND_BUSY_MS, ROUND_IDLE_MS, SplitCause, Tick};
use crate::balancer::{
    ChunkStatistics, CollectionStatistics, Decision, GroupOutcome, Move, NoMoveReason, Plan, ShardStatistics,
};
use crate::catalog::{Collection, Shard};
use crate::split::Direction;
use crate::version::MigrationUnit;

/// When the balancer looks next.
#[derive(Debug)]
pub(super) struct RoundClock {
    /// `None` while a round waits for its migrations.
    next_at: Option<Tick>,
    /// Something has changed since the last round that moved nothing.
    awake: bool,
    /// The last round found the balancing window closed.
    waits_for_window: bool,
    started_at: Tick,
    /// Collections that the last round moved something of: they come first in the next one.
    imbalanced: Vec<CollectionIdx>,
}

impl Default for RoundClock {
    fn default() -> Self {
        Self { next_at: Some(0), awake: true, waits_for_window: false, started_at: 0, imbalanced: Vec::new() }
    }
}

impl Hash for RoundClock {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.next_at, self.awake, self.started_at, &self.imbalanced).hash(state);
        if self.waits_for_window {
            "waits for the window".hash(state);
        }
    }
}

impl RoundClock {
    /// Something changed: the next round may come to another result than the last.
    #[inline]
    pub(super) fn wake(&mut self) {
        self.awake = true;
    }

    pub(super) fn is_awake(&self) -> bool {
        self.awake
    }

    pub(super) fn waits_for_window(&self) -> bool {
        self.waits_for_window
    }

    pub(super) fn next_at(&self) -> Option<Tick> {
        self.next_at
    }

    /// The next round that may come to another result than the last.
    pub(super) fn next_real(&self, window: Option<ActiveWindow>) -> Option<Tick> {
        let next_at = self.next_at?;
        match window {
            _ if self.awake => Some(next_at),
            Some(window) if self.waits_for_window => {
                let n_closed = (window.open_from(next_at) - next_at).div_ceil(ROUND_IDLE_MS);
                Some(next_at + n_closed * ROUND_IDLE_MS)
            }
            _ => None,
        }
    }

    pub(super) fn set_next(&mut self, at: Tick) {
        self.next_at = Some(at);
    }

    /// Changed settings wake the balancer, unless it waits for migrations.
    pub(super) fn hurry(&mut self, now: Tick) {
        self.awake = true;
        self.next_at = self.next_at.map(|_| now);
    }

    /// The last migration of a round failed: the next round comes as after one that moved nothing.
    pub(super) fn end_failed_round(&mut self, now: Tick) {
        self.awake = true;
        self.next_at = Some(now.saturating_add(ROUND_IDLE_MS));
    }

    /// The migrations of a round have ended.
    pub(super) fn end_busy_round(&mut self, now: Tick) {
        self.next_at = Some(now.max(self.started_at + ROUND_BUSY_MS));
    }
}

impl Cluster {
    pub(super) fn run_round(&mut self) {
        self.rounds.started_at = self.now;
        let is_open = self.window.is_none_or(|window| window.is_open(self.now));
        self.round_is_hindered = false;
        let hindrance = self.round_hindrance();
        if self.balancer_on && is_open && hindrance.is_none() {
            self.defragment();
            self.split_at_zone_bounds();
        }
        let mut available = self.free_shards();
        let mut imbalanced = Vec::new();
        for collection_idx in self.collections_in_turn() {
            let plan = match &hindrance {
                Some(reason) if self.balancer_on => nothing(reason.clone()),
                _ => self.plan(collection_idx, &mut available),
            };
            let moves = self.with_chunk_ids(collection_idx, plan.moves);
            let decision = Decision { n_migrations: moves.len(), outcomes: plan.outcomes };
            if moves.is_empty() {
                self.record_idle(collection_idx, decision);
                continue;
            }
            imbalanced.push(collection_idx);
            let kind = EventKind::Decision { decision, n_rounds: 1, last_at: self.now };
            self.push_event(Some(collection_idx), kind);
            for (chunk_id, chosen) in moves {
                self.start_chosen(collection_idx, chunk_id, chosen);
            }
        }
        self.schedule_next(!imbalanced.is_empty());
        self.rounds.waits_for_window = self.balancer_on && !is_open;
        self.rounds.imbalanced = imbalanced;
    }

    /// What keeps a round from moving anything at all: the balancer runs on the primary of the config servers and needs the
    /// sizes from every shard.
    fn round_hindrance(&self) -> Option<NoMoveReason> {
        if self.config_is_read_only() {
            return Some(NoMoveReason::ConfigReadOnly);
        }
        self.first_shard_down().map(|shard| NoMoveReason::ShardDown { shard })
    }

    fn schedule_next(&mut self, was_busy: bool) {
        // A choice that failed at once has changed chunks too, and the round of an opening window was not woken by anything.
        self.rounds.awake |= was_busy;
        if !was_busy {
            self.rounds.next_at = Some(self.now + ROUND_IDLE_MS);
            self.rounds.awake = false;
        } else if self.migrations.iter().any(|migration| migration.of_round) {
            self.rounds.next_at = None;
        } else if self.round_is_hindered {
            self.rounds.end_failed_round(self.now);
        } else {
            self.rounds.end_busy_round(self.now);
        }
    }

    /// Sharded collections: those that the last round moved first, then the others in the order of creation. (The server
    /// shuffles the others.)
    fn collections_in_turn(&self) -> Vec<CollectionIdx> {
        let imbalanced = &self.rounds.imbalanced;
        let others = (0..self.collections.len()).filter(|idx| !imbalanced.contains(idx));
        let all = imbalanced.iter().copied().chain(others);
        all.filter(|idx| self.collections.get(*idx).is_some_and(Collection::is_sharded)).collect()
    }

    /// Shards that are in no migration.
    pub(super) fn free_shards(&self) -> Vec<bool> {
        let busy = |idx| self.migrations.iter().any(|migration| migration.from == idx || migration.to == idx);
        self.shards.iter().enumerate().map(|(idx, shard)| shard.is_present() && !busy(idx)).collect()
    }

    fn plan(&self, collection_idx: CollectionIdx, available: &mut [bool]) -> Plan {
        let Some(collection) = self.collections.get(collection_idx) else { return Plan::default() };
        if !self.balancer_on {
            nothing(NoMoveReason::BalancerOff)
        } else if let Some(window) = self.window.filter(|window| !window.is_open(self.now)) {
            nothing(NoMoveReason::OutsideWindow { start_ms: window.start_ms(), stop_ms: window.stop_ms() })
        } else if !collection.balancing_enabled() {
            nothing(NoMoveReason::BalancingDisabled)
        } else if self.operation.as_ref().is_some_and(|operation| operation.collection() == collection_idx) {
            nothing(NoMoveReason::Resharding)
        } else {
            let range_size_bytes = self.range_size_of(collection_idx);
            self.profile.balancer.policy.plan(&statistics(collection, &self.shards, range_size_bytes), available)
        }
    }

    /// `balancerCollectionStatus`: the reason that the next round would give for moving something, `None` when the
    /// collection is compliant. Looks at the balancer's rules only, not at whether it is on.
    #[must_use]
    pub fn balancer_collection_status(&self, collection_idx: CollectionIdx) -> Option<&'static str> {
        let collection = self.collections.get(collection_idx)?;
        let zones = collection.zones()?;
        if collection.chunks().iter().any(|chunk| !zones.bounds_inside(chunk.min(), chunk.max()).is_empty()) {
            return Some("zoneViolation");
        }
        let mut available: Vec<bool> = self.shards.iter().map(Shard::is_present).collect();
        let statistics = statistics(collection, &self.shards, self.range_size_of(collection_idx));
        let plan = self.profile.balancer.policy.plan(&statistics, &mut available);
        plan.moves.first().map(|chosen| chosen.reason.word())
    }

    /// Chunks are cut while a round starts its migrations, so positions give way to ids.
    fn with_chunk_ids(&self, collection_idx: CollectionIdx, moves: Vec<Move>) -> Vec<(u32, Move)> {
        let chunks = self.collections.get(collection_idx).map(Collection::chunks).unwrap_or_default();
        moves.into_iter().filter_map(|chosen| Some((chunks.get(chosen.chunk_idx)?.id(), chosen))).collect()
    }

    /// From 6.0.3 on the donor cuts about a range size off the lower end of the chunk, or gives all of it; before, it always
    /// gives all of it.
    fn start_chosen(&mut self, collection_idx: CollectionIdx, chunk_id: u32, chosen: Move) -> Option<()> {
        let collection = self.collections.get(collection_idx)?;
        let chunk_idx = collection.chunk_idx_by_id(chunk_id)?;
        let chunk = collection.chunks().get(chunk_idx)?;
        let (min, chunk_max) = (chunk.min().clone(), chunk.max().clone());
        let point = match self.profile.balancer.unit {
            MigrationUnit::Range => {
                self.first_split_point(collection_idx, chunk_idx, (&min, &chunk_max), Direction::Forward)
            }
            MigrationUnit::Chunk => None,
        };
        let request = MoveRequest {
            collection: collection_idx,
            chunk_idx,
            min,
            max: point.unwrap_or(chunk_max),
            to: chosen.to,
            reason: chosen.reason,
            force_jumbo: chosen.force_jumbo,
            of_round: true,
            wait_for_delete: false,
        };
        let (to, min, max, reason) = (request.to, request.min.clone(), request.max.clone(), request.reason.clone());
        if let Err(failure) = self.start_migration(request) {
            let (id, from) = (self.n_migrations, chosen.from);
            self.n_migrations += 1;
            let n_documents_max = failure.n_documents_max();
            self.round_is_hindered |= n_documents_max.is_none();
            let kind = EventKind::MigrationFailed { id, from, to, min, max, failure, reason };
            self.push_event(Some(collection_idx), kind);
            self.split_or_mark_jumbo(collection_idx, chunk_idx, n_documents_max?);
        }
        Some(())
    }

    /// Every chunk that a zone bound runs through is cut there; chunks on the move wait for the next round.
    fn split_at_zone_bounds(&mut self) {
        for collection_idx in 0..self.collections.len() {
            let Some(collection) = self.collections.get_mut(collection_idx) else { return };
            let mut splits = Vec::new();
            for chunk_idx in chunks_at_zone_bounds(collection).into_iter().rev() {
                let (Some(chunk), Some(zones)) = (collection.chunks().get(chunk_idx), collection.zones()) else {
                    break;
                };
                let points = zones.bounds_inside(chunk.min(), chunk.max());
                if !points.is_empty() && chunk.migration_id().is_none() {
                    let (min, max) = (chunk.min().clone(), chunk.max().clone());
                    collection.split_chunk(chunk_idx, &points);
                    splits.push(EventKind::Split { min, max, points, cause: SplitCause::ZoneBound });
                }
            }
            for split in splits.into_iter().rev() {
                self.push_event(Some(collection_idx), split);
            }
        }
    }

    /// Records that nothing moved; a repetition of what the last rounds came to only raises their count.
    fn record_idle(&mut self, collection_idx: CollectionIdx, decision: Decision) {
        let now = self.now;
        let same = self.trailing_decisions().find(|(collection, _)| *collection == Some(collection_idx));
        if let Some((_, EventKind::Decision { decision: last, n_rounds, last_at })) = same
            && *last == decision
        {
            *n_rounds += 1;
            *last_at = now;
            return;
        }
        self.push_event(Some(collection_idx), EventKind::Decision { decision, n_rounds: 1, last_at: now });
    }

    /// Rounds that came to what the last one did, because nothing changed between.
    pub(super) fn repeat_decisions(&mut self, n_more: u64, until: Tick) {
        let mut seen = Vec::new();
        for (collection, kind) in self.trailing_decisions() {
            if let EventKind::Decision { n_rounds, last_at, .. } = kind
                && !seen.contains(&collection)
            {
                *n_rounds += n_more;
                *last_at = until;
                seen.push(collection);
            }
        }
    }

    /// The decisions at the end of the log that moved nothing, youngest first.
    fn trailing_decisions(&mut self) -> impl Iterator<Item = (Option<CollectionIdx>, &mut EventKind)> {
        let idle =
            |kind: &EventKind| matches!(kind, EventKind::Decision { decision, .. } if decision.n_migrations == 0);
        self.events
            .iter_mut()
            .rev()
            .map(|event| (event.collection, &mut event.kind))
            .take_while(move |(_, kind)| idle(kind))
    }
}

/// Positions of the chunks in which a zone bound lies, ascending: looked up by bound, since there are few of them.
fn chunks_at_zone_bounds(collection: &Collection) -> BTreeSet<usize> {
    let bounds = collection.zone_ranges().iter().flat_map(|range| [&range.min, &range.max]);
    bounds.filter_map(|bound| collection.chunk_idx_of(bound.as_ref())).collect()
}

/// A plan that moves nothing, for one reason.
fn nothing(reason: NoMoveReason) -> Plan {
    Plan { moves: Vec::new(), outcomes: vec![GroupOutcome { zone: None, reason }] }
}

/// What the balancer is told about a collection. Removed shards keep their places and count for nothing.
pub(super) fn statistics<'a>(
    collection: &'a Collection,
    shards: &'a [Shard],
    range_size_bytes: u64,
) -> CollectionStatistics<'a> {
    let shards = shards.iter().enumerate().map(|(shard_idx, shard)| ShardStatistics {
        zones: if shard.is_present() { shard.zones() } else { &[] },
        draining: shard.is_draining(),
        removed: !shard.is_present(),
        bytes: shard.is_present().then(|| collection.balancer_bytes(shard_idx)),
    });
    let chunks = collection.chunks().iter().map(|chunk| ChunkStatistics {
        shard_idx: chunk.shard_idx(),
        jumbo: chunk.jumbo(),
        zone: collection.zone_of(chunk).map(|range| range.zone.as_str()),
    });
    let zones = collection.zones().map(crate::catalog::ZoneRanges::names).unwrap_or_default();
    CollectionStatistics { shards: shards.collect(), chunks: chunks.collect(), zones, range_size_bytes }
}
