//! Zones: `addShardToZone`, `removeShardFromZone`, `updateZoneKeyRange`.
//!
//! None of them moves anything: the balancer's next rounds do.

use ::bson::{RawBsonRef, RawDocument, RawDocumentBuf};

use super::super::{Cluster, CollectionIdx, EventKind};
use crate::bson::{compare, shell_text};
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{Collection, ShardIdx, ZoneRange, ZoneRanges};
use crate::error::CommandError;
use crate::initial_split::{range_overlap, zone_ranges_at_sharding};

/// A zone range of a collection that is not sharded yet: bounds as given, to fit the shard key when there is one.
#[derive(Debug, Clone)]
pub(in crate::cluster) struct PendingZone {
    pub(in crate::cluster) ns: String,
    pub(in crate::cluster) zone: String,
    pub(in crate::cluster) min: RawDocumentBuf,
    pub(in crate::cluster) max: RawDocumentBuf,
}

impl Cluster {
    /// `addShardToZone`. Joining twice changes nothing.
    ///
    /// # Errors
    /// No such shard.
    pub fn add_shard_to_zone(&mut self, shard: &str, zone: &str) -> Result<(), CommandError> {
        self.check_config()?;
        let shard_idx = self.shard_idx(shard).ok_or_else(|| CommandError::ShardNotFound { shard: shard.to_owned() })?;
        if self.shards.get_mut(shard_idx).is_some_and(|shard| shard.join_zone(zone.to_owned())) {
            self.push_event(None, EventKind::ShardJoinedZone { shard: shard_idx, zone: zone.to_owned() });
            self.rounds.wake();
        }
        Ok(())
    }

    /// `removeShardFromZone`. Leaving a zone that it is not in changes nothing.
    ///
    /// # Errors
    /// No such shard; the zone's only shard while the zone has ranges.
    pub fn remove_shard_from_zone(&mut self, shard: &str, zone: &str) -> Result<(), CommandError> {
        self.check_config()?;
        let shard_idx = self.shard_idx(shard).ok_or_else(|| CommandError::ShardNotFound { shard: shard.to_owned() })?;
        if !self.shards.get(shard_idx).is_some_and(|shard| shard.has_zone(zone)) {
            return Ok(());
        }
        self.check_zone_keeps_a_shard(zone, shard_idx)?;
        if self.shards.get_mut(shard_idx).is_some_and(|shard| shard.leave_zone(zone)) {
            self.push_event(None, EventKind::ShardLeftZone { shard: shard_idx, zone: zone.to_owned() });
            self.rounds.wake();
        }
        Ok(())
    }

    /// A zone with ranges must not lose its only shard.
    pub(super) fn check_zone_keeps_a_shard(&self, zone: &str, leaving: ShardIdx) -> Result<(), CommandError> {
        let mut others = self.shards.iter().enumerate();
        let is_kept = others.any(|(idx, shard)| idx != leaving && shard.is_present() && shard.has_zone(zone));
        let sharded = self.collections.iter().flat_map(Collection::zone_ranges);
        let has_ranges = sharded.map(|range| range.zone.as_str()).any(|used| used == zone)
            || self.pending_zones.iter().any(|pending| pending.zone == zone);
        if !is_kept && has_ranges {
            let shard = self.shards.get(leaving).map(|shard| shard.name().to_owned()).unwrap_or_default();
            return Err(CommandError::ZoneStillInUse { zone: zone.to_owned(), shard });
        }
        Ok(())
    }

    /// `updateZoneKeyRange`: gives `[min, max)` to a zone, or takes the range with exactly these bounds away (`zone` is
    /// `None`). Both bounds are completed with `MinKey` if the collection is sharded; before, they are kept as they are.
    /// A range that is there already, and taking away one that is not there, change nothing.
    ///
    /// # Errors
    /// The zone has no shard, the bounds do not fit the shard key or each other, or another range is in the way.
    pub fn update_zone_key_range(
        &mut self,
        ns: &str,
        min: &RawDocument,
        max: &RawDocument,
        zone: Option<&str>,
    ) -> Result<(), CommandError> {
        self.check_config()?;
        if compare(RawBsonRef::Document(min), RawBsonRef::Document(max)).is_ge() {
            return Err(CommandError::EmptyRange { min: document_text(min), max: document_text(max) });
        }
        if let Some(zone) = zone
            && !self.shards.iter().any(|shard| shard.is_present() && shard.has_zone(zone))
        {
            return Err(CommandError::ZoneNotFound { zone: zone.to_owned() });
        }
        let sharded =
            self.collection_idx(ns).filter(|idx| self.collections.get(*idx).is_some_and(Collection::is_sharded));
        match sharded {
            Some(collection_idx) => self.update_sharded_zone(collection_idx, min, max, zone),
            None => self.update_pending_zone(ns, min, max, zone),
        }
    }

