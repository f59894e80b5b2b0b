//! Made-up frames for the tests of the layout.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small made-up numbers")]

use shardscope_session::view::{Caption, ChunkFrame, LaneFrame, MigrationFrame, ShardFrame, ZoneFrame};

/// One mebibyte.
pub const MB: u64 = 1024 * 1024;

/// A repeatable sequence of numbers in 0..1.
pub struct Sequence(pub u64);

impl Sequence {
    /// The next number.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1_u32 << 31)
    }
}

/// A chunk with no state.
pub fn chunk(id: u32, label: &str, shard_idx: u16, bytes: u64, inserts_share: f64) -> ChunkFrame {
    ChunkFrame {
        id,
        label: label.to_owned(),
        min: format!("{{ tenantId: \"{label}\" }}"),
        shard_idx,
        zone_idx: None,
        bytes,
        documents: bytes / 738,
        inserts_window: (inserts_share * 52_000.0) as u64,
        inserts_per_sec: inserts_share * 5_200.0,
        inserts_share,
        inserts_total: bytes / 738,
        jumbo: false,
        indivisible: false,
        owner_since_ms: 0,
        owner_reason: "initial chunk".to_owned(),
    }
}

/// A frame of these chunks on so many shards; shard totals follow from the chunks.
pub fn frame(n_shards: u16, chunks: Vec<ChunkFrame>) -> LaneFrame {
    let shards: Vec<ShardFrame> = (0..n_shards).map(|idx| shard(idx, &chunks)).collect();
    let bytes: u64 = chunks.iter().map(|chunk| chunk.bytes).sum();
    let largest = shards.iter().map(|shard| shard.bytes).max().unwrap_or(0);
    let smallest = shards.iter().map(|shard| shard.bytes).min().unwrap_or(0);
    LaneFrame {
        caption: Caption::default(),
        documents: chunks.iter().map(|chunk| chunk.documents).sum(),
        inserts_window: chunks.iter().map(|chunk| chunk.inserts_window).sum(),
        inserts_total: chunks.iter().map(|chunk| chunk.inserts_total).sum(),
        evenness_data: largest as f64 * f64::from(n_shards) / bytes.max(1) as f64,
        evenness_writes: 1.0,
        shards,
        chunks,
        migrations: Vec::new(),
        zones: Vec::new(),
        bytes,
        data_gap_bytes: largest - smallest,
        threshold_bytes: 384 * MB,
        window_ms: 10_000,
        n_migrations_done: 6,
        bytes_moved: 48 * MB,
    }
}

fn shard(idx: u16, chunks: &[ChunkFrame]) -> ShardFrame {
    let mine: Vec<&ChunkFrame> = chunks.iter().filter(|chunk| chunk.shard_idx == idx).collect();
    ShardFrame {
        name: format!("shard{}", char::from(b'A' + (idx % 26) as u8)),
        zones: Vec::new(),
        draining: false,
        removed: false,
        bytes: mine.iter().map(|chunk| chunk.bytes).sum(),
        documents: mine.iter().map(|chunk| chunk.documents).sum(),
        n_chunks: mine.len() as u32,
        inserts_per_sec: mine.iter().map(|chunk| chunk.inserts_per_sec).sum(),
        inserts_share: mine.iter().map(|chunk| chunk.inserts_share).sum(),
        inserts_total: mine.iter().map(|chunk| chunk.inserts_total).sum(),
    }
}

/// Four shards, 48 chunks of tenants, one of them hot and jumbo, two zones, one migration under way (from shardC to
/// shardA, 07:10 to 07:55); made for 07:35.
pub fn tenants() -> LaneFrame {
    let mut numbers = Sequence(42);
    let owners = [0_u16, 1, 3, 2, 2, 0, 1, 3, 0, 1, 3, 0];
    let mut chunks = Vec::new();
    let mut tenant = 10;
    for id in 0..48_u32 {
        let label = if id == 0 { "MinKey".to_owned() } else { format!("t_{tenant}") };
        let weight = (numbers.next() + numbers.next() + numbers.next() - 1.2).exp() * 14.0;
        let owner = owners.get(id as usize % owners.len()).copied().unwrap_or(0);
        let owner = if owner == 2 && id % 5 != 0 { 1 } else { owner };
        chunks.push(chunk(id, &label, owner, (weight * MB as f64) as u64, weight / 1_750.0));
        tenant += if id % 9 == 4 { 1 } else { 2 };
    }
    if let Some(hot) = chunks.get_mut(17) {
        *hot = chunk(17, "t_42", 2, 532 * MB, 0.303);
        (hot.jumbo, hot.indivisible) = (true, true);
    }
    if let Some(moving) = chunks.get_mut(36) {
        *moving = chunk(36, "t_76", 2, 96 * MB, 0.036);
    }
    for (idx, chunk) in chunks.iter_mut().enumerate() {
        chunk.zone_idx = if idx < 9 { Some(0) } else { (14..20).contains(&idx).then_some(1) };
    }
    let mut frame = frame(4, chunks);
    frame.zones = vec![zone("EU", 0, 9, &[0, 1]), zone("premium", 14, 20, &[2, 3])];
    for (idx, shard) in frame.shards.iter_mut().enumerate() {
        shard.zones = vec![if idx < 2 { "EU" } else { "premium" }.to_owned()];
    }
    frame.migrations = vec![migration(&frame, 36, 0)];
    frame
}

