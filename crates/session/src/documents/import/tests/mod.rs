//! Whole imports: every format, every fault with its place, and pieces cut anywhere.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed test")]

mod columns;
mod csv;
mod faults;
mod hostile;
mod json;
mod packed;
mod properties;

use super::{ImportFailure, ImportOptions, Importer};
use crate::documents::shell::document_text;
use crate::documents::store::DocumentStore;
use crate::protocol::ImportReport;
use crate::scenario::{ColumnChoice, ColumnType};

fn import_with(
    bytes: &[u8],
    piece_len: usize,
    options: ImportOptions,
) -> Result<(DocumentStore, ImportReport), ImportFailure> {
    let mut importer = Importer::new(options);
    for piece in bytes.chunks(piece_len.max(1)) {
        if let Err(error) = importer.push(piece) {
            return Err(ImportFailure { error, bad: 0, bad_lines: Vec::new() });
        }
    }
    importer.finish()
}

fn import(text: &str) -> Result<(DocumentStore, ImportReport), ImportFailure> {
    import_with(text.as_bytes(), 1 << 20, ImportOptions::default())
}

fn choose(name: &str, column_type: ColumnType) -> ImportOptions {
    let columns = vec![ColumnChoice { name: name.to_owned(), column_type }];
    ImportOptions { columns, ..ImportOptions::default() }
}

/// The documents as shell text.
fn documents(store: &DocumentStore) -> Vec<String> {
    store.iter().map(document_text).collect()
}

/// `line:column reason` of each refusal.
fn refusals(report: &ImportReport) -> Vec<String> {
    report.bad_lines.iter().map(|bad| format!("{}:{} {}", bad.line, bad.column, bad.reason)).collect()
}

/// Imports in pieces of several lengths and checks format, documents and refusals; a refusal may be given by its start.
fn check(text: &str, format: &str, expect: &[&str], refused: &[&str]) {
    for piece_len in [1, 2, 3, 7, 1 << 20] {
        let (store, report) = import_with(text.as_bytes(), piece_len, ImportOptions::default()).unwrap();
        assert_eq!(report.format, format, "{text}");
        assert_eq!(documents(&store), expect, "{text}");
        let got = refusals(&report);
        assert!(
            got.len() == refused.len() && got.iter().zip(refused).all(|(got, expect)| got.starts_with(expect)),
            "{text}\n  {got:#?}"
        );
        assert_eq!((report.documents, report.bad), (expect.len() as u64, refused.len() as u64));
        assert_eq!(report.fingerprint, store.fingerprint());
    }
}
