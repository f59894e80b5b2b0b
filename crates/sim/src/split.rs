//! `autoSplitVector`: where a range is cut so that its parts hold about one range size each (server 5.0 to 8.0).

/// The keys of a range in ascending order, equal keys side by side.
pub trait SortedKeys {
    /// Number of documents in the range.
    fn len(&self) -> usize;

    /// Whether two of them have the same key.
    fn is_same(&self, left_idx: usize, right_idx: usize) -> bool;

    /// Whether the range holds no document.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<K: Eq> SortedKeys for [K] {
    fn len(&self) -> usize {
        <[K]>::len(self)
    }

    fn is_same(&self, left_idx: usize, right_idx: usize) -> bool {
        self.get(left_idx) == self.get(right_idx)
    }
}

/// From which end of the range points are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the smallest key up: to find the max for a given min.
    Forward,
    /// From the largest key down: to find the min for a given max. Points come out descending.
    Backward,
}

/// What a split works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitRequest {
    /// Bytes of the collection on the shard that is asked, all chunks together.
    pub local_bytes: u64,
    /// Documents of the collection on that shard.
    pub local_documents: u64,
    /// Each key of the range stands for this many documents with that key; 1 or more.
    pub stands_for: u64,
    /// The range size, bytes.
    pub range_size_bytes: u64,
    /// At most this many points.
    pub limit: Option<usize>,
    /// Which end to start from.
    pub direction: Direction,
}

/// Split points as positions in `keys`, in the order in which they were found: the key at each is the lower bound of the
/// part above it.
///
/// No points come out if the shard holds less than a range size of the collection, if the range is empty, or if all of it
/// has one key. A key that is too frequent to fit one part is never cut: its part is larger.
#[must_use]
pub fn auto_split_vector<K: SortedKeys + ?Sized>(keys: &K, request: &SplitRequest) -> Vec<usize> {
    let Some(last_idx) = keys.len().checked_sub(1) else { return Vec::new() };
    let Some(document_bytes_avg) = request.local_bytes.checked_div(request.local_documents) else { return Vec::new() };
    if request.local_bytes < request.range_size_bytes || keys.is_same(0, last_idx) {
        return Vec::new();
    }
    let scan = Scan { keys, last_idx, direction: request.direction, weight: request.stands_for };
    let n_documents_max = request.range_size_bytes / document_bytes_avg.max(1);
    let mut points = scan.points(n_documents_max, request.limit);
    if let Some(limit) = request.limit {
        points.truncate(limit);
    }
    points.into_iter().map(|at| scan.position(at)).collect()
}

/// Keys in scanning order: `at` counts from the end where the scan starts.
struct Scan<'a, K: ?Sized> {
    keys: &'a K,
    last_idx: usize,
    direction: Direction,
    weight: u64,
}

