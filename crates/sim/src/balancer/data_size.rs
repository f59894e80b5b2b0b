//! The data-size policy: a shard gives when it holds three range sizes more of the collection than another (6.0.3 and
//! later, as in 8.0).

use super::statistics::GroupedChunks;
use super::{CollectionStatistics, Gap, GroupOutcome, Move, MoveReason, NoMoveReason, Plan};
use crate::catalog::ShardIdx;

/// How many range sizes two shards may differ by.
pub const THRESHOLD_RANGE_SIZES: u64 = 3;

/// One round for one collection: draining shards first, then chunks outside their zone, then sizes.
///
/// `available` says per shard whether it may still take part in a migration; shards that are used are taken out.
#[must_use]
pub fn plan(statistics: &CollectionStatistics<'_>, available: &mut [bool]) -> Plan {
    let mut round = Round { statistics, chunks: statistics.grouped(), available, plan: Plan::default() };
    let goes_on = round.drain() && round.fix_violations();
    if goes_on {
        for zone in statistics.groups() {
            round.balance(zone);
        }
    } else {
        round.outcome(None, NoMoveReason::ShardsBusy);
    }
    round.plan
}

struct Round<'a> {
    statistics: &'a CollectionStatistics<'a>,
    chunks: GroupedChunks<'a>,
    available: &'a mut [bool],
    plan: Plan,
}

impl<'a> Round<'a> {
    fn is_available(&self, shard_idx: ShardIdx) -> bool {
        self.available.get(shard_idx).copied().unwrap_or(false)
    }

    fn is_jumbo(&self, chunk_idx: usize) -> bool {
        self.statistics.chunks.get(chunk_idx).is_none_or(|chunk| chunk.jumbo)
    }

    fn two_are_available(&self) -> bool {
        self.available.iter().filter(|available| **available).count() >= 2
    }

