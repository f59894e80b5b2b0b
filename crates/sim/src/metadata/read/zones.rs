//! `config.tags`.

use super::chunks::encode;
use super::{Notes, docs};
use crate::catalog::ZoneRange;
use crate::metadata::assumed::Assumption;
use crate::metadata::catalogue::{Catalogue, CollectionRecord, PendingZoneRecord};
use crate::metadata::dump::{ConfigCollection, ConfigDump};
use crate::metadata::error::MetadataError;
use crate::metadata::fields::{Doc, quote_document};

/// Zone ranges of sharded collections, and of those that are not sharded yet.
pub(super) fn read(dump: &ConfigDump, catalogue: &mut Catalogue, notes: &mut Notes) -> Result<(), MetadataError> {
    if !dump.has(ConfigCollection::Tags) && catalogue.shards.iter().any(|shard| !shard.zones.is_empty()) {
        notes.assumed.push(Assumption::NoZones);
    }
    let mut ranges: Vec<(usize, Doc<'_>, ZoneRange)> = Vec::new();
    for doc in docs(dump, ConfigCollection::Tags) {
        let ns = doc.text("ns", "the namespace of a collection")?;
        let zone = doc.text("tag", "the name of a zone")?.to_owned();
        let (min, max) = (doc.document("min", "a bound")?, doc.document("max", "a bound")?);
        let is_own = |there: &CollectionRecord| there.ns == ns && !there.unsplittable;
        let Some(at) = catalogue.collections.iter().position(is_own) else {
            let (ns, min, max) = (ns.to_owned(), min.to_owned(), max.to_owned());
            catalogue.pending_zones.push(PendingZoneRecord { ns, zone, min, max });
            continue;
        };
        let Some(pattern) = catalogue.collections.get(at).map(|collection| &collection.pattern) else { continue };
        let range = ZoneRange { zone, min: encode(doc, pattern, "min", min)?, max: encode(doc, pattern, "max", max)? };
        if range.min >= range.max {
            let (min, max) = (quote_document(min), quote_document(max));
            return Err(MetadataError::EmptyRange { place: doc.place("max"), min, max });
        }
        ranges.push((at, doc, range));
    }
    ranges.sort_by(|left, right| (left.0, &left.2.min).cmp(&(right.0, &right.2.min)));
    for pair in ranges.windows(2) {
        if let [(at, first, range), (next_at, second, next)] = pair
            && at == next_at
            && next.min < range.max
        {
            let text = |doc: &Doc<'_>, field| doc.document(field, "").map(quote_document).unwrap_or_default();
            let (min, end) = (text(second, "min"), text(first, "max"));
            return Err(MetadataError::ZoneOverlap { place: second.place("min"), min, other: first.number, end });
        }
    }
    for (at, _, range) in ranges {
        if let Some(collection) = catalogue.collections.get_mut(at) {
            collection.zones.push(range);
        }
    }
    Ok(())
}
