//! Plain numbers, in JSON's and in JavaScript's spelling.

use super::Dialect;
use super::cursor::{Cursor, is_name_byte};
use super::error::{SyntaxError, SyntaxErrorKind};
use crate::documents::raw::tag;

/// A number with the BSON type that it gets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Int32(i32),
    Int64(i64),
    Double(f64),
}

impl Number {
    /// Appends the value's bytes and returns its type.
    pub(crate) fn write(self, out: &mut Vec<u8>) -> u8 {
        match self {
            Number::Int32(value) => {
                out.extend_from_slice(&value.to_le_bytes());
                tag::INT32
            }
            Number::Int64(value) => {
                out.extend_from_slice(&value.to_le_bytes());
                tag::INT64
            }
            Number::Double(value) => {
                out.extend_from_slice(&value.to_le_bytes());
                tag::DOUBLE
            }
        }
    }

    /// int32 where it fits, else int64.
    pub(crate) fn from_integer(value: i64) -> Self {
        i32::try_from(value).map_or(Number::Int64(value), Number::Int32)
    }

    /// As mongosh stores a JavaScript number: whole and within int32 is int, everything else double; -0 stays double.
    pub(crate) fn from_javascript(value: f64) -> Self {
        let whole =
            value >= f64::from(i32::MIN) && value <= f64::from(i32::MAX) && value.trunc().to_bits() == value.to_bits();
        if whole && (value != 0.0 || value.is_sign_positive()) {
            #[allow(clippy::cast_possible_truncation, reason = "whole and within int32, as just checked")]
            return Number::Int32(value as i32);
        }
        Number::Double(value)
    }
}

impl Cursor<'_> {
    /// Reads a number that begins here with a digit, a sign or a point.
    #[inline]
    pub(crate) fn number(&mut self, dialect: Dialect) -> Result<Number, SyntaxError> {
        let start = self.at;
        let negative = self.take(b'-');
        let digits_at = self.at;
        let mut magnitude: u64 = 0;
        while let Some(byte @ b'0'..=b'9') = self.peek() {
            magnitude = magnitude.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
            self.at += 1;
        }
        let n_digits = self.at - digits_at;
        let simple = (1..=18).contains(&n_digits)
            && (n_digits == 1 || self.slice(digits_at, digits_at + 1) != b"0")
            && !self.peek().is_some_and(|byte| byte == b'.' || is_name_byte(byte))
            && (magnitude != 0 || !negative);
        if !simple {
            self.at = start;
            return self.rare_number(dialect);
        }
        // At most 18 digits: fits.
        let magnitude = i64::try_from(magnitude).unwrap_or(i64::MAX);
        Ok(integer(if negative { -magnitude } else { magnitude }, dialect))
    }

    /// Everything but short whole numbers.
    fn rare_number(&mut self, dialect: Dialect) -> Result<Number, SyntaxError> {
        let start = self.at;
        let mut negative = false;
        while let Some(sign @ (b'-' | b'+')) = self.peek() {
            negative ^= sign == b'-';
            self.at += 1;
            self.is_shell |= sign == b'+';
            self.skip_space()?;
        }
        let body_at = self.at;
        let mut previous = 0;
        while let Some(byte) = self.peek() {
            let exponent_sign =
                matches!(byte, b'-' | b'+') && matches!(previous, b'e' | b'E') && !self.is_radix(body_at);
            if !(is_name_byte(byte) || byte == b'.' || exponent_sign) {
                break;
            }
            previous = byte;
            self.at += 1;
        }
        let body = self.slice(body_at, self.at);
        let text = String::from_utf8_lossy(body).into_owned();
        let result = parse_body(&text, negative, dialect);
        result.map_err(|kind| Self::error_at(start, kind))
    }

    fn is_radix(&self, body_at: usize) -> bool {
        matches!(self.slice(body_at, body_at + 2), b"0x" | b"0X")
    }
}

fn integer(value: i64, dialect: Dialect) -> Number {
    match dialect {
        Dialect::Json => Number::from_integer(value),
        Dialect::Shell => Number::from_javascript(value as f64),
    }
}

fn parse_body(text: &str, negative: bool, dialect: Dialect) -> Result<Number, SyntaxErrorKind> {
    let signed = |value: f64| if negative { -value } else { value };
    let bad = || SyntaxErrorKind::BadNumber(text.to_owned());
    match text {
        "Infinity" => return Ok(Number::Double(signed(f64::INFINITY))),
        "NaN" => return Ok(Number::Double(f64::NAN)),
        _ => {}
    }
    let clean = without_separators(text).ok_or_else(bad)?;
    if let Some(digits) = clean.strip_suffix('n').filter(|digits| !digits.is_empty()) {
        let value = digits
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| format!("{}{digits}", if negative { "-" } else { "" }));
        return value.and_then(|value| value.parse().ok()).map(Number::Int64).ok_or_else(bad);
    }
    if let Some((radix, digits)) = radix_of(&clean, dialect) {
        let value = u64::from_str_radix(digits, radix).map_err(|_| bad())?;
        return Ok(Number::from_javascript(signed(value as f64)));
    }
    let all_digits = !clean.is_empty() && clean.bytes().all(|byte| byte.is_ascii_digit());
    if dialect == Dialect::Json
        && clean.len() > 1
        && clean.starts_with('0')
        && clean.as_bytes().get(1).is_some_and(u8::is_ascii_digit)
    {
        return Err(SyntaxErrorKind::LeadingZero(text.to_owned()));
    }
    let plain = clean.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    let value: f64 = if plain { clean.parse().map_err(|_| bad())? } else { return Err(bad()) };
    match dialect {
        Dialect::Shell => Ok(Number::from_javascript(signed(value))),
        Dialect::Json if all_digits && (value != 0.0 || !negative) => {
            let whole: Result<i64, _> = format!("{}{clean}", if negative { "-" } else { "" }).parse();
            Ok(whole.map_or(Number::Double(signed(value)), Number::from_integer))
        }
        Dialect::Json => Ok(Number::Double(signed(value))),
    }
}

/// JavaScript's `1_000`: an underscore stands between two digits.
fn without_separators(text: &str) -> Option<String> {
    if !text.contains('_') {
        return Some(text.to_owned());
    }
    let well_formed =
        text.split('_').all(|part| !part.is_empty()) && text.starts_with(|first: char| first.is_ascii_digit());
    well_formed.then(|| text.replace('_', ""))
}

/// The radix and the digits of `0x1F`, `0b101`, `0o17` and, in the shell only, of the old octal `017`.
fn radix_of(text: &str, dialect: Dialect) -> Option<(u32, &str)> {
    let prefixes = [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8)];
    let found = prefixes.iter().find_map(|(prefix, radix)| text.strip_prefix(prefix).map(|digits| (*radix, digits)));
    let octal = || {
        let digits = text.strip_prefix('0').filter(|digits| !digits.is_empty())?;
        (dialect == Dialect::Shell && digits.bytes().all(|byte| (b'0'..=b'7').contains(&byte))).then_some((8, digits))
    };
    found.or_else(octal)
}
