//! Clusters to tell the cases with.

pub use ::bson::{RawBson, RawBsonRef, RawDocumentBuf, rawdoc};
pub use shardscope_sim::balancer::NoMoveReason;
pub use shardscope_sim::bson::{hash64, short_label};
pub use shardscope_sim::catalog::index::Index;
pub use shardscope_sim::catalog::pattern::ShardKeyPattern;
pub use shardscope_sim::catalog::{Chunk, Collection, ShardState};
pub use shardscope_sim::cluster::*;
pub use shardscope_sim::error::CommandError;
pub use shardscope_sim::version::ServerVersion::{self, V4_2, V4_4, V5_0, V6_0, V7_0, V8_0};

pub const NS: &str = "shop.orders";
pub const MIB: u64 = 1 << 20;
/// A document of [`mib`] stands for this many: together 1 MiB.
pub const PER_MIB: u64 = 1024;
pub const MIN: RawBsonRef<'static> = RawBsonRef::MinKey;
pub const MAX: RawBsonRef<'static> = RawBsonRef::MaxKey;

/// Shards from a text such as `A:hot,cold B`.
pub fn cluster(server: ServerVersion, shards: &str) -> Cluster {
    let shards = shards.split_whitespace().map(|shard| {
        let (name, zones) = shard.split_once(':').unwrap_or((shard, ""));
        (name.to_owned(), zones.split(',').filter(|zone| !zone.is_empty()).map(str::to_owned).collect())
    });
    let mut cluster = Cluster::new(ClusterConfig {
        server,
        shards: shards.collect(),
        range_size_bytes: server.profile().range_size_default_bytes,
        balancer_on: true,
        migration_bytes_per_sec: 100 * MIB,
        migration_overhead_ms: 100,
    })
    .unwrap();
    let first = cluster.shards()[0].name().to_owned();
    cluster.enable_sharding("shop", Some(&first)).unwrap();
    cluster
}

pub fn key(pattern: &RawDocumentBuf) -> ShardKeyPattern {
    ShardKeyPattern::parse(pattern).unwrap()
}

pub const PREPARED: ShardCollectionOptions = ShardCollectionOptions {
    unique: false,
    presplit_hashed_zones: false,
    num_initial_chunks: 0,
    simple_collation: false,
    prepares: true,
};

/// A cluster with [`NS`] sharded, empty.
pub fn sharded(server: ServerVersion, shards: &str, pattern: &RawDocumentBuf) -> Cluster {
    let mut cluster = cluster(server, shards);
    cluster.shard_collection(NS, key(pattern), PREPARED).unwrap();
    cluster
}

/// The same, keeping whole documents.
pub fn kept(server: ServerVersion, shards: &str, pattern: &RawDocumentBuf) -> Cluster {
    let mut cluster = cluster(server, shards);
    let options = CollectionOptions { keeps_documents: true, ..CollectionOptions::default() };
    cluster.create_collection_with(NS, options).unwrap();
    cluster.shard_collection(NS, key(pattern), PREPARED).unwrap();
    cluster
}

/// The same, where every document of [`mib`] weighs 1 MiB.
pub fn heavy(server: ServerVersion, shards: &str, pattern: &RawDocumentBuf) -> Cluster {
    let mut cluster = cluster(server, shards);
    cluster.create_collection(NS, PER_MIB).unwrap();
    cluster.shard_collection(NS, key(pattern), PREPARED).unwrap();
    cluster
}

/// The document, filled up to 1024 bytes.
pub fn mib(mut document: RawDocumentBuf) -> RawDocumentBuf {
    let room = 1024 - document.as_bytes().len() - 10;
    document.append(::bson::raw::cstr!("pad"), "p".repeat(room));
    assert_eq!(document.as_bytes().len(), 1024);
    document
}

pub fn insert(cluster: &mut Cluster, document: &RawDocumentBuf) {
    let collection = cluster.collection_idx(NS).unwrap();
    cluster.insert(collection, document).unwrap();
}

pub fn insert_mib(cluster: &mut Cluster, documents: impl IntoIterator<Item = RawDocumentBuf>) {
    for document in documents {
        insert(cluster, &mib(document));
    }
}

pub fn collection(cluster: &Cluster) -> &Collection {
    cluster.collection(NS).unwrap()
}

/// The chunk that a document belongs to, as `[min, max) shard`.
pub fn place(cluster: &Cluster, document: &RawDocumentBuf) -> String {
    let collection = collection(cluster);
    let mut key = shardscope_sim::bson::KeyBuf::default();
    collection.pattern().unwrap().encode_document(document, &mut key).unwrap();
    text(cluster, &collection.chunks()[collection.chunk_idx_of(key.as_ref()).unwrap()])
}

