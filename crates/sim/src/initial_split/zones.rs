//! An empty collection with zones: one chunk for each zone range, one for each gap.

use std::collections::BTreeMap;

use super::{InitialChunk, InitialSplitRules, PlacementShard};
use crate::bson::KeyValue;
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{ShardIdx, ZoneRange, ZoneRanges};
use crate::error::CommandError;

/// Which shard of a zone takes the zone's next chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZonePick {
    /// Shards of the zone in turn (4.4 and later).
    RoundRobin,
    /// Always the first shard of the zone (4.2).
    First,
}

/// How a zone without a shard is refused when a collection is sharded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZoneError {
    /// 4.2 to 7.0: code 50973, which has no name.
    Numbered,
    /// 8.0: `CannotCreateChunkDistribution` (405).
    Named,
}

/// One chunk for each zone range, and one for the hole before it or after the last: no hashed split inside, even for a
/// hashed key.
///
/// # Errors
/// A zone has no shard, or there is no shard for a hole.
pub fn single_chunk_per_zone(
    pattern: &ShardKeyPattern,
    zones: &ZoneRanges,
    shards: &[PlacementShard<'_>],
    rules: &InitialSplitRules,
) -> Result<Vec<InitialChunk>, CommandError> {
    let mut turns: BTreeMap<&str, usize> = BTreeMap::new();
    fill_zones_and_holes(pattern, zones, rules.order.apply(shards), |range| {
        let own = zone_shards(&range.zone, shards, rules.zone_error)?;
        let turn = turns.entry(&range.zone).or_default();
        let pick = match rules.zone_pick {
            ZonePick::RoundRobin => *turn % own.len(),
            ZonePick::First => 0,
        };
        *turn += 1;
        let shard_idx = own.get(pick).map(|shard| shard.shard_idx).ok_or(CommandError::NoShards)?;
        Ok(vec![InitialChunk { min: range.min.clone(), max: range.max.clone(), shard_idx }])
    })
}

/// The shards of a zone in the order of `config.shards`, draining ones included; never empty.
///
/// # Errors
/// The zone has none.
pub(super) fn zone_shards<'a, 's>(
    zone: &str,
    shards: &'s [PlacementShard<'a>],
    error: ZoneError,
) -> Result<Vec<&'s PlacementShard<'a>>, CommandError> {
    let own: Vec<_> = shards.iter().filter(|shard| shard.has_zone(zone)).collect();
    match (own.is_empty(), error) {
        (false, _) => Ok(own),
        (true, ZoneError::Numbered) => Err(CommandError::ZoneWithoutShardLegacy { zone: zone.to_owned() }),
        (true, ZoneError::Named) => Err(CommandError::ZoneWithoutShard { zone: zone.to_owned() }),
    }
}

/// Walks the zone ranges in key order: `fill` makes the chunks of a range, holes between them are dealt to `order` in turn.
pub(super) fn fill_zones_and_holes<'z>(
    pattern: &ShardKeyPattern,
    zones: &'z ZoneRanges,
    order: Vec<ShardIdx>,
    mut fill: impl FnMut(&'z ZoneRange) -> Result<Vec<InitialChunk>, CommandError>,
) -> Result<Vec<InitialChunk>, CommandError> {
    let mut hole_owners = order.into_iter().cycle();
    let mut hole = |min: &KeyValue, max: &KeyValue| {
        let shard_idx = hole_owners.next().ok_or(CommandError::NoShards)?;
        Ok::<_, CommandError>(InitialChunk { min: min.clone(), max: max.clone(), shard_idx })
    };
    let mut chunks = Vec::new();
    let mut end = pattern.global_min();
    for range in zones.as_slice() {
        if end < range.min {
            chunks.push(hole(&end, &range.min)?);
        }
        chunks.extend(fill(range)?);
        end = range.max.clone();
    }
    let global_max = pattern.global_max();
    if end < global_max {
        chunks.push(hole(&end, &global_max)?);
    }
    Ok(chunks)
}
