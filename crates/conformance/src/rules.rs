//! Which rules a case runs under: a profile of the simulation, moved to the patch release that the case names.

use shardscope_sim::balancer::BalancerPolicy;
use shardscope_sim::balancer::chunk_count::CountRule;
use shardscope_sim::initial_split::{HashedCount, PresplitQuota, ShardOrder, ZoneError, ZonePick};
use shardscope_sim::version::{LoadedCollection, ServerProfile, ServerVersion};

use crate::Version;

/// Versions at which a rule was still in force, newest first: a case runs as the newest of them that it is for.
const ERAS: [&str; 9] = ["8.0", "7.1", "7.0.5", "6.0.2", "5.0.23", "4.4", "4.2", "4.0", "3.2"];

/// The version that a case runs as: the one asked for, else the newest that the case is for. `None` when it is for none.
pub(crate) fn version_of(versions: &str, server: Option<&Version>) -> Option<Version> {
    match server {
        Some(server) => {
            let server = modelled(server);
            server.is_in(versions).then_some(server)
        }
        None => ERAS.iter().filter_map(|era| era.parse::<Version>().ok()).find(|era| era.is_in(versions)),
    }
}

/// A release series stands for the patch releases that the simulation models.
fn modelled(server: &Version) -> Version {
    let profile = ServerVersion::ALL.iter().map(|version| version.profile());
    let mut own = profile.filter(|profile| profile.name == server.to_string());
    own.next().and_then(|profile| profile.modelled.parse().ok()).unwrap_or_else(|| server.clone())
}

/// The rules of a version: those of the newest series that is not newer, with what changed between patch releases as it was.
pub(crate) fn profile_of(version: &Version) -> ServerProfile {
    let is_reached = |profile: &&ServerProfile| version.is_in(&format!("{}+", profile.name));
    let series = ServerVersion::ALL.iter().rev().map(|version| version.profile()).find(is_reached);
    let mut profile = *series.unwrap_or(ServerVersion::V4_2.profile());

    let is_shuffled = version.is_in("5.0.24-5.0, 6.0.13-6.0, 7.0.5-7.0, 7.3+");
    let is_one_per_shard = version.is_in("7.2+");
    let goes_by_size = version.is_in("6.0.3+, 6.1+");
    let split = &mut profile.initial_split;
    split.order = if is_shuffled { ShardOrder::Shuffled } else { ShardOrder::SortedByName };
    (split.hashed_count, split.presplit_quota) = if is_one_per_shard {
        (HashedCount::OnePerShard, PresplitQuota::OnePerShard)
    } else {
        (HashedCount::Legacy { num_initial_chunks: 0 }, PresplitQuota::Legacy { num_initial_chunks: 0 })
    };
    split.zone_pick = if version.is_in("4.4+") { ZonePick::RoundRobin } else { ZonePick::First };
    split.zone_error = if version.is_in("8.0+") { ZoneError::Named } else { ZoneError::Numbered };
    split.loaded = if goes_by_size { LoadedCollection::OneChunk } else { LoadedCollection::CutAtSplitPoints };
    profile.balancer.policy = match (goes_by_size, version.is_in("4.2+")) {
        (true, _) => BalancerPolicy::DataSize,
        (false, true) => BalancerPolicy::ChunkCount(CountRule::Rounded),
        (false, false) => BalancerPolicy::ChunkCount(CountRule::RoundedUp),
    };
    profile
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing here says otherwise than the simulation does about the versions that it names.
    #[test]
    fn the_profiles_of_the_simulation_come_out_unchanged() {
        for version in ServerVersion::ALL {
            let profile = version.profile();
            assert_eq!(profile_of(&profile.modelled.parse().unwrap()), *profile, "{}", profile.name);
            assert_eq!(modelled(&profile.name.parse().unwrap()).to_string(), profile.modelled);
        }
    }
}
