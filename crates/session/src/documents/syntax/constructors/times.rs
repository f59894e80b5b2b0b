//! Dates and timestamps.

use super::{Call, arguments, truncated};
use crate::documents::dates::{DateStyle, days_from_civil, parse_date};
use crate::documents::ejson::values;
use crate::documents::raw::{integer_of, tag};
use crate::documents::syntax::arguments::Argument;
use crate::documents::syntax::error::SyntaxErrorKind;
use crate::documents::syntax::value::ValueReader;

impl ValueReader<'_, '_> {
    pub(super) fn iso_date(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad =
            SyntaxErrorKind::BadArgument { call: "ISODate()", expected: "a date such as \"2024-01-15T10:30:00Z\"" };
        let ms = match arguments(call) {
            [] => return Err(SyntaxErrorKind::NotFixed("ISODate()")),
            [argument] => date_argument(argument),
            _ => None,
        };
        self.put(tag::DATE, &ms.ok_or(bad)?.to_le_bytes())
    }

    pub(super) fn date(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        if !call.is_new {
            let expected = "`new` before it: without, JavaScript gives the present time as text";
            return Err(SyntaxErrorKind::BadArgument { call: "Date()", expected });
        }
        let bad = SyntaxErrorKind::BadArgument {
            call: "new Date()",
            expected: "a date such as \"2024-01-15\", milliseconds, or year, month from 0, day, ...",
        };
        let ms = match arguments(call) {
            [] => return Err(SyntaxErrorKind::NotFixed("new Date()")),
            [argument] => date_argument(argument),
            parts => date_parts(parts),
        };
        self.put(tag::DATE, &ms.ok_or(bad)?.to_le_bytes())
    }

    pub(super) fn timestamp(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument {
            call: "Timestamp()",
            expected: "seconds and a counter: (t, i) or ({ t: ..., i: ... })",
        };
        let (time, increment) = match arguments(call) {
            [] => (Some(0), Some(0)),
            [document] if document.tag == tag::DOCUMENT => {
                let part = |name| document.field(name).and_then(|part| integer_of(part.tag, part.value));
                (part("t"), part("i"))
            }
            [time] => (time.integer(), Some(0)),
            [time, increment] => (time.integer(), increment.integer()),
            _ => (None, None),
        };
        let unsigned = |number: Option<i64>| number.and_then(|number| u32::try_from(number).ok());
        let (time, increment) = unsigned(time).zip(unsigned(increment)).ok_or(bad)?;
        self.put(tag::TIMESTAMP, &values::timestamp(time, increment))
    }
}

fn date_argument(argument: &Argument) -> Option<i64> {
    match argument.tag {
        tag::STRING => parse_date(argument.text()?.as_bytes(), DateStyle::Shell),
        tag::DATE => argument.value.first_chunk().map(|bytes| i64::from_le_bytes(*bytes)),
        _ => argument.number().and_then(truncated),
    }
}

/// `new Date(year, month from 0, day, hour, minute, second, millisecond)`, taken as UTC; parts may overflow.
fn date_parts(parts: &[Argument]) -> Option<i64> {
    const PART_MAX: i64 = 1_000_000;
    let mut numbers = [0, 0, 1, 0, 0, 0, 0];
    if parts.len() > numbers.len() {
        return None;
    }
    for (slot, part) in numbers.iter_mut().zip(parts) {
        *slot = part.integer().filter(|number| number.abs() < PART_MAX)?;
    }
    let [year, month, day, hour, minute, second, ms] = numbers;
    Some((((days_from_civil(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms)
}
