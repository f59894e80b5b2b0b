//! What can be wrong with a shard key, a key value or a bound.

use thiserror::Error;

/// A shard key pattern, a document or a bound that the server would refuse.
///
/// The message says what is wrong and where; [`fix`](Self::fix) says what to do. Codes and names are MongoDB's: server
/// 8.0, `ShardKeyPattern`, `KeyPattern` and the index catalog.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The pattern has no fields.
    #[error("the shard key has no fields")]
    EmptyPattern,
    /// A value in the pattern is neither 1 nor "hashed".
    #[error("the shard key field `{path}` has the value {found}, and a shard key field can only be 1 or \"hashed\"")]
    PatternValue {
        /// The field of the pattern.
        path: String,
        /// Its value as the shell prints it.
        found: String,
    },
    /// More than one hashed field.
    #[error("both `{first}` and `{second}` are hashed, and a shard key can have only one hashed field")]
    TwoHashedFields {
        /// The hashed field that comes first.
        first: String,
        /// The next one.
        second: String,
    },
    /// An empty part in a dotted path: `a..b`, `.a`, `a.` or an empty name.
    #[error("the shard key field `{path}` has an empty name between, before or after its dots")]
    EmptyPathPart {
        /// The field of the pattern.
        path: String,
    },
    /// A part of a path starts with `$`.
    #[error("the shard key field `{path}` holds the name `{part}`, and names in a shard key cannot start with `$`")]
    DollarPathPart {
        /// The field of the pattern.
        path: String,
        /// The part of it that is refused.
        part: String,
    },
    /// The same field twice: no index can be built on it.
    #[error("the shard key has the field `{path}` twice")]
    RepeatedField {
        /// The repeated field.
        path: String,
    },
    /// More fields than an index can have.
    #[error("the shard key has {n_fields} fields, and an index holds at most {n_fields_max}")]
    TooManyFields {
        /// Fields of the pattern.
        n_fields: usize,
        /// The limit of an index.
        n_fields_max: usize,
    },
    /// An array at a shard key field or on the way to it.
    #[error("`{at}` is an array in this document, so the shard key field `{path}` has no single value")]
    ArrayInKey {
        /// The field of the pattern.
        path: String,
        /// The part of the path where the array stands.
        at: String,
    },
    /// A value nested deeper than the server stores.
    #[error("the value of `{path}` is nested more than {depth_max} levels deep")]
    NestedTooDeep {
        /// The field of the pattern.
        path: String,
        /// The limit.
        depth_max: usize,
    },
    /// The document is not valid BSON.
    #[error("the document cannot be read as BSON while looking for `{path}`: {reason}")]
    MalformedDocument {
        /// The field of the pattern that was looked for.
        path: String,
        /// What the reader found.
        reason: String,
    },
    /// A bound has more fields than the pattern.
    #[error("the bound has {n_bound_fields} fields, and the shard key {pattern} has only {n_pattern_fields}")]
    BoundTooLong {
        /// Fields of the bound.
        n_bound_fields: usize,
        /// Fields of the pattern.
        n_pattern_fields: usize,
        /// The pattern as the shell prints it.
        pattern: String,
    },
    /// A bound names another field than the pattern has at that place.
    #[error("the bound has the field `{found}` where the shard key {pattern} has `{expected}`")]
    BoundFieldName {
        /// The field of the pattern.
        expected: String,
        /// The field of the bound.
        found: String,
        /// The pattern as the shell prints it.
        pattern: String,
    },
    /// A bound holds a value that no chunk or zone bound can hold.
    #[error(
        "the bound has {found} at `{path}`, and bounds cannot hold arrays, regular expressions or objects with `$` names"
    )]
    BoundValue {
        /// The field of the bound.
        path: String,
        /// The value as the shell prints it.
        found: String,
    },
    /// A bound holds something else than a hash at the hashed field.
    #[error(
        "the bound has {found} at the hashed field `{path}`, where bounds are hashes: 64-bit integers, MinKey or MaxKey"
    )]
    HashedBoundValue {
        /// The field of the bound.
        path: String,
        /// The value as the shell prints it.
        found: String,
    },
}

impl KeyError {
    /// MongoDB's error code.
    #[must_use]
    pub fn code(&self) -> i32 {
        match self {
            Self::EmptyPattern
            | Self::PatternValue { .. }
            | Self::TwoHashedFields { .. }
            | Self::EmptyPathPart { .. }
            | Self::DollarPathPart { .. }
            | Self::BoundValue { .. } => 2,
            Self::NestedTooDeep { .. } => 15,
            Self::MalformedDocument { .. } => 22,
            Self::ArrayInKey { .. } => 61,
            // The server leaves both to the creation of the index.
            Self::RepeatedField { .. } | Self::TooManyFields { .. } => 67,
            Self::HashedBoundValue { .. } => 72,
            Self::BoundTooLong { .. } => 349,
            Self::BoundFieldName { .. } => 16634,
        }
    }

    /// MongoDB's name of the code.
    #[must_use]
    pub fn code_name(&self) -> &'static str {
        match self.code() {
            2 => "BadValue",
            15 => "Overflow",
            22 => "InvalidBSON",
            61 => "ShardKeyNotFound",
            67 => "CannotCreateIndex",
            72 => "InvalidOptions",
            349 => "KeyPatternShorterThanBound",
            _ => "Location16634",
        }
    }

    /// How to put it right; empty when the message already says everything.
    #[must_use]
    pub fn fix(&self) -> String {
        match self {
            Self::EmptyPattern => "name at least one field, such as { _id: \"hashed\" }".to_owned(),
            Self::PatternValue { path, .. } => {
                format!(
                    "write 1 for ranges of `{path}`, or \"hashed\" for its hash; descending shard keys do not exist"
                )
            }
            Self::TwoHashedFields { second, .. } => format!("write 1 instead of \"hashed\" for `{second}`"),
            Self::EmptyPathPart { .. } => {
                "write the path with one dot between two names, such as address.zip".to_owned()
            }
            Self::DollarPathPart { .. } => "use a field whose name does not start with `$`".to_owned(),
            Self::RepeatedField { .. } => "name each field once".to_owned(),
            Self::TooManyFields { n_fields_max, .. } => format!("use at most {n_fields_max} fields"),
            Self::ArrayInKey { .. } => "choose a field that holds a single value in every document".to_owned(),
            Self::NestedTooDeep { .. } => "choose a field with a flatter value".to_owned(),
            Self::MalformedDocument { .. } => "leave the document out or export it again".to_owned(),
            Self::BoundTooLong { .. } | Self::BoundFieldName { .. } => {
                "use the fields of the shard key in their order, starting with the first".to_owned()
            }
            Self::BoundValue { .. } => "use a single value, MinKey or MaxKey".to_owned(),
            Self::HashedBoundValue { .. } => {
                "write the hash as NumberLong(\"...\"); convertShardKeyToHashed(value) computes it".to_owned()
            }
        }
    }
}
