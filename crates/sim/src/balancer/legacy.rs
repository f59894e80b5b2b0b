//! The policy of 2.2 to 3.2: donor against recipient directly, one migration a round, thresholds by the number of chunks.
//! The manual printed these thresholds until 5.0.

use super::{CollectionStatistics, Move, MoveReason};
use crate::catalog::ShardIdx;

/// The migration of one round, if any. `balanced_last_round`: whether the round before moved something.
#[must_use]
pub fn choose(statistics: &CollectionStatistics<'_>, balanced_last_round: bool) -> Option<Move> {
    let drained =
        take_off(statistics, |shard_idx, _| statistics.shards.get(shard_idx).is_some_and(|shard| shard.draining));
    let lacks = |shard_idx: ShardIdx, zone: Option<&str>| {
        statistics.shards.get(shard_idx).is_some_and(|shard| !shard.may_hold(zone))
    };
    drained
        .map(|(chunk_idx, from, to)| movement(chunk_idx, from, to, MoveReason::Drain))
        .or_else(|| {
            let (chunk_idx, from, to) = take_off(statistics, lacks)?;
            let zone = statistics.chunks.get(chunk_idx)?.zone.unwrap_or_default().to_owned();
            Some(movement(chunk_idx, from, to, MoveReason::ZoneViolation { zone }))
        })
        .or_else(|| statistics.groups().find_map(|zone| balance(statistics, zone, balanced_last_round)))
}

fn movement(chunk_idx: usize, from: ShardIdx, to: ShardIdx, reason: MoveReason) -> Move {
    let force_jumbo = false;
    Move { chunk_idx, from, to, reason, force_jumbo }
}

/// How many chunks two shards may differ by.
fn threshold(n_chunks: usize, balanced_last_round: bool) -> usize {
    match n_chunks {
        _ if balanced_last_round => 2,
        ..20 => 2,
        20..80 => 4,
        _ => 8,
    }
}

fn n_chunks(statistics: &CollectionStatistics<'_>, shard_idx: ShardIdx) -> usize {
    statistics.chunks.iter().filter(|chunk| chunk.shard_idx == shard_idx).count()
}

/// The shard with fewest chunks in all that may hold the zone and is not draining; the first of equals.
fn recipient(statistics: &CollectionStatistics<'_>, zone: Option<&str>) -> Option<ShardIdx> {
    let shards = statistics.shards.iter().enumerate();
    let able = shards.filter(|(_, shard)| !shard.draining && shard.may_hold(zone)).map(|(idx, _)| idx);
    able.min_by_key(|&idx| (n_chunks(statistics, idx), idx))
}

fn take_off(
    statistics: &CollectionStatistics<'_>,
    leaves: impl Fn(ShardIdx, Option<&str>) -> bool,
) -> Option<(usize, ShardIdx, ShardIdx)> {
    (0..statistics.shards.len()).find_map(|from| {
        let chunks = statistics.chunks.iter().enumerate();
        let mut leaving =
            chunks.filter(|(_, chunk)| chunk.shard_idx == from && !chunk.jumbo && leaves(from, chunk.zone));
        leaving.find_map(|(chunk_idx, chunk)| Some((chunk_idx, from, recipient(statistics, chunk.zone)?)))
    })
}

fn balance(statistics: &CollectionStatistics<'_>, zone: Option<&str>, balanced_last_round: bool) -> Option<Move> {
    let count = |idx| statistics.chunks.iter().filter(|chunk| chunk.shard_idx == idx && chunk.zone == zone).count();
    let shards = 0..statistics.shards.len();
    let (n_donor, from) =
        shards.map(|idx| (count(idx), idx)).max_by_key(|&(n_chunks, idx)| (n_chunks, std::cmp::Reverse(idx)))?;
    let to = recipient(statistics, zone)?;
    if to == from || n_donor < count(to) + threshold(statistics.chunks.len(), balanced_last_round) {
        return None;
    }
    let chunks = statistics.chunks.iter().enumerate();
    let mut movable = chunks.filter(|(_, chunk)| chunk.shard_idx == from && chunk.zone == zone && !chunk.jumbo);
    let (chunk_idx, _) = movable.next()?;
    let reason = MoveReason::ChunksImbalance { zone: zone.map(str::to_owned), gap: None };
    Some(movement(chunk_idx, from, to, reason))
}
