//! From a noted instant to the frame that the page draws, and from a key value to its chunk.

use super::bounds::shell_document;
use super::caption;
use super::history::{ChunkRecord, MigrationRecord, Snapshot};
use super::lane::Lane;
use crate::documents::literal;
use crate::protocol::Probe;
use crate::scenario::Scenario;
use crate::text;
use crate::view::{Caption, ChunkFrame, LaneFrame, MigrationFrame, ShardFrame, ZoneFrame};
use bson::{Bson, Document, RawBsonRef, RawDocument, RawDocumentBuf};
use shardscope_sim::bson::{KeyBuf, canonical_type, hash64, shell_text};
use shardscope_sim::catalog::key_error::KeyError;
use shardscope_sim::catalog::pattern::{FieldKind, ShardKeyPattern};

/// The newest noted instant not after `at_ms`. O(chunks).
pub fn lane_frame(lane: &Lane, scenario: &Scenario, at_ms: u64) -> Option<LaneFrame> {
    let snapshot = lane.history.at(at_ms)?;
    let inserts_window: u64 = snapshot.chunks.iter().map(|chunk| chunk.inserts_window).sum();
    let chunks: Vec<ChunkFrame> =
        snapshot.chunks.iter().map(|chunk| chunk_frame(lane, snapshot, chunk, inserts_window)).collect();
    let shards = shard_frames(lane, snapshot, &chunks, inserts_window);
    let present = || shards.iter().filter(|shard| !shard.removed);
    let largest = present().map(|shard| shard.bytes as f64).fold(0.0, f64::max);
    let busiest = present().map(|shard| shard.inserts_share).fold(0.0, f64::max);
    let (documents, bytes) = chunks.iter().fold((0, 0), |(d, b), chunk| (d + chunk.documents, b + chunk.bytes));
    let mut frame = LaneFrame {
        caption: Caption::default(),
        evenness_data: 0.0,
        evenness_writes: 0.0,
        inserts_total: shards.iter().map(|shard| shard.inserts_total).sum(),
        shards,
        migrations: snapshot.migrations.iter().filter_map(|record| migration_frame(lane, snapshot, record)).collect(),
        zones: zone_frames(lane, snapshot),
        chunks,
        documents,
        bytes,
        data_gap_bytes: snapshot.gap_bytes,
        threshold_bytes: snapshot.threshold_bytes,
        window_ms: snapshot.window_ms,
        inserts_window,
        n_migrations_done: snapshot.n_migrations_done,
        bytes_moved: snapshot.bytes_moved,
    };
    let n_able = frame.n_may_hold() as f64;
    frame.evenness_data = if bytes == 0 { 0.0 } else { largest * n_able / bytes as f64 };
    frame.evenness_writes = busiest * n_able;
    let (fact, consequence) = caption::fact(&frame);
    frame.caption = Caption { fact, consequence, balancer: balancer_line(lane, snapshot, scenario) };
    Some(frame)
}

fn balancer_line(lane: &Lane, snapshot: &Snapshot, scenario: &Scenario) -> String {
    match lane.texts.text(snapshot.decision) {
        "" if scenario.cluster.balancer_on => "no round yet; the first one is due within 10 s".to_owned(),
        "" => "off: nothing moves until it is started".to_owned(),
        text => text.to_owned(),
    }
}

fn per_sec(inserts: u64, window_ms: u64) -> f64 {
    if window_ms == 0 { 0.0 } else { inserts as f64 * 1_000.0 / window_ms as f64 }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn chunk_frame(lane: &Lane, snapshot: &Snapshot, record: &ChunkRecord, inserts_window: u64) -> ChunkFrame {
    let (label, min) = lane.bounds.text(record.bound);
    ChunkFrame {
        id: record.id,
        label: label.to_owned(),
        min: min.to_owned(),
        shard_idx: record.shard_idx,
        zone_idx: (record.zone_idx != ChunkRecord::NO_ZONE).then_some(record.zone_idx),
        bytes: record.bytes,
        documents: record.documents,
        inserts_window: record.inserts_window,
        inserts_per_sec: per_sec(record.inserts_window, snapshot.window_ms),
        inserts_share: share(record.inserts_window, inserts_window),
        inserts_total: record.inserts_total,
        jumbo: record.jumbo,
        indivisible: record.indivisible,
        owner_since_ms: record.owner_since_ms,
        owner_reason: lane.texts.text(record.reason).to_owned(),
    }
}

fn shard_frames(lane: &Lane, snapshot: &Snapshot, chunks: &[ChunkFrame], inserts_window: u64) -> Vec<ShardFrame> {
    let names = lane.cluster.shards().iter().map(|shard| shard.name().to_owned());
    let mut shards: Vec<ShardFrame> = names
        .zip(&snapshot.shards)
        .map(|(name, record)| ShardFrame {
            name,
            zones: lane.texts.text(record.zones).lines().map(str::to_owned).collect(),
            draining: record.draining,
            removed: record.removed,
            bytes: 0,
            documents: 0,
            n_chunks: 0,
            inserts_per_sec: per_sec(record.inserts_window, snapshot.window_ms),
            inserts_share: share(record.inserts_window, inserts_window),
            inserts_total: record.inserts_total,
        })
        .collect();
    for chunk in chunks {
        if let Some(shard) = shards.get_mut(usize::from(chunk.shard_idx)) {
            shard.bytes += chunk.bytes;
            shard.documents += chunk.documents;
            shard.n_chunks += 1;
        }
    }
    shards
}

fn zone_frames(lane: &Lane, snapshot: &Snapshot) -> Vec<ZoneFrame> {
    let zones = snapshot.zones.iter();
    zones
        .map(|record| ZoneFrame {
            zone: lane.texts.text(record.zone).to_owned(),
            range: lane.texts.text(record.range).to_owned(),
            first_chunk_idx: record.first_chunk_idx,
            end_chunk_idx: record.end_chunk_idx,
            shard_idxs: record.shard_idxs.clone(),
        })
        .collect()
}

fn migration_frame(lane: &Lane, snapshot: &Snapshot, record: &MigrationRecord) -> Option<MigrationFrame> {
    let chunk_idx = snapshot.chunks.iter().position(|chunk| chunk.id == record.chunk_id)?;
    Some(MigrationFrame {
        id: record.id,
        chunk_idx: u32::try_from(chunk_idx).ok()?,
        from_idx: record.from_idx,
        to_idx: record.to_idx,
        label: lane.bounds.text(record.min).0.to_owned(),
        range: lane.bounds.range(record.min, record.max),
        bytes: record.bytes,
        documents: record.documents,
        whole_chunk: record.whole_chunk,
        started_ms: record.started_ms,
        ends_ms: record.ends_ms,
        reason: lane.texts.text(record.reason).to_owned(),
    })
}

/// Why a key value could not be placed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProbeError {
    /// No such lane, or nothing computed yet.
    #[error("there is no placement to ask yet")]
    NoLane,
    /// The text cannot be read.
    #[error("this key cannot be read: {0}")]
    Literal(literal::LiteralError),
    /// The values are no shard key.
    #[error("{0}")]
    Key(KeyError),
}

