//! What can be wrong with a literal.

use crate::documents::syntax::{Position, SyntaxErrorKind};
use thiserror::Error;

/// A fault in a literal, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct LiteralError {
    /// Line and column, from 1.
    pub position: Position,
    /// What is wrong.
    pub kind: LiteralErrorKind,
}

/// What is wrong with a literal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LiteralErrorKind {
    /// The text itself.
    #[error(transparent)]
    Syntax(SyntaxErrorKind),
    /// Several values where one is asked for.
    #[error("one value is asked for, and another follows here")]
    OneValue,
    /// A bound with more values than the key has fields.
    #[error("this bound has {values} values, the shard key has {fields}")]
    TooManyValues {
        /// Values given.
        values: usize,
        /// Fields of the key.
        fields: usize,
    },
    /// No value at all.
    #[error("write a value, values separated by commas, or a document such as {{ state: \"M\" }}")]
    NoValue,
    /// A shard key without fields.
    #[error("a shard key needs at least one field")]
    EmptyKey,
    /// A field of a shard key that is neither `1` nor `"hashed"`.
    #[error("a field of a shard key is 1 or \"hashed\"; `{field}` is {found}")]
    NotAKeyField {
        /// The field.
        field: String,
        /// Its value, as shell text.
        found: String,
    },
    /// A line that does not carry a shard key.
    #[error(
        "write a shard key such as {{ tenantId: 1 }}, or the whole line sh.shardCollection(\"app.events\", {{ tenantId: 1 }})"
    )]
    NotAKeyLine,
}
