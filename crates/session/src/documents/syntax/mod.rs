//! One reader for JSON, Extended JSON v2 and the literals of mongosh: text in, raw BSON out. It never evaluates anything.
//!
//! Shell text is taken as a superset of JSON: unquoted keys, single quotes, comments, trailing commas, constructors such
//! as `ObjectId("...")`, regular expressions. The [`Dialect`] settles only what a plain number means.

mod arguments;
mod constructors;
mod cursor;
mod error;
mod number;
mod strings;
mod value;

pub(crate) use cursor::{Cursor, is_name_byte};
pub(crate) use error::n_line_ends;
pub use error::{Position, SyntaxError, SyntaxErrorKind};
pub(crate) use number::Number;
pub(crate) use value::ValueReader;

/// What a plain number means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Relaxed Extended JSON: a whole number is int32 or int64 by its size, one with a point or exponent a double, as
    /// mongoimport reads it. A leading zero is an error, so that no zip code loses it.
    Json,
    /// mongosh: a number is int32 if it is whole and fits, else double, also beyond 2^31 and for `1.0`.
    Shell,
}

#[cfg(test)]
mod tests;
