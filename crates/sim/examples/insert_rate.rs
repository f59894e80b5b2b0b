//! Prints how many documents per second are placed: hashed `ObjectId` key, 128 chunks.
//! `cargo run --release -p shardscope-sim --example insert_rate [documents]`

use std::time::Instant;

use bson::oid::ObjectId;
use bson::{RawDocumentBuf, rawdoc};
use shardscope_sim::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
use shardscope_sim::cluster::{Cluster, ClusterConfig, ShardCollectionOptions};
use shardscope_sim::version::ServerVersion;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n_documents: u32 = std::env::args().nth(1).map_or(Ok(3_000_000), |text| text.parse())?;
    let documents: Vec<RawDocumentBuf> = (0..100_000_u32)
        .map(|idx| {
            let mut id = [7_u8; 12];
            id[8..].copy_from_slice(&idx.to_be_bytes());
            rawdoc! { "_id": ObjectId::from_bytes(id), "customer": 4711, "total": 19.5, "state": "shipped" }
        })
        .collect();
    for (name, kind) in [("hashed", FieldKind::Hashed), ("ranged", FieldKind::Ranged)] {
        let mut cluster = Cluster::new(ClusterConfig {
            server: ServerVersion::V8_0,
            shards: (0..128).map(|idx| (format!("shard{idx:03}"), Vec::new())).collect(),
            range_size_bytes: 128 << 20,
            balancer_on: false,
            migration_bytes_per_sec: 1 << 20,
            migration_overhead_ms: 0,
        })?;
        let pattern = ShardKeyPattern::new(vec![ShardKeyField { path: "_id".to_owned(), kind }])?;
        let orders = cluster.shard_collection("shop.orders", pattern, ShardCollectionOptions::default())?;
        let start = Instant::now();
        for document in documents.iter().cycle().take(n_documents as usize) {
            cluster.insert(orders, document)?;
        }
        let rate = f64::from(n_documents) / start.elapsed().as_secs_f64() / 1e6;
        let n_chunks = cluster.collection_at(orders).map_or(0, |collection| collection.chunks().len());
        println!("{name}: {n_documents} documents into {n_chunks} chunks, {rate:.2} M inserts/s");
    }
    Ok(())
}
