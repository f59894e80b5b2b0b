//! What a dump does not say, and what is taken for it.

use crate::catalog::pattern::ShardKeyPattern;
use crate::version::ServerVersion;

/// Something that the dump does not say, with what was assumed in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assumption {
    /// No config.shards: the shards that own chunks, by name, without zones.
    ShardsFromChunks {
        /// How many.
        n_shards: usize,
    },
    /// No config.collections: the fields of the bounds, hashed where all bounds are large 64-bit integers.
    KeyFromBounds {
        /// Collection.
        ns: String,
        /// The key.
        pattern: ShardKeyPattern,
    },
    /// No config.collections, and chunks name their collection by its UUID only: a name was made up.
    Namespace {
        /// The name.
        ns: String,
    },
    /// No config.databases, or none of this name: its primary is the shard that owns most of its chunks.
    Primary {
        /// Database.
        database: String,
        /// The shard.
        shard: String,
    },
    /// No config.tags.
    NoZones,
    /// No config.settings: the version's range size, balancer on, all day.
    Settings {
        /// The version's range size, bytes.
        range_size_bytes: u64,
    },
    /// Several versions write what the dump holds.
    Version {
        /// The version taken.
        server: ServerVersion,
        /// Those that it could be as well.
        or: &'static [ServerVersion],
    },
}

/// How the version was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionEvidence {
    /// A router's version, as config.mongos has it.
    Router {
        /// For example `8.0.4`.
        version: String,
    },
    /// The shape of the documents, in words: `chunks name their collection by ns`.
    Shape(&'static str),
}

/// Something that the dump says and that is not simulated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftOut {
    /// Chunks of collections that config.collections does not have.
    StrayChunks {
        /// How many.
        n_chunks: usize,
    },
    /// A collection of config.collections without chunks in the dump.
    WithoutChunks {
        /// Collection.
        ns: String,
    },
    /// The size limit of a shard (up to 6.1).
    MaxSize {
        /// Shard.
        shard: String,
    },
    /// Splitting is off (up to 6.0.2), and the simulation always splits.
    AutosplitOff,
    /// A collection that is being written anew.
    Resharding {
        /// Collection.
        ns: String,
    },
    /// Migrations of the collection are not allowed at present: simulated as balancing off.
    MigrationsForbidden {
        /// Collection.
        ns: String,
    },
}
