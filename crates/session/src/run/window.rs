//! Inserts per chunk and shard over the last seconds of simulated time, exact across splits and moves.

use shardscope_sim::catalog::{Chunk, Collection};
use shardscope_sim::cluster::Cluster;
use std::collections::VecDeque;

/// Totals at one instant, against which later ones are compared.
#[derive(Debug, Clone)]
struct Mark {
    at_ms: u64,
    /// Documents stored later lie at or behind it.
    stored_from: u32,
    ids: Vec<u32>,
    chunk_totals: Vec<u64>,
    shard_totals: Vec<u64>,
    n_present: u64,
}

/// Shards that a cluster has at one instant.
#[derive(Debug, Clone, Copy)]
pub struct ShardCounts {
    /// All that it has or had: shards keep their positions.
    pub all: usize,
    /// Those that were not removed.
    pub present: u64,
}

impl ShardCounts {
    /// Those of a cluster now.
    #[must_use]
    pub fn of(cluster: &Cluster) -> Self {
        let present = cluster.shards().iter().filter(|shard| shard.is_present()).count() as u64;
        Self { all: cluster.shards().len(), present }
    }
}

impl Mark {
    fn new(at_ms: u64, collection: &Collection, n_shards: ShardCounts) -> Self {
        Self {
            at_ms,
            stored_from: collection.insert_mark(),
            ids: collection.chunks().iter().map(Chunk::id).collect(),
            chunk_totals: collection.chunks().iter().map(Chunk::n_inserts_total).collect(),
            shard_totals: (0..n_shards.all).map(|idx| collection.shard_inserts_total(idx)).collect(),
            n_present: n_shards.present,
        }
    }

    /// Inserts per chunk from this mark to `now`. While no chunk was split or merged, totals tell; else the documents are
    /// counted one by one.
    fn chunk_inserts(&self, now: &Self, collection: &Collection) -> Vec<u64> {
        if self.ids == now.ids {
            return difference(&now.chunk_totals, &self.chunk_totals);
        }
        collection.chunks().iter().map(|chunk| chunk.n_inserts_since(self.stored_from)).collect()
    }
}

/// Later less earlier totals; what has no earlier total began at 0.
fn difference(now: &[u64], then: &[u64]) -> Vec<u64> {
    let then = then.iter().copied().chain(std::iter::repeat(0));
    now.iter().zip(then).map(|(now, then)| now.saturating_sub(then)).collect()
}

/// Inserts in a window, per chunk in key order and per shard.
#[derive(Debug, PartialEq, Eq)]
pub struct Counts {
    /// Length of the window; shorter at the start of a run.
    pub window_ms: u64,
    /// Per chunk.
    pub chunks: Vec<u64>,
    /// Per shard, credited to the owner at the time of the insert.
    pub shards: Vec<u64>,
}

/// One measured stretch of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Measured {
    inserts: u64,
    /// Inserts of its hottest chunk.
    inserts_hottest: u64,
    /// Whether that was the chunk ending at MaxKey.
    is_last: bool,
    shards: Vec<u64>,
    /// Shards in the cluster at its end.
    n_present: u64,
}

/// Where the inserts of the second half of a run went. The first half is left out: every ranged collection starts with one
/// chunk, whatever its key.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Hottest {
    /// Inserts counted.
    pub inserts: u64,
    /// Inserts of each window's hottest chunk, added up.
    pub at_peak: u64,
    /// Those of them that went to the chunk ending at MaxKey.
    pub in_last: u64,
    /// Inserts per shard.
    pub shards: Vec<u64>,
    /// What each shard would have taken had all that were in the cluster at the time taken the same: inserts over shards,
    /// added up over the windows.
    pub even_inserts: f64,
    /// Fewest and most shards that the cluster had in any of the windows.
    pub n_present: (u64, u64),
}

impl Hottest {
    fn add(&mut self, measured: &Measured) {
        let n_present = measured.n_present.max(1);
        let (fewest, most) = if self.inserts == 0 { (n_present, n_present) } else { self.n_present };
        self.n_present = (fewest.min(n_present), most.max(n_present));
        self.even_inserts += measured.inserts as f64 / n_present as f64;
        self.inserts += measured.inserts;
        self.at_peak += measured.inserts_hottest;
        self.in_last += if measured.is_last { measured.inserts_hottest } else { 0 };
        self.shards.resize(self.shards.len().max(measured.shards.len()), 0);
        for (sum, inserts) in self.shards.iter_mut().zip(&measured.shards) {
            *sum += inserts;
        }
    }
}

/// The marks of the present window.
#[derive(Debug, Default)]
pub struct Window {
    marks: VecDeque<Mark>,
    measured_from: Option<Mark>,
    measured: Vec<Measured>,
}

impl Window {
    /// Counts the inserts of the last `window_ms`. O(chunks); O(documents) when chunks changed within the window.
    pub fn count(&mut self, at_ms: u64, window_ms: u64, collection: &Collection, n_shards: ShardCounts) -> Counts {
        let from_ms = at_ms.saturating_sub(window_ms);
        while self.marks.get(1).is_some_and(|mark| mark.at_ms <= from_ms) {
            self.marks.pop_front();
        }
        let now = Mark::new(at_ms, collection, n_shards);
        let then = self.marks.front().unwrap_or(&now);
        let counts = Counts {
            window_ms: at_ms - then.at_ms,
            chunks: then.chunk_inserts(&now, collection),
            shards: difference(&now.shard_totals, &then.shard_totals),
        };
        self.measure_hottest(&now, window_ms, collection);
        if self.marks.back().is_none_or(|last| last.at_ms < at_ms) {
            self.marks.push_back(now);
        }
        counts
    }

    /// Measures the rest of the run and adds up its second half, by inserts.
    pub fn finish(&mut self, at_ms: u64, collection: &Collection, n_shards: ShardCounts) -> Hottest {
        let now = Mark::new(at_ms, collection, n_shards);
        self.measure_hottest(&now, 0, collection);
        let half = self.measured.iter().map(|measured| measured.inserts).sum::<u64>().div_ceil(2);
        let mut hottest = Hottest::default();
        for measured in self.measured.iter().rev() {
            if hottest.inserts >= half {
                break;
            }
            hottest.add(measured);
        }
        hottest
    }

    fn measure_hottest(&mut self, now: &Mark, window_ms: u64, collection: &Collection) {
        let from = self.measured_from.get_or_insert_with(|| now.clone());
        if now.at_ms < from.at_ms + window_ms {
            return;
        }
        let counts = from.chunk_inserts(now, collection);
        let shards = difference(&now.shard_totals, &from.shard_totals);
        *from = now.clone();
        let inserts = counts.iter().sum();
        let hottest = counts.iter().enumerate().max_by_key(|&(_, &n)| n);
        if let Some((hottest_idx, &inserts_hottest)) = hottest.filter(|_| inserts > 0) {
            let is_last = hottest_idx + 1 == counts.len();
            self.measured.push(Measured { inserts, inserts_hottest, is_last, shards, n_present: now.n_present });
        }
    }
}
