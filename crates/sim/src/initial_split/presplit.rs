//! `presplitHashedZones`: every zone range cut by hash over the shards of its zone (4.4 and later).

use ::bson::{RawBsonRef, RawDocumentBuf};

use super::hashed::split_points_of_hashed_key;
use super::zones::{fill_zones_and_holes, zone_shards};
use super::{InitialChunk, InitialSplitRules, PlacementShard};
use crate::bson::{KeyValue, compare, shell_text};
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{ZoneRange, ZoneRanges};
use crate::error::CommandError;

/// How many chunks each shard of a zone gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PresplitQuota {
    /// 7.2 and later: one, shared among the ranges that the shard serves, so one a range.
    OnePerShard,
    /// 4.4 to 7.1: the chunks asked for, divided over all shards in zones, then over the ranges that a shard serves.
    Legacy {
        /// `numInitialChunks`; 0 means two per shard in any used zone.
        num_initial_chunks: u64,
    },
}

/// The chunks of an empty collection whose zone ranges are cut by hash.
///
/// # Errors
/// The collection, the key or a zone range does not allow it, or a zone has no shard.
pub fn presplit_hashed_zones(
    pattern: &ShardKeyPattern,
    zones: &ZoneRanges,
    shards: &[PlacementShard<'_>],
    is_empty: bool,
    rules: &InitialSplitRules,
) -> Result<Vec<InitialChunk>, CommandError> {
    check(pattern, zones, is_empty)?;
    let quota = Quota::new(zones, shards, rules.presplit_quota);
    fill_zones_and_holes(pattern, zones, rules.order.apply(shards), |range| {
        let own = zone_shards(&range.zone, shards, rules.zone_error)?;
        let quotas: Vec<_> = own.iter().map(|shard| (shard.shard_idx, quota.of(shard))).collect();
        let n_chunks = quotas.iter().map(|(_, quota)| quota).sum();
        let owners = quotas.iter().flat_map(|&(shard_idx, quota)| (0..quota).map(move |_| shard_idx));
        let points = points_of(pattern, range, n_chunks);
        let mins = std::iter::once(range.min.clone()).chain(points.iter().cloned());
        let maxs = points.iter().cloned().chain([range.max.clone()]);
        let ranges = mins.zip(maxs).zip(owners);
        Ok(ranges.map(|((min, max), shard_idx)| InitialChunk { min, max, shard_idx }).collect())
    })
}

/// Split points inside a zone range: the fields before the hashed one as in its lower bound.
fn points_of(pattern: &ShardKeyPattern, range: &ZoneRange, n_chunks: u64) -> Vec<KeyValue> {
    let min = pattern.decode(range.min.as_ref());
    split_points_of_hashed_key(pattern, &values_of(&min), n_chunks)
}

/// How many chunks a shard gets in each range that it serves.
struct Quota<'a> {
    zones: &'a ZoneRanges,
    per_shard: u64,
}

impl<'a> Quota<'a> {
    fn new(zones: &'a ZoneRanges, shards: &[PlacementShard<'_>], rule: PresplitQuota) -> Self {
        let names = zones.names();
        let n_serving = shards.iter().filter(|shard| names.iter().any(|zone| shard.has_zone(zone))).count() as u64;
        let per_shard = match rule {
            PresplitQuota::OnePerShard => 1,
            PresplitQuota::Legacy { num_initial_chunks: 0 } => 2,
            PresplitQuota::Legacy { num_initial_chunks } => num_initial_chunks.div_ceil(n_serving.max(1)),
        };
        Self { zones, per_shard }
    }

    /// A zone with two ranges counts twice.
    fn of(&self, shard: &PlacementShard<'_>) -> u64 {
        let n_ranges = self.zones.as_slice().iter().filter(|range| shard.has_zone(&range.zone)).count() as u64;
        self.per_shard.div_ceil(n_ranges.max(1))
    }
}

/// Values of a decoded bound in pattern order.
fn values_of(bound: &RawDocumentBuf) -> Vec<RawBsonRef<'_>> {
    bound.iter().map_while(Result::ok).map(|(_, value)| value).collect()
}

fn check(pattern: &ShardKeyPattern, zones: &ZoneRanges, is_empty: bool) -> Result<(), CommandError> {
    let hashed_idx = match pattern.hashed_idx() {
        Some(hashed_idx) if is_empty && !zones.is_empty() => hashed_idx,
        _ => return Err(CommandError::PresplitNotApplicable),
    };
    if hashed_idx == 0 {
        let covers = |range: &ZoneRange| range.min == pattern.global_min() && range.max == pattern.global_max();
        return match zones.as_slice() {
            [range] if covers(range) => Ok(()),
            _ => Err(CommandError::PresplitNeedsWholeRange),
        };
    }
    zones.as_slice().iter().try_for_each(|range| check_range(pattern, range, hashed_idx))
}

/// The server's checks of one zone range, in its order.
fn check_range(pattern: &ShardKeyPattern, range: &ZoneRange, hashed_idx: usize) -> Result<(), CommandError> {
    let (min, max) = (pattern.decode(range.min.as_ref()), pattern.decode(range.max.as_ref()));
    let (min_values, max_values) = (values_of(&min), values_of(&max));
    let text = |bound: &RawDocumentBuf| shell_text(RawBsonRef::Document(bound));
    let (prefix, rest) = min_values.split_at_checked(hashed_idx).unwrap_or_default();
    let is_min = |value: &RawBsonRef<'_>| matches!(value, RawBsonRef::MinKey);

    if prefix.iter().any(|value| matches!(value, RawBsonRef::MinKey | RawBsonRef::MaxKey)) {
        return Err(CommandError::PresplitPrefixExtreme { min: text(&min) });
    }
    if prefix.iter().zip(&max_values).all(|(left, right)| compare(*left, *right).is_eq()) {
        return Err(CommandError::PresplitPrefixEqual { min: text(&min), max: text(&max) });
    }
    let (hashed, suffix) = rest.split_first().unzip();
    if !hashed.is_some_and(is_min) {
        return Err(CommandError::PresplitHashedNotMin { min: text(&min) });
    }
    if !suffix.unwrap_or_default().iter().all(is_min) {
        return Err(CommandError::PresplitSuffixNotMin { min: text(&min) });
    }
    Ok(())
}
