//! Dates: the calendar in UTC, and rates that change with the hour and the day of the week.

use super::numbers::put_date;
use super::{Call, Out};
use crate::bson::civil_date;
use crate::workload::fields::{Insert, write_whole};
use crate::workload::func::Func;
use crate::workload::value::{Num, whole};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// How busy a moment is: a cosine over the day between 1 and `ratio`, times `weekend` on Saturday and Sunday; its mean
/// over a week is 1.
#[derive(Debug, Clone, Copy)]
struct Season {
    peak_hour: f64,
    ratio: f64,
    weekend: f64,
}

impl Season {
    fn rate(self, ms: i64) -> f64 {
        let hour = ms.rem_euclid(DAY_MS) as f64 / HOUR_MS as f64;
        let swing = f64::midpoint(1.0, libm::cos((hour - self.peak_hour) * std::f64::consts::PI / 12.0));
        let of_day = (1.0 + (self.ratio - 1.0) * swing) / f64::midpoint(1.0, self.ratio);
        let of_week = if matches!(weekday(ms), 0 | 6) { self.weekend } else { 1.0 };
        of_day * of_week * 7.0 / (5.0 + 2.0 * self.weekend)
    }

    /// The rate at the busiest moment.
    fn most(self) -> f64 {
        let of_day = self.ratio.max(1.0) / f64::midpoint(1.0, self.ratio);
        of_day * self.weekend.max(1.0) * 7.0 / (5.0 + 2.0 * self.weekend)
    }
}

/// 0 is Sunday; 1 January 1970 was a Thursday.
fn weekday(ms: i64) -> i64 {
    (ms.div_euclid(DAY_MS) + 4).rem_euclid(7)
}

