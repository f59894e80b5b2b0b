//! In which order shards take chunks that belong to no zone.

use super::PlacementShard;
use crate::catalog::ShardIdx;

/// The order of the round robin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShardOrder {
    /// All shards, draining ones too, by name (4.2, 4.4, 5.0 to 5.0.23).
    SortedByName,
    /// Shards that are not draining, in [`default_shuffle`] of their order in `config.shards` (5.0.24, 6.0.13, 7.0.5, 7.3
    /// and later).
    Shuffled,
    /// All given shards, in the order given.
    AsGiven,
}

impl ShardOrder {
    /// The shards in this order.
    #[must_use]
    pub fn apply(self, shards: &[PlacementShard<'_>]) -> Vec<ShardIdx> {
        match self {
            Self::SortedByName => {
                let mut sorted: Vec<_> = shards.iter().collect();
                sorted.sort_by(|left, right| left.name.cmp(right.name));
                sorted.into_iter().map(|shard| shard.shard_idx).collect()
            }
            Self::Shuffled => {
                let staying: Vec<_> = shards.iter().filter(|shard| !shard.draining).collect();
                let order = default_shuffle(staying.len());
                order.into_iter().filter_map(|at| staying.get(at)).map(|shard| shard.shard_idx).collect()
            }
            Self::AsGiven => shards.iter().map(|shard| shard.shard_idx).collect(),
        }
    }
}

/// The permutation of `n` positions that the server's shuffle gives.
///
/// The server shuffles with a default-constructed engine, made anew each time, so the result depends on `n` only. The rule
/// is that of libstdc++: `minstd_rand0` from its default seed, two positions drawn from each number.
#[must_use]
pub fn default_shuffle(n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    let mut engine = MinStd { state: 1 };
    let mut at = 1;
    if n > 0 && n.is_multiple_of(2) {
        order.swap(at, engine.below(2));
        at += 1;
    }
    while at + 1 < n {
        let (first, second) = (at + 1, at + 2);
        let drawn = engine.below(first * second);
        order.swap(at, drawn / second);
        order.swap(at + 1, drawn % second);
        at += 2;
    }
    order
}

/// The linear congruential engine `minstd_rand0`.
struct MinStd {
    state: u64,
}

impl MinStd {
    const MODULUS: u64 = (1 << 31) - 1;

    fn next(&mut self) -> u64 {
        self.state = self.state * 16_807 % Self::MODULUS;
        self.state
    }

    /// Uniform in `0..n`, by scaling down and drawing again what lies beyond. `n` is far below the engine's range: the
    /// number of shards is bounded by memory long before.
    fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        let scaling = (Self::MODULUS - 2) / n.max(1);
        loop {
            let drawn = self.next() - 1;
            if drawn < scaling * n {
                return usize::try_from(drawn / scaling).unwrap_or(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::default_shuffle;

    /// Orders computed with libstdc++ for a default-constructed engine.
    const ORDERS: [&[usize]; 17] = [
        &[],
        &[0],
        &[1, 0],
        &[2, 0, 1],
        &[2, 3, 1, 0],
        &[3, 0, 4, 2, 1],
        &[2, 3, 1, 4, 5, 0],
        &[3, 0, 4, 6, 5, 1, 2],
        &[2, 7, 1, 6, 5, 0, 4, 3],
        &[3, 0, 4, 7, 5, 1, 8, 6, 2],
        &[2, 7, 1, 6, 8, 0, 4, 9, 5, 3],
        &[3, 0, 4, 10, 5, 9, 8, 6, 2, 1, 7],
        &[2, 7, 10, 6, 11, 0, 4, 9, 5, 3, 1, 8],
        &[3, 0, 11, 10, 5, 9, 8, 6, 12, 1, 7, 4, 2],
        &[12, 7, 10, 6, 11, 0, 4, 9, 13, 3, 1, 8, 2, 5],
        &[13, 0, 11, 10, 5, 9, 8, 6, 12, 14, 7, 4, 2, 3, 1],
        &[12, 7, 15, 6, 11, 0, 4, 9, 13, 3, 14, 8, 2, 5, 1, 10],
    ];

    #[test]
    fn orders_of_libstdcpp() {
        for (n, order) in ORDERS.iter().enumerate() {
            assert_eq!(default_shuffle(n), *order, "{n} shards");
        }
    }

    #[test]
    fn always_a_permutation() {
        for n in 0..500 {
            let mut order = default_shuffle(n);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..n), "{n} shards");
        }
    }
}
