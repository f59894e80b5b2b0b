//! Excerpts of real data sets, read as a visitor's files would be.
#![allow(clippy::expect_used, reason = "a failed expectation is a failed test")]

use shardscope_session::documents::import::{ImportOptions, Importer};
use shardscope_session::documents::shell::document_text;
use shardscope_session::documents::store::DocumentStore;
use shardscope_session::protocol::ImportReport;
use shardscope_session::scenario::ColumnType::{self, Date, Double, Integer};
use shardscope_session::view::FieldSummary;

fn import(bytes: &[u8]) -> (DocumentStore, ImportReport) {
    let mut importer = Importer::new(ImportOptions::default());
    for piece in bytes.chunks(1_000) {
        importer.push(piece).expect("a piece of a good file");
    }
    importer.finish().expect("a good file")
}

fn field<'a>(report: &'a ImportReport, path: &str) -> &'a FieldSummary {
    report.fields.iter().find(|field| field.path == path).expect("a field of the file")
}

fn used(report: &ImportReport) -> Vec<ColumnType> {
    report.columns.iter().map(|column| column.used).collect()
}

#[test]
fn zip_codes_keep_their_leading_zeros() {
    let (store, report) = import(include_bytes!("fixtures/zipcodes-excerpt.csv"));
    assert_eq!((report.format.as_str(), store.len(), report.bad), ("CSV", 280, 0));
    assert_eq!(
        used(&report),
        [ColumnType::String, Double, Double, ColumnType::String, ColumnType::String, ColumnType::String]
    );
    assert_eq!(report.columns[0].why, "leading zeros: `00501` in line 2");
    let codes: Vec<&str> = store.iter().filter_map(|document| document.get_str("zip_code").ok()).collect();
    assert_eq!(codes.iter().filter(|code| code.len() == 5).count(), 280);
    assert_eq!(codes.iter().filter(|code| code.starts_with('0')).count(), 22);
    let first = "{ zip_code: '00501', latitude: 40.922326, longitude: -72.637078, city: 'Holtsville', state: 'NY', county: 'Suffolk' }";
    assert_eq!(store.get(0).map(document_text).as_deref(), Some(first));
    let state = field(&report, "state");
    assert_eq!((state.distinct, state.top_value.as_str(), state.ascending), (51, "'TX'", false));
    assert!((state.top_share - 19.0 / 280.0).abs() < 1e-12);
}

#[test]
fn bird_strikes_have_names_with_spaces_and_dollars_and_ascending_dates() {
    let (store, report) = import(include_bytes!("fixtures/birdstrikes-excerpt.csv"));
    assert_eq!((report.format.as_str(), store.len(), report.bad), ("CSV", 200, 0));
    let date = field(&report, "Flight Date");
    assert_eq!((date.types.clone(), date.ascending), (vec![("date".to_owned(), 200)], true));
    assert_eq!(field(&report, "Cost Total $").types, [("int".to_owned(), 200)]);
    let damage = field(&report, "Effect Amount of damage");
    assert_eq!((damage.distinct, damage.top_value.as_str(), damage.top_share), (4, "'None'", 0.92));
    // 54 of the speeds are empty cells.
    let speed = field(&report, "Speed IAS in knots");
    assert_eq!((speed.present, speed.documents, speed.distinct), (146, 200, 35));
    assert_eq!(used(&report)[3], Date);
    assert_eq!(used(&report)[10..], [Integer; 4]);
}

#[test]
fn flights_are_an_array_on_one_line() {
    let (store, report) = import(include_bytes!("fixtures/flights-excerpt.json"));
    assert_eq!((report.format.as_str(), store.len(), report.bad), ("JSON array", 200, 0));
    let distinct: Vec<(&str, u64)> = report.fields.iter().map(|field| (field.path.as_str(), field.distinct)).collect();
    assert_eq!(distinct, [("date", 200), ("delay", 74), ("distance", 169), ("origin", 74), ("destination", 72)]);
    assert!(field(&report, "date").ascending && !field(&report, "delay").ascending);
    assert_eq!(store.iter().filter(|document| document.get_i32("delay").is_ok_and(|delay| delay < 0)).count(), 87);
}
