//! Values short enough for a chart.

use ::bson::spec::BinarySubtype;
use ::bson::{RawBsonRef, RawDocument};

use super::text::hex;
use super::{double_text, iso_date, raw, shell_text};

/// Longest label, in characters.
const LABEL_LEN_MAX: usize = 18;
/// From here on an int64 is most likely a hash and is shown by its size.
const LONG_SHOWN_MAX: u64 = 1_000_000_000_000_000;

/// A key value or bound for a chart, at most 18 characters: the values joined by commas, such as `CA, 90210`, `-6.1e18`
/// or `65a00000…`. A bound that is `MinKey` or `MaxKey` in every field is that one word.
#[must_use]
pub fn short_label(key: &RawDocument) -> String {
    for (end, word) in [(RawBsonRef::MinKey, "MinKey"), (RawBsonRef::MaxKey, "MaxKey")] {
        if !key.is_empty() && raw::fields(key).all(|(_, value)| value == end) {
            return word.to_owned();
        }
    }
    let values: Vec<_> = raw::fields(key).map(|(_, value)| short_value(value)).collect();
    cap(values.join(", "))
}

/// The same values in full, however long, joined by commas: what tells two bounds apart whose short labels are alike.
#[must_use]
pub fn full_label(key: &RawDocument) -> String {
    let values: Vec<_> = raw::fields(key).map(|(_, value)| full_value(value)).collect();
    values.join(", ")
}

fn full_value(value: RawBsonRef<'_>) -> String {
    match value {
        RawBsonRef::String(text) | RawBsonRef::Symbol(text) => text.replace(char::is_control, " "),
        RawBsonRef::Int64(value) if value.unsigned_abs() >= LONG_SHOWN_MAX => all_digits(value),
        RawBsonRef::ObjectId(value) => hex(&value.bytes()),
        RawBsonRef::Binary(binary) if binary.subtype == BinarySubtype::Uuid => hex(binary.bytes),
        RawBsonRef::DateTime(value) => full_date(value.timestamp_millis()),
        RawBsonRef::MinKey
        | RawBsonRef::MaxKey
        | RawBsonRef::Int64(_)
        | RawBsonRef::Double(_)
        | RawBsonRef::Decimal128(_)
        | RawBsonRef::Timestamp(_) => short_value(value),
        _ => shell_text(value),
    }
}

/// `-6.148914691236517204e18`: every digit, beginning like the short form.
fn all_digits(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let sign = if value < 0 { "-" } else { "" };
    let (first, rest) = digits.split_at(1);
    format!("{sign}{first}.{rest}e{}", rest.len())
}

fn full_date(millis: i64) -> String {
    let date = iso_date(millis).unwrap_or_else(|| millis.to_string()).replace('T', " ");
    let date = date.trim_end_matches('Z');
    date.strip_suffix(".000").unwrap_or(date).to_owned()
}

/// One value for a chart, at most 18 characters.
#[must_use]
pub fn short_value(value: RawBsonRef<'_>) -> String {
    let text = match value {
        RawBsonRef::MinKey => "MinKey".to_owned(),
        RawBsonRef::MaxKey => "MaxKey".to_owned(),
        RawBsonRef::String(text) | RawBsonRef::Symbol(text) => text.replace(char::is_control, " "),
        RawBsonRef::Int64(value) if value.unsigned_abs() >= LONG_SHOWN_MAX => format!("{:.1e}", value as f64),
        RawBsonRef::Int64(value) => value.to_string(),
        RawBsonRef::Double(value) => double_text(value),
        RawBsonRef::Decimal128(value) => value.to_string(),
        RawBsonRef::ObjectId(value) => first_hex(&value.bytes()),
        RawBsonRef::Binary(binary) if binary.subtype == BinarySubtype::Uuid => first_hex(binary.bytes),
        RawBsonRef::DateTime(value) => short_date(value.timestamp_millis()),
        RawBsonRef::Timestamp(value) => format!("{}, {}", value.time, value.increment),
        _ => shell_text(value),
    };
    cap(text)
}

fn first_hex(bytes: &[u8]) -> String {
    format!("{}…", hex(bytes.get(..4).unwrap_or(bytes)))
}

/// The day, with hour and minute unless it is midnight.
fn short_date(millis: i64) -> String {
    let Some(date) = iso_date(millis) else { return millis.to_string() };
    match date.split_once('T') {
        Some((day, "00:00:00.000Z")) => day.to_owned(),
        Some((day, time)) => format!("{day} {}", time.get(..5).unwrap_or(time)),
        None => date,
    }
}

fn cap(text: String) -> String {
    if text.chars().count() <= LABEL_LEN_MAX {
        return text;
    }
    let kept: String = text.chars().take(LABEL_LEN_MAX - 1).collect();
    format!("{}…", kept.trim_end())
}
