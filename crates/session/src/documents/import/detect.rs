//! What a file is, from its first bytes. Its name is never asked.

use super::error::{BinaryKind, ImportError};

/// How much of a file is looked at.
pub(super) const HEAD_BYTES: usize = 64 * 1024;

/// What the text is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detected {
    Json {
        /// Each document on a line of its own, so that a broken one ends with its line.
        by_line: bool,
    },
    Csv {
        delimiter: u8,
    },
    /// mongodump's documents.
    Bson,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

const MAGIC: [(&[u8], BinaryKind); 9] = [
    (b"\x1f\x8b", BinaryKind::Gzip),
    (b"PK\x03\x04", BinaryKind::Zip),
    (b"\x28\xb5\x2f\xfd", BinaryKind::Zstd),
    (b"\x89PNG", BinaryKind::Picture),
    (b"\xff\xd8\xff", BinaryKind::Picture),
    (b"GIF8", BinaryKind::Picture),
    (b"%PDF", BinaryKind::Pdf),
    (b"PAR1", BinaryKind::Parquet),
    (b"\x6d\xe2\x99\x81", BinaryKind::MongodumpArchive),
];

/// Looks at the first bytes; `is_whole` says that there are no more. Returns how many bytes to skip as well.
pub(super) fn detect(head: &[u8], is_whole: bool) -> Result<(usize, Detected), ImportError> {
    if looks_like_bson(head) {
        return Ok((0, Detected::Bson));
    }
    refuse_binary(head)?;
    let skip = if head.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let text = head.get(skip..).unwrap_or_default();
    let body = text.trim_ascii_start();
    let detected = match body.first() {
        None if is_whole => return Err(ImportError::Empty),
        // 64 kB of white space: whatever follows, documents in braces may.
        None => Detected::Json { by_line: false },
        Some(b'{' | b'[') => Detected::Json { by_line: is_by_line(body, is_whole) },
        Some(b'/') if matches!(body.get(1), Some(b'/' | b'*')) => Detected::Json { by_line: false },
        Some(b'<') => return Err(ImportError::Markup),
        Some(_) if body.starts_with(b"db.") => return Err(ImportError::Script),
        Some(_) => csv_or_broken_json(body, is_whole),
    };
    Ok((skip, detected))
}

fn refuse_binary(head: &[u8]) -> Result<(), ImportError> {
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") || is_utf16(head) {
        return Err(ImportError::Utf16);
    }
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Err(ImportError::Binary(*kind));
    }
    if head.contains(&0) || n_odd_bytes(head) * 20 > head.len() {
        return Err(ImportError::Binary(BinaryKind::Other));
    }
    Ok(())
}

/// Without a mark: ASCII letters with a NUL beside each.
fn is_utf16(head: &[u8]) -> bool {
    let pairs = || head.chunks_exact(2).take(32);
    let n_pairs = pairs().count();
    let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let little = pairs().all(|pair| matches!(pair, [byte, 0] if is_text(*byte)));
    let big = pairs().all(|pair| matches!(pair, [0, byte] if is_text(*byte)));
    n_pairs >= 2 && (little || big)
}

/// A length, an element type and a name that ends with NUL.
fn looks_like_bson(head: &[u8]) -> bool {
    let len = head.first_chunk().map_or(0, |len| i32::from_le_bytes(*len));
    let is_type = head.get(4).is_some_and(|tag| matches!(tag, 0x01..=0x13 | 0x7f | 0xff));
    let name = head.get(5..).unwrap_or_default();
    let name_len = name.iter().take(256).position(|byte| *byte == 0).unwrap_or(0);
    let is_name =
        name.get(..name_len).is_some_and(|name| !name.is_empty() && name.iter().all(|byte| !byte.is_ascii_control()));
    (10..=16 * 1024 * 1024).contains(&len) && is_type && is_name
}

/// Control characters and bytes that are not UTF-8. A few are a broken line; many are a binary file.
fn n_odd_bytes(head: &[u8]) -> usize {
    let n_control = head.iter().filter(|byte| **byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)).count();
    let chunks = head.utf8_chunks();
    // A character that is cut off by the end of the head counts as at most three bytes: less than the limit allows for.
    n_control + chunks.map(|chunk| chunk.invalid().len()).sum::<usize>().saturating_sub(3)
}

fn lines(text: &[u8], is_whole: bool) -> impl Iterator<Item = &[u8]> {
    let end = if is_whole { text.len() } else { text.iter().rposition(|byte| *byte == b'\n').unwrap_or(0) };
    text.get(..end).unwrap_or_default().split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty())
}

/// Whether lines are documents: they begin with a brace at their start, and at least half of them are balanced.
fn is_by_line(body: &[u8], is_whole: bool) -> bool {
    const LINES: usize = 20;
    let body = body.strip_prefix(b"[").unwrap_or(body);
    let considered = || lines(body, is_whole).filter(|line| line.trim_ascii() != b"]").take(LINES);
    let n_lines = considered().count();
    let n_documents = considered().filter(|line| line.starts_with(b"{") && is_balanced(line)).count();
    n_documents > 0 && n_documents * 2 >= n_lines
}

/// Whether every brace and bracket that a line opens is closed in it; one more may close, at the end of an array.
fn is_balanced(line: &[u8]) -> bool {
    let mut depth = 0_i32;
    let mut quote = None;
    let mut escaped = false;
    for byte in line {
        match (quote, byte) {
            (Some(_), _) if std::mem::take(&mut escaped) => {}
            (Some(_), b'\\') => escaped = true,
            (Some(open), byte) if open == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => depth -= 1,
            _ => {}
        }
    }
    quote.is_none() && (depth == 0 || (depth == -1 && line.trim_ascii_end().ends_with(b"]")))
}

