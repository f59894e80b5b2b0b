//! What the page and the engine say to each other: one enum each way. Ids let both sides drop what is stale.

use crate::scenario::{ColumnChoice, ColumnType, KeySpec, Scenario};
use crate::view::{FieldSummary, GapPoint, LogRow, Verdict};
use serde::{Deserialize, Serialize};

/// Raised on every change of this module or of [`crate::view`]; a page and a worker that differ must reload.
pub const PROTOCOL_VERSION: u32 = 3;

/// Page to engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// First message.
    Hello {
        /// [`PROTOCOL_VERSION`] of the page.
        protocol: u32,
    },
    /// Start over with this scenario, or go on from the last instant that it shares with the present one.
    Run {
        /// Chosen by the page, ascending.
        run: u32,
        /// What to run.
        scenario: Box<Scenario>,
    },
    /// Ask for the frame at a time; the answer is the newest computed instant not after it.
    Frame {
        /// Run id.
        run: u32,
        /// Simulated time.
        at_ms: u64,
    },
    /// Where a key value lands at a time.
    Probe {
        /// Run id.
        run: u32,
        /// Which key.
        lane: u32,
        /// Simulated time.
        at_ms: u64,
        /// Shell text: a document, or values separated by commas.
        key: String,
    },
    /// Begin reading documents; bytes follow.
    ImportBegin {
        /// Chosen by the page, ascending.
        import: u32,
        /// File name, or `pasted text`.
        name: String,
        /// Expected size, for the progress bar.
        bytes_total: u64,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
    },
    /// A piece of the file.
    ImportBytes {
        /// Import id.
        import: u32,
        /// The piece.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
    },
    /// No more bytes.
    ImportEnd {
        /// Import id.
        import: u32,
    },
    /// Forget an import; the earlier documents stay.
    ImportCancel {
        /// Import id.
        import: u32,
    },
}

/// Engine to page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Answer to [`Request::Hello`].
    Hello {
        /// [`PROTOCOL_VERSION`] of the engine.
        protocol: u32,
        /// Version of the engine, part of what makes a run reproducible.
        engine: String,
    },
    /// A run began; its frames can be asked for.
    RunStarted {
        /// Run id.
        run: u32,
        /// The first documents, as shell text, with their BSON size in bytes.
        first_documents: Vec<(String, u32)>,
        /// Fields found in the first documents.
        fields: Vec<FieldSummary>,
        /// Average BSON size in bytes of the documents looked at.
        avg_bytes: u64,
        /// Number of documents that the run will insert.
        documents_total: u64,
        /// End of the run if it is known, milliseconds.
        horizon_ms: Option<u64>,
    },
    /// A run could not begin: the earlier one stays on screen.
    RunRefused {
        /// Run id.
        run: u32,
        /// Why.
        problem: Problem,
    },
    /// News of a run in progress, at most a few a second.
    RunProgress {
        /// Run id.
        run: u32,
        /// Simulated time computed so far.
        computed_ms: u64,
        /// Documents placed so far.
        documents: u64,
        /// New log rows per lane.
        rows: Vec<Vec<LogRow>>,
        /// New points of the gap line per lane.
        gaps: Vec<Vec<GapPoint>>,
        /// Largest insert rate of one chunk so far, in inserts per second, all lanes: the colour domain.
        heat_max_per_sec: f64,
    },
    /// A run is complete.
    RunDone {
        /// Run id.
        run: u32,
        /// End of the run, milliseconds.
        horizon_ms: u64,
        /// Digest of the final state of all lanes, hex: equal on every machine.
        digest: String,
        /// One verdict per lane.
        verdicts: Vec<Verdict>,
        /// Field summaries over all documents.
        fields: Vec<FieldSummary>,
    },
    /// Answer to [`Request::Frame`]: a [`crate::view::Frame`] as postcard bytes.
    Frame {
        /// Run id.
        run: u32,
        /// The frame.
        #[serde(with = "serde_bytes")]
        frame: Vec<u8>,
    },
    /// Answer to [`Request::Probe`].
    Probed {
        /// Run id.
        run: u32,
        /// Which key.
        lane: u32,
        /// What was asked.
        key: String,
        /// Where it lands.
        result: Result<Probe, Problem>,
    },
    /// News of an import.
    ImportProgress {
        /// Import id.
        import: u32,
        /// Bytes read.
        bytes: u64,
        /// Good documents so far.
        documents: u64,
        /// Lines or documents refused so far.
        bad: u64,
        /// The first documents, sent once as soon as they are there.
        first_documents: Vec<String>,
        /// Fields found so far, sent with the first documents and again at the end.
        fields: Vec<FieldSummary>,
    },
    /// All bytes were read. The page may now run a scenario with [`crate::scenario::Documents::File`].
    ImportDone {
        /// Import id.
        import: u32,
        /// What was read.
        report: ImportReport,
    },
    /// What was read describes documents instead of holding them. The page may take over what it says.
    ImportedRecipe {
        /// Import id.
        import: u32,
        /// What it says.
        recipe: ImportedRecipe,
    },
    /// Nothing usable was read; the earlier documents stay.
    ImportFailed {
        /// Import id.
        import: u32,
        /// Why.
        problem: Problem,
        /// What was wrong line by line, if it got that far.
        bad: Vec<BadLine>,
    },
    /// A request made no sense, or the engine failed.
    Failed {
        /// What happened.
        problem: Problem,
    },
}

