//! The balancer's moves and an owner's history in words.

use crate::documents::dates::format_date_time;
use crate::text;
use shardscope_sim::balancer::{Gap, MoveReason};
use shardscope_sim::catalog::{OwnerReason, Shard, ShardIdx};

/// Names the shards in sentences.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// Shards in the order of `config.shards`.
    pub shards: &'a [Shard],
}

impl Names<'_> {
    /// The name of a shard.
    #[must_use]
    pub fn shard(&self, idx: ShardIdx) -> &str {
        self.shards.get(idx).map_or("?", Shard::name)
    }
}

/// `gap 398 ≥ 384 MB`, at the right edge of a log row.
#[must_use]
pub fn move_short(reason: &MoveReason) -> String {
    match reason {
        MoveReason::Drain => "its shard is draining".to_owned(),
        MoveReason::ZoneViolation { zone } => format!("belongs to zone {zone}"),
        MoveReason::ChunksImbalance { gap: Some(gap), .. } => gap_short(gap, "≥"),
        MoveReason::ChunksImbalance { gap: None, .. } => "more chunks than its share".to_owned(),
        MoveReason::TopChunk => "end of the key space".to_owned(),
        MoveReason::Manual => "asked for by hand".to_owned(),
    }
}

/// `the gap is 398 MB ≥ 384 MB`, after "because".
#[must_use]
pub fn move_long(reason: &MoveReason, names: Names<'_>, from: ShardIdx) -> String {
    match reason {
        MoveReason::Drain => format!("{} is draining", names.shard(from)),
        MoveReason::ZoneViolation { zone } => format!("it belongs to zone {zone} and {} does not", names.shard(from)),
        MoveReason::ChunksImbalance { zone, gap: Some(gap) } => {
            let place = zone.as_ref().map_or_else(String::new, |zone| format!(" in zone {zone}"));
            let size = text::megabytes_beside(gap.gap_bytes(), gap.threshold_bytes);
            format!("the gap{place} is {size} ≥ {}", text::megabytes(gap.threshold_bytes))
        }
        MoveReason::ChunksImbalance { gap: None, .. } => {
            format!("{} owns more than its share of chunks", names.shard(from))
        }
        MoveReason::TopChunk => "it is the end of the key space, where inserts are expected".to_owned(),
        MoveReason::Manual => "somebody asked for it".to_owned(),
    }
}

/// `gap 398 ≥ 384 MB`.
pub(super) fn gap_short(gap: &Gap, sign: &str) -> String {
    let gap_mb = text::megabytes_beside(gap.gap_bytes(), gap.threshold_bytes);
    let threshold_mb = text::megabytes(gap.threshold_bytes);
    format!("gap {} {sign} {threshold_mb}", gap_mb.strip_suffix(" MB").unwrap_or(&gap_mb))
}

/// Why a chunk is where it is.
#[must_use]
pub fn owner(reason: &OwnerReason, names: Names<'_>) -> String {
    match reason {
        OwnerReason::Initial => "placed here when the collection was sharded".to_owned(),
        OwnerReason::Moved { from, reason: MoveReason::Manual, .. } => {
            format!("moved by hand from {}", names.shard(*from))
        }
        OwnerReason::Found { since_secs, from } => found(*since_secs, *from, names),
        OwnerReason::Moved { from, reason, .. } => {
            format!("moved by the balancer from {}, because {}", names.shard(*from), move_long(reason, names, *from))
        }
    }
}

/// What the metadata of a real cluster say of an owner.
fn found(since_secs: Option<u32>, from: Option<ShardIdx>, names: Names<'_>) -> String {
    let since = since_secs.and_then(|secs| format_date_time(i64::from(secs) * 1_000));
    let since = since.map_or_else(String::new, |date| format!(", since {date}"));
    let from = from.map_or_else(String::new, |from| format!(", before on {}", names.shard(from)));
    format!("it was here when the metadata were read{since}{from}")
}
