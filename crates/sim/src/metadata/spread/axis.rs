//! Values of one type at even distances.

use ::bson::oid::ObjectId;
use ::bson::spec::BinarySubtype;
use ::bson::{Binary, DateTime, RawBson, RawBsonRef, Timestamp};

use crate::bson::canonical_type;

/// 30 days: how far dates reach where a chunk has no end.
const DAYS_30_SECS: i128 = 30 * 86_400;
/// What a string shows at one place: printable ASCII.
const DIGITS: i128 = 95;
const DIGIT_FIRST: u8 = b' ';
/// Places of a string behind the part that both ends share.
const N_DIGITS: usize = 8;

/// Two ends of a range in one field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends<'a> {
    pub(super) from: RawBsonRef<'a>,
    pub(super) to: RawBsonRef<'a>,
    pub(super) is_hashed: bool,
}

/// How a place on an axis becomes a value.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Int32,
    Int64,
    Date,
    Timestamp,
    ObjectId,
    /// The first twelve of sixteen bytes.
    Uuid(BinarySubtype),
    /// What stands before the digits.
    Text(String),
}

/// Values at even distances, the first at place 0.
#[derive(Debug, Clone)]
pub(super) enum Axis {
    /// Countable values: `n_steps` of them from a place over a width. The value at place 0 may be given as it is.
    Whole { kind: Kind, first: Option<RawBson>, from: i128, width: i128, n_steps: i128 },
    /// Doubles.
    Real { from: f64, step: f64 },
    /// One value, whatever the place.
    Constant(RawBson),
}

impl Axis {
    /// `n_steps` values from one end up to the other, that one excluded.
    pub(super) fn new(ends: Ends<'_>, n_steps: u64) -> Self {
        let n_steps = i128::from(n_steps.max(1));
        if ends.is_hashed {
            return Self::hashes(ends, n_steps);
        }
        let (from, to) = (ends.from, ends.to);
        if let Some(real) = Self::real(from, to, n_steps) {
            return real;
        }
        let is_same_type = canonical_type(from) == canonical_type(to);
        if let Some((kind, low)) = measured(from, to) {
            let high = measured(to, from).filter(|_| is_same_type).map(|(_, high)| high);
            let width = high.map_or_else(|| open_width(&kind, low, n_steps), |high| high - low);
            return Self::Whole { kind, first: Some(RawBson::from(from)), from: low, width, n_steps };
        }
        if matches!(from, RawBsonRef::MinKey) || !is_same_type {
            return Self::below(to, n_steps);
        }
        Self::Constant(RawBson::from(from))
    }

    /// One of the ends is a double: the other one is taken for a double too, or lies a step a value away.
    fn real(from: RawBsonRef<'_>, to: RawBsonRef<'_>, n_steps: i128) -> Option<Self> {
        if !matches!(from, RawBsonRef::Double(_)) && !matches!(to, RawBsonRef::Double(_)) {
            return None;
        }
        let n_steps = n_steps as f64;
        let (low, high) = match (double(from), double(to)) {
            (Some(low), Some(high)) => (low, high),
            (Some(low), None) => (low, low + n_steps),
            (None, Some(high)) if high > 0.0 => (0.0, high),
            (None, Some(high)) => (high - n_steps, high),
            (None, None) => return None,
        };
        let step = (high - low) / n_steps;
        step.is_finite().then_some(Self::Real { from: low, step })
    }

    /// Values below an end that has nothing measurable under it.
    fn below(to: RawBsonRef<'_>, n_steps: i128) -> Self {
        let Some((kind, high)) = measured(to, to) else {
            // MinKey to MaxKey, or to a type without distances: numbers from 0.
            return Self::Whole { kind: Kind::Int64, first: None, from: 0, width: n_steps, n_steps };
        };
        let kind = if let Kind::Text(_) = kind { Kind::Text(String::new()) } else { kind };
        let high = if let (Kind::Text(_), RawBsonRef::String(text)) = (&kind, to) { digits(text) } else { high };
        let low = match kind {
            Kind::Int32 | Kind::Int64 if high <= 0 => high - n_steps,
            Kind::Date | Kind::Timestamp | Kind::ObjectId => high - open_width(&kind, high, n_steps),
            _ => 0,
        };
        Self::Whole { kind, first: None, from: low, width: high - low, n_steps }
    }

