//! The balancing window: the hours of the day in which the balancer may start migrations (`activeWindow`). Simulated time
//! starts at midnight.

use super::Tick;

/// Milliseconds of a day.
pub const DAY_MS: Tick = 86_400_000;

/// `activeWindow { start, stop }`, in milliseconds since midnight. It may run past midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ActiveWindow {
    start_ms: Tick,
    stop_ms: Tick,
}

impl ActiveWindow {
    /// A window from `start` to `stop`, both in minutes since midnight (`HH:MM` as the setting has it). `None` when they are
    /// equal or past the end of the day: the server refuses both.
    #[must_use]
    pub fn new(start_min: u32, stop_min: u32) -> Option<Self> {
        let in_day = |minutes: u32| minutes < 24 * 60;
        let ms = |minutes: u32| u64::from(minutes) * 60_000;
        (start_min != stop_min && in_day(start_min) && in_day(stop_min))
            .then(|| Self { start_ms: ms(start_min), stop_ms: ms(stop_min) })
    }

    /// Minutes since midnight of `HH:MM`, as the setting has its ends. `None` when it is no time of day.
    #[must_use]
    pub fn minutes(text: &str) -> Option<u32> {
        let (hours, minutes) = text.split_once(':')?;
        let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
        (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
    }

    /// When it opens, milliseconds since midnight.
    #[must_use]
    pub fn start_ms(self) -> Tick {
        self.start_ms
    }

    /// When it closes, milliseconds since midnight.
    #[must_use]
    pub fn stop_ms(self) -> Tick {
        self.stop_ms
    }

    /// Whether it is open.
    #[must_use]
    pub fn is_open(self, at: Tick) -> bool {
        let time = at % DAY_MS;
        if self.start_ms < self.stop_ms {
            (self.start_ms..self.stop_ms).contains(&time)
        } else {
            time >= self.start_ms || time < self.stop_ms
        }
    }

    /// The first moment from `at` on at which it is open.
    #[must_use]
    pub fn open_from(self, at: Tick) -> Tick {
        if self.is_open(at) { at } else { next(at, self.start_ms) }
    }

    /// When it opened for the stretch that it is open in.
    pub(super) fn opened_at(self, at: Tick) -> Tick {
        let since = (at % DAY_MS + DAY_MS - self.start_ms) % DAY_MS;
        at.saturating_sub(since)
    }

    /// When it closes next.
    pub(super) fn closes_at(self, at: Tick) -> Tick {
        next(at, self.stop_ms)
    }
}

/// The next time from `at` on that the clock shows `time_ms`.
fn next(at: Tick, time_ms: Tick) -> Tick {
    at + (time_ms + DAY_MS - at % DAY_MS) % DAY_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Tick = 3_600_000;

    #[test]
    fn open_hours() {
        let day = ActiveWindow::new(9 * 60, 17 * 60).unwrap();
        let night = ActiveWindow::new(19 * 60, 3 * 60).unwrap();
        for (window, hour, is_open, open_from, closes_at) in [
            (day, 0, false, 9, 17),
            (day, 9, true, 9, 17),
            (day, 16, true, 16, 17),
            (day, 17, false, 33, 17),
            (day, 24 + 10, true, 24 + 10, 24 + 17),
            (night, 0, true, 0, 3),
            (night, 3, false, 19, 3),
            (night, 18, false, 19, 27),
            (night, 19, true, 19, 27),
            (night, 26, true, 26, 27),
        ] {
            let at = hour * HOUR;
            assert_eq!(window.is_open(at), is_open, "{window:?} at {hour}");
            assert_eq!(window.open_from(at), open_from * HOUR, "{window:?} at {hour}");
            assert_eq!(window.closes_at(at), closes_at * HOUR, "{window:?} at {hour}");
        }
        assert_eq!(night.opened_at(26 * HOUR), 19 * HOUR);
        assert_eq!(night.opened_at(HOUR), 0, "the first night has no evening");
        assert_eq!(day.opened_at(9 * HOUR), 9 * HOUR);
    }

    #[test]
    fn no_window() {
        for (start, stop) in [(5, 5), (0, 24 * 60), (25 * 60, 3)] {
            assert_eq!(ActiveWindow::new(start, stop), None);
        }
    }
}
