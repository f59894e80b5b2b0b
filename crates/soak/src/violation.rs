//! Promises that a sequence can break.

use shardscope_sim::cluster::InvariantError;
use shardscope_sim::error::CommandError;
use thiserror::Error;

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Violation {
    /// Always: an invariant of the cluster.
    #[error("an invariant is broken: {0}")]
    Invariant(#[from] InvariantError),
    /// Always: no document is lost or doubled.
    #[error("{expected} documents were inserted, {found} are there")]
    Documents {
        /// Inserted.
        expected: u64,
        /// In the chunks.
        found: u64,
    },
    /// Always: the collection version never falls.
    #[error("the collection version fell")]
    VersionFell,
    /// Always: a refused command changes nothing.
    #[error("refused, yet something changed: {0}")]
    RefusedYetChanged(CommandError),
    /// Always: a refusal says how to mend it.
    #[error("a refusal without advice: {0}")]
    NoAdvice(CommandError),
    /// A command that the world needs to begin with was refused.
    #[error("the beginning was refused: {0}")]
    Beginning(CommandError),
    /// Eventually: the cluster comes to rest when nothing more is done to it.
    #[error("the cluster does not come to rest: {n_events} events, at {at_ms} ms")]
    Restless {
        /// Events that were waited for.
        n_events: u64,
        /// Simulated time reached.
        at_ms: u64,
    },
    /// Eventually: at rest the collection is compliant.
    #[error("at rest, yet not compliant: {reason}")]
    NotCompliant {
        /// The server's word.
        reason: &'static str,
    },
    /// Eventually: at rest no legal move would make the data more even.
    #[error("at rest, yet a move is due in {zone}: from shard {from} to shard {to}")]
    Uneven {
        /// The zone, or `no zone`.
        zone: String,
        /// Donor.
        from: usize,
        /// Recipient.
        to: usize,
    },
    /// Eventually: every rest has a reason.
    #[error("at rest without a reason")]
    NoReason,
    /// Equal sequences come to equal digests.
    #[error("two runs differ: {once} and {again}")]
    DigestsDiffer {
        /// Of the first run.
        once: String,
        /// Of the second.
        again: String,
    },
}
