//! Holds what a case expects against what came out.

use std::collections::BTreeMap;

use bson::RawBsonRef;
use shardscope_sim::bson::{KeyValue, shell_text};
use shardscope_sim::catalog::pattern::ShardKeyPattern;
use shardscope_sim::error::CommandError;
use shardscope_sim::initial_split::InitialChunk;

use super::case::{ChunkExpect, ErrorExpect};
use super::policies::{Got, Run};
use crate::Outcome;
use crate::values::bound;

/// A difference: expected, got.
type Difference = (String, String);
type Check = Result<Option<Difference>, String>;

impl Run<'_> {
    /// Compares every field of the expectation.
    pub(super) fn compare(&self, answer: Result<Got, CommandError>) -> Result<Outcome, String> {
        let difference = match (&self.case.expect.error, answer) {
            (Some(expected), Err(error)) => compare_error(expected, &error),
            (Some(expected), Ok(_)) => Some((format!("{expected:?}"), "no error".to_owned())),
            (None, Err(error)) => {
                Some(("no error".to_owned(), format!("{} {}: {error}", error.code(), error.code_name())))
            }
            (None, Ok(_)) if self.case.expect.ok == Some(false) => Some(("an error".to_owned(), "no error".to_owned())),
            (None, Ok(got)) => self.compare_got(&got)?,
        };
        Ok(match difference {
            None => Outcome::Passed,
            Some((expected, got)) => Outcome::Failed { expected, got },
        })
    }

    fn compare_got(&self, got: &Got) -> Check {
        let expect = &self.case.expect;
        if let Some(points) = &expect.split_points {
            let wanted: Result<Vec<_>, String> = points.iter().map(|point| self.bound(point)).collect();
            let wanted = keys_text(self.pattern, &wanted?);
            let got = keys_text(self.pattern, got.split_points.as_deref().unwrap_or_default());
            if wanted != got {
                return Ok(Some((wanted, got)));
            }
        }
        let wanted = expect.contiguous_chunks_per_shard;
        if wanted.is_some() && wanted != got.n_contiguous {
            return Ok(Some((format!("{wanted:?} contiguous chunks"), format!("{:?}", got.n_contiguous))));
        }
        let Some(chunks) = &got.chunks else { return Ok(None) };
        let checks = [
            self.compare_chunks(chunks)?,
            self.compare_counts(chunks),
            self.compare_shuffled(chunks),
            self.compare_zone_ranges(chunks)?,
            self.compare_relations(chunks)?,
        ];
        Ok(checks.into_iter().flatten().next())
    }

    fn compare_chunks(&self, chunks: &[InitialChunk]) -> Check {
        let Some(wanted) = &self.case.expect.chunks else { return Ok(None) };
        let mut lines = Vec::new();
        let mut is_same = wanted.len() == chunks.len();
        for (at, ChunkExpect { min, max, shard }) in wanted.iter().enumerate() {
            let (min, max) = (self.bound(min)?, self.bound(max)?);
            let owner = shard.as_deref();
            is_same &= chunks.get(at).is_some_and(|chunk| {
                chunk.min == min && chunk.max == max && owner.is_none_or(|owner| owner == self.name(chunk))
            });
            lines.push(format!("{} {}", keys_text(self.pattern, &[min, max]), owner.unwrap_or("any")));
        }
        let got = chunks.iter().map(|chunk| {
            format!("{} {}", keys_text(self.pattern, &[chunk.min.clone(), chunk.max.clone()]), self.name(chunk))
        });
        Ok((!is_same).then(|| (lines.join("; "), got.collect::<Vec<_>>().join("; "))))
    }

    fn compare_counts(&self, chunks: &[InitialChunk]) -> Option<Difference> {
        let wanted = self.case.expect.chunks_per_shard.as_ref()?;
        let mut got: BTreeMap<String, usize> = BTreeMap::new();
        for chunk in chunks {
            *got.entry(self.name(chunk).to_owned()).or_default() += 1;
        }
        (*wanted != got).then(|| (format!("{wanted:?}"), format!("{got:?}")))
    }

    fn compare_shuffled(&self, chunks: &[InitialChunk]) -> Option<Difference> {
        let wanted = self.case.expect.shards_by_default_shuffle.as_ref()?;
        let got: Vec<_> = chunks.iter().map(|chunk| self.name(chunk)).collect();
        (*wanted != got).then(|| (format!("{wanted:?}"), format!("{got:?}")))
    }

    /// How many chunks lie inside each zone range, in the order of the case.
    fn compare_zone_ranges(&self, chunks: &[InitialChunk]) -> Check {
        let Some(wanted) = &self.case.expect.chunks_per_zone_range else { return Ok(None) };
        let mut got = Vec::new();
        for zone in self.case.input.zones.iter().flatten() {
            let (min, max) = (self.bound(&zone.min)?, self.bound(&zone.max)?);
            got.push(chunks.iter().filter(|chunk| min <= chunk.min && chunk.max <= max).count());
        }
        Ok((*wanted != got).then(|| (format!("{wanted:?} chunks by zone range"), format!("{got:?}"))))
    }

    fn compare_relations(&self, chunks: &[InitialChunk]) -> Check {
        for relation in self.case.expect.relations.iter().flatten() {
            if !self.holds(relation, chunks)? {
                let got: Vec<_> = chunks.iter().map(|chunk| self.name(chunk)).collect();
                return Ok(Some((relation.clone(), format!("{got:?}"))));
            }
        }
        Ok(None)
    }

    /// `chunk[0].shard != chunk[3].shard` (or `==`), and the rule that chunks which may be anywhere take turns.
    fn holds(&self, relation: &str, chunks: &[InitialChunk]) -> Result<bool, String> {
        if relation == "two consecutive null chunks never share a shard" {
            let expected = self.case.expect.chunks.iter().flatten();
            let anywhere = expected.zip(chunks).filter(|(expected, _)| expected.shard.is_none());
            let owners: Vec<_> = anywhere.map(|(_, chunk)| chunk.shard_idx).collect();
            return Ok(owners.windows(2).all(|pair| pair.first() != pair.last()));
        }
        let unknown = || format!("the relation `{relation}` is not understood");
        let (left, is_equal, right) = match (relation.split_once("!="), relation.split_once("==")) {
            (Some((left, right)), _) => (left, false, right),
            (None, Some((left, right))) => (left, true, right),
            (None, None) => return Err(unknown()),
        };
        let owner = |side: &str| {
            let at = side.trim().strip_prefix("chunk[")?.strip_suffix("].shard")?.parse::<usize>().ok()?;
            Some(chunks.get(at)?.shard_idx)
        };
        let (left, right) = owner(left).zip(owner(right)).ok_or_else(unknown)?;
        Ok((left == right) == is_equal)
    }

    fn bound(&self, value: &serde_json::Value) -> Result<KeyValue, String> {
        bound(self.pattern, value)?.map_err(|error| error.to_string())
    }

    fn name(&self, chunk: &InitialChunk) -> &str {
        self.shards.get(chunk.shard_idx).map(|shard| shard.id.as_str()).unwrap_or_default()
    }
}

/// `any` in the case means that neither code nor name is given.
fn compare_error(expected: &ErrorExpect, error: &CommandError) -> Option<Difference> {
    let is_same = expected.code.is_none_or(|code| code == error.code())
        && expected.name.as_deref().is_none_or(|name| name == error.code_name());
    (!is_same).then(|| (format!("{expected:?}"), format!("{} {}: {error}", error.code(), error.code_name())))
}

fn keys_text(pattern: &ShardKeyPattern, keys: &[KeyValue]) -> String {
    let texts = keys.iter().map(|key| shell_text(RawBsonRef::Document(&pattern.decode(key.as_ref()))));
    texts.collect::<Vec<_>>().join(" ")
}