/// A migration of a whole chunk, from 07:10 to 07:55.
pub fn migration(frame: &LaneFrame, chunk_idx: u32, to_idx: u16) -> MigrationFrame {
    let chunk = frame.chunks.get(chunk_idx as usize);
    MigrationFrame {
        id: chunk_idx,
        chunk_idx,
        from_idx: chunk.map_or(0, |chunk| chunk.shard_idx),
        to_idx,
        label: chunk.map_or_else(String::new, |chunk| chunk.label.clone()),
        range: "[t_76, t_78)".to_owned(),
        bytes: chunk.map_or(0, |chunk| chunk.bytes),
        documents: chunk.map_or(0, |chunk| chunk.documents),
        whole_chunk: true,
        started_ms: 430_000,
        ends_ms: 475_000,
        reason: "gap 398 MB >= 384 MB".to_owned(),
    }
}

fn zone(name: &str, first_chunk_idx: u32, end_chunk_idx: u32, shard_idxs: &[u16]) -> ZoneFrame {
    ZoneFrame {
        zone: name.to_owned(),
        range: "[t_10, t_30)".to_owned(),
        first_chunk_idx,
        end_chunk_idx,
        shard_idxs: shard_idxs.to_vec(),
    }
}

/// Many shards and chunks of very uneven sizes, some empty, up to three hot enough to stay apart from their neighbours.
pub fn dense(n_shards: u16, n_chunks: u32) -> LaneFrame {
    let mut numbers = Sequence(u64::from(n_chunks));
    let mut chunks = Vec::with_capacity(n_chunks as usize);
    for id in 0..n_chunks {
        let label = if id == 0 { "MinKey".to_owned() } else { format!("{:.1}e18", f64::from(id) * 0.01 - 9.2) };
        let owner = (numbers.next() * f64::from(n_shards)) as u16 % n_shards;
        let size = (numbers.next() * 5.0).exp() * 0.4;
        let bytes = if id % 61 == 7 { 0 } else { (size * MB as f64) as u64 };
        let share = if id % (n_chunks / 3).max(50) == 3 { 0.21 } else { numbers.next() / f64::from(n_chunks) };
        chunks.push(chunk(id, &label, owner, bytes, share));
    }
    frame(n_shards, chunks)
}

/// `frame` with `n` migrations under way at different distances: from the first shard to the last, back, and so on, of whole
/// chunks and of parts of them.
pub fn moving(mut frame: LaneFrame, n: usize) -> LaneFrame {
    let n_shards = frame.shards.len();
    frame.migrations.clear();
    for at in 0..n {
        let from = if at % 2 == 0 { at / 2 } else { n_shards - 1 - at / 2 };
        let to_idx = u16::try_from(n_shards - 1 - from).unwrap_or(0);
        let largest = frame.chunks.iter().enumerate().filter(|(_, chunk)| usize::from(chunk.shard_idx) == from);
        let Some((idx, _)) = largest.max_by_key(|(_, chunk)| chunk.bytes) else { continue };
        let mut moving = migration(&frame, u32::try_from(idx).unwrap_or(0), to_idx);
        if at % 3 != 0 {
            (moving.whole_chunk, moving.bytes) = (false, moving.bytes / 3);
        }
        moving.started_ms = 455_000 - 20_000 * at as u64;
        moving.ends_ms = moving.started_ms + 70_000;
        frame.migrations.push(moving);
    }
    frame
}

/// `frame` with its first `n` shards draining.
pub fn draining(mut frame: LaneFrame, n: usize) -> LaneFrame {
    for shard in frame.shards.iter_mut().take(n) {
        shard.draining = true;
    }
    frame
}
