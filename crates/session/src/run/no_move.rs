//! Why a round moved nothing, in words: the zone, the two shards compared, their sizes, the threshold, and what is in the
//! way (server 8.0, balancer policy; chunk counts before 6.0.3).

use super::reason::{Names, gap_short};
use crate::text;
use shardscope_sim::balancer::{Gap, GroupOutcome, NoMoveReason};
use shardscope_sim::catalog::ShardIdx;

/// Why nothing moved, short, for the right edge of a log row.
#[must_use]
pub fn short(reason: &NoMoveReason, names: Names<'_>) -> String {
    match reason {
        NoMoveReason::GapBelowThreshold(gap) => gap_short(gap, "<"),
        NoMoveReason::DonorNotAboveIdeal(gap) | NoMoveReason::RecipientNotBelowIdeal(gap) => {
            format!("sizes are near the even share of {}", text::bytes(gap.ideal_bytes))
        }
        NoMoveReason::OnlyJumboChunks { gap, .. } => format!("{}, only jumbo chunks", gap_short(gap, "≥")),
        NoMoveReason::DonorHasNoChunkOfZone(gap) => format!("{}, largest has none of it", gap_short(gap, "≥")),
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
        NoMoveReason::DonorOnlyJumbo { .. } => "only jumbo chunks".to_owned(),
        NoMoveReason::HeldByJumbo { .. } => "held by jumbo chunks".to_owned(),
        NoMoveReason::NoRecipient | NoMoveReason::HeldWithoutRecipient { .. } => "no shard can take it".to_owned(),
        NoMoveReason::CountsBalanced { .. } => "chunk counts are even".to_owned(),
    }
}

/// Why nothing moved in several rounds: without the number that differs from one to the next.
#[must_use]
pub fn short_of_many(reason: &NoMoveReason, names: Names<'_>) -> String {
    let at_least = |gap: &Gap, what: &str| format!("gap ≥ {}, {what}", text::megabytes(gap.threshold_bytes));
    match reason {
        NoMoveReason::GapBelowThreshold(gap) => format!("gap < {}", text::megabytes(gap.threshold_bytes)),
        NoMoveReason::DonorNotAboveIdeal(_) | NoMoveReason::RecipientNotBelowIdeal(_) => {
            "sizes are near the even share".to_owned()
        }
        NoMoveReason::OnlyJumboChunks { gap, .. } => at_least(gap, "only jumbo chunks"),
        NoMoveReason::DonorHasNoChunkOfZone(gap) => at_least(gap, "largest has none of it"),
        _ => short(reason, names),
    }
}

/// The two shards that were compared, with their sizes: `shardD 14 MB, shardC 13 MB`.
#[must_use]
pub fn compared(reason: &NoMoveReason, names: Names<'_>) -> Option<String> {
    let gap = reason.gap()?;
    let [donor, recipient] = both(gap, names, " ");
    Some(format!("{donor}, {recipient}"))
}

/// Those shards.
#[must_use]
pub fn pair(reason: &NoMoveReason) -> Option<(ShardIdx, ShardIdx)> {
    reason.gap().map(|gap| (gap.donor, gap.recipient))
}

/// Whether a reason is about the chunks of one zone (or of none), not about a shard or the whole collection.
#[must_use]
pub fn is_of_a_place(reason: &NoMoveReason) -> bool {
    !matches!(
        reason,
        NoMoveReason::BalancerOff
            | NoMoveReason::BalancingDisabled
            | NoMoveReason::OutsideWindow { .. }
            | NoMoveReason::Resharding
            | NoMoveReason::ConfigReadOnly
            | NoMoveReason::ShardDown { .. }
            | NoMoveReason::ShardsBusy
            | NoMoveReason::HeldByJumbo { .. }
            | NoMoveReason::HeldWithoutRecipient { .. }
    )
}

/// Why nothing moved, as a sentence with its numbers; `place` is ` in zone EU` or nothing.
#[must_use]
pub fn long(outcome: &GroupOutcome, names: Names<'_>, place: &str) -> String {
    by_size(&outcome.reason, names, place)
        .or_else(|| by_state(&outcome.reason, names))
        .unwrap_or_else(|| by_place(&outcome.reason, names, place))
}

