//! What happened, as data.

use super::{ActiveWindow, CollectionIdx, Fault, OperationFailure, OperationKind, OperationPhase, Tick};
use crate::balancer::{Decision, MoveReason};
use crate::bson::KeyValue;
use crate::catalog::ShardIdx;
use crate::initial_split::InitialLayout;

/// One line of the event log.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ClusterEvent {
    /// When it happened, or first happened.
    pub at: Tick,
    /// The collection that it is about.
    pub collection: Option<CollectionIdx>,
    /// What happened.
    pub kind: EventKind,
}

/// Why a chunk was split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SplitCause {
    /// A zone bound lay inside it.
    ZoneBound,
    /// It was too large to move whole.
    TooBig,
    /// Somebody asked for it.
    Manual,
    /// Enough was written to it (up to 6.0.2).
    Autosplit,
    /// The same for the first or last chunk of a ranged key: it was cut next to its end.
    AutosplitAtEdge,
}

/// Why chunks were merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MergeCause {
    /// Somebody asked for it.
    Manual,
    /// They have lain side by side on one shard for long enough (7.0 and later).
    AutoMerger,
    /// `configureCollectionBalancing` asked for defragmentation (6.0 and later).
    Defragmentation,
}

/// Why a migration ended without a change of owner.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MigrationFailure {
    /// The range holds more documents than a migration takes.
    ChunkTooBig {
        /// Documents in the range.
        n_documents: u64,
        /// The limit: 2 x range size / average document size.
        n_documents_max: u64,
    },
    /// The recipient is being removed.
    RecipientDraining,
    /// Donor or recipient already takes part in another migration.
    ShardBusy,
    /// Donor or recipient has no primary.
    ShardDown {
        /// Which of them.
        shard: ShardIdx,
    },
    /// The recipient has no space left.
    ShardFull {
        /// The recipient.
        shard: ShardIdx,
    },
    /// The config servers had no primary when the range was to change its owner.
    ConfigReadOnly,
    /// Somebody broke it off.
    Aborted,
    /// The recipient still has to delete documents of this range that it gave away before.
    RangeDeletionPending {
        /// When it will delete them.
        due: Tick,
    },
    /// A document has the value of a unique index that another document has on the recipient.
    DuplicateKey {
        /// The index.
        index: String,
    },
}

