//! Everything that one lane showed, so that any computed instant can be drawn again without running the engine.
//!
//! A snapshot costs about 56 bytes a chunk. When a lane's snapshots hold more than [`RECORDS_MAX`] chunk records, every
//! second one is dropped and the distance between later ones doubles: memory stays bounded however long a run lasts.

use std::collections::BTreeMap;

/// Chunk records kept per lane: about 45 MB.
pub const RECORDS_MAX: usize = 800_000;

/// Snapshots kept per lane, so that a long run with few chunks is thinned out, too.
pub const SNAPSHOTS_MAX: usize = 4_000;

/// One chunk in a snapshot. Counts are already multiplied by `stands_for`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkRecord {
    /// Chunk id.
    pub id: u32,
    /// Lower bound, an index into the lane's [`Interned`] bounds.
    pub bound: u32,
    /// Why its owner has it, an index into the lane's [`Interned`] texts.
    pub reason: u32,
    /// Owner.
    pub shard_idx: u16,
    /// Zone range that covers it, [`ChunkRecord::NO_ZONE`] for none.
    pub zone_idx: u16,
    /// Flagged jumbo.
    pub jumbo: bool,
    /// One key value only.
    pub indivisible: bool,
    /// Documents.
    pub documents: u64,
    /// Bytes.
    pub bytes: u64,
    /// Inserts in the window.
    pub inserts_window: u64,
    /// Inserts since the start.
    pub inserts_total: u64,
    /// When the owner got it.
    pub owner_since_ms: u64,
}

impl ChunkRecord {
    /// In no zone.
    pub const NO_ZONE: u16 = u16::MAX;
}

/// One shard in a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardRecord {
    /// Its zones, an index into the lane's interned texts (names joined by newlines).
    pub zones: u32,
    /// Being removed.
    pub draining: bool,
    /// Removed.
    pub removed: bool,
    /// Inserts in the window, credited to the owner at the time.
    pub inserts_window: u64,
    /// Inserts since the start.
    pub inserts_total: u64,
}

/// A migration in flight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MigrationRecord {
    /// Number in the lane.
    pub id: u32,
    /// Chunk id of the chunk that it takes from.
    pub chunk_id: u32,
    /// Donor.
    pub from_idx: u16,
    /// Recipient.
    pub to_idx: u16,
    /// Lower bound, an index into the bounds.
    pub min: u32,
    /// Upper bound, an index into the bounds.
    pub max: u32,
    /// Bytes of the range.
    pub bytes: u64,
    /// Documents of the range.
    pub documents: u64,
    /// Whole chunk.
    pub whole_chunk: bool,
    /// Start.
    pub started_ms: u64,
    /// End.
    pub ends_ms: u64,
    /// Reason, an index into the texts.
    pub reason: u32,
}

/// A zone range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneRecord {
    /// Zone name, an index into the texts.
    pub zone: u32,
    /// `[min, max)`, an index into the texts.
    pub range: u32,
    /// First chunk that reaches in.
    pub first_chunk_idx: u32,
    /// One past the last chunk that reaches in.
    pub end_chunk_idx: u32,
    /// Shards that carry the zone.
    pub shard_idxs: Vec<u16>,
}

/// A lane at one instant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// Simulated time.
    pub at_ms: u64,
    /// Length of the window of `inserts_window`.
    pub window_ms: u64,
    /// Chunks in key order.
    pub chunks: Vec<ChunkRecord>,
    /// Shards.
    pub shards: Vec<ShardRecord>,
    /// Migrations in flight.
    pub migrations: Vec<MigrationRecord>,
    /// Zone ranges in key order.
    pub zones: Vec<ZoneRecord>,
    /// Largest difference between two shards of one zone.
    pub gap_bytes: u64,
    /// Threshold in force.
    pub threshold_bytes: u64,
    /// The balancer's latest decision, an index into the texts.
    pub decision: u32,
    /// Completed migrations.
    pub n_migrations_done: u32,
    /// Bytes moved by them.
    pub bytes_moved: u64,
}

/// The snapshots of one lane in order of time.
#[derive(Debug, Default)]
pub struct History {
    snapshots: Vec<Snapshot>,
    n_records: usize,
    /// 2^n after n thinnings: the lane takes every 2^n-th regular snapshot.
    stride: u64,
}

impl History {
    /// How many regular steps apart snapshots are now, 1 before any thinning.
    #[must_use]
    pub fn stride(&self) -> u64 {
        self.stride.max(1)
    }

