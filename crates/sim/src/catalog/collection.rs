//! Collections: unsharded on one shard, or sharded into chunks.

use std::collections::BTreeMap;

use ::bson::{RawDocument, RawDocumentBuf};

use super::chunk::{Chunk, ChunkVersion};
use super::index::Index;
use super::pattern::ShardKeyPattern;
use super::routing::{Handover, RoutingTable};
use super::shard::ShardIdx;
use super::store::{Entry, KeyArena};
use super::uniques::Uniques;
use super::unsharded::Unsharded;
use super::zone::{ZonePlace, ZoneRange, ZoneRanges};
use crate::bson::{KeyBuf, KeyRef, KeyValue};
use crate::cluster::Tick;
use crate::error::CommandError;
use crate::initial_split::InitialChunk;

/// What one shard holds of a collection, before multiplication.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ShardUsage {
    /// Documents.
    pub n_documents: u64,
    /// Their bytes.
    pub n_bytes: u64,
    /// Inserts that it took since the collection was sharded.
    pub n_inserts: u64,
    /// Chunks that it owns.
    pub n_chunks: u64,
}

/// Where an inserted document went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Its size, bytes.
    pub size_bytes: u64,
    /// The chunk, if the collection is sharded.
    pub chunk_idx: usize,
    /// The migration that is moving a range of this chunk.
    pub migration_id: Option<u32>,
}

/// A collection. Counts and bytes that its methods return are multiplied by what a document stands for.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "settings, each of its own")]
pub struct Collection {
    ns: String,
    stands_for: u64,
    balancing_enabled: bool,
    usage: Vec<ShardUsage>,
    state: State,
    /// Whole documents are kept, see [`keeps_documents`](Self::keeps_documents).
    keeps: bool,
    /// The whole documents of a sharded collection by their places.
    kept: BTreeMap<u32, RawDocumentBuf>,
    /// Indexes in the order of creation, without the one on `_id`.
    indexes: Vec<Index>,
    uniques: Uniques,
    /// The version limits what keys hold.
    has_key_rules: bool,
    has_ttl: bool,
    simple_collation: bool,
    /// A range size of its own, bytes.
    range_size_bytes: Option<u64>,
    auto_merge: bool,
    defragmenting: bool,
}

#[derive(Debug)]
enum State {
    Unsharded(Unsharded),
    Sharded(Box<Sharded>),
}

/// What a sharded collection has.
#[derive(Debug)]
struct Sharded {
    pattern: ShardKeyPattern,
    unique: bool,
    table: RoutingTable,
    zones: ZoneRanges,
    arena: KeyArena,
    /// The key of the document inserted last.
    key: KeyBuf,
    /// Keys stored before this offset were there when the collection was sharded.
    loaded_mark: u32,
    /// Where the key of the document inserted last lies.
    last_id: u32,
}

impl Collection {
    pub(crate) fn new(ns: String, stands_for: u64, shard_idx: ShardIdx) -> Self {
        let state = State::Unsharded(Unsharded::new(shard_idx));
        Self {
            ns,
            stands_for,
            balancing_enabled: true,
            usage: Vec::new(),
            state,
            keeps: false,
            kept: BTreeMap::new(),
            indexes: Vec::new(),
            uniques: Uniques::default(),
            has_key_rules: false,
            has_ttl: false,
            simple_collation: true,
            range_size_bytes: None,
            auto_merge: true,
            defragmenting: false,
        }
    }

    /// `database.collection`.
    #[must_use]
    pub fn ns(&self) -> &str {
        &self.ns
    }

    /// The database, the part of the namespace before the first dot.
    #[must_use]
    pub fn database(&self) -> &str {
        self.ns.split_once('.').map_or(self.ns.as_str(), |(database, _)| database)
    }

    /// How many documents one inserted document stands for.
    #[must_use]
    pub fn stands_for(&self) -> u64 {
        self.stands_for
    }

    /// Whether it is sharded.
    #[must_use]
    pub fn is_sharded(&self) -> bool {
        matches!(self.state, State::Sharded(_))
    }

    /// The shard that holds all of it while it is unsharded.
    #[must_use]
    pub fn unsharded_on(&self) -> Option<ShardIdx> {
        match &self.state {
            State::Unsharded(unsharded) => Some(unsharded.shard_idx()),
            State::Sharded(_) => None,
        }
    }

    /// The shard key, once sharded.
    #[must_use]
    pub fn pattern(&self) -> Option<&ShardKeyPattern> {
        self.sharded().map(|sharded| &sharded.pattern)
    }

    /// Whether the shard key is unique.
    #[must_use]
    pub fn unique(&self) -> bool {
        self.sharded().is_some_and(|sharded| sharded.unique)
    }

    /// Chunks in key order; none while unsharded.
    #[must_use]
    pub fn chunks(&self) -> &[Chunk] {
        self.sharded().map(|sharded| sharded.table.chunks()).unwrap_or_default()
    }

    /// Position of the chunk that holds a key.
    #[must_use]
    pub fn chunk_idx_of(&self, key: KeyRef<'_>) -> Option<usize> {
        self.sharded().map(|sharded| sharded.table.find(key))
    }

    /// Zone ranges in key order; none while unsharded.
    #[must_use]
    pub fn zone_ranges(&self) -> &[ZoneRange] {
        self.sharded().map(|sharded| sharded.zones.as_slice()).unwrap_or_default()
    }

