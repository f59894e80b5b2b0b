//! What a cell of text can become.

use crate::documents::dates::{DateStyle, format_date_time, parse_date};
use crate::documents::ejson::values;
use crate::documents::raw::{integer_of, number_of, tag, text_of, write_text};
use crate::documents::syntax::Number;
use crate::scenario::ColumnType;

/// A set of column types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypeSet(u8);

/// Narrow types first: the first one that fits all cells of a column is used.
const NARROW_FIRST: [ColumnType; 6] = [
    ColumnType::ObjectId,
    ColumnType::Integer,
    ColumnType::Double,
    ColumnType::Boolean,
    ColumnType::Date,
    ColumnType::String,
];

impl TypeSet {
    pub(super) const ALL: Self = Self(0b11_1111);
    pub(super) const TEXT: Self = Self::of(ColumnType::String);

    const fn of(column_type: ColumnType) -> Self {
        Self(1 << column_type as u8)
    }

    const fn and(self, column_type: ColumnType) -> Self {
        Self(self.0 | Self::of(column_type).0)
    }

    pub(super) fn shared(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn holds(self, column_type: ColumnType) -> bool {
        self.0 & Self::of(column_type).0 != 0
    }

    /// The narrowest type in the set.
    pub(super) fn narrowest(self) -> ColumnType {
        NARROW_FIRST.into_iter().find(|column_type| self.holds(*column_type)).unwrap_or(ColumnType::String)
    }
}

/// The types that a cell's text fits without loss. Spaces around it do not count.
pub(super) fn fitting(text: &[u8]) -> TypeSet {
    let trimmed = text.trim_ascii();
    match trimmed.first() {
        Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'a'..=b'f' | b'A'..=b'F' | b't' | b'T') => fitting_trimmed(trimmed),
        _ => TypeSet::TEXT,
    }
}

fn fitting_trimmed(text: &[u8]) -> TypeSet {
    let mut fits = TypeSet::TEXT;
    if text.len() == 24 && text.iter().all(u8::is_ascii_hexdigit) {
        fits = fits.and(ColumnType::ObjectId);
    }
    if has_leading_zeros(text) {
        return fits;
    }
    if let Some(whole) = parse_integer(text) {
        fits = fits.and(ColumnType::Integer);
        // Beyond 2^53 a double would round it.
        if whole.unsigned_abs() <= 1 << 53 {
            fits = fits.and(ColumnType::Double);
        }
    } else if is_decimal(text) {
        fits = fits.and(ColumnType::Double);
    } else if parse_boolean(text).is_some() {
        fits = fits.and(ColumnType::Boolean);
    } else if parse_date(text, DateStyle::Strict).is_some() {
        fits = fits.and(ColumnType::Date);
    }
    fits
}

/// `00501`, `-01`, `01.5`: as a number it would lose them.
pub(super) fn has_leading_zeros(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let n_digits = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    // `0001-01-01` is a date.
    n_digits > 1 && digits.first() == Some(&b'0') && parse_date(text, DateStyle::Strict).is_none()
}

fn parse_integer(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let plain = !digits.is_empty() && digits.len() <= 19 && digits.iter().all(u8::is_ascii_digit);
    plain.then(|| std::str::from_utf8(text).ok()?.parse().ok())?
}

/// A number with a point or an exponent. Digits alone that are no int64 are not meant to be one that is rounded.
fn is_decimal(text: &[u8]) -> bool {
    let has_digit = text.iter().any(u8::is_ascii_digit);
    let is_marked = text.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    has_digit && is_marked && parse_double(text).is_some_and(f64::is_finite)
}

fn parse_double(text: &[u8]) -> Option<f64> {
    let allowed = text.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    allowed.then(|| std::str::from_utf8(text).ok()?.parse().ok())?
}

fn parse_boolean(text: &[u8]) -> Option<bool> {
    match text {
        b"true" | b"TRUE" | b"True" => Some(true),
        b"false" | b"FALSE" | b"False" => Some(false),
        _ => None,
    }
}

