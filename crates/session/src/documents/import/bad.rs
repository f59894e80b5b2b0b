//! The lines and documents that were refused.

use crate::documents::syntax::Position;
use crate::protocol::BadLine;
use std::fmt::Display;

/// How many are reported one by one; all are counted.
pub const BAD_LINES_MAX: usize = 100;

/// Of a line whose bytes are another encoding's, with what to do: most such files are Latin-1.
pub const NOT_UTF8: &str =
    "not UTF-8 text: this byte is of another encoding, such as Latin-1 or Windows-1252; save the file as UTF-8";

/// Counts refusals and keeps the first ones.
#[derive(Debug, Clone, Default)]
pub(super) struct BadLines {
    pub lines: Vec<BadLine>,
    pub count: u64,
}

impl BadLines {
    #[allow(clippy::needless_pass_by_value, reason = "an error is made for this call")]
    pub(super) fn add(&mut self, position: Position, reason: impl Display) {
        self.count += 1;
        if self.lines.len() < BAD_LINES_MAX {
            self.lines.push(BadLine { line: position.line, column: position.column, reason: reason.to_string() });
        }
    }
}
