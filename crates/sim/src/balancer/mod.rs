//! The balancer's policies as pure functions: statistics in, decisions with their reason out.
//!
//! [`data_size`] is the policy of 6.0.3 and later, [`chunk_count`] that of 3.4 to 6.0.2, [`legacy`] that of 2.2 to 3.2.
//! None of them knows time or changes anything: [`crate::cluster`] carries decisions out.

pub mod chunk_count;
pub mod data_size;
mod decision;
pub mod legacy;
mod statistics;

pub use decision::{Decision, Gap, GroupOutcome, Move, MoveReason, NoMoveReason, Plan};
pub use statistics::{ChunkStatistics, CollectionStatistics, ShardStatistics, chunks_by_shard_and_zone};

/// How the balancer chooses migrations, by server version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BalancerPolicy {
    /// 6.0.3 and later: bytes of the collection per shard.
    DataSize,
    /// 4.2 to 6.0.2: chunks per shard.
    ChunkCount(chunk_count::CountRule),
}

impl BalancerPolicy {
    /// One round for one collection. `available` holds, per shard, whether it may still take part in a migration; shards
    /// that the plan uses are taken out.
    #[must_use]
    pub fn plan(self, statistics: &CollectionStatistics<'_>, available: &mut [bool]) -> Plan {
        match self {
            Self::DataSize => data_size::plan(statistics, available),
            Self::ChunkCount(rule) => chunk_count::plan(statistics, rule, available),
        }
    }
}
