//! The one order of int32, int64, double and decimal128, and the integer that a number hashes as.

use std::cmp::Reverse;

use ::bson::{Decimal128, RawBsonRef};

use super::decimal::{Decimal, Magnitude};

const TWO_POW_53: f64 = 9_007_199_254_740_992.0;
const TWO_POW_63: f64 = 9_223_372_036_854_775_808.0;
const SIGN_BIT: u64 = 1 << 63;

/// A number placed in the order of all numbers, exactly.
///
/// `head` is the double that the number becomes when it is cut toward zero, mapped to an integer of the same order; NaN
/// is the lowest, both zeros are one. `tail` says what was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OrderedNumber {
    pub(super) head: u64,
    pub(super) tail: Tail,
}

/// How a number differs from the double in its head. The variants stand in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tail {
    /// A negative number with more magnitude than the double.
    Below(Reverse<Rest>),
    Exact,
    /// A positive number above the double.
    Above(Rest),
}

/// What was cut off a magnitude, comparable among magnitudes with the same head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rest {
    /// Whole units above the double, for integers between 2^53 and 2^64; less than 2048.
    pub(super) units: u16,
    /// The whole magnitude, where `units` does not say everything.
    pub(super) digits: Option<Digits>,
}

/// A decimal magnitude with its 34 digits shifted to the front, so that equal values look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Digits {
    /// Power of ten of the first digit, plus 6176.
    pub(super) exponent: u16,
    /// From 10^33 to 10^34 - 1.
    pub(super) coefficient: u128,
}

impl OrderedNumber {
    pub(super) const NAN: Self = Self { head: 0, tail: Tail::Exact };

    /// None for values that are not numbers.
    pub(super) fn new(value: RawBsonRef<'_>) -> Option<Self> {
        match value {
            RawBsonRef::Int32(value) => Some(Self::from_double(f64::from(value))),
            RawBsonRef::Int64(value) => Some(Self::from_i64(value)),
            RawBsonRef::Double(value) => Some(Self::from_double(value)),
            RawBsonRef::Decimal128(value) => Some(Self::from_decimal(value)),
            _ => None,
        }
    }

    pub(super) fn from_double(value: f64) -> Self {
        if value.is_nan() {
            return Self::NAN;
        }
        // Adding zero turns -0.0 into 0.0 and changes nothing else.
        let bits = (value + 0.0).to_bits();
        let head = if bits & SIGN_BIT == 0 { bits | SIGN_BIT } else { !bits };
        Self { head, tail: Tail::Exact }
    }

    pub(super) fn from_i64(value: i64) -> Self {
        let magnitude = value.unsigned_abs();
        let n_cut = 11_u32.saturating_sub(magnitude.leading_zeros());
        let units = magnitude & ((1 << n_cut) - 1);
        #[expect(clippy::cast_precision_loss, reason = "the cut number has at most 53 significant bits")]
        let double = (magnitude - units) as f64;
        let rest = Rest { units: u16::try_from(units).unwrap_or(0), digits: None };
        Self::assemble(value < 0, double, (units != 0).then_some(rest))
    }

    fn from_decimal(value: Decimal128) -> Self {
        match Decimal::new(value) {
            Decimal::NaN => Self::NAN,
            Decimal::Infinity { negative } => Self::assemble(negative, f64::INFINITY, None),
            Decimal::Finite { negative, magnitude } => {
                let (double, is_exact) = magnitude.to_double_truncated();
                Self::assemble(negative, double, (!is_exact).then(|| Rest::new(magnitude, double)))
            }
        }
    }

    fn assemble(negative: bool, magnitude: f64, rest: Option<Rest>) -> Self {
        let head = Self::from_double(if negative { -magnitude } else { magnitude }).head;
        let tail = match rest {
            None => Tail::Exact,
            Some(rest) if negative => Tail::Below(Reverse(rest)),
            Some(rest) => Tail::Above(rest),
        };
        Self { head, tail }
    }

    /// The double in the head.
    pub(super) fn truncated(self) -> f64 {
        match self.head {
            0 => f64::NAN,
            head if head & SIGN_BIT == 0 => f64::from_bits(!head),
            head => f64::from_bits(head & !SIGN_BIT),
        }
    }

    /// The number cut to an integer, at the nearest end of int64 when it is outside.
    pub(super) fn to_i64(self) -> i64 {
        #[expect(clippy::cast_possible_truncation, reason = "a double past the range of i128 becomes its end")]
        let double = self.truncated() as i128;
        let integer = match self.tail {
            Tail::Exact => double,
            Tail::Above(rest) => double.saturating_add(i128::from(rest.units)),
            Tail::Below(Reverse(rest)) => double.saturating_sub(i128::from(rest.units)),
        };
        clamp_to_i64(integer)
    }
}

impl Rest {
    fn new(magnitude: Magnitude, double: f64) -> Self {
        let integer = if double >= TWO_POW_53 { magnitude.split_integer() } else { None };
        match integer {
            Some((integer, has_fraction)) => {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "2^53 to 2^64 is in range")]
                let units = integer - double as u64;
                let digits = has_fraction.then(|| Digits::new(magnitude));
                Self { units: u16::try_from(units).unwrap_or(0), digits }
            }
            None => Self { units: 0, digits: Some(Digits::new(magnitude)) },
        }
    }
}

impl Digits {
    fn new(magnitude: Magnitude) -> Self {
        let n_digits = magnitude.coefficient.checked_ilog10().unwrap_or(0);
        let exponent = magnitude.first_digit_exponent().unwrap_or(0) + 6176;
        Self {
            exponent: u16::try_from(exponent).unwrap_or(0),
            coefficient: magnitude.coefficient * 10_u128.pow(33 - n_digits.min(33)),
        }
    }
}

/// The integer part of a number as the server's `numberInt` has it; none for other types.
pub(crate) fn integer_part(value: RawBsonRef<'_>) -> Option<i64> {
    match value {
        RawBsonRef::Int32(value) => Some(i64::from(value)),
        RawBsonRef::Int64(value) => Some(value),
        RawBsonRef::Double(value) => Some(squash_double(value)),
        RawBsonRef::Decimal128(value) => Some(squash_decimal(value)),
        _ => None,
    }
}

/// The integer that stands for a double in the hash: cut toward zero, NaN as 0, out of range at the ends, and exactly
/// 2^63 as the LOWEST int64, a quirk that the server keeps for old indexes.
pub(super) fn squash_double(value: f64) -> i64 {
    if value == TWO_POW_63 {
        return i64::MIN;
    }
    #[expect(clippy::cast_possible_truncation, reason = "`as` saturates and maps NaN to 0, which is the rule")]
    let integer = value as i64;
    integer
}

/// The integer that stands for a decimal in the hash: rounded half to even, NaN as 0, out of range at the ends.
pub(super) fn squash_decimal(value: Decimal128) -> i64 {
    let (negative, magnitude) = match Decimal::new(value) {
        Decimal::NaN => return 0,
        Decimal::Infinity { negative } => (negative, None),
        Decimal::Finite { negative, magnitude } => (negative, magnitude.round_half_even()),
    };
    let magnitude = magnitude.map_or(i128::MAX, i128::from);
    clamp_to_i64(if negative { -magnitude } else { magnitude })
}

fn clamp_to_i64(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}
