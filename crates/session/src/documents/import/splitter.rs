//! Finds where documents begin and end in JSON text that arrives in pieces, without reading what is in them.
//!
//! Its state carries over every border: inside a string, an escape, a comment. A broken document must not take the rest
//! of the file with it: when every document has a line of its own it ends with that line, and otherwise where a brace
//! opens a line although no value can begin there. A bracket of the wrong kind closes what was left open inside it.

use super::open_brackets::OpenBrackets;
use crate::documents::syntax::Position;

/// A document, or whatever stands in its place, has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unit {
    /// Where it begins in this piece; None if it began in an earlier one.
    pub from: Option<usize>,
    /// Where it ends in this piece.
    pub to: usize,
    /// Where it begins in the file.
    pub start: Position,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Outside strings and comments.
    Plain,
    /// After a `/` that may open a comment.
    Slash,
    LineComment,
    /// In a `/* */`; after a `*`.
    BlockComment(bool),
    /// In a string or a regular expression that this byte closes; after a backslash.
    Quoted(u8, bool),
}

/// The splitter's state between pieces.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts, each used at one place")]
pub(super) struct Splitter {
    by_line: bool,
    state: State,
    /// Braces, brackets and parentheses open inside the present unit.
    open: OpenBrackets,
    /// The present unit: where it begins in the file, and in this piece.
    unit: Option<(Position, Option<usize>)>,
    /// Whether the present unit is bracketed, and not a scalar in the place of a document.
    is_bracketed: bool,
    /// The array around the documents: where it begins.
    array: Option<Position>,
    had_array: bool,
    /// Whether an array may open: in NDJSON only at the very start.
    may_open_array: bool,
    /// Where the last comment of the form `/* */` begins.
    comment: Position,
    /// The last byte that is neither space nor comment.
    last: u8,
    /// Whether the present line has held nothing but space so far.
    is_blank_line: bool,
    line: u64,
    /// Byte offset in the file of the piece's first byte, and of the present line's first byte.
    piece_at: u64,
    line_at: u64,
    /// Bytes of the present line that continue a character.
    n_continuation: u64,
}

impl Splitter {
    pub(super) fn new(by_line: bool) -> Self {
        Self {
            by_line,
            state: State::Plain,
            open: OpenBrackets::default(),
            unit: None,
            is_bracketed: false,
            array: None,
            had_array: false,
            may_open_array: true,
            comment: Position::START,
            last: 0,
            is_blank_line: true,
            line: 1,
            piece_at: 0,
            line_at: 0,
            n_continuation: 0,
        }
    }

    /// Whether a unit is open: its bytes up to the end of the piece must be kept.
    pub(super) fn open_unit(&self) -> Option<Position> {
        self.unit.map(|(start, _)| start)
    }

    /// Whether the open unit is a document or array, and not a bare word or number.
    pub(super) fn is_bracketed(&self) -> bool {
        self.is_bracketed
    }

    /// Where the open unit begins in the present piece, the piece's start if in an earlier one.
    pub(super) fn open_from(&self) -> usize {
        self.unit.and_then(|(_, from)| from).unwrap_or(0)
    }

    /// Whether there was an array around documents.
    pub(super) fn had_array(&self) -> bool {
        self.had_array
    }

    /// The array that is still open.
    pub(super) fn open_array(&self) -> Option<Position> {
        self.array
    }

    /// The comment that is still open.
    pub(super) fn open_comment(&self) -> Option<Position> {
        matches!(self.state, State::BlockComment(_)).then_some(self.comment)
    }

    /// Where in the file a byte of the present piece stands.
    fn position(&self, at: usize) -> Position {
        let column = (self.piece_at + at as u64).saturating_sub(self.line_at + self.n_continuation) + 1;
        Position { line: self.line, column }
    }

    /// Reads on from `at`; returns the unit that ended, or None at the end of the piece.
    pub(super) fn next_unit(&mut self, piece: &[u8], at: &mut usize) -> Option<Unit> {
        while let Some(&byte) = piece.get(*at) {
            if let State::Quoted(quote, false) = self.state {
                // The bulk of most files: the inside of strings.
                let rest = piece.get(*at..).unwrap_or_default();
                let len = rest.iter().position(|byte| *byte == quote || matches!(*byte, b'\\' | b'\n' | 0x80..));
                *at += len.unwrap_or(rest.len());
                if len.is_none() {
                    break;
                }
            }
            let byte = piece.get(*at).copied().unwrap_or(byte);
            let ended = self.step(byte, *at);
            match ended {
                // The byte belongs to what follows.
                Some((unit, false)) => return Some(unit),
                Some((unit, true)) => {
                    *at += 1;
                    return Some(unit);
                }
                None => *at += 1,
            }
        }
        None
    }

    /// Call before the next piece.
    pub(super) fn next_piece(&mut self, piece_len: usize) {
        self.piece_at += piece_len as u64;
        if let Some((_, from)) = &mut self.unit {
            *from = None;
        }
    }

