//! Why a command that changes a whole collection, an index or a setting was refused.

use thiserror::Error;

/// A refused command of a server version, an index or a collection as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OperationError {
    /// The simulated version does not have the command.
    #[error("server {version} has no command `{command}`")]
    NotInVersion {
        /// The command.
        command: &'static str,
        /// The version.
        version: &'static str,
    },
    /// Until 5.0 a database must be enabled first.
    #[error("sharding is not enabled for the database `{database}`")]
    NotEnabled {
        /// The database.
        database: String,
    },
    /// A hashed field beside others, before 4.4.
    #[error("server {version} takes a hashed field only alone, and {key} has other fields")]
    CompoundHashed {
        /// The key.
        key: String,
        /// The version.
        version: &'static str,
    },
    /// `presplitHashedZones` before 4.4.
    #[error("server {version} has no option `{option}`")]
    OptionNotInVersion {
        /// The option.
        option: &'static str,
        /// The version.
        version: &'static str,
    },
    /// `numInitialChunks` with a collection or key that cannot use it.
    #[error("numInitialChunks needs an empty collection whose shard key starts with a hashed field")]
    InitialChunksNotApplicable,
    /// Too many initial chunks.
    #[error("{n_chunks} initial chunks are more than {n_chunks_max}")]
    TooManyInitialChunks {
        /// As given.
        n_chunks: u64,
        /// The limit: 8192 for each shard, a million in all.
        n_chunks_max: u64,
    },
    /// The collection compares text by a collation, and the command does not say `{ locale: "simple" }`.
    #[error("the default collation of `{ns}` is not simple, so the command must ask for {{ locale: \"simple\" }}")]
    CollationNeeded {
        /// The collection.
        ns: String,
    },
    /// A collation other than simple.
    #[error("shard keys compare text by the simple collation only, not by `{locale}`")]
    CollationNotSimple {
        /// As given.
        locale: String,
    },
    /// No index starts with the shard key.
    #[error("no index of `{ns}` can serve the shard key {key}: {reason}")]
    NoIndex {
        /// The collection.
        ns: String,
        /// The key.
        key: String,
        /// What is wrong with those that come near.
        reason: String,
    },
    /// A unique index that does not start with the shard key.
    #[error("the unique index {index} does not start with the fields of the shard key {key}")]
    UniqueIndex {
        /// The index.
        index: String,
        /// The key.
        key: String,
        /// The command is `createIndexes`.
        creating: bool,
    },
    /// An index that exists with other options.
    #[error("there is an index {index} with other options")]
    IndexExists {
        /// The index.
        index: String,
    },
    /// An index that cannot be built.
    #[error("the index {index} cannot be built: {reason}")]
    IndexUnusable {
        /// The index.
        index: String,
        /// Why.
        reason: &'static str,
    },
    /// No such index.
    #[error("there is no index {index}")]
    IndexNotFound {
        /// The index.
        index: String,
    },
    /// The last index that serves the shard key.
    #[error("the index {index} is the only one that serves the shard key")]
    ShardKeyIndex {
        /// The index.
        index: String,
    },
    /// The refined key does not start with the present one.
    #[error("{wanted} does not start with the present shard key {key}")]
    NotAnExtension {
        /// The new key.
        wanted: String,
        /// The present key.
        key: String,
    },
    /// Resharding into a unique key.
    #[error("a collection cannot be resharded by a unique key")]
    ReshardUnique,
    /// Zones exist and the command names none.
    #[error("`{ns}` has zones: resharding needs the zones for the new key")]
    ReshardZones {
        /// The collection.
        ns: String,
    },
    /// One resharding at a time.
    #[error("`{ns}` is being rewritten, and a cluster does that for one collection at a time")]
    InProgress {
        /// The collection that is being resharded, moved or unsharded.
        ns: String,
    },
    /// Chunks and members stay as they are meanwhile.
    #[error("`{ns}` is being resharded; until that ends this cannot be done")]
    Resharding {
        /// The collection.
        ns: String,
    },
    /// Nothing to abort.
    #[error("`{ns}` is not being resharded")]
    NotInProgress {
        /// The collection.
        ns: String,
    },
    /// Two documents of one `_id` on different shards would meet.
    #[error("`{ns}` has the `_id` {id} on several shards")]
    DuplicateId {
        /// The collection.
        ns: String,
        /// The `_id`.
        id: String,
    },
    /// Only unsharded collections can be moved as a whole.
    #[error("`{ns}` is sharded, and only an unsharded collection can be moved as a whole")]
    IsSharded {
        /// The collection.
        ns: String,
    },
    /// Too little free space.
    #[error("shard `{shard}` has too little free space")]
    NoSpace {
        /// The shard.
        shard: String,
    },
    /// A setting out of its bounds.
    #[error("{value} is not a valid value of `{setting}`")]
    Setting {
        /// The setting.
        setting: &'static str,
        /// As given.
        value: String,
    },
    /// The config servers have no primary.
    #[error("the config servers are read-only, and this changes metadata")]
    ConfigReadOnly,
    /// The recipient still has documents of the range that it gave away before.
    #[error("the recipient still has to delete what it had of {range} before")]
    RangeDeletionPending {
        /// The range.
        range: String,
    },
    /// The recipient has a document with the same value of a unique index.
    #[error("a document of {range} has a value of the unique index {index} that the recipient has, too")]
    MoveDuplicate {
        /// The range.
        range: String,
        /// The index.
        index: String,
    },
    /// A migration that is not in flight.
    #[error("there is no migration {id} in flight")]
    NoMigration {
        /// Number of the migration.
        id: u32,
    },
    /// The collection keeps keys and sizes only.
    #[error("`{ns}` keeps the shard keys of its documents only, and this needs the documents")]
    DocumentsNotKept {
        /// The collection.
        ns: String,
    },
}

