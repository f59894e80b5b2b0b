//! What a visitor defines: everything that a run depends on, and nothing else. A scenario is what a link carries.

use serde::{Deserialize, Serialize};
/// Reads the ends of a balancing window as people write them.
pub use shardscope_sim::cluster::ActiveWindow;
use shardscope_sim::version::ServerVersion;

/// The layout version of [`Scenario`] in links. Raise it on every change that an older page could not read; whatever was
/// written before stays readable. 2 knows servers before 8.0,
/// 3 any command, faults and the balancing window.
pub const SCENARIO_VERSION: u16 = 3;

/// A whole session: the documents, the candidate keys, the cluster, the workload and the commands given while it ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scenario {
    /// Shown in the header, for example `Start here: the hot shard`.
    pub name: String,
    /// Seeds every generator of the run.
    pub seed: u64,
    /// Where the documents come from.
    pub documents: Documents,
    /// Each document counts as this many documents of its size; 1 or more.
    pub stands_for: u64,
    /// `database.collection`, as in `shop.orders`.
    pub namespace: String,
    /// One shard key, or two that run beside each other on the same documents and clock.
    pub keys: Vec<KeySpec>,
    /// Shards and settings at the start of the run.
    pub cluster: ClusterSpec,
    /// Zone ranges set before the collection is sharded.
    pub zones: Vec<ZoneRangeSpec>,
    /// How documents arrive.
    pub workload: Workload,
    /// The question asked before a first run, if the scenario tells a story.
    pub story: Option<Story>,
    /// Commands given at a simulated time, ascending.
    pub log: Vec<TimedCommand>,
}

impl Scenario {
    /// Whether a command of the log needs whole documents, see [`Command::reads_documents`].
    #[must_use]
    pub fn reads_documents(&self) -> bool {
        self.log.iter().any(|timed| timed.command.reads_documents())
    }
}

/// Where documents come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Documents {
    /// A generator template, see `documents::template`.
    Template {
        /// The template as typed.
        text: String,
        /// How many documents to generate.
        count: u64,
    },
    /// Pasted text in any importable format; travels in links.
    Pasted {
        /// The text as pasted.
        text: String,
        /// CSV column types that were corrected by hand.
        columns: Vec<ColumnChoice>,
    },
    /// A file that was dropped; a link carries its name and fingerprint, not its bytes.
    File {
        /// File name, without a path.
        name: String,
        /// Number of good documents read.
        count: u64,
        /// Hash of the documents as read (hex), so that a replay can tell a changed file.
        fingerprint: String,
        /// CSV column types that were corrected by hand.
        columns: Vec<ColumnChoice>,
    },
}

/// The type chosen for one CSV column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnChoice {
    /// Header of the column.
    pub name: String,
    /// The type that its cells become.
    pub column_type: ColumnType,
}

/// What the cells of a CSV column become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ColumnType {
    /// Text as it stands: zip codes keep their leading zeros.
    String,
    /// int32 where it fits, else int64.
    Integer,
    /// double.
    Double,
    /// `true` / `false`.
    Boolean,
    /// An ISO 8601 date or date-time.
    Date,
    /// 24 hexadecimal digits.
    ObjectId,
}

/// A shard key as it is edited: field order matters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeySpec {
    /// The key's fields, first to last.
    pub fields: Vec<KeyFieldSpec>,
    /// `presplitHashedZones` of `shardCollection`.
    #[serde(default)]
    pub presplit_hashed_zones: bool,
}

/// One field of a shard key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyFieldSpec {
    /// Dotted path.
    pub path: String,
    /// `"hashed"` instead of `1`.
    pub hashed: bool,
}

/// The cluster at the start of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterSpec {
    /// The server whose behaviour is simulated.
    pub server: Server,
    /// Shards in the order of `config.shards`.
    pub shards: Vec<ShardSpec>,
    /// Range size (chunk size) in MB of 1024 x 1024 bytes, 1 to 1024.
    pub range_size_mb: u32,
    /// Whether the balancer runs.
    pub balancer_on: bool,
    /// Speed of one migration in MB per simulated second: an assumption, shown as such.
    pub migration_mb_per_sec: u32,
}

/// Server versions that can be simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Server {
    /// MongoDB 4.2.
    #[serde(rename = "4.2")]
    V4_2,
    /// MongoDB 4.4.
    #[serde(rename = "4.4")]
    V4_4,
    /// MongoDB 5.0.
    #[serde(rename = "5.0")]
    V5_0,
    /// MongoDB 6.0.
    #[serde(rename = "6.0")]
    V6_0,
    /// MongoDB 7.0.
    #[serde(rename = "7.0")]
    V7_0,
    /// MongoDB 8.0.
    #[serde(rename = "8.0")]
    V8_0,
}

impl Server {
    /// All versions, oldest first.
    pub const ALL: [Self; 6] = [Self::V4_2, Self::V4_4, Self::V5_0, Self::V6_0, Self::V7_0, Self::V8_0];

    /// The version of the simulation.
    #[must_use]
    pub fn version(self) -> ServerVersion {
        match self {
            Self::V4_2 => ServerVersion::V4_2,
            Self::V4_4 => ServerVersion::V4_4,
            Self::V5_0 => ServerVersion::V5_0,
            Self::V6_0 => ServerVersion::V6_0,
            Self::V7_0 => ServerVersion::V7_0,
            Self::V8_0 => ServerVersion::V8_0,
        }
    }

    /// As people write it, for example `8.0`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.version().profile().name
    }
}

