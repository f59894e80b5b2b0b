//! The order rules one by one: within a row of the table values rise from left to right, and `same` rows are equal.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use std::cmp::Ordering;

use ::bson::RawBson;

use super::values::*;
use crate::bson::{KeyBuf, canonical_type, compare, encode_value};

const TWO_POW_53: i64 = 9_007_199_254_740_992;
const TWO_POW_63: f64 = 9_223_372_036_854_775_808.0;

fn encoded(value: &RawBson) -> Vec<u8> {
    let mut key = KeyBuf::default();
    encode_value(value.as_raw_bson_ref(), &mut key);
    key.bytes
}

/// Checks value order and byte order of every pair.
fn check(rule: &str, values: &[RawBson], expected: Ordering) {
    for (idx, low) in values.iter().enumerate() {
        for high in &values[idx + 1..] {
            let name = format!("{rule}: {low:?} against {high:?}");
            assert_eq!(compare(low.as_raw_bson_ref(), high.as_raw_bson_ref()), expected, "{name}");
            assert_eq!(compare(high.as_raw_bson_ref(), low.as_raw_bson_ref()), expected.reverse(), "{name}, turned");
            assert_eq!(encoded(low).cmp(&encoded(high)), expected, "{name}, encoded");
        }
    }
}

fn rises(rule: &str, values: &[RawBson]) {
    check(rule, values, Ordering::Less);
}

fn same(rule: &str, values: &[RawBson]) {
    check(rule, values, Ordering::Equal);
}

#[test]
fn types_rise_in_canonical_order() {
    let table = [
        (-1, RawBson::MinKey),
        (0, RawBson::Undefined),
        (5, RawBson::Null),
        (10, RawBson::Double(f64::INFINITY)),
        (15, string("")),
        (20, object([])),
        (25, array([])),
        (30, binary(0, b"")),
        (35, object_id("000000000000000000000000")),
        (40, RawBson::Boolean(false)),
        (45, date(i64::MIN)),
        (47, timestamp(0, 0)),
        (50, regex("", "")),
        (55, db_pointer("", [0; 12])),
        (60, code("")),
        (65, code_with_scope("", &document([]))),
        (127, RawBson::MaxKey),
    ];
    for (canonical, value) in &table {
        assert_eq!(canonical_type(value.as_raw_bson_ref()), *canonical, "{value:?}");
    }
    rises("types", &table.map(|(_, value)| value));
    for number in [RawBson::Int32(1), RawBson::Int64(1), RawBson::Double(1.0), decimal("1")] {
        assert_eq!(canonical_type(number.as_raw_bson_ref()), 10);
    }
    assert_eq!(canonical_type(RawBson::Symbol("a".to_owned()).as_raw_bson_ref()), 15);
}

#[test]
fn the_highest_of_a_type_is_below_the_lowest_of_the_next() {
    rises("types", &[RawBson::Double(f64::INFINITY), string(""), string("\u{10ffff}"), object([])]);
    rises("types", &[object([("\u{7f}", RawBson::MaxKey)]), array([]), array([RawBson::MaxKey]), binary(0, b"")]);
    rises("types", &[RawBson::Boolean(true), date(i64::MIN), date(i64::MAX), timestamp(0, 0)]);
    rises("types", &[timestamp(u32::MAX, u32::MAX), regex("", ""), regex("z", "z"), db_pointer("", [0; 12])]);
}

#[test]
fn numbers_compare_exactly_over_their_types() {
    let nan = RawBson::Double(f64::NAN);
    same("NaN is one value", &[nan.clone(), decimal("NaN"), decimal("-NaN"), RawBson::Double(-f64::NAN)]);
    same("one zero", &[RawBson::Double(0.0), RawBson::Double(-0.0), RawBson::Int32(0), decimal("-0E+3")]);
    same("one one", &[RawBson::Int32(1), RawBson::Int64(1), RawBson::Double(1.0), decimal("1"), decimal("1.000")]);
    same("infinities", &[RawBson::Double(f64::INFINITY), decimal("Infinity")]);
    same("large integers", &[RawBson::Int64(TWO_POW_53 + 1), decimal("9007199254740993.0")]);
    same("2^63", &[RawBson::Double(TWO_POW_63), decimal("9223372036854775808")]);
    rises(
        "over all types",
        &[
            nan,
            RawBson::Double(f64::NEG_INFINITY),
            decimal("-9.999999999999999999999999999999999E+6144"),
            RawBson::Double(f64::MIN),
            decimal("-9223372036854775809"),
            RawBson::Int64(i64::MIN),
            decimal("-9223372036854775807.5"),
            RawBson::Int64(i64::MIN + 1),
            RawBson::Int32(i32::MIN),
            decimal("-1E-6176"),
            RawBson::Double(0.0),
            decimal("1E-6176"),
            RawBson::Double(f64::from_bits(1)),
            RawBson::Int32(1),
            RawBson::Double(1.5),
            decimal("1.500000000000000000000000000000001"),
            RawBson::Int64(i64::MAX),
            decimal("9223372036854775807.5"),
            RawBson::Double(TWO_POW_63),
            decimal("9223372036854775808.5"),
            RawBson::Double(f64::MAX),
            decimal("1.797693134862315709E+308"),
            decimal("9E+6144"),
            RawBson::Double(f64::INFINITY),
        ],
    );
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "2^53 is a double")]
fn integers_past_two_to_the_53_do_not_go_through_doubles() {
    let double = RawBson::Double(TWO_POW_53 as f64);
    rises("int64 above double", &[RawBson::Int64(TWO_POW_53 - 1), double.clone(), RawBson::Int64(TWO_POW_53 + 1)]);
    rises("below zero", &[RawBson::Int64(-TWO_POW_53 - 1), RawBson::Double(-(TWO_POW_53 as f64))]);
    same("the double itself", &[double, RawBson::Int64(TWO_POW_53)]);
    rises("a double above every int64", &[RawBson::Int64(i64::MAX), RawBson::Double(TWO_POW_63)]);
    same("the lowest int64 is a double", &[RawBson::Int64(i64::MIN), RawBson::Double(-TWO_POW_63)]);
    rises("a double below every int64", &[RawBson::Double(-9_223_372_036_854_777_856.0), RawBson::Int64(i64::MIN)]);
}

