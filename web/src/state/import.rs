//! Reading documents: where an import stands.

use shardscope_session::protocol::{BadLine, ImportReport, Problem};
use shardscope_session::view::FieldSummary;
use std::rc::Rc;

/// Bytes of pasted text above which it is read like a file instead of staying in the editor and in links. Shorter text is
/// laid out, compared and packed within a few milliseconds.
pub const PASTED_BYTES_MAX: usize = 64 * 1024;

/// What long pasted text is called.
pub const PASTED_NAME: &str = "pasted text";

/// Where the bytes of an import come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file that the page holds.
    File,
    /// Pasted text.
    Text(Rc<str>),
}

/// An import that is being read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Number of the import.
    pub import: u32,
    /// File name, or `pasted text`.
    pub name: String,
    /// Where its bytes come from.
    pub source: Source,
    /// Bytes in all.
    pub bytes_total: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Good documents.
    pub documents: u64,
    /// Refused lines.
    pub bad: u64,
    /// First documents, as shell text.
    pub first_documents: Vec<String>,
    /// Fields found so far.
    pub fields: Vec<FieldSummary>,
}

impl Reading {
    /// An import of which nothing was read yet.
    #[must_use]
    pub fn new(import: u32, name: String, source: Source, bytes_total: u64) -> Self {
        Self {
            import,
            name,
            source,
            bytes_total,
            bytes: 0,
            documents: 0,
            bad: 0,
            first_documents: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Share read, 0 to 100.
    #[must_use]
    pub fn percent(&self) -> u64 {
        self.bytes.saturating_mul(100).checked_div(self.bytes_total).unwrap_or(0).min(100)
    }
}

/// The state of the documents that were brought in.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Imports {
    /// Number of the last import.
    pub last: u32,
    /// The import that is being read.
    pub reading: Option<Reading>,
    /// What the last complete import read, and where it came from.
    pub report: Option<(Rc<ImportReport>, Source)>,
    /// Why the last import failed, with its bad lines.
    pub failed: Option<(String, Problem, Vec<BadLine>)>,
}

impl Imports {
    /// Begins an import and returns its number.
    pub fn begin(&mut self, name: String, source: Source, bytes_total: u64) -> u32 {
        self.last += 1;
        self.failed = None;
        self.reading = Some(Reading::new(self.last, name, source, bytes_total));
        self.last
    }

    /// The import that is being read, if it is this one.
    pub fn current(&mut self, import: u32) -> Option<&mut Reading> {
        self.reading.as_mut().filter(|reading| reading.import == import)
    }

    /// Ends the import if it is this one, and returns it.
    pub fn end(&mut self, import: u32) -> Option<Reading> {
        self.current(import)?;
        self.reading.take()
    }
}
