//! What a policy decides, and why.

use crate::catalog::ShardIdx;

/// The numbers behind a data-size decision, bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Gap {
    /// The largest available shard.
    pub donor: ShardIdx,
    /// The smallest available shard that may take chunks of the zone.
    pub recipient: ShardIdx,
    /// Bytes of the whole collection on the donor.
    pub donor_bytes: u64,
    /// Bytes of the whole collection on the recipient.
    pub recipient_bytes: u64,
    /// Even share of the shards that count.
    pub ideal_bytes: u64,
    /// 3 x range size.
    pub threshold_bytes: u64,
}

impl Gap {
    /// Donor less recipient, 0 when the recipient is larger.
    #[must_use]
    pub fn gap_bytes(&self) -> u64 {
        self.donor_bytes.saturating_sub(self.recipient_bytes)
    }
}

/// Why a range moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MoveReason {
    /// Its shard is being removed.
    Drain,
    /// Its shard does not belong to its zone.
    ZoneViolation {
        /// The chunk's zone.
        zone: String,
    },
    /// The donor holds too much.
    ChunksImbalance {
        /// The zone that was balanced; `None` for the chunks of no zone.
        zone: Option<String>,
        /// The bytes compared; `None` under a policy that counts chunks.
        gap: Option<Gap>,
    },
    /// Somebody asked for it.
    Manual,
    /// It lies at the end of the key space where inserts are expected, and was just split off (up to 6.0.2).
    TopChunk,
}

impl MoveReason {
    /// The server's word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Drain => "drain",
            Self::ZoneViolation { .. } => "zoneViolation",
            Self::ChunksImbalance { .. } | Self::TopChunk => "chunksImbalance",
            Self::Manual => "none",
        }
    }
}

/// A chunk to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    /// Position of the chunk. Under the data-size policy only its lower end is meant: the donor finds how much of it goes.
    pub chunk_idx: usize,
    /// Donor.
    pub from: ShardIdx,
    /// Recipient.
    pub to: ShardIdx,
    /// Why.
    pub reason: MoveReason,
    /// Whether it goes even if it holds too many documents for a migration.
    pub force_jumbo: bool,
}

/// Why nothing moves, for one zone or one shard.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum NoMoveReason {
    /// The balancer is switched off.
    BalancerOff,
    /// Balancing is off for the collection.
    BalancingDisabled,
    /// The shards that count hold no data of the collection.
    NoData,
    /// The zone has ranges but no shard.
    NoShardInZone,
    /// Only one shard may hold these chunks.
    SingleShardInZone {
        /// That shard.
        shard: ShardIdx,
    },
    /// All shards are busy with migrations chosen before.
    ShardsBusy,
    /// No available shard that is not draining may take chunks.
    NoRecipient,
    /// The largest available shard is also the smallest.
    DonorIsRecipient {
        /// That shard.
        shard: ShardIdx,
    },
    /// The largest available shard is not above its even share.
    DonorNotAboveIdeal(Gap),
    /// The smallest available shard is not below its even share.
    RecipientNotBelowIdeal(Gap),
    /// Above and below their shares, but by less than three range sizes.
    GapBelowThreshold(Gap),
    /// The donor has chunks here, all flagged jumbo.
    OnlyJumboChunks {
        /// How many.
        n_jumbo: usize,
        /// The bytes compared.
        gap: Gap,
    },
    /// The largest shard has no chunk of this zone, and no second-largest is tried.
    DonorHasNoChunkOfZone(Gap),
    /// A draining shard, or one outside the zone, keeps chunks: all of them are flagged jumbo.
    HeldByJumbo {
        /// The shard.
        shard: ShardIdx,
        /// How many.
        n_jumbo: usize,
    },
    /// A draining shard, or one outside the zone, keeps chunks: nothing can take them now.
    HeldWithoutRecipient {
        /// The shard.
        shard: ShardIdx,
    },
    /// The chunk counts are close enough (policies before 6.0.3).
    CountsBalanced {
        /// Even share of chunks.
        ideal: usize,
    },
    /// The donor has chunks of the zone, all flagged jumbo (policies before 6.0.3).
    DonorOnlyJumbo {
        /// The donor.
        shard: ShardIdx,
    },
    /// The balancing window is closed.
    OutsideWindow {
        /// When it opens, milliseconds since midnight.
        start_ms: u64,
        /// When it closes, milliseconds since midnight.
        stop_ms: u64,
    },
    /// The collection is being written anew: its chunks stay where they are.
    Resharding,
    /// The config servers have no primary, and the balancer runs there.
    ConfigReadOnly,
    /// A shard does not answer, and the balancer needs the sizes from all.
    ShardDown {
        /// The shard.
        shard: ShardIdx,
    },
}

