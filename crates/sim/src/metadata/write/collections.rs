//! `config.databases`, `config.collections`, `config.tags`.

use ::bson::RawDocumentBuf;
use ::bson::raw::cstr;

use super::{WallClock, bound, ids, key_document, server, timestamp};
use crate::catalog::{Collection, Database};
use crate::cluster::Cluster;
use crate::version::ServerVersion;

/// Up to 7.0 a database says whether it is enabled for sharding; since 6.0 nothing asks for it.
pub(super) fn databases(cluster: &Cluster, clock: WallClock) -> Vec<RawDocumentBuf> {
    let server = server(cluster);
    let document = |(database, number): (&Database, u32)| {
        let mut version = RawDocumentBuf::new();
        version.append(cstr!("uuid"), ids::uuid("database", database.name()));
        if server >= ServerVersion::V5_0 {
            version.append(cstr!("timestamp"), timestamp(clock.start_secs, number));
        }
        version.append(cstr!("lastMod"), 1_i32);
        let mut document = RawDocumentBuf::new();
        document.append(cstr!("_id"), database.name());
        let primary = cluster.shards().get(database.primary()).map_or("", crate::catalog::Shard::name);
        document.append(cstr!("primary"), primary);
        if server < ServerVersion::V8_0 {
            document.append(cstr!("partitioned"), database.sharding_enabled);
        }
        document.append(cstr!("version"), version);
        document
    };
    cluster.databases().iter().zip(1..).map(document).collect()
}

/// Sharded collections, and unsharded ones that were put somewhere.
pub(super) fn collections(cluster: &Cluster, clock: WallClock) -> Vec<RawDocumentBuf> {
    let listed = cluster.collections().iter().filter(|there| there.is_sharded() || there.is_tracked());
    listed.zip(1..).map(|(collection, number)| collection_document(cluster, collection, number, clock)).collect()
}

fn collection_document(cluster: &Cluster, collection: &Collection, number: u32, clock: WallClock) -> RawDocumentBuf {
    let server = server(cluster);
    let mut document = RawDocumentBuf::new();
    document.append(cstr!("_id"), collection.ns());
    document.append(cstr!("lastmodEpoch"), ids::object_id("epoch", collection.ns(), &[]));
    document.append(cstr!("lastmod"), clock.date(0));
    if server >= ServerVersion::V5_0 {
        document.append(cstr!("timestamp"), timestamp(clock.start_secs, number));
        document.append(cstr!("uuid"), ids::uuid("collection", collection.ns()));
    } else {
        document.append(cstr!("dropped"), false);
    }
    let mut id_key = RawDocumentBuf::new();
    id_key.append(cstr!("_id"), 1_i32);
    document.append(cstr!("key"), collection.pattern().map_or(id_key, key_document));
    if !collection.simple_collation() {
        let mut collation = RawDocumentBuf::new();
        collation.append(cstr!("locale"), "en");
        document.append(cstr!("defaultCollation"), collation);
    }
    document.append(cstr!("unique"), collection.unique());
    if server < ServerVersion::V5_0 {
        document.append(cstr!("uuid"), ids::uuid("collection", collection.ns()));
    }
    if !collection.balancing_enabled() {
        document.append(cstr!("noBalance"), true);
    }
    if let Some(bytes) = collection.own_range_size_bytes() {
        document.append(cstr!("maxChunkSizeBytes"), i64::try_from(bytes).unwrap_or(i64::MAX));
    }
    if collection.is_defragmenting() {
        document.append(cstr!("defragmentCollection"), true);
    }
    if !collection.auto_merge_enabled() {
        document.append(cstr!("enableAutoMerge"), false);
    }
    if collection.is_tracked() {
        document.append(cstr!("unsplittable"), true);
    }
    document
}

/// Zone ranges, those of collections that are not sharded yet last. Their `_id` is an object id since 4.4.
pub(super) fn tags(cluster: &Cluster) -> Vec<RawDocumentBuf> {
    let mut tags = Vec::new();
    for collection in cluster.collections() {
        let Some(pattern) = collection.pattern() else { continue };
        for range in collection.zone_ranges() {
            let (min, max) = (bound(pattern, &range.min), bound(pattern, &range.max));
            tags.push(tag(cluster, collection.ns(), &range.zone, &min, &max));
        }
    }
    for (ns, zone, min, max) in cluster.zones_set_before() {
        tags.push(tag(cluster, ns, zone, min, max));
    }
    tags
}

fn tag(cluster: &Cluster, ns: &str, zone: &str, min: &RawDocumentBuf, max: &RawDocumentBuf) -> RawDocumentBuf {
    let mut document = RawDocumentBuf::new();
    if server(cluster) < ServerVersion::V4_4 {
        let mut id = RawDocumentBuf::new();
        id.append(cstr!("ns"), ns);
        id.append(cstr!("min"), min.clone());
        document.append(cstr!("_id"), id);
    } else {
        document.append(cstr!("_id"), ids::object_id("tag", ns, min.as_bytes()));
    }
    document.append(cstr!("ns"), ns);
    document.append(cstr!("min"), min.clone());
    document.append(cstr!("max"), max.clone());
    document.append(cstr!("tag"), zone);
    document
}
