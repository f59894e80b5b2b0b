//! Reads one value and writes it as raw BSON.

use super::Dialect;
use super::cursor::{Cursor, is_name_byte};
use super::error::{SyntaxError, SyntaxErrorKind};
use crate::documents::ejson::interpret;
use crate::documents::raw::{self, tag};
use crate::documents::{DEPTH_MAX, DOCUMENT_BYTES_MAX};

/// Reads values at a cursor and appends their bytes to a buffer.
pub(crate) struct ValueReader<'a, 'o> {
    pub cursor: Cursor<'a>,
    pub out: &'o mut Vec<u8>,
    pub dialect: Dialect,
    /// Whether Extended JSON was met.
    pub is_extended: bool,
    /// Where the whole document begins in `out`.
    base: usize,
    scratch: Vec<u8>,
}

impl<'a, 'o> ValueReader<'a, 'o> {
    pub(crate) fn new(text: &'a str, out: &'o mut Vec<u8>, dialect: Dialect) -> Self {
        let base = out.len();
        Self { cursor: Cursor::new(text), out, dialect, is_extended: false, base, scratch: Vec::new() }
    }

    /// Reads the whole text as one document; what was written is taken back on failure.
    pub(crate) fn document(&mut self) -> Result<(), SyntaxError> {
        let result = self.whole_document();
        if result.is_err() {
            self.out.truncate(self.base);
        }
        result
    }

    fn whole_document(&mut self) -> Result<(), SyntaxError> {
        self.cursor.skip_space()?;
        let at = self.cursor.at;
        if !matches!(self.cursor.peek(), Some(b'{' | b'(')) {
            return Err(self.cursor.expected("a document in braces"));
        }
        if self.value(0)? != tag::DOCUMENT {
            let found = "a single Extended JSON value".to_owned();
            return Err(Cursor::error_at(at, SyntaxErrorKind::Expected { expected: "a document", found }));
        }
        self.cursor.expect_end()?;
        self.check_size(at)
    }

    /// Reads one value: appends its bytes and returns its type. `depth` counts the documents and arrays around it.
    pub(crate) fn value(&mut self, depth: u32) -> Result<u8, SyntaxError> {
        self.cursor.skip_space()?;
        match self.cursor.peek() {
            Some(b'"' | b'\'' | b'`') => {
                let start = raw::begin(self.out);
                self.cursor.string(self.out)?;
                raw::end_text(self.out, start);
                Ok(tag::STRING)
            }
            Some(b'{') => self.object(depth + 1),
            Some(b'0'..=b'9' | b'-' | b'+' | b'.') => self.number(),
            Some(b'[') => self.array(depth + 1),
            Some(b'/') => self.regex(),
            Some(b'(') => self.parenthesised(depth + 1),
            Some(byte) if is_name_byte(byte) => self.named(depth),
            _ => Err(self.cursor.expected("a value")),
        }
    }

    fn number(&mut self) -> Result<u8, SyntaxError> {
        Ok(self.cursor.number(self.dialect)?.write(self.out))
    }

    fn regex(&mut self) -> Result<u8, SyntaxError> {
        let (pattern, options) = self.cursor.regex()?;
        for text in [pattern, options] {
            if text.contains('\0') {
                return Err(self.cursor.error(SyntaxErrorKind::NulInName));
            }
            self.out.extend_from_slice(text.as_bytes());
            self.out.push(0);
        }
        Ok(tag::REGEX)
    }

    fn parenthesised(&mut self, depth: u32) -> Result<u8, SyntaxError> {
        self.check_depth(depth)?;
        self.cursor.is_shell = true;
        self.cursor.at += 1;
        let tag = self.value(depth)?;
        self.cursor.skip_space()?;
        if self.cursor.take(b')') { Ok(tag) } else { Err(self.cursor.expected("`)`")) }
    }

    /// Appends a document. One whose first name begins with `$` may turn out to be an Extended JSON value.
    fn object(&mut self, depth: u32) -> Result<u8, SyntaxError> {
        self.check_depth(depth)?;
        let opened_at = self.cursor.at;
        self.cursor.at += 1;
        let start = raw::begin(self.out);
        let mut first = true;
        let mut may_be_extended = false;
        loop {
            self.cursor.skip_space()?;
            match self.cursor.peek() {
                Some(b'}') => break,
                Some(b',') if !first => return Err(self.cursor.expected("a field name or `}`")),
                _ => {}
            }
            self.field(depth, first, &mut may_be_extended)?;
            first = false;
            self.cursor.skip_space()?;
            match self.cursor.peek() {
                Some(b',') => self.cursor.at += 1,
                Some(b'}') => break,
                _ => return Err(self.cursor.expected("`,` or `}`")),
            }
        }
        self.cursor.at += 1;
        raw::end(self.out, start);
        if may_be_extended { self.interpret(start, opened_at) } else { Ok(tag::DOCUMENT) }
    }

