//! Whether keys rise or fall with insertion. Source: server 8.0, `analyze_shard_key_read_write_distribution` and
//! `analyzeShardKeyMonotonicityCorrelationCoefficientThreshold`.

use super::sorted::SortedKeys;
use crate::catalog::pattern::ShardKeyPattern;

/// A correlation of this size or more, in either direction, makes a key monotonic.
pub const CORRELATION_THRESHOLD: f64 = 0.7;

/// Whether new documents go to one end of the key space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monotonicity {
    /// Keys rise, or fall, with insertion.
    Monotonic,
    /// They do not.
    NotMonotonic,
    /// Not measured: no documents, or a hashed field behind the first one.
    Unknown,
}

/// The server's cases in its order: a hash that decides the order is never monotonic, a hash behind other fields is not
/// measured, a single key is not monotonic; everything else by correlation.
pub(super) fn measure(
    pattern: &ShardKeyPattern,
    sorted: &SortedKeys<'_>,
    n_distinct: u64,
) -> (Monotonicity, Option<f64>) {
    match (pattern.hashed_idx(), n_distinct) {
        (_, 0) => (Monotonicity::Unknown, None),
        (Some(0), _) | (None, 1) => (Monotonicity::NotMonotonic, Some(0.0)),
        (Some(_), _) => (Monotonicity::Unknown, None),
        (None, _) => {
            let correlation = correlation(sorted);
            let is_monotonic = correlation.abs() >= CORRELATION_THRESHOLD;
            (if is_monotonic { Monotonicity::Monotonic } else { Monotonicity::NotMonotonic }, Some(correlation))
        }
    }
}

/// Pearson's coefficient of rank in key order against insertion position, rounded up at 10 decimals as the server does.
///
/// Both run through the same n numbers, so it is 1 - 6 * sum of squared differences / (n^3 - n): all integers until the
/// last division, hence the same on every machine.
fn correlation(sorted: &SortedKeys<'_>) -> f64 {
    let squares = sorted.positions().enumerate().map(|(rank, position)| {
        let difference = rank as i128 - position as i128;
        difference * difference
    });
    let n = sorted.len() as i128;
    let scale = n * n * n - n;
    let exact = (scale - 6 * squares.sum::<i128>()) as f64 / scale as f64;
    (exact * 1e10).ceil() / 1e10
}
