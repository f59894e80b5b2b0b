//! `config.databases`.

use ::bson::RawBsonRef;

use super::{Names, Notes, docs};
use crate::metadata::assumed::Assumption;
use crate::metadata::catalogue::{Catalogue, DatabaseRecord};
use crate::metadata::dump::{ConfigCollection, ConfigDump};
use crate::metadata::error::MetadataError;

/// The databases that users have, each with a primary.
pub(super) fn read(
    dump: &ConfigDump,
    catalogue: &mut Catalogue,
    names: &Names,
    notes: &mut Notes,
) -> Result<(), MetadataError> {
    let mut numbers: Vec<usize> = Vec::new();
    for doc in docs(dump, ConfigCollection::Databases) {
        let name = doc.text("_id", "the name of a database")?;
        // The config servers' own database is on no shard.
        if matches!(doc.get("primary"), Some(RawBsonRef::String("config"))) && names.find("config").is_none() {
            continue;
        }
        if let Some(at) = catalogue.databases.iter().position(|there| there.name == name) {
            let other = numbers.get(at).copied().unwrap_or_default();
            return Err(MetadataError::Twice { place: doc.place("_id"), name: name.to_owned(), other });
        }
        let primary = names.shard(doc, "primary")?;
        let sharding_enabled = doc.switch("partitioned")?.unwrap_or(true);
        catalogue.databases.push(DatabaseRecord { name: name.to_owned(), primary, sharding_enabled });
        numbers.push(doc.number);
    }
    for at in 0..catalogue.collections.len() {
        add_missing(catalogue, at, notes);
    }
    Ok(())
}

/// A database that only its collections tell of.
fn add_missing(catalogue: &mut Catalogue, at: usize, notes: &mut Notes) {
    let Some(ns) = catalogue.collections.get(at).map(|collection| collection.ns.as_str()) else { return };
    let database = ns.split_once('.').map_or(ns, |(database, _)| database).to_owned();
    if database == "config" || catalogue.databases.iter().any(|there| there.name == database) {
        return;
    }
    let prefix = format!("{database}.");
    let mut n_chunks = vec![0_u64; catalogue.shards.len()];
    for collection in catalogue.collections.iter().filter(|there| there.ns.starts_with(&prefix)) {
        for chunk in &collection.chunks {
            if let Some(n_chunks) = n_chunks.get_mut(chunk.shard_idx) {
                *n_chunks += 1;
            }
        }
    }
    // The first of the shards with most.
    let most = n_chunks.iter().max().copied().unwrap_or(0);
    let primary = n_chunks.iter().position(|n| *n == most).unwrap_or(0);
    let shard = catalogue.shards.get(primary).map(|shard| shard.name.clone()).unwrap_or_default();
    notes.assumed.push(Assumption::Primary { database: database.clone(), shard });
    catalogue.databases.push(DatabaseRecord { name: database, primary, sharding_enabled: true });
}
