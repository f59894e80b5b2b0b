//! One shard key's cluster and the history of what it showed.

use super::arrival::Arrival;
use super::bounds::{Bounds, NOT_SHARDED};
use super::history::{ChunkRecord, History, Interned, MigrationRecord, ShardRecord, Snapshot, ZoneRecord};
use super::reason::{self, Names};
use super::source::Batch;
use super::{RunError, command, log, setup, window};
use crate::scenario::Scenario;
use crate::view::{EventKind, GapPoint, LogRow};
use shardscope_sim::bson::KeyRef;
use shardscope_sim::catalog::{Chunk, Collection};
use shardscope_sim::cluster::{Cluster, ClusterEvent, CollectionIdx, EventKind as Happened};
use shardscope_sim::error::CommandError;

/// A candidate key, its cluster, and everything that it showed so far.
pub struct Lane {
    /// The cluster.
    pub(super) cluster: Cluster,
    pub(super) collection_idx: CollectionIdx,
    /// The key as a shell document.
    pub(super) key: String,
    pub(super) history: History,
    pub(super) bounds: Bounds,
    pub(super) texts: Interned,
    pub(super) window: window::Window,
    pub(super) log: log::Log,
    pub(super) gaps: Vec<GapPoint>,
    pub(super) heat_max_per_sec: f64,
    /// Documents that the collection refused, with the first reason.
    pub(super) n_refused: u64,
    pub(super) first_refusal: Option<(u64, CommandError)>,
    /// Documents handed to the collection, refused ones included.
    pub(super) n_taken: u64,
    n_events_seen: usize,
    /// Migrations completed when the last document or command came.
    n_migrations_before: u32,
}

/// No chunk has this id: it stands for a collection that is not sharded.
const WHOLE_ID: u32 = u32::MAX;

impl Lane {
    /// The cluster of key `lane_idx` at time 0: shards, zones, and the collection sharded unless its documents come first.
    pub(super) fn new(scenario: &Scenario, lane_idx: usize) -> Result<Self, RunError> {
        let (cluster, collection_idx, key) = setup::cluster(scenario, lane_idx)?;
        Ok(Self {
            cluster,
            collection_idx,
            key,
            history: History::default(),
            bounds: Bounds::default(),
            texts: Interned::default(),
            window: window::Window::default(),
            log: log::Log::default(),
            gaps: Vec::new(),
            heat_max_per_sec: 0.0,
            n_refused: 0,
            first_refusal: None,
            n_taken: 0,
            n_events_seen: 0,
            n_migrations_before: 0,
        })
    }

    /// The collection that the run is about.
    pub(super) fn collection(&self) -> Option<&Collection> {
        self.cluster.collection_at(self.collection_idx)
    }

    /// Hands over the documents of the batch up to number `end_idx`. A refused one is counted, the first reason kept. HOT:
    /// see `Cluster::insert`.
    pub(super) fn take(&mut self, batch: &Batch, end_idx: u64) {
        for idx in self.n_taken..end_idx {
            if let Some(Err(refusal)) =
                batch.get(idx).map(|document| self.cluster.insert(self.collection_idx, document))
            {
                self.n_refused += 1;
                self.first_refusal.get_or_insert((idx, refusal));
            }
        }
        self.n_taken = self.n_taken.max(end_idx);
    }

    /// Shards the collection whose documents came first. A refusal stands in the event log.
    pub(super) fn shard(&mut self, scenario: &Scenario, lane_idx: usize) {
        if let Err(refusal) = setup::shard(&mut self.cluster, scenario, lane_idx) {
            self.log.not_sharded(self.cluster.now(), &refusal);
        }
        self.read_events();
    }

