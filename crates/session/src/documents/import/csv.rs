//! CSV with a header: each row a document.

use super::bad::{BadLines, NOT_UTF8};
use super::column::Column;
use super::columns::Columns;
use super::csv_split::{Cells, Record, RecordSplitter};
use super::error::{HeaderFault, ImportError};
use super::shape::shape;
use super::sink::Sink;
use crate::documents::DOCUMENT_BYTES_MAX;
use crate::documents::syntax::{Position, SyntaxErrorKind};
use crate::protocol::ColumnReport;
use crate::scenario::ColumnChoice;

/// Reads CSV piece by piece.
#[derive(Debug)]
pub(super) struct CsvReader {
    delimiter: u8,
    choices: Vec<ColumnChoice>,
    splitter: RecordSplitter,
    cells: Cells,
    /// None until the header has been read.
    columns: Option<Columns>,
}

impl CsvReader {
    pub(super) fn new(delimiter: u8, choices: Vec<ColumnChoice>) -> Self {
        Self { delimiter, choices, splitter: RecordSplitter::new(delimiter), cells: Cells::default(), columns: None }
    }

    pub(super) fn push(&mut self, piece: &[u8], sink: &mut Sink) -> Result<(), ImportError> {
        self.splitter.push(piece);
        self.read_records(false, sink)
    }

    /// No more pieces; a last row that the caller cut off (`is_cut`) is left out. Returns the number of columns.
    pub(super) fn finish(&mut self, is_cut: bool, sink: &mut Sink) -> Result<usize, ImportError> {
        if !is_cut || self.columns.is_none() {
            self.read_records(true, sink)?;
        }
        Ok(self.columns.as_ref().map_or(0, Columns::len))
    }

    fn read_records(&mut self, is_end: bool, sink: &mut Sink) -> Result<(), ImportError> {
        while let Some(record) = self.splitter.next_record(is_end) {
            let bytes = self.splitter.bytes(record.range.clone());
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            match &mut self.columns {
                None => self.columns = Some(header(bytes, &record, self.delimiter, &self.choices)?),
                Some(columns) => {
                    let mut row = Row { bytes, record: &record, delimiter: self.delimiter, cells: &mut self.cells };
                    row.read(columns, sink)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn format(&self) -> String {
        match self.delimiter {
            b';' => "CSV (semicolons)".to_owned(),
            b'\t' => "CSV (tabs)".to_owned(),
            _ => "CSV".to_owned(),
        }
    }

    pub(super) fn column_reports(&self) -> Vec<ColumnReport> {
        self.columns.as_ref().map(Columns::reports).unwrap_or_default()
    }
}

/// Names the columns. Spaces around a name are dropped, those inside are kept; a column without a name gets one.
fn header(bytes: &[u8], record: &Record, delimiter: u8, choices: &[ColumnChoice]) -> Result<Columns, HeaderFault> {
    if record.fault.is_some() {
        return Err(HeaderFault::Quotes);
    }
    let mut cells = Cells::default();
    cells.read(bytes, delimiter);
    let names: Vec<String> = (0..cells.len())
        .map(|idx| match std::str::from_utf8(cells.get(idx)).map(str::trim) {
            Ok("") => Ok(format!("field{}", idx + 1)),
            Ok(name) if !name.contains('\0') => Ok(name.to_owned()),
            _ => Err(HeaderFault::NotText(idx + 1)),
        })
        .collect::<Result<_, _>>()?;
    let shape = shape(&names)?;
    let chosen = |name: &str| choices.iter().find(|choice| choice.name == name).map(|choice| choice.column_type);
    let columns = names.into_iter().map(|name| {
        let chosen = chosen(&name);
        Column::new(name, chosen)
    });
    Ok(Columns::new(columns.collect(), shape))
}

/// A row on its way to a document.
struct Row<'a> {
    bytes: &'a [u8],
    record: &'a Record,
    delimiter: u8,
    cells: &'a mut Cells,
}

impl Row<'_> {
    fn read(&mut self, columns: &mut Columns, sink: &mut Sink) -> Result<(), ImportError> {
        if self.is_refused(columns.len(), &mut sink.bad) {
            return Ok(());
        }
        if let Err(fault) = columns.push_row(self.cells, self.record.line, sink)? {
            sink.bad.add(self.position(self.cells.offset(fault.column)), fault.reason);
        }
        Ok(())
    }

    /// Takes the row apart; reports what makes it no row.
    fn is_refused(&mut self, n_columns: usize, bad: &mut BadLines) -> bool {
        if let Some((offset, fault)) = self.record.fault {
            bad.add(self.position(offset), fault);
            return true;
        }
        if self.bytes.len() > DOCUMENT_BYTES_MAX {
            bad.add(self.position(0), SyntaxErrorKind::TooLarge);
            return true;
        }
        if let Err(error) = std::str::from_utf8(self.bytes) {
            bad.add(self.position(error.valid_up_to()), NOT_UTF8);
            return true;
        }
        self.cells.read(self.bytes, self.delimiter);
        let n_cells = self.cells.len();
        if n_cells != n_columns {
            let offset = if n_cells > n_columns { self.cells.offset(n_columns) } else { self.bytes.len() };
            bad.add(self.position(offset), format!("{n_cells} cells, where the header has {n_columns}"));
            return true;
        }
        false
    }

    fn position(&self, offset: usize) -> Position {
        let start = Position { line: self.record.line, column: 1 };
        start.after(self.bytes.get(..offset).unwrap_or_default())
    }
}
