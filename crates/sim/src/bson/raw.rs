//! Reading and writing of BSON bytes that the `bson` crate keeps to itself.

use ::bson::raw::cstr;
use ::bson::spec::{BinarySubtype, ElementType};
use ::bson::{RawArray, RawBinaryRef, RawBsonRef, RawDocument, RawDocumentBuf};

/// The fields of a document; ends early at a broken one.
pub(super) fn fields(document: &RawDocument) -> impl Iterator<Item = (&str, RawBsonRef<'_>)> {
    document.iter().map_while(Result::ok).map(|(name, value)| (name.as_str(), value))
}

/// The elements of an array; ends early at a broken one.
pub(super) fn elements(array: &RawArray) -> impl Iterator<Item = RawBsonRef<'_>> {
    array.into_iter().map_while(Result::ok)
}

/// Length of a binary value as stored: the old subtype 2 repeats its length inside the data.
pub(super) fn binary_len(binary: RawBinaryRef<'_>) -> usize {
    match binary.subtype {
        BinarySubtype::BinaryOld => binary.bytes.len() + 4,
        _ => binary.bytes.len(),
    }
}

/// The bytes of a value as they stand in a document. Allocates: only for types that offer no other way in.
pub(super) fn value_bytes(value: RawBsonRef<'_>) -> Vec<u8> {
    let mut document = RawDocumentBuf::new();
    document.append(cstr!(""), value);
    let bytes = document.into_bytes();
    // Length, type byte and the empty name before the value; the end of the document after it.
    bytes.get(6..bytes.len().saturating_sub(1)).unwrap_or_default().to_vec()
}

/// Whether containers stand in each other more than `depth_max` levels deep.
pub(crate) fn is_deeper_than(value: RawBsonRef<'_>, depth_max: usize) -> bool {
    let is_deeper = |inner| is_deeper_than(inner, depth_max.saturating_sub(1));
    match value {
        RawBsonRef::Document(document) => depth_max == 0 || fields(document).any(|(_, value)| is_deeper(value)),
        RawBsonRef::Array(array) => depth_max == 0 || elements(array).any(is_deeper),
        RawBsonRef::JavaScriptCodeWithScope(code) => {
            depth_max == 0 || fields(code.scope).any(|(_, value)| is_deeper(value))
        }
        _ => false,
    }
}

/// Lengths in BSON are int32. Values come from documents, which are smaller than that.
pub(super) fn len_i32(len: usize) -> i32 {
    i32::try_from(len).unwrap_or(i32::MAX)
}

/// Builds BSON bytes by hand: unlike the crate's builder it can write values that it has no public type for.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn element(&mut self, element_type: ElementType, name: &[u8]) {
        self.bytes.push(element_type as u8);
        self.cstring(name);
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Takes back what was written after the first `len` bytes.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    pub(crate) fn last_byte(&self) -> Option<u8> {
        self.bytes.last().copied()
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn cstring(&mut self, text: &[u8]) {
        self.raw(text);
        self.bytes.push(0);
    }

    pub(crate) fn string(&mut self, text: &[u8]) {
        self.raw(&len_i32(text.len() + 1).to_le_bytes());
        self.cstring(text);
    }

    /// Opens something that starts with its own length; give the result to [`close`](Self::close).
    pub(crate) fn open(&mut self) -> usize {
        let start = self.bytes.len();
        self.raw(&[0; 4]);
        start
    }

    /// Fills in the length of what was opened at `start`.
    pub(crate) fn close(&mut self, start: usize) {
        let len = len_i32(self.bytes.len() - start);
        if let Some(slot) = self.bytes.get_mut(start..start + 4) {
            slot.copy_from_slice(&len.to_le_bytes());
        }
    }

    /// Ends a document opened at `start`.
    pub(crate) fn close_document(&mut self, start: usize) {
        self.bytes.push(0);
        self.close(start);
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
