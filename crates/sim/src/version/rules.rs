//! The kinds of rules that a profile is made of. Each says which versions follow which variant, and where that is known from.

use crate::balancer::BalancerPolicy;
use crate::initial_split::InitialSplitRules;
use crate::split::SplitAlgorithm;

/// The rules that one server version follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerProfile {
    /// The release series, shown to people, for example `8.0`.
    pub name: &'static str,
    /// The patch releases whose rules these are: the newest of them that a table of cases may name, for example `6.0.13`.
    pub modelled: &'static str,
    /// Range size (`chunksize`) when none is configured, bytes: 64 MiB up to 5.1, 128 MiB since (server, `chunksize`).
    pub range_size_default_bytes: u64,
    /// What a shard key may be and hold.
    pub keys: KeyRules,
    /// How chunks are laid out when a collection is sharded.
    pub initial_split: InitialSplitRules,
    /// How chunks are split.
    pub split: SplitRules,
    /// How the balancer chooses and carries out migrations.
    pub balancer: BalancerRules,
    /// How chunks are merged without being asked (7.0 and later).
    pub auto_merger: Option<AutoMergerRules>,
    /// What commands exist and what they take.
    pub commands: CommandRules,
    /// What single writes need.
    pub writes: WriteRules,
}

/// What a shard key may be and hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRules {
    /// A hashed field may stand beside others (4.4 and later; before, it is the whole key, else `BadValue`).
    pub compound_hashed: bool,
    /// A document may lack fields of the key: they count as null (4.4 and later; before, `ShardKeyNotFound`).
    pub missing_fields_are_null: bool,
    /// Largest shard key value as a BSON document, bytes (512 up to 4.2, code 13334 above it; none since 4.4).
    pub key_bytes_max: Option<usize>,
}

/// What happens to a collection that holds documents when it is sharded without zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoadedCollection {
    /// 6.0.3 and later: one chunk, whatever it holds.
    OneChunk,
    /// Up to 6.0.2: cut at the points that the version's split algorithm finds; all chunks stay on the primary.
    CutAtSplitPoints,
}

/// How chunks are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitRules {
    /// How split points are found.
    pub algorithm: SplitAlgorithm,
    /// Splitting in the course of inserts (up to 6.0.2).
    pub autosplit: Option<AutosplitRules>,
}

/// Splitting in the course of inserts: tried when more than a fifth of the range size was written to a chunk since the
/// last try (server 4.2 to 6.0.2, chunk splitter).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutosplitRules {
    /// Fewer points than this split nothing: 2 in 4.2, where one point means that the chunk is at most full; 1 since 4.4.
    pub n_points_min: usize,
    /// The first or last chunk of a ranged key is cut next to its end instead, and the piece at the end goes to the shard
    /// with fewest chunks (the top chunk optimisation; never for keys with a hashed field).
    pub top_chunk: bool,
}

/// What one migration takes along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MigrationUnit {
    /// Up to 6.0.2: the chunk that the balancer names.
    Chunk,
    /// 6.0.3 and later: about a range size from the lower end of the chunk that the balancer names, or all of it.
    Range,
}

/// What the balancer does to a chunk that proved too big to move, unless no split point is found: then it is jumbo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TooBigSplit {
    /// Up to 5.0: split at every point.
    EveryPoint,
    /// 6.0 and later: split at the first point.
    FirstPoint,
}

/// What a recipient does that gave the range away and has not deleted its documents yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReturningRange {
    /// 4.2: it deletes them at once.
    DeletesNow,
    /// 4.4 and later: it waits for their deletion, ten seconds at most, and then fails
    /// (`receiveChunkWaitForRangeDeleterTimeoutMS`).
    Waits,
}

/// How the balancer works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BalancerRules {
    /// What it compares.
    pub policy: BalancerPolicy,
    /// What one migration takes along.
    pub unit: MigrationUnit,
    /// Documents that a migration takes at most, in percent of range size / average document size: 130 in 4.2 and 4.4 (manual;
    /// their patch releases from 2021 on take 200), 200 since 5.0, where `autoSplitVector` leaves chunks of up to a third
    /// more than a range size (server, migration cloner).
    pub documents_max_percent: u64,
    /// What becomes of a chunk with more.
    pub too_big: TooBigSplit,
    /// What a recipient does that still has documents of the range from before.
    pub returning_range: ReturningRange,
}

