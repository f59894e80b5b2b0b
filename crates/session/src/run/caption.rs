//! The sentence above the plot: the loudest fact of a frame and what follows from it.

use crate::text;
use crate::view::{ChunkFrame, LaneFrame, ShardFrame};

/// A shard above this many even shares of the inserts is called busy.
pub const BUSY_SHARD_RATIO: f64 = 1.5;

/// Fact and consequence, the first that applies: jumbo chunk, hot chunk, busy shard, zone breach, a chunk behind
/// the last zone, even load.
/// O(chunks).
#[must_use]
pub fn fact(lane: &LaneFrame) -> (String, String) {
    if lane.documents == 0 {
        return ("No document has arrived yet.".to_owned(), empty_consequence(lane));
    }
    jumbo(lane)
        .or_else(|| hot_chunk(lane))
        .or_else(|| busy_shard(lane))
        .or_else(|| zone_breach(lane))
        .or_else(|| behind_zones(lane))
        .unwrap_or_else(|| even(lane))
}

fn empty_consequence(lane: &LaneFrame) -> String {
    let n_chunks = lane.chunks.len() as u64;
    format!("The key space starts as {}.", text::plural(n_chunks, "chunk"))
}

fn jumbo(lane: &LaneFrame) -> Option<(String, String)> {
    let (idx, chunk) = lane.chunks.iter().enumerate().filter(|(_, chunk)| chunk.jumbo).max_by_key(|(_, c)| c.bytes)?;
    let fact = if chunk.inserts_share > lane.hot_share() {
        format!(
            "{} takes {} of inserts in one chunk that cannot split.",
            name_of(lane, idx, chunk),
            text::percent(chunk.inserts_share)
        )
    } else {
        format!("{} is jumbo: {} in one chunk that cannot move.", name_of(lane, idx, chunk), text::bytes(chunk.bytes))
    };
    Some((fact, share_of_data(lane, chunk)))
}

fn hot_chunk(lane: &LaneFrame) -> Option<(String, String)> {
    let hot = |chunk: &ChunkFrame| chunk.inserts_share > lane.hot_share();
    let (idx, chunk) =
        lane.chunks.iter().enumerate().max_by(|(_, a), (_, b)| a.inserts_share.total_cmp(&b.inserts_share))?;
    let only = lane.chunks.len() == 1 && lane.shards.len() > 1 && lane.inserts_window > 0;
    if !hot(chunk) && !only {
        return None;
    }
    let share = text::percent(chunk.inserts_share);
    let fact = if only {
        "There is one chunk, and it takes every insert.".to_owned()
    } else if idx + 1 == lane.chunks.len() {
        format!("The chunk ending at MaxKey takes {share} of inserts.")
    } else {
        format!("One chunk, {}, takes {share} of inserts.", name_of(lane, idx, chunk))
    };
    Some((fact, share_of_data(lane, chunk)))
}

fn share_of_data(lane: &LaneFrame, chunk: &ChunkFrame) -> String {
    let Some(shard) = lane.shards.get(usize::from(chunk.shard_idx)) else { return String::new() };
    let held = shard.bytes as f64 / lane.bytes.max(1) as f64;
    format!("{} holds {} of the data.", shard.name, text::percent(held))
}

fn busy_shard(lane: &LaneFrame) -> Option<(String, String)> {
    let busiest = lane.shards.iter().max_by(|a, b| a.inserts_share.total_cmp(&b.inserts_share))?;
    let n_shards = lane.n_may_hold();
    (n_shards > 1 && busiest.inserts_share * n_shards as f64 > BUSY_SHARD_RATIO).then(|| {
        let ratio = busiest.inserts_share * n_shards as f64;
        (
            format!("{} takes {} of inserts,", busiest.name, text::percent(busiest.inserts_share)),
            format!("{ratio:.1} times an even share over {n_shards} shards."),
        )
    })
}

fn zone_breach(lane: &LaneFrame) -> Option<(String, String)> {
    let misplaced = |chunk: &&ChunkFrame| {
        let zone = chunk.zone_idx.and_then(|zone_idx| lane.zones.get(usize::from(zone_idx)));
        zone.is_some_and(|zone| !zone.shard_idxs.contains(&chunk.shard_idx))
    };
    let n_misplaced = lane.chunks.iter().filter(misplaced).count() as u64;
    (n_misplaced > 0).then(|| {
        let verb = if n_misplaced == 1 { "sits" } else { "sit" };
        (
            format!("{} {verb} outside its zone.", text::plural(n_misplaced, "chunk")),
            "The balancer moves these first.".to_owned(),
        )
    })
}

/// The last chunk, left out of the zones by an upper bound that is MaxKey in its first field only: `MaxKey, MinKey`.
fn behind_zones(lane: &LaneFrame) -> Option<(String, String)> {
    let zone = lane.zones.last()?;
    let idx = lane.chunks.len().checked_sub(1)?;
    let last = lane.chunks.get(idx).filter(|chunk| chunk.zone_idx.is_none() && chunk.label.starts_with("MaxKey"))?;
    let range = format!("[{}, MaxKey)", last.label);
    Some((
        format!("Chunk {range} lies in no zone."),
        format!("Zone {} ends just before it, so any shard may hold it.", zone.zone),
    ))
}

fn even(lane: &LaneFrame) -> (String, String) {
    let largest = lane.shards.iter().max_by_key(|shard| shard.bytes);
    let smallest = lane.shards.iter().filter(|shard| !shard.removed).min_by_key(|shard| shard.bytes);
    let consequence = match (largest, smallest) {
        (Some(largest), Some(smallest)) if largest.bytes > 0 => spread(lane, largest, smallest),
        _ => String::new(),
    };
    let fact = if lane.inserts_window == 0 { "No inserts now." } else { "Load follows the data." };
    (fact.to_owned(), consequence)
}

fn spread(lane: &LaneFrame, largest: &ShardFrame, smallest: &ShardFrame) -> String {
    if lane.shards.len() == 1 {
        return format!("One shard holds all {}.", text::bytes(largest.bytes));
    }
    format!(
        "Shards hold {} to {}, {} in {}.",
        text::bytes(smallest.bytes),
        text::bytes(largest.bytes),
        text::plural(lane.documents, "document"),
        text::plural(lane.chunks.len() as u64, "chunk")
    )
}

/// A chunk by the label of its lower bound; the first one has no telling lower bound.
fn name_of(lane: &LaneFrame, idx: usize, chunk: &ChunkFrame) -> String {
    let max = lane.chunks.get(idx + 1).map_or("MaxKey", |next| next.label.as_str());
    if chunk.indivisible && idx > 0 { chunk.label.clone() } else { format!("[{}, {max})", chunk.label) }
}
