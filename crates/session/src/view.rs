//! What the engine shows: plain data for one simulated instant. Everything on screen that is a number comes from here.

use serde::{Deserialize, Serialize};

/// All lanes of a run at one simulated instant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The run that it belongs to.
    pub run: u32,
    /// Simulated time, milliseconds.
    pub at_ms: u64,
    /// One per shard key of the scenario.
    pub lanes: Vec<LaneFrame>,
}

/// One shard key's cluster at one instant. Bytes and documents are already multiplied by `stands_for`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LaneFrame {
    /// The sentences above the plot.
    pub caption: Caption,
    /// Shards in the order of `config.shards`; `shard_idx` below points here.
    pub shards: Vec<ShardFrame>,
    /// Every chunk in key order; the max of one is the min of the next, and the last ends at MaxKey.
    pub chunks: Vec<ChunkFrame>,
    /// Migrations in flight.
    pub migrations: Vec<MigrationFrame>,
    /// Zone ranges in key order.
    pub zones: Vec<ZoneFrame>,
    /// Documents in the collection.
    pub documents: u64,
    /// Bytes in the collection.
    pub bytes: u64,
    /// Largest difference between two shards of one zone (or of no zone), bytes.
    pub data_gap_bytes: u64,
    /// The gap at which the balancer moves data: 3 x range size, bytes.
    pub threshold_bytes: u64,
    /// Largest shard's bytes / even share; 0 when there is no data.
    pub evenness_data: f64,
    /// Busiest shard's inserts / even share, in the window; 0 without inserts.
    pub evenness_writes: f64,
    /// Length of the window over which `inserts_window` is counted, milliseconds.
    pub window_ms: u64,
    /// Inserts of all shards in the window.
    pub inserts_window: u64,
    /// Inserts of all shards since the start.
    pub inserts_total: u64,
    /// Migrations completed so far.
    pub n_migrations_done: u32,
    /// Bytes moved by completed migrations.
    pub bytes_moved: u64,
}

impl LaneFrame {
    /// The share of the inserts above which a chunk is called hot: 20%, or 1.5 even shares while there are few chunks (three
    /// chunks with a third each are even). A single chunk is always hot.
    #[must_use]
    pub fn hot_share(&self) -> f64 {
        const HOT_CHUNK_SHARE: f64 = 0.20;
        match self.chunks.len() {
            0 | 1 => HOT_CHUNK_SHARE,
            n_chunks => HOT_CHUNK_SHARE.max(1.5 / n_chunks as f64),
        }
    }
}

/// Line 1 in two parts (bold fact, plain consequence), line 2 the balancer's decision and its reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caption {
    /// The loudest fact.
    pub fact: String,
    /// Its consequence; may be empty.
    pub consequence: String,
    /// `moving [t_76, t_78) from shardC to shardA, because the gap is 398 MB >= 384 MB`.
    pub balancer: String,
}

/// A shard at one instant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShardFrame {
    /// Shard id.
    pub name: String,
    /// Zones that it belongs to.
    pub zones: Vec<String>,
    /// Being removed.
    pub draining: bool,
    /// Removed (kept in the list so that colours stay).
    pub removed: bool,
    /// Bytes of the collection on it.
    pub bytes: u64,
    /// Documents of the collection on it.
    pub documents: u64,
    /// Chunks that it owns.
    pub n_chunks: u32,
    /// Inserts per simulated second in the window.
    pub inserts_per_sec: f64,
    /// Share of the window's inserts, 0 to 1.
    pub inserts_share: f64,
    /// Inserts since the start.
    pub inserts_total: u64,
}

/// A chunk at one instant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChunkFrame {
    /// Stable while the chunk lives; the left part of a split keeps it.
    pub id: u32,
    /// Lower bound, short form for labels: `MinKey`, `t_42`, `CA, 90210`, `-6.1e18`.
    pub label: String,
    /// Lower bound as a shell document.
    pub min: String,
    /// Owner, an index into `shards`.
    pub shard_idx: u16,
    /// Zone that covers it, an index into `zones`.
    pub zone_idx: Option<u16>,
    /// Bytes in it.
    pub bytes: u64,
    /// Documents in it.
    pub documents: u64,
    /// Inserts in the window.
    pub inserts_window: u64,
    /// Inserts per simulated second in the window.
    pub inserts_per_sec: f64,
    /// Share of the collection's inserts in the window, 0 to 1.
    pub inserts_share: f64,
    /// Inserts since the start that landed in it or in the chunk that it was split from.
    pub inserts_total: u64,
    /// Flagged jumbo.
    pub jumbo: bool,
    /// Holds one key value only, so it can never be split.
    pub indivisible: bool,
    /// When the present owner got it, milliseconds.
    pub owner_since_ms: u64,
    /// Why the present owner has it, for example `initial chunk` or `moved by the balancer: ...`.
    pub owner_reason: String,
}

