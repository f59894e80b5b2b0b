//! A second opinion on numbers: compared as written-out decimal digits.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use std::cmp::Ordering;

use ::bson::RawBson;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::random;
use crate::bson::{compare, hash64};

const TWO_POW_63: f64 = 9_223_372_036_854_775_808.0;

/// Sign, and the magnitude as exponent of the first digit and digits without trailing zeros.
#[derive(Debug, PartialEq)]
enum Written {
    NaN,
    Infinity { negative: bool },
    Zero,
    Finite { negative: bool, exponent: i32, digits: String },
}

fn write_out(number: &RawBson) -> Written {
    let text = match number {
        RawBson::Int32(value) => value.to_string(),
        RawBson::Int64(value) => value.to_string(),
        // 800 places are all that a double has.
        RawBson::Double(value) => format!("{value:.800e}"),
        RawBson::Decimal128(value) => value.to_string(),
        other => panic!("{other:?} is no number"),
    };
    let negative = text.starts_with('-');
    let text = text.trim_start_matches('-').to_lowercase();
    match text.as_str() {
        "nan" => return Written::NaN,
        "infinity" | "inf" => return Written::Infinity { negative },
        _ => {}
    }
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{integer}{fraction}");
    let digits = all.trim_start_matches('0');
    let n_zeros = all.len() - digits.len();
    if digits.is_empty() {
        return Written::Zero;
    }
    let exponent =
        exponent.parse::<i32>().unwrap() + i32::try_from(integer.len()).unwrap() - 1 - i32::try_from(n_zeros).unwrap();
    Written::Finite { negative, exponent, digits: digits.trim_end_matches('0').to_owned() }
}

/// A place on the line: NaN, then by sign, then by magnitude.
fn compare_written(a: &Written, b: &Written) -> Ordering {
    let class = |written: &Written| match written {
        Written::NaN => 0,
        Written::Infinity { negative: true } => 1,
        Written::Finite { negative: true, .. } => 2,
        Written::Zero => 3,
        Written::Finite { negative: false, .. } => 4,
        Written::Infinity { negative: false } => 5,
    };
    class(a).cmp(&class(b)).then_with(|| match (a, b) {
        (
            Written::Finite { negative, exponent: exponent_a, digits: digits_a },
            Written::Finite { exponent: exponent_b, digits: digits_b, .. },
        ) => {
            let order = exponent_a.cmp(exponent_b).then_with(|| digits_a.cmp(digits_b));
            if *negative { order.reverse() } else { order }
        }
        _ => Ordering::Equal,
    })
}

#[test]
fn numbers_compare_as_their_digits_do() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let numbers: Vec<_> =
        (0..700).map(|_| random::number(&mut rng)).map(|number| (write_out(&number), number)).collect();
    let mut n_equal = 0;
    for (written_a, a) in &numbers {
        for (written_b, b) in &numbers {
            let expected = compare_written(written_a, written_b);
            n_equal += usize::from(expected == Ordering::Equal && a.element_type() != b.element_type());
            assert_eq!(compare(a.as_raw_bson_ref(), b.as_raw_bson_ref()), expected, "{a:?} against {b:?}");
        }
    }
    assert!(n_equal > 1000, "only {n_equal} pairs of equal numbers of different types were tried");
}

/// Numbers just above and below a double, which is where rounding would show.
#[test]
fn decimals_around_a_double_are_told_apart() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..3000 {
        let double = random::double_in_decimal_range(&mut rng);
        for neighbour in random::decimals_around(double) {
            let (a, b) = (RawBson::Double(double), neighbour);
            let expected = compare_written(&write_out(&a), &write_out(&b));
            assert_eq!(compare(a.as_raw_bson_ref(), b.as_raw_bson_ref()), expected, "{double:e} against {b:?}");
        }
    }
}

/// The integer that a number hashes as, from its digits: doubles are cut, decimals rounded half to even.
fn squashed(number: &RawBson) -> i64 {
    let (negative, exponent, digits) = match write_out(number) {
        Written::NaN | Written::Zero => return 0,
        Written::Infinity { negative } => return if negative { i64::MIN } else { i64::MAX },
        Written::Finite { negative, exponent, digits } => (negative, exponent, digits),
    };
    if matches!(number, RawBson::Double(double) if double.to_bits() == TWO_POW_63.to_bits()) {
        return i64::MIN;
    }
    let n_integer = usize::try_from((exponent + 1).clamp(0, 25)).unwrap();
    let padded = format!("{:0<n_integer$}", if exponent < 0 { "" } else { &digits });
    let (integer, fraction) = padded.split_at(n_integer);
    let mut magnitude = integer.parse::<i128>().unwrap_or(0);
    let is_half_or_more = fraction.as_bytes().first().is_some_and(|digit| *digit >= b'5')
        || (exponent == -1 && digits.as_bytes()[0] >= b'5');
    let is_half = fraction == "5" || (exponent == -1 && digits == "5");
    if matches!(number, RawBson::Decimal128(_)) && is_half_or_more && !(is_half && magnitude % 2 == 0) {
        magnitude += 1;
    }
    let value = if negative { -magnitude } else { magnitude };
    i64::try_from(value).unwrap_or(if negative { i64::MIN } else { i64::MAX })
}

#[test]
fn numbers_hash_as_their_squashed_integer() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..5000 {
        let number = random::number(&mut rng);
        let integer = RawBson::Int64(squashed(&number));
        let (got, expected) = (hash64(number.as_raw_bson_ref()), hash64(integer.as_raw_bson_ref()));
        assert_eq!(got, expected, "{number:?} should hash as {integer:?}");
    }
}
