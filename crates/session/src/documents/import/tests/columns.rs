//! Column types: inferred from every cell, or chosen by hand.

use super::{ImportOptions, choose, documents, import, import_with, refusals};
use crate::documents::raw::Elements;
use crate::scenario::ColumnType::{Boolean, Date, Double, Integer, ObjectId, String as Text};
use crate::scenario::{ColumnChoice, ColumnType};

/// The values of one column and what is reported of it.
fn column(cells: &[&str]) -> (Vec<String>, ColumnType, String) {
    let rows: Vec<String> = cells.iter().map(|cell| format!("\"{cell}\",x\n")).collect();
    let text = format!("a,b\n{}", rows.concat());
    let (store, report) = import(&text).unwrap();
    let value = |text: String| {
        let inner =
            text.trim_start_matches("{ ").trim_end_matches(" }").trim_end_matches("b: 'x'").trim_end_matches(", ");
        inner.trim_start_matches("a: ").to_owned()
    };
    let values = documents(&store).into_iter().map(value);
    let column = &report.columns[0];
    assert_eq!(column.inferred, column.used);
    (values.collect(), column.used, column.why.clone())
}

#[test]
fn a_column_has_the_narrowest_type_that_fits_all_cells() {
    let cases: [(&[&str], &[&str], ColumnType, &str); 19] = [
        (&["1", "-2", "3000000000"], &["1", "-2", "Long('3000000000')"], Integer, "all values are whole numbers"),
        (&["1", "2.5"], &["1", "2.5"], Double, "all values are numbers"),
        (&["1.50", "2"], &["1.5", "2"], Double, "all values are numbers"),
        (&["true", "FALSE"], &["true", "false"], Boolean, "all values are true or false"),
        (&["1990-01-08"], &["ISODate('1990-01-08T00:00:00.000Z')"], Date, "all values are ISO dates"),
        (
            &["65a000000000000000000001"],
            &["ObjectId('65a000000000000000000001')"],
            ObjectId,
            "all values are ObjectIds",
        ),
        (&["00501", "10001"], &["'00501'", "'10001'"], Text, "leading zeros: `00501` in line 2"),
        (&["10001", "00501"], &["'10001'", "'00501'"], Text, "leading zeros: `00501` in line 3"),
        (&["abc", "1"], &["'abc'", "'1'"], Text, "text: `abc` in line 2"),
        (&["1", "abc"], &["'1'", "'abc'"], Text, "mixed: `abc` in line 3, whole numbers before"),
        (&["1", "2.5", "NA"], &["'1'", "'2.5'", "'NA'"], Text, "mixed: `NA` in line 4, numbers before"),
        (
            &["+1", "1.50", "1e3", " 7 ", "x"],
            &["'+1'", "'1.50'", "'1e3'", "' 7 '", "'x'"],
            Text,
            "mixed: `x` in line 6, numbers before",
        ),
        (&["TRUE", "true", "1"], &["'TRUE'", "'true'", "'1'"], Text, "mixed: `1` in line 4, true or false before"),
        (
            &["1990-01-08", "1990-01-08 10:30", "soon"],
            &["'1990-01-08'", "'1990-01-08 10:30'", "'soon'"],
            Text,
            "mixed: `soon` in line 4, ISO dates before",
        ),
        (
            &["1990-01-08T00:00:00Z", "x"],
            &["'1990-01-08T00:00:00Z'", "'x'"],
            Text,
            "mixed: `x` in line 3, ISO dates before",
        ),
        (
            &["65A00000000000000000ABCD", "x"],
            &["'65A00000000000000000ABCD'", "'x'"],
            Text,
            "mixed: `x` in line 3, ObjectIds before",
        ),
        (
            &["9007199254740993", "1.5"],
            &["'9007199254740993'", "'1.5'"],
            Text,
            "mixed: `1.5` in line 3, whole numbers before",
        ),
        (&["9223372036854775808"], &["'9223372036854775808'"], Text, "text: `9223372036854775808` in line 2"),
        (&["", "", "5", ""], &["", "", "5", ""], Integer, "all values are whole numbers"),
    ];
    for (cells, values, column_type, why) in cases {
        let got = column(cells);
        assert_eq!(
            (got.0.iter().map(String::as_str).collect::<Vec<_>>(), got.1, got.2.as_str()),
            (values.to_vec(), column_type, why),
            "{cells:?}"
        );
    }
}

