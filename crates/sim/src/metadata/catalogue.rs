//! What the config servers store, as data: enough to found a cluster on.

use ::bson::RawDocumentBuf;

use super::error::CatalogueError;
use crate::bson::KeyValue;
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{ChunkVersion, ShardIdx, ZoneRange};
use crate::cluster::ActiveWindow;
use crate::version::ServerVersion;

/// A whole cluster's metadata. Positions of shards are those in [`Catalogue::shards`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    /// The server whose metadata it is.
    pub server: ServerVersion,
    /// Shards in the order of `config.shards`.
    pub shards: Vec<ShardRecord>,
    /// Databases.
    pub databases: Vec<DatabaseRecord>,
    /// Sharded collections, and unsharded ones that were put somewhere (8.0 and later).
    pub collections: Vec<CollectionRecord>,
    /// Zone ranges of collections that are not sharded yet.
    pub pending_zones: Vec<PendingZoneRecord>,
    /// The `chunksize` setting, bytes; none means the version's default.
    pub range_size_bytes: Option<u64>,
    /// Whether the balancer runs.
    pub balancer_on: bool,
    /// The balancing window; none means all day.
    pub window: Option<ActiveWindow>,
}

/// A shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardRecord {
    /// Shard id.
    pub name: String,
    /// Its zones in the order in which it joined them.
    pub zones: Vec<String>,
    /// `removeShard` was called for it.
    pub draining: bool,
}

/// A database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseRecord {
    /// Its name.
    pub name: String,
    /// Its primary shard.
    pub primary: ShardIdx,
    /// `enableSharding` was run for it, which matters until 5.0.
    pub sharding_enabled: bool,
}

/// A collection.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "fields of config.collections, each of its own")]
pub struct CollectionRecord {
    /// `database.collection`.
    pub ns: String,
    /// The shard key.
    pub pattern: ShardKeyPattern,
    /// Whether the shard key is unique.
    pub unique: bool,
    /// Whether the balancer may move its chunks.
    pub balancing: bool,
    /// Its own range size, bytes.
    pub range_size_bytes: Option<u64>,
    /// Whether the `AutoMerger` may merge its chunks.
    pub auto_merge: bool,
    /// Whether merging of its chunks was asked for and is not done yet.
    pub defragmenting: bool,
    /// Whether its default collation compares text byte by byte.
    pub simple_collation: bool,
    /// Not sharded: put on the shard of its only chunk by `moveCollection` or `unshardCollection` (8.0 and later).
    pub unsplittable: bool,
    /// Zone ranges in key order.
    pub zones: Vec<ZoneRange>,
    /// Chunks in key order. The first begins at `MinKey` in every field; each ends where the next begins, the last at
    /// `MaxKey` in every field.
    pub chunks: Vec<ChunkRecord>,
    /// How many documents each document of the simulation stands for; 1 or more.
    pub stands_for: u64,
}

/// A chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkRecord {
    /// Lower bound, inclusive.
    pub min: KeyValue,
    /// Its owner.
    pub shard_idx: ShardIdx,
    /// Its version.
    pub version: ChunkVersion,
    /// Flagged jumbo.
    pub jumbo: bool,
    /// When its owner got it, seconds since 1970.
    pub since_secs: Option<u32>,
    /// The owner before, as far as its history goes back.
    pub from: Option<ShardIdx>,
    /// Documents in it.
    pub n_documents: Option<u64>,
    /// Bytes in it.
    pub n_bytes: Option<u64>,
}

/// A zone range of a collection that is not sharded yet, bounds as they were given.
#[derive(Debug, Clone, PartialEq)]
pub struct PendingZoneRecord {
    /// `database.collection`.
    pub ns: String,
    /// Zone name.
    pub zone: String,
    /// Lower bound.
    pub min: RawDocumentBuf,
    /// Upper bound.
    pub max: RawDocumentBuf,
}

/// Raw documents compare by their bytes.
impl Eq for PendingZoneRecord {}