    fn update_sharded_zone(
        &mut self,
        collection_idx: CollectionIdx,
        min: &RawDocument,
        max: &RawDocument,
        zone: Option<&str>,
    ) -> Result<(), CommandError> {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(()) };
        let ns = collection.ns().to_owned();
        let Some(pattern) = collection.pattern().cloned() else { return Ok(()) };
        let range = full_range(&pattern, min, max, zone.unwrap_or_default())?;
        let bounds = Some((range.min.clone(), range.max.clone()));
        let Some(zones) = collection.zones_mut() else { return Ok(()) };
        let kind = if let Some(zone) = zone {
            match zones.insert(range.clone()) {
                Ok(false) => return Ok(()),
                Ok(true) => EventKind::ZoneRangeSet { ns, zone: zone.to_owned(), range: bounds },
                Err(there) => return Err(range_overlap(&pattern, &range, &there)),
            }
        } else {
            match zones.remove(&range.min, &range.max) {
                None => return Ok(()),
                Some(removed) => EventKind::ZoneRangeRemoved { ns, zone: removed.zone, range: bounds },
            }
        };
        self.push_event(Some(collection_idx), kind);
        self.rounds.wake();
        Ok(())
    }

    fn update_pending_zone(
        &mut self,
        ns: &str,
        min: &RawDocument,
        max: &RawDocument,
        zone: Option<&str>,
    ) -> Result<(), CommandError> {
        if !same_names(min, max) {
            let key = "that is to come".to_owned();
            return Err(CommandError::ZoneFieldsNotPrefix { min: document_text(min), max: document_text(max), key });
        }
        let is_exact = |there: &PendingZone| is_same(&there.min, min) && is_same(&there.max, max);
        let own = self.pending_zones.iter().position(|there| there.ns == ns && is_exact(there));
        let kind = match (zone, own) {
            (None, None) => return Ok(()),
            (None, Some(at)) => {
                let zone = self.pending_zones.remove(at).zone;
                EventKind::ZoneRangeRemoved { ns: ns.to_owned(), zone, range: None }
            }
            (Some(zone), own) => {
                let same_zone = |at: usize| self.pending_zones.get(at).is_some_and(|there| there.zone == zone);
                if own.is_some_and(same_zone) {
                    return Ok(());
                }
                let overlaps =
                    |there: &&PendingZone| there.ns == ns && is_below(min, &there.max) && is_below(&there.min, max);
                if let Some(there) = self.pending_zones.iter().find(overlaps) {
                    let (range, zone) = (range_text(min, max), there.zone.clone());
                    return Err(CommandError::RangeOverlap { range, there: range_text(&there.min, &there.max), zone });
                }
                let (ns, zone) = (ns.to_owned(), zone.to_owned());
                let (min, max) = (min.to_owned(), max.to_owned());
                self.pending_zones.push(PendingZone { ns: ns.clone(), zone: zone.clone(), min, max });
                EventKind::ZoneRangeSet { ns, zone, range: None }
            }
        };
        self.push_event(self.collection_idx(ns), kind);
        Ok(())
    }

    /// The zone ranges set before sharding, as ranges of the shard key: their fields must be exactly the key's.
    pub(super) fn zones_for(&self, ns: &str, pattern: &ShardKeyPattern) -> Result<ZoneRanges, CommandError> {
        let own = self.pending_zones.iter().filter(|pending| pending.ns == ns);
        zone_ranges_at_sharding(pattern, own.map(|pending| (pending.zone.as_str(), &*pending.min, &*pending.max)))
    }
}

/// Completes bounds that name the first fields of the shard key.
fn full_range(
    pattern: &ShardKeyPattern,
    min: &RawDocument,
    max: &RawDocument,
    zone: &str,
) -> Result<ZoneRange, CommandError> {
    let is_prefix = |bound: &RawDocument| {
        let mut fields = pattern.fields().iter();
        names(bound).all(|name| fields.next().is_some_and(|field| field.path == name))
    };
    if !same_names(min, max) || !is_prefix(min) || names(min).next().is_none() {
        let (min, max, key) = (document_text(min), document_text(max), pattern.to_string());
        return Err(CommandError::ZoneFieldsNotPrefix { min, max, key });
    }
    Ok(ZoneRange { zone: zone.to_owned(), min: pattern.encode_bound(min)?, max: pattern.encode_bound(max)? })
}

fn names(document: &RawDocument) -> impl Iterator<Item = &str> {
    document.iter().map_while(Result::ok).map(|(name, _)| name.as_str())
}

fn same_names(left: &RawDocument, right: &RawDocument) -> bool {
    names(left).eq(names(right))
}

fn is_same(left: &RawDocument, right: &RawDocument) -> bool {
    compare(RawBsonRef::Document(left), RawBsonRef::Document(right)).is_eq()
}

fn is_below(left: &RawDocument, right: &RawDocument) -> bool {
    compare(RawBsonRef::Document(left), RawBsonRef::Document(right)).is_lt()
}

pub(super) fn document_text(document: &RawDocument) -> String {
    shell_text(RawBsonRef::Document(document))
}

pub(super) fn range_text(min: &RawDocument, max: &RawDocument) -> String {
    format!("[{}, {})", document_text(min), document_text(max))
}