#[test]
fn whole_numbers_in_a_column_of_doubles_are_doubles() {
    let (store, _) = import("a\n1\n2\n2.5\n3\n").unwrap();
    let types: Vec<u8> = store
        .iter()
        .flat_map(|document| Elements::new(document.as_bytes()).map(|element| element.tag).collect::<Vec<_>>())
        .collect();
    assert_eq!(types, [1, 1, 1, 1]);
}

#[test]
fn a_column_without_values_is_text() {
    let (_, report) = import("a,b\n1,\n2,\n").unwrap();
    assert_eq!((report.columns[1].used, report.columns[1].why.as_str()), (Text, "no values"));
}

#[test]
fn a_late_change_touches_nothing_else() {
    let rows: Vec<String> = (0..3_000).map(|row| format!("{row},{}.5,{row}.{}\n", row % 7, row % 10)).collect();
    let rows = rows.concat();
    let (before, _) = import(&format!("id,x.y,x.z\n{rows}")).unwrap();
    let (after, report) = import(&format!("id,x.y,x.z\n{rows}3000,oops,1\n")).unwrap();
    assert_eq!(report.columns.iter().map(|column| column.used).collect::<Vec<_>>(), [Integer, Text, Double]);
    for (row, (old, new)) in documents(&before).iter().zip(documents(&after)).enumerate() {
        assert_eq!(new, old.replace(&format!("y: {}.5", row % 7), &format!("y: '{}.5'", row % 7)));
    }
    let fields: Vec<_> =
        report.fields.iter().map(|field| (field.path.as_str(), field.types.len(), field.present)).collect();
    assert_eq!(fields, [("id", 1, 3_001), ("x", 1, 3_001), ("x.y", 1, 3_001), ("x.z", 1, 3_001)]);
}

#[test]
fn a_chosen_type_wins_and_refuses_what_does_not_fit() {
    let text = "zip,n\n00501,1\n10001,2\nSW1A,3\n,4\n";
    let (store, report) = import_with(text.as_bytes(), 6, choose("zip", Integer)).unwrap();
    assert_eq!(documents(&store), ["{ zip: 501, n: 1 }", "{ zip: 10001, n: 2 }", "{ n: 4 }"]);
    assert_eq!(
        refusals(&report),
        ["4:1 `SW1A` in column `zip` is not a whole number of 64 bits, the type chosen by hand"]
    );
    let column = &report.columns[0];
    assert_eq!((column.inferred, column.used), (Text, Integer));
    assert!(column.why.starts_with("chosen by hand; leading zeros"), "{}", column.why);

    let (store, _) = import_with(b"n\n1\n2\n", 9, choose("n", Text)).unwrap();
    assert_eq!(documents(&store), ["{ n: '1' }", "{ n: '2' }"]);
    let (_, report) = import_with(b"n\n1\n", 9, choose("not there", Text)).unwrap();
    assert_eq!(report.columns.len(), 1);
}

#[test]
fn a_refused_row_leaves_no_trace_in_a_column_that_changes_later() {
    let columns = vec![ColumnChoice { name: "n".to_owned(), column_type: Integer }];
    let options = ImportOptions { columns, ..ImportOptions::default() };
    // The price of the refused row must not turn up in the row that takes its place.
    let (store, report) = import_with(b"price,n\n1.10,1\n2.20,x\n3.30,3\nfree,4\n", 100, options).unwrap();
    assert_eq!(documents(&store), ["{ price: '1.10', n: 1 }", "{ price: '3.30', n: 3 }", "{ price: 'free', n: 4 }"]);
    assert_eq!(report.bad, 1);
}
