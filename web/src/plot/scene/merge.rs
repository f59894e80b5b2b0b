//! Tiles and segments too small to see join their neighbour, so that ten thousand chunks stay readable and cheap. What
//! is hot, jumbo or moving is never joined.

/// A chunk about to be drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Index into the frame's chunks.
    pub chunk_idx: usize,
    /// Area or width it would take, in the unit of the threshold.
    pub extent: f64,
    /// Inserts per second.
    pub per_sec: f64,
    /// Keep it apart.
    pub apart: bool,
}

/// One drawn thing: a chunk, or neighbours that share a mark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Joined {
    /// First chunk.
    pub first_idx: usize,
    /// Last chunk, the same for a single one.
    pub last_idx: usize,
    /// The largest of them: it stands for the group when clicked.
    pub main_idx: usize,
    /// Number of chunks.
    pub n_chunks: usize,
    /// Sum of their extents.
    pub extent: f64,
    /// Rate of the hottest of them, inserts per second.
    pub per_sec_max: f64,
    extent_main: f64,
}

impl Joined {
    /// A single chunk, without extent.
    #[must_use]
    pub fn single(chunk_idx: usize) -> Self {
        Self::one(&Part { chunk_idx, extent: 0.0, per_sec: 0.0, apart: false })
    }

    fn one(part: &Part) -> Self {
        Self {
            first_idx: part.chunk_idx,
            last_idx: part.chunk_idx,
            main_idx: part.chunk_idx,
            n_chunks: 1,
            extent: part.extent,
            per_sec_max: part.per_sec,
            extent_main: part.extent,
        }
    }

    fn add(&mut self, part: &Part) {
        self.last_idx = part.chunk_idx;
        self.n_chunks += 1;
        self.extent += part.extent;
        self.per_sec_max = self.per_sec_max.max(part.per_sec);
        if part.extent > self.extent_main {
            self.main_idx = part.chunk_idx;
            self.extent_main = part.extent;
        }
    }
}

/// Joins runs of parts smaller than `extent_min`, in order. A group ends as soon as it is large enough, or where a part
/// that stands alone follows.
#[must_use]
pub fn join_small(parts: &[Part], extent_min: f64) -> Vec<Joined> {
    let mut out: Vec<Joined> = Vec::with_capacity(parts.len());
    let mut open = false;
    for part in parts {
        let small = part.extent < extent_min && !part.apart;
        match out.last_mut() {
            Some(group) if open && small => group.add(part),
            _ => out.push(Joined::one(part)),
        }
        open = small && out.last().is_some_and(|group| group.extent < extent_min);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(extents: &[f64], apart: &[usize]) -> Vec<(usize, usize, usize)> {
        let parts: Vec<Part> = extents
            .iter()
            .enumerate()
            .map(|(i, &extent)| Part { chunk_idx: i, extent, per_sec: 0.0, apart: apart.contains(&i) })
            .collect();
        join_small(&parts, 9.0).iter().map(|group| (group.first_idx, group.last_idx, group.main_idx)).collect()
    }

    #[test]
    fn small_neighbours_join_until_they_can_be_seen() {
        assert_eq!(joined(&[20.0, 20.0], &[]), [(0, 0, 0), (1, 1, 1)]);
        assert_eq!(joined(&[4.0, 3.0, 5.0, 20.0], &[]), [(0, 2, 2), (3, 3, 3)]);
        assert_eq!(joined(&[4.0, 6.0, 4.0, 6.0], &[]), [(0, 1, 1), (2, 3, 3)]);
        assert_eq!(joined(&[20.0, 4.0], &[]), [(0, 0, 0), (1, 1, 1)], "a single small one stays");
    }

    #[test]
    fn what_is_hot_stays_apart() {
        assert_eq!(joined(&[2.0, 2.0, 2.0, 2.0, 2.0], &[2]), [(0, 1, 0), (2, 2, 2), (3, 4, 3)]);
    }

    #[test]
    fn nothing_is_lost() {
        let extents: Vec<f64> = (0..500).map(|n| f64::from(n * 31 % 17)).collect();
        let parts: Vec<Part> = extents
            .iter()
            .enumerate()
            .map(|(i, &extent)| Part { chunk_idx: i, extent, per_sec: extent, apart: i % 50 == 0 })
            .collect();
        let groups = join_small(&parts, 9.0);
        assert_eq!(groups.iter().map(|group| group.n_chunks).sum::<usize>(), 500);
        assert!((groups.iter().map(|group| group.extent).sum::<f64>() - extents.iter().sum::<f64>()).abs() < 1e-6);
        for pair in groups.windows(2) {
            assert_eq!(pair[0].last_idx + 1, pair[1].first_idx);
        }
        for group in groups {
            let hottest = extents[group.first_idx..=group.last_idx].iter().copied().fold(0.0, f64::max);
            assert!((group.per_sec_max - hottest).abs() < 1e-9);
        }
    }
}