/// Text that begins with neither brace nor bracket: CSV, unless documents begin in the second line.
fn csv_or_broken_json(body: &[u8], is_whole: bool) -> Detected {
    let delimiter = delimiter(body);
    let second_is_document =
        lines(body, is_whole).nth(1).is_some_and(|line| line.starts_with(b"{") && is_balanced(line));
    match delimiter {
        None if second_is_document => Detected::Json { by_line: true },
        _ => Detected::Csv { delimiter: delimiter.unwrap_or(b',') },
    }
}

/// The delimiter that the header holds most of, outside quotes; a comma where there are as many.
fn delimiter(body: &[u8]) -> Option<u8> {
    let mut counts = [(b',', 0), (b'\t', 0), (b';', 0)];
    let mut in_quotes = false;
    for byte in body {
        match byte {
            b'"' => in_quotes = !in_quotes,
            b'\n' if !in_quotes => break,
            _ if in_quotes => {}
            _ => {
                if let Some((_, count)) = counts.iter_mut().find(|(delimiter, _)| delimiter == byte) {
                    *count += 1;
                }
            }
        }
    }
    // `max_by_key` prefers the last of equals.
    counts
        .into_iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .filter(|(_, count)| *count > 0)
        .map(|(delimiter, _)| delimiter)
}

#[cfg(test)]
mod tests {
    use super::{BinaryKind, Detected, ImportError, detect};

    #[test]
    fn tells_formats_apart() {
        let by_line = Detected::Json { by_line: true };
        let documents = Detected::Json { by_line: false };
        let csv = |delimiter| Detected::Csv { delimiter };
        let cases: [(&str, Detected); 22] = [
            ("{\"a\":1}\n{\"a\":2}\n", by_line),
            ("{\"a\":1}", by_line),
            ("{\"a\":1}\n{\"a\":\n{\"a\":3}\n", by_line),
            ("{\"a\":\n{\"a\":2}\n{\"a\":3}", by_line),
            ("[{\"a\":1},\n{\"a\":2}]\n", by_line),
            ("[\n{\"a\":1},\n{\"a\":2}\n]\n", by_line),
            ("[{\"a\":1},{\"a\":2}]", by_line),
            ("\u{feff}  {\"a\":1}", by_line),
            ("oops\n{\"a\":1}\n", by_line),
            ("{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}", documents),
            ("{\n  \"items\": [\n    { \"a\": 1 },\n    { \"a\": 2 },\n    { \"a\": 3 }\n  ]\n}", documents),
            ("[\n  {\n    \"a\": 1\n  }\n]", documents),
            ("// five orders\n{ a: 1 }", documents),
            ("a,b\n1,2\n", csv(b',')),
            ("a;b\n1,5;2\n", csv(b';')),
            ("a\tb\n1\t2\n", csv(b'\t')),
            ("\"a;x\",\"b\"\n1,2\n", csv(b',')),
            ("\"a\nb\";c\n1;2\n", csv(b';')),
            ("zip\n00501\n", csv(b',')),
            ("a,b;c\n", csv(b',')),
            ("1,2\n{x},3\n", csv(b',')),
            ("\u{feff}a,b\n", csv(b',')),
        ];
        for (text, expect) in cases {
            assert_eq!(detect(text.as_bytes(), true).map(|found| found.1), Ok(expect), "{text:?}");
        }
    }

    #[test]
    fn refuses_what_is_no_text() {
        let binary = ImportError::Binary;
        let cases: [(&[u8], ImportError); 14] = [
            (b"", ImportError::Empty),
            (b" \r\n\t", ImportError::Empty),
            (b"\xef\xbb\xbf\n", ImportError::Empty),
            (b"\x1f\x8b\x08\0\0\0", binary(BinaryKind::Gzip)),
            (b"PK\x03\x04\x14\0", binary(BinaryKind::Zip)),
            (b"\x89PNG\r\n\x1a\n", binary(BinaryKind::Picture)),
            (b"PAR1\x15\x04", binary(BinaryKind::Parquet)),
            (b"%PDF-1.7", binary(BinaryKind::Pdf)),
            (b"{\"a\":\"x\0y\"}", binary(BinaryKind::Other)),
            (b"\x01\x02\x03\x04\x05\x06\x07abc", binary(BinaryKind::Other)),
            (b"\xff\xfea\0,\0b\0", ImportError::Utf16),
            (b"a\0,\0b\0\n\0", ImportError::Utf16),
            (b"<!DOCTYPE html><html>", ImportError::Markup),
            (b"db.orders.insertMany([{a: 1}])", ImportError::Script),
        ];
        for (bytes, expect) in cases {
            assert_eq!(detect(bytes, true), Err(expect), "{bytes:?}");
        }
    }

    #[test]
    fn tells_bson_from_text() {
        assert_eq!(detect(b"\x16\0\0\0\x02a\0\x0a\0\0\0abcdefghi\0\0", true), Ok((0, Detected::Bson)));
    }

    #[test]
    fn a_character_cut_by_the_end_of_the_head_is_no_fault() {
        assert!(detect("a,b\n1,€".as_bytes().get(..7).unwrap_or_default(), false).is_ok());
    }
}