impl MigrationFailure {
    /// The limit that was exceeded, if that is what was in the way.
    #[must_use]
    pub fn n_documents_max(&self) -> Option<u64> {
        match self {
            Self::ChunkTooBig { n_documents_max, .. } => Some(*n_documents_max),
            _ => None,
        }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A database got its primary shard.
    DatabaseCreated {
        /// Database name.
        database: String,
        /// Its primary.
        primary: ShardIdx,
    },
    /// An unsharded collection.
    CollectionCreated {
        /// The shard that holds it.
        shard: ShardIdx,
    },
    /// A collection got its first chunks.
    CollectionSharded {
        /// How they were laid out.
        layout: InitialLayout,
        /// How many.
        n_chunks: usize,
    },
    /// A range is on its way to another shard.
    MigrationStarted {
        /// Number of the migration.
        id: u32,
        /// The chunk that it takes from.
        chunk_id: u32,
        /// Donor.
        from: ShardIdx,
        /// Recipient.
        to: ShardIdx,
        /// Lower bound of the range.
        min: KeyValue,
        /// Upper bound of the range.
        max: KeyValue,
        /// Documents in it at the start.
        n_documents: u64,
        /// Their bytes.
        n_bytes: u64,
        /// Whether the whole chunk moves.
        whole_chunk: bool,
        /// When it will end.
        ends: Tick,
        /// Why it moves.
        reason: MoveReason,
    },
    /// The recipient owns the range now.
    MigrationDone {
        /// Number of the migration.
        id: u32,
        /// Documents that moved, those inserted on the way included.
        n_documents: u64,
        /// Their bytes.
        n_bytes: u64,
    },
    /// The donor keeps the range.
    MigrationFailed {
        /// Number of the migration.
        id: u32,
        /// Donor.
        from: ShardIdx,
        /// Recipient.
        to: ShardIdx,
        /// Lower bound of the range.
        min: KeyValue,
        /// Upper bound of the range.
        max: KeyValue,
        /// What was in the way.
        failure: MigrationFailure,
        /// Why it was to move.
        reason: MoveReason,
    },
    /// One chunk became several, on the same shard.
    Split {
        /// Lower bound of the chunk.
        min: KeyValue,
        /// Upper bound of the chunk.
        max: KeyValue,
        /// Where it was split.
        points: Vec<KeyValue>,
        /// Why.
        cause: SplitCause,
    },
    /// Several chunks of one shard became one.
    Merged {
        /// Lower bound of the result.
        min: KeyValue,
        /// Upper bound of the result.
        max: KeyValue,
        /// How many they were.
        n_chunks: usize,
        /// Why.
        cause: MergeCause,
    },
    /// A chunk is too large to move and has no split point; the balancer leaves it alone from now on.
    Jumbo {
        /// Lower bound.
        min: KeyValue,
        /// Upper bound.
        max: KeyValue,
        /// Its shard.
        shard: ShardIdx,
        /// Documents in it.
        n_documents: u64,
        /// What a migration takes at most.
        n_documents_max: u64,
    },
    /// The flag was taken off by hand.
    JumboCleared {
        /// Lower bound.
        min: KeyValue,
        /// Upper bound.
        max: KeyValue,
    },
    /// The balancer looked at the collection.
    Decision {
        /// What came of it.
        decision: Decision,
        /// How many rounds in a row came to the same, if it moved nothing.
        n_rounds: u64,
        /// The last of them.
        last_at: Tick,
    },
    /// A new shard.
    ShardAdded {
        /// The shard.
        shard: ShardIdx,
    },
    /// `removeShard`: the shard gives its chunks away from now on.
    ShardDraining {
        /// The shard.
        shard: ShardIdx,
    },
    /// The shard is empty and gone.
    ShardRemoved {
        /// The shard.
        shard: ShardIdx,
    },
    /// A shard joined a zone.
    ShardJoinedZone {
        /// The shard.
        shard: ShardIdx,
        /// Zone name.
        zone: String,
    },
    /// A shard left a zone.
    ShardLeftZone {
        /// The shard.
        shard: ShardIdx,
        /// Zone name.
        zone: String,
    },
    /// A zone got a range. The bounds of a collection that is not sharded yet have no key order, so only its name is here.
    ZoneRangeSet {
        /// Namespace.
        ns: String,
        /// Zone name.
        zone: String,
        /// Bounds, completed with `MinKey`, if the collection is sharded.
        range: Option<(KeyValue, KeyValue)>,
    },
    /// A zone lost a range.
    ZoneRangeRemoved {
        /// Namespace.
        ns: String,
        /// Zone name.
        zone: String,
        /// Bounds, if the collection is sharded.
        range: Option<(KeyValue, KeyValue)>,
    },
    /// The balancer was switched.
    BalancerSet {
        /// Whether it runs now.
        on: bool,
    },
    /// Balancing of one collection was switched.
    CollectionBalancingSet {
        /// Whether its chunks may move now.
        on: bool,
    },
    /// The range size changed.
    RangeSizeSet {
        /// The new one.
        bytes: u64,
    },
    /// A database moved to another primary.
    PrimaryMoved {
        /// Database name.
        database: String,
        /// The new primary.
        to: ShardIdx,
    },
    /// The range size of one collection changed.
    CollectionRangeSizeSet {
        /// Its own, or `None`: that of the cluster.
        bytes: Option<u64>,
    },
    /// The balancing window changed.
    ActiveWindowSet {
        /// The new one, or `None`: all day.
        window: Option<ActiveWindow>,
    },
    /// Documents were deleted.
    Deleted {
        /// How many.
        n_documents: u64,
        /// Their bytes.
        n_bytes: u64,
        /// By the TTL monitor, not by a command.
        by_ttl: bool,
    },
    /// A document went to another shard because its shard key value changed.
    DocumentMoved {
        /// Where it was.
        from: ShardIdx,
        /// Where it is.
        to: ShardIdx,
    },
    /// Documents of a range that the shard does not own any more were deleted.
    OrphansDeleted {
        /// Where they lay.
        shard: ShardIdx,
        /// How many.
        n_documents: u64,
        /// Their bytes.
        n_bytes: u64,
    },
    /// The shard key got more fields.
    KeyRefined {
        /// The new key.
        key: String,
    },
    /// A collection is being written anew.
    OperationStarted {
        /// What is done to it.
        kind: OperationKind,
        /// When it will be done if nothing changes.
        ends: Tick,
    },
    /// It goes on.
    OperationPhase {
        /// The phase that begins.
        phase: OperationPhase,
    },
    /// The collection is as it was to be.
    OperationDone {
        /// What was done to it.
        kind: OperationKind,
        /// Chunks that it has now.
        n_chunks: usize,
        /// Writes that had to wait while they were blocked.
        n_writes_held: u64,
    },
    /// The collection is as it was before.
    OperationFailed {
        /// What was to be done to it.
        kind: OperationKind,
        /// Why it was not.
        failure: OperationFailure,
    },
    /// Something stopped working.
    FaultBegan {
        /// What.
        fault: Fault,
        /// When it will end by itself.
        until: Option<Tick>,
    },
    /// It works again.
    FaultEnded {
        /// What.
        fault: Fault,
    },
    /// Merging of small chunks was switched on or off for the collection.
    Defragmenting {
        /// On.
        on: bool,
    },
}
