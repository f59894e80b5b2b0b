//! The order-preserving bytes of a value.
//!
//! A value is a tag byte (canonical type + 2: from 1 to 129, never 0x00 or 0xFF) and a payload. The fields of a key are
//! simply put one after the other: no encoded value continues another one, except for text behind a zero byte, and there
//! it goes on with 0xFF, which is above every tag.
//!
//! | values | payload |
//! |---|---|
//! | numbers | the double cut toward zero, as 8 bytes whose order is the order of doubles; then 0x80 when that is all, 0x81 and the rest when a positive number is above it, 0x7F and the complement of the rest when a negative one is below |
//! | string, symbol, code | text with 0x00 as 0x00 0xFF, then 0x00 |
//! | object | per field: tag, name, 0x00, payload; then 0x00 |
//! | array | per element: tag, payload; then 0x00 |
//! | binary | length as u32, subtype, bytes |
//! | `ObjectId` | 12 bytes |
//! | bool | 1 byte |
//! | date | milliseconds with the sign bit flipped |
//! | timestamp | seconds, increment |
//! | regex | pattern, 0x00, flags, 0x00 |
//! | `DBPointer` | length as u32, bytes |
//! | code with scope | as code, then as object |
//!
//! All integers are big endian. The rest of a number is two bytes of whole units, then 0x00, or 0x01, exponent (2 bytes)
//! and coefficient (15 bytes) of its decimal digits.

use std::cmp::Reverse;

use ::bson::spec::ElementType;
use ::bson::{RawBsonRef, RawDocument};

use super::key::KeyBuf;
use super::number::{OrderedNumber, Rest, Tail};
use super::{canonical_type, raw};

/// Follows the 8 bytes of a number that is exactly that double.
pub(super) const NUMBER_EXACT: u8 = 0x80;
pub(super) const NUMBER_ABOVE: u8 = 0x81;
pub(super) const NUMBER_BELOW: u8 = 0x7f;
/// Type entry of a double -0.0, which is the same key as 0.0.
pub(super) const TYPE_NEGATIVE_ZERO: u8 = 0x81;
/// Tag of numbers, also of the hashes of hashed fields.
pub(super) const NUMBER_TAG: u8 = 12;
const I64_SIGN_BIT: u64 = 1 << 63;

/// Appends a value to a key. No allocation when the buffer has room, except for `DBPointer`.
///
/// Nesting deeper than [`NESTING_DEPTH_MAX`](super::NESTING_DEPTH_MAX) must have been refused before.
pub fn encode_value(value: RawBsonRef<'_>, key: &mut KeyBuf) {
    key.bytes.push(tag(value));
    push_payload(value, key);
}

/// Appends a hash in the short form that hashed fields use: the number tag and 8 bytes. Nothing goes into the types.
pub fn encode_hash(hash: i64, key: &mut KeyBuf) {
    let mut bytes = [NUMBER_TAG; 9];
    bytes[1..].copy_from_slice(&ordered_i64(hash));
    key.bytes.extend_from_slice(&bytes);
}

pub(super) fn tag(value: RawBsonRef<'_>) -> u8 {
    canonical_type(value).wrapping_add(2).cast_unsigned()
}

/// An int64 as bytes of the same order.
fn ordered_i64(value: i64) -> [u8; 8] {
    (value.cast_unsigned() ^ I64_SIGN_BIT).to_be_bytes()
}

pub(super) fn i64_from_ordered(bytes: [u8; 8]) -> i64 {
    (u64::from_be_bytes(bytes) ^ I64_SIGN_BIT).cast_signed()
}

