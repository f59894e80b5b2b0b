//! Keys and bounds that are assumed.

use proptest::prelude::*;

use super::support::*;
use crate::bson::KeyValue;

fn bound(pattern: &ShardKeyPattern, document: &RawDocumentBuf) -> KeyValue {
    pattern.encode_bound(document).unwrap()
}

fn texts(pattern: &ShardKeyPattern, keys: &[KeyValue]) -> Vec<String> {
    keys.iter().map(|key| crate::bson::shell_text(RawBsonRef::Document(&pattern.decode(key.as_ref())))).collect()
}

#[test]
fn keys_lie_evenly_between_bounds() {
    let low = RawBsonRef::MinKey;
    let high = RawBsonRef::MaxKey;
    let cases: Vec<(&str, RawDocumentBuf, RawDocumentBuf, &str)> = vec![
        ("x", rawdoc! { "x": 10 }, rawdoc! { "x": 20 }, "10 12 15 17"),
        ("x", rawdoc! { "x": 5 }, rawdoc! { "x": 6 }, "5 5 5 5"),
        ("x", rawdoc! { "x": 1.0 }, rawdoc! { "x": 3 }, "1 1.5 2 2.5"),
        ("x", rawdoc! { "x": 100 }, rawdoc! { "x": high }, "100 101 102 103"),
        ("x", rawdoc! { "x": low }, rawdoc! { "x": 100 }, "0 25 50 75"),
        ("x", rawdoc! { "x": low }, rawdoc! { "x": -100 }, "-104 -103 -102 -101"),
        ("x", rawdoc! { "x": low }, rawdoc! { "x": high }, "Long('0') Long('1') Long('2') Long('3')"),
        ("x", rawdoc! { "x": 7 }, rawdoc! { "x": "a" }, "7 8 9 10"),
        ("x", rawdoc! { "x": "aa" }, rawdoc! { "x": "ab" }, "'aa' 'aa7g7g7g7' 'aaOOOOOOO' 'aag7g7g7g'"),
        ("x", rawdoc! { "x": true }, rawdoc! { "x": high }, "true true true true"),
        (
            "x:hashed",
            rawdoc! { "x": low },
            rawdoc! { "x": high },
            "Long('-9223372036854775808') Long('-4611686018427387905') Long('-1') Long('4611686018427387903')",
        ),
    ];
    for (key_text, min, max, expected) in cases {
        let pattern = key(key_text);
        let keys = keys_inside(&pattern, &bound(&pattern, &min), &bound(&pattern, &max), 4);
        let found = texts(&pattern, &keys).join(" ").replace("{ x: ", "").replace(" }", "");
        assert_eq!(found, expected, "{min:?} to {max:?}");
    }
}

#[test]
fn later_fields_tell_documents_apart() {
    let pattern = key("region id");
    let (min, max) = (rawdoc! { "region": "EU", "id": RawBsonRef::MinKey }, rawdoc! { "region": "EU", "id": 8 });
    let keys = keys_inside(&pattern, &bound(&pattern, &min), &bound(&pattern, &max), 2);
    assert_eq!(texts(&pattern, &keys), ["{ region: 'EU', id: 0 }", "{ region: 'EU', id: 4 }"]);
    let (min, max) = (rawdoc! { "region": false, "id": 3 }, rawdoc! { "region": true, "id": 8 });
    let keys = keys_inside(&pattern, &bound(&pattern, &min), &bound(&pattern, &max), 2);
    assert_eq!(texts(&pattern, &keys), ["{ region: false, id: 3 }", "{ region: false, id: 3 }"]);
}

#[test]
fn bounds_go_on_as_those_that_are_known() {
    let high = RawBsonRef::MaxKey;
    let known = |pattern: &ShardKeyPattern, bounds: &[RawDocumentBuf]| {
        let all = std::iter::once(pattern.global_min());
        all.chain(bounds.iter().map(|document| bound(pattern, document))).collect::<Vec<_>>()
    };
    for (key_text, bounds, expected) in [
        (
            "x",
            vec![rawdoc! { "x": 10 }, rawdoc! { "x": 20 }, rawdoc! { "x": 30 }],
            Some("Long('40') Long('50') Long('60')"),
        ),
        ("x", vec![rawdoc! { "x": 10 }], Some("Long('11') Long('12') Long('13')")),
        ("x", vec![], Some("Long('0') Long('1') Long('2')")),
        ("x", vec![rawdoc! { "x": 1.0 }, rawdoc! { "x": 1.5 }], Some("2 2.5 3")),
        ("x", vec![rawdoc! { "x": true }], None),
        ("x:hashed", vec![], Some("Long('-4611686018427387905') Long('-1') Long('4611686018427387903')")),
        (
            "x:hashed",
            vec![rawdoc! { "x": 7_i64 << 60 }],
            Some("Long('8358680908399640575') Long('8646911284551352319') Long('8935141660703064063')"),
        ),
        ("x", vec![rawdoc! { "x": high }], None),
    ] {
        let pattern = key(key_text);
        let found = bounds_after(&pattern, &known(&pattern, &bounds), 3);
        let found = found.map(|keys| texts(&pattern, &keys).join(" ").replace("{ x: ", "").replace(" }", ""));
        assert_eq!(found.as_deref(), expected, "{key_text} {bounds:?}");
    }
}

