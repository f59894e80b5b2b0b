//! Files, audit logs, log levels.

use super::{four_shards, key, scenario, weighted};
use crate::scenario::Scenario;

/// `GridFS`: both indexes of `fs.chunks` ascend; hashing `files_id` spreads the files and keeps each of them whole.
pub(super) fn gridfs() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  files_id: { $repeat: { of: \"$objectid\", times: 20 } },\n  \
                    n: { $mod: { of: \"$inc\", by: 20 } },\n  data: { $binary: { length: 2000 } }\n}";
    let keys = vec![key(&[("files_id", false), ("n", false)]), key(&[("files_id", true)])];
    let mut files = weighted(scenario("GridFS chunks", template.to_owned(), 60_000, 100, keys), "test.fs.chunks", 30);
    files.cluster.shards = four_shards().shards;
    files
}

/// No field to partition by: hash the id, and let every range query go everywhere.
pub(super) fn audit() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  at: \"$now\",\n  actor: { $zipf: { n: 2000, prefix: \"u_\" } },\n  \
                    action: { $choose: { from: [\"login\", \"read\", \"write\", \"delete\"], weights: [5, 20, 4, 1] } },\n  \
                    ip: \"$ip\",\n  detail: { $string: { length: 300 } }\n}";
    let mut audit =
        weighted(scenario("Audit log", template.to_owned(), 60_000, 200, vec![key(&[("_id", true)])]), "iot.audit", 30);
    audit.cluster.shards = four_shards().shards;
    audit
}

/// Three values: three chunks at most, however much data and however many shards.
pub(super) fn levels() -> Scenario {
    let template = "{\n  _id: \"$objectid\",\n  logLevel: { $choose: { from: [\"DEBUG\", \"WARN\", \"ERROR\"], weights: [6, 3, 1] } },\n  \
                    timestamp: \"$now\",\n  message: { $string: { length: 400 } }\n}";
    let keys = vec![key(&[("logLevel", false)]), key(&[("logLevel", false), ("timestamp", false)])];
    let mut logs = weighted(scenario("Log levels", template.to_owned(), 100_000, 200, keys), "app.logs", 60);
    logs.cluster.shards = four_shards().shards;
    logs
}
