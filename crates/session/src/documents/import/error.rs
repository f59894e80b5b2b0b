//! Why an import failed as a whole.

use crate::documents::store::STORE_BYTES_MAX;
use crate::protocol::{BadLine, Place, Problem};
use crate::text;
use thiserror::Error;

/// Largest file that is read, in bytes.
pub const FILE_BYTES_MAX: u64 = 200 * 1024 * 1024;

/// Nothing usable, or too much.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportError {
    /// No bytes, or white space only.
    #[error("the file is empty")]
    Empty,
    /// A format that is not text.
    #[error("this is {0}, not text")]
    Binary(BinaryKind),
    /// A gzip file that can't be unpacked.
    #[error("this gzip file {0}")]
    Gzip(#[from] GzipFault),
    /// UTF-16 or UTF-32.
    #[error("this text is in UTF-16, not in UTF-8")]
    Utf16,
    /// HTML or XML.
    #[error("this is HTML or XML, which holds no documents that can be read here")]
    Markup,
    /// A line of a shell script.
    #[error("this is a line of a script, and scripts are not run here")]
    Script,
    /// Over [`FILE_BYTES_MAX`].
    #[error("{} is over the 200 MB limit of this page; {documents} documents were read before it", megabytes(*bytes))]
    FileTooLarge {
        /// Size of the file, or what came of it so far.
        bytes: u64,
        /// Good documents read up to there.
        documents: u64,
    },
    /// The documents grew too large.
    #[error("the documents take over {} as BSON; {documents} fit", megabytes(STORE_BYTES_MAX as u64))]
    StoreFull {
        /// Documents that fit.
        documents: u64,
    },
    /// A CSV header that gives no field names.
    #[error("the header in line 1 can't be used: {0}")]
    Header(#[from] HeaderFault),
    /// A CSV header and nothing below.
    #[error("there is a header with {columns} columns, and no row below it")]
    NoRows {
        /// Columns of the header.
        columns: usize,
    },
    /// Well-formed, but without a document.
    #[error("there is no document in this {format}")]
    NoDocuments {
        /// What the file was taken for.
        format: String,
    },
    /// Every line or document was refused.
    #[error("no document could be read from this {format}: {} refused{}", were(*bad), first_reason(first.as_ref()))]
    NothingGood {
        /// What the file was taken for.
        format: String,
        /// Number of lines or documents refused.
        bad: u64,
        /// The first of them.
        first: Option<BadLine>,
    },
}

/// Binary formats that are recognised by their first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BinaryKind {
    /// `1f 8b`.
    #[error("a gzip file")]
    Gzip,
    /// `PK`: also xlsx, ods, jar.
    #[error("a zip file or a spreadsheet")]
    Zip,
    /// Zstandard.
    #[error("a zstd file")]
    Zstd,
    /// PNG, JPEG, GIF.
    #[error("a picture")]
    Picture,
    /// PDF.
    #[error("a PDF")]
    Pdf,
    /// Apache Parquet.
    #[error("a Parquet file")]
    Parquet,
    /// A mongodump archive.
    #[error("a mongodump archive")]
    MongodumpArchive,
    /// Anything else.
    #[error("a binary file")]
    Other,
}

/// Why a gzip file can't be unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GzipFault {
    /// What it holds makes no sense.
    #[error("is damaged")]
    Damaged,
    /// It ends too early.
    #[error("is cut off")]
    Cut,
    /// What comes out is not what went in.
    #[error("is damaged: its checksum does not fit")]
    Checksum,
}

/// What is wrong with a CSV header.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HeaderFault {
    /// The same name twice.
    #[error("`{name}` names columns {first} and {second}; rename one of them")]
    Duplicate {
        /// The name.
        name: String,
        /// Column from 1.
        first: usize,
        /// Column from 1.
        second: usize,
    },
    /// `a` and `a.b`.
    #[error("`{value}` is a value and `{nested}` makes it a document; rename one of them")]
    Conflict {
        /// The shorter path.
        value: String,
        /// The longer one.
        nested: String,
    },
    /// The quote that opens a name is never closed, or text follows it.
    #[error("its quotes do not match")]
    Quotes,
    /// A name with a NUL, or bytes that are not UTF-8.
    #[error("the name of column {0} is not text")]
    NotText(usize),
    /// More columns than any table of documents has.
    #[error("it has {columns} columns, and 10,000 are read at most")]
    TooMany {
        /// How many.
        columns: usize,
    },
    /// Names nested too deep.
    #[error("`{0}` nests deeper than 100 levels, MongoDB's limit")]
    TooDeep(String),
}

/// A failed import with the lines that were refused, if it got that far.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct ImportFailure {
    /// Why.
    pub error: ImportError,
    /// Number of lines or documents refused.
    pub bad: u64,
    /// The first of them.
    pub bad_lines: Vec<BadLine>,
}

impl ImportError {
    /// How to fix it.
    #[must_use]
    pub fn fix(&self) -> &'static str {
        match self {
            Self::Gzip(_) => "Pack it again, or drop the file that is inside.",
            Self::Binary(BinaryKind::Gzip | BinaryKind::Zstd) => "Unpack it and drop the file that is inside.",
            Self::Binary(BinaryKind::Zip) => "Unpack it, or save the spreadsheet as CSV.",
            Self::Binary(BinaryKind::MongodumpArchive) => {
                "Dump without --archive and drop the .bson file, or export with mongoexport."
            }
            Self::Binary(BinaryKind::Parquet) => "Convert it to CSV or NDJSON.",
            Self::Empty | Self::Binary(_) => "Choose a file with JSON, Extended JSON or CSV in it.",
            Self::Utf16 => "Save it as UTF-8 (in Excel: CSV UTF-8).",
            Self::Markup => "Export the data as JSON or CSV.",
            Self::Script => "Paste the documents alone: what stands between the brackets of insertMany.",
            Self::FileTooLarge { .. } | Self::StoreFull { .. } => {
                "Use the documents that fit, and let each stand for more."
            }
            Self::Header(_) => "Correct the first line.",
            Self::NoRows { .. } | Self::NoDocuments { .. } => "Check that the file was exported whole.",
            Self::NothingGood { .. } => "Correct the first line that was refused, then drop the file again.",
        }
    }

    /// The problem as the page shows it.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let (line, column) = match self {
            Self::NothingGood { first: Some(first), .. } => (first.line, first.column),
            Self::Header(_) => (1, 1),
            _ => (0, 0),
        };
        let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Problem {
            message: self.to_string(),
            fix: self.fix().to_owned(),
            server_error: self.is_too_large_document().then(|| (10_334, "BSONObjectTooLarge".to_owned())),
            place: Place::Documents { line: narrow(line), column: narrow(column) },
        }
    }

    /// Whether the only documents were over MongoDB's size limit.
    fn is_too_large_document(&self) -> bool {
        matches!(self, Self::NothingGood { first: Some(first), .. } if first.reason.contains("BSONObjectTooLarge"))
    }
}

fn were(n: u64) -> String {
    if n == 1 { "1 was".to_owned() } else { format!("{} were", text::count(n)) }
}

fn first_reason(first: Option<&BadLine>) -> String {
    first
        .map(|bad| format!(", the first in line {}, column {}: {}", bad.line, bad.column, bad.reason))
        .unwrap_or_default()
}

fn megabytes(bytes: u64) -> String {
    let mb = bytes as f64 / (1024.0 * 1024.0);
    if mb >= 1024.0 { format!("{:.1} GB", mb / 1024.0) } else { format!("{mb:.0} MB") }
}
