//! From a scenario's words to a cluster: shards, zones, the collection, and the commands of the log.

use super::RunError;
use super::command::CommandRefusal;
use crate::documents::literal;
use crate::scenario::{Arrival, KeySpec, Scenario, ZoneRangeSpec};
use bson::raw::CStr;
use bson::{RawBson, RawDocumentBuf};
use shardscope_sim::catalog::key_error::KeyError;
use shardscope_sim::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
use shardscope_sim::cluster::{Cluster, ClusterConfig, CollectionIdx, CollectionOptions, ShardCollectionOptions};

pub(super) const MIB: u64 = 1 << 20;

/// What every migration takes besides copying: starting, catching up and the critical section. An assumption.
pub const MIGRATION_OVERHEAD_MS: u64 = 1_000;

/// The cluster of key `lane_idx` at time 0. The collection is sharded unless its documents come first.
pub fn cluster(scenario: &Scenario, lane_idx: usize) -> Result<(Cluster, CollectionIdx, String), RunError> {
    let lane = u32::try_from(lane_idx).unwrap_or(u32::MAX);
    let spec = scenario.keys.get(lane_idx).ok_or(RunError::NoKey)?;
    let pattern = pattern(spec).map_err(|error| RunError::Key { lane, error })?;
    let mut cluster = Cluster::new(config(scenario)?).map_err(RunError::Cluster)?;
    let options = CollectionOptions {
        stands_for: scenario.stands_for.max(1),
        keeps_documents: scenario.reads_documents(),
        ..CollectionOptions::default()
    };
    let collection_idx = cluster.create_collection_with(&scenario.namespace, options).map_err(RunError::Namespace)?;
    for (range_idx, range) in scenario.zones.iter().enumerate() {
        let range_idx = u32::try_from(range_idx).unwrap_or(u32::MAX);
        set_range(&mut cluster, &scenario.namespace, &pattern, range, true)
            .map_err(|error| RunError::ZoneRange { range_idx, error })?;
    }
    if scenario.workload.arrival == Arrival::Stream {
        shard(&mut cluster, scenario, lane_idx)?;
    }
    Ok((cluster, collection_idx, pattern.to_string()))
}

/// `sh.shardCollection` with key `lane_idx`.
pub fn shard(cluster: &mut Cluster, scenario: &Scenario, lane_idx: usize) -> Result<(), RunError> {
    let lane = u32::try_from(lane_idx).unwrap_or(u32::MAX);
    let spec = scenario.keys.get(lane_idx).ok_or(RunError::NoKey)?;
    let pattern = pattern(spec).map_err(|error| RunError::Key { lane, error })?;
    let options = ShardCollectionOptions {
        presplit_hashed_zones: spec.presplit_hashed_zones,
        prepares: true,
        ..ShardCollectionOptions::default()
    };
    cluster
        .shard_collection(&scenario.namespace, pattern, options)
        .map(|_| ())
        .map_err(|error| RunError::ShardCollection { lane, error })
}

/// A key as it is edited, checked by the server's rules.
pub fn pattern(spec: &KeySpec) -> Result<ShardKeyPattern, KeyError> {
    let field = |field: &crate::scenario::KeyFieldSpec| ShardKeyField {
        path: field.path.clone(),
        kind: if field.hashed { FieldKind::Hashed } else { FieldKind::Ranged },
    };
    ShardKeyPattern::new(spec.fields.iter().map(field).collect())
}

fn config(scenario: &Scenario) -> Result<ClusterConfig, RunError> {
    let spec = &scenario.cluster;
    if spec.migration_mb_per_sec == 0 {
        return Err(RunError::MigrationRateZero);
    }
    Ok(ClusterConfig {
        server: spec.server.version(),
        shards: spec.shards.iter().map(|shard| (shard.name.clone(), shard.zones.clone())).collect(),
        range_size_bytes: u64::from(spec.range_size_mb) * MIB,
        balancer_on: spec.balancer_on,
        migration_bytes_per_sec: u64::from(spec.migration_mb_per_sec) * MIB,
        migration_overhead_ms: MIGRATION_OVERHEAD_MS,
    })
}

/// Sets (`zone`) or removes a zone range. An unsharded collection needs the key's fields in full: missing ones are MinKey,
/// as the server completes them later.
pub(super) fn set_range(
    cluster: &mut Cluster,
    namespace: &str,
    pattern: &ShardKeyPattern,
    range: &ZoneRangeSpec,
    set: bool,
) -> Result<(), CommandRefusal> {
    let min = bound(pattern, &range.min).map_err(|error| CommandRefusal::Bound { end: "lower", error })?;
    let max = bound(pattern, &range.max).map_err(|error| CommandRefusal::Bound { end: "upper", error })?;
    cluster.update_zone_key_range(namespace, &min, &max, set.then_some(range.zone.as_str()))?;
    Ok(())
}

/// A bound as typed, as a document with every field of the key.
fn bound(pattern: &ShardKeyPattern, text: &str) -> Result<RawDocumentBuf, literal::LiteralError> {
    let fields: Vec<&str> = pattern.fields().iter().map(|field| field.path.as_str()).collect();
    let mut bound = literal::parse_bound(text, &fields)?;
    let n_given = bound.iter().count();
    for path in fields.into_iter().skip(n_given) {
        // A path with a NUL is refused when the pattern is made.
        if let Ok(path) = <&CStr>::try_from(path) {
            bound.append(path, RawBson::MinKey);
        }
    }
    Ok(bound)
}