/// An error as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// What and why, lower case start is fine: shown as a sentence.
    pub message: String,
    /// How to fix it; may be empty.
    pub fix: String,
    /// MongoDB's error code and name, where it has one.
    pub server_error: Option<(i32, String)>,
    /// Where it belongs on the page.
    pub place: Place,
}

/// The part of the recipe that a problem belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Documents card; a template error carries its position.
    Documents {
        /// Line from 1, 0 if unknown.
        line: u32,
        /// Column from 1, 0 if unknown.
        column: u32,
    },
    /// Shard key card, the key of this lane.
    ShardKey {
        /// Lane.
        lane: u32,
    },
    /// Cluster & zones card; the zone range if one is at fault.
    Cluster {
        /// Index into `Scenario::zones`.
        zone_range: Option<u32>,
    },
    /// Workload card.
    Workload,
    /// The command log, by index.
    Log {
        /// Index into `Scenario::log`.
        index: u32,
    },
    /// The page as a whole.
    Page,
}

/// Where a key lands, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The key as a shell document, hashed fields as their hash.
    pub key: String,
    /// Encoded key bytes, hex.
    pub bytes: String,
    /// Index into the frame's chunks at the time asked for.
    pub chunk_idx: u32,
    /// `[t_18, t_21)`.
    pub range: String,
    /// Shard id.
    pub shard: String,
    /// The steps from value to shard, one sentence each.
    pub steps: Vec<String>,
}

/// What an import read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportReport {
    /// File name, or `pasted text`.
    pub name: String,
    /// `JSON array`, `NDJSON`, `CSV`, ...
    pub format: String,
    /// Good documents.
    pub documents: u64,
    /// BSON bytes of the good documents.
    pub bytes: u64,
    /// Hash of the documents as read, hex.
    pub fingerprint: String,
    /// Number of lines or documents refused.
    pub bad: u64,
    /// The first of them.
    pub bad_lines: Vec<BadLine>,
    /// CSV columns: name, inferred type, type in use.
    pub columns: Vec<ColumnReport>,
    /// The first documents, as shell text.
    pub first_documents: Vec<String>,
    /// Fields found.
    pub fields: Vec<FieldSummary>,
}

/// Another generator's configuration, or a JSON Schema, as far as it was understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedRecipe {
    /// `mgodatagen config`, `SimRunner config`, `JSON Schema`.
    pub format: String,
    /// A template that compiles.
    pub template: String,
    /// How many documents, if it says so.
    pub count: Option<u64>,
    /// `database.collection`, if it says so.
    pub namespace: Option<String>,
    /// The shard key, if it says so.
    pub key: Option<KeySpec>,
    /// Documents a second, if it says so.
    pub inserts_per_sec: Option<u64>,
    /// What was left out or changed, a sentence each.
    pub notes: Vec<String>,
}

/// A CSV column as read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnReport {
    /// Header.
    pub name: String,
    /// What its cells look like.
    pub inferred: ColumnType,
    /// What they became.
    pub used: ColumnType,
    /// Why, for example `leading zeros`.
    pub why: String,
}

/// A line or document that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadLine {
    /// Line number from 1.
    pub line: u64,
    /// Column from 1.
    pub column: u64,
    /// Why.
    pub reason: String,
}
