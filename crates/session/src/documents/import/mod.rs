//! Reads documents from files and pasted text, piece by piece.
//!
//! Formats, told apart by the first bytes: JSON arrays, NDJSON, documents one after the other, Extended JSON v2 (and v1),
//! shell literals, CSV and TSV with a header, mongodump's BSON; and gzip of each. What is wrong with one line or document costs that one only. Memory stays at the
//! documents' BSON, one piece, and one unfinished document; only when a CSV column changes its type after rows have been
//! stored (`columns.rs`) are the documents held twice for a moment.

mod bad;
mod bson;
mod cell;
mod column;
mod columns;
mod csv;
mod csv_split;
mod detect;
mod error;
mod gzip;
mod json;
mod keep;
mod open_brackets;
mod shape;
mod sink;
mod splitter;
#[cfg(test)]
mod tests;

pub use bad::BAD_LINES_MAX;
pub use error::{BinaryKind, FILE_BYTES_MAX, GzipFault, HeaderFault, ImportError, ImportFailure};

use super::shell::document_text;
use super::store::DocumentStore;
use crate::protocol::ImportReport;
use crate::scenario::ColumnChoice;
use crate::view::FieldSummary;
use bson::BsonReader;
use csv::CsvReader;
use detect::{Detected, HEAD_BYTES, detect};
use gzip::Gunzip;
use json::JsonReader;
use sink::Sink;

/// How many documents are shown as the first ones.
pub const FIRST_DOCUMENTS: usize = 20;

/// What to read and how.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// File name, or `pasted text`: only shown, never looked at.
    pub name: String,
    /// CSV types chosen by hand; columns that the file lacks are ignored.
    pub columns: Vec<ColumnChoice>,
    /// Size of the whole file if it is known: one that is too large is refused before it is read.
    pub bytes_total: Option<u64>,
    /// The caller gives only the beginning of a file: the document that its end cuts off is no fault.
    pub is_cut: bool,
}

/// How far an import has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportProgress {
    /// Bytes read.
    pub bytes: u64,
    /// Good documents.
    pub documents: u64,
    /// Lines or documents refused.
    pub bad: u64,
}

/// An import in progress.
#[derive(Debug)]
pub struct Importer {
    options: ImportOptions,
    /// The first bytes, until the format is known.
    head: Vec<u8>,
    reader: Option<Reader>,
    sink: Sink,
    packing: Packing,
    /// Bytes as they came, and as they were unpacked.
    n_bytes: u64,
    n_unpacked: u64,
}

#[derive(Debug)]
enum Reader {
    Json(Box<JsonReader>),
    Csv(Box<CsvReader>),
    Bson(BsonReader),
}

/// Whether the file is packed.
#[derive(Debug)]
enum Packing {
    /// Not known until there are two bytes.
    Unknown(Vec<u8>),
    None,
    Gzip(Box<Gunzip>),
}

impl Importer {
    /// Begins an import.
    #[must_use]
    pub fn new(options: ImportOptions) -> Self {
        Self {
            options,
            head: Vec::new(),
            reader: None,
            sink: Sink::default(),
            packing: Packing::Unknown(Vec::new()),
            n_bytes: 0,
            n_unpacked: 0,
        }
    }

