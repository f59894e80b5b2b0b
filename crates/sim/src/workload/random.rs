//! Seeded random streams.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of random numbers that depends on a seed and a name only. ChaCha with 8 rounds: equal on every machine.
#[derive(Debug, Clone)]
pub struct Stream {
    rng: ChaCha8Rng,
}

impl Stream {
    /// The stream of this name under this seed.
    #[must_use]
    pub fn new(seed: u64, name: &str) -> Self {
        let mut bytes = [0; 32];
        for (part, slot) in (0_u64..).zip(bytes.chunks_exact_mut(8)) {
            slot.copy_from_slice(&split_mix(seed.wrapping_add(part)).to_le_bytes());
        }
        let mut rng = ChaCha8Rng::from_seed(bytes);
        rng.set_stream(fnv(name));
        Self { rng }
    }

    /// 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        self.rng.next_u32()
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.rng.next_u64()
    }

    /// A double in [0, 1), in steps of 2^-53.
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / 9_007_199_254_740_992.0;
        (self.next_u64() >> 11) as f64 * STEP
    }

    /// A whole number from 0 to `last`, each as likely: multiply and shift, with the draws that would favour some
    /// numbers thrown away (D. Lemire, "Fast random integer generation in an interval", 2019).
    pub fn up_to(&mut self, last: u64) -> u64 {
        match u32::try_from(last) {
            Ok(u32::MAX) => u64::from(self.next_u32()),
            Ok(last) => u64::from(self.below_u32(last + 1)),
            Err(_) => self.up_to_wide(last),
        }
    }

    fn below_u32(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if low_half(product) < n {
            let threshold = n.wrapping_neg() % n;
            while low_half(product) < threshold {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        u32::try_from(product >> 32).unwrap_or(u32::MAX)
    }

    /// Masks and tries again: wide ranges are rare, and 128-bit products are slow in wasm.
    fn up_to_wide(&mut self, last: u64) -> u64 {
        let mask = u64::MAX >> last.leading_zeros();
        loop {
            let candidate = self.next_u64() & mask;
            if candidate <= last {
                return candidate;
            }
        }
    }
}

fn low_half(product: u64) -> u32 {
    u32::try_from(product & 0xffff_ffff).unwrap_or(u32::MAX)
}

/// Spreads a seed over all bits (`SplitMix64`), so that seeds 1 and 2 have nothing in common.
fn split_mix(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// FNV-1a, 64 bits.
fn fnv(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::Stream;

    #[test]
    fn seed_and_name_settle_the_stream() {
        let draw = |seed, name| Stream::new(seed, name).next_u64();
        assert_eq!(draw(1, "a"), draw(1, "a"));
        assert_ne!(draw(1, "a"), draw(1, "b"));
        assert_ne!(draw(1, "a"), draw(2, "a"));
    }

    #[test]
    fn ranges_are_covered_evenly_and_never_left() {
        for last in [0_u64, 1, 2, 6, 9] {
            let mut stream = Stream::new(3, "range");
            let mut counts = vec![0_u64; usize::try_from(last).unwrap_or(0) + 1];
            let n_draws = 10_000 * (last + 1);
            for _ in 0..n_draws {
                let drawn = usize::try_from(stream.up_to(last)).unwrap_or(usize::MAX);
                counts[drawn] += 1;
            }
            // Five standard deviations around 10,000.
            assert!(counts.iter().all(|count| (9_500..=10_500).contains(count)), "{last}: {counts:?}");
        }
        let mut stream = Stream::new(3, "wide");
        for last in [u64::from(u32::MAX), u64::from(u32::MAX) + 1, u64::MAX / 2 + 3, u64::MAX] {
            let draws: Vec<u64> = (0..1_000).map(|_| stream.up_to(last)).collect();
            assert!(draws.iter().all(|drawn| *drawn <= last));
            assert!(draws.iter().any(|drawn| *drawn > last / 2) && draws.iter().any(|drawn| *drawn <= last / 2));
        }
    }

    #[test]
    fn unit_stays_below_one() {
        let mut stream = Stream::new(9, "unit");
        let draws: Vec<f64> = (0..10_000).map(|_| stream.unit()).collect();
        assert!(draws.iter().all(|drawn| (0.0..1.0).contains(drawn)));
        let mean = draws.iter().sum::<f64>() / 10_000.0;
        assert!((0.48..0.52).contains(&mean), "{mean}");
    }
}
