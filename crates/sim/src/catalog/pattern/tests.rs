//! Patterns, keys of documents and keys of bounds.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use ::bson::{RawBson, RawBsonRef, RawDocumentBuf};

use super::*;
use crate::bson::testing::*;
use crate::bson::{NESTING_DEPTH_MAX, hash64};

fn pattern(fields: &[(&str, FieldKind)]) -> Result<ShardKeyPattern, KeyError> {
    ShardKeyPattern::new(fields.iter().map(|&(path, kind)| ShardKeyField { path: path.to_owned(), kind }).collect())
}

fn ranged(paths: &[&str]) -> ShardKeyPattern {
    pattern(&paths.iter().map(|&path| (path, FieldKind::Ranged)).collect::<Vec<_>>()).unwrap()
}

/// A pattern from a text such as `tenantId _id:hashed`.
fn compound(text: &str) -> ShardKeyPattern {
    let fields = text.split(' ').map(|field| match field.strip_suffix(":hashed") {
        Some(path) => (path, FieldKind::Hashed),
        None => (field, FieldKind::Ranged),
    });
    pattern(&fields.collect::<Vec<_>>()).unwrap()
}

fn key_of(pattern: &ShardKeyPattern, document: &RawDocument) -> Result<KeyValue, KeyError> {
    let mut key = KeyBuf::default();
    pattern.encode_document(document, &mut key).map(|()| key.to_value())
}

fn decoded(pattern: &ShardKeyPattern, document: &RawDocument) -> RawDocumentBuf {
    pattern.decode(key_of(pattern, document).unwrap().as_ref())
}

#[test]
fn legal_patterns_are_read_and_printed() {
    let one = || RawBson::Int32(1);
    let hashed = || string("hashed");
    let table = [
        (document([("_id", one())]), "{ _id: 1 }"),
        (document([("_id", hashed())]), "{ _id: \"hashed\" }"),
        (document([("tenantId", RawBson::Int64(1)), ("_id", hashed())]), "{ tenantId: 1, _id: \"hashed\" }"),
        (document([("a", hashed()), ("b", RawBson::Double(1.0))]), "{ a: \"hashed\", b: 1 }"),
        (document([("a.b", RawBson::Double(1.5))]), "{ \"a.b\": 1 }"),
        (document([("owner.$id", decimal("1.4"))]), "{ \"owner.$id\": 1 }"),
        (document([("a", one()), ("b", hashed()), ("c", one())]), "{ a: 1, b: \"hashed\", c: 1 }"),
    ];
    for (key, expected) in &table {
        assert_eq!(ShardKeyPattern::parse(key).unwrap().to_string(), *expected);
    }
    let pattern = ShardKeyPattern::parse(&table[6].0).unwrap();
    assert_eq!((pattern.is_hashed(), pattern.hashed_idx(), pattern.fields().len()), (true, Some(1), 3));
    assert!(!ranged(&["a"]).is_hashed());
}

#[test]
fn illegal_patterns_are_refused_with_the_servers_codes() {
    let one = || RawBson::Int32(1);
    let many: Vec<_> = (0..33).map(|idx| format!("f{idx}")).collect();
    let table = [
        (document([]), 2, "BadValue", "no fields"),
        (document([("a", RawBson::Int32(-1))]), 2, "BadValue", "`a` has the value -1"),
        (document([("a", RawBson::Int32(0))]), 2, "BadValue", "`a` has the value 0"),
        (document([("a", RawBson::Double(2.0))]), 2, "BadValue", "`a` has the value 2"),
        (document([("a", RawBson::Double(f64::NAN))]), 2, "BadValue", "`a` has the value NaN"),
        (document([("a", decimal("1.6"))]), 2, "BadValue", "Decimal128('1.6')"),
        (document([("a", string("text"))]), 2, "BadValue", "`a` has the value 'text'"),
        (document([("a", RawBson::Boolean(true))]), 2, "BadValue", "`a` has the value true"),
        (document([("a", object([("b", one())]))]), 2, "BadValue", "`a` has the value { b: 1 }"),
        (document([("a", string("hashed")), ("b", string("hashed"))]), 2, "BadValue", "`a` and `b`"),
        (document([("", one())]), 2, "BadValue", "empty name"),
        (document([(".a", one())]), 2, "BadValue", "`.a`"),
        (document([("a.", one())]), 2, "BadValue", "`a.`"),
        (document([("a..b", one())]), 2, "BadValue", "`a..b`"),
        (document([("$a", one())]), 2, "BadValue", "`$a`"),
        (document([("$id", one())]), 2, "BadValue", "`$id`"),
        (document([("a.$b", one())]), 2, "BadValue", "holds the name `$b`"),
        (document([("a", one()), ("b", one()), ("a", one())]), 67, "CannotCreateIndex", "`a` twice"),
        (document(many.iter().map(|name| (name.as_str(), one()))), 67, "CannotCreateIndex", "33 fields"),
    ];
    for (key, code, code_name, part) in &table {
        let error = ShardKeyPattern::parse(key).unwrap_err();
        assert_eq!((error.code(), error.code_name()), (*code, *code_name), "{key:?}");
        assert!(error.to_string().contains(part), "{error} should say {part}");
        assert!(!error.fix().is_empty(), "{error}");
    }
}

