//! Counts distinct values by their hash.

use crate::view::FieldSummary;

/// Most values that are still counted once there are too many: the most frequent ones so far. A value that becomes the
/// most frequent only after 100,000 others have been seen is missed.
const KEPT: usize = 1024;

/// Counts each distinct value, exactly up to [`FieldSummary::DISTINCT_CAP`] of them; beyond, only the [`KEPT`] most
/// frequent are counted on. Two of 100,000 values share a 64-bit hash with a chance of 3 in 10 billion.
#[derive(Debug, Clone, Default)]
pub(super) struct Distinct {
    /// Open addressing, a power of two of slots; hash 0 marks a free one.
    slots: Vec<Slot>,
    n_used: usize,
    /// The limit was reached, and only the most frequent values are left in the slots.
    is_full: bool,
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
        if self.is_full { FieldSummary::DISTINCT_CAP } else { self.n_used as u64 }
    }

    /// Counts a value; returns how often it was met, 0 for one that came after the limit.
    pub(super) fn count(&mut self, hash: u64) -> u64 {
        let (hash_low, hash_high) = halves(hash.max(1));
        if self.n_used * 8 >= self.slots.len() * 7 && !self.is_full {
            let n_slots = (self.slots.len() * 2).max(Self::FIRST_SLOTS);
            self.rebuild(n_slots, |_| true);
        }
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash_low as usize & mask;
        while let Some(slot) = self.slots.get_mut(at) {
            if slot.hash_low == hash_low && slot.hash_high == hash_high {
                slot.count = slot.count.saturating_add(1);
                return slot.count.into();
            }
            if slot.is_free() {
                if self.is_full {
                    return 0;
                }
                *slot = Slot { hash_low, hash_high, count: 1 };
                self.n_used += 1;
                if self.n_used as u64 >= FieldSummary::DISTINCT_CAP {
                    self.keep_most_frequent();
                }
                return 1;
            }
            at = (at + 1) & mask;
        }
        0
    }

    #[cold]
    fn keep_most_frequent(&mut self) {
        self.is_full = true;
        let mut counts: Vec<u32> = self.slots.iter().map(|slot| slot.count).collect();
        counts.sort_unstable_by(|left, right| right.cmp(left));
        let least = counts.get(KEPT).copied().unwrap_or(0);
        // Ties at the limit are dropped, so that what is kept depends on counts alone.
        self.rebuild(KEPT * 2, |slot| slot.count > least);
    }

    fn rebuild(&mut self, n_slots: usize, keeps: impl Fn(&Slot) -> bool) {
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); n_slots]);
        let mask = n_slots - 1;
        self.n_used = 0;
        for moved in old.into_iter().filter(|slot| !slot.is_free() && keeps(slot)) {
            let mut at = moved.hash_low as usize & mask;
            while let Some(slot) = self.slots.get_mut(at) {
                if slot.is_free() {
                    *slot = moved;
                    self.n_used += 1;
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
    fn counts_on_the_most_frequent_beyond_the_limit() {
        let spread = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut distinct = Distinct::default();
        for number in 1..=10 {
            distinct.count(spread(number));
        }
        for number in 1..=FieldSummary::DISTINCT_CAP {
            assert_eq!(distinct.count(spread(number)), if number <= 10 { 2 } else { 1 });
        }
        assert_eq!(distinct.n_distinct(), FieldSummary::DISTINCT_CAP);
        assert_eq!(distinct.count(spread(7)), 3);
        assert_eq!(distinct.count(spread(50_000)), 0);
        assert_eq!(distinct.count(spread(FieldSummary::DISTINCT_CAP + 1)), 0);
        assert_eq!(distinct.n_distinct(), FieldSummary::DISTINCT_CAP);
    }
}
