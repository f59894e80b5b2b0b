//! The cluster over simulated time: commands and inserts come in, migrations take their time, the balancer runs its rounds.
//!
//! Time is an integer count of milliseconds and stands still unless [`Cluster::advance_to`] moves it. Work is done at events
//! only, so idle time costs nothing.

mod abort;
mod autosplit;
mod commands;
mod digest;
mod event;
mod fault;
mod founding;
mod invariants;
mod merger;
mod migration;
mod operation;
mod orphan;
mod round;
mod run_command;
mod time;
mod ttl;
mod window;
mod writes;

#[cfg(test)]
mod tests;

pub use commands::{
    BalancingOptions, ChunkRef, CollectionOptions, CollectionStatus, DrainStatus, INDEXES_MAX, MoveOptions,
    RESHARD_CHUNKS, RemoveShardStatus, ReshardOptions, SPLIT_POINTS_MAX, ShardCollectionOptions, ShardRange,
};
pub use event::{ClusterEvent, EventKind, MergeCause, MigrationFailure, SplitCause};
pub use fault::{ActiveFault, Fault};
pub use founding::FoundingRates;
pub use invariants::InvariantError;
pub use migration::Migration;
pub use operation::{
    Operation, OperationEstimate, OperationFailure, OperationKind, OperationPhase, RESHARD_BLOCK_MS,
    RESHARD_DURATION_MIN_MS,
};
pub use orphan::{ORPHAN_DELAY_MS, OrphanCount, OrphanRange, RECEIVE_WAIT_MS};
pub use ttl::TTL_PERIOD_MS;
pub use window::{ActiveWindow, DAY_MS};
pub use writes::{
    DeleteReply, FindAndModify, FindAndModifyReply, InsertReply, Modification, Update, UpdateReply, WriteRoute,
};

use ::bson::{RawDocument, RawDocumentBuf};

use crate::catalog::{Collection, Database, Shard, ShardIdx, ShardState};
use crate::error::CommandError;
use crate::version::{ServerProfile, ServerVersion};
use commands::PendingZone;

/// Simulated time in milliseconds.
pub type Tick = u64;

/// Position of a collection in the order of creation.
pub type CollectionIdx = usize;

/// Smallest range size, bytes.
pub const RANGE_SIZE_MIN_BYTES: u64 = 1 << 20;
/// Largest range size, bytes.
pub const RANGE_SIZE_MAX_BYTES: u64 = 1024 << 20;
/// Pause after a round that moved nothing, and while the balancer is off.
pub const ROUND_IDLE_MS: Tick = 10_000;
/// Shortest time between the starts of two rounds when the first one moves something (`balancerMigrationsThrottlingMs`).
pub const ROUND_BUSY_MS: Tick = 1_000;

/// A cluster before anything happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterConfig {
    /// The server whose behaviour is simulated.
    pub server: ServerVersion,
    /// Shards in the order of `config.shards`, each with its zones.
    pub shards: Vec<(String, Vec<String>)>,
    /// Range size, bytes: a whole number of MiB from 1 to 1024.
    pub range_size_bytes: u64,
    /// Whether the balancer runs.
    pub balancer_on: bool,
    /// Speed of one migration; 1 or more.
    pub migration_bytes_per_sec: u64,
    /// What every migration takes besides copying.
    pub migration_overhead_ms: Tick,
}

/// A simulated sharded cluster.
#[derive(Debug)]
pub struct Cluster {
    profile: &'static ServerProfile,
    range_size_bytes: u64,
    balancer_on: bool,
    migration_bytes_per_sec: u64,
    migration_overhead_ms: Tick,
    now: Tick,
    shards: Vec<Shard>,
    databases: Vec<Database>,
    collections: Vec<Collection>,
    /// Zone ranges of collections that are not sharded yet, in the order in which they were set.
    pending_zones: Vec<PendingZone>,
    migrations: Vec<Migration>,
    n_migrations: u32,
    events: Vec<ClusterEvent>,
    rounds: round::RoundClock,
    merger: merger::MergerClock,
    window: Option<ActiveWindow>,
    /// A migration of this round could not start, for another reason than its size.
    round_is_hindered: bool,
    orphans: Vec<OrphanRange>,
    orphan_delay_ms: Tick,
    operation: Option<Operation>,
    faults: Vec<ActiveFault>,
    ttl: ttl::TtlClock,
}

impl Cluster {
    /// A cluster with its shards, without collections, at time 0.
    ///
    /// # Errors
    /// No shard, a shard name that is empty or used twice, a range size or rate out of bounds.
    pub fn new(config: ClusterConfig) -> Result<Self, CommandError> {
        if config.migration_bytes_per_sec == 0 {
            return Err(CommandError::MigrationRateZero);
        }
        let mut cluster = Self {
            profile: config.server.profile(),
            range_size_bytes: checked_range_size(config.range_size_bytes)?,
            balancer_on: config.balancer_on,
            migration_bytes_per_sec: config.migration_bytes_per_sec,
            migration_overhead_ms: config.migration_overhead_ms,
            now: 0,
            shards: Vec::new(),
            databases: Vec::new(),
            collections: Vec::new(),
            pending_zones: Vec::new(),
            migrations: Vec::new(),
            n_migrations: 0,
            events: Vec::new(),
            rounds: round::RoundClock::default(),
            merger: merger::MergerClock::default(),
            window: None,
            round_is_hindered: false,
            orphans: Vec::new(),
            orphan_delay_ms: ORPHAN_DELAY_MS,
            operation: None,
            faults: Vec::new(),
            ttl: ttl::TtlClock::default(),
        };
        for (name, zones) in config.shards {
            cluster.push_shard(name, zones)?;
        }
        if cluster.shards.is_empty() {
            return Err(CommandError::NoShards);
        }
        Ok(cluster)
    }

