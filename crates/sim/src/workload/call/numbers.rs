//! Ranges, distributions and arithmetic.

use super::{Call, Out};
use crate::workload::fields::{Insert, write_whole};
use crate::workload::func::Func;
use crate::workload::value::{DATE, DECIMAL, DOUBLE, INT32, INT64, Num, whole};
use crate::workload::zipf::Zipf;

const TAU: f64 = 2.0 * std::f64::consts::PI;

pub(super) fn put_double(out: Out<'_>, value: f64) -> u8 {
    out.extend_from_slice(&value.to_le_bytes());
    DOUBLE
}

pub(super) fn put_date(out: Out<'_>, ms: i64) -> u8 {
    out.extend_from_slice(&ms.to_le_bytes());
    DATE
}

fn put_long(out: Out<'_>, value: i64) -> u8 {
    out.extend_from_slice(&value.to_le_bytes());
    INT64
}

fn put_int(out: Out<'_>, value: i64) -> u8 {
    let clamped = value.clamp(i32::MIN.into(), i32::MAX.into());
    out.extend_from_slice(&i32::try_from(clamped).unwrap_or(0).to_le_bytes());
    INT32
}

fn put_num(out: Out<'_>, number: Num) -> u8 {
    match number {
        Num::Whole(value) => write_whole(out, value),
        Num::Double(value) => put_double(out, value),
        Num::Date(ms) => put_date(out, ms),
    }
}

/// Ten to this many decimals, at most 15.
fn scale(decimals: i64) -> f64 {
    10_u64.pow(u32::try_from(decimals.clamp(0, 15)).unwrap_or(0)) as f64
}

impl Call {
    /// A whole number from `min` to `max`, or `min` if that is above `max`.
    fn between(&mut self, min: i64, max: i64) -> i64 {
        if min >= max { min } else { min.wrapping_add_unsigned(self.stream.up_to(max.abs_diff(min))) }
    }

    pub(super) fn range(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let (min, max) = (self.num(0, out, insert)?, self.num(1, out, insert)?);
        if matches!(self.func, Func::Decimals | Func::Decimal128) {
            let decimals = self.whole(2, out, insert)?.clamp(0, 15);
            let scale = scale(decimals);
            let drawn = self.between(whole(min.double() * scale), whole(max.double() * scale));
            if self.func == Func::Decimals {
                return Some(put_double(out, drawn as f64 / scale));
            }
            out.extend_from_slice(&decimal_bytes(drawn, decimals));
            return Some(DECIMAL);
        }
        // The least whole number not below `min`, the largest not above `max`.
        let ceil = if let Num::Double(min) = min { whole(libm::ceil(min)) } else { min.whole() };
        let floor = if let Num::Double(max) = max { whole(libm::floor(max)) } else { max.whole() };
        let drawn = self.between(ceil, floor);
        match self.func {
            Func::Int32 => Some(put_int(out, drawn)),
            Func::Int64 => Some(put_long(out, drawn)),
            Func::Date => Some(put_date(out, drawn)),
            Func::Prime => prime(drawn, ceil, floor).map(|prime| write_whole(out, prime)),
            _ => Some(write_whole(out, drawn)),
        }
    }

