//! Counts distinct values by their hash.

use crate::view::FieldSummary;

/// Counts each distinct value, exactly up to [`FieldSummary::DISTINCT_CAP`] of them. Beyond, those already known are
/// still counted; new ones are not. Two of 100,000 values share a 64-bit hash with a chance of 3 in 10 billion.
#[derive(Debug, Clone, Default)]
pub(super) struct Distinct {
    /// Open addressing, a power of two of slots; hash 0 marks a free one.
    slots: Vec<Slot>,
    n_used: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash_low: u32,
    hash_high: u32,
    count: u32,
}

impl Slot {
    fn is_free(self) -> bool {
        self.hash_low == 0 && self.hash_high == 0
    }
}

impl Distinct {
    const FIRST_SLOTS: usize = 16;

    pub(super) fn n_distinct(&self) -> u64 {
        self.n_used as u64
    }

    /// Counts a value; returns how often it was met, 0 for one that came after the limit.
    pub(super) fn count(&mut self, hash: u64) -> u64 {
        let (hash_low, hash_high) = halves(hash.max(1));
        if self.n_used * 8 >= self.slots.len() * 7 && !self.is_full() {
            self.grow();
        }
        let is_full = self.is_full();
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash_low as usize & mask;
        while let Some(slot) = self.slots.get_mut(at) {
            if slot.hash_low == hash_low && slot.hash_high == hash_high {
                slot.count = slot.count.saturating_add(1);
                return slot.count.into();
            }
            if slot.is_free() {
                if is_full {
                    return 0;
                }
                *slot = Slot { hash_low, hash_high, count: 1 };
                self.n_used += 1;
                return 1;
            }
            at = (at + 1) & mask;
        }
        0
    }

    fn is_full(&self) -> bool {
        self.n_distinct() >= FieldSummary::DISTINCT_CAP
    }

    fn grow(&mut self) {
        let n_slots = (self.slots.len() * 2).max(Self::FIRST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); n_slots]);
        let mask = n_slots - 1;
        for moved in old.into_iter().filter(|slot| !slot.is_free()) {
            let mut at = moved.hash_low as usize & mask;
            while let Some(slot) = self.slots.get_mut(at) {
                if slot.is_free() {
                    *slot = moved;
                    break;
                }
                at = (at + 1) & mask;
            }
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the halves are meant")]
fn halves(hash: u64) -> (u32, u32) {
    (hash as u32, (hash >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::{Distinct, FieldSummary};

    #[test]
    fn counts_each_value() {
        let mut distinct = Distinct::default();
        for round in 1..=3 {
            for hash in 0..1_000_u64 {
                // 0 and 1 share a slot: 0 marks a free one.
                let expect = if hash == 1 {
                    round * 2
                } else if hash == 0 {
                    round * 2 - 1
                } else {
                    round
                };
                assert_eq!(distinct.count(hash), expect);
            }
        }
        assert_eq!(distinct.n_distinct(), 999);
    }

    #[test]
    fn stays_at_the_limit_and_goes_on_counting_what_it_knows() {
        let mut distinct = Distinct::default();
        for hash in 1..=FieldSummary::DISTINCT_CAP {
            assert_eq!(distinct.count(hash << 20 | hash), 1);
        }
        assert_eq!(distinct.count(u64::MAX), 0);
        assert_eq!(distinct.count(1 << 20 | 1), 2);
        assert_eq!(distinct.n_distinct(), FieldSummary::DISTINCT_CAP);
    }
}
