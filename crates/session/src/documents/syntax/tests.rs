//! Tables of texts with what they are read as, or with what is wrong and where.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::{Dialect, Position, ValueReader};
use crate::documents::ejson::value_to_canonical;
use crate::documents::raw::{begin, end, write_element};
use bson::RawDocument;
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

/// The canonical Extended JSON of a text, or `line:column message`.
fn read(text: &str, dialect: Dialect) -> Result<String, String> {
    let mut body = Vec::new();
    let mut reader = ValueReader::new(text, &mut body, dialect);
    let tag = reader.value(0).and_then(|tag| reader.cursor.expect_end().map(|()| tag));
    let tag = tag.map_err(|error| {
        let place = Position::START.after(text.as_bytes().get(..error.offset).unwrap_or_default());
        format!("{}:{} {}", place.line, place.column, error.kind)
    })?;
    let mut document = Vec::new();
    let start = begin(&mut document);
    write_element(&mut document, tag, b"v", &body);
    end(&mut document, start);
    Ok(value_to_canonical(RawDocument::from_bytes(&document).unwrap(), "v").unwrap())
}

fn check(dialect: Dialect, cases: &[(&str, &str)]) {
    for (text, expect) in cases {
        assert_eq!(read(text, dialect).as_deref(), Ok(*expect), "{text}");
    }
}

fn check_faults(dialect: Dialect, cases: &[(&str, &str)]) {
    for (text, expect) in cases {
        let fault = read(text, dialect).expect_err(text);
        assert!(fault.starts_with(expect), "{text}\n  expected {expect}\n  got      {fault}");
    }
}

