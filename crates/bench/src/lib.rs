//! What the benchmarks measure: the same template, key and number of chunks as the JavaScript pipeline in `js/`.

pub mod day;

use shardscope_session::documents::template::{TemplateError, compile};
use shardscope_sim::catalog::key_error::KeyError;
use shardscope_sim::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
use shardscope_sim::cluster::{Cluster, ClusterConfig, CollectionIdx, ShardCollectionOptions};
use shardscope_sim::error::CommandError;
use shardscope_sim::version::ServerVersion;
use shardscope_sim::workload::{Generator, PlanError};
use std::error::Error;

/// The order template, the very file that the JavaScript pipeline reads.
pub const TEMPLATE: &str = include_str!("../js/template.json");

/// 8.0 gives every shard one chunk of a hashed key, so this many shards are this many chunks.
pub const N_CHUNKS: usize = 128;

const NS: &str = "shop.orders";

/// Any error of the set-up.
pub type SetUp<T> = Result<T, Box<dyn Error>>;

/// A generator of orders.
pub fn generator() -> SetUp<Generator> {
    let plan = compile(TEMPLATE).map_err(|error: TemplateError| error.to_string())?;
    Ok(Generator::new(&plan, 1).map_err(|error: PlanError| error.to_string())?)
}

/// The first orders, one behind the other, and where each ends.
pub fn orders(n_orders: usize) -> SetUp<(Vec<u8>, Vec<usize>)> {
    let mut generator = generator()?;
    let mut bytes = Vec::new();
    let mut ends = Vec::with_capacity(n_orders);
    for order in 0..n_orders {
        generator.next_into(&mut bytes, order as u64 / 100);
        ends.push(bytes.len());
    }
    Ok((bytes, ends))
}

/// A key of one field.
pub fn pattern(path: &str, kind: FieldKind) -> Result<ShardKeyPattern, KeyError> {
    ShardKeyPattern::new(vec![ShardKeyField { path: path.to_owned(), kind }])
}

/// A cluster with an empty collection in [`N_CHUNKS`] chunks of the hashed `_id`.
pub fn cluster() -> Result<(Cluster, CollectionIdx), CommandError> {
    let config = ClusterConfig {
        server: ServerVersion::V8_0,
        shards: (0..N_CHUNKS).map(|number| (format!("shard{number:03}"), Vec::new())).collect(),
        range_size_bytes: 128 * 1024 * 1024,
        balancer_on: true,
        migration_bytes_per_sec: 1 << 24,
        migration_overhead_ms: 1_000,
    };
    let mut cluster = Cluster::new(config)?;
    let collection_idx =
        cluster.shard_collection(NS, pattern("_id", FieldKind::Hashed)?, ShardCollectionOptions::default())?;
    Ok((cluster, collection_idx))
}
