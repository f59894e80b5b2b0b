//! An empty collection whose key starts with a hashed field: the hash range cut evenly.

use ::bson::RawBsonRef;

use super::{InitialChunk, PlacementShard, ShardOrder};
use crate::bson::KeyValue;
use crate::catalog::ShardIdx;
use crate::catalog::pattern::ShardKeyPattern;
use crate::error::CommandError;

/// The hashes at which `n_chunks` chunks meet, ascending; one fewer than chunks (all versions since 2.4).
///
/// The interval is rounded before it is doubled, so the outer chunks are slightly larger.
#[must_use]
pub fn hashed_split_points(n_chunks: u64) -> Vec<i64> {
    if n_chunks < 2 {
        return Vec::new();
    }
    let n_chunks_signed = i64::try_from(n_chunks).unwrap_or(i64::MAX);
    let interval = (i64::MAX / n_chunks_signed) * 2;
    let mut positive = Vec::new();
    let mut at = if n_chunks.is_multiple_of(2) { interval } else { interval / 2 };
    for _ in 0..(n_chunks - 1) / 2 {
        positive.push(at);
        at = at.saturating_add(interval);
    }
    let middle = n_chunks.is_multiple_of(2).then_some(0);
    positive.iter().rev().map(|point| -point).chain(middle).chain(positive.iter().copied()).collect()
}

/// Split points of a key with a hashed field: the given values before it, the hashes, `MinKey` in every field after it.
/// Empty if no field is hashed.
#[must_use]
pub fn split_points_of_hashed_key(
    pattern: &ShardKeyPattern,
    prefix: &[RawBsonRef<'_>],
    n_chunks: u64,
) -> Vec<KeyValue> {
    let Some(hashed_idx) = pattern.hashed_idx() else { return Vec::new() };
    let prefix = || (0..hashed_idx).map(|idx| prefix.get(idx).copied().unwrap_or(RawBsonRef::MinKey));
    let keys = hashed_split_points(n_chunks).into_iter().map(|hash| {
        let values: Vec<_> = prefix().chain([RawBsonRef::Int64(hash)]).collect();
        pattern.from_values(&values)
    });
    keys.collect()
}

/// How many chunks an empty hashed collection gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HashedCount {
    /// 7.2 and later: one per shard, draining ones counted too.
    OnePerShard,
    /// Up to 7.1: as asked, by default two per shard; neighbours stay together on a shard.
    Legacy {
        /// `numInitialChunks`; 0 means the default.
        num_initial_chunks: u64,
    },
}

impl HashedCount {
    /// Chunks for a number of shards.
    #[must_use]
    pub fn n_chunks(self, n_shards: u64) -> u64 {
        match self {
            Self::OnePerShard => n_shards,
            Self::Legacy { num_initial_chunks: 0 } => 2 * n_shards,
            Self::Legacy { num_initial_chunks } => num_initial_chunks,
        }
    }

    /// How many neighbouring chunks go to one shard before the next shard's turn.
    #[must_use]
    pub fn n_contiguous(self, n_shards: u64) -> u64 {
        match self {
            Self::OnePerShard => 1,
            Self::Legacy { .. } => (self.n_chunks(n_shards) / n_shards.max(1)).max(1),
        }
    }

    /// Before 7.2 the primary gets the first chunk when there are fewer chunks than shards.
    fn spares_for_primary(self) -> bool {
        matches!(self, Self::Legacy { .. })
    }
}

/// How an empty hashed collection is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashedPlacement {
    /// How many chunks.
    pub count: HashedCount,
    /// In which order shards take them.
    pub order: ShardOrder,
    /// The primary shard.
    pub primary: ShardIdx,
}

impl HashedPlacement {
    /// The chunks.
    ///
    /// # Errors
    /// There is no shard.
    pub fn chunks(
        &self,
        pattern: &ShardKeyPattern,
        shards: &[PlacementShard<'_>],
    ) -> Result<Vec<InitialChunk>, CommandError> {
        let n_shards = shards.len() as u64;
        let points = split_points_of_hashed_key(pattern, &[], self.count.n_chunks(n_shards));
        let first = (self.count.spares_for_primary() && points.len() + 1 < shards.len()).then_some(self.primary);
        place_split_points(pattern, &points, &self.order.apply(shards), self.count.n_contiguous(n_shards), first)
    }
}

/// Chunks between split points, dealt to shards in order: `n_contiguous` neighbours each, and the first chunk to `first`
/// if that is given.
///
/// # Errors
/// There is no shard.
pub fn place_split_points(
    pattern: &ShardKeyPattern,
    points: &[KeyValue],
    order: &[ShardIdx],
    n_contiguous: u64,
    first: Option<ShardIdx>,
) -> Result<Vec<InitialChunk>, CommandError> {
    if order.is_empty() {
        return Err(CommandError::NoShards);
    }
    let n_contiguous = usize::try_from(n_contiguous.max(1)).unwrap_or(usize::MAX);
    let owners = order.iter().cycle().flat_map(|&shard_idx| std::iter::repeat_n(shard_idx, n_contiguous));
    let mut chunks = contiguous_chunks(pattern, points, owners);
    if let (Some(chunk), Some(first)) = (chunks.first_mut(), first) {
        chunk.shard_idx = first;
    }
    Ok(chunks)
}

/// Chunks from the lower to the upper end of the key space, cut at ascending points, with these owners.
#[must_use]
pub fn contiguous_chunks(
    pattern: &ShardKeyPattern,
    points: &[KeyValue],
    owners: impl Iterator<Item = ShardIdx>,
) -> Vec<InitialChunk> {
    let mins = std::iter::once(pattern.global_min()).chain(points.iter().cloned());
    let maxs = points.iter().cloned().chain([pattern.global_max()]);
    let ranges = mins.zip(maxs).zip(owners);
    ranges.map(|((min, max), shard_idx)| InitialChunk { min, max, shard_idx }).collect()
}

#[cfg(test)]
mod tests {
    use super::{HashedCount, hashed_split_points};

    #[test]
    fn points_are_symmetric_and_rounded_before_doubling() {
        assert_eq!(hashed_split_points(0), [0_i64; 0]);
        assert_eq!(hashed_split_points(1), [0_i64; 0]);
        assert_eq!(hashed_split_points(2), [0]);
        assert_eq!(hashed_split_points(3), [-3_074_457_345_618_258_602, 3_074_457_345_618_258_602]);
        assert_eq!(hashed_split_points(4), [-4_611_686_018_427_387_902, 0, 4_611_686_018_427_387_902]);
        for n_chunks in 1..300 {
            let points = hashed_split_points(n_chunks);
            assert_eq!(points.len() as u64, n_chunks - 1);
            assert!(points.is_sorted_by(|left, right| left < right), "{n_chunks} chunks");
            assert!(points.iter().rev().map(|point| -point).eq(points.iter().copied()), "{n_chunks} chunks");
        }
    }

    #[test]
    fn neighbours_stay_together_up_to_7_1() {
        let count = |num_initial_chunks| HashedCount::Legacy { num_initial_chunks };
        for (asked, n_shards, n_chunks, n_contiguous) in [(0, 3, 6, 2), (4, 3, 4, 1), (7, 3, 7, 2), (1, 2, 1, 1)] {
            assert_eq!(count(asked).n_chunks(n_shards), n_chunks, "{asked} on {n_shards}");
            assert_eq!(count(asked).n_contiguous(n_shards), n_contiguous, "{asked} on {n_shards}");
        }
    }
}