    fn outcome(&mut self, zone: Option<&str>, reason: NoMoveReason) {
        let outcome = GroupOutcome { zone: zone.map(str::to_owned), reason };
        // A draining shard outside a zone meets the same obstacle twice.
        if !self.plan.outcomes.contains(&outcome) {
            self.plan.outcomes.push(outcome);
        }
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

    /// The available shard with least of the collection that may hold the zone and is not draining; the first of equals.
    fn recipient(&self, zone: Option<&str>) -> Option<(ShardIdx, u64)> {
        let shards = self.statistics.shards.iter().enumerate();
        let able = shards.filter(|(idx, shard)| self.is_available(*idx) && !shard.draining && shard.may_hold(zone));
        able.filter_map(|(idx, shard)| Some((idx, shard.bytes?))).min_by_key(|&(idx, bytes)| (bytes, idx))
    }

    /// The available shard with most of the collection, in whatever zone; the first of equals.
    fn donor(&self) -> Option<(ShardIdx, u64)> {
        let shards = self.statistics.shards.iter().enumerate();
        let sized = shards.filter(|(idx, _)| self.is_available(*idx));
        let sized = sized.filter_map(|(idx, shard)| Some((idx, shard.bytes?)));
        sized.max_by_key(|&(idx, bytes)| (bytes, std::cmp::Reverse(idx)))
    }

    /// Takes one chunk off each draining shard. False ends the round.
    fn drain(&mut self) -> bool {
        let statistics = self.statistics;
        for (shard_idx, shard) in statistics.shards.iter().enumerate() {
            if shard.draining && self.is_available(shard_idx) {
                self.take_off(shard_idx, statistics.groups(), |_| MoveReason::Drain);
                if !self.two_are_available() {
                    return false;
                }
            }
        }
        true
    }

    /// Takes one misplaced chunk off each shard. False ends the round.
    fn fix_violations(&mut self) -> bool {
        let statistics = self.statistics;
        if statistics.zones.is_empty() {
            return true;
        }
        for (shard_idx, shard) in statistics.shards.iter().enumerate() {
            if self.is_available(shard_idx) {
                let lacking = statistics.groups().filter(|zone| !shard.may_hold(*zone));
                self.take_off(shard_idx, lacking, |zone| MoveReason::ZoneViolation {
                    zone: zone.unwrap_or_default().to_owned(),
                });
                if !self.two_are_available() {
                    return false;
                }
            }
        }
        true
    }

    /// Moves the first chunk of the shard, zone by zone, that is not jumbo and has somewhere to go. The server tries the
    /// zones in no defined order; here it is by name.
    fn take_off(
        &mut self,
        from: ShardIdx,
        zones: impl Iterator<Item = Option<&'a str>>,
        reason: impl Fn(Option<&str>) -> MoveReason,
    ) {
        let (mut n_jumbo, mut n_stuck) = (0, 0);
        for zone in zones {
            let own = self.chunks.of(from, zone);
            let mut movable = own.iter().copied().filter(|chunk_idx| !self.is_jumbo(*chunk_idx));
            match (movable.next(), self.recipient(zone)) {
                (Some(chunk_idx), Some((to, _))) => {
                    self.choose(chunk_idx, from, to, reason(zone));
                    return;
                }
                (Some(_), None) => n_stuck += 1,
                (None, _) => n_jumbo += own.len(),
            }
        }
        if n_stuck > 0 {
            self.outcome(None, NoMoveReason::HeldWithoutRecipient { shard: from });
        } else if n_jumbo > 0 {
            self.outcome(None, NoMoveReason::HeldByJumbo { shard: from, n_jumbo });
        }
    }

    /// Evens out one zone (or the chunks of none) as far as shards are free.
    fn balance(&mut self, zone: Option<&'a str>) {
        let statistics = self.statistics;
        let shards = statistics.shards.iter().enumerate().filter(|(_, shard)| shard.may_hold(zone));
        let sizes: Vec<(ShardIdx, u64)> = shards.filter_map(|(idx, shard)| Some((idx, shard.bytes?))).collect();
        let total: u64 = sizes.iter().map(|(_, bytes)| bytes).sum();
        let reason = match (sizes.as_slice(), total) {
            ([], _) => NoMoveReason::NoShardInZone,
            (_, 0) => NoMoveReason::NoData,
            (sizes, total) => {
                let ideal_bytes = total / sizes.len() as u64;
                loop {
                    match self.balance_once(zone, ideal_bytes) {
                        Ok((chunk_idx, gap)) => {
                            let reason = MoveReason::ChunksImbalance { zone: zone.map(str::to_owned), gap: Some(gap) };
                            self.choose(chunk_idx, gap.donor, gap.recipient, reason);
                        }
                        // With one shard to choose from, that alone explains it.
                        Err(reason) => break single_shard(sizes).unwrap_or(reason),
                    }
                }
            }
        };
        self.outcome(zone, reason);
    }

    /// The next chunk to move, or why there is none.
    fn balance_once(&self, zone: Option<&'a str>, ideal_bytes: u64) -> Result<(usize, Gap), NoMoveReason> {
        let (donor, donor_bytes) = self.donor().ok_or(NoMoveReason::ShardsBusy)?;
        let (recipient, recipient_bytes) = self.recipient(zone).ok_or(NoMoveReason::NoRecipient)?;
        if donor == recipient {
            return Err(NoMoveReason::DonorIsRecipient { shard: donor });
        }
        let threshold_bytes = THRESHOLD_RANGE_SIZES * self.statistics.range_size_bytes;
        let gap = Gap { donor, recipient, donor_bytes, recipient_bytes, ideal_bytes, threshold_bytes };
        if donor_bytes <= ideal_bytes {
            return Err(NoMoveReason::DonorNotAboveIdeal(gap));
        }
        if recipient_bytes >= ideal_bytes {
            return Err(NoMoveReason::RecipientNotBelowIdeal(gap));
        }
        if gap.gap_bytes() < threshold_bytes {
            return Err(NoMoveReason::GapBelowThreshold(gap));
        }
        let own = self.chunks.of(donor, zone);
        match own.iter().find(|chunk_idx| !self.is_jumbo(**chunk_idx)) {
            Some(chunk_idx) => Ok((*chunk_idx, gap)),
            None if own.is_empty() => Err(NoMoveReason::DonorHasNoChunkOfZone(gap)),
            None => Err(NoMoveReason::OnlyJumboChunks { n_jumbo: own.len(), gap }),
        }
    }
}

fn single_shard(sizes: &[(ShardIdx, u64)]) -> Option<NoMoveReason> {
    match sizes {
        [(shard, _)] => Some(NoMoveReason::SingleShardInZone { shard: *shard }),
        _ => None,
    }
}
