//! What `shardscope run` prints.

use crate::error::CliError;
use serde_json::{Value, json};
use shardscope_session::engine::Engine;
use shardscope_session::run::Run;
use shardscope_session::text;
use shardscope_session::view::{LaneFrame, Verdict};
use std::fmt::Write as _;

/// The distribution at the end of a run, for people.
pub fn text(engine: &Engine) -> String {
    let Some(run) = engine.run() else { return String::new() };
    let mut out = String::new();
    let frame = run.frame(1, run.computed_ms());
    for (lane, verdict) in frame.lanes.iter().zip(run.verdicts()) {
        lane_text(&mut out, run, lane, verdict);
    }
    // Writing to a String cannot fail.
    let _ = write!(out, "digest {}", run.digest());
    out
}

fn lane_text(out: &mut String, run: &Run, lane: &LaneFrame, verdict: &Verdict) {
    let _ = writeln!(
        out,
        "{}  {} in {}, {} in {} at {}",
        verdict.key,
        text::plural(lane.documents, "document"),
        text::plural(lane.chunks.len() as u64, "chunk"),
        text::bytes(lane.bytes),
        text::plural(lane.shards.iter().filter(|shard| !shard.removed).count() as u64, "shard"),
        text::clock(run.computed_ms()),
    );
    for shard in &lane.shards {
        let share = shard.bytes as f64 / lane.bytes.max(1) as f64;
        let writes = shard.inserts_total as f64 / lane.inserts_total.max(1) as f64;
        let _ = writeln!(
            out,
            "  {:<12} {:>10}  {:>6} of data  {:>12} documents  {:>5} chunks  {:>6} of inserts{}",
            shard.name,
            text::bytes(shard.bytes),
            text::percent_exact(share),
            text::count(shard.documents),
            shard.n_chunks,
            text::percent_exact(writes),
            if shard.removed { "  removed" } else { "" },
        );
    }
    let _ = writeln!(
        out,
        "  balancer: {} migrations, {} moved; {}",
        lane.n_migrations_done,
        text::bytes(lane.bytes_moved),
        lane.caption.balancer
    );
    for property in &verdict.properties {
        let _ = writeln!(
            out,
            "  {:<14} {:<8} {:>12}  {}",
            property.name,
            format!("{:?}", property.status),
            property.value,
            property.finding
        );
    }
    for warning in &verdict.warnings {
        let _ = writeln!(out, "  ! {}: {}", warning.title, warning.text);
    }
    out.push('\n');
}

/// The same for programs.
pub fn json(engine: &Engine) -> Result<String, CliError> {
    let Some(run) = engine.run() else { return Ok("{}".to_owned()) };
    let frame = run.frame(1, run.computed_ms());
    let lanes: Vec<Value> =
        frame.lanes.iter().zip(run.verdicts()).map(|(lane, verdict)| lane_json(lane, verdict)).collect();
    let report = json!({ "atMs": run.computed_ms(), "digest": run.digest(), "lanes": lanes });
    Ok(serde_json::to_string_pretty(&report)?)
}

fn lane_json(lane: &LaneFrame, verdict: &Verdict) -> Value {
    let shards: Vec<Value> = lane
        .shards
        .iter()
        .map(|shard| {
            json!({
                "name": shard.name, "zones": shard.zones, "bytes": shard.bytes, "documents": shard.documents,
                "chunks": shard.n_chunks, "inserts": shard.inserts_total, "draining": shard.draining, "removed": shard.removed,
            })
        })
        .collect();
    let shard_name = |idx: u16| lane.shards.get(usize::from(idx)).map_or("", |shard| shard.name.as_str());
    let max = |idx: usize| lane.chunks.get(idx + 1).map(|next| next.min.as_str());
    let chunks: Vec<Value> = lane
        .chunks
        .iter()
        .enumerate()
        .map(|(idx, chunk)| {
            json!({
                "min": chunk.min, "max": max(idx), "shard": shard_name(chunk.shard_idx), "bytes": chunk.bytes,
                "documents": chunk.documents, "jumbo": chunk.jumbo,
                "zone": chunk.zone_idx.and_then(|zone| lane.zones.get(usize::from(zone))).map(|zone| zone.zone.as_str()),
            })
        })
        .collect();
    let properties: Vec<Value> = verdict
        .properties
        .iter()
        .map(|property| json!({ "name": property.name, "status": format!("{:?}", property.status), "value": property.value, "finding": property.finding }))
        .collect();
    json!({
        "key": verdict.key, "documents": lane.documents, "bytes": lane.bytes, "migrations": lane.n_migrations_done,
        "bytesMoved": lane.bytes_moved, "balancer": lane.caption.balancer, "shards": shards, "chunks": chunks,
        "verdict": { "summary": verdict.summary, "properties": properties },
    })
}
