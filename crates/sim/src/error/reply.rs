//! Codes, names and remedies of refused commands. Source of the codes: server 8.0, `error_codes.yml` and the commands.

use super::CommandError;

impl CommandError {
    /// The server's error code.
    #[must_use]
    #[allow(clippy::match_same_arms)] // grouped by command, as in the enum
    pub fn code(&self) -> i32 {
        match self {
            Self::Key(error) => error.code(),
            Self::Parse(error) => error.code(),
            Self::Write(error) => error.code(),
            Self::Operation(error) => error.code(),
            Self::InvalidNamespace { .. } => 73,
            Self::NamespaceNotFound { .. } => 26,
            Self::NamespaceExists { .. } => 48,
            Self::NamespaceNotSharded { .. } => 118,
            Self::AlreadySharded { .. } => 23,
            Self::StandsForNone | Self::EmptyShardName => 2,
            Self::HashedUnique | Self::NoUsableIndex { .. } | Self::UnsplittableKey => 72,
            Self::ZoneFieldsDiffer { .. } | Self::ZoneBoundUnusable { .. } => 72,
            Self::PresplitNotApplicable => 31387,
            Self::PresplitNeedsWholeRange => 31412,
            Self::PresplitPrefixExtreme { .. } => 31388,
            Self::PresplitHashedNotMin { .. } => 31389,
            Self::PresplitPrefixEqual { .. } => 31390,
            Self::PresplitSuffixNotMin { .. } => 31391,
            Self::ZoneWithoutShard { .. } => 405,
            Self::ZoneWithoutShardLegacy { .. } => 50973,
            Self::NoShards => 50986,
            Self::NoInitialChunks => 4_952_602,
            Self::SampledZoneWithoutShard { .. } => 4_952_605,
            Self::TooFewDistinctKeys { .. } => 4_952_606,
            Self::DistributionNotContiguous { .. } | Self::DistributionAgainstZone { .. } => 72,
            Self::ShardNotFound { .. } => 70,
            Self::ShardExists { .. } | Self::LastShard { .. } => 20,
            Self::ZoneStillInUse { .. } => 163,
            Self::ZoneNotFound { .. } => 177,
            Self::EmptyRange { .. } => 9,
            Self::ZoneFieldsNotPrefix { .. } => 61,
            Self::RangeOverlap { .. } => 178,
            Self::RangeSizeOutOfBounds { .. } | Self::MigrationRateZero => 2,
            Self::ShardBusy { .. } | Self::ChunkMigrating { .. } => 117,
            Self::ChunkTooBig { .. } => 153,
            Self::MoveFindNotFullKey { .. } => 656_450,
            Self::MoveBoundsNotChunk { .. } => 656_452,
            Self::MissingBound => 72,
            Self::RangeNotInOneChunk { .. } => 13388,
            Self::CannotSplit { .. } => 87,
            Self::SplitEmptyChunk { .. } => 96,
            Self::SplitPointOutside { .. } | Self::SplitNotFullKey { .. } | Self::SplitBoundsNotChunk { .. } => 72,
            Self::TooManySplitPoints { .. } => 2,
            Self::MergeNotOnEdges { .. } | Self::MergeAcrossShards { .. } => 20,
            Self::JumboNotFound { .. } => 51260,
            Self::JumboBoundsNotChunk { .. } => 51261,
            Self::JumboNeedsBounds => 51262,
            Self::StoreFull { .. } => 146,
        }
    }

