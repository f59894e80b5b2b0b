//! Where a range is cut so that its parts hold about one range size each (`autoSplitVector`, server 5.0 to 8.0) or half of
//! it (`splitVector`, up to 4.4).

#[cfg(test)]
mod tests;

/// How split points are found, by server version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SplitAlgorithm {
    /// Up to 4.4: parts of half a range size.
    SplitVector,
    /// 5.0 and later: parts of a range size, the last ones evened out.
    AutoSplitVector,
}

impl SplitAlgorithm {
    /// Split points as positions in `keys`, see [`auto_split_vector`] and [`split_vector`].
    #[must_use]
    pub fn points<K: SortedKeys + ?Sized>(self, keys: &K, request: &SplitRequest) -> Vec<usize> {
        match self {
            Self::SplitVector => split_vector(keys, request),
            Self::AutoSplitVector => auto_split_vector(keys, request),
        }
    }
}

/// Most documents in one part under `splitVector`, however small they are (server 4.2 and 4.4, `maxChunkObjects`).
pub const SPLIT_VECTOR_DOCUMENTS_MAX: u64 = 250_000;

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
    let Some((scan, document_bytes_avg)) = Scan::new(keys, request) else { return Vec::new() };
    let n_documents_max = request.range_size_bytes / document_bytes_avg;
    // One point more than asked for shows that the last part is no remainder.
    let (mut points, count) = scan.points(n_documents_max, request.limit.map(|limit| limit.saturating_add(1)));
    if request.limit.is_none_or(|limit| points.len() <= limit) {
        scan.even_out_tail(&mut points, count, n_documents_max);
    }
    if let Some(limit) = request.limit {
        points.truncate(limit);
    }
    points.into_iter().map(|at| scan.position(at)).collect()
}

/// Split points under `splitVector`, as [`auto_split_vector`] gives them: parts of half a range size, 250,000 documents at
/// most, and a last part of whatever is left.
#[must_use]
pub fn split_vector<K: SortedKeys + ?Sized>(keys: &K, request: &SplitRequest) -> Vec<usize> {
    let Some((scan, document_bytes_avg)) = Scan::new(keys, request) else { return Vec::new() };
    let n_documents = (request.range_size_bytes / (2 * document_bytes_avg)).min(SPLIT_VECTOR_DOCUMENTS_MAX);
    // The key that comes after that many documents is the point, and is not counted in the next part.
    let (points, _) = scan.points(n_documents + 1, request.limit);
    points.into_iter().map(|at| scan.position(at)).collect()
}

/// Keys in scanning order: `at` counts from the end where the scan starts.
struct Scan<'a, K: ?Sized> {
    keys: &'a K,
    last_idx: usize,
    direction: Direction,
    weight: u64,
}

impl<'a, K: SortedKeys + ?Sized> Scan<'a, K> {
    /// The scan, and the average document size; `None` where nothing is split.
    fn new(keys: &'a K, request: &SplitRequest) -> Option<(Self, u64)> {
        let last_idx = keys.len().checked_sub(1)?;
        let document_bytes_avg = request.local_bytes.checked_div(request.local_documents)?;
        if request.local_bytes < request.range_size_bytes || keys.is_same(0, last_idx) {
            return None;
        }
        let scan = Self { keys, last_idx, direction: request.direction, weight: request.stands_for };
        Some((scan, document_bytes_avg.max(1)))
    }

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

    /// Points, up to a limit, and how many documents were counted after the last one.
    fn points(&self, n_max: u64, limit: Option<usize>) -> (Vec<usize>, u64) {
        let mut points = Vec::new();
        let mut last_point = 0;
        let mut count = self.weight;
        for at in 1..=self.last_idx {
            if self.count_key(&mut count, n_max, at, last_point) {
                points.push(at);
                last_point = at;
                if limit.is_some_and(|limit| points.len() >= limit) {
                    break;
                }
            }
        }
        (points, count)
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
