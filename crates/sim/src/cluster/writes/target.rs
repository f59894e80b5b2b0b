//! Where a write goes: the shards that its filter leads to, and what the version makes of that.
//!
//! Source: server 8.0 and 5.0, targeting of writes. A filter leads to shards by single values of the first fields of the key
//! and by one further condition behind them; what cannot narrow it down further leads to more shards, never to fewer.

use ::bson::{DateTime, RawBson, RawBsonRef, RawDocument};

use super::super::{Cluster, CollectionIdx};
use super::filter::{Clause, Comparison, Filter};
use crate::bson::{KeyValue, hash64, shell_text};
use crate::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
use crate::catalog::{Chunk, Collection, ShardIdx};
use crate::error::{CommandError, WriteError};

/// How a write reached its documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteRoute {
    /// One shard.
    OneShard(ShardIdx),
    /// Every shard that owns chunks of the collection: the `_id` was named and could be on any.
    Owners(Vec<ShardIdx>),
    /// Every shard of the cluster, whether it owns chunks or not.
    AllShards,
    /// First all shards of the list are asked for one document, then the one that has it is written to (7.1 and later).
    TwoPhase(Vec<ShardIdx>),
}

/// What a filter leads to.
pub(super) struct Target {
    /// Shards in ascending order.
    pub(super) shards: Vec<ShardIdx>,
    /// It holds the full shard key.
    pub(super) full_key: bool,
    /// It names an `_id`.
    pub(super) exact_id: bool,
    /// Only one shard has chunks at all.
    pub(super) one_owner: bool,
}

impl Target {
    pub(super) fn one_shard(&self) -> Option<WriteRoute> {
        match self.shards.as_slice() {
            [shard] => Some(WriteRoute::OneShard(*shard)),
            _ => None,
        }
    }

    /// The route of a write of many documents.
    pub(super) fn many(&self) -> WriteRoute {
        self.one_shard().unwrap_or(WriteRoute::AllShards)
    }
}

/// The single writes that differ in what they need.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SingleWrite {
    Update,
    Upsert,
    Delete,
    FindAndModify,
}

impl Cluster {
    pub(super) fn target(&self, collection_idx: CollectionIdx, filter: &Filter) -> Target {
        let none = Target { shards: Vec::new(), full_key: false, exact_id: false, one_owner: false };
        let Some(collection) = self.collections.get(collection_idx) else { return none };
        let exact_id = filter.is_exact_id();
        let Some(pattern) = collection.pattern() else {
            let shards = collection.unsharded_on().into_iter().collect();
            return Target { shards, full_key: true, exact_id, one_owner: true };
        };
        let one_owner = shards_of(collection, None).len() == 1;
        let full_key = filter.key(pattern);
        let ranges = match &full_key {
            Some(key) => Some(vec![(key.clone(), key.clone())]),
            None => ranges(pattern, filter),
        };
        let shards = shards_of(collection, ranges.as_deref());
        Target { shards, full_key: full_key.is_some(), exact_id, one_owner }
    }

    /// How a write of one document goes, or why it does not.
    pub(super) fn single_route(
        &self,
        target: &Target,
        write: SingleWrite,
        filter: &RawDocument,
    ) -> Result<WriteRoute, CommandError> {
        let rules = &self.profile.writes;
        let two_phase =
            if write == SingleWrite::Upsert { rules.upsert_without_shard_key } else { rules.without_shard_key };
        let by_id = target.exact_id && matches!(write, SingleWrite::Update | SingleWrite::Delete);
        let one_shard_is_enough = match write {
            SingleWrite::Update => !two_phase,
            SingleWrite::Delete => two_phase || rules.one_shard_query_is_enough,
            SingleWrite::FindAndModify => !two_phase && rules.one_shard_query_is_enough,
            SingleWrite::Upsert => false,
        };
        let filter = || shell_text(RawBsonRef::Document(filter));
        match target.one_shard() {
            Some(route) if target.full_key || target.one_owner || one_shard_is_enough => Ok(route),
            _ if by_id => Ok(WriteRoute::Owners(target.shards.clone())),
            _ if two_phase => Ok(WriteRoute::TwoPhase(target.shards.clone())),
            _ if write == SingleWrite::Update => Err(WriteError::UpdateNotTargeted { filter: filter() }.into()),
            _ => Err(WriteError::KeyNotInFilter { filter: filter() }.into()),
        }
    }
}