/// Reasons that compared two shards.
fn by_size(reason: &NoMoveReason, names: Names<'_>, place: &str) -> Option<String> {
    let gap = reason.gap()?;
    let (donor, [from, to]) = (names.shard(gap.donor), both(gap, names, " ("));
    let size = text::megabytes_beside(gap.gap_bytes(), gap.threshold_bytes);
    let threshold = text::megabytes(gap.threshold_bytes);
    let even = text::bytes(gap.ideal_bytes);
    let gap_text = |sign: &str| format!("gap {size} {sign} {threshold} between {from}) and {to})");
    Some(match reason {
        NoMoveReason::GapBelowThreshold(_) => format!("no move{place}: {}", gap_text("<")),
        NoMoveReason::DonorNotAboveIdeal(_) => {
            format!(
                "no move{place}: the largest shard, {from}), is not above the even share of {even}; smallest is {to})"
            )
        }
        NoMoveReason::RecipientNotBelowIdeal(_) => {
            format!(
                "no move{place}: the smallest shard, {to}), is not below the even share of {even}; largest is {from})"
            )
        }
        NoMoveReason::OnlyJumboChunks { n_jumbo, .. } => format!(
            "no move{place}: {}, but all that {donor} could give is {}, which cannot move",
            gap_text("≥"),
            text::plural(*n_jumbo as u64, "jumbo chunk")
        ),
        _ => format!(
            "no move{place}: {}, but only the largest shard gives, and {donor} has no chunk there",
            gap_text("≥")
        ),
    })
}

/// Donor and recipient, each with its size after `between`.
fn both(gap: &Gap, names: Names<'_>, between: &str) -> [String; 2] {
    [(gap.donor, gap.donor_bytes), (gap.recipient, gap.recipient_bytes)]
        .map(|(shard, bytes)| format!("{}{between}{}", names.shard(shard), text::bytes(bytes)))
}

/// Reasons that lie in the state of the cluster, whatever the zone.
fn by_state(reason: &NoMoveReason, names: Names<'_>) -> Option<String> {
    Some(match reason {
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
        NoMoveReason::HeldByJumbo { shard, n_jumbo } => {
            format!("stuck: {} keeps {}", names.shard(*shard), text::plural(*n_jumbo as u64, "jumbo chunk"))
        }
        NoMoveReason::HeldWithoutRecipient { shard } => {
            format!("stuck: no shard can take what {} must give up", names.shard(*shard))
        }
        _ => return None,
    })
}

