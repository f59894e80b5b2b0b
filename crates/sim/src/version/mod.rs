//! What differs between server versions, as data: a [`ServerProfile`] holds the rules of one version, and the policies that
//! follow them live beside what they decide. Nothing else in the crate asks for a version.
//!
//! A profile stands for one release series at one state of its patch releases, named in [`ServerProfile::modelled`]: some
//! rules changed within a series. The feature compatibility version is the binary's own.

mod profiles;
mod rules;

#[cfg(test)]
mod tests;

pub use rules::{
    AutoMergerRules, AutosplitRules, BalancerRules, CommandRules, KeyRules, LoadedCollection, MigrationUnit,
    NumInitialChunks, ReshardSpace, ReturningRange, ServerProfile, SplitRules, TooBigSplit, WriteRules,
};

/// A server version whose behaviour can be simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ServerVersion {
    /// MongoDB 4.2.
    V4_2,
    /// MongoDB 4.4.
    V4_4,
    /// MongoDB 5.0.
    V5_0,
    /// MongoDB 6.0.
    V6_0,
    /// MongoDB 7.0.
    V7_0,
    /// MongoDB 8.0.
    V8_0,
}

impl ServerVersion {
    /// All versions, oldest first.
    pub const ALL: [Self; 6] = [Self::V4_2, Self::V4_4, Self::V5_0, Self::V6_0, Self::V7_0, Self::V8_0];

    /// The rules of this version.
    #[must_use]
    pub fn profile(self) -> &'static ServerProfile {
        match self {
            Self::V4_2 => &profiles::V4_2,
            Self::V4_4 => &profiles::V4_4,
            Self::V5_0 => &profiles::V5_0,
            Self::V6_0 => &profiles::V6_0,
            Self::V7_0 => &profiles::V7_0,
            Self::V8_0 => &profiles::V8_0,
        }
    }
}
