//! What the keys of a collection say about a shard key, in the terms of analyzeShardKey (server 7.0 and later), but over
//! all documents instead of a sample.

mod monotonicity;
mod sorted;

#[cfg(test)]
mod tests;

pub use monotonicity::{CORRELATION_THRESHOLD, Monotonicity};

use std::cmp::Reverse;

use crate::bson::{KeyRef, KeyValue};
use crate::catalog::pattern::ShardKeyPattern;
use sorted::SortedKeys;

/// Number of most common values that analyzeShardKey reports.
pub const N_TOP_DEFAULT: usize = 5;

/// Cardinality, frequency and monotonicity of a shard key over the keys of a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyCharacteristics {
    /// Keys looked at. Where a document stands for more, the caller multiplies.
    pub n_documents: u64,
    /// Distinct key values; for a hashed field distinct hashes, since equal hashes are one key.
    pub n_distinct: u64,
    /// The most common values with the number of their documents, most common first, ties in key order.
    pub top: Vec<(KeyValue, u64)>,
    /// How closely key order follows insertion order, from -1 to 1, rounded up at 10 decimals; none where the server
    /// gives none.
    pub correlation: Option<f64>,
    /// What the correlation means.
    pub monotonic: Monotonicity,
}

/// Measures the keys of a collection, given in insertion order; `n_top` bounds [`KeyCharacteristics::top`].
///
/// Sorts an index of the keys: O(n log n) time, 16 bytes of index and one [`KeyRef`] per key.
#[must_use]
pub fn key_characteristics<'a>(
    pattern: &ShardKeyPattern,
    keys: impl IntoIterator<Item = KeyRef<'a>>,
    n_top: usize,
) -> KeyCharacteristics {
    let sorted = SortedKeys::new(keys.into_iter().collect());
    let (n_distinct, top) = frequencies(&sorted, n_top);
    let (monotonic, correlation) = monotonicity::measure(pattern, &sorted, n_distinct);
    KeyCharacteristics { n_documents: sorted.len() as u64, n_distinct, top, correlation, monotonic }
}

/// Counts the distinct keys and finds the most common ones.
fn frequencies(sorted: &SortedKeys<'_>, n_top: usize) -> (u64, Vec<(KeyValue, u64)>) {
    let mut n_distinct = 0;
    let mut top: Vec<(u64, KeyRef<'_>)> = Vec::with_capacity(n_top + 1);
    for (key, n_documents) in sorted.groups() {
        n_distinct += 1;
        // Groups come in key order, so a later one with the same count goes behind the earlier ones.
        let place = top.partition_point(|&(count, _)| Reverse(count) <= Reverse(n_documents));
        if place < n_top {
            top.insert(place, (n_documents, key));
            top.truncate(n_top);
        }
    }
    (n_distinct, top.into_iter().map(|(count, key)| (key.to_value(), count)).collect())
}