/// Reasons that lie in the zone, or in its shards.
fn by_place(reason: &NoMoveReason, names: Names<'_>, place: &str) -> String {
    match reason {
        NoMoveReason::NoData => format!("no move{place}: no data there yet"),
        NoMoveReason::NoShardInZone => format!("no move{place}: no shard carries the zone"),
        NoMoveReason::SingleShardInZone { shard } => {
            format!("no move{place}: only {} may hold these chunks", names.shard(*shard))
        }
        NoMoveReason::ShardsBusy => format!("no further move{place}: every shard already takes part in one"),
        NoMoveReason::NoRecipient => format!("no move{place}: no shard can take a chunk"),
        NoMoveReason::DonorIsRecipient { shard } => {
            format!("no move{place}: {} is the largest and the smallest shard", names.shard(*shard))
        }
        NoMoveReason::DonorOnlyJumbo { shard } => {
            format!("no move{place}: {} has only jumbo chunks", names.shard(*shard))
        }
        NoMoveReason::CountsBalanced { ideal } => format!("no move{place}: every shard is near its {ideal} chunks"),
        _ => format!("no move{place}: {}", short(reason, names)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardscope_sim::catalog::Shard;
    use shardscope_sim::cluster::{Cluster, ClusterConfig};
    use shardscope_sim::version::ServerVersion;

    const MIB: u64 = 1 << 20;

    fn gap(donor_mb: u64, recipient_mb: u64, ideal_mb: u64, threshold_mb: u64) -> Gap {
        let [donor_bytes, recipient_bytes, ideal_bytes, threshold_bytes] =
            [donor_mb, recipient_mb, ideal_mb, threshold_mb].map(|mb| mb * MIB);
        Gap { donor: 2, recipient: 0, donor_bytes, recipient_bytes, ideal_bytes, threshold_bytes }
    }

    /// Every reason that there is, with whether it is about a zone.
    fn all() -> Vec<(NoMoveReason, bool)> {
        let small = gap(226, 40, 133, 384);
        let large = gap(461, 40, 250, 384);
        vec![
            (NoMoveReason::GapBelowThreshold(small), true),
            (NoMoveReason::DonorNotAboveIdeal(gap(226, 40, 230, 384)), true),
            (NoMoveReason::RecipientNotBelowIdeal(gap(226, 140, 133, 384)), true),
            (NoMoveReason::OnlyJumboChunks { n_jumbo: 3, gap: large }, true),
            (NoMoveReason::DonorHasNoChunkOfZone(large), true),
            (NoMoveReason::NoData, true),
            (NoMoveReason::NoShardInZone, true),
            (NoMoveReason::SingleShardInZone { shard: 2 }, true),
            (NoMoveReason::NoRecipient, true),
            (NoMoveReason::DonorIsRecipient { shard: 2 }, true),
            (NoMoveReason::DonorOnlyJumbo { shard: 2 }, true),
            (NoMoveReason::CountsBalanced { ideal: 7 }, true),
            (NoMoveReason::ShardsBusy, false),
            (NoMoveReason::BalancerOff, false),
            (NoMoveReason::BalancingDisabled, false),
            (NoMoveReason::OutsideWindow { start_ms: 0, stop_ms: 3_600_000 }, false),
            (NoMoveReason::Resharding, false),
            (NoMoveReason::ConfigReadOnly, false),
            (NoMoveReason::ShardDown { shard: 2 }, false),
            (NoMoveReason::HeldByJumbo { shard: 2, n_jumbo: 1 }, false),
            (NoMoveReason::HeldWithoutRecipient { shard: 2 }, false),
        ]
    }

    fn shards() -> Vec<Shard> {
        let shards = ["north", "east", "south"].map(|name| (name.to_owned(), Vec::new()));
        let config = ClusterConfig {
            server: ServerVersion::V8_0,
            shards: shards.to_vec(),
            range_size_bytes: 128 * MIB,
            balancer_on: true,
            migration_bytes_per_sec: MIB,
            migration_overhead_ms: 0,
        };
        Cluster::new(config).map(|cluster| cluster.shards().to_vec()).unwrap_or_default()
    }

    #[test]
    fn every_reason_names_its_zone_its_shards_and_its_figures() {
        let shards = shards();
        let names = Names { shards: &shards };
        for (reason, is_of_zone) in all() {
            let outcome = GroupOutcome { zone: is_of_zone.then(|| "EU".to_owned()), reason };
            let reason = &outcome.reason;
            assert_eq!(is_of_a_place(reason), is_of_zone, "{reason:?}");
            let text = long(&outcome, names, if is_of_zone { " in zone EU" } else { "" });
            assert_eq!(text.contains("in zone EU"), is_of_zone, "{text}");
            let Some(gap) = reason.gap() else { continue };
            for shard in ["south", "north"] {
                assert!(text.contains(shard), "{text}");
                assert!(compared(reason, names).is_some_and(|both| both.contains(shard)), "{reason:?}");
            }
            for bytes in [gap.donor_bytes, gap.recipient_bytes] {
                assert!(text.contains(&text::bytes(bytes)), "{text}");
                assert!(compared(reason, names).is_some_and(|both| both.contains(&text::bytes(bytes))), "{reason:?}");
            }
            let rule = match reason {
                NoMoveReason::DonorNotAboveIdeal(_) | NoMoveReason::RecipientNotBelowIdeal(_) => gap.ideal_bytes,
                _ => gap.threshold_bytes,
            };
            assert!(text.contains(&text::megabytes(rule)), "{text}");
            assert!(short(reason, names).contains(&text::megabytes(rule)), "{reason:?}");
        }
    }

    #[test]
    fn what_blocks_the_largest_shard_is_said() {
        let shards = shards();
        let names = Names { shards: &shards };
        let table = [
            (
                NoMoveReason::DonorHasNoChunkOfZone(gap(14, 0, 7, 3)),
                "no move in zone EU: gap 14 MB ≥ 3 MB between south (14 MB) and north (0 B), but only the \
                 largest shard gives, and south has no chunk there",
                "gap 14 ≥ 3 MB, largest has none of it",
            ),
            (
                NoMoveReason::OnlyJumboChunks { n_jumbo: 1, gap: gap(461, 40, 250, 384) },
                "no move in zone EU: gap 421 MB ≥ 384 MB between south (461 MB) and north (40 MB), but all \
                 that south could give is 1 jumbo chunk, which cannot move",
                "gap 421 ≥ 384 MB, only jumbo chunks",
            ),
            (
                NoMoveReason::GapBelowThreshold(gap(226, 40, 133, 384)),
                "no move in zone EU: gap 186 MB < 384 MB between south (226 MB) and north (40 MB)",
                "gap 186 < 384 MB",
            ),
        ];
        for (reason, expected, right) in table {
            let outcome = GroupOutcome { zone: Some("EU".to_owned()), reason };
            assert_eq!(long(&outcome, names, " in zone EU"), expected);
            assert_eq!(short(&outcome.reason, names), right);
        }
    }

    #[test]
    fn many_rounds_name_no_figure_of_one() {
        let shards = shards();
        let names = Names { shards: &shards };
        for (reason, _) in all() {
            let text = short_of_many(&reason, names);
            let Some(gap) = reason.gap() else { continue };
            for bytes in [gap.donor_bytes, gap.recipient_bytes, gap.gap_bytes()] {
                assert!(!text.contains(text::megabytes(bytes).trim_end_matches(" MB")), "{text}");
            }
        }
    }
}
