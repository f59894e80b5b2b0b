//! Many tenants in one collection.

use super::{four_shards, key, scenario, shards, weighted};
use crate::scenario::Scenario;

/// A Zipf-like tenant field as the whole key: the largest tenant cannot be split.
pub(super) fn saas_tenants() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  tenantId: { $zipf: { n: 90, exponent: 1.2, prefix: \"t_\" } },\n  \
                    createdAt: \"$now\",\n  plan: { $choose: { from: [\"free\", \"pro\"], weights: [3, 1] } },\n  \
                    body: { $string: { length: 620 } }\n}";
    let mut saas = scenario("SaaS tenants", template.to_owned(), 300_000, 500, vec![key(&[("tenantId", false)])]);
    "saas.records".clone_into(&mut saas.namespace);
    saas.stands_for = 10;
    saas.cluster = shards(&[("shardA", &[]), ("shardB", &[]), ("shardC", &[]), ("shardD", &[])]);
    saas.cluster.migration_mb_per_sec = 16;
    saas
}

/// Hashing tenants spreads them but leaves each whole; `{ tenantId: 1, _id: 1 }` splits the large ones.
pub(super) fn saas_compound() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  tenantId: { $zipf: { n: 500, exponent: 1.3, prefix: \"t_\" } },\n  \
                    body: { $string: { length: 620 } }\n}";
    let keys = vec![key(&[("tenantId", true)]), key(&[("tenantId", false), ("_id", false)])];
    let mut saas =
        weighted(scenario("SaaS tenants, split", template.to_owned(), 120_000, 200, keys), "saas.records", 30);
    saas.cluster.shards = four_shards().shards;
    saas.cluster.range_size_mb = 32;
    saas
}
