//! The types of CSV columns: inferred from every cell, or chosen by hand.
//!
//! The rule: a column has the narrowest type that all its cells so far fit without loss ([`TypeSet`]). When a later cell
//! does not fit, the column widens, to double or to string, and the rows stored before are written anew with the text of
//! their cells as it stood in the file; so the result is the same as if the whole file had been looked at first. A type
//! chosen by hand never changes: a cell that does not fit it makes its row a bad line. An empty cell has no type, and
//! leaves its field out (as mongoimport's `--ignoreBlanks` does).

use super::cell::{cell_text, is_recoverable, write_cell};
use super::column::{Column, shown};
use super::csv_split::Cells;
use super::error::ImportError;
use super::keep::{KeptReader, KeptTexts};
use super::shape::Shape;
use super::sink::Sink;
use crate::documents::raw::{Elements, begin, begin_element, end, set_tag, tag};
use crate::protocol::ColumnReport;
use crate::scenario::ColumnType;

/// A cell that does not fit a type chosen by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CellFault {
    pub column: usize,
    pub reason: String,
}

/// All columns and the shape of the documents that they make.
#[derive(Debug)]
pub(super) struct Columns {
    all: Vec<Column>,
    shape: Vec<Shape>,
    document: Vec<u8>,
}

impl Columns {
    pub(super) fn new(columns: Vec<Column>, shape: Vec<Shape>) -> Self {
        Self { all: columns, shape, document: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn reports(&self) -> Vec<ColumnReport> {
        self.all.iter().map(Column::report).collect()
    }

    /// Writes a row as a document and stores it.
    pub(super) fn push_row(
        &mut self,
        cells: &Cells,
        line: u64,
        sink: &mut Sink,
    ) -> Result<Result<(), CellFault>, ImportError> {
        let before: Vec<ColumnType> = self.all.iter().map(Column::used).collect();
        let mut widens = false;
        for (idx, column) in self.all.iter_mut().enumerate() {
            widens |= column.look_at(cells.get(idx), line) && column.chosen.is_none();
        }
        if widens && !sink.store.is_empty() {
            self.rewrite(&before, sink)?;
        }
        let mut document = std::mem::take(&mut self.document);
        document.clear();
        let row = u32::try_from(sink.store.len()).unwrap_or(u32::MAX);
        let written = write_row(&self.shape, &mut self.all, cells, row, &mut document);
        let result = match written {
            Ok(()) => sink.push(&document).map(Ok),
            Err(fault) => {
                self.all.iter_mut().for_each(|column| column.kept.forget(row));
                Ok(Err(fault))
            }
        };
        self.document = document;
        result
    }

    /// Writes all stored rows anew after columns have changed their type.
    fn rewrite(&mut self, before: &[ColumnType], sink: &mut Sink) -> Result<(), ImportError> {
        let old = std::mem::take(&mut sink.store);
        let kept: Vec<KeptTexts> = self
            .all
            .iter_mut()
            .zip(before)
            .map(
                |(column, before)| {
                    if column.used() == *before { KeptTexts::default() } else { std::mem::take(&mut column.kept) }
                },
            )
            .collect();
        let changed: Vec<bool> = self.all.iter().zip(before).map(|(column, before)| column.used() != *before).collect();
        let mut readers: Vec<KeptReader<'_>> = kept.iter().map(KeptTexts::reader).collect();
        let mut document = Vec::new();
        for (row, stored) in (0_u32..).zip(old.iter()) {
            document.clear();
            let mut rewriter = Rewriter { columns: &mut self.all, changed: &changed, readers: &mut readers, row };
            rewriter.document(&self.shape, stored.as_bytes(), &mut document);
            let documents = u64::from(row);
            sink.store.push_bytes(&document).map_err(|_| ImportError::StoreFull { documents })?;
        }
        drop(old);
        sink.recount();
        Ok(())
    }
}

/// Appends the document of a row. Nested documents without a value are left out.
fn write_row(
    shape: &[Shape],
    columns: &mut [Column],
    cells: &Cells,
    row: u32,
    out: &mut Vec<u8>,
) -> Result<(), CellFault> {
    let start = begin(out);
    for part in shape {
        match part {
            Shape::Cell { name, column: idx } => {
                let text = cells.get(*idx);
                let Some(column) = columns.get_mut(*idx).filter(|_| !text.is_empty()) else { continue };
                if !write_field(name, column, text, row, out) {
                    return Err(cell_fault(*idx, column, text));
                }
            }
            Shape::Document { name, parts } => {
                let at = begin_element(out, name.as_bytes());
                let inner = out.len();
                write_row(parts, columns, cells, row, out)?;
                set_tag(out, at, tag::DOCUMENT);
                if out.len() - inner == 5 {
                    out.truncate(at);
                }
            }
        }
    }
    end(out, start);
    Ok(())
}

/// Appends one field, and notes its text if its value would not give it back. False if the cell does not fit.
fn write_field(name: &str, column: &mut Column, text: &[u8], row: u32, out: &mut Vec<u8>) -> bool {
    let at = begin_element(out, name.as_bytes());
    let value_at = out.len();
    let Some(tag) = write_cell(text, column.used(), out) else { return false };
    set_tag(out, at, tag);
    if column.chosen.is_none() && !is_recoverable(text, tag, out.get(value_at..).unwrap_or_default()) {
        column.kept.push(row, text);
    }
    true
}

fn cell_fault(idx: usize, column: &Column, text: &[u8]) -> CellFault {
    let expected = match column.used() {
        ColumnType::Integer => "a whole number of 64 bits",
        ColumnType::Double => "a number",
        ColumnType::Boolean => "true or false",
        ColumnType::Date => "an ISO date",
        ColumnType::ObjectId => "24 hexadecimal digits",
        ColumnType::String => "text",
    };
    CellFault {
        column: idx,
        reason: format!("`{}` in column `{}` is not {expected}, the type chosen by hand", shown(text), column.name),
    }
}

/// Copies a stored row with new values for the columns that changed.
struct Rewriter<'c, 'k, 'r> {
    columns: &'c mut [Column],
    changed: &'c [bool],
    readers: &'r mut [KeptReader<'k>],
    row: u32,
}

