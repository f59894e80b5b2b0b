//! What the shell prints, and labels.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use ::bson::RawBson;

use super::values::*;
use crate::bson::{double_text, full_label, quote_name, shell_text, short_label, short_value};

#[test]
fn values_print_as_in_the_shell() {
    let table = [
        (RawBson::Int32(-5), "-5"),
        (RawBson::Int64(i64::MAX), "Long('9223372036854775807')"),
        (RawBson::Double(2_147_483_648.0), "2147483648"),
        (decimal("1E+3"), "Decimal128('1E+3')"),
        (string("abc"), "'abc'"),
        (string("it's"), "\"it's\""),
        (string("it's \"so\""), "`it's \"so\"`"),
        (string("a'b\"c`d"), "'a\\'b\"c`d'"),
        (string("tab\tline\n\\ \u{1}"), "'tab\\tline\\n\\\\ \\x01'"),
        (RawBson::Boolean(true), "true"),
        (RawBson::Null, "null"),
        (RawBson::Undefined, "undefined"),
        (RawBson::MinKey, "MinKey()"),
        (RawBson::MaxKey, "MaxKey()"),
        (object_id("65a000000000000000000001"), "ObjectId('65a000000000000000000001')"),
        (date(1_705_314_600_000), "ISODate('2024-01-15T10:30:00.000Z')"),
        (date(-62_167_219_200_000), "ISODate('0000-01-01T00:00:00.000Z')"),
        (date(951_782_400_000), "ISODate('2000-02-29T00:00:00.000Z')"),
        (date(-1), "ISODate('1969-12-31T23:59:59.999Z')"),
        (date(253_402_300_800_000), "ISODate('+010000-01-01T00:00:00.000Z')"),
        (date(-62_198_755_200_000), "ISODate('-000001-01-01T00:00:00.000Z')"),
        (date(i64::MAX), "Invalid Date"),
        (timestamp(1_700_000_000, 5), "Timestamp({ t: 1700000000, i: 5 })"),
        (binary(0, b"hello"), "Binary.createFromBase64('aGVsbG8=', 0)"),
        (binary(0, b""), "Binary.createFromBase64('', 0)"),
        (binary(3, &[0; 16]), "Binary.createFromBase64('AAAAAAAAAAAAAAAAAAAAAA==', 3)"),
        (binary(4, &[0x1f; 16]), "UUID('1f1f1f1f-1f1f-1f1f-1f1f-1f1f1f1f1f1f')"),
        (binary(5, &[0x5d; 16]), "MD5('5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d')"),
        (regex("^EU", ""), "/^EU/"),
        (regex("a/b", "is"), "/a\\/b/gi"),
        (regex("a\\/b", "m"), "/a\\/b/m"),
        (code("f"), "Code('f')"),
        (code_with_scope("f", &document([("a", RawBson::Int32(1))])), "Code('f', { a: 1 })"),
        (db_pointer("db.c", [1; 12]), "DBRef('c', ObjectId('010101010101010101010101'), 'db')"),
        (object([]), "{}"),
        (array([]), "[]"),
        (array([RawBson::Int32(1), array([string("x")])]), "[ 1, [ 'x' ] ]"),
        (
            object([("a", RawBson::Int32(1)), ("a.b", string("x")), ("$set", RawBson::Null), ("é", RawBson::Null)]),
            "{ a: 1, 'a.b': 'x', '$set': null, 'é': null }",
        ),
    ];
    for (value, expected) in &table {
        assert_eq!(shell_text(value.as_raw_bson_ref()), *expected, "{value:?}");
    }
}

#[test]
fn doubles_print_as_in_javascript() {
    for (value, expected) in [
        (0.0, "0"),
        (-0.0, "-0"),
        (5.0, "5"),
        (0.1, "0.1"),
        (-1.5, "-1.5"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (0.000_001, "0.000001"),
        (123_456.789, "123456.789"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.797_693_134_862_315_7e308, "1.7976931348623157e+308"),
        (9_007_199_254_740_992.0, "9007199254740992"),
        (f64::NAN, "NaN"),
        (f64::NEG_INFINITY, "-Infinity"),
    ] {
        assert_eq!(double_text(value), expected);
    }
}

#[test]
fn names_are_quoted_where_the_shell_quotes_them() {
    for (name, expected) in [("a_1", "a_1"), ("_id", "_id"), ("1a", "\"1a\""), ("a.b", "\"a.b\""), ("", "\"\"")] {
        assert_eq!(quote_name(name, '"'), expected);
    }
}

#[test]
fn labels_are_short() {
    let table = [
        (object_id("65a000000000000000000001"), "65a00000…"),
        (RawBson::Int64(-6_148_914_691_236_517_204), "-6.1e18"),
        (RawBson::Int64(42), "42"),
        (RawBson::Double(1.5), "1.5"),
        (string("a very long customer name"), "a very long custo…"),
        (string("eighteen letters 1"), "eighteen letters 1"),
        (date(1_705_276_800_000), "2024-01-15"),
        (date(1_705_314_600_000), "2024-01-15 10:30"),
        (binary(4, &[0xab; 16]), "abababab…"),
        (RawBson::MinKey, "MinKey"),
        (RawBson::Boolean(true), "true"),
        (RawBson::Null, "null"),
    ];
    for (value, expected) in &table {
        assert_eq!(short_value(value.as_raw_bson_ref()), *expected, "{value:?}");
    }
}

#[test]
fn labels_join_the_fields_of_a_key() {
    let label = |values: &[RawBson]| {
        let names = ["a", "b", "c"];
        short_label(&document(names.into_iter().zip(values.iter().cloned())))
    };
    assert_eq!(label(&[string("CA"), RawBson::Int32(90210)]), "CA, 90210");
    assert_eq!(label(&[string("CA"), RawBson::MinKey]), "CA, MinKey");
    assert_eq!(label(&[RawBson::MinKey, RawBson::MinKey, RawBson::MinKey]), "MinKey");
    assert_eq!(label(&[RawBson::MaxKey, RawBson::MaxKey]), "MaxKey");
    assert_eq!(label(&[string("Los Angeles"), string("California")]), "Los Angeles, Cali…");
    assert_eq!(label(&[]), "");
}

#[test]
fn full_labels_keep_what_short_ones_cut() {
    let table = [
        (object_id("65a000000000000000000001"), "65a000000000000000000001"),
        (RawBson::Int64(-6_148_914_691_236_517_204), "-6.148914691236517204e18"),
        (RawBson::Int64(i64::MIN), "-9.223372036854775808e18"),
        (RawBson::Int64(42), "42"),
        (string("a very long customer name"), "a very long customer name"),
        (date(1_705_276_800_000), "2024-01-15 00:00:00"),
        (date(1_705_314_601_250), "2024-01-15 10:30:01.250"),
        (binary(4, &[0xab; 16]), "abababababababababababababababab"),
        (RawBson::MaxKey, "MaxKey"),
    ];
    for (value, expected) in table {
        assert_eq!(full_label(&document([("a", value)].into_iter())), expected);
    }
    let key = [("a", string("Los Angeles")), ("b", string("California"))];
    assert_eq!(full_label(&document(key.into_iter())), "Los Angeles, California");
}