    /// A draw of the normal distribution (Box and Muller, 1958).
    fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.stream.unit()));
        radius * libm::cos(TAU * self.stream.unit())
    }

    pub(super) fn distribution(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let first = self.double(0, out, insert)?;
        let value = match self.func {
            Func::Normal => first + self.double(1, out, insert)? * self.normal(),
            Func::Lognormal => libm::exp(first + self.double(1, out, insert)? * self.normal()),
            Func::Exponential => -first * libm::log(1.0 - self.stream.unit()),
            Func::Pareto => {
                let shape = self.double(1, out, insert)?.max(1e-3);
                first * libm::exp(-libm::log(1.0 - self.stream.unit()) / shape)
            }
            _ => return Some(write_whole(out, self.poisson(first))),
        };
        Some(put_double(out, value))
    }

    fn poisson(&mut self, mean: f64) -> i64 {
        if mean.is_nan() || mean <= 0.0 {
            return 0;
        }
        if mean < 10.0 {
            // Products of uniform draws until they fall below e^-mean (D. Knuth).
            let floor = libm::exp(-mean);
            let mut product = self.stream.unit();
            let mut n_events = 0;
            while product > floor {
                product *= self.stream.unit();
                n_events += 1;
            }
            return n_events;
        }
        // Transformed rejection (W. Hörmann, "The transformed rejection method for generating Poisson random variables",
        // 1993, PTRS): about 1.1 tries for any mean.
        let slope = 0.931 + 2.53 * libm::sqrt(mean);
        let shift = -0.059 + 0.02483 * slope;
        let inverse_alpha = 1.1239 + 1.1328 / (slope - 3.4);
        let quick = 0.9277 - 3.6224 / (slope - 2.0);
        loop {
            let centred = self.stream.unit() - 0.5;
            let height = 1.0 - self.stream.unit();
            let edge = 0.5 - centred.abs();
            let drawn = libm::floor((2.0 * shift / edge + slope) * centred + mean + 0.43);
            if edge >= 0.07 && height <= quick {
                return whole(drawn);
            }
            if drawn < 0.0 || (edge < 0.013 && height > edge) {
                continue;
            }
            let density = drawn * libm::log(mean) - mean - libm::lgamma(drawn + 1.0);
            if libm::log(height) + libm::log(inverse_alpha) - libm::log(shift / (edge * edge) + slope) <= density {
                return whole(drawn);
            }
        }
    }

    pub(super) fn skewed(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let drawn = match self.func {
            Func::Hotspot => {
                let (min, max) = (self.whole(0, out, insert)?, self.whole(1, out, insert)?.min(i64::MAX / 2));
                let (hot_set, hot_share) = (self.double(2, out, insert)?, self.double(3, out, insert)?);
                let last_hot = whole(min as f64 + (max.saturating_sub(min) as f64 + 1.0) * hot_set.clamp(0.0, 1.0)) - 1;
                let last_hot = last_hot.clamp(min, max.max(min));
                // Without a cold part everything is hot.
                let is_hot = self.stream.unit() < hot_share || last_hot == max;
                if is_hot { self.between(min, last_hot) } else { self.between(last_hot + 1, max) }
            }
            Func::Latest => {
                let zipf = Zipf::new(self.n_calls + 1, self.double(0, out, insert)?.clamp(0.0, 100.0))?;
                i64::try_from(self.n_calls + 1 - zipf.draw(&mut self.stream)).ok()?
            }
            _ => {
                let at_first = self.whole(0, out, insert)?.max(1).unsigned_abs();
                let every = self.whole(1, out, insert)?.max(1).unsigned_abs();
                let exponent = self.double(2, out, insert)?.clamp(0.0, 100.0);
                let n = at_first.saturating_add(self.n_calls / every).min(1 << 53);
                i64::try_from(Zipf::new(n, exponent)?.draw(&mut self.stream)).ok()?
            }
        };
        Some(write_whole(out, drawn))
    }

    /// Over all arguments; those that are no numbers are passed over, unless none is one.
    pub(super) fn fold(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let mut result: Option<Num> = None;
        for idx in 0..self.args.len() {
            let Some(next) = self.num(idx, out, insert) else { continue };
            result = Some(match (result, self.func) {
                (None, _) => next,
                (Some(so_far), Func::Least) => {
                    if next.double() < so_far.double() {
                        next
                    } else {
                        so_far
                    }
                }
                (Some(so_far), Func::Greatest) => {
                    if next.double() > so_far.double() {
                        next
                    } else {
                        so_far
                    }
                }
                (Some(so_far), func) => arithmetic(func, so_far, next),
            });
        }
        Some(put_num(out, result?))
    }

    pub(super) fn two_numbers(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let (left, right) = (self.num(0, out, insert)?, self.num(1, out, insert)?);
        let is_zero = right.double() == 0.0;
        match (self.func, left, right) {
            (Func::Subtract, ..) => Some(put_num(out, arithmetic(Func::Subtract, left, right))),
            (Func::Divide, ..) => (!is_zero).then(|| put_double(out, left.double() / right.double())),
            _ if is_zero => None,
            (Func::Mod, Num::Whole(left) | Num::Date(left), Num::Whole(right)) => {
                Some(write_whole(out, left.checked_rem_euclid(right).unwrap_or(0)))
            }
            (Func::Mod, ..) => {
                let quotient = libm::floor(left.double() / right.double());
                Some(put_double(out, left.double() - quotient * right.double()))
            }
            (_, Num::Date(ms), size) => {
                let size = size.whole().saturating_abs().max(1);
                Some(put_date(out, ms.saturating_sub(ms.rem_euclid(size))))
            }
            (_, Num::Whole(value), Num::Whole(size)) => {
                let size = size.saturating_abs().max(1);
                Some(write_whole(out, value.saturating_sub(value.rem_euclid(size))))
            }
            _ => Some(put_double(out, libm::floor(left.double() / right.double()) * right.double())),
        }
    }

    pub(super) fn one_number(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let number = self.num(0, out, insert)?;
        match self.func {
            Func::Abs => match number {
                Num::Double(value) => Some(put_double(out, value.abs())),
                _ => Some(write_whole(out, number.whole().saturating_abs())),
            },
            Func::Round => {
                let scale = scale(self.whole(1, out, insert)?);
                Some(put_double(out, libm::round(number.double() * scale) / scale))
            }
            Func::ToInt32 => Some(put_int(out, number.whole())),
            Func::ToInt64 => Some(put_long(out, number.whole())),
            Func::ToDouble => Some(put_double(out, number.double())),
            Func::ToDate => Some(put_date(out, number.whole())),
            _ => Some(write_whole(out, number.whole())),
        }
    }

    pub(super) fn sequence(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let value = match self.next {
            None => self.num(0, out, insert)?,
            Some(last) => arithmetic(Func::Sum, last, self.num(1, out, insert)?),
        };
        self.next = Some(value);
        Some(put_num(out, value))
    }
}

