//! A small cluster and its dump.

pub(super) use ::bson::{RawBsonRef, RawDocumentBuf, rawdoc};

pub(super) use crate::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
pub(super) use crate::cluster::{ActiveWindow, Cluster, ClusterConfig, FoundingRates, ShardCollectionOptions};
pub(super) use crate::metadata::*;
pub(super) use crate::version::ServerVersion;

pub(super) const MIB: u64 = 1 << 20;
pub(super) const NS: &str = "shop.orders";
pub(super) const RATES: FoundingRates = FoundingRates { migration_bytes_per_sec: 10 * MIB, migration_overhead_ms: 200 };

/// Shards `s0` (zone EU), `s1` (US), `s2`.
pub(super) fn empty(server: ServerVersion) -> Cluster {
    let shards = [("s0", vec!["EU"]), ("s1", vec!["US"]), ("s2", vec![])];
    let shard = |(name, zones): (&str, Vec<&str>)| (name.to_owned(), zones.into_iter().map(str::to_owned).collect());
    Cluster::new(ClusterConfig {
        server,
        shards: shards.map(shard).to_vec(),
        range_size_bytes: server.profile().range_size_default_bytes,
        balancer_on: true,
        migration_bytes_per_sec: 10 * MIB,
        migration_overhead_ms: 200,
    })
    .unwrap()
}

/// A shard key from a text such as `region id:hashed`.
pub(super) fn key(text: &str) -> ShardKeyPattern {
    let field = |field: &str| match field.split_once(':') {
        Some((path, _)) => ShardKeyField { path: path.to_owned(), kind: FieldKind::Hashed },
        None => ShardKeyField { path: field.to_owned(), kind: FieldKind::Ranged },
    };
    ShardKeyPattern::new(text.split(' ').map(field).collect()).unwrap()
}

/// With [`NS`] by `{ region: 1, id: 1 }`, three chunks on three shards and a zone range, and `log.lines` by a hash.
pub(super) fn cluster(server: ServerVersion) -> Cluster {
    let options = ShardCollectionOptions { prepares: true, ..ShardCollectionOptions::default() };
    let mut cluster = empty(server);
    cluster.enable_sharding("shop", Some("s0")).unwrap();
    cluster.enable_sharding("log", Some("s1")).unwrap();
    cluster.shard_collection(NS, key("region id"), options).unwrap();
    for region in ["EU", "US"] {
        cluster.split_at(NS, &rawdoc! { "region": region, "id": RawBsonRef::MinKey }).unwrap();
    }
    let (min, max) = (rawdoc! { "region": "EU" }, rawdoc! { "region": "US" });
    cluster.update_zone_key_range(NS, &min, &max, Some("EU")).unwrap();
    cluster.shard_collection("log.lines", key("x:hashed"), options).unwrap();
    cluster.set_collection_balancing("log.lines", false).unwrap();
    cluster.set_range_size(32 * MIB).unwrap();
    cluster.set_active_window(ActiveWindow::new(23 * 60, 6 * 60 + 30));
    cluster
}

pub(super) fn dumped(server: ServerVersion) -> ConfigDump {
    dump(&cluster(server), WallClock::default())
}

/// The dump with one document changed.
pub(super) fn changed(
    mut dump: ConfigDump,
    collection: ConfigCollection,
    number: usize,
    change: impl FnOnce(&RawDocumentBuf) -> RawDocumentBuf,
) -> ConfigDump {
    let mut documents = dump.get(collection).to_vec();
    documents[number - 1] = change(&documents[number - 1]);
    dump.set(collection, documents);
    dump
}

/// A document with one field set, or taken out.
pub(super) fn with(document: &RawDocumentBuf, field: &str, value: Option<RawBsonRef<'_>>) -> RawDocumentBuf {
    let mut changed = RawDocumentBuf::new();
    let name = |name: &str| ::bson::raw::CString::try_from(name).unwrap();
    let mut is_set = false;
    for (there, old) in document.iter().map(Result::unwrap) {
        match (there.as_str() == field, value) {
            (true, Some(value)) => changed.append(name(field), value),
            (true, None) => {}
            (false, _) => changed.append(there, old),
        }
        is_set |= there.as_str() == field;
    }
    if let Some(value) = value.filter(|_| !is_set) {
        changed.append(name(field), value);
    }
    changed
}
