//! Keys between two bounds, for chunks of which nobody knows the documents, and bounds for chunks of which only the number
//! is known. All of this is assumption; it is deterministic, and whoever uses it says so.

mod axis;

use ::bson::{RawBson, RawBsonRef, RawDocument};

use crate::bson::{KeyValue, compare, hash64};
use crate::catalog::pattern::{FieldKind, ShardKeyPattern};
use axis::{Axis, Ends};

/// `n_keys` keys in `[min, max)`, ascending and evenly spread over the first field in which the bounds differ: whole numbers,
/// doubles, dates, timestamps, object ids, UUIDs, strings and hashes. Where the values between the bounds are too few, or of
/// a type that has no such order, keys repeat.
#[must_use]
pub fn keys_inside(pattern: &ShardKeyPattern, min: &KeyValue, max: &KeyValue, n_keys: u64) -> Vec<KeyValue> {
    let (low, high) = (pattern.decode(min.as_ref()), pattern.decode(max.as_ref()));
    let (low, high) = (values(&low), values(&high));
    let differs = |(low, high): (&RawBsonRef<'_>, &RawBsonRef<'_>)| compare(*low, *high).is_ne();
    let Some(field_idx) = low.iter().zip(&high).position(differs) else { return Vec::new() };
    let (Some(from), Some(to)) = (low.get(field_idx), high.get(field_idx)) else { return Vec::new() };
    let is_hashed = pattern.hashed_idx() == Some(field_idx);
    let axis = Axis::new(Ends { from: *from, to: *to, is_hashed }, n_keys);
    let is_inside = |key: &KeyValue| min <= key && key < max;
    let fallback = [resting(&low, pattern), min.clone()].into_iter().find(is_inside).unwrap_or_else(|| min.clone());
    let mut last = None::<KeyValue>;
    let key = |idx: u64| {
        let value = axis.at(idx);
        let key = inside(pattern, &low, field_idx, &value, idx);
        let key = if is_inside(&key) { key } else { fallback.clone() };
        // A chunk's documents ascend, whatever a type makes of the steps.
        let key = last.take().filter(|last| *last > key).unwrap_or(key);
        last = Some(key.clone());
        key
    };
    (0..n_keys).map(key).collect()
}

/// `n_bounds` bounds above the last of `known`, ascending, as far apart as the known ones are on average; for the chunks
/// that a report leaves out. `None` when the type of the last bound offers no such values.
#[must_use]
pub fn bounds_after(pattern: &ShardKeyPattern, known: &[KeyValue], n_bounds: u64) -> Option<Vec<KeyValue>> {
    let last = known.last()?;
    let document = pattern.decode(last.as_ref());
    let low = values(&document);
    let first_document =
        known.iter().find(|bound| **bound > pattern.global_min()).map(|bound| pattern.decode(bound.as_ref()));
    let first = first_document.as_deref().map(values).unwrap_or_default();
    let moves = |idx: &usize| {
        let pair = low.get(*idx).zip(first.get(*idx));
        pair.is_some_and(|(low, first)| compare(*first, *low).is_lt() && Axis::is_measurable(*low))
    };
    let field_idx = (0..low.len()).find(moves).or_else(|| low.iter().position(|low| Axis::is_measurable(*low)));
    // Nothing is known but MinKey: the first field counts from 0.
    let field_idx = field_idx.or_else(|| matches!(low.first(), Some(RawBsonRef::MinKey)).then_some(0))?;
    let is_hashed = pattern.hashed_idx() == Some(field_idx);
    let from = *low.get(field_idx)?;
    let n_known = known.iter().filter(|bound| **bound > pattern.global_min()).count() as u64;
    let axis =
        Axis::beyond(*first.get(field_idx).unwrap_or(&from), from, n_known.saturating_sub(1), is_hashed, n_bounds);
    let bounds: Vec<KeyValue> = (1..=n_bounds)
        .map(|idx| {
            let value = axis.at(idx);
            let head = low.iter().take(field_idx).copied();
            let values: Vec<RawBsonRef<'_>> = head.chain([value.as_raw_bson_ref()]).collect();
            pattern.from_values(&values)
        })
        .collect();
    let ascends = bounds.windows(2).all(|pair| matches!(pair, [left, right] if left < right));
    let end = pattern.global_max();
    let fits = bounds.first().is_none_or(|first| last < first) && bounds.last().is_none_or(|bound| *bound < end);
    (ascends && fits).then_some(bounds)
}

fn values(document: &RawDocument) -> Vec<RawBsonRef<'_>> {
    document.iter().map_while(Result::ok).map(|(_, value)| value).collect()
}

/// The lower bound with values that documents have in the place of `MinKey`.
fn resting(low: &[RawBsonRef<'_>], pattern: &ShardKeyPattern) -> KeyValue {
    let mut values = low.to_vec();
    for (value, field) in values.iter_mut().zip(pattern.fields()) {
        if matches!(value, RawBsonRef::MinKey) {
            *value = if field.kind == FieldKind::Hashed { RawBsonRef::Int64(i64::MIN) } else { RawBsonRef::Null };
        }
    }
    pattern.from_values(&values)
}

/// The lower bound's values up to a field, a value there, and behind it what keeps the key at or above the bound.
fn inside(pattern: &ShardKeyPattern, low: &[RawBsonRef<'_>], field_idx: usize, value: &RawBson, idx: u64) -> KeyValue {
    let value = value.as_raw_bson_ref();
    let mut is_above = low.get(field_idx).is_some_and(|low| compare(value, *low).is_gt());
    let mut is_told_apart = false;
    let mut values: Vec<RawBsonRef<'_>> = low.iter().take(field_idx).copied().chain([value]).collect();
    let number = i64::try_from(idx).unwrap_or(i64::MAX);
    for (low, field) in low.iter().zip(pattern.fields()).skip(field_idx + 1) {
        let is_free = is_above || matches!(low, RawBsonRef::MinKey);
        values.push(match (is_free, field.kind) {
            (false, _) => *low,
            (true, FieldKind::Hashed) => RawBsonRef::Int64(hash64(RawBsonRef::Int64(number))),
            (true, FieldKind::Ranged) if is_told_apart => RawBsonRef::Null,
            (true, FieldKind::Ranged) => RawBsonRef::Int64(number),
        });
        is_above |= is_free;
        is_told_apart |= is_free;
    }
    pattern.from_values(&values)
}