/// A shard and the zones that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardSpec {
    /// Shard id, for example `shardA`.
    pub name: String,
    /// Zone names.
    pub zones: Vec<String>,
}

/// A zone range as typed: bounds are shell or Extended JSON text, either one value per key field separated by commas, or
/// a document such as `{ state: "M", zip_code: MinKey }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneRangeSpec {
    /// Zone name.
    pub zone: String,
    /// Lower bound, inclusive.
    pub min: String,
    /// Upper bound, exclusive.
    pub max: String,
}

/// How documents arrive and how long the run lasts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workload {
    /// Documents inserted per simulated second, before `stands_for` multiplies them.
    pub inserts_per_sec: u64,
    /// Whether the documents are there before the collection is sharded.
    pub arrival: Arrival,
    /// Length of the run; none means until all documents are in and the balancer rests.
    pub duration_sec: Option<u32>,
}

/// When documents arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Arrival {
    /// As a stream of inserts into the sharded collection.
    Stream,
    /// All are on the primary shard when `shardCollection` runs.
    BeforeSharding,
}

/// "Predict, then run": a question that the run answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Story {
    /// The question.
    pub question: String,
    /// Possible answers.
    pub answers: Vec<String>,
    /// Index of the right answer.
    pub right_idx: usize,
    /// Why it is right, shown after the run.
    pub because: String,
    /// One next question, shown after the run.
    pub next: String,
    /// Simulated time at which the story opens, in milliseconds.
    pub starts_at_ms: u64,
    /// Simulated time at which the question is decided, in milliseconds.
    pub asks_at_ms: u64,
}

/// A command and the simulated time at which it is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimedCommand {
    /// Milliseconds of simulated time.
    pub at_ms: u64,
    /// The command.
    pub command: Command,
}

/// What can be done to a running cluster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Command {
    /// `sh.addShard`.
    AddShard {
        /// Shard id.
        name: String,
        /// Zones that it joins.
        zones: Vec<String>,
    },
    /// `removeShard`: drains the shard, then removes it.
    RemoveShard {
        /// Shard id.
        name: String,
    },
    /// `sh.addShardToZone`.
    AddShardToZone {
        /// Shard id.
        shard: String,
        /// Zone name.
        zone: String,
    },
    /// `sh.removeShardFromZone`.
    RemoveShardFromZone {
        /// Shard id.
        shard: String,
        /// Zone name.
        zone: String,
    },
    /// `sh.updateZoneKeyRange`.
    UpdateZoneKeyRange(ZoneRangeSpec),
    /// `sh.removeRangeFromZone`.
    RemoveZoneKeyRange(ZoneRangeSpec),
    /// `sh.startBalancer` / `sh.stopBalancer`.
    SetBalancer {
        /// Whether it runs from now on.
        on: bool,
    },
    /// The `chunksize` setting.
    SetRangeSize {
        /// MB, 1 to 1024.
        mb: u32,
    },
    /// Changes the insert rate.
    SetInsertRate {
        /// Documents per second.
        per_sec: u64,
    },
    /// A command of the server as a document, as `db.adminCommand` takes it, in the shell's or Extended JSON's spelling:
    /// `{ moveChunk: "shop.orders", find: { _id: 5 }, to: "shardB" }`.
    Run {
        /// The document as typed.
        text: String,
    },
    /// `sh.enableBalancing` / `sh.disableBalancing` of the collection.
    SetCollectionBalancing {
        /// Whether its chunks may move from now on.
        on: bool,
    },
    /// `activeWindow` of the balancer's settings.
    SetActiveWindow {
        /// Minutes of the day, start and stop; none lifts the window. A run begins at midnight.
        minutes: Option<(u32, u32)>,
    },
    /// Something stops working.
    BeginFault {
        /// What.
        fault: FaultSpec,
        /// For so long; none until it is ended.
        for_sec: Option<u32>,
    },
    /// It works again.
    EndFault {
        /// What.
        fault: FaultSpec,
    },
    /// Every migration in flight is broken off.
    AbortMigrations,
}

impl Command {
    /// Whether the cluster can carry it out only on whole documents, not on their keys and sizes. Wrong text is no such
    /// command: it is refused when it is given.
    #[must_use]
    pub fn reads_documents(&self) -> bool {
        const READERS: [&str; 10] = [
            "insert",
            "update",
            "delete",
            "findAndModify",
            "findandmodify",
            "refineCollectionShardKey",
            "reshardCollection",
            "unshardCollection",
            "moveCollection",
            "createIndexes",
        ];
        self.typed_name().is_some_and(|name| READERS.contains(&name.as_str()))
    }

    /// The name of a command that was typed: its document's first field. None of other commands, and of text that is no
    /// document.
    #[must_use]
    pub fn typed_name(&self) -> Option<String> {
        let Self::Run { text } = self else { return None };
        let document = crate::documents::literal::parse_document(text).ok()?;
        let (name, _) = document.iter().next()?.ok()?;
        Some(name.as_str().to_owned())
    }
}

/// What can stop working. No fault of a real server is meant: these are states that an operator meets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FaultSpec {
    /// The shard has no primary.
    ShardDown {
        /// Shard id.
        shard: String,
    },
    /// Whatever the shard copies takes this many times as long.
    ShardSlow {
        /// Shard id.
        shard: String,
        /// 2 or more to mean anything.
        times: u32,
    },
    /// The shard takes neither documents nor ranges.
    ShardFull {
        /// Shard id.
        shard: String,
    },
    /// The config servers have no primary: metadata cannot change.
    ConfigReadOnly,
}