    /// Reads the next piece; pieces may be cut anywhere. After an error the import is over; what was read so far can
    /// still be had from [`Importer::finish`] with `is_cut`.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), ImportError> {
        self.n_bytes += piece.len() as u64;
        if let Packing::Unknown(first) = &mut self.packing {
            first.extend_from_slice(piece);
            if first.len() < gzip::MAGIC.len() {
                return Ok(());
            }
            let first = std::mem::take(first);
            self.packing =
                if first.starts_with(gzip::MAGIC) { Packing::Gzip(Box::new(Gunzip::new())) } else { Packing::None };
            return self.unpack(&first);
        }
        self.unpack(piece)
    }

    fn unpack(&mut self, piece: &[u8]) -> Result<(), ImportError> {
        match std::mem::replace(&mut self.packing, Packing::None) {
            Packing::Gzip(mut gunzip) => {
                let result = gunzip.push(piece, &mut |unpacked| self.push_unpacked(unpacked));
                self.packing = Packing::Gzip(gunzip);
                result
            }
            _ => self.push_unpacked(piece),
        }
    }

    fn push_unpacked(&mut self, piece: &[u8]) -> Result<(), ImportError> {
        self.n_unpacked += piece.len() as u64;
        let bytes = self.n_unpacked.max(self.options.bytes_total.unwrap_or(0));
        if bytes > FILE_BYTES_MAX && !(self.options.is_cut && self.n_unpacked <= FILE_BYTES_MAX) {
            return Err(ImportError::FileTooLarge { bytes, documents: self.sink.store.len() as u64 });
        }
        if self.reader.is_some() {
            return self.read(piece);
        }
        let missing = HEAD_BYTES - self.head.len();
        let (head, rest) = piece.split_at_checked(missing).unwrap_or((piece, &[]));
        self.head.extend_from_slice(head);
        if self.head.len() < HEAD_BYTES {
            return Ok(());
        }
        self.begin(false)?;
        self.read(rest)
    }

    /// Settles the format and reads the first bytes.
    fn begin(&mut self, is_whole: bool) -> Result<(), ImportError> {
        let (skip, detected) = detect(&self.head, is_whole)?;
        self.reader = Some(match detected {
            Detected::Json { by_line } => Reader::Json(Box::new(JsonReader::new(by_line))),
            Detected::Csv { delimiter } => {
                Reader::Csv(Box::new(CsvReader::new(delimiter, self.options.columns.clone())))
            }
            Detected::Bson => Reader::Bson(BsonReader::default()),
        });
        let head = std::mem::take(&mut self.head);
        self.read(head.get(skip..).unwrap_or_default())
    }

    fn read(&mut self, piece: &[u8]) -> Result<(), ImportError> {
        match &mut self.reader {
            Some(Reader::Json(reader)) => reader.push(piece, &mut self.sink),
            Some(Reader::Csv(reader)) => reader.push(piece, &mut self.sink),
            Some(Reader::Bson(reader)) => reader.push(piece, &mut self.sink),
            None => Ok(()),
        }
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> ImportProgress {
        ImportProgress { bytes: self.n_bytes, documents: self.sink.store.len() as u64, bad: self.sink.bad.count }
    }

    /// The first documents as shell text, at most [`FIRST_DOCUMENTS`], as soon as there are some.
    #[must_use]
    pub fn first_documents(&self) -> Vec<String> {
        self.sink.store.iter().take(FIRST_DOCUMENTS).map(document_text).collect()
    }

    /// The fields found so far.
    #[must_use]
    pub fn fields(&self) -> Vec<FieldSummary> {
        self.sink.fields.summaries()
    }

    /// No more pieces: the documents and what there is to say about them.
    pub fn finish(mut self) -> Result<(DocumentStore, ImportReport), ImportFailure> {
        match self.finish_reading() {
            Ok(format) => {
                let report = self.report(format);
                Ok((self.sink.store, report))
            }
            Err(error) => Err(ImportFailure { error, bad: self.sink.bad.count, bad_lines: self.sink.bad.lines }),
        }
    }

    /// Reads what is left; returns the format's name.
    fn finish_reading(&mut self) -> Result<String, ImportError> {
        if let Packing::Unknown(first) = &mut self.packing {
            // Less than two bytes in all.
            let first = std::mem::take(first);
            self.packing = Packing::None;
            self.push_unpacked(&first)?;
        }
        let is_cut = self.options.is_cut;
        if let (Packing::Gzip(gunzip), false) = (&self.packing, is_cut) {
            gunzip.finish()?;
        }
        if self.reader.is_none() {
            self.begin(true)?;
        }
        let n_columns = match &mut self.reader {
            Some(Reader::Json(reader)) => {
                reader.finish(is_cut, &mut self.sink)?;
                None
            }
            Some(Reader::Csv(reader)) => Some(reader.finish(is_cut, &mut self.sink)?),
            Some(Reader::Bson(reader)) => {
                reader.finish(is_cut, &mut self.sink);
                None
            }
            None => None,
        };
        let n_documents = self.sink.store.len() as u64;
        let mut format = match &self.reader {
            Some(Reader::Json(reader)) => reader.format(n_documents),
            Some(Reader::Csv(reader)) => reader.format(),
            Some(Reader::Bson(_)) => "BSON dump".to_owned(),
            None => String::new(),
        };
        if matches!(self.packing, Packing::Gzip(_)) {
            format.push_str(", gzip");
        }
        match (n_documents, self.sink.bad.count, n_columns) {
            (0, 0, Some(columns)) => Err(ImportError::NoRows { columns }),
            (0, 0, None) => Err(ImportError::NoDocuments { format }),
            (0, bad, _) => Err(ImportError::NothingGood { format, bad, first: self.sink.bad.lines.first().cloned() }),
            _ => Ok(format),
        }
    }

    fn report(&mut self, format: String) -> ImportReport {
        ImportReport {
            name: self.options.name.clone(),
            format,
            documents: self.sink.store.len() as u64,
            bytes: self.sink.store.bytes(),
            fingerprint: self.sink.store.fingerprint(),
            bad: self.sink.bad.count,
            bad_lines: std::mem::take(&mut self.sink.bad.lines),
            columns: match &self.reader {
                Some(Reader::Csv(reader)) => reader.column_reports(),
                _ => Vec::new(),
            },
            first_documents: self.first_documents(),
            fields: self.fields(),
        }
    }
}
