//! JSON in all its forms.

use super::{check, import};

#[test]
fn arrays() {
    check(r#"[{"a":1},{"a":2}]"#, "JSON array", &["{ a: 1 }", "{ a: 2 }"], &[]);
    check("[\n{\"a\":1},\n{\"a\":2}\n]\n", "JSON array", &["{ a: 1 }", "{ a: 2 }"], &[]);
    check("\u{feff}[\r\n  {\r\n    \"a\": [1, {\"b\": 2}]\r\n  }\r\n]", "JSON array", &["{ a: [ 1, { b: 2 } ] }"], &[]);
    check("[{\"a\":1}][{\"a\":2}]", "JSON array", &["{ a: 1 }", "{ a: 2 }"], &[]);
    check("[{a: 1}, {a: 2},]", "JSON array in shell syntax", &["{ a: 1 }", "{ a: 2 }"], &[]);
}

#[test]
fn lines() {
    check("{\"a\":1}\n{\"a\":2}\n", "NDJSON", &["{ a: 1 }", "{ a: 2 }"], &[]);
    check("{\"a\":1}\r\n\r\n{\"a\":2}", "NDJSON", &["{ a: 1 }", "{ a: 2 }"], &[]);
    check("{\"a\":\"}{\"}\n{\"a\":\"\\\"}\"}\n", "NDJSON", &["{ a: '}{' }", "{ a: '\"}' }"], &[]);
    check("{\"a\":1}", "JSON document", &["{ a: 1 }"], &[]);
}

#[test]
fn documents_one_after_the_other() {
    check(
        "{\"a\":1}{\"a\":2} {\"a\":3},{\"a\":4}",
        "concatenated JSON",
        &["{ a: 1 }", "{ a: 2 }", "{ a: 3 }", "{ a: 4 }"],
        &[],
    );
    check("{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", "concatenated JSON", &["{ a: 1 }", "{ a: 2 }"], &[]);
}

#[test]
fn extended_json_canonical_and_relaxed() {
    let canonical = r#"{"_id":{"$oid":"65a000000000000000000001"},"n":{"$numberLong":"5"},"d":{"$date":{"$numberLong":"0"}},"x":{"$numberDecimal":"1.10"}}
{"_id":{"$oid":"65a000000000000000000002"},"n":{"$numberInt":"6"}}
"#;
    let expect = [
        "{ _id: ObjectId('65a000000000000000000001'), n: Long('5'), d: ISODate('1970-01-01T00:00:00.000Z'), x: Decimal128('1.10') }",
        "{ _id: ObjectId('65a000000000000000000002'), n: 6 }",
    ];
    check(canonical, "NDJSON, Extended JSON", &expect, &[]);
    let relaxed =
        r#"[{"_id":{"$oid":"65a000000000000000000001"},"n":3000000000,"d":{"$date":"2024-01-15T00:00:00Z"},"f":1.5}]"#;
    let expect = [
        "{ _id: ObjectId('65a000000000000000000001'), n: Long('3000000000'), d: ISODate('2024-01-15T00:00:00.000Z'), f: 1.5 }",
    ];
    check(relaxed, "JSON array, Extended JSON", &expect, &[]);
}

#[test]
fn pasted_shell_text() {
    let text = "// two orders\n[\n  {\n    _id: ObjectId('65a000000000000000000001'),\n    total: NumberDecimal(\"9.90\"), // with a comment }\n    at: ISODate('2024-01-15'),\n    tags: ['a', \"b\",],\n    note: 'it\\'s // no comment',\n    pattern: /[}\"]/i,\n  },\n  { /* } */ n: NumberLong('5') },\n]\n";
    let expect = [
        "{ _id: ObjectId('65a000000000000000000001'), total: Decimal128('9.90'), at: ISODate('2024-01-15T00:00:00.000Z'), tags: [ 'a', 'b' ], note: \"it's // no comment\", pattern: /[}\"]/i }",
        "{ n: Long('5') }",
    ];
    check(text, "JSON array in shell syntax", &expect, &[]);
}

#[test]
fn field_names_that_come_twice_are_both_kept() {
    check("{\"a\":1,\"a\":2}", "JSON document", &["{ a: 1, a: 2 }"], &[]);
}

#[test]
fn a_broken_line_costs_that_line_only() {
    let text =
        "{\"a\":1}\n{\"a\":\n{\"a\":3}\n{\"a\":\"x}\n{\"a\":5}\noops\n{\"a\":7}}\n[8]\n{\"zip\":00501}\n{\"a\":10}";
    let refused = [
        "2:6 expected a value, found the end of the text",
        "4:6 the string that begins here is not closed on its line",
        "6:1 expected a document in braces, found `oops`",
        "7:8 expected a document in braces, found `}`",
        "8:1 expected a document in braces, found `[`",
        "9:8 a number can't begin with 0",
    ];
    check(text, "NDJSON", &["{ a: 1 }", "{ a: 3 }", "{ a: 5 }", "{ a: 7 }", "{ a: 10 }"], &refused);
}

#[test]
fn a_broken_document_in_an_array_costs_that_one_only() {
    let text = r#"[{"é":1},{"a":},{"a":3},4,"five",null,{"a":7},[8,9],{"a":{"$oid":"x"}}]"#;
    let refused = [
        "1:15 expected a value, found `}`",
        "1:25 expected a document in braces, found `4`",
        "1:27 expected a document in braces, found `\"`",
        "1:34 expected a document in braces, found `null`",
        "1:47 expected a document in braces, found `[`",
        "1:58 `$oid` takes 24 hexadecimal digits",
    ];
    check(text, "JSON array", &["{ 'é': 1 }", "{ a: 3 }", "{ a: 7 }"], &refused);
}

#[test]
fn a_document_that_is_never_closed_ends_where_the_next_one_opens_a_line() {
    let text = "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n{\n  \"a\": 3\n}\n{\n  \"a\": \"4\n}\n{\n  \"a\": 5\n}\n";
    let refused = [
        "6:1 expected `,` or `}`, found the end of the text",
        "10:8 the string that begins here is not closed on its line",
    ];
    check(text, "concatenated JSON", &["{ a: 1 }", "{ a: 3 }", "{ a: 5 }"], &refused);
}

#[test]
fn a_missing_bracket_in_an_indented_array_costs_one_document() {
    let text = "[\n  {\n    \"a\": 1\n  },\n  {\n    \"a\": 2,\n    \"b\": [1, 2\n  },\n  {\n    \"a\": 3\n  ,\n  {\n    \"a\": { \"b\":\n    { \"c\": 4 } }\n  },\n  {\n    \"a\": 5\n  ]\n";
    let refused = [
        "8:3 expected `,` or `]`, found `}`",
        "12:3 expected a field name or `}`, found the end of the text",
        "18:3 expected `,` or `}`, found the end of the text",
    ];
    check(text, "JSON array", &["{ a: 1 }", "{ a: { b: { c: 4 } } }"], &refused);
}

#[test]
fn a_file_that_is_cut_off() {
    check("{\"a\":1}\n{\"a\":", "JSON document", &["{ a: 1 }"], &["2:1 the document that begins here is not closed"]);
    check(
        "[{\"a\":1},\n{\"a\":2}",
        "JSON array",
        &["{ a: 1 }", "{ a: 2 }"],
        &["1:1 the array that begins here is not closed"],
    );
    check(
        "{\"a\":1}\n/* {\"a\":2}\n",
        "JSON document",
        &["{ a: 1 }"],
        &["2:1 the comment that begins here is not closed"],
    );
    let options = super::ImportOptions { is_cut: true, ..Default::default() };
    let (store, report) = super::import_with(b"[{\"a\":1},\n{\"a\":", 4, options).unwrap();
    assert_eq!((store.len(), report.bad), (1, 0));
}

#[test]
fn one_line_of_50_mb_is_read_in_pieces() {
    let document = r#"{"customerId":12345,"note":"a note that is a little longer"}"#;
    let n = 50 * 1024 * 1024 / (document.len() + 1) + 1;
    let mut importer = super::Importer::new(super::ImportOptions::default());
    importer.push(b"[").unwrap();
    let line = format!("{document},").repeat(1000);
    for _ in 0..n.div_ceil(1000) {
        importer.push(line.as_bytes()).unwrap();
    }
    importer.push(b"{oops}]").unwrap();
    let (store, report) = importer.finish().unwrap();
    assert_eq!((store.len(), report.bad), (n.div_ceil(1000) * 1000, 1));
    let column = line.len() as u64 * n.div_ceil(1000) as u64 + 7;
    assert_eq!((report.bad_lines[0].line, report.bad_lines[0].column), (1, column));
}

#[test]
fn first_documents_and_fields_come_early() {
    let mut importer = super::Importer::new(super::ImportOptions::default());
    let line = "{\"a\":1,\"b\":{\"c\":\"x\"}}\n";
    importer.push(line.repeat(4_000).as_bytes()).unwrap();
    assert_eq!(importer.first_documents().first().map(String::as_str), Some("{ a: 1, b: { c: 'x' } }"));
    assert_eq!(importer.first_documents().len(), super::super::FIRST_DOCUMENTS);
    assert_eq!(importer.fields().iter().map(|field| field.path.as_str()).collect::<Vec<_>>(), ["a", "b", "b.c"]);
    let progress = importer.progress();
    assert_eq!((progress.bytes, progress.documents, progress.bad), (line.len() as u64 * 4_000, 4_000, 0));
}

#[test]
fn refusals_are_all_counted_and_the_first_are_reported() {
    let (_, report) = import(&format!("{{\"a\":1}}\n{}", "{\"a\":}\n".repeat(1_000))).unwrap();
    assert_eq!((report.bad, report.bad_lines.len()), (1_000, super::super::BAD_LINES_MAX));
    assert_eq!(report.bad_lines.last().map(|bad| bad.line), Some(101));
}