    /// Lets time pass until `until_ms`, by which `due` documents are due, as far as the batch reaches. Says whether the lane
    /// is there. An event is run only when every document due before it is in.
    pub(super) fn run_until(
        &mut self,
        until_ms: u64,
        due: u64,
        batch: &Batch,
        arrival: &Arrival,
        window_ms: u64,
    ) -> bool {
        loop {
            let event_at = self.cluster.next_event_at().filter(|at_ms| *at_ms <= until_ms);
            if event_at.is_none() && self.n_taken < due.min(batch.end_idx()) && self.cluster.is_at_rest() {
                // The insert wakes the balancer: the next round must not see documents that come after it.
                self.cluster.advance_to(arrival.due_at(self.n_taken).unwrap_or(until_ms).min(until_ms));
                self.take(batch, self.n_taken + 1);
                continue;
            }
            let at_ms = event_at.unwrap_or(until_ms);
            let due_then = arrival.due(at_ms).min(due);
            self.take(batch, due_then.min(batch.end_idx()));
            if self.n_taken < due_then {
                return false;
            }
            self.cluster.advance_to(at_ms);
            self.read_events();
            if event_at.is_none() {
                return true;
            }
            self.snapshot(window_ms);
        }
    }

    /// Documents or commands are still to come.
    pub(super) fn note_input(&mut self) {
        self.n_migrations_before = self.log.n_migrations_done;
    }

    /// The balancer has moved far more, since the last document and command, than rest could need.
    pub(super) fn is_restless(&self, n_migrations: u64) -> bool {
        let n_chunks = self.collection().map_or(0, |collection| collection.chunks().len()) as u64;
        u64::from(self.log.n_migrations_done - self.n_migrations_before) > n_migrations + 4 * n_chunks
    }

    /// Says in the log that the run ends without rest, if so.
    pub(super) fn note_restless(&mut self) {
        if !self.cluster.is_at_rest() {
            self.log.restless(self.cluster.now());
        }
    }

    /// Gives a command of the log, by position, now. A refusal stands in the event log and changes nothing.
    pub(super) fn command(&mut self, scenario: &Scenario, command_idx: usize) {
        let Some(command) = scenario.log.get(command_idx).map(|timed| &timed.command) else { return };
        let at_ms = self.cluster.now();
        let given = command::give(&mut self.cluster, scenario, self.collection_idx, command);
        match &given {
            Ok(Some(reply)) => self.log.replied(at_ms, command, reply),
            Ok(None) => {}
            Err(refusal) => self.log.refused(at_ms, command_idx, command, refusal),
        }
        self.read_events();
    }

    fn read_events(&mut self) {
        let from = self.n_events_seen;
        self.n_events_seen = self.cluster.events().len();
        let events = self.cluster.events().get(from..).unwrap_or_default();
        let changes_key =
            |event: &ClusterEvent| matches!(event.kind, Happened::OperationDone { .. } | Happened::KeyRefined { .. });
        let Some(collection) = self.cluster.collection_at(self.collection_idx) else { return };
        if events.iter().any(changes_key) {
            self.bounds.forget();
            self.key = collection.pattern().map_or_else(|| NOT_SHARDED.to_owned(), ToString::to_string);
        }
        let names = Names { shards: self.cluster.shards() };
        let mut ctx = log::Context { names, collection, bounds: &mut self.bounds };
        self.log.read(self.cluster.events(), from, &mut ctx);
    }