impl BalancerRules {
    /// Documents that a migration takes at most without being forced.
    #[must_use]
    pub fn n_documents_max(&self, range_size_bytes: u64, document_bytes_avg: u64) -> u64 {
        self.documents_max_percent * (range_size_bytes / document_bytes_avg.max(1)) / 100
    }
}

/// Merging without being asked (server 7.0 and later, the `AutoMerger`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutoMergerRules {
    /// Between two looks at all collections, ms (`autoMergerIntervalSecs`, 3600 s).
    pub period_ms: u64,
    /// A chunk that came to its shard within this time is left alone, ms (`minSnapshotHistoryWindowInSeconds`, 300 s).
    pub history_ms: u64,
    /// Between two merges of one collection, ms (`autoMergerThrottlingMS`, 15 s).
    pub throttle_ms: u64,
}

/// What becomes of `numInitialChunks`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NumInitialChunks {
    /// Up to 7.x: honoured for an empty hashed collection, `InvalidOptions` elsewhere.
    Honoured,
    /// 8.0: read and ignored.
    Ignored,
}

/// What the manual asks to be free before resharding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReshardSpace {
    /// 5.0 to 7.0: 1.2 times the collection, in all.
    WholeTimes1_2,
    /// 8.0: twice collection and indexes, divided by the recipients, on each.
    PerShardTwice,
}

/// What commands exist and what they take. A command that does not exist is `CommandNotFound` (59).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "a table of what a version has: each is a yes or no of its own")]
pub struct CommandRules {
    /// `shardCollection` needs `enableSharding` of the database first (up to 5.0, manual).
    pub needs_enable_sharding: bool,
    /// `numInitialChunks` of `shardCollection`.
    pub num_initial_chunks: NumInitialChunks,
    /// `presplitHashedZones` of `shardCollection` (4.4 and later).
    pub presplit_hashed_zones: bool,
    /// `refineCollectionShardKey` (4.4 and later).
    pub refine_collection_shard_key: bool,
    /// `balancerCollectionStatus` (4.4 and later).
    pub balancer_collection_status: bool,
    /// `reshardCollection` (5.0 and later).
    pub reshard_collection: bool,
    /// `forceRedistribution` of `reshardCollection`: to the same key (7.2 and later).
    pub reshard_same_key: bool,
    /// Space to have free before resharding.
    pub reshard_space: ReshardSpace,
    /// `shardDistribution` of `reshardCollection` (7.1 and later).
    pub shard_distribution: bool,
    /// `moveRange` (6.0 and later).
    pub move_range: bool,
    /// `configureCollectionBalancing`: a range size and defragmentation for one collection (5.3 and later).
    pub configure_collection_balancing: bool,
    /// `mergeAllChunksOnShard` (7.0 and later).
    pub merge_all_chunks_on_shard: bool,
    /// `analyzeShardKey` and `configureQueryAnalyzer` (7.0 and later).
    pub analyze_shard_key: bool,
    /// `moveCollection` (8.0).
    pub move_collection: bool,
    /// `unshardCollection` (8.0).
    pub unshard_collection: bool,
    /// The index of a hashed shard key may be dropped (5.0.22, 6.0.12, 7.0.3 and later, manual); a migration that misses it
    /// turns balancing of the collection off.
    pub hashed_index_may_be_dropped: bool,
}

/// What single writes need to find their document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "a table of what a version has: each is a yes or no of its own")]
pub struct WriteRules {
    /// `updateOne`, `deleteOne` and `findAndModify` work without the shard key, in two phases (feature compatibility
    /// version 7.1 and later, so 8.0; before, a query must name one shard).
    pub without_shard_key: bool,
    /// A single upsert works without the shard key (as above; before, `ShardKeyNotFound`).
    pub upsert_without_shard_key: bool,
    /// `deleteOne` and `findAndModify` take any query that reaches one shard only (patch releases of mid 2023 of 5.0, 6.0
    /// and 7.0; before, they need the full shard key or, for `deleteOne`, the exact `_id`).
    pub one_shard_query_is_enough: bool,
    /// A replacement without the shard key in its query goes where the new document belongs (up to 7.0).
    pub replacement_targets_by_document: bool,
    /// Changing a shard key value needs the full shard key in the query (up to 7.0, code 31025).
    pub key_change_needs_full_key: bool,
    /// `null` in a query also reaches documents that hold undefined (up to 7.x, inferred).
    pub null_matches_undefined: bool,
}
