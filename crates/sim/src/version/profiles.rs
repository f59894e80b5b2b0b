//! The six tables. A rule's source stands where the rule is declared.

use super::rules::{
    AutoMergerRules, AutosplitRules, BalancerRules, CommandRules, KeyRules, LoadedCollection, MigrationUnit,
    NumInitialChunks, ReshardSpace, ReturningRange, ServerProfile, SplitRules, TooBigSplit, WriteRules,
};
use crate::balancer::BalancerPolicy;
use crate::balancer::chunk_count::CountRule;
use crate::initial_split::{HashedCount, InitialSplitRules, PresplitQuota, ShardOrder, ZoneError, ZonePick};
use crate::split::SplitAlgorithm;

const MIB: u64 = 1 << 20;

/// 4.2: the version of the book.
pub(super) const V4_2: ServerProfile = ServerProfile {
    name: "4.2",
    modelled: "4.2",
    range_size_default_bytes: 64 * MIB,
    keys: KeyRules { compound_hashed: false, missing_fields_are_null: false, key_bytes_max: Some(512) },
    initial_split: InitialSplitRules { zone_pick: ZonePick::First, ..SORTED },
    split: SplitRules {
        algorithm: SplitAlgorithm::SplitVector,
        autosplit: Some(AutosplitRules { n_points_min: 2, top_chunk: true }),
    },
    balancer: BalancerRules { returning_range: ReturningRange::DeletesNow, ..BY_COUNT },
    auto_merger: None,
    commands: COMMANDS_4_2,
    writes: WRITES_4_2,
};

/// 4.4.
pub(super) const V4_4: ServerProfile = ServerProfile {
    name: "4.4",
    modelled: "4.4",
    keys: KEYS_4_4,
    initial_split: SORTED,
    split: SplitRules {
        algorithm: SplitAlgorithm::SplitVector,
        autosplit: Some(AutosplitRules { n_points_min: 1, top_chunk: true }),
    },
    balancer: BY_COUNT,
    commands: COMMANDS_4_4,
    ..V4_2
};

/// 5.0 up to 5.0.23, whose source and tests are known: later patch releases shuffle shards as 6.0.13 does.
pub(super) const V5_0: ServerProfile = ServerProfile {
    name: "5.0",
    modelled: "5.0.23",
    split: SplitRules {
        algorithm: SplitAlgorithm::AutoSplitVector,
        autosplit: Some(AutosplitRules { n_points_min: 1, top_chunk: true }),
    },
    balancer: BalancerRules { documents_max_percent: 200, ..BY_COUNT },
    commands: COMMANDS_5_0,
    writes: WriteRules { one_shard_query_is_enough: true, ..WRITES_4_2 },
    ..V4_4
};

/// 6.0 from 6.0.13 on: no autosplit and the size policy since 6.0.3, shuffled placement since 6.0.13.
pub(super) const V6_0: ServerProfile = ServerProfile {
    name: "6.0",
    modelled: "6.0.13",
    range_size_default_bytes: 128 * MIB,
    keys: KEYS_4_4,
    initial_split: SHUFFLED,
    split: SplitRules { algorithm: SplitAlgorithm::AutoSplitVector, autosplit: None },
    balancer: BY_SIZE,
    auto_merger: None,
    commands: COMMANDS_6_0,
    writes: V5_0.writes,
};

/// 7.0 from 7.0.5 on, with shuffled placement.
pub(super) const V7_0: ServerProfile =
    ServerProfile { name: "7.0", modelled: "7.0.5", auto_merger: Some(AUTO_MERGER), commands: COMMANDS_7_0, ..V6_0 };

/// 8.0.
pub(super) const V8_0: ServerProfile = ServerProfile {
    name: "8.0",
    modelled: "8.0",
    initial_split: InitialSplitRules::V8_0,
    commands: COMMANDS_8_0,
    writes: WriteRules {
        without_shard_key: true,
        upsert_without_shard_key: true,
        one_shard_query_is_enough: true,
        replacement_targets_by_document: false,
        key_change_needs_full_key: false,
        null_matches_undefined: false,
    },
    ..V7_0
};

