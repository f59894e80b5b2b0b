//! What differs between server versions, as data: the policies themselves live beside what they decide.

use crate::balancer::BalancerPolicy;
use crate::initial_split::InitialSplitRules;

/// A server version whose behaviour can be simulated. Its feature compatibility version is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ServerVersion {
    /// MongoDB 8.0.
    V8_0,
}

/// The rules that one server version follows.
#[derive(Debug, Clone, Copy)]
pub struct ServerProfile {
    /// Shown to people, for example `8.0`.
    pub name: &'static str,
    /// How chunks are laid out when a collection is sharded.
    pub initial_split: InitialSplitRules,
    /// How the balancer chooses migrations.
    pub balancer: BalancerPolicy,
    /// Range size (`chunksize`) when none is configured, bytes.
    pub range_size_default_bytes: u64,
}

static V8_0: ServerProfile = ServerProfile {
    name: "8.0",
    initial_split: InitialSplitRules::V8_0,
    balancer: BalancerPolicy::DataSize,
    range_size_default_bytes: 128 << 20,
};

impl ServerVersion {
    /// The rules of this version.
    #[must_use]
    pub fn profile(self) -> &'static ServerProfile {
        match self {
            Self::V8_0 => &V8_0,
        }
    }
}