#[test]
fn json_numbers_get_the_type_of_their_size_and_spelling() {
    let cases = [
        ("0", r#"{"$numberInt":"0"}"#),
        ("-1", r#"{"$numberInt":"-1"}"#),
        ("2147483647", r#"{"$numberInt":"2147483647"}"#),
        ("2147483648", r#"{"$numberLong":"2147483648"}"#),
        ("-2147483648", r#"{"$numberInt":"-2147483648"}"#),
        ("9007199254740993", r#"{"$numberLong":"9007199254740993"}"#),
        ("9223372036854775807", r#"{"$numberLong":"9223372036854775807"}"#),
        ("-9223372036854775808", r#"{"$numberLong":"-9223372036854775808"}"#),
        ("9223372036854775808", r#"{"$numberDouble":"9223372036854776000.0"}"#),
        ("1.0", r#"{"$numberDouble":"1.0"}"#),
        ("1e3", r#"{"$numberDouble":"1000.0"}"#),
        ("1E-7", r#"{"$numberDouble":"1e-7"}"#),
        ("-0", r#"{"$numberDouble":"-0.0"}"#),
        ("-0.0", r#"{"$numberDouble":"-0.0"}"#),
        ("0.1", r#"{"$numberDouble":"0.1"}"#),
        ("NaN", r#"{"$numberDouble":"NaN"}"#),
        ("-Infinity", r#"{"$numberDouble":"-Infinity"}"#),
        ("123456789012345678901234567890", r#"{"$numberDouble":"1.2345678901234568e+29"}"#),
    ];
    check(Dialect::Json, &cases);
}

#[test]
fn shell_numbers_are_javascript_numbers() {
    let cases = [
        ("42", r#"{"$numberInt":"42"}"#),
        ("2147483648", r#"{"$numberDouble":"2147483648.0"}"#),
        ("9007199254740993", r#"{"$numberDouble":"9007199254740992.0"}"#),
        ("1.0", r#"{"$numberInt":"1"}"#),
        ("5.", r#"{"$numberInt":"5"}"#),
        (".5", r#"{"$numberDouble":"0.5"}"#),
        ("1e3", r#"{"$numberInt":"1000"}"#),
        ("1e-7", r#"{"$numberDouble":"1e-7"}"#),
        ("- 5", r#"{"$numberInt":"-5"}"#),
        ("+5", r#"{"$numberInt":"5"}"#),
        ("-0", r#"{"$numberDouble":"-0.0"}"#),
        ("0x1F", r#"{"$numberInt":"31"}"#),
        ("-0xff", r#"{"$numberInt":"-255"}"#),
        ("0b101", r#"{"$numberInt":"5"}"#),
        ("0o17", r#"{"$numberInt":"15"}"#),
        ("010", r#"{"$numberInt":"8"}"#),
        ("1_000_000", r#"{"$numberInt":"1000000"}"#),
        ("123n", r#"{"$numberLong":"123"}"#),
        ("Infinity", r#"{"$numberDouble":"Infinity"}"#),
        ("-Infinity", r#"{"$numberDouble":"-Infinity"}"#),
        ("1.7976931348623157e308", r#"{"$numberDouble":"1.7976931348623157e+308"}"#),
    ];
    check(Dialect::Shell, &cases);
}

#[test]
fn strings_and_their_escapes() {
    let cases = [
        (r#""""#, r#""""#),
        ("'a'", r#""a""#),
        ("`a\nb`", r#""a\nb""#),
        (r#""\n\t\r\b\f\\\/\"""#, r#""\n\t\r\b\f\\/\"""#),
        (r#""\x41\u00e9\u{1F600}""#, "\"Aé😀\""),
        (r#""\ud83d\ude00""#, "\"😀\""),
        (r#""\ud83d""#, "\"\u{fffd}\""),
        (r#""\ud83d\u0041""#, "\"\u{fffd}A\""),
        (r#""\u0000""#, r#""\u0000""#),
        ("\"a\tb\"", r#""a\tb""#),
        ("'a\\\nb'", r#""ab""#),
        ("'a\\\r\nb'", r#""ab""#),
    ];
    check(Dialect::Shell, &cases);
}

#[test]
fn containers() {
    let cases = [
        ("{}", "{}"),
        ("{ a: 1, 'b': 2, \"c\": 3, }", r#"{"a":{"$numberInt":"1"},"b":{"$numberInt":"2"},"c":{"$numberInt":"3"}}"#),
        ("{ $set: true, é: null, 1: [], '': {} }", r#"{"$set":true,"é":null,"1":[],"":{}}"#),
        ("{ class: 1, new: 2 }", r#"{"class":{"$numberInt":"1"},"new":{"$numberInt":"2"}}"#),
        ("[ 'a', ['b'], ]", r#"["a",["b"]]"#),
        ("['a',,'b']", r#"["a",null,"b"]"#),
        ("({ a: true })", r#"{"a":true}"#),
        ("/* c */ { a: true, // d\n b: false }", r#"{"a":true,"b":false}"#),
        ("{\u{a0}a:\u{feff}true}", r#"{"a":true}"#),
        ("{ a: 1, a: 2 }", r#"{"a":{"$numberInt":"1"},"a":{"$numberInt":"2"}}"#),
        ("{ 'a.b': undefined }", r#"{"a.b":null}"#),
    ];
    check(Dialect::Shell, &cases);
}

#[test]
fn constructors() {
    let cases = [
        ("ObjectId('65A00000000000000000ABCD')", r#"{"$oid":"65a00000000000000000abcd"}"#),
        ("new ObjectId(\"65a000000000000000000001\")", r#"{"$oid":"65a000000000000000000001"}"#),
        ("ObjectId(ObjectId('65a000000000000000000001'))", r#"{"$oid":"65a000000000000000000001"}"#),
        ("ISODate('2024-01-15T10:30:00Z')", r#"{"$date":{"$numberLong":"1705314600000"}}"#),
        ("ISODate(\"2024-02-30\")", r#"{"$date":{"$numberLong":"1709251200000"}}"#),
        ("new Date('2024-01-15')", r#"{"$date":{"$numberLong":"1705276800000"}}"#),
        ("new Date(1700000000000)", r#"{"$date":{"$numberLong":"1700000000000"}}"#),
        ("new Date(2024, 0, 15, 10, 30)", r#"{"$date":{"$numberLong":"1705314600000"}}"#),
        ("new Date(2024, 12, 1)", r#"{"$date":{"$numberLong":"1735689600000"}}"#),
        ("NumberInt('5')", r#"{"$numberInt":"5"}"#),
        ("NumberInt(2.9)", r#"{"$numberInt":"2"}"#),
        ("Int32()", r#"{"$numberInt":"0"}"#),
        ("NumberLong('9223372036854775807')", r#"{"$numberLong":"9223372036854775807"}"#),
        ("new Long(5)", r#"{"$numberLong":"5"}"#),
        ("Long(1, 2)", r#"{"$numberLong":"8589934593"}"#),
        ("Long.MAX_VALUE", r#"{"$numberLong":"9223372036854775807"}"#),
        ("Long.fromString('-1')", r#"{"$numberLong":"-1"}"#),
        ("NumberLong(NumberInt(4))", r#"{"$numberLong":"4"}"#),
        ("NumberDecimal('1.10')", r#"{"$numberDecimal":"1.10"}"#),
        ("Decimal128('1E+3')", r#"{"$numberDecimal":"1E+3"}"#),
        ("NumberDecimal(1.1)", r#"{"$numberDecimal":"1.1"}"#),
        ("Double(5)", r#"{"$numberDouble":"5.0"}"#),
        ("Double('-0')", r#"{"$numberDouble":"-0.0"}"#),
        (
            "UUID('3740AC2E-941B-402E-BBC9-07CD606C7929')",
            r#"{"$binary":{"base64":"N0CsLpQbQC67yQfNYGx5KQ==","subType":"04"}}"#,
        ),
        ("BinData(0, 'aGVsbG8=')", r#"{"$binary":{"base64":"aGVsbG8=","subType":"00"}}"#),
        ("HexData(0, \"6869\")", r#"{"$binary":{"base64":"aGk=","subType":"00"}}"#),
        (
            "MD5('5d41402abc4b2a76b9719d911017c592')",
            r#"{"$binary":{"base64":"XUFAKrxLKna5cZ2REBfFkg==","subType":"05"}}"#,
        ),
        ("Binary.createFromBase64('aGk=')", r#"{"$binary":{"base64":"aGk=","subType":"00"}}"#),
        ("Timestamp({ t: 1700000000, i: 5 })", r#"{"$timestamp":{"t":1700000000,"i":5}}"#),
        ("new Timestamp(1, 2)", r#"{"$timestamp":{"t":1,"i":2}}"#),
        ("Timestamp()", r#"{"$timestamp":{"t":0,"i":0}}"#),
        ("MinKey", r#"{"$minKey":1}"#),
        ("new MaxKey", r#"{"$maxKey":1}"#),
        ("MaxKey()", r#"{"$maxKey":1}"#),
        ("/a\\/b/", r#"{"$regularExpression":{"pattern":"a\\/b","options":""}}"#),
        ("/[/]/gi", r#"{"$regularExpression":{"pattern":"[/]","options":"is"}}"#),
        ("new RegExp('a', 'mi')", r#"{"$regularExpression":{"pattern":"a","options":"im"}}"#),
        ("Code('f', { a: true })", r#"{"$code":"f","$scope":{"a":true}}"#),
        ("Symbol('x')", r#"{"$symbol":"x"}"#),
        ("DBRef('c', 5, 'd')", r#"{"$ref":"c","$id":{"$numberInt":"5"},"$db":"d"}"#),
    ];
    check(Dialect::Shell, &cases);
}

#[test]
fn faults_have_a_place_and_say_what_would_be_right() {
    let cases = [
        ("", "1:1 expected a value, found the end of the text"),
        ("{ a: }", "1:6 expected a value, found `}`"),
        ("{ a: 1 b: 2 }", "1:8 expected `,` or `}`, found `b`"),
        ("{ a }", "1:5 expected `:` after the field name, found `}`"),
        ("{ a.b: 1 }", "1:4 expected `:` after the field name, found `.`"),
        ("{ a-b: 1 }", "1:4 expected `:` after the field name, found `-`"),
        ("{,}", "1:2 expected a field name or `}`, found `,`"),
        ("{ a: 1,, b: 2 }", "1:8 expected a field name or `}`, found `,`"),
        ("[1 2]", "1:4 expected `,` or `]`, found `2`"),
        ("{ a: 1", "1:7 expected `,` or `}`, found the end of the text"),
        ("{\n  a: 1,\n  b: tru\n}", "3:6 `tru` is not known here; did you mean `true`?"),
        ("True", "1:1 `True` is not known here; did you mean `true`?"),
        ("None", "1:1 `None` is not known here; text goes in quotes"),
        ("ä: NY", "1:1 `ä` is not known here"),
        ("{ ä: NY }", "1:6 `NY` is not known here; text goes in quotes"),
        ("\"a\" \"b\"", "1:5 the value ends here, but `\"` follows"),
        ("'abc", "1:1 the string that begins here is not closed on its line"),
        ("{ a: 'x\n' }", "1:6 the string that begins here is not closed on its line"),
        ("\"\\q\"", "1:2 `\\q` is not an escape"),
        ("\"\\u12\"", "1:2 `\\u` needs hexadecimal digits after it"),
        ("\"\\x4\"", "1:2 `\\x` needs hexadecimal digits after it"),
        ("`a${1}`", "1:1 `${ }` holds JavaScript"),
        ("/* a", "1:1 the comment that begins here is not closed"),
        ("/abc", "1:1 the regular expression that begins here is not closed on its line"),
        ("/abc/x", "1:6 expected one of the flags"),
        ("1.2.3", "1:1 `1.2.3` is not a number"),
        ("12abc", "1:1 `12abc` is not a number"),
        ("1__0", "1:1 `1__0` is not a number"),
        ("0x", "1:1 `0x` is not a number"),
        ("--", "1:1 `` is not a number"),
        ("{ 'a\\0': 1 }", "1:3 a field name can't hold a NUL character"),
        ("“curly”", "1:1 `“curly”` is not known here"),
        ("ObjectId('65a0')", "1:1 ObjectId() takes 24 hexadecimal digits in quotes"),
        ("{ a: ObjectId() }", "1:6 ObjectId() without a value would differ on every run"),
        ("ISODate('2024-1-5')", "1:1 ISODate() takes a date such as"),
        ("ISODate()", "1:1 ISODate() without a value"),
        ("new Date()", "1:1 new Date() without a value"),
        ("Date('2024-01-15')", "1:1 Date() takes `new` before it"),
        ("NumberInt('abc')", "1:1 NumberInt() takes a whole number"),
        ("NumberInt(2147483648)", "1:1 NumberInt() takes a whole number"),
        ("NumberLong('9223372036854775808')", "1:1 NumberLong() takes a whole 64-bit number"),
        ("NumberDecimal('abc')", "1:1 NumberDecimal() takes a number in quotes"),
        ("UUID('zz')", "1:1 UUID() takes 32 hexadecimal digits"),
        ("BinData(0, '!!!')", "1:1 BinData() takes a subtype"),
        ("BinData('aGVsbG8=')", "1:1 BinData() takes a subtype"),
        ("Timestamp(-1, 0)", "1:1 Timestamp() takes seconds and a counter"),
        ("MinKey(1)", "1:1 MinKey() takes no argument"),
        ("minKey", "1:1 `minKey` is not known here; did you mean `MinKey`?"),
        ("ObjectId('65a000000000000000000001'", "1:36 expected `,` or `)`, found the end of the text"),
        ("require('os').EOL", "1:1 `require` is not known here"),
    ];
    check_faults(Dialect::Shell, &cases);
    let json = [
        ("00501", "1:1 a number can't begin with 0: put `00501` in quotes to keep its zeros"),
        ("{\"zip\": 01.5}", "1:9 a number can't begin with 0"),
        ("{\"a\": -}", "1:7 `` is not a number"),
    ];
    check_faults(Dialect::Json, &json);
}

#[test]
fn depth_is_limited_for_every_kind_of_nesting() {
    let nest = |open: &str, close: &str, n: usize| format!("{}1{}", open.repeat(n), close.repeat(n));
    for (open, close) in [("[", "]"), ("{ a: ", "}"), ("(", ")"), ("NumberLong(", ")")] {
        assert!(read(&nest(open, close, 100), Dialect::Shell).is_ok(), "{open}");
        for depth in [101, 100_000] {
            let fault = read(&nest(open, close, depth), Dialect::Shell).expect_err(open);
            assert!(fault.ends_with("nested deeper than 100 levels, MongoDB's limit"), "{open}: {fault}");
        }
    }
}

#[test]
fn documents_over_16_mb_are_refused_and_others_are_not() {
    let read = |text: &str| {
        let mut out = Vec::new();
        ValueReader::new(text, &mut out, Dialect::Json)
            .document()
            .map(|()| out.len())
            .map_err(|error| error.kind.to_string())
    };
    // 13 bytes around the text of field `a`: length, type, name, length, NUL, end.
    let fits = format!("{{\"a\":\"{}\"}}", "x".repeat(16 * 1024 * 1024 - 13));
    assert_eq!(read(&fits), Ok(16 * 1024 * 1024));
    let over = format!("{{\"a\":\"{}\"}}", "x".repeat(16 * 1024 * 1024 - 12));
    let message = read(&over).expect_err("one byte too many");
    assert!(message.contains("16 MB limit") && message.contains("BSONObjectTooLarge"), "{message}");
    let many = format!("{{\"a\":[{}1]}}", "1,".repeat(2_000_000));
    assert!(read(&many).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]
    #[test]
    fn any_text_is_read_or_refused_the_same_way_twice(text in "[-{}\\[\\]():,'\"`/\\\\a0-9.eExnN_$ *\n\u{e9}]{0,40}") {
        prop_assert_eq!(read(&text, Dialect::Shell), read(&text, Dialect::Shell));
    }

    #[test]
    fn doubles_survive_text(bits in proptest::num::u64::ANY) {
        let value = f64::from_bits(bits);
        if value.is_finite() {
            let text = format!("{value:?}");
            let expect = read(&format!("{{\"$numberDouble\":\"{text}\"}}"), Dialect::Json);
            prop_assert_eq!(read(&text, Dialect::Json), expect);
        }
    }
}