#[test]
fn keys_are_extracted_along_dotted_paths() {
    let address = object([("zip", string("00501")), ("geo", object([("lat", RawBson::Double(1.5))]))]);
    let customer = document([("_id", RawBson::Int32(7)), ("address", address)]);
    let table = [
        ("address.zip", string("00501")),
        ("address.geo.lat", RawBson::Double(1.5)),
        ("address.geo", object([("lat", RawBson::Double(1.5))])),
        ("_id", RawBson::Int32(7)),
        ("missing", RawBson::Null),
        ("address.missing", RawBson::Null),
        ("_id.below", RawBson::Null),
        ("address.zip.below", RawBson::Null),
    ];
    for (path, expected) in table {
        assert_eq!(decoded(&ranged(&[path]), &customer), document([(path, expected)]), "{path}");
    }
    let both = decoded(&ranged(&["address.zip", "_id"]), &customer);
    assert_eq!(both, document([("address.zip", string("00501")), ("_id", RawBson::Int32(7))]));
}

#[test]
fn missing_and_null_are_one_key_and_undefined_is_another() {
    let pattern = ranged(&["a"]);
    let null = key_of(&pattern, &document([("a", RawBson::Null)])).unwrap();
    assert_eq!(key_of(&pattern, &document([])).unwrap(), null);
    assert_eq!(key_of(&pattern, &document([("a", string("x"))])).unwrap().cmp(&null), std::cmp::Ordering::Greater);
    assert!(key_of(&pattern, &document([("a", RawBson::Undefined)])).unwrap() < null);
}

#[test]
fn a_regex_is_a_key_but_an_array_never() {
    let one_array = || array([RawBson::Int32(1)]);
    assert!(key_of(&ranged(&["a"]), &document([("a", regex("x", ""))])).is_ok());
    assert!(key_of(&ranged(&["a"]), &document([("a", object([("b", one_array())]))])).is_ok());
    let table = [
        ("a", document([("a", array([]))]), "a"),
        ("a.b", document([("a", array([object([("b", RawBson::Int32(1))])]))]), "a"),
        ("a.b", document([("a", object([("b", one_array())]))]), "a.b"),
        ("a.b.c", document([("a", object([("b", one_array())]))]), "a.b"),
    ];
    for (path, bad, at) in &table {
        for kind in [FieldKind::Ranged, FieldKind::Hashed] {
            let error = key_of(&pattern(&[("_id", FieldKind::Ranged), (path, kind)]).unwrap(), bad).unwrap_err();
            assert_eq!(error, KeyError::ArrayInKey { path: (*path).to_owned(), at: (*at).to_owned() });
            assert_eq!((error.code(), error.code_name()), (61, "ShardKeyNotFound"));
        }
    }
}

#[test]
fn hashed_fields_hold_the_hash() {
    let pattern = compound("tenantId _id:hashed n");
    let order = document([("_id", RawBson::Int32(5)), ("tenantId", string("acme")), ("n", RawBson::Int32(1))]);
    let expected = document([
        ("tenantId", string("acme")),
        ("_id", RawBson::Int64(4_470_791_281_878_691_347)),
        ("n", RawBson::Int32(1)),
    ]);
    assert_eq!(decoded(&pattern, &order), expected);
    assert_eq!(pattern.encode_bound(&expected).unwrap(), key_of(&pattern, &order).unwrap());
    let missing = decoded(&compound("a:hashed"), &document([]));
    assert_eq!(missing, document([("a", RawBson::Int64(hash64(RawBsonRef::Null)))]));
}

#[test]
fn the_key_buffer_is_replaced_and_reused() {
    let (pattern, mut key) = (ranged(&["a"]), KeyBuf::default());
    for text in ["a long value to begin with", "b"] {
        pattern.encode_document(&document([("a", string(text))]), &mut key).unwrap();
    }
    assert_eq!(key.to_value(), key_of(&pattern, &document([("a", string("b"))])).unwrap());
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth| (1..depth).fold(object([]), |inner, _| object([("a", inner)]));
    let pattern = compound("a:hashed");
    assert!(key_of(&pattern, &document([("a", nested(NESTING_DEPTH_MAX))])).is_ok());
    let error = key_of(&pattern, &document([("a", nested(NESTING_DEPTH_MAX + 1))])).unwrap_err();
    assert_eq!((error.code(), error.code_name()), (15, "Overflow"));
}

#[test]
fn broken_documents_are_reported() {
    let mut bytes = document([("a", RawBson::Int32(1)), ("b", RawBson::Int32(2))]).into_bytes();
    // The type byte of `a` becomes one that BSON does not have.
    bytes[4] = 0x77;
    let broken = RawDocumentBuf::from_bytes(bytes).unwrap();
    let error = key_of(&ranged(&["b"]), &broken).unwrap_err();
    assert_eq!((error.code(), error.code_name()), (22, "InvalidBSON"));
}

