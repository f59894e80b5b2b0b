//! Finds where CSV records end in text that arrives in pieces (RFC 4180, with any one-byte delimiter).
//!
//! A quote that is never closed must not take the rest of the file with it: the line in which its record began is
//! refused, and reading goes on with the next one.

use crate::documents::syntax::n_line_ends;
use std::ops::Range;
use thiserror::Error;

/// Longest record whose closing quote is looked for: no document may be longer.
const RECORD_BYTES_MAX: usize = 16 * 1024 * 1024;

/// What is wrong with the quotes of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum QuoteFault {
    #[error("the quote that opens this cell is never closed")]
    Unclosed,
    #[error("text follows the closing quote of this cell; a quote inside a cell is written twice")]
    TextAfterQuote,
}

/// One record, its line end left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    /// Its bytes in [`RecordSplitter::bytes`].
    pub range: Range<usize>,
    /// Line in which it begins, from 1.
    pub line: u64,
    /// What is wrong, and at which byte of the record.
    pub fault: Option<(usize, QuoteFault)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    CellStart,
    Unquoted,
    Quoted,
    /// After a quote inside a quoted cell: its end, or the first of two.
    AfterQuote,
    /// In the rest of a line that is refused.
    Refused(usize, QuoteFault),
}

/// Holds what has not become a record yet.
#[derive(Debug)]
pub(super) struct RecordSplitter {
    delimiter: u8,
    buffer: Vec<u8>,
    /// Where the present record begins, and what is looked at next.
    from: usize,
    at: usize,
    state: State,
    /// Where the last quoted cell opened.
    quote_at: usize,
    line: u64,
}

impl RecordSplitter {
    pub(super) fn new(delimiter: u8) -> Self {
        Self { delimiter, buffer: Vec::new(), from: 0, at: 0, state: State::CellStart, quote_at: 0, line: 1 }
    }

    /// Adds a piece. Records given out before are forgotten.
    pub(super) fn push(&mut self, piece: &[u8]) {
        self.buffer.drain(..self.from);
        self.at -= self.from;
        self.quote_at = self.quote_at.saturating_sub(self.from);
        self.from = 0;
        self.buffer.extend_from_slice(piece);
    }

    pub(super) fn bytes(&self, range: Range<usize>) -> &[u8] {
        self.buffer.get(range).unwrap_or_default()
    }

    /// The next record; None until more bytes come, or at the end.
    pub(super) fn next_record(&mut self, is_end: bool) -> Option<Record> {
        while let Some(&byte) = self.buffer.get(self.at) {
            if let Some(record) = self.step(byte) {
                return Some(record);
            }
        }
        if !is_end || self.from >= self.buffer.len() {
            return None;
        }
        match self.state {
            State::Quoted => self.refuse(self.quote_at, QuoteFault::Unclosed).or_else(|| self.next_record(true)),
            State::Refused(offset, fault) => Some(self.end_record(Some((offset, fault)))),
            _ => Some(self.end_record(None)),
        }
    }

    #[inline]
    fn step(&mut self, byte: u8) -> Option<Record> {
        match (self.state, byte) {
            (State::CellStart, b'"') => {
                self.state = State::Quoted;
                self.quote_at = self.at;
            }
            (State::Quoted, b'"') => self.state = State::AfterQuote,
            (State::Quoted, _) => {
                if self.at - self.from > RECORD_BYTES_MAX {
                    return self.refuse(self.quote_at, QuoteFault::Unclosed);
                }
            }
            (State::AfterQuote, b'"') => self.state = State::Quoted,
            (State::Refused(offset, fault), b'\n') => return Some(self.end_record(Some((offset, fault)))),
            (_, b'\n') => return Some(self.end_record(None)),
            (State::Refused(..), _) | (State::AfterQuote, b'\r') => {}
            (_, byte) if byte == self.delimiter => self.state = State::CellStart,
            (State::AfterQuote, _) => return self.refuse(self.at, QuoteFault::TextAfterQuote),
            (State::CellStart | State::Unquoted, _) => self.state = State::Unquoted,
        }
        self.at += 1;
        None
    }

    /// Ends the record at the present byte, which is its line end or the end of the file.
    fn end_record(&mut self, fault: Option<(usize, QuoteFault)>) -> Record {
        let range = self.from..self.at;
        let line = self.line;
        let bytes = self.buffer.get(range.clone()).unwrap_or_default();
        self.line += 1 + n_line_ends(bytes);
        let len = bytes.strip_suffix(b"\r").unwrap_or(bytes).len();
        self.at = (self.at + 1).min(self.buffer.len());
        self.from = self.at;
        self.state = State::CellStart;
        Record { range: range.start..range.start + len, line, fault }
    }

    /// Refuses the line in which the present record began, at once if its end is known.
    fn refuse(&mut self, fault_at: usize, fault: QuoteFault) -> Option<Record> {
        let fault = (fault_at - self.from, fault);
        let record = self.buffer.get(self.from..self.at).unwrap_or_default();
        if let Some(len) = record.iter().position(|byte| *byte == b'\n') {
            self.at = self.from + len;
            return Some(self.end_record(Some(fault)));
        }
        self.state = State::Refused(fault.0, fault.1);
        None
    }
}