impl<K: SortedKeys + ?Sized> Scan<'_, K> {
    fn position(&self, at: usize) -> usize {
        match self.direction {
            Direction::Forward => at,
            Direction::Backward => self.last_idx - at,
        }
    }

    fn is_same(&self, left: usize, right: usize) -> bool {
        self.keys.is_same(self.position(left), self.position(right))
    }

    /// Counts one key's documents into `count`. Returns true when the count reaches `n_max` inside this key and the key
    /// can be cut at: then only its remaining documents stay counted.
    fn count_key(&self, count: &mut u64, n_max: u64, at: usize, last_point: usize) -> bool {
        let n_before_point = n_max.saturating_sub(*count).max(1);
        if n_before_point <= self.weight && !self.is_same(at, last_point) {
            *count = self.weight - n_before_point;
            return true;
        }
        *count += self.weight;
        false
    }

    fn points(&self, n_max: u64, limit: Option<usize>) -> Vec<usize> {
        let mut points = Vec::new();
        let mut last_point = 0;
        let mut count = self.weight;
        for at in 1..=self.last_idx {
            if self.count_key(&mut count, n_max, at, last_point) {
                points.push(at);
                last_point = at;
                if limit.is_some_and(|limit| points.len() > limit) {
                    return points;
                }
            }
        }
        self.even_out_tail(&mut points, count, n_max);
        points
    }

    /// A last part that is less than 80% full is evened out with up to three parts before it.
    fn even_out_tail(&self, points: &mut Vec<usize>, count: u64, n_max: u64) {
        if points.is_empty() || count * 10 >= n_max * 8 {
            return;
        }
        let n_redone = points.len().min(3);
        let n_max_even = n_max - (n_max - count) / (n_redone as u64 + 1);
        if count < n_max - n_max_even {
            points.pop();
            return;
        }
        points.truncate(points.len() - n_redone);
        // The server scans the index again from the key of the last point kept, so from its first document.
        let mut restart = points.last().copied().unwrap_or(0);
        while restart > 0 && self.is_same(restart - 1, restart) {
            restart -= 1;
        }
        let mut last_point = restart;
        let mut count = 0;
        let n_points = points.len() + n_redone;
        for at in restart..=self.last_idx {
            if points.len() == n_points {
                return;
            }
            if self.count_key(&mut count, n_max_even, at, last_point) {
                points.push(at);
                last_point = at;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn split(keys: &[i64], range_documents: u64, limit: Option<usize>, direction: Direction) -> Vec<i64> {
        let n_documents = keys.len() as u64;
        let request = SplitRequest {
            local_bytes: n_documents * MIB,
            local_documents: n_documents,
            stands_for: 1,
            range_size_bytes: range_documents * MIB,
            limit,
            direction,
        };
        auto_split_vector(keys, &request).iter().map(|&idx| keys[idx]).collect()
    }

    #[test]
    fn consecutive_keys() {
        let cases: [(i64, &[i64], &[i64]); 6] = [
            (10, &[], &[]),
            (12, &[], &[]),
            (14, &[6], &[7]),
            (18, &[9], &[8]),
            (24, &[7, 15], &[16, 8]),
            (9, &[], &[]),
        ];
        for (n, forward, backward) in cases {
            let keys: Vec<i64> = (0..n).collect();
            assert_eq!(split(&keys, 10, None, Direction::Forward), forward, "{n} forward");
            assert_eq!(split(&keys, 10, None, Direction::Backward), backward, "{n} backward");
        }
        for (n, forward) in [(33, vec![8, 17, 26]), (40, vec![9, 19, 29]), (55, vec![9, 19, 27, 36, 45])] {
            let keys: Vec<i64> = (0..n).collect();
            assert_eq!(split(&keys, 10, None, Direction::Forward), forward, "{n} forward");
        }
    }

    #[test]
    fn frequent_keys_are_never_cut() {
        let two: Vec<i64> = [5; 50].into_iter().chain([6; 50]).collect();
        assert_eq!(split(&two, 10, None, Direction::Forward), [6]);
        let three: Vec<i64> = [1].into_iter().chain(two).collect();
        assert_eq!(split(&three, 10, None, Direction::Forward), [5, 6]);
        assert_eq!(split(&[7; 100], 10, None, Direction::Forward), [0_i64; 0]);
    }

    #[test]
    fn a_limit_stops_early() {
        let keys: Vec<i64> = (0..1000).collect();
        assert_eq!(split(&keys, 100, Some(1), Direction::Forward), [99]);
        assert_eq!(split(&keys, 100, Some(1), Direction::Backward), [900]);
        assert_eq!(split(&keys, 100, Some(3), Direction::Forward), [99, 199, 299]);
    }

    #[test]
    fn a_shard_below_one_range_size_has_no_points() {
        let keys: Vec<i64> = (0..20).collect();
        assert_eq!(split(&keys, 21, None, Direction::Forward), [0_i64; 0]);
        assert_eq!(split(&keys, 20, None, Direction::Forward), [0_i64; 0]);
        assert_eq!(split(&[], 1, None, Direction::Forward), [0_i64; 0]);
    }

    /// Weighted keys come out as repeated keys do.
    #[test]
    fn a_key_that_stands_for_many_counts_as_many() {
        for stands_for in [1, 2, 3, 7, 50] {
            for n_keys in 1..40_i64 {
                let keys: Vec<i64> = (0..n_keys).map(|key| key / 2).collect();
                let repeated: Vec<i64> = keys
                    .iter()
                    .flat_map(|&key| std::iter::repeat_n(key, usize::try_from(stands_for).unwrap()))
                    .collect();
                let request = SplitRequest {
                    local_bytes: repeated.len() as u64 * MIB,
                    local_documents: repeated.len() as u64,
                    stands_for,
                    range_size_bytes: 10 * MIB,
                    limit: None,
                    direction: Direction::Forward,
                };
                let weighted: Vec<i64> =
                    auto_split_vector(keys.as_slice(), &request).iter().map(|&idx| keys[idx]).collect();
                let request = SplitRequest { stands_for: 1, ..request };
                let plain: Vec<i64> =
                    auto_split_vector(repeated.as_slice(), &request).iter().map(|&idx| repeated[idx]).collect();
                assert_eq!(weighted, plain, "{n_keys} keys standing for {stands_for}");
            }
        }
    }
}
