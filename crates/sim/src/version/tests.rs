//! What the tables must agree on, and what each version does differently from the one before.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::*;
use crate::balancer::BalancerPolicy;
use crate::initial_split::{HashedCount, PresplitQuota, ShardOrder, ZoneError, ZonePick};
use crate::split::SplitAlgorithm;

const MIB: u64 = 1 << 20;

/// One row a version: name, range size in MiB, chunks on 3 shards, sorted placement, autosplit, counting policy, `AutoMerger`.
#[test]
fn what_people_notice_when_they_switch() {
    let rows = ServerVersion::ALL.map(|version| {
        let profile = version.profile();
        (
            profile.name,
            profile.range_size_default_bytes / MIB,
            profile.initial_split.hashed_count.n_chunks(3),
            profile.initial_split.order == ShardOrder::SortedByName,
            profile.split.autosplit.map(|autosplit| autosplit.n_points_min),
            matches!(profile.balancer.policy, BalancerPolicy::ChunkCount(_)),
            profile.auto_merger.is_some(),
        )
    });
    assert_eq!(
        rows,
        [
            ("4.2", 64, 6, true, Some(2), true, false),
            ("4.4", 64, 6, true, Some(1), true, false),
            ("5.0", 64, 6, true, Some(1), true, false),
            ("6.0", 128, 6, false, None, false, false),
            ("7.0", 128, 6, false, None, false, true),
            ("8.0", 128, 3, false, None, false, true),
        ]
    );
}

/// A count, an order, a split algorithm and a migration unit belong together; a rule that came stays.
#[test]
fn rules_of_one_version_fit_each_other() {
    for version in ServerVersion::ALL {
        let profile = version.profile();
        let splits_on_insert = profile.split.autosplit.is_some();
        assert_eq!(splits_on_insert, profile.balancer.unit == MigrationUnit::Chunk, "{}", profile.name);
        assert_eq!(splits_on_insert, profile.initial_split.loaded == LoadedCollection::CutAtSplitPoints);
        assert_eq!(splits_on_insert, version <= ServerVersion::V5_0);
        assert_eq!(profile.split.algorithm == SplitAlgorithm::SplitVector, version <= ServerVersion::V4_4);
        assert_eq!(profile.initial_split.zone_pick == ZonePick::First, version == ServerVersion::V4_2);
        assert_eq!(profile.initial_split.zone_error == ZoneError::Named, version == ServerVersion::V8_0);
        let is_one = profile.initial_split.hashed_count == HashedCount::OnePerShard;
        assert_eq!(is_one, profile.initial_split.presplit_quota == PresplitQuota::OnePerShard);
        assert_eq!(is_one, profile.commands.num_initial_chunks == NumInitialChunks::Ignored);
        assert!(profile.modelled.starts_with(profile.name));
    }
    let have = |rule: fn(&ServerProfile) -> bool| ServerVersion::ALL.map(|version| rule(version.profile()));
    for (rule, first) in [
        (have(|profile| profile.keys.compound_hashed), ServerVersion::V4_4),
        (have(|profile| profile.keys.missing_fields_are_null), ServerVersion::V4_4),
        (have(|profile| profile.keys.key_bytes_max.is_none()), ServerVersion::V4_4),
        (have(|profile| profile.commands.presplit_hashed_zones), ServerVersion::V4_4),
        (have(|profile| profile.commands.refine_collection_shard_key), ServerVersion::V4_4),
        (have(|profile| profile.commands.balancer_collection_status), ServerVersion::V4_4),
        (have(|profile| profile.commands.reshard_collection), ServerVersion::V5_0),
        (have(|profile| profile.commands.hashed_index_may_be_dropped), ServerVersion::V5_0),
        (have(|profile| profile.writes.one_shard_query_is_enough), ServerVersion::V5_0),
        (have(|profile| profile.commands.move_range), ServerVersion::V6_0),
        (have(|profile| profile.commands.configure_collection_balancing), ServerVersion::V6_0),
        (have(|profile| !profile.commands.needs_enable_sharding), ServerVersion::V6_0),
        (have(|profile| profile.commands.merge_all_chunks_on_shard), ServerVersion::V7_0),
        (have(|profile| profile.commands.analyze_shard_key), ServerVersion::V7_0),
        (have(|profile| profile.commands.move_collection), ServerVersion::V8_0),
        (have(|profile| profile.commands.unshard_collection), ServerVersion::V8_0),
        (have(|profile| profile.writes.without_shard_key), ServerVersion::V8_0),
        (have(|profile| profile.writes.upsert_without_shard_key), ServerVersion::V8_0),
    ] {
        assert_eq!(rule, ServerVersion::ALL.map(|version| version >= first), "from {first:?} on");
    }
}

/// 64 MiB and 2 KiB: about 42,600 documents up to 4.4; 128 MiB and 1 KiB: 262,144 since 6.0.
#[test]
fn what_a_migration_takes() {
    for (version, range_mib, document_bytes, n_documents_max) in [
        (ServerVersion::V4_2, 64, 2_048, 42_598),
        (ServerVersion::V4_4, 64, 1_024, 85_196),
        (ServerVersion::V5_0, 64, 1_024, 131_072),
        (ServerVersion::V6_0, 128, 1_024, 262_144),
        (ServerVersion::V8_0, 1, 3_000, 698),
        (ServerVersion::V8_0, 1, 0, 2_097_152),
    ] {
        let balancer = version.profile().balancer;
        assert_eq!(balancer.n_documents_max(range_mib * MIB, document_bytes), n_documents_max, "{version:?}");
    }
}

#[test]
fn num_initial_chunks_changes_only_what_honours_it() {
    let asked = |version: ServerVersion| version.profile().initial_split.with_num_initial_chunks(7).hashed_count;
    assert_eq!(asked(ServerVersion::V5_0).n_chunks(3), 7);
    assert_eq!(asked(ServerVersion::V7_0).n_chunks(3), 7);
    assert_eq!(asked(ServerVersion::V8_0).n_chunks(3), 3);
}
