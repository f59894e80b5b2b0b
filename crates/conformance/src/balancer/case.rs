//! The format of `balancer_cases.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// One case.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    pub(super) policy: String,
    pub(super) input: Input,
    pub(super) expect: Expect,
}

/// A cluster before a round. The key is `{ x: 1 }`; a bound is an int64, or null for `MinKey` (min) and `MaxKey` (max).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    pub(super) shards: Vec<ShardInput>,
    #[serde(default)]
    pub(super) zone_ranges: Vec<ZoneInput>,
    /// `[min, max, shard, jumbo]` in key order.
    #[serde(default)]
    pub(super) chunks: Vec<(Option<i64>, Option<i64>, String, u8)>,
    pub(super) collection_data_size_bytes: Option<BTreeMap<String, u64>>,
    pub(super) max_chunk_size_bytes: Option<u64>,
    /// Absent: all.
    pub(super) available_shards: Option<Vec<String>>,
    #[serde(default)]
    pub(super) used_shards: Vec<String>,
    #[serde(default)]
    pub(super) balanced_last_round: bool,
    pub(super) new_zone: Option<String>,
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
    pub(super) min: Option<i64>,
    pub(super) max: Option<i64>,
}

/// What must come out: every field that is there.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Expect {
    /// In the order in which they are chosen.
    pub(super) migrations: Option<Vec<MigrationExpect>>,
    /// Each migration that comes out is one of these.
    pub(super) any_of: Option<Vec<MigrationExpect>>,
    /// How many migrations come out.
    pub(super) count: Option<usize>,
    pub(super) first_reason: Option<String>,
    pub(super) zone_of: Option<Vec<ZoneInput>>,
    pub(super) rejected: Option<Vec<(Option<i64>, Option<i64>)>>,
    pub(super) error: Option<ErrorExpect>,
    pub(super) chunks_by_shard_and_zone: Option<BTreeMap<String, BTreeMap<String, Vec<usize>>>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MigrationExpect {
    pub(super) min: Option<i64>,
    /// Under the data-size policy the donor finds the max, so it is absent; null means `MaxKey`.
    #[serde(default, deserialize_with = "present")]
    pub(super) max: Option<Value>,
    pub(super) from_shard: String,
    pub(super) to_shard: String,
    pub(super) reason: String,
    pub(super) force_jumbo: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ErrorExpect {
    pub(super) code: Option<i32>,
    pub(super) name: Option<String>,
}

/// Keeps a null that is there apart from a field that is not.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