impl Rewriter<'_, '_, '_> {
    fn document(&mut self, shape: &[Shape], stored: &[u8], out: &mut Vec<u8>) {
        let start = begin(out);
        let mut elements = Elements::new(stored).peekable();
        for part in shape {
            let (Shape::Cell { name, .. } | Shape::Document { name, .. }) = part;
            // Fields of empty cells are not there.
            let Some(element) = elements.next_if(|element| element.name == name.as_bytes()) else { continue };
            match part {
                Shape::Cell { column, .. } if self.changed.get(*column) == Some(&true) => {
                    self.cell(*column, name, (element.tag, element.value), out);
                }
                Shape::Cell { .. } => {
                    let at = begin_element(out, element.name);
                    out.extend_from_slice(element.value);
                    set_tag(out, at, element.tag);
                }
                Shape::Document { parts, .. } => {
                    let at = begin_element(out, element.name);
                    self.document(parts, element.value, out);
                    set_tag(out, at, tag::DOCUMENT);
                }
            }
        }
        end(out, start);
    }

    fn cell(&mut self, idx: usize, name: &str, (tag, value): (u8, &[u8]), out: &mut Vec<u8>) {
        let noted = self.readers.get_mut(idx).and_then(|reader| reader.take(self.row));
        let text = noted.map_or_else(|| cell_text(tag, value), <[u8]>::to_vec);
        if let Some(column) = self.columns.get_mut(idx) {
            // The new type fits every cell before: that is how it was found.
            write_field(name, column, &text, self.row, out);
        }
    }
}