/// The shard that a document belongs to.
pub fn shard(cluster: &Cluster, document: &RawDocumentBuf) -> String {
    place(cluster, document).rsplit_once(' ').unwrap().1.to_owned()
}

fn text(cluster: &Cluster, chunk: &Chunk) -> String {
    let pattern = collection(cluster).pattern().unwrap();
    let label = |key: &shardscope_sim::bson::KeyValue| short_label(&pattern.decode(key.as_ref()));
    format!("[{}, {}) {}", label(chunk.min()), label(chunk.max()), cluster.shards()[chunk.shard_idx()].name())
}

pub fn chunks(cluster: &Cluster) -> Vec<String> {
    collection(cluster).chunks().iter().map(|chunk| text(cluster, chunk)).collect()
}

/// Bounds of all chunks but the last as int64: of a single hashed field.
pub fn hash_points(cluster: &Cluster) -> Vec<i64> {
    let pattern = collection(cluster).pattern().unwrap();
    let points = collection(cluster).chunks().iter().skip(1);
    let value = |chunk: &Chunk| match pattern.decode(chunk.min().as_ref()).iter().next().unwrap().unwrap().1 {
        RawBsonRef::Int64(hash) => hash,
        other => panic!("no hash: {other:?}"),
    };
    points.map(value).collect()
}

/// MiB of [`NS`] on each shard.
pub fn loads(cluster: &Cluster) -> Vec<u64> {
    (0..cluster.shards().len()).map(|shard| collection(cluster).shard_bytes(shard) / MIB).collect()
}

/// Documents of [`NS`] on each shard.
pub fn documents(cluster: &Cluster) -> Vec<u64> {
    (0..cluster.shards().len()).map(|shard| collection(cluster).shard_documents(shard)).collect()
}

/// Chunks of [`NS`] on each shard.
pub fn chunk_counts(cluster: &Cluster) -> Vec<u64> {
    (0..cluster.shards().len()).map(|shard| collection(cluster).shard_chunks(shard)).collect()
}

/// Moves the chunk that holds a key, at once.
pub fn move_to(cluster: &mut Cluster, find: &RawDocumentBuf, to: &str) {
    cluster.move_chunk(NS, ChunkRef::Find(find), to, true).unwrap();
    while let Some(migration) = cluster.migrations().first() {
        let ends = migration.ends();
        cluster.advance_to(ends);
    }
}

/// Lets the balancer do all that it will.
pub fn settle(cluster: &mut Cluster) {
    for _ in 0..100_000 {
        match cluster.next_event_at() {
            Some(at) if !cluster.is_at_rest() => cluster.advance_to(at),
            _ => break,
        }
    }
    assert!(cluster.is_at_rest());
    cluster.check_invariants().unwrap();
}

pub fn migrations(cluster: &Cluster) -> usize {
    let started = |event: &&ClusterEvent| matches!(event.kind, EventKind::MigrationStarted { .. });
    cluster.events().iter().filter(started).count()
}

/// Why the last round moved nothing more.
pub fn why(cluster: &Cluster) -> NoMoveReason {
    let decision = cluster.events().iter().rev().find_map(|event| match &event.kind {
        EventKind::Decision { decision, .. } => Some(decision),
        _ => None,
    });
    decision.unwrap().why().unwrap().reason.clone()
}

pub fn zone(cluster: &mut Cluster, min: &RawDocumentBuf, max: &RawDocumentBuf, zone: &str) -> Result<(), CommandError> {
    cluster.update_zone_key_range(NS, min, max, Some(zone))
}

pub fn code<T: std::fmt::Debug>(result: Result<T, CommandError>) -> i32 {
    result.unwrap_err().code()
}

pub fn refused<T: std::fmt::Debug>(result: Result<T, CommandError>) -> (i32, &'static str) {
    let refusal = result.unwrap_err();
    (refusal.code(), refusal.code_name())
}

/// The hash of the only value of a document.
pub fn hash(document: &RawDocumentBuf) -> i64 {
    hash64(document.iter().next().unwrap().unwrap().1)
}

/// An index by its key document.
pub fn index(key: &RawDocumentBuf) -> Index {
    Index::plain(Index::parse_key(key).unwrap())
}

pub fn date(text_ms: i64) -> ::bson::DateTime {
    ::bson::DateTime::from_millis(text_ms)
}

pub fn oid(hex: &str) -> ::bson::oid::ObjectId {
    ::bson::oid::ObjectId::parse_str(hex).unwrap()
}
