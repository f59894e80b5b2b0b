//! Files that give nothing at all, or too much.

use super::{ImportOptions, import, import_with};
use crate::documents::import::{BinaryKind, FILE_BYTES_MAX, ImportError, Importer};
use crate::protocol::Place;

fn error_of(bytes: &[u8]) -> ImportError {
    import_with(bytes, 3, ImportOptions::default()).map(|_| ()).expect_err("a file without documents").error
}

#[test]
fn every_kind_of_unusable_file_has_its_message_and_fix() {
    let cases: [(&[u8], &str, &str); 16] = [
        (b"", "the file is empty", "Choose a file"),
        (b" \n\n\t", "the file is empty", "Choose a file"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "this gzip file is cut off", "Pack it again"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\0\xff\xff\xff\xff\xff", "this gzip file is damaged", "Pack it again"),
        (
            b"PK\x03\x04\x14\0\x08",
            "this is a zip file or a spreadsheet, not text",
            "Unpack it, or save the spreadsheet as CSV",
        ),
        (b"\x89PNG\r\n\x1a\n\0", "this is a picture, not text", "Choose a file"),
        (b"PAR1\x15\x04\x15", "this is a Parquet file, not text", "Convert it"),
        (b"\x6d\xe2\x99\x81\0\0\0\0", "this is a mongodump archive, not text", "Dump without --archive"),
        (b"abc\0def,\0\n", "this is a binary file, not text", "Choose a file"),
        (b"\xff\xfea\0,\0", "this text is in UTF-16, not in UTF-8", "Save it as UTF-8"),
        (b"<html><body></body></html>", "this is HTML or XML", "Export the data"),
        (b"db.c.insertMany([{ a: 1 }])", "this is a line of a script", "Paste the documents alone"),
        (b"[]", "there is no document in this JSON array", "Check that the file"),
        (b"a,b\n", "there is a header with 2 columns, and no row below it", "Check that the file"),
        (
            b"{oops\n",
            "no document could be read from this NDJSON: 1 was refused, the first in line 1, column 1: the document that",
            "Correct the first line",
        ),
        (
            b"a,b\n1\n2\n",
            "no document could be read from this CSV: 2 were refused, the first in line 2, column 2: 1 cells",
            "Correct the first line",
        ),
    ];
    for (bytes, message, fix) in cases {
        let problem = error_of(bytes).problem();
        assert!(problem.message.starts_with(message), "{message}\n  got {}", problem.message);
        assert!(problem.fix.starts_with(fix), "{message}\n  got {}", problem.fix);
    }
}

#[test]
fn a_failed_import_says_what_was_refused_and_where() {
    let failure = import("{\"a\":}\n{\"b\":1,}x\n").map(|_| ());
    assert!(failure.is_ok(), "a trailing comma is taken");
    let failure = import("{\"a\":}\n{\"b\"}\n").map(|_| ()).expect_err("nothing good");
    assert_eq!((failure.bad, failure.bad_lines.len()), (2, 2));
    assert_eq!(failure.error.problem().place, Place::Documents { line: 1, column: 6 });
}

#[test]
fn a_document_over_16_mb_is_refused_with_the_servers_code() {
    let document = format!("{{\"a\":\"{}\"}}", "x".repeat(17 * 1024 * 1024));
    let (store, report) =
        import_with(format!("{{\"a\":1}}\n{document}\n{{\"a\":2}}\n").as_bytes(), 1 << 20, ImportOptions::default())
            .unwrap();
    assert_eq!((store.len(), report.bad), (2, 1));
    let bad = &report.bad_lines[0];
    assert_eq!((bad.line, bad.column), (2, 6));
    assert!(
        bad.reason.contains("MongoDB's 16 MB limit") && bad.reason.contains("BSONObjectTooLarge, 10334"),
        "{}",
        bad.reason
    );

    let alone = import_with(document.as_bytes(), 1 << 20, ImportOptions::default()).map(|_| ()).expect_err("too large");
    assert_eq!(alone.error.problem().server_error, Some((10_334, "BSONObjectTooLarge".to_owned())));

    let row = format!("a,b\n1,{}\n2,x\n", "y".repeat(17 * 1024 * 1024));
    let (store, report) = import_with(row.as_bytes(), 1 << 20, ImportOptions::default()).unwrap();
    assert_eq!((store.len(), report.bad, report.bad_lines[0].line), (1, 1, 2));
    assert!(report.bad_lines[0].reason.contains("16 MB limit"));
}

#[test]
fn a_document_whose_text_does_not_end_is_not_kept_for_ever() {
    let mut importer = Importer::new(ImportOptions::default());
    importer.push(b"{\"a\":1}\n{\"a\":\"").unwrap();
    let piece = vec![b'x'; 8 << 20];
    for _ in 0..13 {
        importer.push(&piece).unwrap();
    }
    importer.push(b"\"}\n{\"a\":3}\n").unwrap();
    let (store, report) = importer.finish().unwrap();
    assert_eq!((store.len(), report.bad, report.bad_lines[0].line), (2, 1, 2));
    assert!(report.bad_lines[0].reason.contains("16 MB limit"));
}

#[test]
fn a_quote_left_open_in_a_long_file_costs_one_line() {
    let mut text = "a,b\n1,\"open\n".to_owned();
    let rows = 20 * 1024 * 1024 / 1024;
    text.push_str(&format!("2,{}\n", "closed".repeat(170)).repeat(rows));
    let (store, report) = import_with(text.as_bytes(), 1 << 20, ImportOptions::default()).unwrap();
    assert_eq!((store.len(), report.bad), (rows, 1));
    assert_eq!((report.bad_lines[0].line, report.bad_lines[0].column), (2, 3));
}

#[test]
fn nesting_over_100_levels_is_refused_without_exhausting_the_stack() {
    for depth in [101, 1_000_000] {
        let text = format!("{{\"a\":1}}\n{}1{}\n", "{\"a\":".repeat(depth), "}".repeat(depth));
        let (store, report) = import(&text).unwrap();
        assert_eq!(store.len(), 1);
        assert_eq!(
            super::refusals(&report)[0].split_once(' ').map(|(_, reason)| reason),
            Some("nested deeper than 100 levels, MongoDB's limit")
        );
    }
}

#[test]
fn files_over_200_mb_are_refused_with_what_could_be_read() {
    let known =
        Importer::new(ImportOptions { bytes_total: Some(1_288_490_189), ..Default::default() }).push(b"{\"a\":1}\n");
    let error = known.expect_err("announced as too large");
    assert_eq!(error.to_string(), "1.2 GB is over the 200 MB limit of this page; 0 documents were read before it");

    let mut importer = Importer::new(ImportOptions::default());
    // 1,024 bytes a line.
    let piece = format!("{{\"a\":\"{}\"}}\n", "x".repeat(1_015)).repeat(1 << 10);
    let mut pushed = 0;
    let error = loop {
        pushed += piece.len() as u64;
        if let Err(error) = importer.push(piece.as_bytes()) {
            break error;
        }
        assert!(pushed <= FILE_BYTES_MAX);
    };
    let documents = FILE_BYTES_MAX / 1_024;
    assert_eq!(error, ImportError::FileTooLarge { bytes: FILE_BYTES_MAX + piece.len() as u64, documents });
    assert_eq!(importer.finish().unwrap().0.len() as u64, documents);
}

#[test]
fn binary_kinds_are_told_by_their_bytes_not_their_name() {
    let options = ImportOptions { name: "orders.csv.gz".to_owned(), ..Default::default() };
    let (store, report) = import_with(b"a,b\n1,2\n", 100, options).unwrap();
    assert_eq!((store.len(), report.format.as_str(), report.name.as_str()), (1, "CSV", "orders.csv.gz"));
    assert_eq!(error_of(b"GIF89a\x01\0"), ImportError::Binary(BinaryKind::Picture));
}
