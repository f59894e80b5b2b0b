//! Figures as a person reads them. Sizes are 1024-based, as the server's own; gaps stay in MB so that they compare with
//! the threshold beside them; times are simulated.

/// Sizes and counts as the engine writes them in its sentences.
pub use shardscope_session::text::{bytes, count, megabytes_beside};

const MIB: f64 = 1024.0 * 1024.0;

/// A gap or threshold, always in MB: `421 MB`, `2.6 MB`, `3 MB`.
#[must_use]
pub fn megabytes(bytes: u64) -> String {
    let value = bytes as f64 / MIB;
    if bytes == 0 || value >= 9.95 {
        return format!("{} MB", count(rounded(value)));
    }
    if value < 0.095 {
        return format!("{value:.2} MB");
    }
    let text = format!("{value:.1}");
    format!("{} MB", text.strip_suffix(".0").filter(|_| bytes.is_multiple_of(1024 * 1024)).unwrap_or(&text))
}

/// A size as a bare number in a unit that stands elsewhere: `0.44`, `17`, `4.2`.
#[must_use]
pub fn in_unit(bytes: u64, unit_bytes: f64) -> String {
    let value = bytes as f64 / unit_bytes.max(1.0);
    match value {
        v if v >= 9.95 || bytes == 0 => count(rounded(v)),
        v if v >= 0.995 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

/// A whole number in little room: `9,412`, `42 k`, `2.48 M`, `1,240 M`.
#[must_use]
pub fn count_short(n: u64) -> String {
    match n {
        0..10_000 => count(n),
        10_000..999_500 => format!("{} k", rounded(n as f64 / 1e3)),
        999_500..9_995_000 => format!("{:.2} M", n as f64 / 1e6),
        9_995_000..99_950_000 => format!("{:.1} M", n as f64 / 1e6),
        _ => format!("{} M", count(rounded(n as f64 / 1e6))),
    }
}

/// Events per simulated second: `1,614/s`, `2.5/s` under ten, `0/s`.
#[must_use]
pub fn rate(per_sec: f64) -> String {
    let per_sec = unsigned(per_sec);
    if per_sec > 0.0 && per_sec < 0.05 {
        "<0.1/s".to_owned()
    } else if per_sec > 0.0 && per_sec < 9.95 {
        format!("{per_sec:.1}/s")
    } else {
        format!("{}/s", count(rounded(per_sec)))
    }
}

/// A share, 0 to 1, for prose: `30%`. What is not nothing never reads 0%, what is not all never reads 100%.
#[must_use]
pub fn share(share: f64) -> String {
    let share = unsigned(share);
    if share > 0.0 && share < 0.005 {
        "<1%".to_owned()
    } else if (0.995..1.0).contains(&share) {
        ">99%".to_owned()
    } else {
        format!("{:.0}%", share * 100.0)
    }
}

/// A share, 0 to 1, for tables: `30.3%`. What is not nothing never reads 0.0%, what is not all never reads 100.0%.
#[must_use]
pub fn share_fine(share: f64) -> String {
    let share = unsigned(share);
    if share > 0.0 && share < 0.0005 {
        "<0.1%".to_owned()
    } else if (0.9995..1.0).contains(&share) {
        ">99.9%".to_owned()
    } else {
        format!("{:.1}%", share * 100.0)
    }
}

/// A multiple of the even share: `1.69×`, `12.4×`, `140×`.
#[must_use]
pub fn times(ratio: f64) -> String {
    match unsigned(ratio) {
        r if r < 9.995 => format!("{r:.2}×"),
        r if r < 99.95 => format!("{r:.1}×"),
        r => format!("{}×", count(rounded(r))),
    }
}

/// Simulated time, `mm:ss`; from 100 minutes `h:mm:ss`.
#[must_use]
pub fn clock(ms: u64) -> String {
    let secs = ms / 1000;
    let (mins, rest) = (secs / 60, secs % 60);
    if mins < 100 { format!("{mins:02}:{rest:02}") } else { format!("{}:{:02}:{rest:02}", mins / 60, mins % 60) }
}

/// A number of things with its noun: `1 chunk`, `15 chunks`.
#[must_use]
pub fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// Nothing has no sign: the sum of no numbers is -0.
fn unsigned(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, and a figure is never negative"
)]
fn rounded(value: f64) -> u64 {
    value.round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: u64 = 1024 * 1024;

    #[test]
    fn gaps_stay_in_megabytes() {
        let table: [(u64, &str); 7] = [
            (0, "0 MB"),
            (50_000, "0.05 MB"),
            (2_726_298, "2.6 MB"),
            (3 * MB, "3 MB"),
            (384 * MB, "384 MB"),
            (421 * MB + 100, "421 MB"),
            (12_300 * MB, "12,300 MB"),
        ];
        for (input, expected) in table {
            assert_eq!(megabytes(input), expected, "{input}");
        }
    }

    #[test]
    fn bare_numbers_fit_their_unit() {
        let gb = 1024.0 * MB as f64;
        for (input, unit, expected) in [
            (0, gb, "0"),
            (450 * MB, gb, "0.44"),
            (4_300 * MB, gb, "4.2"),
            (17 * MB, MB as f64, "17"),
            (1_234 * MB, MB as f64, "1,234"),
            (1_023, 1.0, "1,023"),
        ] {
            assert_eq!(in_unit(input, unit), expected, "{input}");
        }
    }

    #[test]
    fn counts() {
        let table: [(u64, &str, &str); 9] = [
            (0, "0", "0"),
            (999, "999", "999"),
            (1_000, "1,000", "1,000"),
            (9_999, "9,999", "9,999"),
            (42_000, "42,000", "42 k"),
            (104_698, "104,698", "105 k"),
            (999_700, "999,700", "1.00 M"),
            (2_480_123, "2,480,123", "2.48 M"),
            (1_240_000_000, "1,240,000,000", "1,240 M"),
        ];
        for (input, full, short) in table {
            assert_eq!((count(input).as_str(), count_short(input).as_str()), (full, short));
        }
        assert_eq!((counted(1, "chunk").as_str(), counted(1500, "chunk").as_str()), ("1 chunk", "1,500 chunks"));
    }

    #[test]
    fn rates() {
        for (input, expected) in [
            (0.0, "0/s"),
            (-0.0, "0/s"),
            (0.01, "<0.1/s"),
            (2.54, "2.5/s"),
            (9.97, "10/s"),
            (900.4, "900/s"),
            (1614.2, "1,614/s"),
        ] {
            assert_eq!(rate(input), expected, "{input}");
        }
    }

    #[test]
    fn shares_never_claim_nothing_or_all_wrongly() {
        let table: [(f64, &str, &str); 9] = [
            (0.0, "0%", "0.0%"),
            (-0.0, "0%", "0.0%"),
            (0.000_01, "<1%", "<0.1%"),
            (0.004, "<1%", "0.4%"),
            (0.303, "30%", "30.3%"),
            (0.994, "99%", "99.4%"),
            (0.998, ">99%", "99.8%"),
            (0.9999, ">99%", ">99.9%"),
            (1.0, "100%", "100.0%"),
        ];
        for (input, prose, table_form) in table {
            assert_eq!((share(input).as_str(), share_fine(input).as_str()), (prose, table_form), "{input}");
        }
    }

    #[test]
    fn multiples_and_clock() {
        for (input, expected) in [(0.0, "0.00×"), (1.686, "1.69×"), (12.42, "12.4×"), (140.2, "140×")] {
            assert_eq!(times(input), expected);
        }
        for (input, expected) in
            [(0, "00:00"), (999, "00:00"), (455_000, "07:35"), (5_999_000, "99:59"), (6_000_000, "1:40:00")]
        {
            assert_eq!(clock(input), expected);
        }
    }
}
