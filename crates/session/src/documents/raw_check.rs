//! Whether bytes are BSON through and through: what comes from a file is walked by code that trusts its lengths.

use super::DEPTH_MAX;
use super::raw::{len_prefix, tag};
use thiserror::Error;

/// A fault in a document's bytes, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{kind} at byte {offset} of the document")]
pub(crate) struct BsonFault {
    pub offset: usize,
    pub kind: BsonFaultKind,
}

/// What is wrong with a document's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum BsonFaultKind {
    #[error("a length that does not fit")]
    Length,
    #[error("an unknown type, {0:#04x},")]
    Type(u8),
    #[error("text that is not UTF-8")]
    Utf8,
    #[error("a value that its type does not allow")]
    Value,
    #[error("nesting deeper than {DEPTH_MAX} levels, MongoDB's limit,")]
    TooDeep,
}

/// Checks a whole document, whose first four bytes are its length. Takes no stack: nesting is kept in a list.
pub(crate) fn check(document: &[u8]) -> Result<(), BsonFault> {
    if len_prefix(document) != Some(document.len()) {
        return Err(BsonFault { offset: 0, kind: BsonFaultKind::Length });
    }
    let mut walk = Walk { bytes: document, at: 4, ends: vec![document.len()] };
    while let Some(end) = walk.ends.last().copied() {
        walk.element(end)?;
    }
    Ok(())
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Where the open documents end, outermost first.
    ends: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn fault<T>(&self, kind: BsonFaultKind) -> Result<T, BsonFault> {
        Err(BsonFault { offset: self.at, kind })
    }

    /// One element, or the end of a document.
    fn element(&mut self, end: usize) -> Result<(), BsonFault> {
        let kind = *self.take(1, end)?.first().unwrap_or(&0);
        if kind == 0 {
            self.ends.pop();
            return if self.at == end { Ok(()) } else { self.fault(BsonFaultKind::Length) };
        }
        self.cstring(end)?;
        match kind {
            tag::UNDEFINED | tag::NULL | tag::MIN_KEY | tag::MAX_KEY => Ok(()),
            tag::BOOLEAN => match self.take(1, end)? {
                [0 | 1] => Ok(()),
                _ => self.fault(BsonFaultKind::Value),
            },
            tag::INT32 => self.take(4, end).map(|_| ()),
            tag::DOUBLE | tag::DATE | tag::TIMESTAMP | tag::INT64 => self.take(8, end).map(|_| ()),
            tag::OBJECT_ID => self.take(12, end).map(|_| ()),
            tag::DECIMAL => self.take(16, end).map(|_| ()),
            tag::STRING | tag::CODE | tag::SYMBOL => self.text(end),
            tag::BINARY => {
                let len = self.length(end)?;
                let bytes = self.take(len + 1, end)?;
                // Subtype 2 repeats the length inside (bsonspec.org).
                let is_old = bytes.first() == Some(&2);
                let inner = bytes.get(1..).and_then(len_prefix).and_then(|inner| inner.checked_add(4));
                if is_old && inner != Some(len) { self.fault(BsonFaultKind::Length) } else { Ok(()) }
            }
            tag::DB_POINTER => {
                self.text(end)?;
                self.take(12, end).map(|_| ())
            }
            tag::REGEX => {
                self.cstring(end)?;
                self.cstring(end)
            }
            tag::DOCUMENT | tag::ARRAY => self.open(end),
            tag::CODE_WITH_SCOPE => {
                let whole = self.at + len_prefix(self.bytes.get(self.at..).unwrap_or_default()).unwrap_or(0);
                self.take(4, end)?;
                if whole > end {
                    return self.fault(BsonFaultKind::Length);
                }
                self.text(whole)?;
                self.open(whole)?;
                if self.ends.last() == Some(&whole) { Ok(()) } else { self.fault(BsonFaultKind::Length) }
            }
            other => self.fault(BsonFaultKind::Type(other)),
        }
    }

    /// The next bytes, which must lie before `end`.
    fn take(&mut self, len: usize, end: usize) -> Result<&'a [u8], BsonFault> {
        let to = self.at.checked_add(len).filter(|to| *to <= end);
        let bytes: &'a [u8] = self.bytes;
        match to.and_then(|to| bytes.get(self.at..to)) {
            Some(taken) => {
                self.at += len;
                Ok(taken)
            }
            None => self.fault(BsonFaultKind::Length),
        }
    }

    /// A length in four bytes.
    fn length(&mut self, end: usize) -> Result<usize, BsonFault> {
        let bytes = self.take(4, end)?;
        len_prefix(bytes).map_or_else(|| self.fault(BsonFaultKind::Length), Ok)
    }

    fn utf8(&self, text: &[u8]) -> Result<(), BsonFault> {
        if std::str::from_utf8(text).is_ok() { Ok(()) } else { self.fault(BsonFaultKind::Utf8) }
    }

    /// Text that ends with a NUL.
    fn cstring(&mut self, end: usize) -> Result<(), BsonFault> {
        let rest = self.bytes.get(self.at..end).unwrap_or_default();
        let Some(len) = rest.iter().position(|byte| *byte == 0) else { return self.fault(BsonFaultKind::Length) };
        self.utf8(rest.get(..len).unwrap_or_default())?;
        self.at += len + 1;
        Ok(())
    }

    /// Text with its length, which counts the NUL at its end.
    fn text(&mut self, end: usize) -> Result<(), BsonFault> {
        let len = self.length(end)?;
        match self.take(len, end)?.split_last() {
            Some((0, text)) => self.utf8(text),
            _ => self.fault(BsonFaultKind::Value),
        }
    }

    /// Begins a document or array.
    fn open(&mut self, end: usize) -> Result<(), BsonFault> {
        let from = self.at;
        let to = from.saturating_add(self.length(end)?);
        if to > end || to < self.at {
            return self.fault(BsonFaultKind::Length);
        }
        if self.ends.len() > DEPTH_MAX as usize {
            return self.fault(BsonFaultKind::TooDeep);
        }
        self.ends.push(to);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::{BsonFaultKind, check};
    use crate::documents::literal;
    use bson::{Bson, doc};

    fn sample() -> Vec<u8> {
        let code = bson::JavaScriptCodeWithScope { code: "f".to_owned(), scope: doc! { "x": [1, { "y": "é" }] } };
        let regex = literal::parse_document("{ v: /a+/i }").unwrap();
        let regex = bson::Document::try_from(regex).unwrap().remove("v").unwrap();
        let mixed = doc! {
            "text": "x", "inner": { "list": [1, "b", Bson::Null], "code": code }, "regex": regex,
            "binary": bson::Binary { subtype: bson::spec::BinarySubtype::Generic, bytes: vec![1, 2] }, "flag": true,
            "decimal": Bson::Decimal128(bson::Decimal128::from_bytes([0; 16])), "min": Bson::MinKey,
        };
        mixed.to_vec().unwrap()
    }

    #[test]
    fn good_documents_pass() {
        for document in [doc! {}, doc! { "a": 1 }] {
            assert_eq!(check(&document.to_vec().unwrap()), Ok(()));
        }
        assert_eq!(check(&sample()), Ok(()));
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let cases: [(&[u8], usize, BsonFaultKind); 10] = [
            (b"", 0, BsonFaultKind::Length),
            (b"\x06\0\0\0\0", 0, BsonFaultKind::Length),
            (b"\x05\0\0\0\x01", 5, BsonFaultKind::Length),
            (b"\x06\0\0\0\0\0", 5, BsonFaultKind::Length),
            (b"\x08\0\0\0\x55a\0\0", 7, BsonFaultKind::Type(0x55)),
            (b"\x09\0\0\0\x08a\0\x02\0", 8, BsonFaultKind::Value),
            (b"\x08\0\0\0\x0a\xff\0\0", 5, BsonFaultKind::Utf8),
            (b"\x0e\0\0\0\x02a\0\xff\xff\xff\x7fx\0\0", 11, BsonFaultKind::Length),
            (b"\x0e\0\0\0\x02a\0\x02\0\0\0xx\0", 13, BsonFaultKind::Value),
            (b"\x0d\0\0\0\x03a\0\xff\0\0\0\0\0", 11, BsonFaultKind::Length),
        ];
        for (bytes, offset, kind) in cases {
            let fault = check(bytes).unwrap_err();
            assert_eq!((fault.offset, fault.kind), (offset, kind), "{bytes:?}");
        }
    }

    #[test]
    fn nesting_is_limited_without_a_deep_stack() {
        for (n_levels, passes) in [(50, true), (99, true), (10_000, false), (1_000_000, false)] {
            // `{ a: { a: ... } }`, from the inside out.
            let len = 5 + 8 * n_levels;
            let mut bytes = Vec::new();
            for level in 0..=n_levels {
                bytes.extend(i32::try_from(len - 8 * level).unwrap().to_le_bytes());
                if level < n_levels {
                    bytes.extend(b"\x03a\0");
                }
            }
            bytes.extend(vec![0; n_levels + 1]);
            let found = check(&bytes);
            assert_eq!(found.is_ok(), passes, "{n_levels}: {found:?}");
        }
    }

    #[test]
    fn no_changed_byte_gets_past_what_the_bson_crate_refuses() {
        let good = sample();
        for at in 0..good.len() {
            for value in [0, 1, 2, 3, 0x0f, 0x7f, 0x80, 0xff] {
                let mut bytes = good.clone();
                bytes[at] = value;
                if check(&bytes).is_ok() {
                    let raw = bson::RawDocument::from_bytes(&bytes).unwrap();
                    assert!(bson::Document::try_from(raw).is_ok(), "byte {at} as {value}");
                }
            }
        }
    }
}