    /// Takes one byte. Returns the unit that it ended, and whether the byte was used up.
    fn step(&mut self, byte: u8, at: usize) -> Option<(Unit, bool)> {
        if (byte & 0xc0) == 0x80 {
            self.n_continuation += 1;
        }
        match self.state {
            State::Quoted(_, true) if byte != b'\n' || !self.by_line => {
                // A line that ends in a backslash may end in CR LF.
                if let State::Quoted(quote, _) = self.state {
                    self.state = State::Quoted(quote, byte == b'\r');
                }
                if byte == b'\n' {
                    self.new_line(at);
                }
            }
            State::Quoted(quote, _) => return self.step_quoted(byte, quote, at),
            State::LineComment if byte != b'\n' => {}
            State::BlockComment(after_star) => match byte {
                b'/' if after_star => self.state = State::Plain,
                b'\n' if self.by_line && self.unit.is_some() => {
                    self.state = State::Plain;
                    return self.step_plain(byte, at);
                }
                b'\n' => {
                    self.state = State::BlockComment(false);
                    self.new_line(at);
                }
                _ => self.state = State::BlockComment(byte == b'*'),
            },
            State::Slash => return self.step_slash(byte, at),
            State::LineComment | State::Plain => {
                self.state = State::Plain;
                return self.step_plain(byte, at);
            }
        }
        None
    }

    fn step_quoted(&mut self, byte: u8, quote: u8, at: usize) -> Option<(Unit, bool)> {
        match byte {
            b'\\' => self.state = State::Quoted(quote, true),
            b'\n' if quote == b'`' && !self.by_line => self.new_line(at),
            // Strings end with their line at the latest; the reader will say so.
            b'\n' => {
                self.state = State::Plain;
                self.last = b'"';
                return self.step_plain(byte, at);
            }
            _ if byte == quote => {
                self.state = State::Plain;
                self.last = b'"';
            }
            _ => {}
        }
        None
    }

    /// After a slash: a comment, or a regular expression where a value may begin.
    fn step_slash(&mut self, byte: u8, at: usize) -> Option<(Unit, bool)> {
        match byte {
            b'/' => self.state = State::LineComment,
            b'*' => {
                // It began with the slash before.
                let star = self.position(at);
                self.comment = Position { column: star.column.saturating_sub(1).max(1), ..star };
                self.state = State::BlockComment(false);
            }
            _ if matches!(self.last, b':' | b',' | b'[' | b'(') && self.unit.is_some() => {
                self.state = State::Quoted(b'/', false);
                return self.step_quoted(byte, b'/', at);
            }
            _ => {
                self.state = State::Plain;
                return self.step_plain(byte, at);
            }
        }
        None
    }

    fn step_plain(&mut self, byte: u8, at: usize) -> Option<(Unit, bool)> {
        match byte {
            b'\n' => {
                let ends = self.unit.is_some() && (self.by_line || !self.is_bracketed);
                let ended = if ends { self.end_unit(at) } else { None };
                self.new_line(at);
                return ended.map(|unit| (unit, true));
            }
            b' ' | b'\r' | b'\t' => return None,
            _ => {}
        }
        let opens_line = std::mem::take(&mut self.is_blank_line);
        if self.unit.is_none() {
            self.step_between(byte, at);
            return None;
        }
        self.step_inside(byte, at, opens_line)
    }

    fn step_inside(&mut self, byte: u8, at: usize, opens_line: bool) -> Option<(Unit, bool)> {
        let ended = match byte {
            b'{' if !self.is_bracketed || (opens_line && !self.open.takes_value(self.last)) => {
                return self.end_unit(at).map(|unit| (unit, false));
            }
            b'{' | b'[' | b'(' => {
                self.open.push(byte);
                None
            }
            b'}' | b']' | b')' => self.close(byte, at),
            b',' | b';' if self.open.is_empty() => self.end_unit(at).map(|unit| (unit, true)),
            b'"' | b'\'' | b'`' => {
                self.state = State::Quoted(byte, false);
                None
            }
            b'/' => {
                // The byte before the slash decides what it opens.
                self.state = State::Slash;
                return None;
            }
            _ => None,
        };
        self.last = byte;
        ended
    }

    fn close(&mut self, byte: u8, at: usize) -> Option<(Unit, bool)> {
        if self.open.close(byte) {
            let is_end = self.is_bracketed && self.open.is_empty();
            return if is_end { self.end_unit(at + 1).map(|unit| (unit, true)) } else { None };
        }
        // Nothing in the unit is closed by it, so it closes the array around the unit.
        let closes_array = byte == b']' && self.array.is_some();
        if closes_array { self.end_unit(at).map(|unit| (unit, false)) } else { None }
    }

    /// Between units: separators, the array around them, or the first byte of the next one.
    fn step_between(&mut self, byte: u8, at: usize) {
        match byte {
            b',' | b';' => {}
            b'/' => {
                self.last = 0;
                self.state = State::Slash;
                return;
            }
            b'[' if self.array.is_none() && self.may_open_array => {
                self.array = Some(self.position(at));
                self.had_array = true;
            }
            b']' if self.array.is_some() => self.array = None,
            _ => {
                self.is_bracketed = matches!(byte, b'{' | b'[' | b'(');
                if self.is_bracketed {
                    self.open.push(byte);
                }
                self.unit = Some((self.position(at), Some(at)));
                if matches!(byte, b'"' | b'\'' | b'`') {
                    self.state = State::Quoted(byte, false);
                }
            }
        }
        self.may_open_array = !self.by_line || self.had_array;
        self.last = byte;
    }

    fn end_unit(&mut self, to: usize) -> Option<Unit> {
        self.open.clear();
        self.state = State::Plain;
        self.unit.take().map(|(start, from)| Unit { from, to, start })
    }

    fn new_line(&mut self, at: usize) {
        self.line += 1;
        self.line_at = self.piece_at + at as u64 + 1;
        self.n_continuation = 0;
        self.is_blank_line = true;
    }
}
