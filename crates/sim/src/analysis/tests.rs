//! Key characteristics over small collections.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use ::bson::RawBson;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::bson::KeyBuf;
use crate::bson::testing::*;

/// Measures documents that have `a` in the given order, and `b` = 1.
fn measure(key: &[(&'static str, RawBson)], values: impl IntoIterator<Item = RawBson>) -> KeyCharacteristics {
    let pattern = ShardKeyPattern::parse(&document(key.iter().cloned())).unwrap();
    let keys: Vec<_> = values
        .into_iter()
        .map(|value| {
            let mut key = KeyBuf::default();
            pattern.encode_document(&document([("a", value), ("b", RawBson::Int32(1))]), &mut key).unwrap();
            key.to_value()
        })
        .collect();
    key_characteristics(&pattern, keys.iter().map(KeyValue::as_ref), N_TOP_DEFAULT)
}

fn ranged(values: impl IntoIterator<Item = i32>) -> KeyCharacteristics {
    measure(&[("a", RawBson::Int32(1))], values.into_iter().map(RawBson::Int32))
}

fn shuffled(n: i32) -> Vec<i32> {
    let mut values: Vec<_> = (0..n).collect();
    values.shuffle(&mut ChaCha8Rng::seed_from_u64(5));
    values
}

#[test]
fn rising_and_falling_keys_are_monotonic() {
    let rising = ranged(0..1000);
    assert_eq!((rising.correlation, rising.monotonic), (Some(1.0), Monotonicity::Monotonic));
    let falling = ranged((0..1000).rev());
    assert_eq!((falling.correlation, falling.monotonic), (Some(-1.0), Monotonicity::Monotonic));
}

#[test]
fn shuffled_keys_are_not() {
    let random = ranged(shuffled(1000));
    assert_eq!(random.monotonic, Monotonicity::NotMonotonic);
    assert!(random.correlation.unwrap().abs() < 0.1, "{:?}", random.correlation);
}

/// Against Pearson's formula as it is usually written, over ranks and positions.
#[test]
fn the_coefficient_is_pearsons() {
    for values in [vec![3, 1, 2], vec![1, 1, 2, 2, 1], vec![5, 4, 3, 2, 1, 9, 8, 7], shuffled(50)] {
        let n = values.len();
        let mut positions: Vec<_> = (0..n).collect();
        positions.sort_by_key(|&position| values[position]);
        let mean = (n as f64 - 1.0) / 2.0;
        let pairs = positions.iter().enumerate().map(|(rank, &position)| (rank as f64 - mean, position as f64 - mean));
        let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
        pairs.for_each(|(x, y)| (xy, xx, yy) = (xy + x * y, xx + x * x, yy + y * y));
        let expected = xy / f64::sqrt(xx * yy);
        let got = ranged(values.iter().copied()).correlation.unwrap();
        assert!((got - expected).abs() < 2e-10, "{values:?}: {got}, expected {expected}");
    }
}

#[test]
fn the_threshold_is_seven_tenths() {
    // Ranks 0, 1, 2 at positions 0, 2, 1: 1 - 6 * 2 / 24 = 0.5.
    let half = ranged([0, 2, 1]);
    assert_eq!((half.correlation, half.monotonic), (Some(0.5), Monotonicity::NotMonotonic));
    // 1 - 6 * 2 / 60 = 0.8.
    let more = ranged([0, 1, 3, 2]);
    assert_eq!((more.correlation, more.monotonic), (Some(0.8), Monotonicity::Monotonic));
}

#[test]
fn special_cases_are_the_servers() {
    let (one, hashed) = (RawBson::Int32(1), string("hashed"));
    let numbers = || (0..100).map(RawBson::Int32);
    let outcome = |key: &[(&'static str, RawBson)], values: Vec<RawBson>| {
        let measured = measure(key, values);
        (measured.monotonic, measured.correlation)
    };
    let first = outcome(&[("a", hashed.clone())], numbers().collect());
    assert_eq!(first, (Monotonicity::NotMonotonic, Some(0.0)));
    let first_of_two = outcome(&[("a", hashed.clone()), ("b", one.clone())], numbers().collect());
    assert_eq!(first_of_two, (Monotonicity::NotMonotonic, Some(0.0)));
    let behind = outcome(&[("a", one.clone()), ("b", hashed)], numbers().collect());
    assert_eq!(behind, (Monotonicity::Unknown, None));
    let single = outcome(&[("a", one.clone())], vec![RawBson::Null; 10]);
    assert_eq!(single, (Monotonicity::NotMonotonic, Some(0.0)));
    assert_eq!(outcome(&[("a", one)], vec![]), (Monotonicity::Unknown, None));
}

#[test]
fn distinct_and_most_common_values_are_counted() {
    let values = [3, 1, 3, 2, 3, 1, 9, 8, 7, 6];
    let measured = ranged(values);
    assert_eq!((measured.n_documents, measured.n_distinct), (10, 7));
    let key = |value| ranged([value]).top[0].0.clone();
    let expected = [(3, 3), (1, 2), (2, 1), (6, 1), (7, 1)].map(|(value, count)| (key(value), count));
    assert_eq!(measured.top, expected);
}

#[test]
fn equal_numbers_of_different_types_are_one_value() {
    let values = [RawBson::Int32(1), RawBson::Double(1.0), RawBson::Int64(1), decimal("1.0"), string("1")];
    let measured = measure(&[("a", RawBson::Int32(1))], values);
    assert_eq!(measured.n_distinct, 2);
    assert_eq!(measured.top[0].1, 4);
    assert_eq!(measured.top[0].0.types(), ranged([1]).top[0].0.types(), "the value inserted first is shown");
}

#[test]
fn long_keys_that_differ_late_are_ordered() {
    let values = (0..300).map(|n| string(&format!("customer/2024/{:03}", (n * 7) % 300)));
    let measured = measure(&[("a", RawBson::Int32(1))], values.collect::<Vec<_>>());
    assert_eq!((measured.n_distinct, measured.monotonic), (300, Monotonicity::NotMonotonic));
    let rising = (0..300).map(|n| string(&format!("customer/2024/{n:03}")));
    assert_eq!(measure(&[("a", RawBson::Int32(1))], rising.collect::<Vec<_>>()).correlation, Some(1.0));
}
