//! One BSON value as bytes: its number, its text, its elements.

use crate::bson::{double_text, iso_date};
use bson::spec::ElementType;
use bson::{Decimal128, RawBsonRef, RawDocument};

pub(super) const DOUBLE: u8 = ElementType::Double as u8;
pub(super) const STRING: u8 = ElementType::String as u8;
pub(super) const DOCUMENT: u8 = ElementType::EmbeddedDocument as u8;
pub(super) const ARRAY: u8 = ElementType::Array as u8;
pub(super) const BINARY: u8 = ElementType::Binary as u8;
pub(super) const OBJECT_ID: u8 = ElementType::ObjectId as u8;
pub(super) const BOOLEAN: u8 = ElementType::Boolean as u8;
pub(super) const DATE: u8 = ElementType::DateTime as u8;
pub(super) const NULL: u8 = ElementType::Null as u8;
pub(super) const INT32: u8 = ElementType::Int32 as u8;
pub(super) const TIMESTAMP: u8 = ElementType::Timestamp as u8;
pub(super) const INT64: u8 = ElementType::Int64 as u8;
pub(super) const DECIMAL: u8 = ElementType::Decimal128 as u8;

/// A number, or a date as one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Num {
    Whole(i64),
    Double(f64),
    Date(i64),
}

impl Num {
    pub(super) fn read(tag: u8, bytes: &[u8]) -> Option<Num> {
        let long = || bytes.first_chunk().map(|bytes| i64::from_le_bytes(*bytes));
        match tag {
            INT32 => bytes.first_chunk().map(|bytes| Num::Whole(i32::from_le_bytes(*bytes).into())),
            INT64 => long().map(Num::Whole),
            DATE => long().map(Num::Date),
            DOUBLE => bytes.first_chunk().map(|bytes| Num::Double(f64::from_le_bytes(*bytes))),
            BOOLEAN => bytes.first().map(|byte| Num::Whole((*byte).into())),
            STRING => Num::parse(std::str::from_utf8(text_of(bytes)).ok()?),
            DECIMAL => Num::parse(&Decimal128::from_bytes(*bytes.first_chunk()?).to_string()),
            _ => None,
        }
    }

    fn parse(text: &str) -> Option<Num> {
        text.parse().map(Num::Whole).ok().or_else(|| text.parse().map(Num::Double).ok())
    }

    pub(super) fn double(self) -> f64 {
        match self {
            Num::Whole(value) | Num::Date(value) => value as f64,
            Num::Double(value) => value,
        }
    }

    /// The nearest whole number; halves go away from zero.
    pub(super) fn whole(self) -> i64 {
        match self {
            Num::Whole(value) | Num::Date(value) => value,
            Num::Double(value) => whole(value),
        }
    }
}

/// The nearest whole number, clamped to 64 bits.
#[allow(clippy::cast_possible_truncation, reason = "saturates, which is what clamping means here")]
pub(super) fn whole(value: f64) -> i64 {
    libm::round(value) as i64
}

/// The text in a string value: between its length and its NUL.
pub(super) fn text_of(value: &[u8]) -> &[u8] {
    value.get(4..value.len().saturating_sub(1)).unwrap_or_default()
}