impl OperationError {
    /// The server's error code.
    #[must_use]
    #[allow(clippy::match_same_arms)] // grouped by command, as in the enum
    pub fn code(&self) -> i32 {
        match self {
            Self::NotInVersion { .. } => 59,
            Self::NotEnabled { .. } => 20,
            Self::CompoundHashed { .. } | Self::ReshardUnique | Self::ReshardZones { .. } => 2,
            Self::CollationNeeded { .. } | Self::CollationNotSimple { .. } => 2,
            Self::OptionNotInVersion { .. } => 40415,
            Self::InitialChunksNotApplicable | Self::TooManyInitialChunks { .. } => 72,
            Self::NoIndex { .. } | Self::NotAnExtension { .. } | Self::Setting { .. } => 72,
            Self::UniqueIndex { creating, .. } => {
                if *creating {
                    67
                } else {
                    72
                }
            }
            Self::IndexExists { .. } => 85,
            Self::IndexUnusable { .. } => 67,
            Self::IndexNotFound { .. } => 27,
            Self::ShardKeyIndex { .. } => 370,
            Self::InProgress { .. } => 338,
            Self::Resharding { .. } => 117,
            Self::NotInProgress { .. } => 339,
            Self::DuplicateId { .. } => 11000,
            Self::RangeDeletionPending { .. } | Self::MoveDuplicate { .. } => 96,
            Self::IsSharded { .. } | Self::NoMigration { .. } => 26,
            Self::NoSpace { .. } => 14031,
            Self::ConfigReadOnly => 133,
            Self::DocumentsNotKept { .. } => 146,
        }
    }

    /// What to do about it.
    pub(crate) fn fix(&self) -> &'static str {
        match self {
            Self::NotInVersion { .. } | Self::OptionNotInVersion { .. } => "choose a later server version",
            Self::NotEnabled { .. } => "run sh.enableSharding for the database first",
            Self::CompoundHashed { .. } => "use the hashed field alone, or choose 4.4 or later",
            Self::InitialChunksNotApplicable => "leave numInitialChunks out",
            Self::TooManyInitialChunks { .. } => "ask for fewer chunks",
            Self::CollationNeeded { .. } | Self::CollationNotSimple { .. } => {
                "add collation: { locale: \"simple\" } to the command"
            }
            Self::NoIndex { .. } => "create an index that starts with the shard key first",
            Self::UniqueIndex { .. } => "let the unique index start with the shard key",
            Self::IndexExists { .. } => "drop the other index first",
            Self::IndexUnusable { .. } => "choose other fields",
            Self::IndexNotFound { .. } => "name an index of the collection",
            Self::ShardKeyIndex { .. } => "create another index that starts with the shard key first",
            Self::NotAnExtension { .. } => "keep the fields of the key as they are and add others after them",
            Self::ReshardUnique => "leave `unique` out",
            Self::ReshardZones { .. } => "give the zones of the new key, or an empty list",
            Self::InProgress { .. } | Self::Resharding { .. } => "wait until it has ended, or abort it",
            Self::NotInProgress { .. } => "there is nothing to abort",
            Self::RangeDeletionPending { .. } => "try again after the deletion, 15 minutes after the range left",
            Self::DuplicateId { .. } | Self::MoveDuplicate { .. } => "give one of the documents another `_id`",
            Self::IsSharded { .. } => "unshard the collection first, or move its ranges",
            Self::NoSpace { .. } => "free space on the shard first",
            Self::Setting { .. } => "use a value within the limits",
            Self::ConfigReadOnly => "wait until the config servers have a primary again",
            Self::NoMigration { .. } => "name a migration that is in flight",
            Self::DocumentsNotKept { .. } => "let the collection keep whole documents from the start",
        }
    }
}