impl Call {
    fn season(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<Season> {
        Some(Season {
            peak_hour: self.double(2, out, insert)?,
            ratio: self.double(3, out, insert)?.clamp(1e-3, 1e6),
            weekend: self.double(4, out, insert)?.clamp(1e-3, 1e6),
        })
    }

    pub(super) fn seasonal(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        const TRIES_MAX: u32 = 10_000;
        let season = self.season(out, insert)?;
        if self.func == Func::Clock {
            let now = match self.next {
                None => self.double(0, out, insert)?,
                // Twice as busy, half the step.
                Some(last) => last.double() + self.double(1, out, insert)? / season.rate(last.whole()),
            };
            self.next = Some(Num::Double(now));
            return Some(put_date(out, whole(now)));
        }
        let (min, max) = (self.whole(0, out, insert)?, self.whole(1, out, insert)?);
        let mut drawn = min;
        for _ in 0..TRIES_MAX {
            drawn = min.wrapping_add_unsigned(self.stream.up_to(max.max(min).abs_diff(min)));
            if self.stream.unit() * season.most() < season.rate(drawn) {
                break;
            }
        }
        Some(put_date(out, drawn))
    }

    pub(super) fn calendar(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        // Beyond these years there is no calendar in JavaScript either.
        const MS_MAX: i64 = 8_640_000_000_000_000;
        let ms = self.whole(0, out, insert)?.clamp(-MS_MAX, MS_MAX);
        let unit = self.text(if self.func == Func::PlusDate { 2 } else { 1 }, out, insert)?;
        let unit = unit.trim_end_matches('s');
        match self.func {
            Func::DatePart => Some(write_whole(out, part(ms, unit)?)),
            Func::FloorDate => Some(put_date(out, floor(ms, unit)?)),
            Func::CeilDate => {
                let floor = floor(ms, unit)?;
                Some(put_date(out, if floor == ms { ms } else { plus(floor, 1, unit)? }))
            }
            _ => {
                let amount = self.num(1, out, insert)?;
                match (amount, unit_ms(unit)) {
                    (Num::Double(amount), Some(unit)) => {
                        Some(put_date(out, ms.saturating_add(whole(amount * unit as f64))))
                    }
                    _ => Some(put_date(out, plus(ms, amount.whole(), unit)?)),
                }
            }
        }
    }
}

/// Units of a fixed length.
fn unit_ms(unit: &str) -> Option<i64> {
    Some(match unit {
        "millisecond" | "m" => 1,
        "second" => 1_000,
        "minute" => 60_000,
        "hour" => HOUR_MS,
        "day" => DAY_MS,
        "week" => 7 * DAY_MS,
        _ => return None,
    })
}

/// Units of months.
fn unit_months(unit: &str) -> Option<i64> {
    Some(match unit {
        "month" => 1,
        "quarter" => 3,
        "year" => 12,
        _ => return None,
    })
}

fn floor(ms: i64, unit: &str) -> Option<i64> {
    if unit == "week" {
        return Some(ms - ms.rem_euclid(DAY_MS) - weekday(ms) * DAY_MS);
    }
    if let Some(size) = unit_ms(unit) {
        return Some(ms - ms.rem_euclid(size));
    }
    let (year, month, _) = civil_date(ms.div_euclid(DAY_MS));
    let months = year * 12 + month - 1;
    let months = months - months.rem_euclid(unit_months(unit)?);
    Some(day_of(months, 1) * DAY_MS)
}

/// So many units later; the 31st of a month becomes the last day of a shorter one.
fn plus(ms: i64, amount: i64, unit: &str) -> Option<i64> {
    if let Some(size) = unit_ms(unit) {
        return Some(ms.saturating_add(amount.saturating_mul(size)));
    }
    let (year, month, day) = civil_date(ms.div_euclid(DAY_MS));
    let months = (year * 12 + month - 1).saturating_add(amount.saturating_mul(unit_months(unit)?));
    let months = months.clamp(-3_000_000, 3_000_000);
    let first = day_of(months, 1);
    let last = day_of(months + 1, 1) - 1;
    Some((first + day - 1).min(last) * DAY_MS + ms.rem_euclid(DAY_MS))
}

fn part(ms: i64, unit: &str) -> Option<i64> {
    let (year, month, day) = civil_date(ms.div_euclid(DAY_MS));
    Some(match unit {
        "year" => year,
        "quarter" => (month + 2) / 3,
        "month" => month,
        "week" => 1 + (floor(ms, "week")? - floor(floor(ms, "year")?, "week")?) / (7 * DAY_MS),
        "day" => day,
        "weekday" => weekday(ms) + 1,
        "hour" => ms.rem_euclid(DAY_MS) / HOUR_MS,
        "minute" => ms.rem_euclid(HOUR_MS) / 60_000,
        "second" => ms.rem_euclid(60_000) / 1_000,
        "millisecond" | "m" => ms.rem_euclid(1_000),
        _ => return None,
    })
}

/// The day, from 1970, of a day in a month counted from the year 0.
fn day_of(months: i64, day: i64) -> i64 {
    // Counted from March, so that the leap day ends a year; 719,468 days from 1 March of the year 0 to 1970.
    let (year, month) = ((months - 2).div_euclid(12), (months - 2).rem_euclid(12));
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::{DAY_MS, Season, floor, part, plus};
    use crate::bson::iso_date;

    fn ms(day: i64) -> i64 {
        day * DAY_MS + 11 * 3_600_000 + 1
    }

    #[test]
    fn months_and_years_follow_the_calendar() {
        // 2024-01-31 is day 19753, a Wednesday.
        let cases = [
            (plus(ms(19_753), 1, "month"), "2024-02-29T11:00:00.001Z"),
            (plus(ms(19_753), 1, "year"), "2025-01-31T11:00:00.001Z"),
            (plus(ms(19_753), -11, "month"), "2023-02-28T11:00:00.001Z"),
            (plus(ms(19_753), 2, "day"), "2024-02-02T11:00:00.001Z"),
            (floor(ms(19_753), "hour"), "2024-01-31T11:00:00.000Z"),
            (floor(ms(19_753), "week"), "2024-01-28T00:00:00.000Z"),
            (floor(ms(19_753 + 60), "month"), "2024-03-01T00:00:00.000Z"),
            (floor(ms(19_753 + 60), "quarter"), "2024-01-01T00:00:00.000Z"),
            (floor(ms(-1), "year"), "1969-01-01T00:00:00.000Z"),
            (floor(ms(-719_468), "year"), "0000-01-01T00:00:00.000Z"),
        ];
        for (found, expect) in cases {
            assert_eq!(found.and_then(iso_date).as_deref(), Some(expect));
        }
        let parts = [("year", 2024), ("month", 1), ("day", 31), ("weekday", 4), ("quarter", 1), ("hour", 11)];
        for (unit, expect) in parts {
            assert_eq!(part(ms(19_753), unit), Some(expect), "{unit}");
        }
        assert_eq!((floor(0, "fortnight"), plus(0, 1, "x"), part(0, "x")), (None, None, None));
    }

    #[test]
    fn the_mean_rate_of_a_week_is_one() {
        for (ratio, weekend) in [(1.0, 1.0), (4.0, 0.5), (10.0, 0.1), (1.0, 3.0)] {
            let season = Season { peak_hour: 14.0, ratio, weekend };
            let minutes = 7 * 24 * 60;
            let rates: Vec<f64> = (0..minutes).map(|minute| season.rate(minute * 60_000)).collect();
            let mean = rates.iter().sum::<f64>() / rates.len() as f64;
            assert!((mean - 1.0).abs() < 1e-3, "{ratio} {weekend}: {mean}");
            let most = rates.iter().copied().fold(0.0, f64::max);
            assert!((most - season.most()).abs() < 1e-3, "{most} {}", season.most());
        }
    }
}
