//! Zipf's law: rank k of n is drawn with a probability in proportion to 1 / k^s.

use super::random::Stream;

/// Draws ranks by rejection-inversion (W. Hörmann and G. Derflinger, "Rejection-inversion to generate variates from
/// monotone discrete distributions", 1996): no table, about one try a draw for any n.
#[derive(Debug, Clone)]
pub struct Zipf {
    n: f64,
    exponent: f64,
    /// The integral of the hat function from 1 to the right edge of the last rank, and to the left edge of the first.
    area_last: f64,
    area_first: f64,
    /// Ranks this close above the drawn point are taken without a second look.
    shortcut: f64,
}

impl Zipf {
    /// Ranks 1 to `n`; an exponent of 0 makes them equally likely. None if `n` is 0 or above 2^53, or the exponent is
    /// negative, above 100 or no number.
    #[must_use]
    pub fn new(n: u64, exponent: f64) -> Option<Self> {
        if n == 0 || n > 1 << 53 || !(0.0..=100.0).contains(&exponent) {
            return None;
        }
        let mut zipf = Self { n: n as f64, exponent, area_last: 0.0, area_first: 0.0, shortcut: 0.0 };
        zipf.area_last = zipf.area(zipf.n + 0.5);
        zipf.area_first = zipf.area(1.5) - 1.0;
        zipf.shortcut = 2.0 - zipf.area_inverse(zipf.area(2.5) - zipf.hat(2.0));
        Some(zipf)
    }

    /// The last rank.
    pub(super) fn last(&self) -> f64 {
        self.n
    }

    /// A rank from 1 to n.
    pub fn draw(&self, stream: &mut Stream) -> u64 {
        loop {
            let area = self.area_last + stream.unit() * (self.area_first - self.area_last);
            let point = self.area_inverse(area);
            let rank = libm::floor(point + 0.5).clamp(1.0, self.n);
            if rank - point <= self.shortcut || area >= self.area(rank + 0.5) - self.hat(rank) {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to n, which fits")]
                return rank as u64;
            }
        }
    }

    /// 1 / x^s.
    fn hat(&self, x: f64) -> f64 {
        libm::exp(-self.exponent * libm::log(x))
    }

    /// The integral of the hat from 1 to x, also for s near 1, where (x^(1-s) - 1) / (1-s) loses all digits.
    fn area(&self, x: f64) -> f64 {
        let log = libm::log(x);
        let t = (1.0 - self.exponent) * log;
        let ratio = if t.abs() > 1e-8 { libm::expm1(t) / t } else { 1.0 + t / 2.0 };
        ratio * log
    }

    fn area_inverse(&self, area: f64) -> f64 {
        let t = (area * (1.0 - self.exponent)).max(-1.0);
        let ratio = if t.abs() > 1e-8 { libm::log1p(t) / t } else { 1.0 - t / 2.0 };
        libm::exp(ratio * area)
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::{Stream, Zipf};

    #[test]
    fn frequencies_follow_the_law() {
        for exponent in [0.0, 0.5, 0.99, 1.0, 1.5, 3.0] {
            for n in [1_u32, 2, 10, 1_000] {
                check_frequencies(n, exponent);
            }
        }
    }

    /// The first ranks' counts lie within five standard deviations of what the law says.
    fn check_frequencies(n: u32, exponent: f64) {
        const DRAWS: f64 = 50_000.0;
        let Some(zipf) = Zipf::new(n.into(), exponent) else { return assert_eq!(n, 0) };
        let weight = |rank: u32| f64::from(rank).powf(-exponent);
        let total: f64 = (1..=n).map(weight).sum();
        let mut stream = Stream::new(5, "zipf");
        let mut counts = vec![0.0_f64; n as usize + 1];
        for _ in 0..50_000 {
            let rank = usize::try_from(zipf.draw(&mut stream)).unwrap_or(0);
            counts[rank] += 1.0;
        }
        assert!(counts[0] == 0.0);
        for rank in 1..=n.min(10) {
            let share = weight(rank) / total;
            let allowed = 5.0 * (DRAWS * share * (1.0 - share)).sqrt() + 1e-6;
            let off = (counts[rank as usize] - DRAWS * share).abs();
            assert!(off <= allowed, "n {n}, exponent {exponent}, rank {rank}: off by {off}, allowed {allowed}");
        }
    }

    #[test]
    fn large_ranges_stay_inside() {
        for n in [u64::from(u32::MAX), 1 << 53] {
            let zipf = Zipf::new(n, 1.1);
            let mut stream = Stream::new(5, "zipf");
            let ranks: Vec<u64> = (0..1_000).filter_map(|_| zipf.as_ref().map(|zipf| zipf.draw(&mut stream))).collect();
            assert!(ranks.len() == 1_000 && ranks.iter().all(|rank| (1..=n).contains(rank)));
        }
    }

    #[test]
    fn refuses_what_is_no_distribution() {
        for (n, exponent) in [(0, 1.0), ((1 << 53) + 1, 1.0), (10, -0.1), (10, 101.0), (10, f64::NAN)] {
            assert!(Zipf::new(n, exponent).is_none(), "{n} {exponent}");
        }
    }
}