    /// The present simulated time.
    #[must_use]
    pub fn now(&self) -> Tick {
        self.now
    }

    /// The rules that are simulated.
    #[must_use]
    pub fn profile(&self) -> &'static ServerProfile {
        self.profile
    }

    /// Whether the balancer runs.
    #[must_use]
    pub fn balancer_on(&self) -> bool {
        self.balancer_on
    }

    /// The range size, bytes.
    #[must_use]
    pub fn range_size_bytes(&self) -> u64 {
        self.range_size_bytes
    }

    /// The range size that holds for a collection: its own, else that of the cluster, bytes.
    #[must_use]
    pub fn range_size_of(&self, collection_idx: CollectionIdx) -> u64 {
        let own = self.collections.get(collection_idx).and_then(Collection::own_range_size_bytes);
        own.unwrap_or(self.range_size_bytes)
    }

    /// The balancing window; none means all day.
    #[must_use]
    pub fn active_window(&self) -> Option<ActiveWindow> {
        self.window
    }

    /// Shards in the order of `config.shards`. Removed ones stay, so that positions do.
    #[must_use]
    pub fn shards(&self) -> &[Shard] {
        &self.shards
    }

    /// Databases in the order of creation.
    #[must_use]
    pub fn databases(&self) -> &[Database] {
        &self.databases
    }

    /// Collections in the order of creation.
    #[must_use]
    pub fn collections(&self) -> &[Collection] {
        &self.collections
    }

    /// Zone ranges of collections that are not sharded yet, as they were set: namespace, zone, bounds.
    pub(crate) fn zones_set_before(&self) -> impl Iterator<Item = (&str, &str, &RawDocumentBuf, &RawDocumentBuf)> {
        self.pending_zones.iter().map(|zone| (zone.ns.as_str(), zone.zone.as_str(), &zone.min, &zone.max))
    }

    /// The collection of a namespace.
    #[must_use]
    pub fn collection(&self, ns: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.ns() == ns)
    }

    /// The position of a namespace's collection.
    #[must_use]
    pub fn collection_idx(&self, ns: &str) -> Option<CollectionIdx> {
        self.collections.iter().position(|collection| collection.ns() == ns)
    }

    /// The collection at a position.
    #[must_use]
    pub fn collection_at(&self, collection_idx: CollectionIdx) -> Option<&Collection> {
        self.collections.get(collection_idx)
    }

    /// Migrations in flight, in the order of their start.
    #[must_use]
    pub fn migrations(&self) -> &[Migration] {
        &self.migrations
    }

    /// Everything that happened, in order. Only the last decision of a collection may still change: while nothing moves for
    /// the same reason its count rises.
    #[must_use]
    pub fn events(&self) -> &[ClusterEvent] {
        &self.events
    }

    /// Inserts a document, now. Its shard key decides the chunk; the chunk's owner takes it.
    ///
    /// # Errors
    /// No such collection, a key that cannot be extracted (arrays; until 4.2 missing fields and more than 512 bytes), a value
    /// that a unique index has already, a shard that takes nothing, or 4 GiB of keys reached. Nothing has changed then.
    #[inline]
    pub fn insert(&mut self, collection_idx: CollectionIdx, document: &RawDocument) -> Result<(), CommandError> {
        let Some(collection) = self.collections.get_mut(collection_idx) else {
            return Err(CommandError::NamespaceNotFound { ns: format!("#{collection_idx}") });
        };
        if collection.is_checked() || !self.faults.is_empty() || self.operation.is_some() {
            return self.insert_checked(collection_idx, document);
        }
        let placed = collection.insert(document)?;
        if let Some(migration_id) = placed.migration_id {
            migration::count_insert(&mut self.migrations, migration_id, collection, placed.size_bytes);
        }
        self.rounds.wake();
        self.after_write(collection_idx, placed.chunk_idx);
        Ok(())
    }

    fn shard_idx(&self, name: &str) -> Option<ShardIdx> {
        self.shards.iter().position(|shard| shard.name() == name && shard.is_present())
    }

    fn push_event(&mut self, collection: Option<CollectionIdx>, kind: EventKind) {
        if !matches!(kind, EventKind::Decision { .. }) {
            self.merger.wake();
        }
        self.events.push(ClusterEvent { at: self.now, collection, kind });
    }

    fn push_shard(&mut self, name: String, zones: Vec<String>) -> Result<ShardIdx, CommandError> {
        if name.is_empty() {
            return Err(CommandError::EmptyShardName);
        }
        if self.shards.iter().any(|shard| shard.name() == name && shard.state() != ShardState::Removed) {
            return Err(CommandError::ShardExists { shard: name });
        }
        self.shards.push(Shard::new(name, zones));
        Ok(self.shards.len() - 1)
    }
}

/// Server 8.0, `chunksize`: 1 to 1024 MiB, whole.
fn checked_range_size(bytes: u64) -> Result<u64, CommandError> {
    let in_bounds = (RANGE_SIZE_MIN_BYTES..=RANGE_SIZE_MAX_BYTES).contains(&bytes);
    if in_bounds && bytes.is_multiple_of(1 << 20) {
        Ok(bytes)
    } else {
        Err(CommandError::RangeSizeOutOfBounds { bytes })
    }
}
