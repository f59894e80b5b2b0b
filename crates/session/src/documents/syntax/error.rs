//! What can be wrong with a text, and where.

use crate::documents::ejson::EjsonError;
use crate::documents::{DEPTH_MAX, DOCUMENT_BYTES_MAX};
use thiserror::Error;

/// A place in a text; both count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line.
    pub line: u64,
    /// Character in the line.
    pub column: u64,
}

impl Position {
    /// The first character.
    pub const START: Position = Position { line: 1, column: 1 };

    /// The place right after `text` when `text` begins here.
    #[must_use]
    pub fn after(self, text: &[u8]) -> Position {
        let line_start = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let n_lines = n_line_ends(text);
        let last_line = text.get(line_start..).unwrap_or_default();
        // Bytes 0x80..0xBF continue a character that has begun.
        let n_characters = last_line.iter().filter(|byte| (**byte & 0xc0) != 0x80).count() as u64;
        let column = if n_lines == 0 { self.column } else { 1 };
        Position { line: self.line + n_lines, column: column + n_characters }
    }
}

/// Number of line feeds.
#[allow(clippy::naive_bytecount, reason = "compiles to vector code; a crate for it would only add bytes")]
pub(crate) fn n_line_ends(text: &[u8]) -> u64 {
    text.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// A fault in a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct SyntaxError {
    /// Byte of the text at which it lies.
    pub offset: usize,
    /// What is wrong.
    pub kind: SyntaxErrorKind,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SyntaxErrorKind {
    /// Something else stands here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What would be right.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// More text after the value.
    #[error("the value ends here, but {0} follows")]
    Trailing(String),
    /// A string runs to the end of its line.
    #[error("the string that begins here is not closed on its line")]
    UnclosedString,
    /// A comment runs to the end.
    #[error("the comment that begins here is not closed")]
    UnclosedComment,
    /// A regular expression runs to the end of its line.
    #[error("the regular expression that begins here is not closed on its line")]
    UnclosedRegex,
    /// An unknown escape.
    #[error("`\\{0}` is not an escape; write `\\\\` for a backslash")]
    BadEscape(char),
    /// `\u` without its digits.
    #[error("`\\{0}` needs hexadecimal digits after it")]
    BadHexEscape(char),
    /// A template string that runs JavaScript.
    #[error("`${{ }}` holds JavaScript, which is never run here; write the text itself")]
    Interpolation,
    /// Not a number.
    #[error("`{0}` is not a number")]
    BadNumber(String),
    /// A JSON number with zeros in front.
    #[error("a number can't begin with 0: put `{0}` in quotes to keep its zeros")]
    LeadingZero(String),
    /// A name that means nothing here.
    #[error("`{name}` is not known here{}", hint(*suggestion))]
    UnknownName {
        /// The name.
        name: String,
        /// A known one that is close.
        suggestion: Option<&'static str>,
    },
    /// A constructor with arguments that it can't take.
    #[error("{call} takes {expected}")]
    BadArgument {
        /// For example `ObjectId()`.
        call: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// A constructor whose value would differ on every run.
    #[error("{0} without a value would differ on every run: write the value")]
    NotFixed(&'static str),
    /// A NUL in a field name, which BSON can't hold.
    #[error("a field name can't hold a NUL character")]
    NulInName,
    /// Nested too deep.
    #[error("nested deeper than {DEPTH_MAX} levels, MongoDB's limit")]
    TooDeep,
    /// Over the size limit of a document.
    #[error(
        "the document is over MongoDB's 16 MB limit of {DOCUMENT_BYTES_MAX} bytes of BSON (BSONObjectTooLarge, 10334)"
    )]
    TooLarge,
    /// Extended JSON that is not valid.
    #[error(transparent)]
    Ejson(#[from] EjsonError),
}

fn hint(suggestion: Option<&'static str>) -> String {
    suggestion.map_or_else(|| "; text goes in quotes".to_owned(), |name| format!("; did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn counts_lines_and_characters() {
        let cases = [("", 1, 1), ("abc", 1, 4), ("a\n", 2, 1), ("a\r\nbc", 2, 3), ("äö€😀", 1, 5), ("x\näö", 2, 3)];
        for (text, line, column) in cases {
            assert_eq!(Position::START.after(text.as_bytes()), Position { line, column }, "{text:?}");
        }
        let from = Position { line: 3, column: 10 };
        assert_eq!(from.after(b"ab"), Position { line: 3, column: 12 });
        assert_eq!(from.after(b"a\nb"), Position { line: 4, column: 2 });
    }
}
