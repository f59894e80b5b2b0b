//! Initial chunks: how the key space is cut, and which shard gets which chunk, when a collection is sharded.
//!
//! Source: server 8.0, initial split policies; rules of other versions are parameters of the same functions.

mod bounds;
mod hashed;
mod order;
mod presplit;
mod reshard;
mod zones;

pub use bounds::{range_overlap, zone_ranges_at_sharding};
pub use hashed::{
    HashedCount, HashedPlacement, contiguous_chunks, hashed_split_points, place_split_points,
    split_points_of_hashed_key,
};
pub use order::{ShardOrder, default_shuffle};
pub use presplit::{PresplitQuota, presplit_hashed_zones};
pub use reshard::{DistributionRange, reshard_by_distribution, reshard_by_sampling};
pub use zones::{ZoneError, ZonePick, single_chunk_per_zone};

use crate::bson::KeyValue;
use crate::catalog::pattern::{FieldKind, ShardKeyPattern};
use crate::catalog::{ShardIdx, ZoneRanges};
use crate::error::CommandError;
use crate::version::LoadedCollection;

/// A shard that chunks can be placed on, in the order of `config.shards`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacementShard<'a> {
    /// Position that the chunk will name.
    pub shard_idx: ShardIdx,
    /// Shard id.
    pub name: &'a str,
    /// Zones that it belongs to.
    pub zones: &'a [String],
    /// Being emptied.
    pub draining: bool,
}

impl PlacementShard<'_> {
    /// Whether it belongs to a zone.
    #[must_use]
    pub fn has_zone(&self, zone: &str) -> bool {
        self.zones.iter().any(|own| own == zone)
    }
}

/// A chunk to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitialChunk {
    /// Lower bound, inclusive.
    pub min: KeyValue,
    /// Upper bound, exclusive.
    pub max: KeyValue,
    /// Owner.
    pub shard_idx: ShardIdx,
}

/// What differs between server versions when a collection is sharded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InitialSplitRules {
    /// Which shards take chunks that belong to no zone, in which order.
    pub order: ShardOrder,
    /// How many chunks an empty hashed collection gets.
    pub hashed_count: HashedCount,
    /// Which shard of a zone takes the zone's chunk.
    pub zone_pick: ZonePick,
    /// How many chunks each shard of a zone gets under `presplitHashedZones`.
    pub presplit_quota: PresplitQuota,
    /// What happens to a collection that holds documents and has no zones.
    pub loaded: LoadedCollection,
    /// How a zone without a shard is refused.
    pub zone_error: ZoneError,
}

impl InitialSplitRules {
    /// The same rules with `numInitialChunks` asked for (0: not), where a version honours it.
    #[must_use]
    pub fn with_num_initial_chunks(mut self, num_initial_chunks: u64) -> Self {
        if let HashedCount::Legacy { .. } = self.hashed_count {
            self.hashed_count = HashedCount::Legacy { num_initial_chunks };
        }
        if let PresplitQuota::Legacy { .. } = self.presplit_quota {
            self.presplit_quota = PresplitQuota::Legacy { num_initial_chunks };
        }
        self
    }

    /// Server 8.0 with its own feature compatibility version.
    pub const V8_0: Self = Self {
        order: ShardOrder::Shuffled,
        hashed_count: HashedCount::OnePerShard,
        zone_pick: ZonePick::RoundRobin,
        presplit_quota: PresplitQuota::OnePerShard,
        loaded: LoadedCollection::OneChunk,
        zone_error: ZoneError::Named,
    };
}

/// The layout that was chosen for a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InitialLayout {
    /// One chunk on the shard that holds the data.
    OneChunk,
    /// The documents that are there cut into chunks, all on the shard that holds them.
    SplitPoints,
    /// The hash range cut evenly over the shards.
    Hashed,
    /// One chunk for each zone range and each gap.
    ChunkPerZone,
    /// The zone ranges cut by hash over their shards.
    PresplitHashedZones,
}

/// What is to be sharded.
#[derive(Debug, Clone, Copy)]
pub struct InitialSplitRequest<'a> {
    /// The shard key.
    pub pattern: &'a ShardKeyPattern,
    /// Zone ranges of the collection.
    pub zones: &'a ZoneRanges,
    /// Shards in the order of `config.shards`.
    pub shards: &'a [PlacementShard<'a>],
    /// The shard that holds the data: the primary, unless the collection was moved.
    pub data_shard: ShardIdx,
    /// No document in the collection.
    pub is_empty: bool,
    /// Where the shard that holds the data would cut it, ascending: looked at only under
    /// [`LoadedCollection::CutAtSplitPoints`].
    pub loaded_points: &'a [KeyValue],
    /// `presplitHashedZones` was asked for.
    pub presplit_hashed_zones: bool,
    /// A collection that stays unsharded and is only tracked.
    pub unsplittable: bool,
}

/// The chunks of a collection that is being sharded (server, `createPolicy`).
///
/// # Errors
/// What is asked for does not go with the key, the zones or the data; a zone has no shard.
pub fn initial_chunks(
    request: &InitialSplitRequest<'_>,
    rules: &InitialSplitRules,
) -> Result<(InitialLayout, Vec<InitialChunk>), CommandError> {
    let InitialSplitRequest { pattern, zones, shards, data_shard, is_empty, .. } = *request;
    let hashed_first = pattern.fields().first().is_some_and(|field| field.kind == FieldKind::Hashed);
    if request.unsplittable {
        let is_id = matches!(pattern.fields(), [field] if field.path == "_id" && field.kind == FieldKind::Ranged);
        if !is_id || request.presplit_hashed_zones {
            return Err(CommandError::UnsplittableKey);
        }
        return Ok((InitialLayout::OneChunk, vec![whole(pattern, data_shard)]));
    }
    if request.presplit_hashed_zones {
        let chunks = presplit_hashed_zones(pattern, zones, shards, is_empty, rules)?;
        return Ok((InitialLayout::PresplitHashedZones, chunks));
    }
    if is_empty && zones.is_empty() && hashed_first {
        let placement = HashedPlacement { count: rules.hashed_count, order: rules.order, primary: data_shard };
        return Ok((InitialLayout::Hashed, placement.chunks(pattern, shards)?));
    }
    if is_empty && !zones.is_empty() {
        return Ok((InitialLayout::ChunkPerZone, single_chunk_per_zone(pattern, zones, shards, rules)?));
    }
    let cuts = rules.loaded == LoadedCollection::CutAtSplitPoints && !is_empty && zones.is_empty();
    if cuts && !request.loaded_points.is_empty() {
        let chunks = contiguous_chunks(pattern, request.loaded_points, std::iter::repeat(data_shard));
        return Ok((InitialLayout::SplitPoints, chunks));
    }
    Ok((InitialLayout::OneChunk, vec![whole(pattern, data_shard)]))
}

/// One chunk over the whole key space.
fn whole(pattern: &ShardKeyPattern, shard_idx: ShardIdx) -> InitialChunk {
    InitialChunk { min: pattern.global_min(), max: pattern.global_max(), shard_idx }
}
