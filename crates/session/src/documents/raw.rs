//! Raw BSON, element by element: reading without validating text again, and writing without an intermediate tree.

/// BSON element type bytes (bsonspec.org, version 1.1).
pub(crate) mod tag {
    pub const DOUBLE: u8 = 0x01;
    pub const STRING: u8 = 0x02;
    pub const DOCUMENT: u8 = 0x03;
    pub const ARRAY: u8 = 0x04;
    pub const BINARY: u8 = 0x05;
    pub const UNDEFINED: u8 = 0x06;
    pub const OBJECT_ID: u8 = 0x07;
    pub const BOOLEAN: u8 = 0x08;
    pub const DATE: u8 = 0x09;
    pub const NULL: u8 = 0x0a;
    pub const REGEX: u8 = 0x0b;
    pub const DB_POINTER: u8 = 0x0c;
    pub const CODE: u8 = 0x0d;
    pub const SYMBOL: u8 = 0x0e;
    pub const CODE_WITH_SCOPE: u8 = 0x0f;
    pub const INT32: u8 = 0x10;
    pub const TIMESTAMP: u8 = 0x11;
    pub const INT64: u8 = 0x12;
    pub const DECIMAL: u8 = 0x13;
    pub const MAX_KEY: u8 = 0x7f;
    pub const MIN_KEY: u8 = 0xff;
}

/// One element of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Element<'a> {
    pub tag: u8,
    pub name: &'a [u8],
    /// The value's bytes as they stand in the document.
    pub value: &'a [u8],
}

/// Walks the elements of a document; ends early, without an error, where the bytes make no sense.
#[derive(Debug, Clone)]
pub(crate) struct Elements<'a> {
    rest: &'a [u8],
}

impl<'a> Elements<'a> {
    /// Over a whole document, its length prefix included.
    pub(crate) fn new(document: &'a [u8]) -> Self {
        Self { rest: document.get(4..).unwrap_or_default() }
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Element<'a>;

    fn next(&mut self) -> Option<Element<'a>> {
        let (&tag, rest) = self.rest.split_first()?;
        if tag == 0 {
            return None;
        }
        let name_len = rest.iter().position(|byte| *byte == 0)?;
        let (name, rest) = rest.split_at_checked(name_len)?;
        let (value, rest) = rest.get(1..).and_then(|rest| rest.split_at_checked(value_len(tag, rest)?))?;
        self.rest = rest;
        Some(Element { tag, name, value })
    }
}

/// Bytes that a value of this type takes at the start of `bytes`.
fn value_len(tag: u8, bytes: &[u8]) -> Option<usize> {
    Some(match tag {
        tag::UNDEFINED | tag::NULL | tag::MIN_KEY | tag::MAX_KEY => 0,
        tag::BOOLEAN => 1,
        tag::INT32 => 4,
        tag::DOUBLE | tag::DATE | tag::TIMESTAMP | tag::INT64 => 8,
        tag::OBJECT_ID => 12,
        tag::DECIMAL => 16,
        tag::STRING | tag::CODE | tag::SYMBOL => 4 + len_prefix(bytes)?,
        tag::DOCUMENT | tag::ARRAY | tag::CODE_WITH_SCOPE => len_prefix(bytes)?,
        tag::BINARY => 5 + len_prefix(bytes)?,
        tag::DB_POINTER => 4 + len_prefix(bytes)? + 12,
        tag::REGEX => {
            let pattern = bytes.iter().position(|byte| *byte == 0)? + 1;
            pattern + bytes.get(pattern..)?.iter().position(|byte| *byte == 0)? + 1
        }
        _ => return None,
    })
}

/// The little-endian length in the first four bytes.
pub(crate) fn len_prefix(bytes: &[u8]) -> Option<usize> {
    usize::try_from(i32::from_le_bytes(*bytes.first_chunk()?)).ok()
}

/// The text of a string, code or symbol value: between its length and its final NUL.
pub(crate) fn text_of(value: &[u8]) -> &[u8] {
    value.get(4..value.len().saturating_sub(1)).unwrap_or_default()
}

/// The number in a value of any numeric type but decimal.
pub(crate) fn number_of(tag: u8, value: &[u8]) -> Option<f64> {
    match tag {
        tag::INT32 => value.first_chunk().map(|bytes| f64::from(i32::from_le_bytes(*bytes))),
        tag::INT64 => value.first_chunk().map(|bytes| i64::from_le_bytes(*bytes) as f64),
        tag::DOUBLE => value.first_chunk().map(|bytes| f64::from_le_bytes(*bytes)),
        _ => None,
    }
}

/// The whole number in an int, a long, or a double up to 2^53 that is whole.
pub(crate) fn integer_of(tag: u8, value: &[u8]) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match tag {
        tag::INT32 => value.first_chunk().map(|bytes| i64::from(i32::from_le_bytes(*bytes))),
        tag::INT64 => value.first_chunk().map(|bytes| i64::from_le_bytes(*bytes)),
        tag::DOUBLE => {
            let number = value.first_chunk().map(|bytes| f64::from_le_bytes(*bytes))?;
            #[allow(clippy::cast_possible_truncation, reason = "whole and at most 2^53, as just checked")]
            (number.abs() <= EXACT && number.fract() == 0.0).then_some(number as i64)
        }
        _ => None,
    }
}