/// Owners of the chunks that some ranges, both ends included, touch; of all chunks without ranges.
fn shards_of(collection: &Collection, ranges: Option<&[(KeyValue, KeyValue)]>) -> Vec<ShardIdx> {
    let chunks = collection.chunks();
    let touched = |(low, high): &(KeyValue, KeyValue)| {
        let first = collection.chunk_idx_of(low.as_ref()).unwrap_or(0);
        let last = collection.chunk_idx_of(high.as_ref()).unwrap_or(0);
        chunks.get(first..=last).unwrap_or_default()
    };
    let mut shards: Vec<ShardIdx> = match ranges {
        None => chunks.iter().map(Chunk::shard_idx).collect(),
        // A contradiction goes to the owner of the first chunk.
        Some([]) => chunks.iter().take(1).map(Chunk::shard_idx).collect(),
        Some(ranges) => ranges.iter().flat_map(touched).map(Chunk::shard_idx).collect(),
    };
    shards.sort_unstable();
    shards.dedup();
    shards
}

/// The ranges of keys that a filter can match; `None` for everything.
fn ranges(pattern: &ShardKeyPattern, filter: &Filter) -> Option<Vec<(KeyValue, KeyValue)>> {
    let mut prefix = Vec::new();
    for field in pattern.fields() {
        if let Some(value) = filter.equality(&field.path) {
            prefix.push(stored(field, value));
            continue;
        }
        let intervals = points(field, filter).or_else(|| interval(field, filter));
        if intervals.is_none() && prefix.is_empty() {
            return None;
        }
        let intervals = intervals.unwrap_or_else(|| vec![(RawBsonRef::MinKey, RawBsonRef::MaxKey)]);
        return Some(intervals.into_iter().filter_map(|ends| range(pattern, &prefix, ends)).collect());
    }
    None
}

fn stored<'a>(field: &ShardKeyField, value: RawBsonRef<'a>) -> RawBsonRef<'a> {
    match field.kind {
        FieldKind::Hashed => RawBsonRef::Int64(hash64(value)),
        FieldKind::Ranged => value,
    }
}

/// `None` if the ends contradict each other.
fn range(
    pattern: &ShardKeyPattern,
    prefix: &[RawBsonRef<'_>],
    (low, high): (RawBsonRef<'_>, RawBsonRef<'_>),
) -> Option<(KeyValue, KeyValue)> {
    let with = |end, rest| {
        let mut values = prefix.to_vec();
        values.push(end);
        values.resize(pattern.fields().len(), rest);
        pattern.from_values(&values)
    };
    Some((with(low, RawBsonRef::MinKey), with(high, RawBsonRef::MaxKey))).filter(|(low, high)| low <= high)
}

type Interval<'a> = (RawBsonRef<'a>, RawBsonRef<'a>);

/// The values of `$in`.
fn points<'a>(field: &ShardKeyField, filter: &'a Filter) -> Option<Vec<Interval<'a>>> {
    let is_in = |clause: &&Clause| clause.path == field.path && clause.comparison == Comparison::In;
    let values = &filter.clauses.iter().find(is_in)?.values;
    let point = |value: &'a RawBson| {
        let value = stored(field, value.as_raw_bson_ref());
        (value, value)
    };
    Some(values.iter().map(point).collect())
}

/// Lower and upper bounds, within the type of what is compared with. A hash has no order.
fn interval<'a>(field: &ShardKeyField, filter: &'a Filter) -> Option<Vec<Interval<'a>>> {
    let own = |clause: &&Clause| clause.path == field.path && field.kind == FieldKind::Ranged;
    let (mut low, mut high, mut ends) = (None, None, None);
    for clause in filter.clauses.iter().filter(own) {
        let Some(value) = clause.values.first().map(RawBson::as_raw_bson_ref) else { continue };
        match clause.comparison {
            Comparison::Gt | Comparison::Gte => low = Some(value),
            Comparison::Lt | Comparison::Lte => high = Some(value),
            _ => continue,
        }
        ends = Some(type_ends(value));
    }
    let (first, last) = ends?;
    Some(vec![(low.unwrap_or(first), high.unwrap_or(last))])
}

/// The smallest and the largest value that comparisons with a value can match, or beyond them.
fn type_ends(value: RawBsonRef<'_>) -> Interval<'static> {
    match value {
        RawBsonRef::Double(_) | RawBsonRef::Int32(_) | RawBsonRef::Int64(_) | RawBsonRef::Decimal128(_) => {
            (RawBsonRef::Double(f64::NEG_INFINITY), RawBsonRef::Double(f64::INFINITY))
        }
        // Objects are the next type.
        RawBsonRef::String(_) => (RawBsonRef::String(""), empty_object()),
        RawBsonRef::DateTime(_) => (RawBsonRef::DateTime(DateTime::MIN), RawBsonRef::DateTime(DateTime::MAX)),
        _ => (RawBsonRef::MinKey, RawBsonRef::MaxKey),
    }
}

fn empty_object() -> RawBsonRef<'static> {
    RawDocument::from_bytes(&[5, 0, 0, 0, 0]).map_or(RawBsonRef::MaxKey, RawBsonRef::Document)
}
