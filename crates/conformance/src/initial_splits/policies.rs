//! Runs the policy that a case names.

use bson::RawBsonRef;
use serde_json::Value;
use shardscope_sim::bson::KeyValue;
use shardscope_sim::catalog::pattern::ShardKeyPattern;
use shardscope_sim::catalog::{ZoneRange, ZoneRanges};
use shardscope_sim::error::CommandError;
use shardscope_sim::initial_split::{
    DistributionRange, HashedPlacement, InitialChunk, InitialSplitRequest, InitialSplitRules, PlacementShard,
    ShardOrder, initial_chunks, place_split_points, presplit_hashed_zones, range_overlap, reshard_by_distribution,
    reshard_by_sampling, single_chunk_per_zone, split_points_of_hashed_key, zone_ranges_at_sharding,
};
use shardscope_sim::split::{Direction, SplitRequest};

use super::case::{Case, DocumentsInput, Input, ShardInput};
use crate::Version;
use crate::rules::profile_of;
use crate::values::{bound, document};

/// What the engine gave.
#[derive(Debug, Default)]
pub(super) struct Got {
    pub(super) chunks: Option<Vec<InitialChunk>>,
    pub(super) split_points: Option<Vec<KeyValue>>,
    pub(super) n_contiguous: Option<u64>,
}

impl Got {
    fn chunks(chunks: Vec<InitialChunk>) -> Self {
        Self { chunks: Some(chunks), ..Self::default() }
    }
}

/// The engine's answer; an error of the case itself is outside.
type Answer = Result<Result<Got, CommandError>, String>;

/// A case with its parts read.
pub(super) struct Run<'a> {
    pub(super) case: &'a Case,
    pub(super) version: &'a Version,
    pub(super) pattern: &'a ShardKeyPattern,
    pub(super) shards: &'a [ShardInput],
}

