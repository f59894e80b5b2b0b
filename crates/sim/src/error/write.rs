//! Why a write was refused.

use thiserror::Error;

/// A refused insert, update or delete.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WriteError {
    /// A document without a shard key field (until 4.2).
    #[error("the document has no field `{path}`, and before 4.4 every document needs all shard key fields")]
    KeyFieldMissing {
        /// The field of the shard key.
        path: String,
    },
    /// A shard key value of more than 512 bytes (until 4.2).
    #[error("the shard key value takes {n_bytes} bytes, and before 4.4 it may take {n_bytes_max}")]
    KeyTooBig {
        /// Bytes of the value as a document.
        n_bytes: usize,
        /// The limit.
        n_bytes_max: usize,
    },
    /// `_id` is part of the shard key and the document has none.
    #[error("`_id` is part of the shard key, and the document has none")]
    IdMissing,
    /// An `_id` of a type that no document may have.
    #[error("`_id` cannot be {found}: arrays, regular expressions and undefined are refused")]
    IdType {
        /// The value.
        found: String,
    },
    /// A unique index has the value already, on the same shard.
    #[error("the unique index {index} has the value {value} on this shard already")]
    DuplicateKey {
        /// The index.
        index: String,
        /// The value.
        value: String,
    },
    /// `_id` would change.
    #[error("an update cannot change `_id`")]
    IdImmutable,
    /// The result has an array in the shard key.
    #[error("after the update `{path}` would be an array, and a shard key holds single values")]
    KeyArray {
        /// The field of the shard key.
        path: String,
    },
    /// A multi-update that changes a shard key value.
    #[error("an update of several documents cannot change shard key values")]
    KeyChangeMulti,
    /// The filter of a key change does not name the whole key.
    #[error("a shard key value changes only by a filter with the full shard key, and {filter} is not one")]
    KeyChangeNeedsKey {
        /// The filter.
        filter: String,
    },
    /// Neither retryable nor in a transaction.
    #[error("a shard key value changes only in a retryable write or a transaction")]
    KeyChangeNeedsSession,
    /// A document that moves to another shard shares its batch with other writes.
    #[error("an update that moves a document to another shard must be the only one in its batch")]
    KeyChangeNotAlone,
    /// An update of one document whose filter does not name one shard (until 7.0).
    #[error("{filter} does not lead to one shard, and before 7.1 an update of one document must")]
    UpdateNotTargeted {
        /// The filter.
        filter: String,
    },
    /// A delete, find-and-modify or upsert whose filter lacks the shard key (until 7.0).
    #[error("{filter} does not hold the shard key, which this write needs before 7.1")]
    KeyNotInFilter {
        /// The filter.
        filter: String,
    },
    /// The shard that has to take the write has no primary.
    #[error("shard `{shard}` has no primary that could take the write")]
    ShardDown {
        /// The shard.
        shard: String,
    },
    /// The shard that has to take the write has no space left.
    #[error("the disk of shard `{shard}` is full")]
    DiskFull {
        /// The shard.
        shard: String,
    },
    /// A filter or update uses something that is not simulated.
    #[error("`{operator}` is not among the operators that filters and updates can use here")]
    UnknownOperator {
        /// The operator.
        operator: String,
    },
    /// An operator with a value that it cannot take.
    #[error("`{operator}` cannot take {found}")]
    OperatorValue {
        /// The operator.
        operator: String,
        /// The value.
        found: String,
    },
    /// The collection keeps keys and sizes only.
    #[error("the field `{path}` is not known any more: this collection keeps the shard keys of its documents only")]
    FieldNotKept {
        /// The field.
        path: String,
    },
}

impl WriteError {
    /// The server's error code.
    #[must_use]
    pub fn code(&self) -> i32 {
        match self {
            Self::KeyFieldMissing { .. } | Self::KeyNotInFilter { .. } => 61,
            Self::KeyTooBig { .. } => 13334,
            Self::IdMissing => 53,
            Self::IdType { .. } => 2,
            Self::DuplicateKey { .. } => 11000,
            Self::IdImmutable => 66,
            Self::KeyArray { .. } => 54,
            Self::KeyChangeMulti | Self::KeyChangeNotAlone | Self::UpdateNotTargeted { .. } => 72,
            Self::KeyChangeNeedsKey { .. } => 31025,
            Self::KeyChangeNeedsSession => 20,
            Self::ShardDown { .. } => 133,
            Self::DiskFull { .. } => 14031,
            Self::UnknownOperator { .. } => 9,
            Self::OperatorValue { .. } => 14,
            Self::FieldNotKept { .. } => 146,
        }
    }

    /// What to do about it.
    pub(crate) fn fix(&self) -> &'static str {
        match self {
            Self::KeyFieldMissing { .. } => "give every document all shard key fields, or use 4.4 or later",
            Self::KeyTooBig { .. } => "choose a shorter field, or use 4.4 or later",
            Self::IdMissing => "give the document an `_id`; drivers add one",
            Self::IdType { .. } => "use a single value as `_id`",
            Self::DuplicateKey { .. } => "use another value, or drop the unique index",
            Self::IdImmutable => "insert a new document and delete the old one",
            Self::KeyArray { .. } => "set a single value",
            Self::KeyChangeMulti => "update the documents one by one",
            Self::KeyChangeNeedsKey { .. } => "put every shard key field into the filter",
            Self::KeyChangeNeedsSession => "use retryable writes or a transaction",
            Self::KeyChangeNotAlone => "send this update by itself",
            Self::UpdateNotTargeted { .. } | Self::KeyNotInFilter { .. } => {
                "put the shard key into the filter, or use 8.0"
            }
            Self::ShardDown { .. } => "wait until the shard is up again",
            Self::DiskFull { .. } => "free space, add a shard or move ranges away",
            Self::UnknownOperator { .. } | Self::OperatorValue { .. } => "use another operator or value",
            Self::FieldNotKept { .. } => "use fields of the shard key, or let the collection keep whole documents",
        }
    }
}