fn push_payload(value: RawBsonRef<'_>, key: &mut KeyBuf) {
    match value {
        RawBsonRef::Int32(_) | RawBsonRef::Int64(_) | RawBsonRef::Double(_) | RawBsonRef::Decimal128(_) => {
            push_number(value, key);
        }
        RawBsonRef::String(text) | RawBsonRef::Symbol(text) => {
            key.types.push(value.element_type() as u8);
            push_text(text, key);
        }
        RawBsonRef::JavaScriptCode(text) => push_text(text, key),
        RawBsonRef::Document(document) => push_document(document, key),
        RawBsonRef::Array(array) => {
            raw::elements(array).for_each(|element| encode_value(element, key));
            key.bytes.push(0);
        }
        RawBsonRef::Binary(binary) => {
            let len = raw::binary_len(binary);
            key.bytes.extend_from_slice(&raw::len_i32(len).to_be_bytes());
            key.bytes.push(u8::from(binary.subtype));
            key.bytes.extend_from_slice(binary.bytes);
        }
        RawBsonRef::ObjectId(value) => key.bytes.extend_from_slice(&value.bytes()),
        RawBsonRef::Boolean(value) => key.bytes.push(u8::from(value)),
        RawBsonRef::DateTime(value) => key.bytes.extend_from_slice(&ordered_i64(value.timestamp_millis())),
        RawBsonRef::Timestamp(value) => {
            key.bytes.extend_from_slice(&value.time.to_be_bytes());
            key.bytes.extend_from_slice(&value.increment.to_be_bytes());
        }
        RawBsonRef::RegularExpression(regex) => {
            push_cstring(regex.pattern.as_str(), key);
            push_cstring(regex.options.as_str(), key);
        }
        RawBsonRef::DbPointer(_) => {
            let bytes = raw::value_bytes(value);
            key.bytes.extend_from_slice(&raw::len_i32(bytes.len()).to_be_bytes());
            key.bytes.extend_from_slice(&bytes);
        }
        RawBsonRef::JavaScriptCodeWithScope(code) => {
            push_text(code.code, key);
            push_document(code.scope, key);
        }
        RawBsonRef::Null | RawBsonRef::Undefined | RawBsonRef::MinKey | RawBsonRef::MaxKey => {}
    }
}

fn push_number(value: RawBsonRef<'_>, key: &mut KeyBuf) {
    match value {
        RawBsonRef::Double(double) if double == 0.0 && double.is_sign_negative() => key.types.push(TYPE_NEGATIVE_ZERO),
        RawBsonRef::Decimal128(decimal) => {
            // All sixteen bytes: 1, 1.0 and 1.00 are one key but not one text.
            key.types.push(ElementType::Decimal128 as u8);
            key.types.extend_from_slice(&decimal.bytes());
        }
        _ => key.types.push(value.element_type() as u8),
    }
    let number = OrderedNumber::new(value).unwrap_or(OrderedNumber::NAN);
    key.bytes.extend_from_slice(&number.head.to_be_bytes());
    match number.tail {
        Tail::Exact => key.bytes.push(NUMBER_EXACT),
        Tail::Above(rest) => {
            key.bytes.push(NUMBER_ABOVE);
            push_rest(rest, key);
        }
        Tail::Below(Reverse(rest)) => {
            key.bytes.push(NUMBER_BELOW);
            let start = key.bytes.len();
            push_rest(rest, key);
            key.bytes.iter_mut().skip(start).for_each(|byte| *byte = !*byte);
        }
    }
}

fn push_rest(rest: Rest, key: &mut KeyBuf) {
    key.bytes.extend_from_slice(&rest.units.to_be_bytes());
    key.bytes.push(u8::from(rest.digits.is_some()));
    if let Some(digits) = rest.digits {
        key.bytes.extend_from_slice(&digits.exponent.to_be_bytes());
        // 10^34 needs 113 bits, so the first byte is always zero.
        key.bytes.extend_from_slice(&digits.coefficient.to_be_bytes()[1..]);
    }
}

fn push_text(text: &str, key: &mut KeyBuf) {
    let mut pieces = text.as_bytes().split(|&byte| byte == 0);
    key.bytes.extend_from_slice(pieces.next().unwrap_or_default());
    for piece in pieces {
        key.bytes.extend_from_slice(&[0, 0xff]);
        key.bytes.extend_from_slice(piece);
    }
    key.bytes.push(0);
}

fn push_cstring(text: &str, key: &mut KeyBuf) {
    key.bytes.extend_from_slice(text.as_bytes());
    key.bytes.push(0);
}

fn push_document(document: &RawDocument, key: &mut KeyBuf) {
    for (name, value) in raw::fields(document) {
        key.bytes.push(tag(value));
        push_cstring(name, key);
        push_payload(value, key);
    }
    key.bytes.push(0);
}
