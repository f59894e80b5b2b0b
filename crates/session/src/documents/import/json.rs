//! JSON in all its forms: arrays, NDJSON, documents one after the other, Extended JSON, shell literals.

use super::bad::BadLines;
use super::error::ImportError;
use super::sink::Sink;
use super::splitter::Splitter;
use crate::documents::syntax::{Dialect, Position, SyntaxErrorKind, ValueReader};

/// Longest text of one document that is kept while its end is looked for: canonical Extended JSON takes about five times
/// its BSON, so that nothing longer can be under 16 MB unless it is mostly white space.
const TEXT_BYTES_MAX: usize = 96 * 1024 * 1024;

/// Reads JSON piece by piece.
#[derive(Debug)]
pub(super) struct JsonReader {
    splitter: Splitter,
    /// The beginning of a document whose end has not arrived.
    carry: Vec<u8>,
    /// Whether the open document is too long to be kept.
    is_overlong: bool,
    document: Vec<u8>,
    seen: Seen,
}

/// What the documents looked like, for the format's name.
#[derive(Debug, Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is one thing that was seen or not")]
struct Seen {
    extended: bool,
    shell: bool,
    multi_line: bool,
    shared_line: bool,
    last_line: u64,
}

impl JsonReader {
    pub(super) fn new(by_line: bool) -> Self {
        Self {
            splitter: Splitter::new(by_line),
            carry: Vec::new(),
            is_overlong: false,
            document: Vec::new(),
            seen: Seen::default(),
        }
    }

    pub(super) fn push(&mut self, piece: &[u8], sink: &mut Sink) -> Result<(), ImportError> {
        let mut at = 0;
        while let Some(unit) = self.splitter.next_unit(piece, &mut at) {
            let part = piece.get(unit.from.unwrap_or(0)..unit.to).unwrap_or_default();
            if self.carry.is_empty() && !self.is_overlong {
                self.read(part, unit.start, sink)?;
            } else {
                self.keep(part);
                self.read_carried(unit.start, sink)?;
            }
        }
        if self.splitter.open_unit().is_some() {
            self.keep(piece.get(self.splitter.open_from()..).unwrap_or_default());
        }
        self.splitter.next_piece(piece.len());
        Ok(())
    }

    fn keep(&mut self, part: &[u8]) {
        if self.carry.len() + part.len() > TEXT_BYTES_MAX {
            self.is_overlong = true;
            self.carry = Vec::new();
        }
        if !self.is_overlong {
            self.carry.extend_from_slice(part);
        }
    }

    fn read_carried(&mut self, start: Position, sink: &mut Sink) -> Result<(), ImportError> {
        if std::mem::take(&mut self.is_overlong) {
            sink.bad.add(start, SyntaxErrorKind::TooLarge);
            return Ok(());
        }
        let text = std::mem::take(&mut self.carry);
        self.read(&text, start, sink)?;
        self.carry = text;
        self.carry.clear();
        // One long document must not hold its memory for the rest of the file.
        self.carry.shrink_to(1024 * 1024);
        Ok(())
    }

    fn read(&mut self, text: &[u8], start: Position, sink: &mut Sink) -> Result<(), ImportError> {
        let text = match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(error) => {
                let before = text.get(..error.valid_up_to()).unwrap_or_default();
                sink.bad.add(start.after(before), super::bad::NOT_UTF8);
                return Ok(());
            }
        };
        self.document.clear();
        let mut reader = ValueReader::new(text, &mut self.document, Dialect::Json);
        match reader.document() {
            Ok(()) => {
                self.seen.extended |= reader.is_extended;
                self.seen.shell |= reader.cursor.is_shell;
                self.seen.shared_line |= self.seen.last_line == start.line;
                self.seen.last_line = start.line;
                // One document that spans lines settles the name; the rest need not be looked through.
                self.seen.multi_line = self.seen.multi_line || text.contains('\n');
                sink.push(&self.document)
            }
            Err(error) => {
                let before = text.as_bytes().get(..error.offset).unwrap_or_default();
                sink.bad.add(start.after(before), error.kind);
                Ok(())
            }
        }
    }

    /// No more pieces. What is still open was cut off, which is no fault if the caller cut the file (`is_cut`).
    pub(super) fn finish(&mut self, is_cut: bool, sink: &mut Sink) -> Result<(), ImportError> {
        match self.splitter.open_unit() {
            Some(start) if self.splitter.is_bracketed() => {
                if !is_cut {
                    sink.bad.add(start, "the document that begins here is not closed: the file ends inside it");
                }
            }
            Some(start) => self.read_carried(start, sink)?,
            None => report_open(&self.splitter, is_cut, &mut sink.bad),
        }
        Ok(())
    }

    /// The format's name, now that the documents have been seen.
    pub(super) fn format(&self, n_documents: u64) -> String {
        let seen = self.seen;
        let shape = if self.splitter.had_array() {
            "JSON array"
        } else if n_documents == 1 {
            "JSON document"
        } else if seen.multi_line || seen.shared_line {
            "concatenated JSON"
        } else {
            "NDJSON"
        };
        match (seen.shell, seen.extended) {
            (true, _) => format!("{shape} in shell syntax"),
            (false, true) => format!("{shape}, Extended JSON"),
            (false, false) => shape.to_owned(),
        }
    }
}

fn report_open(splitter: &Splitter, is_cut: bool, bad: &mut BadLines) {
    if is_cut {
        return;
    }
    if let Some(start) = splitter.open_comment() {
        bad.add(start, SyntaxErrorKind::UnclosedComment);
    } else if let Some(start) = splitter.open_array() {
        bad.add(start, "the array that begins here is not closed: the file may be cut off");
    }
}
