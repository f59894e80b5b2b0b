//! Makes a failing sequence short: takes steps out as long as it still breaks a promise of the same kind.

use std::mem::discriminant;

use crate::{Sequence, Tally, Violation};

/// The shortest sequence found, and what it breaks.
pub(crate) fn reduce(mut sequence: Sequence, mut violation: Violation) -> (Sequence, Violation) {
    let kind = discriminant(&violation);
    let mut n_removed = sequence.steps.len().div_ceil(2);
    while n_removed > 0 {
        let mut at = 0;
        while at < sequence.steps.len() {
            let mut shorter = sequence.clone();
            let end = (at + n_removed).min(shorter.steps.len());
            shorter.steps.drain(at..end);
            match shorter.run(&mut Tally::default()) {
                Err(other) if discriminant(&other) == kind => (sequence, violation) = (shorter, other),
                _ => at += n_removed,
            }
        }
        n_removed /= 2;
    }
    (sequence, violation)
}
