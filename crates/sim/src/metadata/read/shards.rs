//! `config.shards`.

use std::collections::BTreeSet;

use ::bson::RawBsonRef;

use super::{N_SHARDS_MAX, Notes, docs};
use crate::metadata::assumed::{Assumption, LeftOut};
use crate::metadata::catalogue::ShardRecord;
use crate::metadata::dump::{ConfigCollection, ConfigDump};
use crate::metadata::error::MetadataError;
use crate::metadata::fields::Doc;

/// The shards in their order; without the collection, those that own chunks.
pub(super) fn read(
    dump: &ConfigDump,
    chunks: &[Doc<'_>],
    notes: &mut Notes,
) -> Result<Vec<ShardRecord>, MetadataError> {
    let mut shards: Vec<ShardRecord> = Vec::new();
    for doc in docs(dump, ConfigCollection::Shards) {
        let name = doc.text("_id", "the name of a shard")?.to_owned();
        if let Some(other) = shards.iter().position(|shard| shard.name == name) {
            return Err(MetadataError::Twice { place: doc.place("_id"), name, other: other + 1 });
        }
        let draining = doc.flag("draining")?;
        if doc.whole("maxSize").is_some_and(|mb| mb > 0) {
            notes.left_out.push(LeftOut::MaxSize { shard: name.clone() });
        }
        shards.push(ShardRecord { name, zones: zones(doc)?, draining });
    }
    if shards.is_empty() {
        shards = owners(chunks)?;
        notes.assumed.push(Assumption::ShardsFromChunks { n_shards: shards.len() });
    }
    if shards.len() > N_SHARDS_MAX {
        return Err(MetadataError::TooMany { what: "shards", found: shards.len(), max: N_SHARDS_MAX });
    }
    Ok(shards)
}

fn zones(doc: Doc<'_>) -> Result<Vec<String>, MetadataError> {
    const EXPECTED: &str = "a list of zone names";
    let Some(value) = doc.get("tags") else { return Ok(Vec::new()) };
    let RawBsonRef::Array(array) = value else { return Err(doc.wrong("tags", EXPECTED)) };
    let mut zones: Vec<String> = Vec::new();
    for element in array {
        let Ok(RawBsonRef::String(zone)) = element else { return Err(doc.wrong("tags", EXPECTED)) };
        if !zones.iter().any(|there| there == zone) {
            zones.push(zone.to_owned());
        }
    }
    Ok(zones)
}

fn owners(chunks: &[Doc<'_>]) -> Result<Vec<ShardRecord>, MetadataError> {
    let mut names = BTreeSet::new();
    for doc in chunks {
        names.insert(doc.text("shard", "the name of a shard")?);
    }
    let record = |name: &str| ShardRecord { name: name.to_owned(), zones: Vec::new(), draining: false };
    Ok(names.into_iter().map(record).collect())
}