/// Ends the function with the engine's refusal.
macro_rules! engine {
    ($answer:expr) => {
        match $answer {
            Ok(answer) => answer,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}

impl Run<'_> {
    pub(super) fn answer(&self) -> Answer {
        match self.case.policy.as_str() {
            "hashed_split_points" => self.hashed_split_points(),
            "split_points_based" => self.split_points_based(),
            "single_chunk_per_zone" => {
                let zones = engine!(self.zones()?);
                let chunks = single_chunk_per_zone(self.pattern, &zones, &self.available()?, &self.rules());
                Ok(chunks.map(Got::chunks))
            }
            "presplit_hashed_zones" => {
                let (zones, is_empty) = (engine!(self.zones()?), self.is_empty());
                let chunks = presplit_hashed_zones(self.pattern, &zones, &self.available()?, is_empty, &self.rules());
                Ok(chunks.map(Got::chunks))
            }
            "sampling_based" => self.sampling_based(),
            "shard_distribution" => self.shard_distribution(),
            "shardCollection" | "create_policy_unsplittable" => self.shard_collection(),
            other => Err(format!("there is no policy `{other}`")),
        }
    }

    fn input(&self) -> &Input {
        &self.case.input
    }

    /// The version's rules. Shards that a case counts but does not name come in placement order.
    fn rules(&self) -> InitialSplitRules {
        let mut rules = profile_of(self.version).initial_split;
        if self.input().shards.is_empty() {
            rules.order = ShardOrder::AsGiven;
        }
        rules.with_num_initial_chunks(self.input().num_initial_chunks.unwrap_or(0))
    }

    fn is_empty(&self) -> bool {
        self.input().empty.unwrap_or(true)
    }

    fn placement(&self) -> Vec<PlacementShard<'_>> {
        let shards = self.shards.iter().enumerate();
        let placed = shards.map(|(shard_idx, shard)| PlacementShard {
            shard_idx,
            name: &shard.id,
            zones: &shard.zones,
            draining: shard.draining,
        });
        placed.collect()
    }

    fn shard_idx(&self, id: &str) -> Result<usize, String> {
        let found = self.shards.iter().position(|shard| shard.id == id);
        found.ok_or_else(|| format!("there is no shard `{id}` in the case"))
    }

    /// The shards in config order, without those that are not available.
    fn available(&self) -> Result<Vec<PlacementShard<'_>>, String> {
        let mut shards = self.placement();
        if let Some(available) = &self.input().available_shards {
            available.iter().try_for_each(|id| self.shard_idx(id).map(|_| ()))?;
            shards.retain(|shard| available.iter().any(|id| id == shard.name));
        }
        Ok(shards)
    }

    /// Zone ranges with their bounds completed.
    pub(super) fn zones(&self) -> Result<Result<ZoneRanges, CommandError>, String> {
        let mut zones = ZoneRanges::default();
        for zone in self.input().zones.iter().flatten() {
            let (min, max) = (engine!(bound(self.pattern, &zone.min)?), engine!(bound(self.pattern, &zone.max)?));
            let range = ZoneRange { zone: zone.zone.clone(), min, max };
            if let Err(there) = zones.insert(range.clone()) {
                return Ok(Err(range_overlap(self.pattern, &range, &there)));
            }
        }
        Ok(Ok(zones))
    }

    fn keys(&self, values: &[Value]) -> Result<Result<Vec<KeyValue>, CommandError>, String> {
        let keys: Result<Vec<_>, String> = values.iter().map(|value| bound(self.pattern, value)).collect();
        Ok(keys?.into_iter().collect())
    }

    fn hashed_split_points(&self) -> Answer {
        let n_chunks = self.input().num_chunks.ok_or("the case has no `numChunks`")?;
        let prefix = self.input().prefix.as_ref().map(document).transpose()?;
        let prefix: Vec<RawBsonRef<'_>> =
            prefix.iter().flat_map(|prefix| prefix.iter().map_while(Result::ok)).map(|(_, value)| value).collect();
        let points = split_points_of_hashed_key(self.pattern, &prefix, n_chunks);
        Ok(Ok(Got { split_points: Some(points), ..Got::default() }))
    }

    fn split_points_based(&self) -> Answer {
        let input = self.input();
        let primary = input.primary.as_deref().map(|primary| self.shard_idx(primary)).transpose()?;
        let is_legacy = !self.version.is_in("7.2+");
        if let Some(points) = &input.split_points {
            let points = engine!(self.keys(points)?);
            let order: Vec<_> = ShardOrder::AsGiven.apply(&self.placement());
            let n_contiguous = input.contiguous_chunks_per_shard.unwrap_or(1);
            let first = primary.filter(|_| is_legacy && points.len() + 1 < order.len());
            let chunks = place_split_points(self.pattern, &points, &order, n_contiguous, first);
            return Ok(chunks.map(Got::chunks));
        }
        let (rules, n_shards) = (self.rules(), self.shards.len() as u64);
        let placement =
            HashedPlacement { count: rules.hashed_count, order: rules.order, primary: primary.unwrap_or(0) };
        let chunks = engine!(placement.chunks(self.pattern, &self.placement()));
        let points = chunks.iter().skip(1).map(|chunk| chunk.min.clone()).collect();
        let n_contiguous = Some(rules.hashed_count.n_contiguous(n_shards));
        Ok(Ok(Got { chunks: Some(chunks), split_points: Some(points), n_contiguous }))
    }

    fn sampling_based(&self) -> Answer {
        let input = self.input();
        let zones = engine!(self.zones()?);
        let samples = engine!(self.keys(input.sampled_keys.as_deref().unwrap_or_default())?);
        let n_chunks = usize::try_from(input.num_initial_chunks.unwrap_or(90)).map_err(|error| error.to_string())?;
        let mut shards = self.placement();
        let mut order = ShardOrder::Shuffled;
        if let Some(available) = &input.available_shards {
            let listed: Result<Vec<_>, _> = available.iter().map(|id| self.shard_idx(id)).collect();
            shards = listed?.into_iter().filter_map(|idx| shards.get(idx).copied()).collect();
            order = ShardOrder::AsGiven;
        }
        Ok(reshard_by_sampling(self.pattern, &zones, &shards, order, n_chunks, samples).map(Got::chunks))
    }

    fn shard_distribution(&self) -> Answer {
        let zones = engine!(self.zones()?);
        let mut distribution = Vec::new();
        for range in self.input().shard_distribution.iter().flatten() {
            let (min, max) = (engine!(bound(self.pattern, &range.min)?), engine!(bound(self.pattern, &range.max)?));
            distribution.push(DistributionRange { shard: self.shard_idx(&range.shard)?, min, max });
        }
        Ok(reshard_by_distribution(self.pattern, &zones, &self.placement(), &distribution).map(Got::chunks))
    }

    fn shard_collection(&self) -> Answer {
        let input = self.input();
        if input.unique == Some(true) && self.pattern.is_hashed() {
            return Ok(Err(CommandError::HashedUnique));
        }
        let mut documents = Vec::new();
        for zone in input.zones.iter().flatten() {
            documents.push((zone.zone.as_str(), document(&zone.min)?, document(&zone.max)?));
        }
        let ranges = documents.iter().map(|(zone, min, max)| (*zone, min.as_ref(), max.as_ref()));
        let zones = engine!(zone_ranges_at_sharding(self.pattern, ranges));
        let data_shard = input.data_shard.as_deref().or(input.primary.as_deref());
        let data_shard = data_shard.map_or(Ok(0), |id| self.shard_idx(id))?;
        let loaded_points = input.documents.as_ref().map(|documents| self.loaded_points(documents)).transpose()?;
        let request = InitialSplitRequest {
            pattern: self.pattern,
            zones: &zones,
            shards: &self.available()?,
            data_shard,
            is_empty: self.is_empty(),
            loaded_points: &loaded_points.unwrap_or_default(),
            presplit_hashed_zones: input.presplit_hashed_zones,
            unsplittable: input.unsplittable,
        };
        Ok(initial_chunks(&request, &self.rules()).map(|(_, chunks)| Got::chunks(chunks)))
    }

    /// Split points of consecutive documents, as the shard that holds them finds them.
    fn loaded_points(&self, documents: &DocumentsInput) -> Result<Vec<KeyValue>, String> {
        let path = self.pattern.fields().first().map(|field| field.path.as_str()).unwrap_or_default();
        let range = documents.fields.get(path).and_then(Value::as_str).and_then(|text| text.split_once(".."));
        let range = range.and_then(|(first, last)| Some(first.parse::<i32>().ok()?..=last.parse::<i32>().ok()?));
        let range = range.ok_or_else(|| format!("`documents` has no range of whole numbers for `{path}`"))?;
        let keys: Vec<_> = range.map(|value| self.pattern.from_values(&[RawBsonRef::Int32(value)])).collect();
        let request = SplitRequest {
            local_bytes: documents.count * documents.size_bytes,
            local_documents: documents.count,
            stands_for: 1,
            range_size_bytes: self.input().max_chunk_size_bytes.unwrap_or(64 << 20),
            limit: None,
            direction: Direction::Forward,
        };
        let points = profile_of(self.version).split.algorithm.points(keys.as_slice(), &request);
        Ok(points.into_iter().filter_map(|at| keys.get(at).cloned()).collect())
    }
}
