//! Draws for one sequence.

use shardscope_sim::workload::Stream;

/// A stream of random choices, settled by a seed and the number of a sequence.
pub(crate) struct Draw {
    stream: Stream,
}

impl Draw {
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        Self { stream: Stream::new(seed, &format!("sequence {number}")) }
    }

    /// A whole number from `first` to `last`.
    pub(crate) fn between(&mut self, first: i64, last: i64) -> i64 {
        let drawn = self.stream.up_to(last.abs_diff(first));
        first.saturating_add_unsigned(drawn)
    }

    /// A small number from 0 to `last`.
    pub(crate) fn small(&mut self, last: u8) -> u8 {
        u8::try_from(self.stream.up_to(u64::from(last))).unwrap_or(0)
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.stream.up_to(n.max(1) - 1) == 0
    }

    /// Heads or tails.
    pub(crate) fn coin(&mut self) -> bool {
        self.one_in(2)
    }

    /// One of several, each as likely.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        let last = (choices.len() as u64).checked_sub(1)?;
        let at = usize::try_from(self.stream.up_to(last)).ok()?;
        choices.get(at).copied()
    }
}
