//! The chunk-count policy of 3.4 to 6.0.2: chunks per shard against an even share, whatever they weigh.

use super::statistics::GroupedChunks;
use super::{CollectionStatistics, GroupOutcome, Move, MoveReason, NoMoveReason, Plan};
use crate::catalog::ShardIdx;

/// How the even share and the tolerance are reckoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CountRule {
    /// 4.2 to 6.0.2: rounded half up, any chunk above it may go.
    Rounded,
    /// 3.4 to 4.0: rounded up; from 20 chunks on a donor must be two above it.
    RoundedUp,
}

impl CountRule {
    fn ideal(self, n_chunks: usize, n_shards: usize) -> usize {
        match self {
            Self::Rounded => (2 * n_chunks + n_shards) / (2 * n_shards),
            Self::RoundedUp => n_chunks.div_ceil(n_shards),
        }
    }

    fn threshold(self, n_chunks: usize) -> usize {
        match self {
            Self::RoundedUp if n_chunks >= 20 => 2,
            _ => 1,
        }
    }
}

/// One round for one collection: draining shards first, then chunks outside their zone, then counts.
///
/// `available` says per shard whether it may still take part in a migration; shards that are used are taken out.
#[must_use]
pub fn plan(statistics: &CollectionStatistics<'_>, rule: CountRule, available: &mut [bool]) -> Plan {
    let mut round = Round { statistics, chunks: statistics.grouped(), rule, available, plan: Plan::default() };
    for (shard_idx, shard) in statistics.shards.iter().enumerate() {
        if shard.draining {
            round.take_off(shard_idx, |_| true, |_| MoveReason::Drain);
        }
    }
    for (shard_idx, shard) in statistics.shards.iter().enumerate().filter(|_| !statistics.zones.is_empty()) {
        let lacks = |zone: Option<&str>| !shard.may_hold(zone);
        round
            .take_off(shard_idx, lacks, |zone| MoveReason::ZoneViolation { zone: zone.unwrap_or_default().to_owned() });
    }
    for zone in statistics.groups() {
        round.balance(zone);
    }
    round.plan
}

/// The shard that a single chunk of a zone should be on: the one with fewest chunks in all that may hold it and is not
/// draining (server 4.2 to 6.0.2, `balanceSingleChunk`).
#[must_use]
pub fn least_loaded(statistics: &CollectionStatistics<'_>, zone: Option<&str>) -> Option<ShardIdx> {
    recipient(statistics, &statistics.grouped(), zone, |_| true)
}

/// The shard with fewest chunks in all, of those that may be used, may hold the zone and are not draining; the first of
/// equals.
fn recipient(
    statistics: &CollectionStatistics<'_>,
    chunks: &GroupedChunks<'_>,
    zone: Option<&str>,
    may_use: impl Fn(ShardIdx) -> bool,
) -> Option<ShardIdx> {
    let shards = statistics.shards.iter().enumerate();
    let able = shards.filter(|(idx, shard)| may_use(*idx) && !shard.draining && shard.may_hold(zone));
    able.map(|(idx, _)| idx).min_by_key(|&idx| (chunks.n_of_shard(idx), idx))
}

struct Round<'a> {
    statistics: &'a CollectionStatistics<'a>,
    chunks: GroupedChunks<'a>,
    rule: CountRule,
    available: &'a mut [bool],
    plan: Plan,
}

impl<'a> Round<'a> {
    fn is_available(&self, shard_idx: ShardIdx) -> bool {
        self.available.get(shard_idx).copied().unwrap_or(false)
    }

    fn n_chunks_of(&self, shard_idx: ShardIdx, zone: Option<&'a str>) -> usize {
        self.chunks.of(shard_idx, zone).len()
    }

    fn recipient(&self, zone: Option<&str>) -> Option<ShardIdx> {
        recipient(self.statistics, &self.chunks, zone, |shard_idx| self.is_available(shard_idx))
    }

    fn choose(&mut self, chunk_idx: usize, from: ShardIdx, to: ShardIdx, reason: MoveReason) {
        let force_jumbo = reason == MoveReason::Drain;
        self.plan.moves.push(Move { chunk_idx, from, to, reason, force_jumbo });
        for used in [from, to] {
            if let Some(available) = self.available.get_mut(used) {
                *available = false;
            }
        }
    }

    /// Moves the first chunk in key order that must leave, is not jumbo and has somewhere to go.
    fn take_off(
        &mut self,
        from: ShardIdx,
        leaves: impl Fn(Option<&str>) -> bool,
        reason: impl Fn(Option<&str>) -> MoveReason,
    ) {
        if !self.is_available(from) {
            return;
        }
        let chunks = self.statistics.chunks.iter().enumerate();
        let leaving = chunks.filter(|(_, chunk)| chunk.shard_idx == from && !chunk.jumbo && leaves(chunk.zone));
        for (chunk_idx, chunk) in leaving {
            if let Some(to) = self.recipient(chunk.zone) {
                self.choose(chunk_idx, from, to, reason(chunk.zone));
                return;
            }
        }
    }

    fn balance(&mut self, zone: Option<&'a str>) {
        let n_shards = self.statistics.shards.iter().filter(|shard| shard.may_hold(zone)).count();
        // Outside zones the share is of ALL chunks, though only unzoned ones are then compared with it.
        let chunks = self.statistics.chunks.iter();
        let n_chunks = chunks.filter(|chunk| zone.is_none() || chunk.zone == zone).count();
        let reason = if n_shards == 0 {
            NoMoveReason::NoShardInZone
        } else {
            let ideal = self.rule.ideal(n_chunks, n_shards);
            loop {
                match self.balance_once(zone, ideal) {
                    Ok((chunk_idx, from, to)) => {
                        let reason = MoveReason::ChunksImbalance { zone: zone.map(str::to_owned), gap: None };
                        self.choose(chunk_idx, from, to, reason);
                    }
                    Err(reason) => break reason,
                }
            }
        };
        self.plan.outcomes.push(GroupOutcome { zone: zone.map(str::to_owned), reason });
    }

    fn balance_once(&self, zone: Option<&'a str>, ideal: usize) -> Result<(usize, ShardIdx, ShardIdx), NoMoveReason> {
        let shards = (0..self.statistics.shards.len()).filter(|&idx| self.is_available(idx));
        let counted = shards.map(|idx| (self.n_chunks_of(idx, zone), idx)).filter(|(n_chunks, _)| *n_chunks > 0);
        let donor = counted.max_by_key(|&(n_chunks, idx)| (n_chunks, std::cmp::Reverse(idx)));
        let (n_donor, from) = donor.ok_or(NoMoveReason::CountsBalanced { ideal })?;
        if n_donor <= ideal {
            return Err(NoMoveReason::CountsBalanced { ideal });
        }
        let to = self.recipient(zone).ok_or(NoMoveReason::NoRecipient)?;
        let threshold = self.rule.threshold(self.statistics.chunks.len());
        if self.n_chunks_of(to, zone) >= ideal || n_donor - ideal < threshold {
            return Err(NoMoveReason::CountsBalanced { ideal });
        }
        let is_jumbo = |chunk_idx: usize| self.statistics.chunks.get(chunk_idx).is_none_or(|chunk| chunk.jumbo);
        let movable = self.chunks.of(from, zone).iter().copied().find(|chunk_idx| !is_jumbo(*chunk_idx));
        movable.map(|chunk_idx| (chunk_idx, from, to)).ok_or(NoMoveReason::DonorOnlyJumbo { shard: from })
    }
}