    /// Adds a snapshot; one of the same instant is replaced. O(chunks), amortised.
    pub fn push(&mut self, snapshot: Snapshot) {
        if self.snapshots.last().is_some_and(|last| last.at_ms == snapshot.at_ms) {
            self.pop();
        }
        self.n_records += snapshot.chunks.len();
        self.snapshots.push(snapshot);
        let is_full = self.n_records > RECORDS_MAX || self.snapshots.len() > SNAPSHOTS_MAX;
        if is_full && self.snapshots.len() > 4 {
            self.thin();
        }
    }

    fn pop(&mut self) {
        if let Some(last) = self.snapshots.pop() {
            self.n_records -= last.chunks.len();
        }
    }

    fn thin(&mut self) {
        let last_idx = self.snapshots.len() - 1;
        let mut idx = 0;
        self.snapshots.retain(|_| {
            let keep = idx % 2 == 0 || idx == last_idx;
            idx += 1;
            keep
        });
        self.n_records = self.snapshots.iter().map(|snapshot| snapshot.chunks.len()).sum();
        self.stride = self.stride() * 2;
    }

    /// The newest snapshot not after `at_ms`, else the first. O(log snapshots).
    #[must_use]
    pub fn at(&self, at_ms: u64) -> Option<&Snapshot> {
        let after = self.snapshots.partition_point(|snapshot| snapshot.at_ms <= at_ms);
        self.snapshots.get(after.saturating_sub(1))
    }
}

/// Texts and bounds that many snapshots share.
#[derive(Debug, Default)]
pub struct Interned {
    by_text: BTreeMap<String, u32>,
    texts: Vec<String>,
}

impl Interned {
    /// The index of a text, new or known. O(log texts).
    pub fn index(&mut self, text: &str) -> u32 {
        if let Some(&idx) = self.by_text.get(text) {
            return idx;
        }
        let idx = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.by_text.insert(text.to_owned(), idx);
        self.texts.push(text.to_owned());
        idx
    }

    /// The text of an index.
    #[must_use]
    pub fn text(&self, idx: u32) -> &str {
        self.texts.get(idx as usize).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(at_ms: u64, n_chunks: usize) -> Snapshot {
        let chunk = ChunkRecord {
            id: 0,
            bound: 0,
            reason: 0,
            shard_idx: 0,
            zone_idx: ChunkRecord::NO_ZONE,
            jumbo: false,
            indivisible: false,
            documents: 0,
            bytes: 0,
            inserts_window: 0,
            inserts_total: 0,
            owner_since_ms: 0,
        };
        Snapshot {
            at_ms,
            window_ms: 1_000,
            chunks: vec![chunk; n_chunks],
            shards: Vec::new(),
            migrations: Vec::new(),
            zones: Vec::new(),
            gap_bytes: 0,
            threshold_bytes: 0,
            decision: 0,
            n_migrations_done: 0,
            bytes_moved: 0,
        }
    }

    #[test]
    fn finds_the_newest_instant_not_after_the_one_asked_for() {
        let mut history = History::default();
        assert!(history.at(5).is_none());
        for at_ms in [10, 20, 20, 30] {
            history.push(snapshot(at_ms, 1));
        }
        for (asked, found) in [(0, 10), (10, 10), (19, 10), (20, 20), (29, 20), (30, 30), (99, 30)] {
            assert_eq!(history.at(asked).map(|snapshot| snapshot.at_ms), Some(found), "asked for {asked}");
        }
        assert_eq!(history.n_records, 3);
    }

    #[test]
    fn thins_out_and_keeps_first_and_last() {
        let mut history = History::default();
        let n_chunks = RECORDS_MAX / 8;
        for at_ms in 0..40 {
            history.push(snapshot(at_ms, n_chunks));
            assert!(history.n_records <= RECORDS_MAX + n_chunks);
        }
        assert!(history.stride() >= 4);
        assert_eq!(history.at(0).map(|first| first.at_ms), Some(0));
        assert_eq!(history.at(u64::MAX).map(|last| last.at_ms), Some(39));
    }

    #[test]
    fn interned_texts_come_back() {
        let mut texts = Interned::default();
        let (a, b) = (texts.index("a"), texts.index("b"));
        assert_eq!((texts.index("a"), texts.text(a), texts.text(b), texts.text(99)), (a, "a", "b", ""));
    }
}