impl Catalogue {
    /// A cluster without databases, with the version's defaults.
    #[must_use]
    pub fn new(server: ServerVersion, shards: Vec<ShardRecord>) -> Self {
        Self {
            server,
            shards,
            databases: Vec::new(),
            collections: Vec::new(),
            pending_zones: Vec::new(),
            range_size_bytes: None,
            balancer_on: true,
            window: None,
        }
    }

    /// Checks what founding relies on: names, positions, coverage, versions, zones.
    pub fn check(&self) -> Result<(), CatalogueError> {
        if self.shards.is_empty() {
            return Err(CatalogueError::NoShards);
        }
        for (idx, shard) in self.shards.iter().enumerate() {
            if shard.name.is_empty() {
                return Err(CatalogueError::EmptyShardName);
            }
            if self.shards.iter().take(idx).any(|earlier| earlier.name == shard.name) {
                return Err(CatalogueError::ShardTwice { shard: shard.name.clone() });
            }
        }
        for (idx, collection) in self.collections.iter().enumerate() {
            if self.collections.iter().take(idx).any(|earlier| earlier.ns == collection.ns) {
                return Err(CatalogueError::CollectionTwice { ns: collection.ns.clone() });
            }
            collection.check(self.shards.len())?;
        }
        match self.databases.iter().find(|database| database.primary >= self.shards.len()) {
            Some(database) => Err(CatalogueError::UnknownShard { ns: database.name.clone() }),
            None => Ok(()),
        }
    }
}

/// Whether a text is `database.collection`.
pub(super) fn is_namespace(ns: &str) -> bool {
    ns.split_once('.').is_some_and(|(database, name)| !database.is_empty() && !name.is_empty())
}

impl CollectionRecord {
    /// A collection with the server's defaults and without chunks.
    #[must_use]
    pub fn new(ns: String, pattern: ShardKeyPattern) -> Self {
        Self {
            ns,
            pattern,
            unique: false,
            balancing: true,
            range_size_bytes: None,
            auto_merge: true,
            defragmenting: false,
            simple_collation: true,
            unsplittable: false,
            zones: Vec::new(),
            chunks: Vec::new(),
            stands_for: 1,
        }
    }

    /// Each chunk with its upper bound.
    pub fn ranges(&self) -> impl Iterator<Item = (&ChunkRecord, KeyValue)> {
        let ends = self.chunks.iter().skip(1).map(|chunk| chunk.min.clone());
        self.chunks.iter().zip(ends.chain([self.pattern.global_max()]))
    }

    fn check(&self, n_shards: usize) -> Result<(), CatalogueError> {
        let ns = || self.ns.clone();
        if !is_namespace(&self.ns) {
            return Err(CatalogueError::Namespace { ns: ns() });
        }
        if self.stands_for == 0 {
            return Err(CatalogueError::StandsForNone { ns: ns() });
        }
        if self.chunks.first().is_none_or(|chunk| chunk.min != self.pattern.global_min()) {
            return Err(CatalogueError::NoBeginning { ns: ns() });
        }
        if self.ranges().any(|(chunk, max)| chunk.min >= max) {
            return Err(CatalogueError::NotAscending { ns: ns() });
        }
        if self.chunks.iter().any(|chunk| chunk.shard_idx >= n_shards) {
            return Err(CatalogueError::UnknownShard { ns: ns() });
        }
        let mut versions: Vec<ChunkVersion> = self.chunks.iter().map(|chunk| chunk.version).collect();
        versions.sort_unstable();
        if versions.windows(2).any(|pair| matches!(pair, [left, right] if left == right)) {
            return Err(CatalogueError::VersionTwice { ns: ns() });
        }
        let ends = self.zones.iter().map(|zone| &zone.max);
        let overlap = self.zones.iter().skip(1).zip(ends).any(|(zone, end)| zone.min < *end);
        if overlap || self.zones.iter().any(|zone| zone.min >= zone.max) {
            return Err(CatalogueError::Zones { ns: ns() });
        }
        Ok(())
    }
}
