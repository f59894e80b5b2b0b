//! CSV: delimiters, quotes, headers, rows.

use super::{check, import};
use crate::documents::import::{HeaderFault, ImportError};

#[test]
fn delimiters_line_ends_and_byte_order_marks() {
    let expect = ["{ a: 1, b: 'x' }", "{ a: 2, b: 'y' }"];
    check("a,b\n1,x\n2,y\n", "CSV", &expect, &[]);
    check("\u{feff}a,b\r\n1,x\r\n2,y", "CSV", &expect, &[]);
    check("a;b\n1;x\n2;y\n", "CSV (semicolons)", &expect, &[]);
    check("a\tb\n1\tx\n2\ty\n", "CSV (tabs)", &expect, &[]);
    check("\n\na,b\n\n1,x\n\n2,y\n\n", "CSV", &expect, &[]);
    check("a\n1\n2\n", "CSV", &["{ a: 1 }", "{ a: 2 }"], &[]);
}

#[test]
fn quoted_cells() {
    check(
        "a,b\n\"1,5\",\"x\ny\"\n\"say \"\"hi\"\"\",\"\"\n",
        "CSV",
        &["{ a: '1,5', b: 'x\\ny' }", "{ a: 'say \"hi\"' }"],
        &[],
    );
    check("\"a, b\",c\n1,2\n", "CSV", &["{ 'a, b': 1, c: 2 }"], &[]);
}

#[test]
fn names_with_dots_nest_and_other_names_are_kept() {
    check("a.x,b,a.y\n1,2,3\n", "CSV", &["{ a: { x: 1, y: 3 }, b: 2 }"], &[]);
    check("Cost Total $,No., b c \n1,2,3\n", "CSV", &["{ 'Cost Total $': 1, 'No.': 2, 'b c': 3 }"], &[]);
    check(",a,\n1,2,3\n", "CSV", &["{ field1: 1, a: 2, field3: 3 }"], &[]);
}

#[test]
fn empty_cells_leave_their_field_out() {
    check("a,b.c,b.d\n1,,\n,2,\n,,3\n,,\n", "CSV", &["{ a: 1 }", "{ b: { c: 2 } }", "{ b: { d: 3 } }", "{}"], &[]);
}

#[test]
fn rows_with_too_many_or_too_few_cells() {
    let refused = ["3:2 1 cells, where the header has 2", "4:5 3 cells, where the header has 2", "5:5 3 cells, where"];
    check("a,b\n1,2\n3\n4,é,6\n7,8,\n9,0\n", "CSV", &["{ a: 1, b: 2 }", "{ a: 9, b: 0 }"], &refused);
}

#[test]
fn a_broken_quote_costs_one_line() {
    let refused = ["3:3 the quote that opens this cell is never closed"];
    check(
        "a,b\n1,x\n2,\"y\n3,z\n4,w\n",
        "CSV",
        &["{ a: 1, b: 'x' }", "{ a: 3, b: 'z' }", "{ a: 4, b: 'w' }"],
        &refused,
    );
    let refused = ["2:6 text follows the closing quote of this cell"];
    check("a,b\n1,\"x\"y\n2,z\n", "CSV", &["{ a: 2, b: 'z' }"], &refused);
}

#[test]
fn the_line_of_a_row_counts_those_inside_quotes() {
    check("a,b\n\"1\n2\",x\n3\n4,5\n", "CSV", &["{ a: '1\\n2', b: 'x' }", "{ a: '4', b: '5' }"], &["4:2 1 cells"]);
}

#[test]
fn bytes_that_are_no_text_cost_their_row() {
    let (store, report) =
        super::import_with(b"name,n\nM\xfcller,1\nMeier,2\n", 5, super::ImportOptions::default()).unwrap();
    assert_eq!(super::documents(&store), ["{ name: 'Meier', n: 2 }"]);
    let refusals = super::refusals(&report);
    assert!(refusals.len() == 1 && refusals[0].starts_with("2:2 not UTF-8 text"), "{refusals:?}");
    assert!(refusals[0].contains("Latin-1") && refusals[0].contains("save the file as UTF-8"), "{refusals:?}");
}

#[test]
fn headers_that_give_no_fields() {
    let cases = [
        ("a,b,a\n1,2,3\n", HeaderFault::Duplicate { name: "a".to_owned(), first: 1, second: 3 }),
        ("a,a.b\n1,2\n", HeaderFault::Conflict { value: "a".to_owned(), nested: "a.b".to_owned() }),
        ("\"a,b\n1,2\n", HeaderFault::Quotes),
    ];
    for (text, fault) in cases {
        assert_eq!(
            import(text).map(|_| ()).map_err(|failure| failure.error),
            Err(ImportError::Header(fault)),
            "{text}"
        );
    }
    let bad_name = super::import_with(b"a,\xfc\n1,2\n", 100, super::ImportOptions::default());
    assert_eq!(
        bad_name.map(|_| ()).map_err(|failure| failure.error),
        Err(ImportError::Header(HeaderFault::NotText(2)))
    );
}

#[test]
fn the_last_row_of_a_cut_file_is_left_out() {
    let options = super::ImportOptions { is_cut: true, ..Default::default() };
    let (store, report) = super::import_with(b"a,b\n1,2\n3,4\n5", 3, options).unwrap();
    assert_eq!(
        (super::documents(&store), report.bad),
        (vec!["{ a: 1, b: 2 }".to_owned(), "{ a: 3, b: 4 }".to_owned()], 0)
    );
}
