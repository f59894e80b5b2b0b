//! Which rules a case runs under.

use shardscope_sim::balancer::chunk_count::CountRule;
use shardscope_sim::initial_split::{HashedCount, InitialSplitRules, PresplitQuota, ShardOrder, ZonePick};

use crate::Version;

/// Versions at which a rule was still in force, newest first: a case runs as the newest of them that it is for.
const ERAS: [&str; 9] = ["8.0", "7.1", "7.0.5", "6.0.2", "5.0.23", "4.4", "4.2", "4.0", "3.2"];

/// The version that a case runs as: the one asked for, else the newest that the case is for. `None` when it is for none.
pub(crate) fn version_of(versions: &str, server: Option<&Version>) -> Option<Version> {
    match server {
        Some(server) => server.is_in(versions).then(|| server.clone()),
        None => ERAS.iter().filter_map(|era| era.parse::<Version>().ok()).find(|era| era.is_in(versions)),
    }
}

/// How a version lays out initial chunks, if `numInitialChunks` is asked for (0: not).
pub(crate) fn initial_split_rules(version: &Version, num_initial_chunks: u64) -> InitialSplitRules {
    let is_one_per_shard = version.is_in("7.2+");
    let is_shuffled = version.is_in("5.0.24-5.0, 6.0.13-6.0, 7.0.5-7.0, 7.3+");
    InitialSplitRules {
        order: if is_shuffled { ShardOrder::Shuffled } else { ShardOrder::SortedByName },
        hashed_count: if is_one_per_shard {
            HashedCount::OnePerShard
        } else {
            HashedCount::Legacy { num_initial_chunks }
        },
        zone_pick: if version.is_in("4.4+") { ZonePick::RoundRobin } else { ZonePick::First },
        presplit_quota: if is_one_per_shard {
            PresplitQuota::OnePerShard
        } else {
            PresplitQuota::Legacy { num_initial_chunks }
        },
    }
}

/// Whether a non-empty collection is cut when it is sharded, by `autoSplitVector`: from 6.0.3 and 6.1 on it gets one chunk.
pub(crate) fn cuts_loaded_collections(version: &Version) -> bool {
    version.is_in("5.0-6.0.2")
}

/// How a version counts chunks.
pub(crate) fn count_rule(version: &Version) -> CountRule {
    if version.is_in("4.2+") { CountRule::Rounded } else { CountRule::RoundedUp }
}