/// A migration in flight: the range [min, max) of one chunk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MigrationFrame {
    /// Number of the migration in its lane.
    pub id: u32,
    /// The chunk that it takes from, an index into `chunks`.
    pub chunk_idx: u32,
    /// Donor, an index into `shards`.
    pub from_idx: u16,
    /// Recipient, an index into `shards`.
    pub to_idx: u16,
    /// Short lower bound of the moving range.
    pub label: String,
    /// `[t_76, t_78)`.
    pub range: String,
    /// Bytes of the moving range, the chunk's own bytes when all of it moves.
    pub bytes: u64,
    /// Documents of the moving range.
    pub documents: u64,
    /// Whether the whole chunk moves.
    pub whole_chunk: bool,
    /// Simulated start, milliseconds.
    pub started_ms: u64,
    /// Simulated end, milliseconds.
    pub ends_ms: u64,
    /// The balancer's reason in one sentence.
    pub reason: String,
}

/// A zone range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneFrame {
    /// Zone name.
    pub zone: String,
    /// `[min, max)` as shell text.
    pub range: String,
    /// First chunk that reaches into the range, an index into `chunks`.
    pub first_chunk_idx: u32,
    /// One past the last chunk that reaches into the range.
    pub end_chunk_idx: u32,
    /// Shards that carry the zone, indexes into `shards`.
    pub shard_idxs: Vec<u16>,
}

/// The kind of an event, which gives its mark on the scrubber and in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// A migration: a bar as long as it lasts.
    Migration,
    /// A split: an open diamond.
    Split,
    /// A chunk turned jumbo: a filled square.
    Jumbo,
    /// A zone or shard-zone change: a bracket.
    Zone,
    /// Shards added, drained or removed; settings changed: a flag.
    Command,
    /// The balancer looked and moved nothing: a small ring, in the log only.
    NoMove,
    /// A command that the cluster refused.
    Refused,
}

/// One line of the event log, and one mark on the scrubber.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogRow {
    /// Position in the lane's log. A row that comes again with the same id replaces the earlier one.
    pub id: u32,
    /// When it happened, or began.
    pub at_ms: u64,
    /// When it ended, for migrations; the last of the rounds that share this row, for rounds that moved nothing.
    pub ends_ms: Option<u64>,
    /// Mark.
    pub kind: EventKind,
    /// `[t_76, t_78) C -> A, 104 MB`.
    pub text: String,
    /// `gap 398 >= 384 MB`.
    pub reason: String,
    /// The command of the scenario's log that was refused here, by position.
    pub refused_command: Option<u32>,
}

/// A point of the scrubber's gap line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GapPoint {
    /// Simulated time.
    pub at_ms: u64,
    /// Data gap of the lane.
    pub gap_bytes: u64,
    /// Threshold at that time.
    pub threshold_bytes: u64,
}

/// How a property stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Good.
    Good,
    /// Watch.
    Watch,
    /// Problem.
    Problem,
    /// Needs documents, or not computed; the finding says which.
    Unknown,
}

/// One row of the verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// `Cardinality`, `Frequency`, ...
    pub name: String,
    /// Word and mark.
    pub status: Status,
    /// The number at the right edge, for example `90 values`.
    pub value: String,
    /// What it means, one or two sentences.
    pub finding: String,
    /// Thresholds behind the status word, in words.
    pub rule: String,
    /// How the number came about, for the dialog that opens on it: one step a line.
    pub derivation: Vec<String>,
}

/// The judgement of one key over all documents seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// `{ tenantId: 1 }`.
    pub key: String,
    /// One sentence; parts between `**` are strong.
    pub summary: String,
    /// Cardinality, Frequency, Monotonicity, Hottest chunk, Hottest shard.
    pub properties: Vec<Property>,
    /// Things that need attention, for example a jumbo chunk.
    pub warnings: Vec<Warning>,
}

/// A box at the end of the verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// Colour.
    pub status: Status,
    /// `Jumbo chunk at t_42`.
    pub title: String,
    /// What it means.
    pub text: String,
}

/// What is known of one field of the documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldSummary {
    /// Dotted path.
    pub path: String,
    /// BSON types seen with their counts, most frequent first, by mongosh's names (`string`, `int`, `objectId`).
    pub types: Vec<(String, u64)>,
    /// Documents that have it.
    pub present: u64,
    /// Documents looked at.
    pub documents: u64,
    /// Distinct values seen, capped at [`FieldSummary::DISTINCT_CAP`].
    pub distinct: u64,
    /// The most frequent value, as shell text.
    pub top_value: String,
    /// Its share of the documents looked at, 0 to 1.
    pub top_share: f64,
    /// Holds an array somewhere, so it can't be in a shard key; the number of the first such document (from 1).
    pub array_at: Option<u64>,
    /// Values never fall from one document to the next.
    pub ascending: bool,
}

impl FieldSummary {
    /// Distinct values are counted exactly up to this many; beyond, `distinct` stays here and means "at least".
    pub const DISTINCT_CAP: u64 = 100_000;
}
