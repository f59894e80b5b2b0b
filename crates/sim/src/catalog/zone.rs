//! Zone ranges of one collection.

use std::collections::BTreeSet;

use crate::bson::KeyValue;

/// A zone range `[min, max)` over full shard keys.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ZoneRange {
    /// Zone name.
    pub zone: String,
    /// Lower bound, inclusive.
    pub min: KeyValue,
    /// Upper bound, exclusive.
    pub max: KeyValue,
}

/// Where a range of keys lies among zone ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ZonePlace {
    /// All of it in the range at this position.
    Inside(usize),
    /// In none.
    Outside,
    /// A bound of a zone range runs through it.
    Across,
}

/// The zone ranges of one collection: in key order, never overlapping.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ZoneRanges {
    ranges: Vec<ZoneRange>,
}

impl ZoneRanges {
    /// Ranges that are in key order and do not overlap.
    pub(crate) fn from_sorted(ranges: Vec<ZoneRange>) -> Self {
        Self { ranges }
    }

    /// Ranges in key order.
    #[must_use]
    pub fn as_slice(&self) -> &[ZoneRange] {
        &self.ranges
    }

    /// Whether the collection has no zone range.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Names of the zones that have a range here, each once, in name order.
    #[must_use]
    pub fn names(&self) -> BTreeSet<&str> {
        self.ranges.iter().map(|range| range.zone.as_str()).collect()
    }

    /// The range that covers all of `[min, max)`. Adjacent ranges of one zone do not add up (server 8.0, balancer policy).
    #[must_use]
    pub fn covering(&self, min: &KeyValue, max: &KeyValue) -> Option<&ZoneRange> {
        let idx = self.ranges.partition_point(|range| range.min <= *min).checked_sub(1)?;
        self.ranges.get(idx).filter(|range| *max <= range.max)
    }

    /// Where `[min, max)` lies among the ranges.
    pub(crate) fn place_of(&self, min: &KeyValue, max: &KeyValue) -> ZonePlace {
        let n_before = self.ranges.partition_point(|range| range.min <= *min);
        let own = n_before.checked_sub(1).filter(|idx| self.ranges.get(*idx).is_some_and(|range| *min < range.max));
        let covers = |idx: usize| self.ranges.get(idx).is_some_and(|range| *max <= range.max);
        match own {
            Some(idx) if covers(idx) => ZonePlace::Inside(idx),
            None if self.ranges.get(n_before).is_none_or(|range| *max <= range.min) => ZonePlace::Outside,
            _ => ZonePlace::Across,
        }
    }

    /// The zone that covers all of `[min, max)`.
    #[must_use]
    pub fn zone_of(&self, min: &KeyValue, max: &KeyValue) -> Option<&str> {
        self.covering(min, max).map(|range| range.zone.as_str())
    }

    /// The first range that shares a key with `[min, max)`.
    #[must_use]
    pub fn overlapping(&self, min: &KeyValue, max: &KeyValue) -> Option<&ZoneRange> {
        self.ranges.iter().find(|range| range.min < *max && *min < range.max)
    }

    /// Adds a range, or hands back the one that it overlaps. The identical range of the same zone changes nothing.
    ///
    /// # Errors
    /// The range that is in the way.
    pub fn insert(&mut self, range: ZoneRange) -> Result<bool, ZoneRange> {
        match self.overlapping(&range.min, &range.max) {
            Some(there) if *there == range => Ok(false),
            Some(there) => Err(there.clone()),
            None => {
                let at = self.ranges.partition_point(|other| other.min < range.min);
                self.ranges.insert(at, range);
                Ok(true)
            }
        }
    }

    /// Removes the range with exactly these bounds; hands it back if there was one.
    pub fn remove(&mut self, min: &KeyValue, max: &KeyValue) -> Option<ZoneRange> {
        let at = self.ranges.iter().position(|range| range.min == *min && range.max == *max)?;
        Some(self.ranges.remove(at))
    }

    /// The bounds that lie strictly inside `(min, max)`, ascending, each once: where the balancer splits a chunk.
    #[must_use]
    pub fn bounds_inside(&self, min: &KeyValue, max: &KeyValue) -> Vec<KeyValue> {
        let mut bounds: Vec<KeyValue> = Vec::new();
        for range in &self.ranges {
            for bound in [&range.min, &range.max] {
                if min < bound && bound < max && bounds.last() != Some(bound) {
                    bounds.push(bound.clone());
                }
            }
        }
        bounds
    }
}
