//! How `reshardCollection` cuts and places chunks: by sampled keys, or as the user distributes them.

use std::collections::BTreeSet;

use super::bounds::range_text;
use super::{InitialChunk, PlacementShard, ShardOrder, contiguous_chunks};
use crate::bson::KeyValue;
use crate::catalog::ZoneRanges;
use crate::catalog::pattern::ShardKeyPattern;
use crate::error::CommandError;

/// Chunks from sampled keys (5.0 and later): zone bounds are split points first, then samples in order until there are
/// `n_chunks` chunks. Each chunk goes to the shard of its zone (of no zone: of `order`) with fewest chunks so far.
///
/// # Errors
/// No chunk is wanted, the keys do not suffice, or a zone has no shard.
pub fn reshard_by_sampling(
    pattern: &ShardKeyPattern,
    zones: &ZoneRanges,
    shards: &[PlacementShard<'_>],
    order: ShardOrder,
    n_chunks: usize,
    samples: impl IntoIterator<Item = KeyValue>,
) -> Result<Vec<InitialChunk>, CommandError> {
    let n_points = n_chunks.checked_sub(1).ok_or(CommandError::NoInitialChunks)?;
    let mut points = zone_points(pattern, zones);
    let mut samples = samples.into_iter();
    while points.len() < n_points {
        let Some(sample) = samples.next() else {
            return Err(CommandError::TooFewDistinctKeys { n_wanted: n_chunks, n_possible: points.len() + 1 });
        };
        points.insert(sample);
    }
    let points: Vec<_> = points.into_iter().collect();
    let mut chunks = contiguous_chunks(pattern, &points, std::iter::repeat(0));
    let mut counts = vec![0_usize; shards.len()];
    let unzoned = order.apply(shards);
    for chunk in &mut chunks {
        let position = |shard_idx| shards.iter().position(|shard| shard.shard_idx == shard_idx);
        let able: Vec<usize> = match zones.zone_of(&chunk.min, &chunk.max) {
            Some(zone) => {
                let own = shards.iter().enumerate().filter(|(_, shard)| shard.has_zone(zone));
                let own: Vec<_> = own.map(|(at, _)| at).collect();
                if own.is_empty() {
                    return Err(CommandError::SampledZoneWithoutShard { zone: zone.to_owned() });
                }
                own
            }
            None => unzoned.iter().filter_map(|&shard_idx| position(shard_idx)).collect(),
        };
        let fewest = able.into_iter().min_by_key(|&at| counts.get(at)).ok_or(CommandError::NoShards)?;
        if let (Some(count), Some(shard)) = (counts.get_mut(fewest), shards.get(fewest)) {
            *count += 1;
            chunk.shard_idx = shard.shard_idx;
        }
    }
    Ok(chunks)
}

/// One range of `shardDistribution`, bounds completed with `MinKey`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DistributionRange {
    /// Position in the list of shards.
    pub shard: usize,
    /// Lower bound.
    pub min: KeyValue,
    /// Upper bound.
    pub max: KeyValue,
}

/// Chunks as `shardDistribution` names them (7.1 and later), cut once more at zone bounds.
///
/// # Errors
/// The ranges do not follow each other over the whole key space, or one lies on a shard outside its zone.
pub fn reshard_by_distribution(
    pattern: &ShardKeyPattern,
    zones: &ZoneRanges,
    shards: &[PlacementShard<'_>],
    distribution: &[DistributionRange],
) -> Result<Vec<InitialChunk>, CommandError> {
    let mut end = pattern.global_min();
    let mut chunks = Vec::new();
    for range in distribution {
        if range.min != end || range.min >= range.max {
            return Err(CommandError::DistributionNotContiguous { range: range_text(pattern, &range.min, &range.max) });
        }
        let shard = shards.get(range.shard).ok_or(CommandError::NoShards)?;
        let points = zones.bounds_inside(&range.min, &range.max);
        let mins = std::iter::once(&range.min).chain(&points);
        let maxs = points.iter().chain([&range.max]);
        for (min, max) in mins.zip(maxs) {
            if let Some(zone) = zones.zone_of(min, max).filter(|zone| !shard.has_zone(zone)) {
                let (range, zone, shard) = (range_text(pattern, min, max), zone.to_owned(), shard.name.to_owned());
                return Err(CommandError::DistributionAgainstZone { range, zone, shard });
            }
            chunks.push(InitialChunk { min: min.clone(), max: max.clone(), shard_idx: shard.shard_idx });
        }
        end = range.max.clone();
    }
    if end != pattern.global_max() {
        let range = range_text(pattern, &end, &pattern.global_max());
        return Err(CommandError::DistributionNotContiguous { range });
    }
    Ok(chunks)
}

/// Zone bounds that lie strictly inside the key space.
fn zone_points(pattern: &ShardKeyPattern, zones: &ZoneRanges) -> BTreeSet<KeyValue> {
    zones.bounds_inside(&pattern.global_min(), &pattern.global_max()).into_iter().collect()
}
