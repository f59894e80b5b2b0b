//! Cases of balancer rounds, in the format of `data/balancer_cases.json`.
//!
//! A case runs under the rules of the server asked for, or of the newest version that it is for.

mod case;
mod zones;

use bson::RawBsonRef;
use serde_json::Value;
use shardscope_sim::balancer::{
    BalancerPolicy, ChunkStatistics, CollectionStatistics, Move, Plan, ShardStatistics, legacy,
};
use shardscope_sim::bson::KeyValue;
use shardscope_sim::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
use shardscope_sim::catalog::{ZoneRange, ZoneRanges};

use crate::rules::{profile_of, version_of};
use crate::{CaseResult, Outcome, Report, Version};
use case::{Case, MigrationExpect};

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
    let run = Run::new(&case)?;
    let difference = match case.policy.as_str() {
        "data_size" | "chunk_count" | "chunk_count_legacy" => run.compare_plan(&run.plan(version)?)?,
        "zone_of_range" => run.compare_zones_of_ranges(),
        "zone_overlap" => run.compare_overlaps()?,
        "distribution_status" => run.compare_distribution(),
        other => return Err(format!("there is no policy `{other}`")),
    };
    Ok(match difference {
        None => Outcome::Passed,
        Some((expected, got)) => Outcome::Failed { expected, got },
    })
}

/// A difference: expected, got.
type Difference = (String, String);

/// A case with its parts read.
struct Run<'a> {
    case: &'a Case,
    pattern: ShardKeyPattern,
    zones: ZoneRanges,
}

impl<'a> Run<'a> {
    fn new(case: &'a Case) -> Result<Self, String> {
        let field = ShardKeyField { path: "x".to_owned(), kind: FieldKind::Ranged };
        let pattern = ShardKeyPattern::new(vec![field]).map_err(|error| error.to_string())?;
        let mut run = Self { case, pattern, zones: ZoneRanges::default() };
        for zone in &case.input.zone_ranges {
            let (min, max) = run.bounds(zone.min, zone.max);
            let range = ZoneRange { zone: zone.zone.clone(), min, max };
            run.zones.insert(range).map_err(|there| format!("two zone ranges overlap: zone `{}`", there.zone))?;
        }
        Ok(run)
    }

    fn bounds(&self, min: Option<i64>, max: Option<i64>) -> (KeyValue, KeyValue) {
        let bound =
            |bound: Option<i64>, otherwise| self.pattern.from_values(&[bound.map_or(otherwise, RawBsonRef::Int64)]);
        (bound(min, RawBsonRef::MinKey), bound(max, RawBsonRef::MaxKey))
    }

    fn shard_idx(&self, id: &str) -> Result<usize, String> {
        let found = self.case.input.shards.iter().position(|shard| shard.id == id);
        found.ok_or_else(|| format!("there is no shard `{id}` in the case"))
    }

    fn statistics(&self) -> Result<CollectionStatistics<'_>, String> {
        let input = &self.case.input;
        let sizes = input.collection_data_size_bytes.as_ref();
        let shards = input.shards.iter().map(|shard| ShardStatistics {
            zones: &shard.zones,
            draining: shard.draining,
            removed: false,
            bytes: sizes.and_then(|sizes| sizes.get(&shard.id)).copied(),
        });
        let mut chunks = Vec::new();
        for (min, max, shard, jumbo) in &input.chunks {
            let (min, max) = self.bounds(*min, *max);
            let zone = self.zones.zone_of(&min, &max);
            chunks.push(ChunkStatistics { shard_idx: self.shard_idx(shard)?, jumbo: *jumbo != 0, zone });
        }
        let range_size_bytes = input.max_chunk_size_bytes.unwrap_or(128 << 20);
        Ok(CollectionStatistics { shards: shards.collect(), chunks, zones: self.zones.names(), range_size_bytes })
    }

    fn plan(&self, version: &Version) -> Result<Plan, String> {
        let input = &self.case.input;
        let statistics = self.statistics()?;
        let is_listed = |id: &String| input.available_shards.as_ref().is_none_or(|available| available.contains(id));
        let is_free = |id: &String| is_listed(id) && !input.used_shards.contains(id);
        let mut available: Vec<bool> = input.shards.iter().map(|shard| is_free(&shard.id)).collect();
        let policy = profile_of(version).balancer.policy;
        match (self.case.policy.as_str(), policy) {
            ("data_size", BalancerPolicy::DataSize) | ("chunk_count", BalancerPolicy::ChunkCount(_)) => {
                Ok(policy.plan(&statistics, &mut available))
            }
            ("chunk_count_legacy", _) => {
                let moves = legacy::choose(&statistics, input.balanced_last_round).into_iter().collect();
                Ok(Plan { moves, outcomes: Vec::new() })
            }
            (policy, _) => Err(format!("server {version} does not balance by `{policy}`")),
        }
    }

    fn compare_plan(&self, plan: &Plan) -> Result<Option<Difference>, String> {
        let expect = &self.case.expect;
        let got = || plan.moves.iter().map(|chosen| self.text(chosen)).collect::<Vec<_>>().join("; ");
        let all = |wanted: &[MigrationExpect]| format!("{wanted:?}");
        if let Some(wanted) = &expect.migrations {
            let mut is_same = wanted.len() == plan.moves.len();
            for (wanted, chosen) in wanted.iter().zip(&plan.moves) {
                is_same &= self.is(wanted, chosen)?;
            }
            if !is_same {
                return Ok(Some((all(wanted), got())));
            }
        }
        if let Some(any_of) = &expect.any_of {
            for chosen in &plan.moves {
                let matches: Result<Vec<_>, _> = any_of.iter().map(|wanted| self.is(wanted, chosen)).collect();
                if !matches?.contains(&true) {
                    return Ok(Some((format!("any of {}", all(any_of)), got())));
                }
            }
        }
        if expect.count.is_some_and(|count| count != plan.moves.len()) {
            return Ok(Some((format!("{:?} migrations", expect.count), got())));
        }
        let reason = expect.first_reason.as_deref().filter(|reason| *reason != plan.first_reason());
        Ok(reason.map(|reason| (reason.to_owned(), plan.first_reason().to_owned())))
    }

    fn is(&self, wanted: &MigrationExpect, chosen: &Move) -> Result<bool, String> {
        let Some((min, max, ..)) = self.case.input.chunks.get(chosen.chunk_idx) else { return Ok(false) };
        let has_max = match &wanted.max {
            None => true,
            Some(wanted) => wanted.as_i64() == *max && (wanted.is_null() == max.is_none()),
        };
        Ok(wanted.min == *min
            && has_max
            && self.shard_idx(&wanted.from_shard)? == chosen.from
            && self.shard_idx(&wanted.to_shard)? == chosen.to
            && wanted.reason == chosen.reason.word()
            && wanted.force_jumbo.is_none_or(|force_jumbo| force_jumbo == chosen.force_jumbo))
    }

    fn text(&self, chosen: &Move) -> String {
        let bounds = self.case.input.chunks.get(chosen.chunk_idx).map(|(min, max, ..)| (*min, *max));
        let name = |idx: usize| self.case.input.shards.get(idx).map(|shard| shard.id.as_str()).unwrap_or_default();
        let forced = if chosen.force_jumbo { ", forced" } else { "" };
        format!("{bounds:?} {} -> {} ({}{forced})", name(chosen.from), name(chosen.to), chosen.reason.word())
    }
}