/// The cells of a record that has no fault.
#[derive(Debug, Default)]
pub(super) struct Cells {
    text: Vec<u8>,
    /// Where each cell ends in `text`, and where it begins in the record.
    ends: Vec<(usize, usize)>,
}

impl Cells {
    /// Takes a record apart.
    pub(super) fn read(&mut self, record: &[u8], delimiter: u8) {
        self.text.clear();
        self.ends.clear();
        let mut at = 0;
        loop {
            let begins_at = at;
            at =
                if record.get(at) == Some(&b'"') { self.quoted(record, at) } else { self.plain(record, at, delimiter) };
            self.ends.push((self.text.len(), begins_at));
            if record.get(at) != Some(&delimiter) {
                return;
            }
            at += 1;
        }
    }

    fn plain(&mut self, record: &[u8], at: usize, delimiter: u8) -> usize {
        let rest = record.get(at..).unwrap_or_default();
        let len = rest.iter().position(|byte| *byte == delimiter).unwrap_or(rest.len());
        self.text.extend_from_slice(rest.get(..len).unwrap_or_default());
        at + len
    }

    fn quoted(&mut self, record: &[u8], opened_at: usize) -> usize {
        let mut at = opened_at + 1;
        loop {
            let rest = record.get(at..).unwrap_or_default();
            let len = rest.iter().position(|byte| *byte == b'"').unwrap_or(rest.len());
            self.text.extend_from_slice(rest.get(..len).unwrap_or_default());
            at += len + 1;
            if record.get(at) != Some(&b'"') {
                return at;
            }
            self.text.push(b'"');
            at += 1;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A cell's text; empty if there is no such cell.
    pub(super) fn get(&self, idx: usize) -> &[u8] {
        let from = idx.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |(end, _)| *end);
        let to = self.ends.get(idx).map_or(from, |(end, _)| *end);
        self.text.get(from..to).unwrap_or_default()
    }

    /// Where a cell begins in its record.
    pub(super) fn offset(&self, idx: usize) -> usize {
        self.ends.get(idx).map_or(0, |(_, offset)| *offset)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, QuoteFault, RecordSplitter};

    /// Line of a record, and its cells or its fault.
    type Found = (u64, Result<Vec<String>, (usize, QuoteFault)>);

    fn split(text: &str, piece_len: usize) -> Vec<Found> {
        let mut splitter = RecordSplitter::new(b',');
        let mut found = Vec::new();
        let mut pieces = text.as_bytes().chunks(piece_len).peekable();
        while let Some(piece) = pieces.next() {
            splitter.push(piece);
            while let Some(record) = splitter.next_record(pieces.peek().is_none()) {
                let mut cells = Cells::default();
                cells.read(splitter.bytes(record.range), b',');
                let texts = (0..cells.len()).map(|idx| String::from_utf8_lossy(cells.get(idx)).into_owned()).collect();
                found.push((record.line, record.fault.map_or(Ok(texts), Err)));
            }
        }
        found
    }

    fn row(line: u64, cells: &[&str]) -> Found {
        (line, Ok(cells.iter().map(|cell| (*cell).to_owned()).collect()))
    }

    #[test]
    fn records_and_cells() {
        let cases = [
            ("a,b\n1,2\n", vec![row(1, &["a", "b"]), row(2, &["1", "2"])]),
            ("a,b\r\n1,2", vec![row(1, &["a", "b"]), row(2, &["1", "2"])]),
            ("a,\n,b\n", vec![row(1, &["a", ""]), row(2, &["", "b"])]),
            ("\"a,b\",c\n", vec![row(1, &["a,b", "c"])]),
            ("\"a\nb\",c\nd,e\n", vec![row(1, &["a\nb", "c"]), row(3, &["d", "e"])]),
            ("\"a\r\nb\"\r\nc\r\n", vec![row(1, &["a\r\nb"]), row(3, &["c"])]),
            ("\"say \"\"hi\"\"\",\"\"\n", vec![row(1, &["say \"hi\"", ""])]),
            ("5\" pipe,x\n", vec![row(1, &["5\" pipe", "x"])]),
            ("\n\na\n", vec![row(1, &[""]), row(2, &[""]), row(3, &["a"])]),
        ];
        for (text, expect) in cases {
            for piece_len in [1, 2, 3, 1000] {
                assert_eq!(split(text, piece_len), expect, "{text:?} in pieces of {piece_len}");
            }
        }
    }

    #[test]
    fn a_broken_quote_costs_one_line() {
        let unclosed = |line, offset| (line, Err((offset, QuoteFault::Unclosed)));
        let trailing = |line, offset| (line, Err((offset, QuoteFault::TextAfterQuote)));
        let cases = [
            ("a,\"b\nc,d\n", vec![unclosed(1, 2), row(2, &["c", "d"])]),
            ("a,\"b", vec![unclosed(1, 2)]),
            ("\"a\"b,c\nd,e\n", vec![trailing(1, 3), row(2, &["d", "e"])]),
            ("a,\"b\nc,\"d\"\ne,f\n", vec![trailing(1, 8), row(2, &["c", "d"]), row(3, &["e", "f"])]),
        ];
        for (text, expect) in cases {
            for piece_len in [1, 2, 3, 1000] {
                assert_eq!(split(text, piece_len), expect, "{text:?} in pieces of {piece_len}");
            }
        }
    }
}
