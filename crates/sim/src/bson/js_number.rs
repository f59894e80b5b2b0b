//! Numbers and dates the way JavaScript, and so the shell, writes them.

use std::fmt::Write;

/// A double as JavaScript prints it: `5`, `0.1`, `-0`, `1e-7`, `1e+21`, `NaN`, `Infinity`.
#[must_use]
pub fn double_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_infinite() {
        return format!("{sign}Infinity");
    }
    // Rust prints the shortest digits that read back as the same double, as JavaScript does.
    let scientific = format!("{:e}", value.abs());
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = digits.replace('.', "");
    format!("{sign}{}", place_point(&digits, exponent.parse().unwrap_or(0)))
}

/// Digits with the point after the first one moved by `exponent`, in plain form from 1e-6 to 1e21.
fn place_point(digits: &str, exponent: i32) -> String {
    match usize::try_from(exponent) {
        Ok(exponent) if exponent <= 20 => match digits.split_at_checked(exponent + 1) {
            Some((integer, "")) => integer.to_owned(),
            Some((integer, fraction)) => format!("{integer}.{fraction}"),
            None => format!("{digits:0<width$}", width = exponent + 1),
        },
        Err(_) if exponent >= -6 => {
            let n_zeros = usize::try_from(-exponent - 1).unwrap_or(0);
            format!("0.{}{digits}", "0".repeat(n_zeros))
        }
        _ => {
            let (first, fraction) = digits.split_at_checked(1).unwrap_or((digits, ""));
            let point = if fraction.is_empty() { "" } else { "." };
            format!("{first}{point}{fraction}e{exponent:+}")
        }
    }
}

const MILLIS_PER_DAY: i64 = 86_400_000;
/// The last date of JavaScript, 100,000,000 days after 1970.
const MILLIS_MAX: i64 = 100_000_000 * MILLIS_PER_DAY;

/// `2024-01-15T10:30:00.000Z` from milliseconds since 1970; none outside the dates that JavaScript has.
pub(crate) fn iso_date(millis: i64) -> Option<String> {
    if millis.unsigned_abs() > MILLIS_MAX.unsigned_abs() {
        return None;
    }
    let (year, month, day) = civil_date(millis.div_euclid(MILLIS_PER_DAY));
    let of_day = millis.rem_euclid(MILLIS_PER_DAY);
    let mut text = String::new();
    let _ = match year {
        0..=9999 => write!(text, "{year:04}"),
        _ => write!(text, "{year:+07}"),
    };
    let (seconds, millis) = (of_day / 1000, of_day % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let _ = write!(text, "-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z");
    Some(text)
}

/// Year, month and day of a day counted from 1970, in the Gregorian calendar.
///
/// Years are counted from March, so that the leap day is the last of a year, in eras of 400 years or 146,097 days.
pub(crate) fn civil_date(day: i64) -> (i64, i64, i64) {
    const DAYS_PER_ERA: i64 = 146_097;
    // From 1 March of the year 0 to 1970.
    let day = day + 719_468;
    let (era, day_of_era) = (day.div_euclid(DAYS_PER_ERA), day.rem_euclid(DAYS_PER_ERA));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (400 * era + year_of_era + i64::from(month <= 2), month, day_of_month)
}
