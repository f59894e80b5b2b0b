//! Clusters for a day of balancing: ten shards, one collection, chunks of about 100 MB.

use bson::{RawDocumentBuf, rawdoc};
use shardscope_sim::catalog::pattern::FieldKind;
use shardscope_sim::cluster::{
    Cluster, ClusterConfig, CollectionIdx, ROUND_IDLE_MS, SPLIT_POINTS_MAX, ShardCollectionOptions, Tick,
};
use shardscope_sim::error::CommandError;
use shardscope_sim::version::ServerVersion;

use crate::{NS, pattern};

/// A day, ms.
pub const DAY_MS: Tick = 86_400_000;
const N_SHARDS: usize = 10;
/// What one document stands for: with 128 bytes each, 98 MB.
const STANDS_FOR: u64 = 800_000;

fn document(key: usize) -> RawDocumentBuf {
    let key = i64::try_from(key).unwrap_or(i64::MAX);
    rawdoc! { "x": key, "pad": "p".repeat(102) }
}

/// All chunks on one shard, with a document in each.
///
/// # Errors
/// The cluster refuses a command.
pub fn skewed(server: ServerVersion, n_chunks: usize) -> Result<(Cluster, CollectionIdx), CommandError> {
    let mut cluster = Cluster::new(ClusterConfig {
        server,
        shards: (0..N_SHARDS).map(|number| (format!("shard{number}"), Vec::new())).collect(),
        range_size_bytes: server.profile().range_size_default_bytes.max(128 << 20),
        balancer_on: true,
        migration_bytes_per_sec: 64 << 20,
        migration_overhead_ms: 1_000,
    })?;
    cluster.enable_sharding("shop", None)?;
    let collection = cluster.create_collection(NS, STANDS_FOR)?;
    cluster.shard_collection(NS, pattern("x", FieldKind::Ranged)?, ShardCollectionOptions::default())?;
    let points: Vec<RawDocumentBuf> =
        (1..n_chunks).map(|key| rawdoc! { "x": i64::try_from(key).unwrap_or(i64::MAX) }).collect();
    for points in points.chunks(SPLIT_POINTS_MAX) {
        let points: Vec<_> = points.iter().map(AsRef::as_ref).collect();
        cluster.split_at_all(NS, &points)?;
    }
    for key in 0..n_chunks {
        cluster.insert(collection, &document(key))?;
    }
    Ok((cluster, collection))
}

/// The same after the balancer has finished.
///
/// # Errors
/// The cluster refuses a command.
pub fn even(server: ServerVersion, n_chunks: usize) -> Result<(Cluster, CollectionIdx), CommandError> {
    let (mut cluster, collection) = skewed(server, n_chunks)?;
    while let Some(at) = cluster.next_event_at().filter(|_| !cluster.is_at_rest()) {
        cluster.advance_to(at);
    }
    Ok((cluster, collection))
}

/// A day in which something changes every ten seconds, so that every round has to look at all chunks again: the range size
/// goes up and down by one MiB.
///
/// # Errors
/// The cluster refuses a command.
pub fn restless(made: Result<(Cluster, CollectionIdx), CommandError>) -> Result<Cluster, CommandError> {
    let (mut cluster, _) = made?;
    change_every_round(&mut cluster)?;
    Ok(cluster)
}

/// The day of [`restless`] on a cluster that is there.
///
/// # Errors
/// The cluster refuses a command.
pub fn change_every_round(cluster: &mut Cluster) -> Result<(), CommandError> {
    let start = cluster.now();
    for round in 1..=DAY_MS / ROUND_IDLE_MS {
        cluster.set_range_size((128 + round % 2) << 20)?;
        cluster.advance_to(start + round * ROUND_IDLE_MS);
    }
    Ok(())
}