/// Looks at a value as the `bson` crate sees it.
pub(super) fn with_value<R>(tag: u8, value: &[u8], look: impl FnOnce(RawBsonRef<'_>) -> R) -> Option<R> {
    let len = i32::try_from(value.len() + 7).ok()?;
    let document = [&len.to_le_bytes(), [tag, 0].as_slice(), value, &[0]].concat();
    let raw = RawDocument::from_bytes(&document).ok()?;
    raw.get("").ok().flatten().map(look)
}

/// Appends what a value reads as: numbers as JavaScript prints them, dates as ISO 8601, bytes as hexadecimal digits, the
/// elements of arrays and documents with commas between them. Null is empty.
pub(super) fn append_text(tag: u8, value: &[u8], out: &mut Vec<u8>) {
    match (tag, value) {
        (STRING, _) => out.extend_from_slice(text_of(value)),
        (DOUBLE, _) => {
            let number = value.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes));
            out.extend_from_slice(double_text(number).as_bytes());
        }
        (BOOLEAN, _) => out.extend_from_slice(if value == [0] { b"false" } else { b"true" }),
        (DATE, _) => {
            let ms = value.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes));
            out.extend_from_slice(iso_date(ms).unwrap_or_default().as_bytes());
        }
        (DECIMAL, _) => {
            let text = value.first_chunk().map(|bytes| Decimal128::from_bytes(*bytes).to_string());
            out.extend_from_slice(text.unwrap_or_default().as_bytes());
        }
        (OBJECT_ID, _) => append_hex(value, 0, out),
        (BINARY, [_, _, _, _, subtype, bytes @ ..]) => append_hex(bytes, if *subtype == 4 { 4 } else { 0 }, out),
        (ARRAY | DOCUMENT, _) => {
            for (idx, (tag, from, to)) in elements(value).into_iter().enumerate() {
                if idx > 0 {
                    out.push(b',');
                }
                append_text(tag, value.get(from..to).unwrap_or_default(), out);
            }
        }
        _ => match Num::read(tag, value) {
            Some(number) => append_whole(number.whole(), out),
            None => out.extend_from_slice(pattern_of(tag, value)),
        },
    }
}

/// The pattern of a regular expression; nothing for types that read as nothing.
fn pattern_of(tag: u8, value: &[u8]) -> &[u8] {
    let is_regex = tag == ElementType::RegularExpression as u8;
    if is_regex { value.split(|byte| *byte == 0).next().unwrap_or_default() } else { &[] }
}

/// Hexadecimal digits; with `dashes` 4, in the groups of a UUID.
pub(super) fn append_hex(bytes: &[u8], dashes: usize, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for (idx, byte) in bytes.iter().enumerate() {
        if dashes > 0 && matches!(idx, 4 | 6 | 8 | 10) {
            out.push(b'-');
        }
        for half in [byte >> 4, byte & 0xf] {
            out.push(DIGITS.get(usize::from(half)).copied().unwrap_or(b'0'));
        }
    }
}

pub(super) fn append_whole(value: i64, out: &mut Vec<u8>) {
    if value < 0 {
        out.push(b'-');
    }
    append_digits(out, value.unsigned_abs());
}

pub(super) fn append_digits(out: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let mut rest = number;
    let mut start = digits.len();
    for slot in digits.iter_mut().rev() {
        *slot = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        start -= 1;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(start..).unwrap_or_default());
}

/// The elements of an array or document: type byte, and where the value begins and ends.
pub(super) fn elements(container: &[u8]) -> Vec<(u8, usize, usize)> {
    let mut found = Vec::new();
    let mut at = 4;
    while let Some((&tag, rest)) = container.get(at..).and_then(<[u8]>::split_first) {
        let Some(name_len) = rest.iter().position(|byte| *byte == 0) else { break };
        let from = at + name_len + 2;
        let Some(len) = container.get(from..).and_then(|value| value_len(tag, value)) else { break };
        found.push((tag, from, from + len));
        at = from + len;
    }
    found
}

/// Bytes that a value of this type takes (bsonspec.org, version 1.1); None ends a document.
fn value_len(tag: u8, bytes: &[u8]) -> Option<usize> {
    let prefix = || bytes.first_chunk().and_then(|bytes| usize::try_from(i32::from_le_bytes(*bytes)).ok());
    Some(match tag {
        0x06 | NULL | 0x7f | 0xff => 0,
        BOOLEAN => 1,
        INT32 => 4,
        DOUBLE | DATE | TIMESTAMP | INT64 => 8,
        OBJECT_ID => 12,
        DECIMAL => 16,
        STRING | 0x0d | 0x0e => 4 + prefix()?,
        DOCUMENT | ARRAY | 0x0f => prefix()?,
        BINARY => 5 + prefix()?,
        0x0c => 16 + prefix()?,
        0x0b => {
            let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == 0).map(|(at, _)| at + 1);
            ends.nth(1)?
        }
        _ => return None,
    })
}
