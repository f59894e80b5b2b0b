//! Tables of cases run against the engine: hash vectors, initial chunks and balancer rounds, in the formats of the
//! tables in `data/`. Anyone can bring more of them.

pub mod balancer;
mod case;
mod error;
pub mod hash;
pub mod initial_splits;
mod rules;
mod values;
mod version;

#[cfg(test)]
mod tests;

pub use case::{CaseResult, Outcome, Report};
pub use error::ConformanceError;
pub use version::Version;

use serde_json::Value;

/// Runs a table of cases. `server` leaves out the cases that are not for that version; without it all are run that the
/// engine models.
pub fn run(text: &str, server: Option<&Version>) -> Result<Report, ConformanceError> {
    let file: Value = serde_json::from_str(text)?;
    match Format::detect(&file).ok_or(ConformanceError::UnknownFormat)? {
        Format::HashVectors => Ok(hash::run(file.as_array().map_or(&[], Vec::as_slice))),
        Format::InitialSplits => Ok(initial_splits::run(cases(&file), server)),
        Format::BalancerRounds => Ok(balancer::run(cases(&file), server)),
    }
}

fn cases(file: &Value) -> &[Value] {
    file.get("cases").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// What a file of cases is about. Told from its content, never from its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A list of `{ ejson, hash, seed }`.
    HashVectors,
    /// `{ meta, cases }` with policies of initial chunk placement.
    InitialSplits,
    /// `{ meta, cases }` with policies of the balancer.
    BalancerRounds,
}

/// Policies that the cases of initial chunk placement name.
const INITIAL_SPLIT_POLICIES: [&str; 8] = [
    "create_policy_unsplittable",
    "hashed_split_points",
    "presplit_hashed_zones",
    "sampling_based",
    "shardCollection",
    "shard_distribution",
    "single_chunk_per_zone",
    "split_points_based",
];
/// Policies that the cases of balancer rounds name.
const BALANCER_POLICIES: [&str; 6] =
    ["chunk_count", "chunk_count_legacy", "data_size", "distribution_status", "zone_of_range", "zone_overlap"];

impl Format {
    /// Tells the format from the first case; none when it is none of these.
    #[must_use]
    pub fn detect(file: &Value) -> Option<Self> {
        if let Some(first) = file.as_array().and_then(|cases| cases.first()) {
            let is_vector = first.get("ejson").is_some() && first.get("hash").is_some();
            return is_vector.then_some(Self::HashVectors);
        }
        let policy = file.get("cases")?.get(0)?.get("policy")?.as_str()?;
        match policy {
            policy if INITIAL_SPLIT_POLICIES.contains(&policy) => Some(Self::InitialSplits),
            policy if BALANCER_POLICIES.contains(&policy) => Some(Self::BalancerRounds),
            _ => None,
        }
    }
}
