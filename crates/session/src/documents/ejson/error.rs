//! What can be wrong with an Extended JSON value.

use crate::documents::DEPTH_MAX;
use thiserror::Error;

/// An object that begins with a type name such as `$oid` but is no such value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EjsonError {
    /// The type's value has another shape.
    #[error("`{key}` takes {expected}")]
    Shape {
        /// The type's name, for example `$oid`.
        key: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// A second field beside the type's name.
    #[error("`{key}` can't stand beside `{extra}`")]
    ExtraField {
        /// The type's name.
        key: &'static str,
        /// The field that is too much.
        extra: String,
    },
    /// Nested too deep.
    #[error("nested deeper than {DEPTH_MAX} levels, MongoDB's limit")]
    TooDeep,
    /// A field name with a NUL.
    #[error("a field name can't hold a NUL character")]
    NulInName,
}