/// Begins a document or array: room for its length. Returns where it begins.
pub(crate) fn begin(out: &mut Vec<u8>) -> usize {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    start
}

/// Ends the document or array that began at `start`.
pub(crate) fn end(out: &mut Vec<u8>, start: usize) {
    out.push(0);
    let len = out.len() - start;
    set_len(out, start, len);
}

/// Begins an element whose type is not known yet: returns where its type byte goes.
pub(crate) fn begin_element(out: &mut Vec<u8>, name: &[u8]) -> usize {
    let at = out.len();
    out.push(0);
    out.extend_from_slice(name);
    out.push(0);
    at
}

/// Sets the type of an element begun with [`begin_element`].
pub(crate) fn set_tag(out: &mut [u8], at: usize, tag: u8) {
    if let Some(slot) = out.get_mut(at) {
        *slot = tag;
    }
}

/// Writes a whole element.
pub(crate) fn write_element(out: &mut Vec<u8>, tag: u8, name: &[u8], value: &[u8]) {
    out.push(tag);
    out.extend_from_slice(name);
    out.push(0);
    out.extend_from_slice(value);
}

/// Writes the value of a string, code or symbol.
pub(crate) fn write_text(out: &mut Vec<u8>, text: &[u8]) {
    let start = begin(out);
    out.extend_from_slice(text);
    end_text(out, start);
}

/// Ends a text value whose length was left out at `start`: its length counts the NUL but not itself.
pub(crate) fn end_text(out: &mut Vec<u8>, start: usize) {
    out.push(0);
    let len = out.len() - start - 4;
    set_len(out, start, len);
}

/// Writes a binary value.
pub(crate) fn write_binary(out: &mut Vec<u8>, subtype: u8, bytes: &[u8]) {
    // Subtype 2 repeats the length inside (bsonspec.org).
    let inner = if subtype == 2 { 4 } else { 0 };
    out.extend_from_slice(&len_bytes(bytes.len() + inner));
    out.push(subtype);
    if subtype == 2 {
        out.extend_from_slice(&len_bytes(bytes.len()));
    }
    out.extend_from_slice(bytes);
}

fn set_len(out: &mut [u8], start: usize, len: usize) {
    if let Some(slot) = out.get_mut(start..start + 4) {
        slot.copy_from_slice(&len_bytes(len));
    }
}

/// Nothing that is written here reaches 2 GB: documents are refused at 16 MB while they are read.
fn len_bytes(len: usize) -> [u8; 4] {
    i32::try_from(len).unwrap_or(i32::MAX).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::{Elements, begin, begin_element, end, set_tag, tag, write_binary, write_text};
    use bson::{Bson, RawDocument, doc};

    #[test]
    fn walks_every_type() {
        let document = doc! {
            "double": 1.5, "string": "x", "document": { "a": 1 }, "array": [1, "b"],
            "binary": bson::Binary { subtype: bson::spec::BinarySubtype::Generic, bytes: vec![1, 2] },
            "undefined": Bson::Undefined, "id": bson::oid::ObjectId::from_bytes([7; 12]), "true": true,
            "date": bson::DateTime::from_millis(5), "null": Bson::Null,
            "code": Bson::JavaScriptCode("f".into()), "symbol": Bson::Symbol("s".into()),
            "scoped": Bson::JavaScriptCodeWithScope(bson::JavaScriptCodeWithScope { code: "f".into(), scope: doc! { "x": 1 } }),
            "int": 3, "stamp": Bson::Timestamp(bson::Timestamp { time: 1, increment: 2 }), "long": 4_i64,
            "decimal": Bson::Decimal128(bson::Decimal128::from_bytes([0; 16])), "min": Bson::MinKey, "max": Bson::MaxKey,
        };
        let bytes = document.to_vec().unwrap_or_default();
        let names: Vec<_> =
            Elements::new(&bytes).map(|element| String::from_utf8_lossy(element.name).into_owned()).collect();
        assert_eq!(names, document.keys().cloned().collect::<Vec<_>>());
    }

    #[test]
    fn ends_at_bytes_that_make_no_sense() {
        for bytes in
            [&b""[..], b"\x05\0\0", b"\x20\0\0\0\x02a\0\xff\xff\xff\x7fx", b"\x0a\0\0\0\x63a\0\0", b"\x0a\0\0\0\x02aaa"]
        {
            assert_eq!(Elements::new(bytes).count(), 0, "{bytes:?}");
        }
    }

    #[test]
    fn writes_what_the_bson_crate_reads() {
        let mut out = Vec::new();
        let start = begin(&mut out);
        let at = begin_element(&mut out, b"name");
        write_text(&mut out, b"value");
        set_tag(&mut out, at, tag::STRING);
        let at = begin_element(&mut out, b"blob");
        write_binary(&mut out, 2, b"xy");
        set_tag(&mut out, at, tag::BINARY);
        end(&mut out, start);
        let read = RawDocument::from_bytes(&out).and_then(|raw| raw.to_owned().try_into());
        let old = bson::Binary { subtype: bson::spec::BinarySubtype::BinaryOld, bytes: b"xy".to_vec() };
        assert_eq!(read.ok(), Some(doc! { "name": "value", "blob": old }));
    }
}
