//! The playhead and the frame under it. Frames are pulled: one request is out at a time and the latest wish wins.

use shardscope_session::view::{Frame, LaneFrame};
use std::rc::Rc;

/// Speeds of the menu, in simulated seconds per real second.
pub const SPEEDS: [u32; 9] = [1, 5, 10, 20, 40, 80, 160, 300, 600];

/// Speed of a page that nobody changed.
pub const SPEED_DEFAULT: u32 = 40;

/// The frame on screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// Run that it belongs to.
    pub run: u32,
    /// Simulated time, milliseconds.
    pub at_ms: u64,
    /// One per key.
    pub lanes: Vec<Rc<LaneFrame>>,
    /// The engine had got further than this time. Else it gave what it had, and the frame has to be asked for again.
    pub is_final: bool,
}

impl Shown {
    /// A frame, given whether the engine had got further.
    #[must_use]
    pub fn new(frame: Frame, is_final: bool) -> Self {
        Self { run: frame.run, at_ms: frame.at_ms, lanes: frame.lanes.into_iter().map(Rc::new).collect(), is_final }
    }
}

/// Playhead, speed and frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    /// Playhead in milliseconds of simulated time; fractions add up while playing slowly.
    pub at: f64,
    /// Time runs.
    pub playing: bool,
    /// Simulated seconds per real second.
    pub speed: u32,
    /// Frame on screen.
    pub shown: Option<Shown>,
    /// The request that is out: run and time.
    asked: Option<(u32, u64)>,
}

impl Default for Clock {
    fn default() -> Self {
        Self { at: 0.0, playing: false, speed: SPEED_DEFAULT, shown: None, asked: None }
    }
}

impl Clock {
    /// A clock at time 0; what is on screen stays until the first frame of the new run comes.
    pub fn rewind(&mut self, speed: u32, playing: bool) {
        let shown = self.shown.take();
        *self = Self { playing, speed, shown, ..Self::default() };
    }

    /// Playhead in whole milliseconds.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "never negative, and far below 2^53")]
    pub fn at_ms(&self) -> u64 {
        self.at.max(0.0) as u64
    }

    /// Moves the playhead; a pinned request stays out until its answer comes.
    pub fn set_ms(&mut self, at_ms: u64) {
        self.at = at_ms as f64;
    }

    /// The frame to ask for now, if none is out and the one on screen is not of this run and time.
    pub fn next_request(&mut self, run: u32) -> Option<(u32, u64)> {
        let wish = (run, self.at_ms());
        if self.asked.is_some_and(|(asked_run, _)| asked_run == run) || self.asked == Some(wish) {
            return None;
        }
        self.asked = Some(wish);
        Some(wish)
    }

    /// Takes an answer; true when the playhead has moved on since it was asked for.
    pub fn answered(&mut self, shown: Shown) -> bool {
        let asked = self.asked.take();
        self.shown = Some(shown);
        asked.is_some_and(|(_, at_ms)| at_ms != self.at_ms())
    }

    /// Forgets a request whose run is over or whose engine is gone.
    pub fn forget_request(&mut self) {
        self.asked = None;
    }

    /// The frame of one key.
    #[must_use]
    pub fn lane(&self, lane: usize) -> Option<&Rc<LaneFrame>> {
        self.shown.as_ref().and_then(|shown| shown.lanes.get(lane))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(run: u32, at_ms: u64) -> Shown {
        Shown { run, at_ms, lanes: Vec::new(), is_final: true }
    }

    #[test]
    fn one_request_is_out_at_a_time_and_the_latest_wish_wins() {
        let mut clock = Clock::default();
        assert_eq!(clock.next_request(1), Some((1, 0)));
        clock.set_ms(500);
        assert_eq!(clock.next_request(1), None, "the first answer is not here yet");
        clock.set_ms(900);
        assert!(clock.answered(shown(1, 0)), "the playhead moved, so ask again");
        assert_eq!(clock.next_request(1), Some((1, 900)));
        assert!(!clock.answered(shown(1, 900)));
    }

    #[test]
    fn a_new_run_does_not_wait_for_the_old_answer() {
        let mut clock = Clock::default();
        assert_eq!(clock.next_request(1), Some((1, 0)));
        assert_eq!(clock.next_request(2), Some((2, 0)));
    }
}
