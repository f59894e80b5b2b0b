//! The balancer's decisions and an owner's history in words.

use crate::text;
use shardscope_sim::balancer::{Gap, GroupOutcome, MoveReason, NoMoveReason};
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
            format!("the gap{place} is {} ≥ {}", text::megabytes(gap.gap_bytes()), text::megabytes(gap.threshold_bytes))
        }
        MoveReason::ChunksImbalance { gap: None, .. } => {
            format!("{} owns more than its share of chunks", names.shard(from))
        }
        MoveReason::TopChunk => "it is the end of the key space, where inserts are expected".to_owned(),
        MoveReason::Manual => "somebody asked for it".to_owned(),
    }
}

fn gap_short(gap: &Gap, sign: &str) -> String {
    let [gap_mb, threshold_mb] = [gap.gap_bytes(), gap.threshold_bytes].map(text::megabytes);
    format!("gap {} {sign} {threshold_mb}", gap_mb.strip_suffix(" MB").unwrap_or(&gap_mb))
}

/// Why nothing moved, short, for the right edge of a log row.
#[must_use]
pub fn no_move_short(outcome: &GroupOutcome, names: Names<'_>) -> String {
    match &outcome.reason {
        NoMoveReason::GapBelowThreshold(gap) => gap_short(gap, "<"),
        NoMoveReason::DonorNotAboveIdeal(_) | NoMoveReason::RecipientNotBelowIdeal(_) => "sizes are even".to_owned(),
        NoMoveReason::NoData => "no data yet".to_owned(),
        NoMoveReason::BalancerOff => "the balancer is off".to_owned(),
        NoMoveReason::BalancingDisabled => "balancing is off for it".to_owned(),
        NoMoveReason::OutsideWindow { start_ms, .. } => format!("window opens at {}", text::time_of_day(*start_ms)),
        NoMoveReason::Resharding => "it is being rewritten".to_owned(),
        NoMoveReason::ConfigReadOnly => "config servers are read-only".to_owned(),
        NoMoveReason::ShardDown { shard } => format!("{} is down", names.shard(*shard)),
        NoMoveReason::NoShardInZone => "the zone has no shard".to_owned(),
        NoMoveReason::SingleShardInZone { .. } => "only one shard may hold it".to_owned(),
        NoMoveReason::ShardsBusy => "shards are busy".to_owned(),
        NoMoveReason::DonorIsRecipient { shard } => format!("{} is largest and smallest", names.shard(*shard)),
        NoMoveReason::OnlyJumboChunks { .. } | NoMoveReason::DonorOnlyJumbo { .. } => "only jumbo chunks".to_owned(),
        NoMoveReason::DonorHasNoChunkOfZone(_) => "largest shard has none of it".to_owned(),
        NoMoveReason::HeldByJumbo { .. } => "held by jumbo chunks".to_owned(),
        NoMoveReason::NoRecipient | NoMoveReason::HeldWithoutRecipient { .. } => "no shard can take it".to_owned(),
        NoMoveReason::CountsBalanced { .. } => "chunk counts are even".to_owned(),
    }
}

/// Why nothing moved in several rounds: without the number that differs from one to the next.
#[must_use]
pub fn no_move_of_many(outcome: &GroupOutcome, names: Names<'_>) -> String {
    match &outcome.reason {
        NoMoveReason::GapBelowThreshold(gap) => format!("gap < {}", text::megabytes(gap.threshold_bytes)),
        _ => no_move_short(outcome, names),
    }
}

/// Why nothing moved, as a sentence with its numbers.
#[must_use]
pub fn no_move_long(outcome: &GroupOutcome, names: Names<'_>) -> String {
    let place = outcome.zone.as_ref().map_or_else(String::new, |zone| format!(" in zone {zone}"));
    match &outcome.reason {
        NoMoveReason::GapBelowThreshold(gap) => format!(
            "no move{place}: the largest gap is {}, moves start at {}",
            text::megabytes(gap.gap_bytes()),
            text::megabytes(gap.threshold_bytes)
        ),
        NoMoveReason::DonorNotAboveIdeal(gap) => {
            format!("no move{place}: no shard is above its even share of {}", text::megabytes(gap.ideal_bytes))
        }
        NoMoveReason::RecipientNotBelowIdeal(gap) => {
            format!("no move{place}: no shard is below its even share of {}", text::megabytes(gap.ideal_bytes))
        }
        NoMoveReason::NoData => "no move: the collection holds no data yet".to_owned(),
        NoMoveReason::BalancerOff => "off: nothing moves until it is started".to_owned(),
        NoMoveReason::BalancingDisabled => "no move: balancing is off for this collection".to_owned(),
        NoMoveReason::OutsideWindow { start_ms, stop_ms } => format!(
            "no move: the balancing window is open from {} to {}",
            text::time_of_day(*start_ms),
            text::time_of_day(*stop_ms)
        ),
        NoMoveReason::Resharding => "no move: the collection is being written anew".to_owned(),
        NoMoveReason::ConfigReadOnly => {
            "no move: the balancer runs on the config servers, and they have no primary".to_owned()
        }
        NoMoveReason::ShardDown { shard } => {
            format!("no move: the balancer needs the sizes from every shard, and {} is down", names.shard(*shard))
        }
        NoMoveReason::NoShardInZone => format!("no move{place}: no shard carries the zone"),
        NoMoveReason::SingleShardInZone { shard } => {
            format!("no move{place}: only {} may hold these chunks", names.shard(*shard))
        }
        NoMoveReason::ShardsBusy => format!("no further move{place}: every shard already takes part in one"),
        NoMoveReason::NoRecipient => format!("no move{place}: no shard can take a chunk"),
        NoMoveReason::DonorIsRecipient { shard } => {
            format!("no move{place}: {} is the largest and the smallest shard", names.shard(*shard))
        }
        NoMoveReason::OnlyJumboChunks { n_jumbo, gap } => format!(
            "no move{place}: {} is {} larger, but its {} cannot move",
            names.shard(gap.donor),
            text::megabytes(gap.gap_bytes()),
            text::plural(*n_jumbo as u64, "jumbo chunk")
        ),
        NoMoveReason::DonorOnlyJumbo { shard } => {
            format!("no move{place}: {} has only jumbo chunks", names.shard(*shard))
        }
        NoMoveReason::DonorHasNoChunkOfZone(gap) => {
            format!("no move{place}: {} is the largest shard and has no chunk of it to give", names.shard(gap.donor))
        }
        NoMoveReason::HeldByJumbo { shard, n_jumbo } => {
            format!("stuck: {} keeps {}", names.shard(*shard), text::plural(*n_jumbo as u64, "jumbo chunk"))
        }
        NoMoveReason::HeldWithoutRecipient { shard } => {
            format!("stuck: no shard can take what {} must give up", names.shard(*shard))
        }
        NoMoveReason::CountsBalanced { ideal } => format!("no move{place}: every shard is near its {ideal} chunks"),
    }
}

/// Why a chunk is where it is.
#[must_use]
pub fn owner(reason: &OwnerReason, names: Names<'_>) -> String {
    match reason {
        OwnerReason::Initial => "placed here when the collection was sharded".to_owned(),
        OwnerReason::Moved { from, reason: MoveReason::Manual, .. } => {
            format!("moved by hand from {}", names.shard(*from))
        }
        OwnerReason::Moved { from, reason, .. } => {
            format!("moved by the balancer from {}, because {}", names.shard(*from), move_long(reason, names, *from))
        }
    }
}