/// Appends a cell as a value of this type and returns its BSON type byte; None if it does not fit. A type chosen by hand
/// may lose what an inferred one may not: leading zeros, digits beyond 2^53.
pub(super) fn write_cell(text: &[u8], column_type: ColumnType, out: &mut Vec<u8>) -> Option<u8> {
    let trimmed = text.trim_ascii();
    Some(match column_type {
        ColumnType::String => {
            write_text(out, text);
            tag::STRING
        }
        ColumnType::Integer => Number::from_integer(parse_integer(trimmed)?).write(out),
        ColumnType::Double => Number::Double(parse_double(trimmed).filter(|value| value.is_finite())?).write(out),
        ColumnType::Boolean => {
            out.push(u8::from(parse_boolean(trimmed)?));
            tag::BOOLEAN
        }
        ColumnType::Date => {
            out.extend_from_slice(&parse_date(trimmed, DateStyle::Strict)?.to_le_bytes());
            tag::DATE
        }
        ColumnType::ObjectId => {
            out.extend_from_slice(&values::object_id(std::str::from_utf8(trimmed).ok()?)?);
            tag::OBJECT_ID
        }
    })
}

/// The text that a value written by [`write_cell`] stands for when nothing else was noted.
pub(super) fn cell_text(tag: u8, value: &[u8]) -> Vec<u8> {
    match tag {
        tag::STRING => text_of(value).to_vec(),
        tag::INT32 | tag::INT64 => {
            integer_of(tag, value).map(|whole| whole.to_string().into_bytes()).unwrap_or_default()
        }
        // Rust prints the shortest digits that give the same double, never an exponent.
        tag::DOUBLE => number_of(tag, value).map(|number| number.to_string().into_bytes()).unwrap_or_default(),
        tag::BOOLEAN => {
            if value == [1] {
                b"true".to_vec()
            } else {
                b"false".to_vec()
            }
        }
        tag::DATE => date_text(i64::from_le_bytes(value.first_chunk().copied().unwrap_or_default())),
        _ => value.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect(),
    }
}

/// A midnight is a date; another time has what it needs of seconds and milliseconds.
fn date_text(ms: i64) -> Vec<u8> {
    let text = format_date_time(ms).unwrap_or_default();
    let short = text.strip_suffix("T00:00:00.000Z").map(str::to_owned);
    short.or_else(|| text.strip_suffix(".000Z").map(|text| format!("{text}Z"))).unwrap_or(text).into_bytes()
}

/// Whether [`cell_text`] gives back exactly this text. Only such cells may be stored without a note.
pub(super) fn is_recoverable(text: &[u8], tag: u8, value: &[u8]) -> bool {
    match tag {
        tag::STRING => true,
        // At most 15 digits survive the way to a double and back.
        tag::DOUBLE if is_plain_decimal(text) => true,
        tag::INT32 | tag::INT64 if text.iter().all(u8::is_ascii_digit) && !has_leading_zeros(text) => true,
        _ => cell_text(tag, value) == text,
    }
}

/// Up to 15 characters of digits and a point, no zeros in front and none at the end of the decimals.
fn is_plain_decimal(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let mut parts = digits.split(|byte| *byte == b'.');
    let (whole, fraction, rest) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let all_digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let whole_ok = all_digits(whole) && (whole.len() == 1 || whole.first() != Some(&b'0'));
    let fraction_ok = fraction.is_none_or(|fraction| all_digits(fraction) && fraction.last() != Some(&b'0'));
    whole_ok && fraction_ok && rest.is_none() && digits.len() <= 15
}

#[cfg(test)]
mod tests {
    use super::{ColumnType, cell_text, fitting, is_recoverable, write_cell};
    use ColumnType::{Boolean, Date, Double, Integer, ObjectId, String as Text};
    use proptest::prelude::{ProptestConfig, prop_assert, proptest};

