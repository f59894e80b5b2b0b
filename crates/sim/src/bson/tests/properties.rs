//! What must hold for any values.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use std::cmp::Ordering;

use ::bson::{RawBson, RawBsonRef};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::random;
use super::values::document;
use crate::bson::{KeyBuf, KeyRef, canonical_type, compare, encode_value};
use crate::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};

fn values(seed: u64, n: usize) -> Vec<RawBson> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..n).map(|_| random::value(&mut rng, 3)).collect()
}

fn order(a: &RawBson, b: &RawBson) -> Ordering {
    compare(a.as_raw_bson_ref(), b.as_raw_bson_ref())
}

fn encode(values: &[&RawBson]) -> KeyBuf {
    let mut key = KeyBuf::default();
    for value in values {
        encode_value(value.as_raw_bson_ref(), &mut key);
    }
    key
}

/// Antisymmetric over all pairs; and transitive, since a sorted list has every pair in order.
#[test]
fn the_order_is_total() {
    let mut values = values(11, 600);
    values.sort_by(order);
    for (idx, low) in values.iter().enumerate() {
        assert_eq!(order(low, low), Ordering::Equal, "{low:?}");
        for high in &values[idx..] {
            assert_ne!(order(low, high), Ordering::Greater, "{low:?} sorted before {high:?}");
            assert_eq!(order(high, low), order(low, high).reverse(), "{low:?} against {high:?}");
        }
    }
}

#[test]
fn encoded_bytes_compare_as_the_values_do() {
    let values = values(12, 1000);
    let encoded: Vec<_> = values.iter().map(|value| encode(&[value])).collect();
    let mut n_equal = 0;
    for (idx, (a, bytes_a)) in values.iter().zip(&encoded).enumerate() {
        for (b, bytes_b) in values.iter().zip(&encoded).skip(idx + 1) {
            let expected = order(a, b);
            n_equal += usize::from(expected == Ordering::Equal);
            assert_eq!(bytes_a.as_ref().cmp(&bytes_b.as_ref()), expected, "{a:?} against {b:?}");
        }
    }
    assert!(n_equal > 1000, "only {n_equal} equal pairs were tried");
}

/// Fields put one after the other compare field by field, so no encoding runs into the next.
#[test]
fn compound_keys_compare_field_by_field() {
    let values = values(13, 4000);
    let keys: Vec<_> = values.chunks_exact(2).map(|pair| [&pair[0], &pair[1]]).collect();
    for (idx, a) in keys.iter().enumerate() {
        // Pairs with the same first field are what matters here, and rare at random.
        let with_same_first = [a[0], keys[(idx * 7 + 1) % keys.len()][1]];
        for b in [keys[(idx * 31 + 5) % keys.len()], with_same_first] {
            let expected = order(a[0], b[0]).then_with(|| order(a[1], b[1]));
            assert_eq!(encode(a).as_ref().cmp(&encode(&b).as_ref()), expected, "{a:?} against {b:?}");
        }
    }
}

/// Only text with a zero byte continues the encoding of another value, and it does so with 0xff, which starts no field.
#[test]
fn no_encoding_runs_into_the_next_field() {
    let values = values(14, 600);
    let encoded: Vec<_> = values.iter().map(|value| encode(&[value]).bytes).collect();
    for a in &encoded {
        assert!((1..=129).contains(&a[0]), "tag {}", a[0]);
        for b in &encoded {
            let continuation = b.strip_prefix(a.as_slice()).unwrap_or_default();
            assert!(matches!(continuation, [] | [0xff, ..]), "{a:x?} starts {b:x?}");
        }
    }
}

#[test]
fn prefixes_decide_only_what_the_bytes_say() {
    let keys: Vec<_> = values(15, 500).iter().map(|value| encode(&[value])).collect();
    for a in &keys {
        for b in &keys {
            let (a, b): (KeyRef<'_>, KeyRef<'_>) = (a.as_ref(), b.as_ref());
            assert!(a.prefix() == b.prefix() || a.prefix().cmp(&b.prefix()) == a.cmp(&b), "{a:x?} against {b:x?}");
        }
    }
}

/// True for what comes back changed: a NaN without its payload (compared as NaN elsewhere).
fn holds_nan(value: RawBsonRef<'_>) -> bool {
    match value {
        RawBsonRef::Double(value) => value.is_nan(),
        RawBsonRef::Document(document) => document.iter().any(|field| holds_nan(field.unwrap().1)),
        RawBsonRef::Array(array) => array.into_iter().any(|element| holds_nan(element.unwrap())),
        RawBsonRef::JavaScriptCodeWithScope(code) => code.scope.iter().any(|field| holds_nan(field.unwrap().1)),
        _ => false,
    }
}

#[test]
fn keys_decode_to_the_bytes_they_came_from() {
    let fields = ["x", "y"].map(|path| ShardKeyField { path: path.to_owned(), kind: FieldKind::Ranged });
    let pattern = ShardKeyPattern::new(fields.to_vec()).unwrap();
    let (mut key, mut n_exact) = (KeyBuf::default(), 0);
    for pair in values(16, 8000).chunks_exact(2) {
        let original = document([("x", pair[0].clone()), ("y", pair[1].clone())]);
        if pair.iter().any(|value| canonical_type(value.as_raw_bson_ref()) == 25) {
            assert!(pattern.encode_document(&original, &mut key).is_err(), "{original:?} holds an array");
            continue;
        }
        pattern.encode_document(&original, &mut key).unwrap();
        let decoded = pattern.decode(key.as_ref());
        if pair.iter().any(|value| holds_nan(value.as_raw_bson_ref())) {
            let mut again = KeyBuf::default();
            pattern.encode_document(&decoded, &mut again).unwrap();
            assert_eq!((again.bytes, again.types), (key.bytes.clone(), key.types.clone()), "{original:?}");
        } else {
            assert_eq!(decoded.as_bytes(), original.as_bytes(), "{original:?} became {decoded:?}");
            n_exact += 1;
        }
    }
    assert!(n_exact > 2000, "only {n_exact} keys were compared byte by byte");
}
