//! Values, bounds and keys as people type them.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::{LiteralErrorKind, parse_bound, parse_document, parse_key, parse_value};
use crate::documents::shell::document_text;
use bson::Bson;

#[test]
fn one_value() {
    assert_eq!(parse_value(" 5 "), Ok(Bson::Int32(5)));
    assert_eq!(parse_value("'NY'"), Ok(Bson::String("NY".to_owned())));
    assert_eq!(parse_value("MinKey"), Ok(Bson::MinKey));
    assert_eq!(parse_value("{ \"$numberLong\": \"5\" }"), Ok(Bson::Int64(5)));
    assert_eq!(parse_value("").map_err(|error| error.kind), Err(LiteralErrorKind::NoValue));
    let second = parse_value("1, 2").expect_err("two values");
    assert_eq!((second.kind, second.position.column), (LiteralErrorKind::OneValue, 4));
}

#[test]
fn one_document() {
    assert!(parse_document("{ a: 1 } ").is_ok());
    for (text, expect) in [
        ("[1]", "expected a document in braces, found `[`"),
        ("5", "expected a document in braces, found `5`"),
        ("{ \"$oid\": \"65a000000000000000000001\" }", "expected a document, found a single Extended JSON value"),
        ("{} {}", "the value ends here, but `{` follows"),
    ] {
        assert_eq!(parse_document(text).expect_err(text).to_string(), expect);
    }
}

#[test]
fn bounds_are_documents_or_values_in_key_order() {
    let fields = ["state", "zip_code"];
    let cases = [
        ("'M'", "{ state: 'M' }"),
        ("'M', '02108'", "{ state: 'M', zip_code: '02108' }"),
        ("MinKey, MaxKey()", "{ state: MinKey(), zip_code: MaxKey() }"),
        (" { state: 'M', zip_code: MinKey } ", "{ state: 'M', zip_code: MinKey() }"),
        ("{ \"$minKey\": 1 }, {\"$maxKey\": 1}", "{ state: MinKey(), zip_code: MaxKey() }"),
        ("{ \"$minKey\": 1 }", "{ state: MinKey() }"),
        ("NumberLong('-3074457345618258602')", "{ state: Long('-3074457345618258602') }"),
        ("{}", "{}"),
    ];
    for (text, expect) in cases {
        assert_eq!(parse_bound(text, &fields).map(|bound| document_text(&bound)).as_deref(), Ok(expect), "{text}");
    }
}

#[test]
fn bounds_that_make_no_sense() {
    let cases = [
        ("", 1, "write a value"),
        ("  ", 1, "write a value"),
        ("'a', 'b', 'c'", 11, "this bound has 3 values, the shard key has 2"),
        ("'a',", 5, "expected a value after the comma"),
        ("NY", 1, "`NY` is not known here; text goes in quotes"),
        ("{ state: 'M'", 13, "expected `,` or `}`"),
        ("1 2", 3, "the value ends here"),
    ];
    for (text, column, expect) in cases {
        let error = parse_bound(text, &["a", "b"]).expect_err(text);
        assert!(error.to_string().starts_with(expect), "{text}: {error}");
        assert_eq!(error.position.column, column, "{text}");
    }
}

/// `namespace|path,path:hashed|unique|presplit`.
fn show(text: &str) -> Result<String, String> {
    let line = parse_key(text).map_err(|error| error.to_string())?;
    let fields: Vec<String> = line
        .key
        .fields
        .iter()
        .map(|field| format!("{}{}", field.path, if field.hashed { ":hashed" } else { "" }))
        .collect();
    let flags = [(line.unique, "|unique"), (line.key.presplit_hashed_zones, "|presplit")];
    let flags: String = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| *flag).collect();
    Ok(format!("{}|{}{flags}", line.namespace.unwrap_or_default(), fields.join(",")))
}

#[test]
fn keys_and_whole_lines() {
    let cases = [
        ("{ tenantId: 1, _id: \"hashed\" }", "|tenantId,_id:hashed"),
        ("  { 'a.b': 1.0 }", "|a.b"),
        ("sh.shardCollection(\"app.events\", { tenantId: 1 })", "app.events|tenantId"),
        ("sh.shardCollection('app.events', { _id: 'hashed' });\n", "app.events|_id:hashed"),
        ("sh.shardCollection('a.b', { x: NumberLong(1) }, true)", "a.b|x|unique"),
        ("sh.shardCollection('a.b', { x: 'hashed' }, false, { presplitHashedZones: true })", "a.b|x:hashed|presplit"),
        ("db.adminCommand({ shardCollection: 'a.b', key: { x: 1 }, unique: true })", "a.b|x|unique"),
    ];
    for (text, expect) in cases {
        assert_eq!(show(text).as_deref(), Ok(expect), "{text}");
    }
}

#[test]
fn keys_that_make_no_sense() {
    let cases = [
        ("", "write a shard key such as"),
        ("tenantId", "write a shard key such as"),
        ("{}", "a shard key needs at least one field"),
        ("{ a: -1 }", "a field of a shard key is 1 or \"hashed\"; `a` is -1"),
        ("{ a: 'text' }", "a field of a shard key is 1 or \"hashed\"; `a` is 'text'"),
        ("{ a: { b: 1 } }", "a field of a shard key is 1 or \"hashed\"; `a` is { b: 1 }"),
        ("{ a: 1", "expected `,` or `}`"),
        ("sh.shardCollection('a.b')", "write a shard key such as"),
        ("sh.shardCollection({ a: 1 }, 'a.b')", "write a shard key such as"),
        ("sh.shardCollection('a.b', { a: 1 }", "write a shard key such as"),
        ("sh.shardCollection()", "write a shard key such as"),
        ("db.adminCommand({ ping: 1 })", "write a shard key such as"),
        ("db.adminCommand(1)", "write a shard key such as"),
    ];
    for (text, expect) in cases {
        let message = show(text).expect_err(text);
        assert!(message.starts_with(expect), "{text}: {message}");
    }
}

#[test]
fn faults_inside_a_line_keep_their_place() {
    let error = parse_key("sh.shardCollection(\"a.b\",\n  { tenantId: one })").expect_err("a name");
    assert_eq!((error.position.line, error.position.column), (2, 15));
}
