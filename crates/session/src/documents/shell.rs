//! Raw BSON as people read it in mongosh: `{ _id: ObjectId('...'), state: 'NY', n: Long('5') }`.

use super::raw::{begin, end, write_element};
use bson::{RawBsonRef, RawDocument};
use shardscope_sim::bson::shell_text;

/// A document as shell text on one line.
#[must_use]
pub fn document_text(document: &RawDocument) -> String {
    shell_text(RawBsonRef::Document(document))
}

/// A value as shell text, from its BSON type byte and its bytes; text longer than `characters_max` is cut.
#[must_use]
pub(crate) fn value_text(tag: u8, value: &[u8], characters_max: usize) -> String {
    let mut holder = Vec::new();
    let start = begin(&mut holder);
    write_element(&mut holder, tag, b"v", value);
    end(&mut holder, start);
    let document = RawDocument::from_bytes(&holder).ok();
    let value = document.and_then(|document| document.get("v").ok().flatten());
    shorten(value.map(shell_text).unwrap_or_default(), characters_max)
}

fn shorten(text: String, characters_max: usize) -> String {
    match text.char_indices().nth(characters_max) {
        Some((cut, _)) => text.get(..cut).unwrap_or_default().to_owned() + "…",
        None => text,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::{document_text, value_text};
    use crate::documents::literal::parse_document;
    use crate::documents::raw::tag;

    #[test]
    fn what_is_printed_reads_back() {
        let cases = [
            "{}",
            "{ a: 1, b: 'x', c: [ 1, 2, { d: null } ], e: [] }",
            "{ _id: ObjectId('65a000000000000000000001'), 'a b': true, '1': false, 'Cost Total $': 0 }",
            "{ n: Long('9223372036854775807'), d: Decimal128('1.10'), f: 1.5, big: 2147483648, z: -0 }",
            "{ t: ISODate('2024-01-15T10:30:00.000Z'), s: Timestamp({ t: 1, i: 2 }), lo: MinKey(), hi: MaxKey() }",
            "{ u: UUID('3740ac2e-941b-402e-bbc9-07cd606c7929'), b: Binary.createFromBase64('aGk=', 0), r: /^EU/i }",
            "{ m: MD5('5d41402abc4b2a76b9719d911017c592'), c: Code('f'), w: Code('f', { a: 1 }) }",
            "{ q: \"it's\", w: `both ' and \"`, e: '\\\\ \\n \\t \\x01', u: 'ü€😀' }",
        ];
        for text in cases {
            assert_eq!(document_text(&parse_document(text).unwrap()), text);
        }
    }

    #[test]
    fn long_values_are_cut() {
        assert_eq!(value_text(tag::STRING, b"\x06\0\0\0abcde\0", 4), "'abc…");
        assert_eq!(value_text(tag::STRING, b"\x06\0\0\0abcde\0", 7), "'abcde'");
    }
}
