//! Numbers and ranges as they stand in sentences: captions, log rows, verdicts.

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
const TIB: u64 = 1 << 40;

/// Bytes by size, 1024-based like the server: `0 B`, `812 B`, `43 kB`, `6.2 MB`, `314 MB`, `0.72 GB`. From half a gigabyte
/// on it is given in GB, from half a terabyte on in TB.
#[must_use]
pub fn bytes(n: u64) -> String {
    const KB_END: u64 = MIB * 995 / 1_000;
    const MB_END: u64 = GIB / 2;
    const GB_END: u64 = TIB / 2;
    match n {
        0..KIB => format!("{n} B"),
        KIB..KB_END => with_unit(n, KIB, "kB"),
        KB_END..MB_END => with_unit(n, MIB, "MB"),
        MB_END..GB_END => large(n as f64 / GIB as f64, "GB"),
        _ => large(n as f64 / TIB as f64, "TB"),
    }
}

/// Two decimals under ten, one under a hundred, none from there.
fn large(value: f64, unit: &str) -> String {
    if value < 9.995 {
        format!("{value:.2} {unit}")
    } else if value < 99.95 {
        format!("{value:.1} {unit}")
    } else {
        format!("{value:.0} {unit}")
    }
}

/// Bytes in MB, for gaps that stand beside a threshold in MB.
#[must_use]
pub fn megabytes(n: u64) -> String {
    with_unit(n, MIB, "MB")
}

/// Bytes in MB beside a rule in MB, with as many decimals as it takes to tell a number from another one: never
/// `24 MB < 24 MB`.
#[must_use]
pub fn megabytes_beside(n: u64, rule: u64) -> String {
    let plain = megabytes(n);
    let n_decimals = plain.split_once('.').map_or(0, |(_, rest)| rest.len() - " MB".len());
    let exact = |n: u64, decimals: usize| format!("{:.decimals$} MB", n as f64 / MIB as f64);
    let needed = (n_decimals..6).find(|&decimals| exact(n, decimals) != exact(rule, decimals));
    match needed {
        Some(decimals) if n != rule && decimals > n_decimals => exact(n, decimals),
        _ => plain,
    }
}

/// A time of day, `19:00`.
#[must_use]
pub fn time_of_day(ms: u64) -> String {
    let minutes = ms / 60_000;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn with_unit(n: u64, unit: u64, name: &str) -> String {
    let value = n as f64 / unit as f64;
    // One decimal below ten, so that 1.4 and 1.5 MB differ; a whole number prints without it.
    if value < 9.95 && !n.is_multiple_of(unit) { format!("{value:.1} {name}") } else { format!("{value:.0} {name}") }
}

/// Counts with thousands separators: `756,662`.
#[must_use]
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// `1 chunk`, `2 chunks`.
#[must_use]
pub fn plural(n: u64, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{} {one}s", count(n)) }
}

/// A share of 0 to 1 without decimals, as in prose; never `0%` or `100%` for a share that is neither.
#[must_use]
pub fn percent(share: f64) -> String {
    let rounded = share * 100.0;
    if share > 0.0 && rounded < 1.0 {
        "under 1%".to_owned()
    } else if share < 1.0 && rounded > 99.0 {
        "over 99%".to_owned()
    } else {
        format!("{rounded:.0}%")
    }
}

/// A share of 0 to 1 with one decimal, as in tables; never `0.0%` for a share that is not 0.
#[must_use]
pub fn percent_exact(share: f64) -> String {
    if share > 0.0 && share < 0.000_5 { "under 0.1%".to_owned() } else { format!("{:.1}%", share * 100.0) }
}

/// `07:35` from milliseconds of simulated time; hours only when needed.
#[must_use]
pub fn clock(at_ms: u64) -> String {
    let secs = at_ms / 1_000;
    let (hours, minutes, secs) = (secs / 3_600, secs / 60 % 60, secs % 60);
    if hours == 0 { format!("{minutes:02}:{secs:02}") } else { format!("{hours}:{minutes:02}:{secs:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_choose_their_unit() {
        for (n, expected) in [
            (0, "0 B"),
            (1_023, "1023 B"),
            (1_024, "1 kB"),
            (1_536, "1.5 kB"),
            (43 * KIB + 100, "43 kB"),
            (6 * MIB, "6 MB"),
            (6 * MIB + 200_000, "6.2 MB"),
            (314 * MIB, "314 MB"),
            (GIB / 2, "0.50 GB"),
            (737 * MIB, "0.72 GB"),
            (3 * GIB, "3.00 GB"),
            (1_043_000, "1019 kB"),
            (1_044_000, "1.0 MB"),
            (20 * GIB, "20.0 GB"),
            (400 * GIB, "400 GB"),
            (700 * GIB, "0.68 TB"),
        ] {
            assert_eq!(bytes(n), expected);
        }
        assert_eq!(megabytes(3 * GIB), "3072 MB");
    }

    #[test]
    fn a_number_beside_its_rule_differs_from_it() {
        for (n, rule, expected) in [
            (24 * MIB, 24 * MIB, "24 MB"),
            (24 * MIB - 40_000, 24 * MIB, "23.96 MB"),
            (24 * MIB - 1_000, 24 * MIB, "23.999 MB"),
            (23 * MIB, 24 * MIB, "23 MB"),
            (384 * MIB + 200_000, 384 * MIB, "384.2 MB"),
            (3 * MIB - 20_000, 3 * MIB, "2.98 MB"),
        ] {
            assert_eq!(megabytes_beside(n, rule), expected);
        }
    }

    #[test]
    fn counts_group_by_three() {
        for (n, expected) in [(0, "0"), (999, "999"), (1_000, "1,000"), (42_522, "42,522"), (1_234_567, "1,234,567")] {
            assert_eq!(count(n), expected);
        }
        assert_eq!((plural(1, "chunk"), plural(1_200, "chunk")), ("1 chunk".to_owned(), "1,200 chunks".to_owned()));
    }

    #[test]
    fn shares_are_never_rounded_to_all_or_nothing() {
        for (share, expected) in
            [(0.0, "0%"), (0.004, "under 1%"), (0.306, "31%"), (0.994, "over 99%"), (1.0, "100%"), (0.99, "99%")]
        {
            assert_eq!(percent(share), expected);
        }
        assert_eq!(percent_exact(0.3064), "30.6%");
        assert_eq!((percent_exact(0.000_01), percent_exact(0.0)), ("under 0.1%".to_owned(), "0.0%".to_owned()));
    }

    #[test]
    fn clocks() {
        assert_eq!((clock(455_000), clock(3_600_000 + 61_000)), ("07:35".to_owned(), "1:01:01".to_owned()));
    }
}
