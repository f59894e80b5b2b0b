//! The format of `initial_split_cases.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// One case.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    pub(super) policy: String,
    pub(super) input: Input,
    pub(super) expect: Expect,
}

/// What is to be sharded; which fields are there depends on the policy.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Input {
    pub(super) shard_key: Value,
    #[serde(default)]
    pub(super) shards: Vec<ShardInput>,
    #[serde(default)]
    pub(super) zones: Option<Vec<ZoneInput>>,
    pub(super) empty: Option<bool>,
    pub(super) unique: Option<bool>,
    pub(super) primary: Option<String>,
    pub(super) data_shard: Option<String>,
    #[serde(default)]
    pub(super) presplit_hashed_zones: bool,
    #[serde(default)]
    pub(super) unsplittable: bool,
    pub(super) num_initial_chunks: Option<u64>,
    pub(super) num_shards: Option<usize>,
    pub(super) num_chunks: Option<u64>,
    pub(super) prefix: Option<Value>,
    pub(super) split_points: Option<Vec<Value>>,
    pub(super) shard_order: Option<Vec<String>>,
    pub(super) contiguous_chunks_per_shard: Option<u64>,
    pub(super) sampled_keys: Option<Vec<Value>>,
    pub(super) available_shards: Option<Vec<String>>,
    pub(super) shard_distribution: Option<Vec<DistributionInput>>,
    pub(super) max_chunk_size_bytes: Option<u64>,
    pub(super) documents: Option<DocumentsInput>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ShardInput {
    pub(super) id: String,
    #[serde(default)]
    pub(super) zones: Vec<String>,
    #[serde(default)]
    pub(super) draining: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct ZoneInput {
    pub(super) zone: String,
    pub(super) min: Value,
    pub(super) max: Value,
}

#[derive(Debug, Deserialize)]
pub(super) struct DistributionInput {
    pub(super) shard: String,
    pub(super) min: Value,
    pub(super) max: Value,
}

/// Documents of one size; a shard key field holds consecutive int32 values, written `0..23` (both ends included).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentsInput {
    pub(super) count: u64,
    pub(super) size_bytes: u64,
    #[serde(flatten)]
    pub(super) fields: Map<String, Value>,
}

/// What must come out: every field that is there.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Expect {
    pub(super) chunks: Option<Vec<ChunkExpect>>,
    pub(super) split_points: Option<Vec<Value>>,
    pub(super) error: Option<ErrorExpect>,
    pub(super) ok: Option<bool>,
    pub(super) chunks_per_shard: Option<BTreeMap<String, usize>>,
    pub(super) chunks_per_zone_range: Option<Vec<usize>>,
    pub(super) relations: Option<Vec<String>>,
    pub(super) shards_by_default_shuffle: Option<Vec<String>>,
    pub(super) contiguous_chunks_per_shard: Option<u64>,
}

/// `shard` null: any shard.
#[derive(Debug, Deserialize)]
pub(super) struct ChunkExpect {
    pub(super) min: Value,
    pub(super) max: Value,
    pub(super) shard: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ErrorExpect {
    pub(super) code: Option<i32>,
    pub(super) name: Option<String>,
}
