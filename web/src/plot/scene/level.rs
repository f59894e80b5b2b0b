//! How wide columns are, and what they have room for: from one shard to a hundred.

/// From this width on a column has its name and its figures.
const COLUMN_NAMED: f64 = 64.0;
/// A column is never narrower; the plot scrolls instead.
const COLUMN_MIN: f64 = 7.0;
/// Between two columns at least, where they are named.
const GAP_NAMED: f64 = 10.0;
/// The same where they are narrow.
pub const GAP_MIN: f64 = 2.0;

/// What a column of many has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A coloured mark; the name comes when it is pointed at.
    Bare,
    /// The letter.
    Letter,
    /// The letter, size and share of the writes as bare numbers.
    Numbers,
    /// All that the form has.
    Named,
}

impl Level {
    /// By the width of a column, pixels.
    #[must_use]
    pub fn of(column_w: f64) -> Self {
        match column_w {
            w if w >= COLUMN_NAMED - 8.0 => Self::Named,
            w if w >= 22.0 => Self::Numbers,
            w if w >= 13.0 => Self::Letter,
            _ => Self::Bare,
        }
    }
}

/// Width and distance of columns in so much room: as wide as named ones if they are not too many, else narrow and close.
#[must_use]
pub fn spread(room: f64, n_columns: f64, gap: f64) -> (f64, f64) {
    let width = |gap: f64| (room - gap * (n_columns - 1.0)) / n_columns;
    let fitting = (room - COLUMN_NAMED * n_columns) / (n_columns - 1.0).max(1.0);
    if fitting >= GAP_NAMED.min(gap) {
        let gap = gap.min(fitting);
        return (width(gap), gap);
    }
    let gap = (room / n_columns * 0.2).clamp(GAP_MIN, GAP_NAMED.min(gap));
    (width(gap).max(COLUMN_MIN), gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fill_their_room_and_keep_their_distance() {
        for n in 1..=120_u32 {
            for room in [280.0, 332.0, 360.0, 620.0, 1_200.0] {
                let n_columns = f64::from(n);
                let (width, gap) = spread(room, n_columns, 24.0);
                let all = width * n_columns + gap * (n_columns - 1.0);
                assert!(all <= room + 1e-6 || (width - COLUMN_MIN).abs() < 1e-9, "{n} in {room}: {all}");
                assert!(width >= COLUMN_MIN && gap >= GAP_MIN && all >= room - 1e-6, "{n} in {room}");
                let named = n_columns * COLUMN_NAMED + (n_columns - 1.0) * GAP_NAMED <= room;
                assert_eq!(width >= COLUMN_NAMED, named, "{n} in {room}: {width}");
            }
        }
    }

    #[test]
    fn room_decides_what_is_written() {
        for (width, expected) in [
            (7.0, Level::Bare),
            (13.0, Level::Letter),
            (22.0, Level::Numbers),
            (56.0, Level::Named),
            (300.0, Level::Named),
        ] {
            assert_eq!(Level::of(width), expected);
        }
    }
}
