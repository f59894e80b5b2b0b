//! Values in MongoDB's terms: the order that every chunk bound obeys, the hash of a hashed index, and shard key values
//! as bytes that compare the way the values do.
//!
//! Values themselves are the `bson` crate's [`RawBsonRef`]; nothing here owns or computes with them. Documents that come
//! in are expected to be valid BSON: where a nested document turns out to be broken, reading it ends there, and
//! [`ShardKeyPattern::encode_document`](crate::catalog::pattern::ShardKeyPattern::encode_document) is the place that
//! reports it.

mod decimal;
mod decode;
mod encode;
mod hash;
mod js_number;
mod key;
mod label;
mod number;
mod order;
mod raw;
mod text;
mod wide;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::values as testing;

pub(crate) use decode::{decode_hash, decode_value};
pub use encode::{encode_hash, encode_value};
pub use hash::{hash64, hash64_seeded};
pub use js_number::double_text;
pub use key::{KeyBuf, KeyRef, KeyValue};
pub use label::{full_label, short_label, short_value};
pub(crate) use number::integer_part;
pub use order::compare;
pub(crate) use raw::{Writer, is_deeper_than};
pub use text::{quote_name, shell_text};

pub(crate) use js_number::{civil_date, iso_date};

use ::bson::RawBsonRef;

/// Deepest nesting that the server stores; deeper values are refused before anything recurses into them.
pub const NESTING_DEPTH_MAX: usize = 200;

/// The place of a value's type in the order of all types, from -1 (`MinKey`) to 127 (`MaxKey`).
///
/// Types that share a number are compared by value: the four numeric types, and string with symbol. Undefined (0) sorts
/// below null (5). Source: server 8.0, `canonicalizeBSONType`.
#[must_use]
pub fn canonical_type(value: RawBsonRef<'_>) -> i8 {
    match value {
        RawBsonRef::MinKey => -1,
        RawBsonRef::Undefined => 0,
        RawBsonRef::Null => 5,
        RawBsonRef::Double(_) | RawBsonRef::Int32(_) | RawBsonRef::Int64(_) | RawBsonRef::Decimal128(_) => 10,
        RawBsonRef::String(_) | RawBsonRef::Symbol(_) => 15,
        RawBsonRef::Document(_) => 20,
        RawBsonRef::Array(_) => 25,
        RawBsonRef::Binary(_) => 30,
        RawBsonRef::ObjectId(_) => 35,
        RawBsonRef::Boolean(_) => 40,
        RawBsonRef::DateTime(_) => 45,
        RawBsonRef::Timestamp(_) => 47,
        RawBsonRef::RegularExpression(_) => 50,
        RawBsonRef::DbPointer(_) => 55,
        RawBsonRef::JavaScriptCode(_) => 60,
        RawBsonRef::JavaScriptCodeWithScope(_) => 65,
        RawBsonRef::MaxKey => 127,
    }
}