impl NoMoveReason {
    /// The bytes compared, if it came to that.
    #[must_use]
    pub fn gap(&self) -> Option<&Gap> {
        match self {
            Self::DonorNotAboveIdeal(gap)
            | Self::RecipientNotBelowIdeal(gap)
            | Self::GapBelowThreshold(gap)
            | Self::DonorHasNoChunkOfZone(gap)
            | Self::OnlyJumboChunks { gap, .. } => Some(gap),
            _ => None,
        }
    }
}

/// Why no further chunk of one zone moves in a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GroupOutcome {
    /// The zone; `None` for chunks of no zone, or when the reason names a shard or the whole collection.
    pub zone: Option<String>,
    /// Why it ended there.
    pub reason: NoMoveReason,
}

/// One round for one collection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Migrations in the order in which they were chosen.
    pub moves: Vec<Move>,
    /// Why not more: what draining and misplaced shards keep, then zone by zone.
    pub outcomes: Vec<GroupOutcome>,
}

impl Plan {
    /// The reason of a round is that of its first migration: `drain`, `zoneViolation`, `chunksImbalance` or `none`.
    #[must_use]
    pub fn first_reason(&self) -> &'static str {
        self.moves.first().map_or("none", |chosen| chosen.reason.word())
    }
}

/// What came of one round for one collection, as it stands in the event log.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decision {
    /// Migrations that were chosen.
    pub n_migrations: usize,
    /// Why not more.
    pub outcomes: Vec<GroupOutcome>,
}

impl Decision {
    /// The outcome that best answers "why did nothing move?": what must move but cannot, else the group that came nearest
    /// to moving.
    #[must_use]
    pub fn why(&self) -> Option<&GroupOutcome> {
        self.outcomes.iter().max_by_key(|outcome| {
            let (rank, nearness) = outcome.reason.weight();
            // The first of equals: `max_by_key` would take the last.
            (rank, nearness, std::cmp::Reverse(self.position(outcome)))
        })
    }

    fn position(&self, outcome: &GroupOutcome) -> usize {
        self.outcomes.iter().position(|other| std::ptr::eq(other, outcome)).unwrap_or(usize::MAX)
    }
}

impl NoMoveReason {
    /// How much a reason explains, and among equals how near it came to a move.
    fn weight(&self) -> (u8, u64) {
        let gap_bytes = self.gap().map_or(0, Gap::gap_bytes);
        match self {
            Self::BalancerOff
            | Self::BalancingDisabled
            | Self::OutsideWindow { .. }
            | Self::Resharding
            | Self::ConfigReadOnly
            | Self::ShardDown { .. } => (6, 0),
            Self::HeldByJumbo { .. } | Self::HeldWithoutRecipient { .. } | Self::NoShardInZone => (5, 0),
            Self::OnlyJumboChunks { .. } | Self::DonorOnlyJumbo { .. } | Self::DonorHasNoChunkOfZone(_) => {
                (4, gap_bytes)
            }
            Self::ShardsBusy => (3, 0),
            Self::GapBelowThreshold(_) | Self::DonorNotAboveIdeal(_) | Self::RecipientNotBelowIdeal(_) => {
                (2, gap_bytes)
            }
            Self::NoRecipient | Self::DonorIsRecipient { .. } | Self::CountsBalanced { .. } => (1, 1),
            Self::SingleShardInZone { .. } => (1, 0),
            Self::NoData => (0, 0),
        }
    }
}
