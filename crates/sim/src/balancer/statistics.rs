//! What a policy is told about one collection.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::ShardIdx;

/// A shard as the balancer sees it, in the order of `config.shards`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardStatistics<'a> {
    /// Zones that it belongs to.
    pub zones: &'a [String],
    /// Being emptied.
    pub draining: bool,
    /// Gone: it only keeps its place in the list, and counts for nothing.
    pub removed: bool,
    /// Bytes of the whole collection on it; `None` when the shard sent none, and then it is left out of everything.
    pub bytes: Option<u64>,
}

impl ShardStatistics<'_> {
    /// Whether it may hold chunks of a zone; chunks of no zone may be anywhere.
    #[must_use]
    pub fn may_hold(&self, zone: Option<&str>) -> bool {
        !self.removed && zone.is_none_or(|zone| self.zones.iter().any(|own| own == zone))
    }
}

/// A chunk as the balancer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkStatistics<'a> {
    /// Its owner.
    pub shard_idx: ShardIdx,
    /// Flagged jumbo.
    pub jumbo: bool,
    /// The zone that covers all of it.
    pub zone: Option<&'a str>,
}

/// One collection at the start of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionStatistics<'a> {
    /// Shards in the order of `config.shards`, which decides ties.
    pub shards: Vec<ShardStatistics<'a>>,
    /// Chunks in key order.
    pub chunks: Vec<ChunkStatistics<'a>>,
    /// Zones that have a range, by name.
    pub zones: BTreeSet<&'a str>,
    /// The range size, bytes.
    pub range_size_bytes: u64,
}

impl<'a> CollectionStatistics<'a> {
    /// Zone by zone in name order, then the chunks of no zone.
    pub(super) fn groups(&self) -> impl Iterator<Item = Option<&'a str>> {
        self.zones.iter().map(|zone| Some(*zone)).chain([None])
    }

    /// Chunks by shard and zone: looked through once, so that a round costs as much as there are chunks.
    pub(super) fn grouped(&self) -> GroupedChunks<'a> {
        let zones: Vec<&'a str> = self.zones.iter().copied().collect();
        let n_groups = zones.len() + 1;
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); self.shards.len() * n_groups];
        // Neighbours mostly lie in one zone.
        let mut last = (None, Some(zones.len()));
        for (chunk_idx, chunk) in self.chunks.iter().enumerate() {
            if chunk.zone != last.0 {
                last = (chunk.zone, group_of(&zones, chunk.zone));
            }
            let group = last.1.and_then(|group| groups.get_mut(chunk.shard_idx * n_groups + group));
            if let Some(group) = group {
                group.push(chunk_idx);
            }
        }
        GroupedChunks { zones, groups }
    }
}

/// Zones in name order, then the chunks of no zone.
fn group_of(zones: &[&str], zone: Option<&str>) -> Option<usize> {
    match zone {
        None => Some(zones.len()),
        Some(zone) => zones.binary_search(&zone).ok(),
    }
}

/// Positions of chunks by shard and zone.
pub(super) struct GroupedChunks<'a> {
    zones: Vec<&'a str>,
    /// For each shard the groups of [`group_of`].
    groups: Vec<Vec<usize>>,
}

impl<'a> GroupedChunks<'a> {
    /// Chunks of one shard in one zone (or in none), in key order.
    pub(super) fn of(&self, shard_idx: ShardIdx, zone: Option<&'a str>) -> &[usize] {
        let own = self.groups.chunks(self.zones.len() + 1).nth(shard_idx).unwrap_or_default();
        group_of(&self.zones, zone).and_then(|group| own.get(group)).map_or(&[], Vec::as_slice)
    }

    /// How many chunks a shard has in all.
    pub(super) fn n_of_shard(&self, shard_idx: ShardIdx) -> usize {
        self.groups.chunks(self.zones.len() + 1).nth(shard_idx).unwrap_or_default().iter().map(Vec::len).sum()
    }
}

/// Positions of the chunks of each shard by zone; the empty name stands for no zone. Shards without chunks are left out.
#[must_use]
pub fn chunks_by_shard_and_zone<'a>(
    chunks: &[ChunkStatistics<'a>],
) -> BTreeMap<ShardIdx, BTreeMap<&'a str, Vec<usize>>> {
    let mut by_shard: BTreeMap<ShardIdx, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
    for (idx, chunk) in chunks.iter().enumerate() {
        let by_zone = by_shard.entry(chunk.shard_idx).or_default();
        by_zone.entry(chunk.zone.unwrap_or_default()).or_default().push(idx);
    }
    by_shard
}
