//! A place in a text and the moves that every reader shares.

use super::error::{SyntaxError, SyntaxErrorKind};

/// Reads forward through valid UTF-8.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    /// Byte that is read next.
    pub at: usize,
    /// Whether anything that plain JSON lacks was met.
    pub is_shell: bool,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), at: 0, is_shell: false }
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// What has not been read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn slice(&self, from: usize, to: usize) -> &'a [u8] {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Moves past `byte` if it stands here.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Moves past white space and comments.
    #[inline]
    pub(crate) fn skip_space(&mut self) -> Result<(), SyntaxError> {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                b'/' | 0x80.. => {
                    if !self.skip_rare_space()? {
                        return Ok(());
                    }
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// A comment, or white space that gets into pasted text: no-break spaces, line separators, byte order marks.
    #[cold]
    fn skip_rare_space(&mut self) -> Result<bool, SyntaxError> {
        let rest = self.rest();
        if rest.starts_with(b"//") {
            self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        } else if rest.starts_with(b"/*") {
            let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
            self.at += end.ok_or_else(|| self.error(SyntaxErrorKind::UnclosedComment))? + 4;
        } else if rest.starts_with("\u{a0}".as_bytes()) {
            self.at += 2;
        } else if ["\u{feff}", "\u{2028}", "\u{2029}"].iter().any(|space| rest.starts_with(space.as_bytes())) {
            self.at += 3;
        } else {
            return Ok(false);
        }
        self.is_shell = true;
        Ok(true)
    }

    /// Reads a name: letters, digits, `_`, `$` and everything beyond ASCII; empty if none stands here.
    pub(crate) fn name(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let len = rest.iter().position(|byte| !is_name_byte(*byte)).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).unwrap_or_default()
    }

    pub(crate) fn error(&self, kind: SyntaxErrorKind) -> SyntaxError {
        SyntaxError { offset: self.at, kind }
    }

    pub(crate) fn error_at(offset: usize, kind: SyntaxErrorKind) -> SyntaxError {
        SyntaxError { offset, kind }
    }

    #[cold]
    pub(crate) fn expected(&self, expected: &'static str) -> SyntaxError {
        self.error(SyntaxErrorKind::Expected { expected, found: self.found() })
    }

    /// What stands here, short enough for a message.
    pub(crate) fn found(&self) -> String {
        const SHOWN: usize = 20;
        let rest = self.rest();
        let Some(&first) = rest.first() else { return "the end of the text".to_owned() };
        if matches!(first, b'\n' | b'\r') {
            return "the end of the line".to_owned();
        }
        let len = if is_name_byte(first) {
            rest.iter().take(SHOWN).position(|byte| !is_name_byte(*byte)).unwrap_or(SHOWN.min(rest.len()))
        } else {
            1
        };
        format!("`{}`", String::from_utf8_lossy(rest.get(..len).unwrap_or_default()).trim_end_matches('\u{fffd}'))
    }

    /// Fails unless only space is left.
    pub(crate) fn expect_end(&mut self) -> Result<(), SyntaxError> {
        self.skip_space()?;
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error(SyntaxErrorKind::Trailing(self.found()))),
        }
    }
}

/// Whether a byte may stand inside an unquoted name.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}
