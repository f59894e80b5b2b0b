//! Exact reading of IEEE 754 decimal128 values.

use ::bson::Decimal128;

use super::wide::Wide;

const COEFFICIENT_MAX: u128 = 10_u128.pow(34) - 1;
const EXPONENT_BIAS: i32 = 6176;
/// The largest power of five in a limb.
const FIVE_POW_27: u64 = 5_u64.pow(27);

/// A decimal128 taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decimal {
    NaN,
    Infinity { negative: bool },
    Finite { negative: bool, magnitude: Magnitude },
}

/// `coefficient * 10^exponent`, with at most 34 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Magnitude {
    pub(super) coefficient: u128,
    pub(super) exponent: i32,
}

impl Decimal {
    /// Reads the binary integer form that BSON uses. Coefficients above 34 digits count as zero, as IEEE 754 says.
    pub(super) fn new(value: Decimal128) -> Self {
        let bits = u128::from_le_bytes(value.bytes());
        let negative = bits >> 127 == 1;
        match bits >> 122 & 0x1f {
            0x1f => Self::NaN,
            0x1e => Self::Infinity { negative },
            combination => {
                let is_long = combination >> 3 == 3;
                let exponent_bits = bits >> if is_long { 111 } else { 113 } & 0x3fff;
                let coefficient = bits & ((1 << 113) - 1);
                let coefficient = if is_long || coefficient > COEFFICIENT_MAX { 0 } else { coefficient };
                let exponent = i32::try_from(exponent_bits).unwrap_or(0) - EXPONENT_BIAS;
                Self::Finite { negative, magnitude: Magnitude { coefficient, exponent } }
            }
        }
    }
}

impl Magnitude {
    /// The largest double that is not above this value, and whether it is the value itself.
    pub(super) fn to_double_truncated(self) -> (f64, bool) {
        let Some(exponent) = self.first_digit_exponent() else { return (0.0, true) };
        if exponent > 308 {
            return (f64::MAX, false);
        }
        if exponent < -324 {
            return (0.0, false);
        }
        let mut wide = Wide::new(self.coefficient);
        if self.exponent >= 0 {
            scale_up(&mut wide, self.exponent.unsigned_abs());
            return truncate(&wide, self.exponent, false);
        }
        let n_digits = self.exponent.unsigned_abs();
        // Room for 64 bits after dividing by 5^n, which has fewer than 7/3 n bits.
        let n_bits = n_digits as usize * 7 / 3 + 65;
        wide.shift_left(n_bits);
        let cut = scale_down(&mut wide, n_digits);
        let exponent_binary = self.exponent - i32::try_from(n_bits).unwrap_or(i32::MAX);
        truncate(&wide, exponent_binary, cut)
    }

    /// The power of ten of the first digit; none for zero.
    pub(super) fn first_digit_exponent(self) -> Option<i32> {
        let n_digits = self.coefficient.checked_ilog10()?;
        Some(self.exponent + i32::try_from(n_digits).unwrap_or(0))
    }

    /// The integer part and whether a fraction is left; none from 2^64 on.
    pub(super) fn split_integer(self) -> Option<(u64, bool)> {
        let n_digits = self.exponent.unsigned_abs();
        if self.exponent >= 0 {
            let scale = if self.coefficient == 0 { 1 } else { 10_u128.checked_pow(n_digits)? };
            return Some((u64::try_from(self.coefficient.checked_mul(scale)?).ok()?, false));
        }
        match 10_u128.checked_pow(n_digits) {
            Some(scale) => {
                Some((u64::try_from(self.coefficient / scale).ok()?, !self.coefficient.is_multiple_of(scale)))
            }
            None => Some((0, self.coefficient != 0)),
        }
    }

    /// The nearest integer, ties to even; none from 2^64 on.
    pub(super) fn round_half_even(self) -> Option<u64> {
        let (integer, has_fraction) = self.split_integer()?;
        let scale = 10_u128.checked_pow(self.exponent.unsigned_abs());
        let (true, Some(scale)) = (has_fraction, scale) else { return Some(integer) };
        let twice = 2 * (self.coefficient % scale);
        let round_up = twice > scale || (twice == scale && integer % 2 == 1);
        integer.checked_add(u64::from(round_up))
    }
}

/// Multiplies by 5^n; the factor 2^n stays in the binary exponent.
fn scale_up(wide: &mut Wide, n: u32) {
    for _ in 0..n / 27 {
        wide.mul(FIVE_POW_27);
    }
    wide.mul(5_u64.pow(n % 27));
}

/// Divides by 5^n; true when something was cut off.
fn scale_down(wide: &mut Wide, n: u32) -> bool {
    let mut cut = false;
    for _ in 0..n / 27 {
        cut |= wide.div(FIVE_POW_27);
    }
    cut | wide.div(5_u64.pow(n % 27))
}

/// `wide * 2^exponent` as a double, rounded toward zero; the flag is true when nothing was lost.
fn truncate(wide: &Wide, exponent: i32, cut: bool) -> (f64, bool) {
    let n_bits = i32::try_from(wide.bit_len()).unwrap_or(i32::MAX);
    let top = n_bits - 1 + exponent;
    if top > 1023 {
        return (f64::MAX, false);
    }
    let lowest = (top - 52).max(-1074);
    let (mantissa, lost) = match usize::try_from(lowest - exponent) {
        Ok(start) => wide.bits_from(start),
        // Fewer than 53 bits, so shifting them up loses nothing.
        Err(_) => (wide.bits_from(0).0 << (exponent - lowest), false),
    };
    let bits = match u64::try_from(top + 1022) {
        Ok(biased) => (biased << 52) + mantissa,
        Err(_) => mantissa,
    };
    (f64::from_bits(bits), !lost && !cut)
}
