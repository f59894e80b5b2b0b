//! ISO 8601 dates to milliseconds since 1970 and back, without a clock or a time zone database.

const DAY_MS: i64 = 86_400_000;

/// How much a date may depart from the plain form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DateStyle {
    /// `2024-01-15` and `2024-01-15T10:30[:00[.123]][zone]`, with a real day of the month.
    Strict,
    /// What mongosh's `ISODate` takes as well: hours alone, the compact `20240115T103000Z`, and days up to 31 in every
    /// month, which roll over into the next one (mongosh 2.12).
    Shell,
}

/// Parses a date; without a zone it is UTC. None if it is not one.
pub(crate) fn parse_date(text: &[u8], style: DateStyle) -> Option<i64> {
    let mut scan = Scan { text, at: 0 };
    let year = scan.digits(4)?;
    let compact = style == DateStyle::Shell && scan.peek().is_some_and(|byte| byte.is_ascii_digit());
    if !compact {
        scan.expect(b'-')?;
    }
    let month = scan.digits(2)?;
    if !compact {
        scan.expect(b'-')?;
    }
    let day = scan.digits(2)?;
    let day_max = if style == DateStyle::Shell { 31 } else { days_in_month(year, month) };
    if !(1..=12).contains(&month) || day < 1 || day > day_max {
        return None;
    }
    let midnight = days_from_civil(year, month, day) * DAY_MS;
    if scan.peek().is_none() {
        return Some(midnight);
    }
    if !matches!(scan.next()?, b'T' | b't' | b' ') {
        return None;
    }
    let time = time_of_day(&mut scan, style, compact)?;
    let offset = zone_offset(&mut scan)?;
    scan.peek().is_none().then_some(midnight + time - offset)
}

fn time_of_day(scan: &mut Scan<'_>, style: DateStyle, compact: bool) -> Option<i64> {
    let hour = scan.digits(2)?;
    let (mut minute, mut second, mut ms) = (0, 0, 0);
    let separated = scan.peek() == Some(b':') || (compact && scan.peek().is_some_and(|byte| byte.is_ascii_digit()));
    if !separated && style == DateStyle::Strict {
        return None;
    }
    if separated {
        if !compact {
            scan.expect(b':')?;
        }
        minute = scan.digits(2)?;
        let seconds = if compact { scan.peek().is_some_and(|byte| byte.is_ascii_digit()) } else { scan.take(b':') };
        if seconds {
            second = scan.digits(2)?;
            if scan.take(b'.') || scan.take(b',') {
                ms = scan.fraction_ms()?;
            }
        }
    }
    (hour < 24 && minute < 60 && second < 60).then_some(((hour * 60 + minute) * 60 + second) * 1000 + ms)
}

/// Milliseconds that the zone is ahead of UTC.
fn zone_offset(scan: &mut Scan<'_>) -> Option<i64> {
    let sign = match scan.peek() {
        None => return Some(0),
        Some(b'Z' | b'z') => {
            scan.at += 1;
            return Some(0);
        }
        Some(b'+') => 1,
        Some(b'-') => -1,
        Some(_) => return None,
    };
    scan.at += 1;
    let hours = scan.digits(2)?;
    scan.take(b':');
    let minutes = if scan.peek().is_some() { scan.digits(2)? } else { 0 };
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes) * 60_000)
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    fn digits(&mut self, n: usize) -> Option<i64> {
        let mut number = 0;
        for _ in 0..n {
            let byte = self.next()?;
            number = number * 10 + i64::from(byte.is_ascii_digit().then(|| byte - b'0')?);
        }
        Some(number)
    }

    /// One digit or more; those past milliseconds are cut.
    fn fraction_ms(&mut self) -> Option<i64> {
        let mut ms = self.digits(1)? * 100;
        let mut scale = 10;
        while let Some(byte) = self.peek().filter(u8::is_ascii_digit) {
            ms += i64::from(byte - b'0') * scale;
            scale /= 10;
            self.at += 1;
        }
        Some(ms)
    }
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 in the proleptic Gregorian calendar; months and days may lie outside their usual range.
pub(crate) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let months = year * 12 + month - 1;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    // Years begin in March here, so that the leap day is the last day of a year.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468 + day - 1
}

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// `2024-01-15T10:30:00.000Z`; None outside the years 0000 to 9999.
pub(crate) fn format_date_time(ms: i64) -> Option<String> {
    let (year, month, day) = civil_from_days(ms.div_euclid(DAY_MS));
    let rest = ms.rem_euclid(DAY_MS);
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    (0..=9999).contains(&year).then(|| {
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}.{:03}Z", rest / 1000 % 60, rest % 1000)
    })
}

#[cfg(test)]
mod tests {
    use super::{DateStyle, format_date_time, parse_date};
    use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

    #[test]
    fn reads_the_forms_that_people_write() {
        let cases = [
            ("1970-01-01", Some(0)),
            ("2024-01-15", Some(1_705_276_800_000)),
            ("2024-01-15T10:30:00Z", Some(1_705_314_600_000)),
            ("2024-01-15 10:30", Some(1_705_314_600_000)),
            ("2024-01-15T10:30:00.123Z", Some(1_705_314_600_123)),
            ("2024-01-15T10:30:00.123456789Z", Some(1_705_314_600_123)),
            ("2024-01-15T10:30:00.5", Some(1_705_314_600_500)),
            ("2024-01-15T10:30:00+02:00", Some(1_705_307_400_000)),
            ("2024-01-15T10:30:00-0530", Some(1_705_334_400_000)),
            ("0000-01-01T00:00:00Z", Some(-62_167_219_200_000)),
            ("2024-02-29", Some(1_709_164_800_000)),
            ("2023-02-29", None),
            ("2024-02-30", None),
            ("2024-13-01", None),
            ("2024-00-10", None),
            ("2024-1-5", None),
            ("2024", None),
            ("2024-01-15T", None),
            ("2024-01-15T10", None),
            ("2024-01-15T24:00", None),
            ("2024-01-15T10:30:00.Z", None),
            ("2024-01-15x10:30", None),
            ("2024-01-15T10:30:00+", None),
            ("2024-01-15T10:30:00ZZ", None),
            ("20240115", None),
            ("garbage", None),
            ("", None),
        ];
        for (text, expect) in cases {
            assert_eq!(parse_date(text.as_bytes(), DateStyle::Strict), expect, "{text}");
        }
    }

    #[test]
    fn the_shell_takes_more() {
        let cases = [
            ("2024-02-30", Some(1_709_251_200_000)),
            ("2024-01-15T10", Some(1_705_312_800_000)),
            ("20240115T103000Z", Some(1_705_314_600_000)),
            ("20240115", Some(1_705_276_800_000)),
            ("2024-1-5", None),
            ("2024-01-32", None),
        ];
        for (text, expect) in cases {
            assert_eq!(parse_date(text.as_bytes(), DateStyle::Shell), expect, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn formatting_and_parsing_agree(ms in -62_167_219_200_000_i64..253_402_300_800_000) {
            let text = format_date_time(ms).unwrap_or_default();
            prop_assert_eq!(parse_date(text.as_bytes(), DateStyle::Strict), Some(ms));
        }
    }
}