    fn hashes(ends: Ends<'_>, n_steps: i128) -> Self {
        let hash = |value: RawBsonRef<'_>, open: i64| match value {
            RawBsonRef::Int64(hash) => i128::from(hash),
            _ => i128::from(open),
        };
        let (from, to) = (hash(ends.from, i64::MIN), hash(ends.to, i64::MAX));
        Self::Whole { kind: Kind::Int64, first: None, from, width: to - from, n_steps }
    }

    /// Values above `last`, as far apart as `n_known` steps from `first` to it were; place 0 is `last`.
    pub(super) fn beyond(
        first: RawBsonRef<'_>,
        last: RawBsonRef<'_>,
        n_known: u64,
        is_hashed: bool,
        n_more: u64,
    ) -> Self {
        let n_more = i128::from(n_more.max(1));
        if is_hashed {
            // Hashes fill the space: what is left of it is cut evenly.
            return Self::hashes(Ends { from: last, to: RawBsonRef::MaxKey, is_hashed }, n_more + 1);
        }
        if let (RawBsonRef::Double(low), RawBsonRef::Double(high)) = (first, last) {
            let step = (high - low) / n_known.max(1) as f64;
            return Self::Real { from: high, step: if step > 0.0 { step } else { 1.0 } };
        }
        let Some((kind, high)) = measured(last, last) else {
            return Self::Whole { kind: Kind::Int64, first: None, from: -1, width: n_more, n_steps: n_more };
        };
        let low = measured(first, last).filter(|_| !matches!(kind, Kind::Text(_))).map_or(high, |(_, low)| low);
        let step = ((high - low) / i128::from(n_known.max(1))).max(0);
        let width = if step > 0 { step * n_more } else { open_width(&kind, high, n_more + 1) };
        let n_steps = if step > 0 { n_more } else { n_more + 1 };
        let kind = if matches!(kind, Kind::Int32) { Kind::Int64 } else { kind };
        Self::Whole { kind, first: Some(RawBson::from(last)), from: high, width, n_steps }
    }

    /// Whether distances between values of this type are known.
    pub(super) fn is_measurable(value: RawBsonRef<'_>) -> bool {
        matches!(value, RawBsonRef::Double(_)) || measured(value, value).is_some()
    }

    /// The value at a place.
    pub(super) fn at(&self, idx: u64) -> RawBson {
        match self {
            Self::Constant(value) => value.clone(),
            Self::Real { from, step } => RawBson::Double(from + step * idx as f64),
            Self::Whole { first: Some(first), .. } if idx == 0 => first.clone(),
            Self::Whole { kind, from, width, n_steps, .. } => value(kind, from + width * i128::from(idx) / n_steps),
        }
    }
}

/// How far values of a kind reach above `from` where nothing ends them.
fn open_width(kind: &Kind, from: i128, n_steps: i128) -> i128 {
    match kind {
        Kind::Int32 | Kind::Int64 => n_steps,
        Kind::Date => DAYS_30_SECS * 1_000,
        Kind::Timestamp => DAYS_30_SECS << 32,
        Kind::ObjectId => DAYS_30_SECS << 64,
        Kind::Uuid(_) => (1 << 96) - from,
        Kind::Text(_) => (0..N_DIGITS).fold(1, |width, _| width * DIGITS) - from,
    }
}

fn double(value: RawBsonRef<'_>) -> Option<f64> {
    match value {
        RawBsonRef::Double(value) => Some(value),
        RawBsonRef::Int32(value) => Some(f64::from(value)),
        RawBsonRef::Int64(value) => Some(value as f64),
        _ => None,
    }
}

