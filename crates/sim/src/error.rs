//! Why the cluster refused a command, with the code and name that the server would reply.

mod operation;
mod parse;
mod reply;
mod write;

pub use operation::OperationError;
pub use parse::ParseError;
pub use write::WriteError;

use thiserror::Error;

use crate::catalog::key_error::KeyError;

/// A refused command. [`code`](Self::code) and [`code_name`](Self::code_name) are the server's, [`fix`](Self::fix) says
/// what to do about it; the message says what was refused and why. Bounds and keys inside are shell text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommandError {
    /// The shard key, a bound or a document's key is not usable.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The command document.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A write.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A command of a whole collection, an index or a setting.
    #[error(transparent)]
    Operation(#[from] OperationError),

    /// Not `database.collection`.
    #[error("`{ns}` is not a namespace: it needs a database name, a dot and a collection name")]
    InvalidNamespace {
        /// As given.
        ns: String,
    },
    /// No such collection or database.
    #[error("there is no collection or database `{ns}`")]
    NamespaceNotFound {
        /// As given.
        ns: String,
    },
    /// The collection exists with another weight per document.
    #[error("the collection `{ns}` exists already, and its documents stand for {stands_for} documents each")]
    NamespaceExists {
        /// The collection.
        ns: String,
        /// What one of its documents stands for.
        stands_for: u64,
    },
    /// The command needs a sharded collection.
    #[error("`{ns}` is not sharded")]
    NamespaceNotSharded {
        /// The collection.
        ns: String,
    },
    /// Sharded before, by another key or with other options.
    #[error("`{ns}` is sharded already by {key}, with other options than these")]
    AlreadySharded {
        /// The collection.
        ns: String,
        /// Its shard key.
        key: String,
    },
    /// `stands_for` is 0.
    #[error("a document must stand for one document or more, not for none")]
    StandsForNone,

    /// `unique: true` with a hashed field.
    #[error("a hashed shard key cannot be unique: different values may have the same hash")]
    HashedUnique,
    /// The documents cannot be indexed by the key.
    #[error("no index can serve as the shard key's index of `{ns}`: {reason}")]
    NoUsableIndex {
        /// The collection.
        ns: String,
        /// What is wrong with one of its documents.
        reason: KeyError,
    },
    /// An unsplittable collection needs the key `{ _id: 1 }` and no presplit zones.
    #[error("a collection that stays unsharded has the key {{ _id: 1 }} and no pre-split zones")]
    UnsplittableKey,
    /// A zone range set before sharding names other fields than the shard key.
    #[error("the range {range} of zone `{zone}` does not have exactly the fields of the shard key {key}")]
    ZoneFieldsDiffer {
        /// Zone name.
        zone: String,
        /// Bounds as set.
        range: String,
        /// The shard key.
        key: String,
    },
    /// A zone range set before sharding has a bound that the shard key cannot hold.
    #[error("a bound of the range {range} of zone `{zone}` cannot be a bound of the shard key: {reason}")]
    ZoneBoundUnusable {
        /// Zone name.
        zone: String,
        /// Bounds as set.
        range: String,
        /// What is wrong with the bound.
        reason: KeyError,
    },
    /// `presplitHashedZones` without what it needs.
    #[error("presplitHashedZones needs an empty collection, at least one zone range and a hashed field in the key")]
    PresplitNotApplicable,
    /// The hashed field leads, and the zones are not one range over everything.
    #[error(
        "with the hashed field first, presplitHashedZones needs one zone range from MinKey to MaxKey in every field"
    )]
    PresplitNeedsWholeRange,
    /// `MinKey` or `MaxKey` before the hashed field of a lower bound.
    #[error("the lower bound {min} has MinKey or MaxKey before the hashed field")]
    PresplitPrefixExtreme {
        /// Lower bound.
        min: String,
    },
    /// The hashed value of a lower bound is not `MinKey`.
    #[error("the hashed field of the lower bound {min} is not MinKey")]
    PresplitHashedNotMin {
        /// Lower bound.
        min: String,
    },
    /// Both bounds have the same values before the hashed field.
    #[error("the bounds {min} and {max} are equal before the hashed field")]
    PresplitPrefixEqual {
        /// Lower bound.
        min: String,
        /// Upper bound.
        max: String,
    },
    /// A value after the hashed field of a lower bound is not `MinKey`.
    #[error("a field after the hashed one is not MinKey in the lower bound {min}")]
    PresplitSuffixNotMin {
        /// Lower bound.
        min: String,
    },
    /// Chunks of a zone have no shard to go to.
    #[error("zone `{zone}` has a range but no shard that could take its chunks")]
    ZoneWithoutShard {
        /// Zone name.
        zone: String,
    },
    /// The same, from a server before 8.0.
    #[error("zone `{zone}` has a range but no shard")]
    ZoneWithoutShardLegacy {
        /// Zone name.
        zone: String,
    },
    /// No shard could take the first chunk.
    #[error("there is no shard to place chunks on")]
    NoShards,
    /// Resharding into no chunk.
    #[error("the number of initial chunks must be 1 or more")]
    NoInitialChunks,
    /// Resharding over zones: one of them has no shard.
    #[error("no shard to choose from for zone `{zone}`")]
    SampledZoneWithoutShard {
        /// Zone name.
        zone: String,
    },
    /// Too few distinct keys were sampled.
    #[error("the sampled keys make {n_possible} chunks at most, {n_wanted} are wanted")]
    TooFewDistinctKeys {
        /// Chunks asked for.
        n_wanted: usize,
        /// Chunks that the keys allow.
        n_possible: usize,
    },
    /// `shardDistribution` leaves a gap, overlaps, or does not span the key space.
    #[error("the ranges of shardDistribution must follow each other from MinKey to MaxKey: {range} does not fit")]
    DistributionNotContiguous {
        /// The range that is out of place.
        range: String,
    },
    /// `shardDistribution` puts a zone's range on a shard outside the zone.
    #[error("shardDistribution puts {range} of zone `{zone}` on `{shard}`, which is not in that zone")]
    DistributionAgainstZone {
        /// The range.
        range: String,
        /// Its zone.
        zone: String,
        /// The shard that was named.
        shard: String,
    },

    /// No such shard, or it is on its way out and takes nothing.
    #[error("there is no shard `{shard}` that could be used")]
    ShardNotFound {
        /// As given.
        shard: String,
    },
    /// The name is taken.
    #[error("there is a shard `{shard}` already")]
    ShardExists {
        /// As given.
        shard: String,
    },
    /// A shard needs a name.
    #[error("a shard name cannot be empty")]
    EmptyShardName,
    /// The last shard that is not draining cannot be removed.
    #[error("`{shard}` is the last shard that is not draining")]
    LastShard {
        /// The shard.
        shard: String,
    },
    /// A zone with ranges would lose its only shard.
    #[error("`{shard}` is the only shard of zone `{zone}`, which has ranges")]
    ZoneStillInUse {
        /// Zone name.
        zone: String,
        /// The shard.
        shard: String,
    },
    /// No shard carries the zone.
    #[error("no shard belongs to a zone `{zone}`")]
    ZoneNotFound {
        /// As given.
        zone: String,
    },
    /// Lower bound not below the upper bound.
    #[error("{min} is not below {max}")]
    EmptyRange {
        /// Lower bound.
        min: String,
        /// Upper bound.
        max: String,
    },
    /// Zone bounds that are no prefix of the shard key.
    #[error("the bounds {min} and {max} must name the same fields, in order the first fields of the shard key {key}")]
    ZoneFieldsNotPrefix {
        /// Lower bound.
        min: String,
        /// Upper bound.
        max: String,
        /// The shard key.
        key: String,
    },
    /// A zone range in the way.
    #[error("{range} overlaps the range {there} of zone `{zone}`")]
    RangeOverlap {
        /// The new range.
        range: String,
        /// The range that exists.
        there: String,
        /// Its zone.
        zone: String,
    },

    /// Range size not 1 to 1024 MiB.
    #[error("a range size of {bytes} bytes is not a whole number of MiB from 1 to 1024")]
    RangeSizeOutOfBounds {
        /// As given.
        bytes: u64,
    },
    /// Migrations would never end.
    #[error("migrations must move at least one byte a second")]
    MigrationRateZero,

    /// The shard gives or takes another range at the moment.
    #[error("`{shard}` already takes part in a migration")]
    ShardBusy {
        /// The shard.
        shard: String,
    },
    /// The chunk is being moved.
    #[error("the chunk {range} is being moved")]
    ChunkMigrating {
        /// The chunk.
        range: String,
    },
    /// More documents than a migration takes.
    #[error("{range} holds {n_documents} documents, a migration takes {n_documents_max} at most")]
    ChunkTooBig {
        /// The range.
        range: String,
        /// Documents in it.
        n_documents: u64,
        /// 2 x range size / average document size.
        n_documents_max: u64,
    },
    /// `find` of `moveChunk` is not a full shard key.
    #[error("{find} is not a full shard key {key}")]
    MoveFindNotFullKey {
        /// As given.
        find: String,
        /// The shard key.
        key: String,
    },
    /// `bounds` of `moveChunk` are not a chunk's.
    #[error("{range} is not a chunk")]
    MoveBoundsNotChunk {
        /// As given.
        range: String,
    },
    /// Neither `min` nor `max` was given.
    #[error("a range needs its lower or its upper bound")]
    MissingBound,
    /// The range reaches over the edge of a chunk.
    #[error("{range} does not lie inside one chunk")]
    RangeNotInOneChunk {
        /// As given.
        range: String,
    },
    /// All documents of the chunk have one key.
    #[error("the chunk {range} holds one key value only, which cannot be split")]
    CannotSplit {
        /// The chunk.
        range: String,
    },
    /// There is no document whose key could be the middle.
    #[error("the chunk {range} holds no document, so it has no median key")]
    SplitEmptyChunk {
        /// The chunk.
        range: String,
    },
    /// A split point on an edge of its chunk, outside it, or out of order.
    #[error("{point} does not lie strictly inside the chunk {range}")]
    SplitPointOutside {
        /// The point.
        point: String,
        /// The chunk.
        range: String,
    },
    /// `find` or `middle` of `split` is not a full shard key.
    #[error("{point} is not a full shard key {key}")]
    SplitNotFullKey {
        /// As given.
        point: String,
        /// The shard key.
        key: String,
    },
    /// `bounds` of `split` are not a chunk's.
    #[error("{range} is not a chunk")]
    SplitBoundsNotChunk {
        /// As given.
        range: String,
    },
    /// Too many split points at once.
    #[error("{n_points} split points at once, the limit is {n_points_max}")]
    TooManySplitPoints {
        /// As given.
        n_points: usize,
        /// The server's limit.
        n_points_max: usize,
    },
    /// The bounds of a merge are no edges of chunks.
    #[error("{range} does not start and end on edges of chunks")]
    MergeNotOnEdges {
        /// As given.
        range: String,
    },
    /// The chunks of a merge are not on one shard.
    #[error("the chunks of {range} are not all on one shard")]
    MergeAcrossShards {
        /// As given.
        range: String,
    },
    /// `find` of `clearJumboFlag` finds no chunk.
    #[error("no chunk holds {find}")]
    JumboNotFound {
        /// As given.
        find: String,
    },
    /// `bounds` of `clearJumboFlag` are not a chunk's.
    #[error("{range} is not a chunk")]
    JumboBoundsNotChunk {
        /// As given.
        range: String,
    },
    /// `clearJumboFlag` of a hashed collection by `find`.
    #[error("a chunk of a hashed collection is named by its bounds, not by a key")]
    JumboNeedsBounds,

    /// The simulated collection holds as many keys as it can.
    #[error("the keys of `{ns}` fill the 4 GiB that the simulation keeps for one collection")]
    StoreFull {
        /// The collection.
        ns: String,
    },
}
