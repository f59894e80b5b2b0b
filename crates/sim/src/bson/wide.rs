//! Unsigned integers wide enough for any decimal that a double can come near, without the heap.

const N_LIMBS: usize = 20;

/// A 1280-bit unsigned integer, least significant limb first.
#[derive(Clone, Copy)]
pub(super) struct Wide([u64; N_LIMBS]);

impl Wide {
    pub(super) fn new(value: u128) -> Self {
        let mut limbs = [0; N_LIMBS];
        limbs[0] = low_half(value);
        limbs[1] = low_half(value >> 64);
        Self(limbs)
    }

    /// Multiplies in place. What overflows is lost: callers keep below 1280 bits.
    pub(super) fn mul(&mut self, by: u64) {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u128::from(*limb) * u128::from(by) + carry;
            *limb = low_half(product);
            carry = product >> 64;
        }
    }

    /// Divides in place, rounding down; true when something was cut off. `by` must not be zero.
    pub(super) fn div(&mut self, by: u64) -> bool {
        let mut rest = 0;
        for limb in self.0.iter_mut().rev() {
            let part = rest << 64 | u128::from(*limb);
            *limb = low_half(part / u128::from(by));
            rest = part % u128::from(by);
        }
        rest != 0
    }

    pub(super) fn shift_left(&mut self, n_bits: usize) {
        let (n_limbs, n_bits) = (n_bits / 64, n_bits % 64);
        for idx in (0..N_LIMBS).rev() {
            let high = self.limb(idx.checked_sub(n_limbs)) << n_bits;
            let low = self.limb(idx.checked_sub(n_limbs + 1)).checked_shr(64 - low_shift(n_bits)).unwrap_or(0);
            self.0[idx] = high | low;
        }
    }

    pub(super) fn bit_len(&self) -> usize {
        let top = self.0.iter().rposition(|&limb| limb != 0);
        top.map_or(0, |idx| 64 * (idx + 1) - self.0[idx].leading_zeros() as usize)
    }

    /// The 64 bits that start at bit `start`, and whether any bit below them is set.
    pub(super) fn bits_from(&self, start: usize) -> (u64, bool) {
        let (idx, n_bits) = (start / 64, start % 64);
        let low = self.limb(Some(idx)) >> n_bits;
        let high = self.limb(Some(idx + 1)).checked_shl(64 - low_shift(n_bits)).unwrap_or(0);
        let cut = self.0.iter().take(idx).any(|&limb| limb != 0) || self.limb(Some(idx)) & ((1 << n_bits) - 1) != 0;
        (high | low, cut)
    }

    fn limb(&self, idx: Option<usize>) -> u64 {
        idx.and_then(|idx| self.0.get(idx)).copied().unwrap_or(0)
    }
}

/// A shift below 64 as the type that the shift operators take.
fn low_shift(n_bits: usize) -> u32 {
    u32::try_from(n_bits).unwrap_or(0)
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
fn low_half(value: u128) -> u64 {
    value as u64
}
