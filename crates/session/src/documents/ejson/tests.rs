//! Every type of Extended JSON, in all its spellings, and back.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::{bson_from_json, to_canonical};
use crate::documents::literal::parse_document;
use bson::{Bson, RawDocumentBuf, doc};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert_eq, prop_oneof, proptest};

fn canonical(text: &str) -> Result<String, String> {
    parse_document(text).map(|document| to_canonical(&document)).map_err(|error| error.to_string())
}

fn check(value: &str, expect: &str) {
    assert_eq!(canonical(&format!("{{\"v\":{value}}}")), Ok(format!("{{\"v\":{expect}}}")), "{value}");
    let json = serde_json::from_str(value).unwrap();
    let by_tree = bson_from_json(&json).unwrap();
    let document = RawDocumentBuf::try_from(&doc! { "v": by_tree }).unwrap();
    assert_eq!(to_canonical(&document), format!("{{\"v\":{expect}}}"), "{value} as a tree");
}

#[test]
fn canonical_forms_stay_as_they_are() {
    let values = [
        r#"{"$numberInt":"-2147483648"}"#,
        r#"{"$numberLong":"9223372036854775807"}"#,
        r#"{"$numberDouble":"5.0"}"#,
        r#"{"$numberDouble":"-0.0"}"#,
        r#"{"$numberDouble":"NaN"}"#,
        r#"{"$numberDouble":"-Infinity"}"#,
        r#"{"$numberDouble":"1e+300"}"#,
        r#"{"$numberDecimal":"1.50"}"#,
        r#"{"$numberDecimal":"NaN"}"#,
        r#"{"$numberDecimal":"-Infinity"}"#,
        r#"{"$oid":"65a000000000000000000001"}"#,
        r#"{"$date":{"$numberLong":"-62135596800000"}}"#,
        r#"{"$date":{"$numberLong":"9223372036854775807"}}"#,
        r#"{"$binary":{"base64":"","subType":"00"}}"#,
        r#"{"$binary":{"base64":"aGk=","subType":"80"}}"#,
        r#"{"$binary":{"base64":"aGk=","subType":"02"}}"#,
        r#"{"$regularExpression":{"pattern":"^a\\/\"","options":"im"}}"#,
        r#"{"$timestamp":{"t":4294967295,"i":4294967295}}"#,
        r#"{"$minKey":1}"#,
        r#"{"$maxKey":1}"#,
        r#"{"$undefined":true}"#,
        r#"{"$symbol":"s"}"#,
        r#"{"$code":"f()"}"#,
        r#"{"$code":"f()","$scope":{"a":{"$numberInt":"1"}}}"#,
        r#"{"$dbPointer":{"$ref":"d.c","$id":{"$oid":"65a000000000000000000001"}}}"#,
        r#"{"$ref":"c","$id":{"$oid":"65a000000000000000000001"},"$db":"d"}"#,
        r#"{"a":{"$foo":true},"$oid":"not the first field"}"#,
        r#"{"$type":"string"}"#,
        r#"{"$options":"i"}"#,
        r#"{"$scope":{}}"#,
        r#"[null,true,false,"text",[],{}]"#,
    ];
    for value in values {
        check(value, value);
    }
}

