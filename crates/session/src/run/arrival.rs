//! When each document arrives: integer arithmetic on a rate that commands may change.

/// A piecewise constant insert rate. Document `i` arrives at the first millisecond at which `i + 1` documents are due.
#[derive(Debug, Clone)]
pub struct Arrival {
    /// Pieces in order of time; the last one is open.
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy)]
struct Piece {
    from_ms: u64,
    /// Documents due when the piece begins.
    due_before: u64,
    per_sec: u64,
}

impl Piece {
    fn due(&self, at_ms: u64) -> u64 {
        let elapsed_ms = u128::from(at_ms.saturating_sub(self.from_ms));
        let due = elapsed_ms * u128::from(self.per_sec) / 1_000;
        self.due_before.saturating_add(u64::try_from(due).unwrap_or(u64::MAX))
    }
}

impl Arrival {
    /// A constant rate from time 0.
    #[must_use]
    pub fn new(per_sec: u64) -> Self {
        Self { pieces: vec![Piece { from_ms: 0, due_before: 0, per_sec }] }
    }

    /// Changes the rate at a time not before the last change.
    pub fn set_rate(&mut self, at_ms: u64, per_sec: u64) {
        let due_before = self.due(at_ms);
        self.pieces.push(Piece { from_ms: at_ms, due_before, per_sec });
    }

    /// The rate in force after the last change.
    #[must_use]
    pub fn per_sec(&self) -> u64 {
        self.pieces.last().map_or(0, |piece| piece.per_sec)
    }

    /// Documents due up to and including `at_ms`. O(changes).
    #[must_use]
    pub fn due(&self, at_ms: u64) -> u64 {
        self.pieces.iter().rev().find(|piece| piece.from_ms <= at_ms).map_or(0, |piece| piece.due(at_ms))
    }

    /// The millisecond at which document `idx` (from 0) is due; none if the rate fell to 0 before it. O(changes).
    #[must_use]
    pub fn due_at(&self, idx: u64) -> Option<u64> {
        let piece = self.pieces.iter().rev().find(|piece| piece.due_before <= idx)?;
        if piece.per_sec == 0 {
            return None;
        }
        let wanted = u128::from(idx - piece.due_before) + 1;
        let elapsed_ms = (wanted * 1_000).div_ceil(u128::from(piece.per_sec));
        Some(piece.from_ms.saturating_add(u64::try_from(elapsed_ms).unwrap_or(u64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn due_and_due_at_are_inverse() {
        for per_sec in [1, 3, 7, 999, 1_000, 5_200, 1_000_000] {
            let mut arrival = Arrival::new(per_sec);
            for idx in [0, 1, 2, 10, 999, 123_456] {
                let at_ms = arrival.due_at(idx).unwrap_or_default();
                assert!(arrival.due(at_ms) > idx, "{per_sec}/s, document {idx} is due at {at_ms} ms");
                assert!(arrival.due(at_ms - 1) <= idx, "{per_sec}/s, document {idx} is not due before {at_ms} ms");
            }
            arrival.set_rate(10_000, 2 * per_sec);
            assert_eq!(arrival.due(11_000), 12 * per_sec);
        }
    }

    #[test]
    fn a_stopped_stream_brings_nothing() {
        let mut arrival = Arrival::new(10);
        arrival.set_rate(1_000, 0);
        assert_eq!((arrival.due(900_000), arrival.due_at(9), arrival.due_at(10)), (10, Some(1_000), None));
        arrival.set_rate(5_000, 1);
        assert_eq!(arrival.due_at(10), Some(6_000));
    }
}
