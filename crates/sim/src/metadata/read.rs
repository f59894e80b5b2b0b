//! From the documents of a real cluster's `config` database to a catalogue, with everything checked.
//!
//! A dump may be partial: what can be told from the rest is, what cannot is assumed, and both are said. Only chunks cannot
//! be done without.

mod chunks;
mod collections;
mod cover;
mod databases;
mod settings;
mod shards;
mod version;
mod zones;

use super::assumed::{Assumption, LeftOut, VersionEvidence};
use super::catalogue::Catalogue;
use super::dump::{ConfigCollection, ConfigDump};
use super::error::MetadataError;
use super::fields::Doc;
use crate::catalog::ShardIdx;

/// Chunks that a catalogue may have.
const N_CHUNKS_MAX: usize = 200_000;
/// Shards that it may have.
const N_SHARDS_MAX: usize = 1_000;

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The cluster.
    pub catalogue: Catalogue,
    /// How its version was told.
    pub evidence: VersionEvidence,
    /// What the dump does not say.
    pub assumed: Vec<Assumption>,
    /// What it says and is not simulated.
    pub left_out: Vec<LeftOut>,
}

impl Catalogue {
    /// Reads a dump.
    ///
    /// Sizes are those that `estimatedDataSizeBytes` of a chunk or the last migration of exactly its range tell; most
    /// chunks have none.
    pub fn read(dump: &ConfigDump) -> Result<Reading, MetadataError> {
        let (server, evidence, version_assumption) = version::detect(dump);
        let mut notes = Notes { assumed: version_assumption.into_iter().collect(), left_out: Vec::new() };
        let chunks = chunks::numbered(dump)?;
        let shards = shards::read(dump, &chunks, &mut notes)?;
        let mut catalogue = Self::new(server, shards);
        let names = Names(catalogue.shards.iter().map(|shard| shard.name.clone()).collect());
        catalogue.collections = collections::read(dump, &chunks, &names, &mut notes)?;
        zones::read(dump, &mut catalogue, &mut notes)?;
        databases::read(dump, &mut catalogue, &names, &mut notes)?;
        settings::read(dump, &mut catalogue, &mut notes)?;
        Ok(Reading { catalogue, evidence, assumed: notes.assumed, left_out: notes.left_out })
    }
}

/// What there is to say beside the catalogue.
struct Notes {
    assumed: Vec<Assumption>,
    left_out: Vec<LeftOut>,
}

/// Shard names by position.
struct Names(Vec<String>);

impl Names {
    fn find(&self, name: &str) -> Option<ShardIdx> {
        self.0.iter().position(|there| there == name)
    }

    fn shard(&self, doc: Doc<'_>, field: &'static str) -> Result<ShardIdx, MetadataError> {
        let name = doc.text(field, "the name of a shard")?;
        let unknown = || MetadataError::UnknownShard { place: doc.place(field), shard: name.to_owned() };
        self.find(name).ok_or_else(unknown)
    }
}

/// The documents of a collection with their numbers.
fn docs(dump: &ConfigDump, collection: ConfigCollection) -> impl Iterator<Item = Doc<'_>> {
    let documents = dump.get(collection).iter().zip(1..);
    documents.map(move |(document, number)| Doc { collection, number, document })
}