/// Where a key value lands at a time, step by step. O(chunks).
pub fn probe(lane: &Lane, at_ms: u64, typed: &str) -> Result<Probe, ProbeError> {
    let collection = lane.collection().ok_or(ProbeError::NoLane)?;
    let (pattern, snapshot) = collection.pattern().zip(lane.history.at(at_ms)).ok_or(ProbeError::NoLane)?;
    let fields: Vec<&str> = pattern.fields().iter().map(|field| field.path.as_str()).collect();
    let document = nested(&literal::parse_bound(typed, &fields).map_err(ProbeError::Literal)?);
    let mut key = KeyBuf::default();
    pattern.encode_document(&document, &mut key).map_err(ProbeError::Key)?;
    let is_at_or_below =
        |chunk: &ChunkRecord| lane.bounds.key(chunk.bound).is_some_and(|min| min.as_ref() <= key.as_ref());
    let chunk_idx = snapshot.chunks.partition_point(is_at_or_below).saturating_sub(1);
    let chunk = snapshot.chunks.get(chunk_idx).ok_or(ProbeError::NoLane)?;
    let min = lane.bounds.text(chunk.bound).0;
    let max = snapshot.chunks.get(chunk_idx + 1).map_or("MaxKey", |next| lane.bounds.text(next.bound).0);
    let range = format!("[{min}, {max})");
    let shard = lane.cluster.shards().get(usize::from(chunk.shard_idx)).map_or("?", |shard| shard.name()).to_owned();
    let key_text = shell_document(&pattern.decode(key.as_ref()));
    let bytes = text::hex(&key.bytes);
    let mut steps = field_steps(pattern, &document);
    steps.push(format!("The key is {key_text}; encoded so that bytes compare as BSON does: {bytes}."));
    steps.push(format!("It lies in chunk {range}: lower bound included, upper bound not."));
    steps.push(format!(
        "{shard} owns that chunk since {}: {}.",
        text::clock(chunk.owner_since_ms),
        lane.texts.text(chunk.reason)
    ));
    Ok(Probe { key: key_text, bytes, chunk_idx: u32::try_from(chunk_idx).unwrap_or(u32::MAX), range, shard, steps })
}

/// A probe names dotted fields as the key does; documents hold them nested.
fn nested(flat: &RawDocument) -> RawDocumentBuf {
    let mut root = Document::new();
    for (name, value) in flat.iter().flatten() {
        let Ok(value) = Bson::try_from(value) else { continue };
        let mut parents: Vec<&str> = name.as_str().split('.').collect();
        let last = parents.pop().unwrap_or_default();
        let mut at = &mut root;
        for parent in parents {
            let child = at.entry(parent.to_owned()).or_insert_with(|| Bson::Document(Document::new()));
            match child {
                Bson::Document(inner) => at = inner,
                _ => return flat.to_owned(),
            }
        }
        at.insert(last, value);
    }
    RawDocumentBuf::try_from(&root).unwrap_or_else(|_| flat.to_owned())
}

/// The value at a dotted path.
pub(super) fn field_value<'a>(document: &'a RawDocument, path: &str) -> Option<RawBsonRef<'a>> {
    match path.split_once('.') {
        None => document.get(path).ok().flatten(),
        Some((parent, rest)) => field_value(document.get_document(parent).ok()?, rest),
    }
}

fn field_steps(pattern: &ShardKeyPattern, document: &RawDocument) -> Vec<String> {
    let step = |(path, kind): (&str, &FieldKind)| {
        let value = field_value(document, path).unwrap_or(RawBsonRef::Null);
        match kind {
            FieldKind::Ranged => format!("{path} is {}, BSON type order {}.", shell_text(value), canonical_type(value)),
            FieldKind::Hashed => format!(
                "{path} is {}: the first 8 bytes of MD5 over seed 0, type order {} and the value are {}.",
                shell_text(value),
                canonical_type(value),
                hash64(value)
            ),
        }
    };
    pattern.fields().iter().map(|field| step((field.path.as_str(), &field.kind))).collect()
}
