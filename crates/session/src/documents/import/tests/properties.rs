//! What holds for any text and any way to cut it.

use super::{ImportOptions, documents, import_with};
use crate::documents::import::Importer;
use proptest::prelude::{ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};

/// Cuts bytes at any places.
fn import_cut(bytes: &[u8], cuts: &[usize]) -> Option<(Vec<String>, crate::protocol::ImportReport)> {
    let mut importer = Importer::new(ImportOptions::default());
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
    places.sort_unstable();
    let mut from = 0;
    for to in places.into_iter().chain([bytes.len()]) {
        importer.push(&bytes[from..to]).ok()?;
        from = to;
    }
    importer.finish().ok().map(|(store, report)| (documents(&store), report))
}

fn json_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        5 => "\\{\"[a-c]\":(1|2\\.5|\"[x\\\\\"é€😀{}\\[\\]]{0,4}\"|\\[1,\\{\"d\":null\\}\\])\\}",
        2 => "\\{ [a-c]: ('[x/\"é]{0,3}'|/[a-z]+/i|ObjectId\\('65a000000000000000000001'\\)) \\}",
        1 => "(\\{\"a\":|\\{\"a\":\"x|\\}|\\]|oops|7|\"s\"|/\\*|//c|\\\\)",
    ];
    let separator = prop_oneof![3 => "\n", 1 => "\r\n", 1 => ",", 1 => " ", 1 => ""];
    let body = prop::collection::vec((piece, separator), 1..8);
    (any::<bool>(), body).prop_map(|(is_array, parts)| {
        let body: String = parts.into_iter().map(|(piece, separator)| piece + &separator).collect();
        if is_array { format!("[{body}]") } else { body }
    })
}

fn csv_text() -> impl Strategy<Value = String> {
    let cell = prop_oneof![
        3 => "[0-9]{1,3}", 1 => "[0-9]\\.[0-9]0?", 1 => "0[0-9]{2}", 1 => "", 1 => "x(é|€)?",
        2 => "\"[a,;\n\"]{0,4}\"", 1 => "\"(a|\"\"|\n)*\"", 1 => "(true|2024-01-15)",
    ];
    let row = prop::collection::vec(cell, 2..4).prop_map(|cells| cells.join(","));
    let end = prop_oneof![4 => "\n", 1 => "\r\n"];
    prop::collection::vec((row, end), 1..8).prop_map(|rows| {
        let body: String = rows.into_iter().map(|(row, end)| row + &end).collect();
        format!("a,b.c\n{body}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]
    #[test]
    fn json_may_be_cut_anywhere(text in json_text(), cuts in prop::collection::vec(any::<usize>(), 0..6)) {
        prop_assert_eq!(import_cut(text.as_bytes(), &cuts), import_cut(text.as_bytes(), &[]), "{}", text);
    }

    #[test]
    fn csv_may_be_cut_anywhere(text in csv_text(), cuts in prop::collection::vec(any::<usize>(), 0..6)) {
        prop_assert_eq!(import_cut(text.as_bytes(), &cuts), import_cut(text.as_bytes(), &[]), "{}", text);
    }

    #[test]
    fn an_inferred_column_type_does_not_depend_on_the_order_of_rows(
        cells in prop::collection::vec("([0-9]{1,3}|[0-9]\\.[0-9]0?|0[0-9]|true|2024-01-15|x)", 1..6)
    ) {
        let used = |cells: &[String]| {
            let text = format!("a\n{}\n", cells.join("\n"));
            import_with(text.as_bytes(), 100, ImportOptions::default()).map(|(_, report)| report.columns[0].used).ok()
        };
        let reversed: Vec<String> = cells.iter().rev().cloned().collect();
        prop_assert_eq!(used(&cells), used(&reversed));
    }

    #[test]
    fn a_column_that_ends_as_text_holds_every_cell_as_it_stood(
        cells in prop::collection::vec("([-+]?[0-9]{1,4}|-?[0-9]\\.[0-9]{1,3}|1e[0-9]|TRUE|2024-01-15( 10:30)?|[A-F0-9]{24})", 1..6)
    ) {
        let text = format!("a\n{}\nend\n", cells.join("\n"));
        let (store, _) = import_with(text.as_bytes(), 100, ImportOptions::default()).unwrap();
        let expect: Vec<String> = cells.iter().map(String::as_str).chain(["end"]).map(|cell| format!("{{ a: '{cell}' }}")).collect();
        prop_assert_eq!(documents(&store), expect);
    }

    #[test]
    fn any_bytes_end_in_a_result(bytes in prop::collection::vec(any::<u8>(), 0..300), piece_len in 1_usize..50) {
        if let Ok((store, report)) = import_with(&bytes, piece_len, ImportOptions::default()) {
            prop_assert_eq!(store.len() as u64, report.documents);
        }
    }

    #[test]
    fn any_text_ends_in_a_result(text in "[{}\\[\\]:,;\"'`/\\\\*a0-9 .$\n\r\t()é\u{1F600}-]{0,120}", piece_len in 1_usize..50) {
        let whole = import_with(text.as_bytes(), 1 << 20, ImportOptions::default());
        let pieces = import_with(text.as_bytes(), piece_len, ImportOptions::default());
        let counts = |result: Result<(crate::documents::store::DocumentStore, crate::protocol::ImportReport), _>| {
            result.map(|(store, report)| (store.fingerprint(), report.bad_lines))
        };
        prop_assert!(counts(whole) == counts(pieces), "{}", text);
    }
}