#[test]
fn decimals_compare_with_the_exact_value_of_a_double() {
    // The double 0.1 is 0.1000000000000000055511151231257827...
    rises("0.1", &[decimal("0.1"), RawBson::Double(0.1)]);
    rises("15 digits are not enough", &[decimal("0.100000000000000005551115123125782"), RawBson::Double(0.1)]);
    rises("nor is it below", &[RawBson::Double(0.1), decimal("0.1000000000000000055511151231257828")]);
    same("halves are exact", &[decimal("0.5"), RawBson::Double(0.5)]);
    rises("negative", &[RawBson::Double(-0.1), decimal("-0.1"), RawBson::Int32(0)]);
}

#[test]
fn strings_compare_by_bytes() {
    rises("text", &[string(""), string("A"), string("a"), string("a\0"), string("a\0b"), string("aa"), string("é")]);
    same("symbols are strings", &[string("abc"), RawBson::Symbol("abc".to_owned())]);
    rises("mixed", &[string("abc"), RawBson::Symbol("abd".to_owned()), string("abe")]);
    rises("beyond the first plane", &[string("\u{ffff}"), string("\u{10000}")]);
    rises("code as string", &[code("a"), code("a\0"), code("b")]);
}

#[test]
fn objects_compare_by_type_then_name_then_value() {
    let one = || RawBson::Int32(1);
    rises("empty first", &[object([]), object([("a", one())])]);
    rises("type before value", &[object([("a", one())]), object([("a", string("x"))])]);
    rises("type before name", &[object([("b", one())]), object([("a", string("x"))])]);
    rises("name before value", &[object([("a", RawBson::Int32(2))]), object([("b", one())])]);
    rises("value", &[object([("a", one())]), object([("a", RawBson::Double(1.5))])]);
    rises("prefix", &[object([("a", one())]), object([("a", one()), ("b", one())])]);
    rises("longer name", &[object([("a", one())]), object([("aa", one())])]);
    rises("later field", &[object([("a", one()), ("b", one())]), object([("a", one()), ("b", string(""))])]);
    same("numbers inside", &[object([("a", one())]), object([("a", decimal("1.0"))])]);
    rises("an undefined field is a field", &[object([]), object([("a", RawBson::Undefined)]), object([("a", one())])]);
}

#[test]
fn arrays_compare_by_elements() {
    let one = || RawBson::Int32(1);
    rises(
        "arrays",
        &[array([]), array([one()]), array([one(), one()]), array([RawBson::Int32(2)]), array([string("")])],
    );
    rises("nested", &[array([array([])]), array([array([one()])])]);
}

#[test]
fn the_other_types_compare_by_their_rules() {
    rises("binary by length", &[binary(5, b"z"), binary(0, b"aa"), binary(0, b"ab"), binary(1, b"aa")]);
    // Subtype 2 stores its length again, which counts.
    rises("binary subtype 2", &[binary(4, b"aaaa"), binary(2, b"a"), binary(0, b"aaaaaa")]);
    rises("object ids", &[object_id("00ffffffffffffffffffffff"), object_id("010000000000000000000000")]);
    rises("object ids unsigned", &[object_id("7fffffffffffffffffffffff"), object_id("800000000000000000000000")]);
    rises("bools", &[RawBson::Boolean(false), RawBson::Boolean(true)]);
    rises("dates signed", &[date(i64::MIN), date(-1), date(0), date(1), date(i64::MAX)]);
    rises("timestamps", &[timestamp(0, u32::MAX), timestamp(1, 0), timestamp(0x8000_0000, 0)]);
    rises("regex", &[regex("a", ""), regex("a", "i"), regex("a", "m"), regex("aa", ""), regex("b", "")]);
    rises("pointers by size", &[db_pointer("z", [9; 12]), db_pointer("aa", [0; 12]), db_pointer("aa", [1; 12])]);
    let scope = |value| document([("x", RawBson::Int32(value))]);
    rises(
        "scopes",
        &[code_with_scope("a", &scope(2)), code_with_scope("b", &scope(1)), code_with_scope("b", &scope(2))],
    );
    for single in [RawBson::Null, RawBson::Undefined, RawBson::MinKey, RawBson::MaxKey] {
        same("one of a kind", &[single.clone(), single]);
    }
}