#[test]
fn bounds_are_filled_with_min_key() {
    let pattern = ranged(&["x", "y"]);
    let bound = |fields: &[(&'static str, RawBson)]| {
        let key = pattern.encode_bound(&document(fields.iter().cloned())).unwrap();
        pattern.decode(key.as_ref())
    };
    let (one, two) = (RawBson::Int32(1), RawBson::Double(2.0));
    assert_eq!(bound(&[("x", one.clone())]), document([("x", one.clone()), ("y", RawBson::MinKey)]));
    assert_eq!(bound(&[("x", one.clone()), ("y", two.clone())]), document([("x", one), ("y", two)]));
    assert_eq!(bound(&[("x", RawBson::MaxKey)]), document([("x", RawBson::MaxKey), ("y", RawBson::MinKey)]));
    assert_eq!(bound(&[]), document([("x", RawBson::MinKey), ("y", RawBson::MinKey)]));
    assert_eq!(pattern.encode_bound(&document([])).unwrap(), pattern.global_min());
}

#[test]
fn bad_bounds_are_refused_with_the_servers_codes() {
    let one = || RawBson::Int32(1);
    let table = [
        ("x", document([("x", one()), ("y", one())]), 349, "KeyPatternShorterThanBound"),
        ("x", document([("x", one()), ("y", one()), ("z", one())]), 349, "KeyPatternShorterThanBound"),
        ("x y", document([("y", one())]), 16634, "Location16634"),
        ("x y", document([("x", one()), ("z", one())]), 16634, "Location16634"),
        ("x", document([("x", array([]))]), 2, "BadValue"),
        ("x", document([("x", regex("a", ""))]), 2, "BadValue"),
        ("x", document([("x", object([("$gt", one())]))]), 2, "BadValue"),
        ("x", document([("x", object([("a", object([("$gt", one())]))]))]), 2, "BadValue"),
        ("x:hashed", document([("x", one())]), 72, "InvalidOptions"),
        ("x:hashed", document([("x", RawBson::Double(1.0))]), 72, "InvalidOptions"),
        ("x:hashed", document([("x", string("abc"))]), 72, "InvalidOptions"),
        ("a x:hashed", document([("a", one()), ("x", RawBson::Null)]), 72, "InvalidOptions"),
    ];
    for (text, bound, code, code_name) in &table {
        let error = compound(text).encode_bound(bound).unwrap_err();
        assert_eq!((error.code(), error.code_name()), (*code, *code_name), "{text}: {bound:?}");
        assert!(!error.fix().is_empty());
    }
    for value in [RawBson::Int64(5), RawBson::MinKey, RawBson::MaxKey] {
        assert!(compound("x:hashed").encode_bound(&document([("x", value)])).is_ok());
    }
    assert!(ranged(&["x"]).encode_bound(&document([("x", object([("a", one())]))])).is_ok());
}

#[test]
fn the_ends_of_the_key_space_hold_every_key() {
    for text in ["a", "a:hashed", "a b:hashed c", "a:hashed b"] {
        let pattern = compound(text);
        let (low, high) = (pattern.global_min(), pattern.global_max());
        for value in [RawBson::MinKey, RawBson::Null, RawBson::Int32(1), string("x"), RawBson::MaxKey] {
            let document = document(["a", "b", "c"].map(|name| (name, value.clone())));
            let key = key_of(&pattern, &document).unwrap();
            assert!(low <= key && key <= high, "{text}: {document:?}");
        }
        let ends = [RawBsonRef::MinKey, RawBsonRef::MaxKey].map(|end| vec![end; pattern.fields().len()]);
        assert_eq!([low, high], ends.map(|values| pattern.from_values(&values)));
    }
}

#[test]
fn split_points_are_made_from_values() {
    let pattern = compound("a b:hashed c");
    let point = pattern.from_values(&[RawBsonRef::String("EU"), RawBsonRef::Int64(-5)]);
    let expected = document([("a", string("EU")), ("b", RawBson::Int64(-5)), ("c", RawBson::MinKey)]);
    assert_eq!(pattern.decode(point.as_ref()), expected);
    assert_eq!(pattern.encode_bound(&expected).unwrap(), point);
}

#[test]
fn a_foreign_key_decodes_as_far_as_it_goes() {
    let pattern = ranged(&["a", "b"]);
    let key = key_of(&pattern, &document([("a", RawBson::Int32(1)), ("b", string("long enough"))])).unwrap();
    let cut = KeyRef { bytes: &key.bytes()[..key.bytes().len() - 1], types: key.types() };
    assert_eq!(pattern.decode(cut), document([("a", RawBson::Int32(1))]));
    assert_eq!(pattern.decode(KeyRef { bytes: &[], types: &[] }), document([]));
    assert_eq!(pattern.decode(KeyRef { bytes: &[200, 1, 2], types: &[] }), document([]));
}