/// The place of a value on the axis of its type, and the kind of the values between it and the other end.
fn measured(value: RawBsonRef<'_>, other: RawBsonRef<'_>) -> Option<(Kind, i128)> {
    Some(match value {
        RawBsonRef::Int32(place) => {
            let kind = if matches!(other, RawBsonRef::Int64(_)) { Kind::Int64 } else { Kind::Int32 };
            (kind, i128::from(place))
        }
        RawBsonRef::Int64(place) => (Kind::Int64, i128::from(place)),
        RawBsonRef::DateTime(date) => (Kind::Date, i128::from(date.timestamp_millis())),
        RawBsonRef::Timestamp(at) => (Kind::Timestamp, i128::from(at.time) << 32 | i128::from(at.increment)),
        RawBsonRef::ObjectId(id) => (Kind::ObjectId, big_endian(&id.bytes())),
        RawBsonRef::Binary(binary) if binary.bytes.len() == 16 => {
            (Kind::Uuid(binary.subtype), big_endian(binary.bytes.get(..12)?))
        }
        RawBsonRef::String(text) => {
            let other = if let RawBsonRef::String(other) = other { other } else { "" };
            let shared = shared_len(text, other);
            let (head, tail) = text.split_at_checked(shared)?;
            (Kind::Text(head.to_owned()), digits(tail))
        }
        _ => return None,
    })
}

fn value(kind: &Kind, place: i128) -> RawBson {
    let clamped = || i64::try_from(place).unwrap_or(if place < 0 { i64::MIN } else { i64::MAX });
    match kind {
        Kind::Int32 => i32::try_from(place).map_or_else(|_| RawBson::Int64(clamped()), RawBson::Int32),
        Kind::Int64 => RawBson::Int64(clamped()),
        Kind::Date => RawBson::DateTime(DateTime::from_millis(clamped())),
        Kind::Timestamp => {
            let [time, increment] =
                [place >> 32, place & 0xffff_ffff].map(|part| u32::try_from(part).unwrap_or(u32::MAX));
            RawBson::Timestamp(Timestamp { time, increment })
        }
        Kind::ObjectId => {
            let mut bytes = [0; 12];
            write_big_endian(place, &mut bytes);
            RawBson::ObjectId(ObjectId::from_bytes(bytes))
        }
        Kind::Uuid(subtype) => {
            let mut bytes = vec![0; 16];
            write_big_endian(place, bytes.get_mut(..12).unwrap_or_default());
            RawBson::Binary(Binary { subtype: *subtype, bytes })
        }
        Kind::Text(head) => RawBson::String(format!("{head}{}", digits_text(place))),
    }
}

fn big_endian(bytes: &[u8]) -> i128 {
    bytes.iter().fold(0, |place, byte| place << 8 | i128::from(*byte))
}

fn write_big_endian(place: i128, out: &mut [u8]) {
    for (idx, byte) in out.iter_mut().rev().enumerate() {
        *byte = u8::try_from(place >> (8 * idx) & 0xff).unwrap_or(0);
    }
}

/// Bytes of two texts that are alike, up to the end of a character.
fn shared_len(left: &str, right: &str) -> usize {
    let alike = left.char_indices().zip(right.chars()).take_while(|((_, left), right)| left == right);
    alike.last().map_or(0, |((at, left), _)| at + left.len_utf8())
}

/// Text as a number whose digits are printable characters; others count as the nearest of them.
fn digits(text: &str) -> i128 {
    let digit = |byte: &u8| i128::from(byte.saturating_sub(DIGIT_FIRST)).min(DIGITS - 1);
    let mut digits = text.as_bytes().iter().map(digit);
    (0..N_DIGITS).fold(0, |place, _| place * DIGITS + digits.next().unwrap_or(0))
}

fn digits_text(place: i128) -> String {
    let mut rest = place.max(0);
    let mut text = [DIGIT_FIRST; N_DIGITS];
    for digit in text.iter_mut().rev() {
        *digit = DIGIT_FIRST + u8::try_from(rest % DIGITS).unwrap_or(0);
        rest /= DIGITS;
    }
    String::from_utf8_lossy(&text).trim_end().to_owned()
}