    #[test]
    fn narrowest_type_of_a_cell() {
        let cases: [(&str, ColumnType); 42] = [
            ("5", Integer),
            ("-5", Integer),
            ("+5", Integer),
            ("0", Integer),
            (" 42 ", Integer),
            ("9223372036854775807", Integer),
            ("9223372036854775808", Text),
            ("00501", Text),
            ("-01", Text),
            ("00", Text),
            ("01.5", Text),
            ("0.5", Double),
            ("-0.5", Double),
            (".5", Double),
            ("5.", Double),
            ("1e3", Double),
            ("1.5e-7", Double),
            ("1e999", Text),
            ("1,5", Text),
            ("1.2.3", Text),
            ("-", Text),
            (".", Text),
            ("e", Text),
            ("NaN", Text),
            ("inf", Text),
            ("0x10", Text),
            ("1_000", Text),
            ("true", Boolean),
            ("FALSE", Boolean),
            ("tRUE", Text),
            ("t", Text),
            ("1990-01-08", Date),
            ("0001-01-01", Date),
            ("1990-01-08T10:30:00Z", Date),
            ("1990-01-08 10:30", Date),
            ("1990-02-30", Text),
            ("08.01.1990", Text),
            ("2001/01/01 00:47", Text),
            ("65a0000000000000000000FF", ObjectId),
            ("123456789012345678901234", ObjectId),
            ("65a0000000000000000000f", Text),
            ("", Text),
        ];
        for (text, expect) in cases {
            assert_eq!(fitting(text.as_bytes()).narrowest(), expect, "{text:?}");
        }
    }

    #[test]
    fn whole_numbers_fit_a_column_of_doubles_up_to_2_to_the_53() {
        assert!(fitting(b"9007199254740992").holds(Double));
        assert!(!fitting(b"9007199254740993").holds(Double));
        assert!(!fitting(b"1.5").holds(Integer));
    }

    #[test]
    fn a_chosen_type_takes_what_it_can() {
        let mut out = Vec::new();
        assert!(write_cell(b"00501", Integer, &mut out).is_some());
        assert_eq!(out, 501_i32.to_le_bytes());
        for (text, column_type) in [
            ("x", Integer),
            ("", Integer),
            ("1.5", Integer),
            ("yes", Boolean),
            ("x", Double),
            ("5", Date),
            ("5", ObjectId),
        ] {
            assert_eq!(write_cell(text.as_bytes(), column_type, &mut Vec::new()), None, "{text} {column_type:?}");
        }
    }

    /// What `is_recoverable` promises, for any text and type.
    fn keeps_promise(text: &str, column_type: ColumnType) -> bool {
        let mut value = Vec::new();
        let Some(tag) = write_cell(text.as_bytes(), column_type, &mut value) else { return true };
        !is_recoverable(text.as_bytes(), tag, &value) || cell_text(tag, &value) == text.as_bytes()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]
        #[test]
        fn recoverable_cells_come_back(text in "[-+ ]?(0|00|[1-9][0-9]{0,19})?(\\.[0-9]{0,18})?(e[0-9])?") {
            prop_assert!([Integer, Double].into_iter().all(|column_type| keeps_promise(&text, column_type)), "{}", text);
        }

        #[test]
        fn recoverable_dates_come_back(text in "(19|20)[0-9]{2}-0[1-9]-[012][0-9]([T ][01][0-9]:[0-5][0-9](:00|:12)?(\\.000|\\.5)?(Z|\\+00:00)?)?") {
            prop_assert!(keeps_promise(&text, Date), "{}", text);
        }

        #[test]
        fn recoverable_flags_and_ids_come_back(text in "(true|TRUE|False| false|[0-9a-fA-F]{24})") {
            prop_assert!([Boolean, ObjectId].into_iter().all(|column_type| keeps_promise(&text, column_type)), "{}", text);
        }
    }

    #[test]
    fn usual_cells_need_no_note() {
        for (text, column_type) in [
            ("0", Integer),
            ("-17", Integer),
            ("40.922326", Double),
            ("-72.637078", Double),
            ("5", Double),
            ("true", Boolean),
            ("1990-01-08", Date),
            ("65a0000000000000000000ff", ObjectId),
        ] {
            let mut value = Vec::new();
            let tag = write_cell(text.as_bytes(), column_type, &mut value);
            assert!(tag.is_some_and(|tag| is_recoverable(text.as_bytes(), tag, &value)), "{text}");
        }
    }
}
