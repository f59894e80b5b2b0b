//! Small clusters to test with.

pub(super) use ::bson::{RawBsonRef, RawDocumentBuf, rawdoc};

pub(super) use crate::balancer::{Decision, GroupOutcome, MoveReason, NoMoveReason};
pub(super) use crate::catalog::index::{Index, IndexField};
pub(super) use crate::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
pub(super) use crate::catalog::{Chunk, Collection, ShardState};
pub(super) use crate::cluster::*;
pub(super) use crate::error::CommandError;
pub(super) use crate::version::ServerVersion;

pub(super) const NS: &str = "shop.orders";
pub(super) const MIB: u64 = 1 << 20;
/// Each document of [`document`] stands for this many: together exactly 1 MiB.
pub(super) const STANDS_FOR: u64 = 8_192;

/// Shards from a text such as `s0:a,b s1 s2:b`: names, and zones after the colon. Server 8.0.
pub(super) fn cluster(shards: &str) -> Cluster {
    cluster_of(ServerVersion::V8_0, shards)
}

/// The same with any server.
pub(super) fn cluster_of(server: ServerVersion, shards: &str) -> Cluster {
    let shards = shards.split_whitespace().map(|shard| {
        let (name, zones) = shard.split_once(':').unwrap_or((shard, ""));
        (name.to_owned(), zones.split(',').filter(|zone| !zone.is_empty()).map(str::to_owned).collect())
    });
    Cluster::new(ClusterConfig {
        server,
        shards: shards.collect(),
        range_size_bytes: 10 * MIB,
        balancer_on: true,
        migration_bytes_per_sec: 10 * MIB,
        migration_overhead_ms: 200,
    })
    .unwrap()
}

/// A shard key from a text such as `state zip:hashed`.
pub(super) fn key(text: &str) -> ShardKeyPattern {
    let fields = text.split(' ').map(|field| match field.split_once(':') {
        Some((path, _)) => ShardKeyField { path: path.to_owned(), kind: FieldKind::Hashed },
        None => ShardKeyField { path: field.to_owned(), kind: FieldKind::Ranged },
    });
    ShardKeyPattern::new(fields.collect()).unwrap()
}

/// An index from a text such as `state zip:-1`.
pub(super) fn index(text: &str, unique: bool) -> Index {
    let fields = text.split(' ').map(|field| match field.split_once(':') {
        Some((path, "-1")) => (path.to_owned(), IndexField::Descending),
        Some((path, _)) => (path.to_owned(), IndexField::Hashed),
        None => (field.to_owned(), IndexField::Ascending),
    });
    Index { unique, ..Index::plain(fields.collect()) }
}

/// A cluster with [`NS`] sharded by `x`, empty.
pub(super) fn sharded(shards: &str) -> (Cluster, CollectionIdx) {
    sharded_of(ServerVersion::V8_0, shards)
}

/// The same with any server.
pub(super) fn sharded_of(server: ServerVersion, shards: &str) -> (Cluster, CollectionIdx) {
    let mut cluster = cluster_of(server, shards);
    cluster.enable_sharding("shop", None).unwrap();
    cluster.create_collection(NS, STANDS_FOR).unwrap();
    let collection = cluster.shard_collection(NS, key("x"), ShardCollectionOptions::default()).unwrap();
    (cluster, collection)
}

/// The index is made first, for collections that hold documents, and the database enabled.
pub(super) const WITH_INDEX: ShardCollectionOptions = ShardCollectionOptions {
    unique: false,
    presplit_hashed_zones: false,
    num_initial_chunks: 0,
    simple_collation: false,
    prepares: true,
};

/// A command whose answer matters only as far as it is refused.
pub(super) type Command = fn(&mut Cluster) -> Result<(), CommandError>;

/// A document of 128 bytes.
pub(super) fn document(x: i64) -> RawDocumentBuf {
    let document = rawdoc! { "x": x, "pad": "p".repeat(102) };
    assert_eq!(document.as_bytes().len(), 128);
    document
}

/// A document of 1 MiB, for collections whose documents stand for themselves.
pub(super) fn large_document(x: i64) -> RawDocumentBuf {
    let document = rawdoc! { "x": x, "pad": "p".repeat((1 << 20) - 26) };
    assert_eq!(document.as_bytes().len(), 1 << 20);
    document
}

