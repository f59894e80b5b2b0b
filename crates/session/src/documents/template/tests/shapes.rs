//! Shapes of what the operators yield, read from tables.
//!
//! `int a b`, `long a b`, `whole a b` (either), `double a b`, `decimal a b` and `date a b` are ranges; `text a b` and
//! `binary a b` lengths; `array a b SHAPE` a number of elements and their shape; `document NAMES` its fields; `one A|B`
//! texts; `like PATTERN` a text in which 9 stands for any digit, A and a for letters, H and h for hexadecimal digits and
//! * for any character.

use super::values;
use crate::documents::dates::{DateStyle, parse_date};
use bson::Bson;

const N_DOCUMENTS: u64 = 10_000;

/// Checks every line of a table.
pub(super) fn check_table(table: &str) {
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    let mut n_rows = 0;
    for row in rows {
        let (template, shape) = row.split_once(" => ").unwrap();
        let found = values(template, N_DOCUMENTS);
        assert_eq!(found.len() as u64, N_DOCUMENTS);
        for value in &found {
            assert!(has_shape(value, shape), "{template}\n  should be {shape}\n  is {value}");
        }
        // What may differ does differ.
        let ends = shape.split_once(' ').and_then(|(_, rest)| rest.split_once(' '));
        let is_wide = ["double", "date", "text", "int"].iter().any(|kind| shape.starts_with(kind));
        let differs = found.iter().any(|value| value != &found[0]);
        assert!(!is_wide || differs || ends.is_some_and(|(min, max)| min == max), "{template} never changes");
        n_rows += 1;
    }
    assert!(n_rows > 5);
}

fn bounds(rest: &str) -> (f64, f64) {
    let (min, max) = rest.split_once(' ').unwrap();
    (min.parse().unwrap(), max.split(' ').next().unwrap().parse().unwrap())
}

fn within(rest: &str, number: f64) -> bool {
    let (min, max) = bounds(rest);
    (min..=max).contains(&number)
}

fn has_shape(value: &Bson, shape: &str) -> bool {
    let (kind, rest) = shape.split_once(' ').unwrap_or((shape, ""));
    match (kind, value) {
        ("int" | "whole", Bson::Int32(number)) => within(rest, f64::from(*number)),
        ("long" | "whole", Bson::Int64(number)) => within(rest, *number as f64),
        ("double", Bson::Double(number)) => within(rest, *number),
        ("decimal", Bson::Decimal128(number)) => within(rest, number.to_string().parse().unwrap()),
        ("text", Bson::String(text)) => within(rest, text.chars().count() as f64),
        ("binary", Bson::Binary(binary)) => within(rest, binary.bytes.len() as f64),
        ("like", Bson::String(text)) => is_like(text, rest),
        ("one", Bson::String(text)) => rest.split('|').any(|one| one == text),
        ("ip", Bson::String(text)) => {
            let parts: Vec<Option<u8>> = text.split('.').map(|part| part.parse().ok()).collect();
            parts.len() == 4 && parts.iter().all(Option::is_some)
        }
        ("array", Bson::Array(items)) => {
            let shape = rest.splitn(3, ' ').nth(2).unwrap();
            within(rest, items.len() as f64) && items.iter().all(|item| has_shape(item, shape))
        }
        ("document", Bson::Document(document)) => document.keys().eq(rest.split(' ')),
        ("date", Bson::DateTime(date)) => {
            let (min, max) = rest.split_once(' ').unwrap();
            let ms = |text: &str| parse_date(text.as_bytes(), DateStyle::Strict).unwrap();
            (ms(min)..=ms(max)).contains(&date.timestamp_millis())
        }
        ("bool", Bson::Boolean(_))
        | ("objectid", Bson::ObjectId(_))
        | ("timestamp", Bson::Timestamp(_))
        | ("regex", Bson::RegularExpression(_))
        | ("minkey", Bson::MinKey)
        | ("maxkey", Bson::MaxKey)
        // `values` stands it in for a field that is not there.
        | ("missing", Bson::Undefined) => true,
        _ => false,
    }
}

fn is_like(text: &str, pattern: &str) -> bool {
    let fits = |(letter, class): (char, char)| match class {
        '9' => letter.is_ascii_digit(),
        'A' => letter.is_ascii_uppercase(),
        'a' => letter.is_ascii_lowercase(),
        'h' => matches!(letter, '0'..='9' | 'a'..='f'),
        'H' => matches!(letter, '0'..='9' | 'A'..='F'),
        '*' => true,
        other => letter == other,
    };
    text.chars().count() == pattern.chars().count() && text.chars().zip(pattern.chars()).all(fits)
}
