//! Zone ranges that were set before there was a shard key.

use ::bson::{RawBsonRef, RawDocument};

use crate::bson::{KeyValue, shell_text};
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{ZoneRange, ZoneRanges};
use crate::error::CommandError;

/// The zone ranges (name, min, max) of a collection that is being sharded, as ranges of its shard key. Their fields must be
/// exactly the key's: nothing is completed here.
///
/// # Errors
/// Other fields, a bound that the key cannot hold (`InvalidOptions` in both cases), or ranges that overlap.
pub fn zone_ranges_at_sharding<'a>(
    pattern: &ShardKeyPattern,
    zones: impl IntoIterator<Item = (&'a str, &'a RawDocument, &'a RawDocument)>,
) -> Result<ZoneRanges, CommandError> {
    let mut ranges = ZoneRanges::default();
    for (zone, min, max) in zones {
        let range = || format!("[{}, {})", document_text(min), document_text(max));
        let is_full = |bound| field_names(bound).eq(pattern.fields().iter().map(|field| field.path.as_str()));
        if !is_full(min) || !is_full(max) {
            let (zone, range, key) = (zone.to_owned(), range(), pattern.to_string());
            return Err(CommandError::ZoneFieldsDiffer { zone, range, key });
        }
        let encode = |bound| {
            pattern.encode_bound(bound).map_err(|reason| CommandError::ZoneBoundUnusable {
                zone: zone.to_owned(),
                range: range(),
                reason,
            })
        };
        let new = ZoneRange { zone: zone.to_owned(), min: encode(min)?, max: encode(max)? };
        ranges.insert(new.clone()).map_err(|there| range_overlap(pattern, &new, &there))?;
    }
    Ok(ranges)
}

/// The refusal of a zone range because of one that is there.
#[must_use]
pub fn range_overlap(pattern: &ShardKeyPattern, range: &ZoneRange, there: &ZoneRange) -> CommandError {
    let text = |range: &ZoneRange| range_text(pattern, &range.min, &range.max);
    CommandError::RangeOverlap { range: text(range), there: text(there), zone: there.zone.clone() }
}

pub(super) fn range_text(pattern: &ShardKeyPattern, min: &KeyValue, max: &KeyValue) -> String {
    let text = |key: &KeyValue| document_text(&pattern.decode(key.as_ref()));
    format!("[{}, {})", text(min), text(max))
}

fn field_names(document: &RawDocument) -> impl Iterator<Item = &str> {
    document.iter().map_while(Result::ok).map(|(name, _)| name.as_str())
}

fn document_text(document: &RawDocument) -> String {
    shell_text(RawBsonRef::Document(document))
}