    /// Notes what the lane shows now. O(chunks), and O(documents) when a chunk was split within the window.
    pub(super) fn snapshot(&mut self, window_ms: u64) {
        let at_ms = self.cluster.now();
        let Some(collection) = self.cluster.collection_at(self.collection_idx) else { return };
        let counts = self.window.count(at_ms, window_ms, collection, window::ShardCounts::of(&self.cluster));
        let names = Names { shards: self.cluster.shards() };
        let mut chunks = Vec::with_capacity(collection.chunks().len());
        for (chunk, &inserts_window) in collection.chunks().iter().zip(&counts.chunks) {
            let mut record = record_chunk(collection, chunk, names, &mut self.bounds, &mut self.texts);
            record.inserts_window = inserts_window;
            chunks.push(record);
        }
        if let Some(shard_idx) = collection.unsharded_on() {
            chunks.push(record_whole(collection, shard_idx, &counts, &mut self.bounds, &mut self.texts));
        }
        let hottest =
            counts.chunks.iter().copied().max().unwrap_or(0) as f64 * 1_000.0 / counts.window_ms.max(1) as f64;
        self.heat_max_per_sec = self.heat_max_per_sec.max(hottest);
        let shards = record_shards(&self.cluster, collection, &counts.shards, &mut self.texts);
        let zones = record_zones(&self.cluster, collection, &mut self.bounds, &mut self.texts);
        let migrations =
            record_migrations(&self.cluster, self.collection_idx, collection, &mut self.bounds, &mut self.texts);
        let gap_bytes = gap_bytes(&self.cluster, collection);
        let threshold_bytes = 3 * self.cluster.range_size_bytes();
        let decision = self.texts.index(self.log.decision());
        self.gaps.push(GapPoint { at_ms, gap_bytes, threshold_bytes });
        self.history.push(Snapshot {
            at_ms,
            window_ms: counts.window_ms,
            chunks,
            shards,
            migrations,
            zones,
            gap_bytes,
            threshold_bytes,
            decision,
            n_migrations_done: self.log.n_migrations_done,
            bytes_moved: self.log.bytes_moved,
        });
    }

    /// Rows that came after the first `from`.
    pub(super) fn rows_from(&self, from: usize) -> &[LogRow] {
        self.log.rows().get(from..).unwrap_or_default()
    }

    /// Keys in order of arrival.
    pub(super) fn keys(&self) -> impl Iterator<Item = KeyRef<'_>> {
        self.collection().into_iter().flat_map(Collection::keys_inserted)
    }
}

fn record_chunk(
    collection: &Collection,
    chunk: &Chunk,
    names: Names<'_>,
    bounds: &mut Bounds,
    texts: &mut Interned,
) -> ChunkRecord {
    let zone_idx = collection
        .zone_of(chunk)
        .and_then(|zone| collection.zone_ranges().iter().position(|range| range == zone))
        .and_then(|idx| u16::try_from(idx).ok());
    ChunkRecord {
        id: chunk.id(),
        bound: bounds.index(collection, chunk.min()),
        reason: texts.index(&reason::owner(chunk.owner_reason(), names)),
        shard_idx: u16::try_from(chunk.shard_idx()).unwrap_or(u16::MAX),
        zone_idx: zone_idx.unwrap_or(ChunkRecord::NO_ZONE),
        jumbo: chunk.jumbo(),
        indivisible: chunk.indivisible(),
        documents: chunk.n_documents(),
        bytes: chunk.n_bytes(),
        inserts_window: 0,
        inserts_total: chunk.n_inserts_total(),
        owner_since_ms: chunk.owner_since(),
    }
}

/// A collection that is not sharded lies whole on one shard. It is shown as one chunk, the ends of which no key has.
fn record_whole(
    collection: &Collection,
    shard_idx: usize,
    counts: &window::Counts,
    bounds: &mut Bounds,
    texts: &mut Interned,
) -> ChunkRecord {
    ChunkRecord {
        id: WHOLE_ID,
        bound: bounds.whole(),
        reason: texts.index("not sharded: it lies where it was made or moved to"),
        shard_idx: u16::try_from(shard_idx).unwrap_or(u16::MAX),
        zone_idx: ChunkRecord::NO_ZONE,
        jumbo: false,
        indivisible: true,
        documents: collection.n_documents(),
        bytes: collection.n_bytes(),
        inserts_window: counts.shards.get(shard_idx).copied().unwrap_or(0),
        inserts_total: collection.shard_inserts_total(shard_idx),
        owner_since_ms: 0,
    }
}

