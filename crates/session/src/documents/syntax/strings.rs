//! Quoted strings and regular expressions.

use super::cursor::Cursor;
use super::error::{SyntaxError, SyntaxErrorKind};

impl Cursor<'_> {
    /// Reads the string whose opening quote stands here and appends its text.
    #[inline]
    pub(crate) fn string(&mut self, out: &mut Vec<u8>) -> Result<(), SyntaxError> {
        let opened_at = self.at;
        let Some(quote) = self.peek() else { return Err(self.expected("a string")) };
        self.is_shell |= quote != b'"';
        let is_template = quote == b'`';
        self.at += 1;
        loop {
            let rest = self.rest();
            let len =
                rest.iter().position(|byte| *byte == quote || *byte == b'\\' || *byte < b' ').unwrap_or(rest.len());
            out.extend_from_slice(rest.get(..len).unwrap_or_default());
            self.at += len;
            match self.peek() {
                Some(byte) if byte == quote => {
                    let text = self.slice(opened_at, self.at);
                    self.at += 1;
                    if is_template && text.windows(2).any(|pair| pair == b"${") {
                        return Err(Self::error_at(opened_at, SyntaxErrorKind::Interpolation));
                    }
                    return Ok(());
                }
                Some(b'\\') => self.escape(out)?,
                // Other control characters are kept: real exports hold raw tabs.
                Some(byte) if is_template || !matches!(byte, b'\n' | b'\r') => {
                    out.push(byte);
                    self.at += 1;
                }
                _ => return Err(Self::error_at(opened_at, SyntaxErrorKind::UnclosedString)),
            }
        }
    }

    #[cold]
    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), SyntaxError> {
        let escape_at = self.at;
        self.at += 1;
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        let plain = match byte {
            Some(byte @ (b'"' | b'\'' | b'\\' | b'/' | b'`')) => byte,
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'v') => 11,
            Some(b'0') => 0,
            Some(b'\n') => return Ok(()),
            Some(b'\r') => {
                self.take(b'\n');
                return Ok(());
            }
            Some(b'x') => {
                let code =
                    self.hex_digits(2).ok_or_else(|| Self::error_at(escape_at, SyntaxErrorKind::BadHexEscape('x')))?;
                push_char(out, code);
                return Ok(());
            }
            Some(b'u') => {
                let code =
                    self.unicode().ok_or_else(|| Self::error_at(escape_at, SyntaxErrorKind::BadHexEscape('u')))?;
                push_char(out, code);
                return Ok(());
            }
            _ => {
                self.at = escape_at + 1;
                let found = String::from_utf8_lossy(self.rest().get(..4.min(self.rest().len())).unwrap_or_default());
                let kind = found.chars().next().map_or(SyntaxErrorKind::UnclosedString, SyntaxErrorKind::BadEscape);
                return Err(Self::error_at(escape_at, kind));
            }
        };
        out.push(plain);
        Ok(())
    }

    fn hex_digits(&mut self, n: usize) -> Option<u32> {
        let digits = self.rest().get(..n)?;
        let mut code = 0;
        for digit in digits {
            code = code * 16 + char::from(*digit).to_digit(16)?;
        }
        self.at += n;
        Some(code)
    }

    /// After `\u`: four digits, a surrogate pair, or `{...}`.
    fn unicode(&mut self) -> Option<u32> {
        if self.take(b'{') {
            let len = self.rest().iter().take(7).position(|byte| *byte == b'}')?;
            let code = self.hex_digits(len).filter(|_| len > 0)?;
            self.at += 1;
            return Some(code);
        }
        let high = self.hex_digits(4)?;
        if (0xd800..0xdc00).contains(&high) && self.rest().starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            match self.hex_digits(4) {
                Some(low) if (0xdc00..0xe000).contains(&low) => {
                    return Some(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                }
                _ => self.at = before,
            }
        }
        Some(high)
    }

    /// Reads `/pattern/flags`; returns the pattern and its BSON options as mongosh 2.12 maps the flags: `i` and `m`
    /// stay, `g` becomes `s`, `s`, `u` and `y` are dropped.
    pub(crate) fn regex(&mut self) -> Result<(String, String), SyntaxError> {
        let opened_at = self.at;
        self.at += 1;
        self.is_shell = true;
        let rest = self.rest();
        let (mut escaped, mut in_class) = (false, false);
        let end = rest.iter().position(|byte| {
            let was_escaped = std::mem::take(&mut escaped);
            match byte {
                b'\n' | b'\r' => true,
                _ if was_escaped => false,
                b'\\' => {
                    escaped = true;
                    false
                }
                b'[' => {
                    in_class = true;
                    false
                }
                b']' => {
                    in_class = false;
                    false
                }
                _ => *byte == b'/' && !in_class,
            }
        });
        let unclosed = || Self::error_at(opened_at, SyntaxErrorKind::UnclosedRegex);
        let end = end.filter(|at| rest.get(*at) == Some(&b'/')).ok_or_else(unclosed)?;
        let pattern = String::from_utf8_lossy(rest.get(..end).unwrap_or_default()).into_owned();
        self.at += end + 1;
        let flags_at = self.at;
        let mut options: Vec<char> = Vec::new();
        for flag in self.name() {
            match flag {
                b'i' | b'm' => options.push(char::from(*flag)),
                b'g' => options.push('s'),
                b's' | b'u' | b'y' | b'd' => {}
                _ => {
                    self.at = flags_at;
                    return Err(self.expected("one of the flags i, m, g, s, u, y"));
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok((pattern, options.into_iter().collect()))
    }
}

/// Half of a surrogate pair can't be in UTF-8: it becomes the replacement character, as mongoimport does.
fn push_char(out: &mut Vec<u8>, code: u32) {
    let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}