    fn field(&mut self, depth: u32, first: bool, may_be_extended: &mut bool) -> Result<(), SyntaxError> {
        let name_at = self.cursor.at;
        let at = self.out.len();
        self.out.push(0);
        match self.cursor.peek() {
            Some(b'"' | b'\'') => self.cursor.string(self.out)?,
            Some(byte) if is_name_byte(byte) => {
                self.cursor.is_shell = true;
                self.out.extend_from_slice(self.cursor.name());
            }
            _ => return Err(self.cursor.expected("a field name or `}`")),
        }
        let name = self.out.get(at + 1..).unwrap_or_default();
        if name.contains(&0) {
            return Err(Cursor::error_at(name_at, SyntaxErrorKind::NulInName));
        }
        *may_be_extended |= first && name.first() == Some(&b'$');
        self.out.push(0);
        self.cursor.skip_space()?;
        if !self.cursor.take(b':') {
            return Err(self.cursor.expected("`:` after the field name"));
        }
        let value_at = self.cursor.at;
        let tag = self.value(depth)?;
        raw::set_tag(self.out, at, tag);
        self.check_size(value_at)
    }

    fn interpret(&mut self, start: usize, opened_at: usize) -> Result<u8, SyntaxError> {
        self.scratch.clear();
        let document = self.out.get(start..).unwrap_or_default();
        let found = interpret::interpret(document, &mut self.scratch)
            .map_err(|error| Cursor::error_at(opened_at, error.into()))?;
        let Some(tag) = found else { return Ok(tag::DOCUMENT) };
        self.is_extended = true;
        self.out.truncate(start);
        self.out.extend_from_slice(&self.scratch);
        Ok(tag)
    }

    fn array(&mut self, depth: u32) -> Result<u8, SyntaxError> {
        self.check_depth(depth)?;
        self.cursor.at += 1;
        let start = raw::begin(self.out);
        let mut index = DecimalIndex::default();
        loop {
            self.cursor.skip_space()?;
            if self.cursor.take(b']') {
                break;
            }
            let at = raw::begin_element(self.out, index.text());
            let value_at = self.cursor.at;
            // As in JavaScript, a hole is stored as null.
            let tag = if self.cursor.peek() == Some(b',') { tag::NULL } else { self.value(depth)? };
            raw::set_tag(self.out, at, tag);
            self.check_size(value_at)?;
            index.advance();
            self.cursor.skip_space()?;
            match self.cursor.peek() {
                Some(b',') => self.cursor.at += 1,
                Some(b']') => {}
                _ => return Err(self.cursor.expected("`,` or `]`")),
            }
        }
        raw::end(self.out, start);
        Ok(tag::ARRAY)
    }

    pub(super) fn check_depth(&self, depth: u32) -> Result<(), SyntaxError> {
        if depth > DEPTH_MAX { Err(self.cursor.error(SyntaxErrorKind::TooDeep)) } else { Ok(()) }
    }

    #[inline]
    fn check_size(&self, at: usize) -> Result<(), SyntaxError> {
        if self.out.len() - self.base > DOCUMENT_BYTES_MAX {
            return Err(Cursor::error_at(at, SyntaxErrorKind::TooLarge));
        }
        Ok(())
    }
}

/// The names of an array's elements, counted up as text.
#[derive(Debug, Clone)]
pub(crate) struct DecimalIndex {
    digits: [u8; 10],
    start: usize,
}

impl Default for DecimalIndex {
    fn default() -> Self {
        Self { digits: [b'0'; 10], start: 9 }
    }
}

impl DecimalIndex {
    pub(crate) fn text(&self) -> &[u8] {
        self.digits.get(self.start..).unwrap_or_default()
    }

    pub(crate) fn advance(&mut self) {
        for (place, digit) in self.digits.iter_mut().enumerate().rev() {
            self.start = self.start.min(place);
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
    }
}
