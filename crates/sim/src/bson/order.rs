//! BSON comparison order. Source: server 8.0, `BSONElement::compareElements`; the same since 3.4.

use std::cmp::Ordering;

use ::bson::{RawArray, RawBsonRef, RawDocument};

use super::number::OrderedNumber;
use super::{canonical_type, raw};

/// Compares two values of any types, without a collation: a shard key never has one.
#[must_use]
pub fn compare(a: RawBsonRef<'_>, b: RawBsonRef<'_>) -> Ordering {
    canonical_type(a).cmp(&canonical_type(b)).then_with(|| compare_same_type(a, b))
}

fn compare_same_type(a: RawBsonRef<'_>, b: RawBsonRef<'_>) -> Ordering {
    match (a, b) {
        (RawBsonRef::Int32(a), RawBsonRef::Int32(b)) => a.cmp(&b),
        (RawBsonRef::Int64(a), RawBsonRef::Int64(b)) => a.cmp(&b),
        (RawBsonRef::String(a) | RawBsonRef::Symbol(a), RawBsonRef::String(b) | RawBsonRef::Symbol(b))
        | (RawBsonRef::JavaScriptCode(a), RawBsonRef::JavaScriptCode(b)) => a.as_bytes().cmp(b.as_bytes()),
        (RawBsonRef::Document(a), RawBsonRef::Document(b)) => compare_documents(a, b),
        (RawBsonRef::Array(a), RawBsonRef::Array(b)) => compare_arrays(a, b),
        (RawBsonRef::Binary(a), RawBsonRef::Binary(b)) => {
            let place = |binary| (raw::binary_len(binary), u8::from(binary.subtype));
            place(a).cmp(&place(b)).then_with(|| a.bytes.cmp(b.bytes))
        }
        (RawBsonRef::ObjectId(a), RawBsonRef::ObjectId(b)) => a.bytes().cmp(&b.bytes()),
        (RawBsonRef::Boolean(a), RawBsonRef::Boolean(b)) => a.cmp(&b),
        (RawBsonRef::DateTime(a), RawBsonRef::DateTime(b)) => a.timestamp_millis().cmp(&b.timestamp_millis()),
        (RawBsonRef::Timestamp(a), RawBsonRef::Timestamp(b)) => (a.time, a.increment).cmp(&(b.time, b.increment)),
        (RawBsonRef::RegularExpression(a), RawBsonRef::RegularExpression(b)) => {
            a.pattern.cmp(b.pattern).then_with(|| a.options.cmp(b.options))
        }
        (RawBsonRef::DbPointer(_), RawBsonRef::DbPointer(_)) => {
            let (a, b) = (raw::value_bytes(a), raw::value_bytes(b));
            a.len().cmp(&b.len()).then_with(|| a.cmp(&b))
        }
        (RawBsonRef::JavaScriptCodeWithScope(a), RawBsonRef::JavaScriptCodeWithScope(b)) => {
            a.code.as_bytes().cmp(b.code.as_bytes()).then_with(|| compare_documents(a.scope, b.scope))
        }
        // Numbers of different types, doubles and decimals; every other pair here is one of a kind and equal.
        _ => OrderedNumber::new(a).cmp(&OrderedNumber::new(b)),
    }
}

/// Field by field: type, then name, then value; a proper prefix is smaller.
fn compare_documents(a: &RawDocument, b: &RawDocument) -> Ordering {
    let (mut a, mut b) = (raw::fields(a), raw::fields(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some((name_a, value_a)), Some((name_b, value_b))) => {
                let order = canonical_type(value_a)
                    .cmp(&canonical_type(value_b))
                    .then_with(|| name_a.as_bytes().cmp(name_b.as_bytes()))
                    .then_with(|| compare_same_type(value_a, value_b));
                if order != Ordering::Equal {
                    return order;
                }
            }
        }
    }
}

fn compare_arrays(a: &RawArray, b: &RawArray) -> Ordering {
    let (mut a, mut b) = (raw::elements(a), raw::elements(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) => {
                let order = compare(a, b);
                if order != Ordering::Equal {
                    return order;
                }
            }
        }
    }
}