/// Sum, product or difference: whole as long as both are and it fits 64 bits; a date and a number make a date.
fn arithmetic(func: Func, left: Num, right: Num) -> Num {
    let (a, b) = (left.double(), right.double());
    let exact = match (left, right) {
        (Num::Double(_), _) | (_, Num::Double(_)) => None,
        _ => match func {
            Func::Sum => left.whole().checked_add(right.whole()),
            Func::Product => left.whole().checked_mul(right.whole()),
            _ => left.whole().checked_sub(right.whole()),
        },
    };
    let inexact = match func {
        Func::Sum => a + b,
        Func::Product => a * b,
        _ => a - b,
    };
    let is_date = match func {
        Func::Sum => matches!(left, Num::Date(_)) || matches!(right, Num::Date(_)),
        Func::Subtract => matches!((left, right), (Num::Date(_), Num::Whole(_) | Num::Double(_))),
        _ => false,
    };
    match exact {
        _ if is_date => Num::Date(exact.unwrap_or_else(|| whole(inexact))),
        Some(value) => Num::Whole(value),
        None => Num::Double(inexact),
    }
}

/// The first prime at or above a number, else the last one below it, within a range up to 10,000,000.
fn prime(near: i64, min: i64, max: i64) -> Option<i64> {
    const LARGEST: i64 = 10_000_000;
    // 3,162 squared is just below the largest.
    let is_prime = |number: &i64| {
        (2..=3_162).take_while(|divisor| divisor * divisor <= *number).all(|divisor| number % divisor != 0)
    };
    let (min, max) = (min.max(2), max.min(LARGEST));
    let near = near.clamp(min, max.max(min));
    (near..=max).find(is_prime).or_else(|| (min..near).rev().find(is_prime))
}

/// Decimal128 of a whole number divided by a power of ten: sign, exponent with a bias of 6176, digits
/// (IEEE 754-2008, binary integer form).
fn decimal_bytes(digits: i64, decimals: i64) -> [u8; 16] {
    let exponent = u128::from((6176 - decimals).unsigned_abs());
    let sign = u128::from(digits < 0);
    ((sign << 127) | (exponent << 113) | u128::from(digits.unsigned_abs())).to_le_bytes()
}