pub(super) fn insert(cluster: &mut Cluster, collection: CollectionIdx, keys: impl IntoIterator<Item = i64>) {
    for x in keys {
        cluster.insert(collection, &document(x)).unwrap();
    }
}

/// Lets everything move that will move by itself, and a pending round say why nothing does. Chunks that will be merged
/// later stay as they are.
pub(super) fn rest(cluster: &mut Cluster) {
    for _ in 0..100_000 {
        match cluster.next_event_at() {
            Some(at) if !cluster.is_at_rest() || at <= cluster.now() + ROUND_IDLE_MS => cluster.advance_to(at),
            _ => return,
        }
    }
    panic!("the cluster does not come to rest");
}

/// The chunks of [`NS`] as `[0, 39) s1`, `MinKey` and `MaxKey` short.
pub(super) fn chunks(cluster: &Cluster) -> Vec<String> {
    let collection = cluster.collection(NS).unwrap();
    let name = |chunk: &Chunk| cluster.shards()[chunk.shard_idx()].name().to_owned();
    collection.chunks().iter().map(|chunk| format!("{} {}", range(collection, chunk), name(chunk))).collect()
}

fn range(collection: &Collection, chunk: &Chunk) -> String {
    let text =
        |key: &crate::bson::KeyValue| crate::bson::short_label(&collection.pattern().unwrap().decode(key.as_ref()));
    format!("[{}, {})", text(chunk.min()), text(chunk.max()))
}

/// What happened to chunks of [`NS`], one line each: splits, merges, moves, jumbo flags.
pub(super) fn happened(cluster: &Cluster) -> Vec<String> {
    cluster.events().iter().filter_map(|event| line(cluster, event)).collect()
}

fn line(cluster: &Cluster, event: &ClusterEvent) -> Option<String> {
    let pattern = cluster.collection(NS)?.pattern()?;
    let label = |key: &crate::bson::KeyValue| crate::bson::short_label(&pattern.decode(key.as_ref()));
    let shard = |idx: &usize| cluster.shards()[*idx].name();
    Some(match &event.kind {
        EventKind::Split { min, max, points, cause } => {
            let points: Vec<_> = points.iter().map(label).collect();
            format!("[{}, {}) split at {}: {cause:?}", label(min), label(max), points.join(" "))
        }
        EventKind::Merged { min, max, n_chunks, cause } => {
            format!("{n_chunks} merged to [{}, {}): {cause:?}", label(min), label(max))
        }
        EventKind::MigrationStarted { from, to, min, max, reason, .. } => {
            let word = if matches!(reason, MoveReason::TopChunk) { "topChunk" } else { reason.word() };
            format!("[{}, {}) {} -> {}: {word}", label(min), label(max), shard(from), shard(to))
        }
        EventKind::MigrationFailed { from, to, min, max, failure, .. } => {
            format!("[{}, {}) {} -> {} failed: {failure:?}", label(min), label(max), shard(from), shard(to))
        }
        EventKind::Jumbo { min, max, .. } => format!("[{}, {}) jumbo", label(min), label(max)),
        _ => return None,
    })
}

/// Versions of the chunks of [`NS`], in key order.
pub(super) fn versions(cluster: &Cluster) -> Vec<String> {
    cluster.collection(NS).unwrap().chunks().iter().map(|chunk| chunk.version().to_string()).collect()
}

/// The last decision about a collection.
pub(super) fn last_decision(cluster: &Cluster) -> &Decision {
    let decisions = cluster.events().iter().rev().filter_map(|event| match &event.kind {
        EventKind::Decision { decision, .. } => Some(decision),
        _ => None,
    });
    decisions.into_iter().next().unwrap()
}

/// Why the last round moved nothing more.
pub(super) fn why(cluster: &Cluster) -> NoMoveReason {
    last_decision(cluster).why().unwrap().reason.clone()
}

/// Bytes of [`NS`] on each shard, MiB, which is documents of [`document`].
pub(super) fn loads(cluster: &Cluster) -> Vec<u64> {
    let collection = cluster.collection(NS).unwrap();
    (0..cluster.shards().len()).map(|idx| collection.shard_bytes(idx) / MIB).collect()
}
