//! What can be wrong with the documents of a `config` database.

use std::fmt;

use thiserror::Error;

use super::dump::ConfigCollection;
use crate::catalog::ChunkVersion;
use crate::catalog::key_error::KeyError;

/// A document of a dump: which one, and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The collection.
    pub collection: ConfigCollection,
    /// The document's number in what was given, from 1.
    pub number: usize,
    /// The field, a dotted path.
    pub field: &'static str,
}

/// `config.chunks, document 3, field lastmod`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, document {}, field `{}`", self.collection, self.number, self.field)
    }
}

/// Why no cluster can be made of a dump. Bounds and values are shell text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MetadataError {
    /// Neither chunks nor anything that stands for them.
    #[error("config.chunks is missing, and without it nobody knows which ranges there are and which shard owns them")]
    NoChunks,
    /// Chunks were given, and all of them belong to collections that are not there any more.
    #[error("none of the {n_chunks} chunks belongs to a collection of config.collections")]
    NoMatch {
        /// How many.
        n_chunks: usize,
    },
    /// A field is not there.
    #[error("{place}: it is missing, and it has to be {expected}")]
    FieldMissing {
        /// Where.
        place: Place,
        /// What would be right.
        expected: &'static str,
    },
    /// A field holds something else.
    #[error("{place}: it is {found}, and it has to be {expected}")]
    FieldValue {
        /// Where.
        place: Place,
        /// What would be right.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A shard key or a bound that the server would refuse.
    #[error("{place}: {error}")]
    Key {
        /// Where.
        place: Place,
        /// The rule.
        error: KeyError,
    },
    /// A shard that config.shards does not have.
    #[error("{place}: there is no shard {shard} in config.shards")]
    UnknownShard {
        /// Where.
        place: Place,
        /// The name.
        shard: String,
    },
    /// Two documents of one name.
    #[error("{place}: {name} stands in document {other}, too")]
    Twice {
        /// Where.
        place: Place,
        /// The name.
        name: String,
        /// Number of the first document of that name.
        other: usize,
    },
    /// A range that holds nothing.
    #[error("{place}: the range ends at {max}, which is not above its lower bound {min}")]
    EmptyRange {
        /// Where.
        place: Place,
        /// Lower bound.
        min: String,
        /// Upper bound.
        max: String,
    },
    /// No chunk has a part of the key space.
    #[error("the chunks of {ns} leave a gap: none covers [{from}, {to})")]
    Gap {
        /// Collection.
        ns: String,
        /// Where the gap begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// Two chunks have a part of the key space.
    #[error("{place}: the chunk begins at {min} inside the one of document {other}, which ends at {end}")]
    Overlap {
        /// Where the later of the two stands.
        place: Place,
        /// Its lower bound.
        min: String,
        /// Number of the other document.
        other: usize,
        /// The other one's upper bound.
        end: String,
    },
    /// Two chunks of one collection have one version.
    #[error("{place}: version {version} is that of document {other}, too, and no two chunks of a collection share one")]
    VersionTwice {
        /// Where.
        place: Place,
        /// The version.
        version: ChunkVersion,
        /// Number of the other document.
        other: usize,
    },
    /// Two zone ranges of one collection overlap.
    #[error("{place}: the zone range begins at {min} inside the one of document {other}, which ends at {end}")]
    ZoneOverlap {
        /// Where the later of the two stands.
        place: Place,
        /// Its lower bound.
        min: String,
        /// Number of the other document.
        other: usize,
        /// The other one's upper bound.
        end: String,
    },
    /// An unsharded collection that was put somewhere has one chunk.
    #[error("{place}: an unsplittable collection has one chunk, and there are {n_chunks}")]
    Unsplittable {
        /// Where.
        place: Place,
        /// How many there are.
        n_chunks: usize,
    },
    /// More than can be held.
    #[error("there are {found} {what}, and {max} is the limit here")]
    TooMany {
        /// `chunks` or `shards`.
        what: &'static str,
        /// How many.
        found: usize,
        /// The limit.
        max: usize,
    },
}

impl MetadataError {
    /// What to do about it.
    #[must_use]
    pub fn fix(&self) -> &'static str {
        match self {
            Self::NoChunks => "Export config.chunks as well, or paste the output of sh.status(true).",
            Self::NoMatch { .. } => "Export config.collections and config.chunks at the same time.",
            Self::Gap { .. } => {
                "Export all of config.chunks: mongoexport does, a shell prints 20 documents and waits for `it`."
            }
            Self::UnknownShard { .. } => "Export config.shards at the same time, or leave it out.",
            Self::TooMany { .. } => "Export the chunks of fewer collections.",
            _ => "Export the collection anew; if the document is as it was written, the cluster's metadata is damaged.",
        }
    }
}

/// Why a catalogue founds no cluster. Documents that were read have passed these checks already.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CatalogueError {
    /// None at all.
    #[error("the cluster has no shard")]
    NoShards,
    /// A shard without a name.
    #[error("a shard has no name")]
    EmptyShardName,
    /// Two shards of one name.
    #[error("there are two shards {shard}")]
    ShardTwice {
        /// The name.
        shard: String,
    },
    /// Two collections of one name.
    #[error("there are two collections {ns}")]
    CollectionTwice {
        /// The name.
        ns: String,
    },
    /// Not `database.collection`.
    #[error("`{ns}` is not a namespace: it needs a database name, a dot and a collection name")]
    Namespace {
        /// As given.
        ns: String,
    },
    /// A document that stands for none.
    #[error("a document of {ns} must stand for one document or more, not for none")]
    StandsForNone {
        /// Collection.
        ns: String,
    },
    /// The first chunk does not begin at `MinKey`, or there is none.
    #[error("the chunks of {ns} do not begin at MinKey")]
    NoBeginning {
        /// Collection.
        ns: String,
    },
    /// A chunk does not begin above the one before.
    #[error("the chunks of {ns} are not in key order")]
    NotAscending {
        /// Collection.
        ns: String,
    },
    /// A chunk or a primary on a shard that is not there.
    #[error("{ns} lies on a shard that is not there")]
    UnknownShard {
        /// Collection or database.
        ns: String,
    },
    /// Two chunks of one version.
    #[error("two chunks of {ns} have one version")]
    VersionTwice {
        /// Collection.
        ns: String,
    },
    /// Zone ranges that are empty, overlap, or are not in key order.
    #[error("the zone ranges of {ns} are empty, overlap, or are not in key order")]
    Zones {
        /// Collection.
        ns: String,
    },
    /// A collection cannot hold that much.
    #[error("{ns} has more documents than can be held")]
    StoreFull {
        /// Collection.
        ns: String,
    },
    /// The setting.
    #[error(transparent)]
    Setting(#[from] crate::error::CommandError),
}