fn record_shards(cluster: &Cluster, collection: &Collection, counts: &[u64], texts: &mut Interned) -> Vec<ShardRecord> {
    let shards = cluster.shards().iter().enumerate();
    shards
        .map(|(idx, shard)| ShardRecord {
            zones: texts.index(&shard.zones().join("\n")),
            draining: shard.is_draining(),
            removed: !shard.is_present(),
            inserts_window: counts.get(idx).copied().unwrap_or(0),
            inserts_total: collection.shard_inserts_total(idx),
        })
        .collect()
}

fn record_zones(
    cluster: &Cluster,
    collection: &Collection,
    bounds: &mut Bounds,
    texts: &mut Interned,
) -> Vec<ZoneRecord> {
    let chunks = collection.chunks();
    let mut records = Vec::with_capacity(collection.zone_ranges().len());
    for range in collection.zone_ranges() {
        let first = chunks.partition_point(|chunk| *chunk.max() <= range.min);
        let end = chunks.partition_point(|chunk| *chunk.min() < range.max);
        let (min, max) = (bounds.index(collection, &range.min), bounds.index(collection, &range.max));
        let shards = cluster.shards().iter().enumerate();
        records.push(ZoneRecord {
            zone: texts.index(&range.zone),
            range: texts.index(&bounds.range(min, max)),
            first_chunk_idx: u32::try_from(first).unwrap_or(u32::MAX),
            end_chunk_idx: u32::try_from(end).unwrap_or(u32::MAX),
            shard_idxs: shards
                .filter(|(_, shard)| shard.is_present() && shard.has_zone(&range.zone))
                .filter_map(|(idx, _)| u16::try_from(idx).ok())
                .collect(),
        });
    }
    records
}

fn record_migrations(
    cluster: &Cluster,
    collection_idx: CollectionIdx,
    collection: &Collection,
    bounds: &mut Bounds,
    texts: &mut Interned,
) -> Vec<MigrationRecord> {
    let names = Names { shards: cluster.shards() };
    let mut records = Vec::new();
    for migration in cluster.migrations().iter().filter(|migration| migration.collection() == collection_idx) {
        records.push(MigrationRecord {
            id: migration.id(),
            chunk_id: migration.chunk_id(),
            from_idx: u16::try_from(migration.from()).unwrap_or(u16::MAX),
            to_idx: u16::try_from(migration.to()).unwrap_or(u16::MAX),
            min: bounds.index(collection, migration.min()),
            max: bounds.index(collection, migration.max()),
            bytes: migration.n_bytes(),
            documents: migration.n_documents(),
            whole_chunk: migration.whole_chunk(),
            started_ms: migration.started(),
            ends_ms: migration.ends(),
            reason: texts.index(&reason::move_long(migration.reason(), names, migration.from())),
        });
    }
    records
}

/// The largest difference between two shards that may hold the same data: per zone with ranges, and over all shards for
/// what lies in no zone. Sizes are those of the whole collection, as the balancer compares them (server 8.0).
fn gap_bytes(cluster: &Cluster, collection: &Collection) -> u64 {
    let mut zones: Vec<Option<&str>> = collection.zone_ranges().iter().map(|range| Some(range.zone.as_str())).collect();
    zones.sort_unstable();
    zones.dedup();
    if collection.chunks().iter().any(|chunk| collection.zone_of(chunk).is_none()) {
        zones.push(None);
    }
    let gap = |zone: Option<&str>| {
        let sizes = cluster
            .shards()
            .iter()
            .enumerate()
            .filter(|(_, shard)| shard.is_present() && zone.is_none_or(|zone| shard.has_zone(zone)))
            .map(|(idx, _)| collection.shard_bytes(idx));
        let (min, max) = sizes.fold((u64::MAX, 0), |(min, max), bytes| (bytes.min(min), bytes.max(max)));
        max.saturating_sub(min)
    };
    zones.into_iter().map(gap).max().unwrap_or(0)
}

/// Whether an event kind gets a mark of its own on the scrubber.
#[must_use]
pub fn has_mark(kind: EventKind) -> bool {
    kind != EventKind::NoMove
}
