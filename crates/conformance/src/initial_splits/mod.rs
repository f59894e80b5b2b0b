//! Cases of initial chunk placement, in the format of `data/initial_split_cases.json`.
//!
//! A case runs under the rules of the server asked for, or of the newest version that it is for.

mod case;
mod expect;
mod policies;

use serde_json::Value;

use crate::rules::version_of;
use crate::values::pattern;
use crate::{CaseResult, Outcome, Report, Version};
use case::{Case, Input, ShardInput};
use policies::Run;

/// Runs the cases that are for `server`; without one, each case as the newest version that it is for.
#[must_use]
pub fn run(cases: &[Value], server: Option<&Version>) -> Report {
    Report { cases: cases.iter().enumerate().map(|(idx, case)| run_one(idx, case, server)).collect() }
}

fn run_one(idx: usize, case: &Value, server: Option<&Version>) -> CaseResult {
    let name = case.get("id").and_then(Value::as_str).map_or_else(|| format!("case {}", idx + 1), str::to_owned);
    let versions = case.get("versions").and_then(Value::as_str).unwrap_or_default();
    let outcome = match version_of(versions, server) {
        None => Outcome::Skipped { reason: format!("it is for {versions}") },
        Some(version) => check(case, &version)
            .unwrap_or_else(|reason| Outcome::Failed { expected: "a case that can be run".to_owned(), got: reason }),
    };
    CaseResult { name, outcome }
}

fn check(case: &Value, version: &Version) -> Result<Outcome, String> {
    let case: Case = serde::Deserialize::deserialize(case).map_err(|error: serde_json::Error| error.to_string())?;
    let pattern = pattern(&case.input.shard_key)?;
    let shards = shards(&case.input);
    let run = Run { case: &case, version, pattern: &pattern, shards: &shards };
    run.compare(run.answer()?)
}

/// The shards of the case: listed, or in placement order, or `s0`, `s1`, ... as many as it says.
fn shards(input: &Input) -> Vec<ShardInput> {
    let bare = |id: String| ShardInput { id, zones: Vec::new(), draining: false };
    if !input.shards.is_empty() {
        let listed = input.shards.iter();
        return listed
            .map(|shard| ShardInput { zones: shard.zones.clone(), draining: shard.draining, id: shard.id.clone() })
            .collect();
    }
    match (&input.shard_order, input.num_shards) {
        (Some(order), _) => order.iter().cloned().map(bare).collect(),
        (None, n_shards) => (0..n_shards.unwrap_or(0)).map(|idx| bare(format!("s{idx}"))).collect(),
    }
}
