//! The `config` database: what the config servers store of a cluster, as documents.
//!
//! [`Catalogue::read`] takes the documents of a real cluster, checks them and says what is missing or broken, and where;
//! [`Cluster::found`](crate::cluster::Cluster::found) makes a cluster of what was read. The other way,
//! [`documents`] gives the documents that a simulated cluster would have, in the shape of its version.
//!
//! Shapes: server source of 4.2 to 8.0 and the manual's pages on the config database.

mod assumed;
mod catalogue;
mod changelog;
mod dump;
mod error;
mod fields;
mod ids;
mod read;
mod shape;
mod spread;
mod write;

#[cfg(test)]
mod tests;

pub use assumed::{Assumption, LeftOut, VersionEvidence};
pub use catalogue::{Catalogue, ChunkRecord, CollectionRecord, DatabaseRecord, PendingZoneRecord, ShardRecord};
pub use dump::{ConfigCollection, ConfigDump};
pub use error::{CatalogueError, MetadataError, Place};
pub use read::Reading;
pub use spread::{bounds_after, keys_inside};
pub use write::{WallClock, documents, dump};
