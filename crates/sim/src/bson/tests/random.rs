//! Seeded values of every type, chosen so that equal and nearly equal ones meet often.

use ::bson::RawBson;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::values::*;

/// Numbers at which representations change, in every type that can hold them.
const LANDMARKS: [&str; 22] = [
    "0",
    "-0",
    "1",
    "-1",
    "0.5",
    "1.5",
    "2.5",
    "-2.5",
    "0.1",
    "2147483647",
    "-2147483648",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "1E-6176",
    "9.999999999999999999999999999999999E+6144",
    "NaN",
];

/// A number of any of the four types.
pub(crate) fn number(rng: &mut ChaCha8Rng) -> RawBson {
    match rng.random_range(0..8) {
        0..3 => landmark(rng),
        3 => RawBson::Int32(rng.random()),
        4 => RawBson::Int64(rng.random::<i64>() >> rng.random_range(0..64)),
        5 => RawBson::Double(f64::from_bits(rng.random())),
        6 => small_in_any_type(rng),
        _ => random_decimal(rng),
    }
}

fn landmark(rng: &mut ChaCha8Rng) -> RawBson {
    let text = LANDMARKS[rng.random_range(0..LANDMARKS.len())];
    match rng.random_range(0..3) {
        0 => text.parse().map_or_else(|_| decimal(text), RawBson::Int64),
        1 => RawBson::Double(text.parse().unwrap()),
        _ => decimal(text),
    }
}

fn small_in_any_type(rng: &mut ChaCha8Rng) -> RawBson {
    let value = rng.random_range(-4..4);
    match rng.random_range(0..5) {
        0 => RawBson::Int32(value),
        1 => RawBson::Int64(i64::from(value)),
        2 => RawBson::Double(f64::from(value)),
        3 => RawBson::Double(f64::from(value) / 4.0),
        _ => decimal(&format!("{value}.{}", ["0", "00", "25", "5", "50", "75"][rng.random_range(0..6)])),
    }
}

fn random_decimal(rng: &mut ChaCha8Rng) -> RawBson {
    let coefficient = rng.random::<u128>() % 10_u128.pow(rng.random_range(1..35));
    let exponent = match rng.random_range(0..3) {
        0 => rng.random_range(-40..20),
        1 => rng.random_range(-370..320),
        _ => rng.random_range(-6176..6077),
    };
    let sign = if rng.random() { "-" } else { "" };
    decimal(&format!("{sign}{coefficient}E{exponent}"))
}

/// A finite double of any magnitude, either sign.
pub(crate) fn double_in_decimal_range(rng: &mut ChaCha8Rng) -> f64 {
    loop {
        let double = f64::from_bits(rng.random());
        if double.is_finite() {
            return double;
        }
    }
}

/// The first 34 digits of a double, and the numbers one unit of the last digit to either side.
pub(crate) fn decimals_around(double: f64) -> Vec<RawBson> {
    let text = format!("{double:.60e}");
    let (mantissa, exponent) = text.split_once('e').unwrap();
    let exponent: i32 = exponent.parse().unwrap();
    let sign = if double < 0.0 { "-" } else { "" };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).take(34).collect();
    let coefficient: u128 = digits.parse().unwrap();
    let near = [coefficient.saturating_sub(1), coefficient, coefficient + 1];
    let near = near.into_iter().filter(|coefficient| *coefficient < 10_u128.pow(34));
    near.map(|coefficient| decimal(&format!("{sign}{coefficient}E{}", exponent - 33))).collect()
}

/// Text over a small alphabet, so that prefixes and embedded zero bytes are common.
pub(crate) fn text(rng: &mut ChaCha8Rng, with_zero: bool) -> String {
    let alphabet = ['a', 'b', 'é', '\u{1}', '\u{10ffff}', '\0'];
    let n_letters = alphabet.len() - usize::from(!with_zero);
    (0..rng.random_range(0..4)).map(|_| alphabet[rng.random_range(0..n_letters)]).collect()
}

fn bytes<const N: usize>(rng: &mut ChaCha8Rng) -> [u8; N] {
    std::array::from_fn(|_| [0, 1, 0x7f, 0x80, 0xff][rng.random_range(0..5)])
}

/// A value of any type; `depth` bounds the nesting.
pub(crate) fn value(rng: &mut ChaCha8Rng, depth: u32) -> RawBson {
    match rng.random_range(0..if depth == 0 { 18 } else { 24 }) {
        0..4 => number(rng),
        4 | 5 => string(&text(rng, true)),
        6 => RawBson::Symbol(text(rng, true)),
        7 => RawBson::Null,
        8 => [RawBson::Undefined, RawBson::MinKey, RawBson::MaxKey][rng.random_range(0..3)].clone(),
        9 => RawBson::Boolean(rng.random()),
        10 => date(rng.random::<i64>() >> rng.random_range(0..64)),
        11 => timestamp(rng.random_range(0..3), rng.random()),
        12 => binary([0, 2, 4, 0x80][rng.random_range(0..4)], &bytes::<5>(rng)[..rng.random_range(0..5)]),
        13 => RawBson::ObjectId(::bson::oid::ObjectId::from_bytes(bytes(rng))),
        14 => regex(&text(rng, false), ["", "i", "im"][rng.random_range(0..3)]),
        15 => db_pointer(&text(rng, false), bytes(rng)),
        16 => code(&text(rng, true)),
        17 => code_with_scope(&text(rng, true), &fields(rng, depth.saturating_sub(1))),
        18..21 => RawBson::Document(fields(rng, depth - 1)),
        _ => array((0..rng.random_range(0..3)).map(|_| value(rng, depth - 1)).collect::<Vec<_>>()),
    }
}

fn fields(rng: &mut ChaCha8Rng, depth: u32) -> ::bson::RawDocumentBuf {
    let fields: Vec<_> = (0..rng.random_range(0..3)).map(|_| (text(rng, false), value(rng, depth))).collect();
    document(fields.iter().map(|(name, value)| (name.as_str(), value.clone())))
}