    /// The name that the server prints for the code; codes without a name print as `Location` and the number.
    #[must_use]
    pub fn code_name(&self) -> &'static str {
        match self {
            Self::Key(error) => error.code_name(),
            other => name_of(other.code()),
        }
    }

    /// What to do about it, one sentence.
    #[must_use]
    pub fn fix(&self) -> String {
        let text = match self {
            Self::Key(error)
            | Self::NoUsableIndex { reason: error, .. }
            | Self::ZoneBoundUnusable { reason: error, .. } => return error.fix(),
            Self::Parse(error) => error.fix(),
            Self::Write(error) => error.fix(),
            Self::Operation(error) => error.fix(),
            Self::InvalidNamespace { .. } => "write it as `shop.orders`",
            Self::NamespaceNotFound { .. } => "create the collection first, or correct the name",
            Self::NamespaceExists { .. } => "use another collection name",
            Self::NamespaceNotSharded { .. } => "shard the collection first",
            Self::AlreadySharded { .. } => "start a new run to shard it by another key",
            Self::StandsForNone => "give a whole number from 1",
            Self::HashedUnique => "drop `unique`, or make the key ranged",
            Self::UnsplittableKey => "shard the collection to use another key",
            Self::ZoneFieldsDiffer { .. } => "give every field of the shard key in both bounds, in order",
            Self::PresplitNotApplicable => "set zone ranges first and shard the collection while it is empty",
            Self::PresplitNeedsWholeRange => {
                "set one range from MinKey to MaxKey, or put the hashed field later in the key"
            }
            Self::PresplitPrefixExtreme { .. } => "give a real value for every field before the hashed one",
            Self::PresplitHashedNotMin { .. } | Self::PresplitSuffixNotMin { .. } => {
                "use MinKey for the hashed field and for every field after it"
            }
            Self::PresplitPrefixEqual { .. } => {
                "let the range end at the next value of the fields before the hashed one"
            }
            Self::ZoneWithoutShard { .. }
            | Self::ZoneWithoutShardLegacy { .. }
            | Self::SampledZoneWithoutShard { .. }
            | Self::ZoneNotFound { .. } => "add a shard to the zone first",
            Self::NoShards => "add a shard",
            Self::NoInitialChunks => "ask for one chunk or more",
            Self::TooFewDistinctKeys { .. } => "ask for fewer chunks, or choose a key with more distinct values",
            Self::DistributionNotContiguous { .. } => "let each range start where the one before it ends",
            Self::DistributionAgainstZone { .. } => "name a shard of the zone, or change the zone",
            Self::ShardNotFound { .. } => "name a shard of the cluster that is not being removed",
            Self::ShardExists { .. } => "choose another name",
            Self::EmptyShardName => "give the shard a name",
            Self::LastShard { .. } => "add another shard before removing this one",
            Self::ZoneStillInUse { .. } => "remove the zone's ranges first, or add another shard to the zone",
            Self::EmptyRange { .. } => "exchange the bounds, or widen the range",
            Self::ZoneFieldsNotPrefix { .. } => {
                "start both bounds with the first field of the shard key and leave out none between"
            }
            Self::RangeOverlap { .. } => "remove the other range first, or let the new one end where it begins",
            Self::RangeSizeOutOfBounds { .. } => "use 1 to 1024 MiB; the server's default is 128",
            Self::MigrationRateZero => "give a rate of at least one byte per second",
            Self::ShardBusy { .. } | Self::ChunkMigrating { .. } => "try again when the migration has ended",
            Self::ChunkTooBig { .. } => "move a smaller range, split the chunk, or move it with forceJumbo",
            Self::MoveFindNotFullKey { .. } | Self::SplitNotFullKey { .. } => {
                "give a value for every field of the shard key"
            }
            Self::MoveBoundsNotChunk { .. } | Self::SplitBoundsNotChunk { .. } | Self::JumboBoundsNotChunk { .. } => {
                "give the exact bounds of one chunk"
            }
            Self::MissingBound => "give min, max or both",
            Self::RangeNotInOneChunk { .. } => "choose bounds inside one chunk, or merge the chunks first",
            Self::CannotSplit { .. } => "choose a shard key with more distinct values",
            Self::SplitEmptyChunk { .. } => "name the split point instead",
            Self::SplitPointOutside { .. } => "choose a point that is not an edge of a chunk",
            Self::TooManySplitPoints { .. } => "split in several steps",
            Self::MergeNotOnEdges { .. } => "use the min of the first and the max of the last chunk",
            Self::MergeAcrossShards { .. } => "move the chunks to one shard first",
            Self::JumboNotFound { .. } => "name a key inside the chunk",
            Self::JumboNeedsBounds => "give the chunk's bounds",
            Self::StoreFull { .. } => "insert fewer documents and let each stand for more",
        };
        text.to_owned()
    }
}

/// Names of the codes in this crate's errors.
fn name_of(code: i32) -> &'static str {
    match code {
        2 => "BadValue",
        9 => "FailedToParse",
        14 => "TypeMismatch",
        20 => "IllegalOperation",
        23 => "AlreadyInitialized",
        26 => "NamespaceNotFound",
        27 => "IndexNotFound",
        48 => "NamespaceExists",
        53 => "InvalidIdField",
        54 => "NotSingleValueField",
        59 => "CommandNotFound",
        61 => "ShardKeyNotFound",
        66 => "ImmutableField",
        67 => "CannotCreateIndex",
        70 => "ShardNotFound",
        72 => "InvalidOptions",
        73 => "InvalidNamespace",
        85 => "IndexOptionsConflict",
        87 => "CannotSplit",
        96 => "OperationFailed",
        117 => "ConflictingOperationInProgress",
        118 => "NamespaceNotSharded",
        133 => "FailedToSatisfyReadPreference",
        146 => "ExceededMemoryLimit",
        153 => "ChunkTooBig",
        163 => "ZoneStillInUse",
        177 => "ZoneNotFound",
        178 => "RangeOverlapConflict",
        338 => "ReshardCollectionInProgress",
        339 => "NoSuchReshardCollection",
        370 => "CannotDropShardKeyIndex",
        405 => "CannotCreateChunkDistribution",
        11000 => "DuplicateKey",
        13334 => "ShardKeyTooBig",
        13388 => "StaleConfig",
        14031 => "OutOfDiskSpace",
        31025 => "Location31025",
        31387 => "Location31387",
        31388 => "Location31388",
        31389 => "Location31389",
        31390 => "Location31390",
        31391 => "Location31391",
        31412 => "Location31412",
        40414 => "Location40414",
        40415 => "Location40415",
        50973 => "Location50973",
        50986 => "Location50986",
        51260 => "Location51260",
        51261 => "Location51261",
        51262 => "Location51262",
        656_450 => "Location656450",
        656_451 => "Location656451",
        656_452 => "Location656452",
        4_952_602 => "Location4952602",
        4_952_605 => "Location4952605",
        4_952_606 => "Location4952606",
        _ => "UnknownError",
    }
}
