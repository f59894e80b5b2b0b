//! `config.chunks`: by namespace up to 4.4, by the collection's UUID since 5.0.

use ::bson::raw::cstr;
use ::bson::{RawArrayBuf, RawBson, RawBsonRef, RawDocumentBuf};

use super::{WallClock, bound, ids, server, timestamp};
use crate::bson::{KeyValue, shell_text};
use crate::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
use crate::catalog::{Chunk, ChunkVersion, Collection, OwnerReason};
use crate::cluster::Cluster;
use crate::version::ServerVersion;

/// All chunks, collection by collection in key order.
pub(super) fn chunks(cluster: &Cluster, clock: WallClock) -> Vec<RawDocumentBuf> {
    let mut chunks = Vec::new();
    for collection in cluster.collections() {
        match (collection.pattern(), collection.unsharded_on()) {
            (Some(pattern), _) => {
                let shape = Shape { cluster, collection, pattern };
                chunks.extend(collection.chunks().iter().map(|chunk| shape.document(&Parts::of(chunk, clock))));
            }
            (None, Some(shard_idx)) if collection.is_tracked() => {
                let id = ShardKeyField { path: "_id".to_owned(), kind: FieldKind::Ranged };
                let Ok(pattern) = ShardKeyPattern::new(vec![id]) else { continue };
                let (min, max) = (pattern.global_min(), pattern.global_max());
                let (version, since_secs) = (ChunkVersion::default(), clock.start_secs);
                let parts = Parts { min: &min, max: &max, shard_idx, version, jumbo: false, since_secs };
                chunks.push(Shape { cluster, collection, pattern: &pattern }.document(&parts));
            }
            _ => {}
        }
    }
    chunks
}

struct Parts<'a> {
    min: &'a KeyValue,
    max: &'a KeyValue,
    shard_idx: usize,
    version: ChunkVersion,
    jumbo: bool,
    since_secs: u32,
}

impl<'a> Parts<'a> {
    fn of(chunk: &'a Chunk, clock: WallClock) -> Self {
        let since_secs = match chunk.owner_reason() {
            OwnerReason::Found { since_secs: Some(secs), .. } => *secs,
            _ => clock.secs(chunk.owner_since()),
        };
        let (min, max, shard_idx) = (chunk.min(), chunk.max(), chunk.shard_idx());
        Self { min, max, shard_idx, version: chunk.version(), jumbo: chunk.jumbo(), since_secs }
    }
}

struct Shape<'a> {
    cluster: &'a Cluster,
    collection: &'a Collection,
    pattern: &'a ShardKeyPattern,
}

impl Shape<'_> {
    fn document(&self, chunk: &Parts<'_>) -> RawDocumentBuf {
        let server = server(self.cluster);
        let ns = self.collection.ns();
        let (min, max) = (bound(self.pattern, chunk.min), bound(self.pattern, chunk.max));
        let shard = self.cluster.shards().get(chunk.shard_idx).map_or("", crate::catalog::Shard::name);
        let lastmod = timestamp(chunk.version.major, chunk.version.minor);
        let since = timestamp(chunk.since_secs, 1);
        let mut document = RawDocumentBuf::new();
        document.append(cstr!("_id"), self.id(&min));
        if server < ServerVersion::V5_0 {
            document.append(cstr!("ns"), ns);
            document.append(cstr!("lastmod"), lastmod);
            document.append(cstr!("lastmodEpoch"), ids::object_id("epoch", ns, &[]));
            document.append(cstr!("min"), min);
            document.append(cstr!("max"), max);
            document.append(cstr!("shard"), shard);
        } else {
            document.append(cstr!("uuid"), ids::uuid("collection", ns));
            document.append(cstr!("min"), min);
            document.append(cstr!("max"), max);
            document.append(cstr!("shard"), shard);
            document.append(cstr!("lastmod"), lastmod);
        }
        // With the AutoMerger chunks got the time by which it finds them.
        if server >= ServerVersion::V7_0 {
            document.append(cstr!("onCurrentShardSince"), since.clone());
        }
        if chunk.jumbo {
            document.append(cstr!("jumbo"), true);
        }
        let mut entry = RawDocumentBuf::new();
        entry.append(cstr!("validAfter"), since);
        entry.append(cstr!("shard"), shard);
        document.append(cstr!("history"), [entry].into_iter().collect::<RawArrayBuf>());
        document
    }

    /// 4.2 joins namespace and lower bound: `shop.orders-region_"EU"`. Later versions have object ids.
    fn id(&self, min: &RawDocumentBuf) -> RawBson {
        let ns = self.collection.ns();
        if server(self.cluster) >= ServerVersion::V4_4 {
            return RawBson::ObjectId(ids::object_id("chunk", ns, min.as_bytes()));
        }
        let mut id = format!("{ns}-");
        for (name, value) in min.iter().map_while(Result::ok) {
            let text = match value {
                RawBsonRef::MinKey => "MinKey".to_owned(),
                RawBsonRef::String(text) => format!("\"{text}\""),
                value => shell_text(value),
            };
            id.extend([name.as_str(), "_", text.as_str()]);
        }
        RawBson::String(id)
    }
}