    /// The zone that covers all of a chunk.
    #[must_use]
    pub fn zone_of(&self, chunk: &Chunk) -> Option<&ZoneRange> {
        self.sharded()?.zones.covering(&chunk.min, &chunk.max)
    }

    /// Where a chunk lies among the zone ranges; none while unsharded.
    pub(crate) fn zone_place(&self, chunk: &Chunk) -> Option<ZonePlace> {
        self.sharded().map(|sharded| sharded.zones.place_of(&chunk.min, &chunk.max))
    }

    /// The collection version: the highest of its chunks' versions.
    #[must_use]
    pub fn version(&self) -> ChunkVersion {
        self.sharded().map(|sharded| sharded.table.version()).unwrap_or_default()
    }

    /// The smallest and the largest key in a chunk of this collection.
    #[must_use]
    pub fn chunk_ends(&self, chunk: &Chunk) -> Option<(KeyRef<'_>, KeyRef<'_>)> {
        let arena = &self.sharded()?.arena;
        chunk.documents.ends().map(|(first, last)| (arena.key(first), arena.key(last)))
    }

    /// The key of a document of this collection.
    #[must_use]
    pub fn key_of(&self, entry: Entry) -> Option<KeyRef<'_>> {
        self.sharded().map(|sharded| sharded.arena.key(entry))
    }

    /// The shard keys of all documents in order of arrival; none while unsharded. O(1) a key.
    pub fn keys_inserted(&self) -> impl Iterator<Item = KeyRef<'_>> {
        self.sharded().into_iter().flat_map(|sharded| sharded.arena.keys())
    }

    /// A mark that tells later inserts from earlier ones, see [`Chunk::n_inserts_since`].
    #[must_use]
    pub fn insert_mark(&self) -> u32 {
        self.sharded().map(|sharded| sharded.arena.end()).unwrap_or_default()
    }

    /// Documents in the collection.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        self.usage.iter().map(|usage| usage.n_documents).sum::<u64>() * self.stands_for
    }

    /// Bytes in the collection.
    #[must_use]
    pub fn n_bytes(&self) -> u64 {
        self.usage.iter().map(|usage| usage.n_bytes).sum::<u64>() * self.stands_for
    }

    /// Inserts since the collection was sharded.
    #[must_use]
    pub fn n_inserts_total(&self) -> u64 {
        self.usage.iter().map(|usage| usage.n_inserts).sum::<u64>() * self.stands_for
    }

    /// Bytes of the collection on a shard.
    #[must_use]
    pub fn shard_bytes(&self, shard_idx: ShardIdx) -> u64 {
        self.usage_of(shard_idx).n_bytes * self.stands_for
    }

    /// Documents of the collection on a shard.
    #[must_use]
    pub fn shard_documents(&self, shard_idx: ShardIdx) -> u64 {
        self.usage_of(shard_idx).n_documents * self.stands_for
    }

    /// Inserts that a shard took since the collection was sharded, wherever the documents are now.
    #[must_use]
    pub fn shard_inserts_total(&self, shard_idx: ShardIdx) -> u64 {
        self.usage_of(shard_idx).n_inserts * self.stands_for
    }

    /// Chunks that a shard owns.
    #[must_use]
    pub fn shard_chunks(&self, shard_idx: ShardIdx) -> u64 {
        self.usage_of(shard_idx).n_chunks
    }

    /// The size that the balancer works with: average document size, rounded down, times documents (server 8.0,
    /// `shardsvrGetStatsForBalancing`; there are no orphans here).
    #[must_use]
    pub fn balancer_bytes(&self, shard_idx: ShardIdx) -> u64 {
        let usage = self.usage_of(shard_idx);
        usage.n_bytes.checked_div(usage.n_documents).unwrap_or(0) * usage.n_documents * self.stands_for
    }

    /// Average size of the collection's documents on a shard, rounded down; none without documents.
    #[must_use]
    pub fn document_bytes_avg(&self, shard_idx: ShardIdx) -> Option<u64> {
        let usage = self.usage_of(shard_idx);
        usage.n_bytes.checked_div(usage.n_documents)
    }

    pub(crate) fn usage_of(&self, shard_idx: ShardIdx) -> ShardUsage {
        self.usage.get(shard_idx).copied().unwrap_or_default()
    }

    fn usage_mut(&mut self, shard_idx: ShardIdx) -> Option<&mut ShardUsage> {
        if self.usage.len() <= shard_idx {
            self.usage.resize(shard_idx + 1, ShardUsage::default());
        }
        self.usage.get_mut(shard_idx)
    }

    fn sharded(&self) -> Option<&Sharded> {
        match &self.state {
            State::Sharded(sharded) => Some(sharded),
            State::Unsharded(_) => None,
        }
    }

    fn sharded_mut(&mut self) -> Option<&mut Sharded> {
        match &mut self.state {
            State::Sharded(sharded) => Some(sharded),
            State::Unsharded(_) => None,
        }
    }
}

mod changes;
mod documents;
mod founding;
mod rewrite;
mod settings;

pub(crate) use changes::ShardingPlan;
pub(crate) use documents::{Found, View};
pub(crate) use founding::Founding;