fn value() -> impl Strategy<Value = ::bson::RawBson> {
    use ::bson::RawBson;
    prop_oneof![
        Just(RawBson::MinKey),
        Just(RawBson::MaxKey),
        Just(RawBson::Null),
        any::<bool>().prop_map(RawBson::Boolean),
        any::<i32>().prop_map(RawBson::Int32),
        (-20..20).prop_map(RawBson::Int32),
        any::<i64>().prop_map(RawBson::Int64),
        any::<f64>().prop_map(RawBson::Double),
        "[a-c]{0,3}".prop_map(RawBson::String),
        "\\PC{0,4}".prop_map(RawBson::String),
        any::<i64>().prop_map(|ms| RawBson::DateTime(::bson::DateTime::from_millis(ms))),
        any::<[u8; 12]>().prop_map(|bytes| RawBson::ObjectId(::bson::oid::ObjectId::from_bytes(bytes))),
        (any::<u32>(), any::<u32>())
            .prop_map(|(time, increment)| RawBson::Timestamp(::bson::Timestamp { time, increment })),
        prop::collection::vec(any::<u8>(), 16)
            .prop_map(|bytes| RawBson::Binary(::bson::Binary { subtype: ::bson::spec::BinarySubtype::Uuid, bytes })),
        prop::collection::vec(any::<u8>(), 0..4)
            .prop_map(|bytes| RawBson::Binary(::bson::Binary { subtype: ::bson::spec::BinarySubtype::Generic, bytes })),
        (-3..3_i32).prop_map(|a| RawBson::Document(rawdoc! { "a": a })),
    ]
}

proptest! {
    /// Whatever the bounds: the keys ascend, and none lies outside.
    #[test]
    fn keys_are_inside(
        key_text in prop::sample::select(vec!["x", "x y", "x y z", "x:hashed", "x y:hashed", "x:hashed y"]),
        values in prop::collection::vec(value(), 6),
        n_keys in 1..50_u64,
    ) {
        let pattern = key(key_text);
        let n = pattern.fields().len();
        let hash = |value: &::bson::RawBson, idx| match value {
            ::bson::RawBson::MinKey | ::bson::RawBson::MaxKey | ::bson::RawBson::Int64(_) => value.clone(),
            ::bson::RawBson::Int32(small) if pattern.hashed_idx() == Some(idx) => ::bson::RawBson::Int64((*small).into()),
            _ if pattern.hashed_idx() == Some(idx) => ::bson::RawBson::Int64(0),
            value => value.clone(),
        };
        let bound = |values: &[::bson::RawBson]| {
            let values: Vec<_> = values.iter().enumerate().map(|(idx, value)| hash(value, idx)).collect();
            pattern.from_values(&values.iter().map(::bson::RawBson::as_raw_bson_ref).collect::<Vec<_>>())
        };
        let (one, other) = (bound(&values[..n]), bound(&values[3..3 + n]));
        prop_assume!(one != other);
        let (min, max) = if one < other { (one, other) } else { (other, one) };
        let keys = keys_inside(&pattern, &min, &max, n_keys);
        prop_assert_eq!(keys.len() as u64, n_keys);
        prop_assert!(keys.iter().all(|key| min <= *key && *key < max));
        prop_assert!(keys.is_sorted());
        if let Some(bounds) = bounds_after(&pattern, &[pattern.global_min(), min.clone()], n_keys) {
            prop_assert_eq!(bounds.len() as u64, n_keys);
            prop_assert!(bounds.iter().all(|key| min < *key && *key < pattern.global_max()));
            prop_assert!(bounds.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }
}