#[test]
fn relaxed_and_older_forms() {
    let cases = [
        ("5", r#"{"$numberInt":"5"}"#),
        ("3000000000", r#"{"$numberDouble":"3000000000.0"}"#),
        ("5.5", r#"{"$numberDouble":"5.5"}"#),
        (r#"{"$date":"2024-01-15T10:30:00Z"}"#, r#"{"$date":{"$numberLong":"1705314600000"}}"#),
        (r#"{"$date":"2024-01-15T10:30:00.123+02:00"}"#, r#"{"$date":{"$numberLong":"1705307400123"}}"#),
        (r#"{"$date":"2024-01-15"}"#, r#"{"$date":{"$numberLong":"1705276800000"}}"#),
        (r#"{"$date":1705314600000}"#, r#"{"$date":{"$numberLong":"1705314600000"}}"#),
        (r#"{"$numberLong":5}"#, r#"{"$numberLong":"5"}"#),
        (r#"{"$numberInt":5}"#, r#"{"$numberInt":"5"}"#),
        (r#"{"$numberDouble":5}"#, r#"{"$numberDouble":"5.0"}"#),
        (r#"{"$oid":"65A00000000000000000ABCD"}"#, r#"{"$oid":"65a00000000000000000abcd"}"#),
        (
            r#"{"$uuid":"3740ac2e-941b-402e-bbc9-07cd606c7929"}"#,
            r#"{"$binary":{"base64":"N0CsLpQbQC67yQfNYGx5KQ==","subType":"04"}}"#,
        ),
        (r#"{"$binary":"aGk=","$type":"00"}"#, r#"{"$binary":{"base64":"aGk=","subType":"00"}}"#),
        (r#"{"$type":"80","$binary":"aGk="}"#, r#"{"$binary":{"base64":"aGk=","subType":"80"}}"#),
        (r#"{"$binary":"aGk=","$type":5}"#, r#"{"$binary":{"base64":"aGk=","subType":"05"}}"#),
        (r#"{"$binary":{"subType":"4","base64":"aGk"}}"#, r#"{"$binary":{"base64":"aGk=","subType":"04"}}"#),
        (r#"{"$regex":"a","$options":"mi"}"#, r#"{"$regularExpression":{"pattern":"a","options":"im"}}"#),
        (r#"{"$options":"","$regex":"a"}"#, r#"{"$regularExpression":{"pattern":"a","options":""}}"#),
        (r#"{"$scope":{},"$code":"f"}"#, r#"{"$code":"f","$scope":{}}"#),
        (r#"{"$timestamp":{"i":2,"t":1}}"#, r#"{"$timestamp":{"t":1,"i":2}}"#),
        (
            r#"{"$regularExpression":{"options":"","pattern":"a"}}"#,
            r#"{"$regularExpression":{"pattern":"a","options":""}}"#,
        ),
    ];
    for (value, expect) in cases {
        if value == "3000000000" {
            assert_eq!(canonical(&format!("{{\"v\":{value}}}")), Ok(format!("{{\"v\":{expect}}}")), "the shell's rule");
        } else {
            check(value, expect);
        }
    }
    assert_eq!(bson_from_json(&serde_json::json!(3_000_000_000_u32)), Ok(Bson::Int64(3_000_000_000)));
    assert_eq!(bson_from_json(&serde_json::json!(u64::MAX)), Ok(Bson::Double(18_446_744_073_709_551_615.0)));
}

#[test]
fn invalid_values_say_what_their_type_takes() {
    let cases = [
        (r#"{"$oid":"65a0"}"#, "`$oid` takes 24 hexadecimal digits"),
        (r#"{"$oid":"65a00000000000000000000g"}"#, "`$oid` takes 24 hexadecimal digits"),
        (r#"{"$oid":5}"#, "`$oid` takes 24 hexadecimal digits"),
        (r#"{"$oid":"65a000000000000000000001","x":1}"#, "`$oid` can't stand beside `x`"),
        (r#"{"$numberInt":"99999999999"}"#, "`$numberInt` takes a whole number from -2147483648"),
        (r#"{"$numberInt":"1.5"}"#, "`$numberInt` takes"),
        (r#"{"$numberLong":"9223372036854775808"}"#, "`$numberLong` takes a whole 64-bit number"),
        (r#"{"$numberLong":""}"#, "`$numberLong` takes"),
        (r#"{"$numberDouble":"abc"}"#, "`$numberDouble` takes"),
        (r#"{"$numberDecimal":"abc"}"#, "`$numberDecimal` takes a number of at most 34 digits"),
        (r#"{"$numberDecimal":""}"#, "`$numberDecimal` takes"),
        (r#"{"$numberDecimal":5}"#, "`$numberDecimal` takes"),
        (r#"{"$date":"yesterday"}"#, "`$date` takes a date such as"),
        (r#"{"$date":"2024-02-30T00:00:00Z"}"#, "`$date` takes"),
        (r#"{"$date":true}"#, "`$date` takes"),
        (r#"{"$binary":{"base64":"!!!","subType":"00"}}"#, "`$binary` takes"),
        (r#"{"$binary":{"base64":"aGk=","subType":"100"}}"#, "`$binary` takes"),
        (r#"{"$binary":{"base64":"aGk="}}"#, "`$binary` takes"),
        (r#"{"$binary":"aGk=","$type":"00","x":1}"#, "`$binary` can't stand beside `x`"),
        (r#"{"$uuid":"zz"}"#, "`$uuid` takes"),
        (r#"{"$timestamp":{"t":-1,"i":0}}"#, "`$timestamp` takes"),
        (r#"{"$timestamp":{"t":1}}"#, "`$timestamp` takes"),
        (r#"{"$timestamp":{"t":1,"i":2,"x":3}}"#, "`$timestamp` takes"),
        (r#"{"$regularExpression":{"pattern":"a"}}"#, "`$regularExpression` takes"),
        (r#"{"$regularExpression":{"pattern":"a\u0000","options":""}}"#, "`$regularExpression` takes"),
        (r#"{"$dbPointer":{"$ref":"c","$id":5}}"#, "`$dbPointer` takes"),
        (r#"{"$code":5}"#, "`$code` takes code in quotes"),
        (r#"{"$code":"f","$scope":5}"#, "`$scope` takes a document"),
        (r#"{"$symbol":1}"#, "`$symbol` takes text"),
        (r#"{"$minKey":2}"#, "`$minKey` takes 1"),
        (r#"{"$undefined":false}"#, "`$undefined` takes true"),
    ];
    for (value, expect) in cases {
        let message = canonical(&format!("{{\"v\":{value}}}")).expect_err(value);
        assert!(message.contains(expect), "{value}\n  expected {expect}\n  got      {message}");
        assert!(bson_from_json(&serde_json::from_str(value).unwrap()).is_err(), "{value} as a tree");
    }
}

#[test]
fn the_place_of_an_invalid_value_is_its_brace() {
    let error = parse_document("{\n  \"a\": 1,\n  \"b\": { \"$oid\": \"x\" }\n}").expect_err("an invalid id");
    assert_eq!((error.position.line, error.position.column), (3, 8));
}

#[test]
fn trees_nested_too_deep_are_refused() {
    let mut value = serde_json::json!(1);
    for _ in 0..150 {
        value = serde_json::json!([value]);
    }
    assert!(bson_from_json(&value).is_err());
    assert!(bson_from_json(&serde_json::json!({ "a\u{0}": 1 })).is_err());
}

fn any_value() -> impl Strategy<Value = Bson> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(Bson::Int32),
        any::<i64>().prop_map(Bson::Int64),
        any::<f64>().prop_filter("NaN is not equal to itself", |value| !value.is_nan()).prop_map(Bson::Double),
        any::<bool>().prop_map(Bson::Boolean),
        any::<String>().prop_map(Bson::String),
        any::<[u8; 12]>().prop_map(|bytes| Bson::ObjectId(bson::oid::ObjectId::from_bytes(bytes))),
        any::<i64>().prop_map(|ms| Bson::DateTime(bson::DateTime::from_millis(ms))),
        (any::<u32>(), any::<u32>()).prop_map(|(time, increment)| Bson::Timestamp(bson::Timestamp { time, increment })),
        (any::<u8>(), any::<Vec<u8>>())
            .prop_map(|(subtype, bytes)| Bson::Binary(bson::Binary { subtype: subtype.into(), bytes })),
        "[^\u{0}]{0,8}".prop_map(Bson::Symbol),
        any::<String>().prop_map(Bson::JavaScriptCode),
        "-?[1-9][0-9]{0,30}(\\.[0-9]{1,3})?".prop_map(|text| Bson::Decimal128(text.parse().unwrap())),
        Just(Bson::Null),
        Just(Bson::MinKey),
        Just(Bson::MaxKey),
        Just(Bson::Undefined),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Bson::Array),
            prop::collection::vec(("[^$\u{0}][^\u{0}]{0,6}", inner), 0..5)
                .prop_map(|fields| Bson::Document(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn every_value_survives_canonical_text(value in any_value()) {
        let document = RawDocumentBuf::try_from(&doc! { "v": value }).unwrap();
        let text = to_canonical(&document);
        let read = parse_document(&text).map_err(|error| error.to_string());
        prop_assert_eq!(read.as_deref().map(bson::RawDocument::as_bytes), Ok(document.as_bytes()), "{}", text);
    }
}
