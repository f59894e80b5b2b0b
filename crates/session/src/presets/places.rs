//! Location-based keys: address blocks and countries, pinned by zones.

use super::{key, scenario, shards, weighted, zone};
use crate::scenario::Scenario;

/// Addresses as text with leading zeros, so that their order is that of the numbers; two blocks are pinned.
pub(super) fn ip_blocks() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  ip: { $join: { sep: \".\", array: [\n    \
                    { $pad: { of: { $choose: { from: [17, 56, { $integer: { min: 1, max: 223 } }] } }, width: 3 } },\n    \
                    { $stringTemplate: \"0&&\" }, { $stringTemplate: \"1&&\" }, { $stringTemplate: \"0&&\" }] } },\n  \
                    page: { $string: { length: 500 } }\n}";
    let mut ips =
        weighted(scenario("IP blocks", template.to_owned(), 90_000, 200, vec![key(&[("ip", false)])]), "test.ips", 60);
    ips.cluster.shards =
        shards(&[("shard0000", &["USPS", "Apple"]), ("shard0001", &[]), ("shard0002", &["Apple"])]).shards;
    ips.zones = vec![
        zone("USPS", "'056.000.000.000'", "'057.000.000.000'"),
        zone("Apple", "'017.000.000.000'", "'018.000.000.000'"),
    ];
    ips
}

/// From `AT` to `DE` there are countries outside the EU as well: `AU`, `BR`, `CA`, `CH`, `CN`.
pub(super) fn eu_countries() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  countryCode: { $choose: { from: [\"AT\", \"BE\", \"BR\", \"CA\", \"CH\", \"CN\", \"DE\", \"ES\", \"FR\", \"US\"], \
                    weights: [2, 2, 2, 2, 2, 4, 6, 3, 4, 8] } },\n  customerId: { $integer: { min: 1, max: 100000 } },\n  \
                    items: { $string: { length: 400 } }\n}";
    let keys = vec![key(&[("countryCode", false), ("customerId", false)])];
    let mut eu = weighted(scenario("EU countries", template.to_owned(), 90_000, 200, keys), "shop.orders", 60);
    eu.cluster.shards =
        shards(&[("shard-eu", &["EU"]), ("shard-eu2", &["EU"]), ("shard-us", &[]), ("shard-us2", &[])]).shards;
    eu.zones = vec![zone("EU", "'AT', MinKey", "'DE', MaxKey")];
    eu
}