const KEYS_4_4: KeyRules = KeyRules { compound_hashed: true, missing_fields_are_null: true, key_bytes_max: None };

/// 4.4, and 5.0 up to 5.0.23.
const SORTED: InitialSplitRules = InitialSplitRules {
    order: ShardOrder::SortedByName,
    hashed_count: HashedCount::Legacy { num_initial_chunks: 0 },
    zone_pick: ZonePick::RoundRobin,
    presplit_quota: PresplitQuota::Legacy { num_initial_chunks: 0 },
    loaded: LoadedCollection::CutAtSplitPoints,
    zone_error: ZoneError::Numbered,
};

/// 6.0.13 and 7.0.5.
const SHUFFLED: InitialSplitRules =
    InitialSplitRules { order: ShardOrder::Shuffled, loaded: LoadedCollection::OneChunk, ..SORTED };

const BY_COUNT: BalancerRules = BalancerRules {
    policy: BalancerPolicy::ChunkCount(CountRule::Rounded),
    unit: MigrationUnit::Chunk,
    documents_max_percent: 130,
    too_big: TooBigSplit::EveryPoint,
    returning_range: ReturningRange::Waits,
};

const BY_SIZE: BalancerRules = BalancerRules {
    policy: BalancerPolicy::DataSize,
    unit: MigrationUnit::Range,
    documents_max_percent: 200,
    too_big: TooBigSplit::FirstPoint,
    returning_range: ReturningRange::Waits,
};

const AUTO_MERGER: AutoMergerRules = AutoMergerRules { period_ms: 3_600_000, history_ms: 300_000, throttle_ms: 15_000 };

const COMMANDS_4_2: CommandRules = CommandRules {
    needs_enable_sharding: true,
    num_initial_chunks: NumInitialChunks::Honoured,
    presplit_hashed_zones: false,
    refine_collection_shard_key: false,
    balancer_collection_status: false,
    reshard_collection: false,
    reshard_same_key: false,
    reshard_space: ReshardSpace::WholeTimes1_2,
    shard_distribution: false,
    move_range: false,
    configure_collection_balancing: false,
    merge_all_chunks_on_shard: false,
    analyze_shard_key: false,
    move_collection: false,
    unshard_collection: false,
    hashed_index_may_be_dropped: false,
};

const COMMANDS_4_4: CommandRules = CommandRules {
    presplit_hashed_zones: true,
    refine_collection_shard_key: true,
    balancer_collection_status: true,
    ..COMMANDS_4_2
};

const COMMANDS_5_0: CommandRules =
    CommandRules { reshard_collection: true, hashed_index_may_be_dropped: true, ..COMMANDS_4_4 };

const COMMANDS_6_0: CommandRules = CommandRules {
    needs_enable_sharding: false,
    move_range: true,
    configure_collection_balancing: true,
    ..COMMANDS_5_0
};

const COMMANDS_7_0: CommandRules =
    CommandRules { merge_all_chunks_on_shard: true, analyze_shard_key: true, ..COMMANDS_6_0 };

const COMMANDS_8_0: CommandRules = CommandRules {
    num_initial_chunks: NumInitialChunks::Ignored,
    reshard_same_key: true,
    reshard_space: ReshardSpace::PerShardTwice,
    shard_distribution: true,
    move_collection: true,
    unshard_collection: true,
    ..COMMANDS_7_0
};

const WRITES_4_2: WriteRules = WriteRules {
    without_shard_key: false,
    upsert_without_shard_key: false,
    one_shard_query_is_enough: false,
    replacement_targets_by_document: true,
    key_change_needs_full_key: true,
    null_matches_undefined: true,
};
