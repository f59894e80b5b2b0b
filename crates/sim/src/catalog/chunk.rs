//! Chunks: ranges of the shard key, each owned by one shard.

use std::fmt;

use super::shard::ShardIdx;
use super::store::ChunkDocuments;
use crate::balancer::MoveReason;
use crate::bson::{KeyRef, KeyValue};
use crate::cluster::Tick;

/// Version of a chunk or of a collection, written `major|minor`: the major part rises with every migration, the minor part
/// with every split or merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkVersion {
    /// Rises when ownership changes.
    pub major: u32,
    /// Rises when bounds change.
    pub minor: u32,
}

impl ChunkVersion {
    /// The version after a split or merge.
    #[must_use]
    pub fn next_minor(self) -> Self {
        Self { major: self.major, minor: self.minor + 1 }
    }

    /// The version after a migration.
    #[must_use]
    pub fn next_major(self) -> Self {
        Self { major: self.major + 1, minor: 0 }
    }
}

impl fmt::Display for ChunkVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}", self.major, self.minor)
    }
}

/// Why the present owner has a chunk.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OwnerReason {
    /// Placed there when the collection was sharded.
    Initial,
    /// Came by a migration.
    Moved {
        /// The migration.
        migration_id: u32,
        /// The shard that had it before.
        from: ShardIdx,
        /// Why it was moved.
        reason: MoveReason,
    },
    /// It had the chunk when the simulation began, as the metadata of a real cluster say.
    Found {
        /// Since when, seconds since 1970, if they say it.
        since_secs: Option<u32>,
        /// The shard that had it before, if they say it.
        from: Option<ShardIdx>,
    },
}

/// A chunk: the range `[min, max)`, its owner and its documents. The last chunk also holds the key that is `MaxKey` in
/// every field. Counts and bytes are multiplied by what a document stands for.
#[derive(Debug)]
pub struct Chunk {
    pub(crate) id: u32,
    pub(crate) min: KeyValue,
    pub(crate) max: KeyValue,
    pub(crate) shard_idx: ShardIdx,
    pub(crate) version: ChunkVersion,
    pub(crate) jumbo: bool,
    pub(crate) owner_since: Tick,
    pub(crate) owner_reason: OwnerReason,
    pub(crate) documents: ChunkDocuments,
    /// Documents that came after the collection was sharded.
    pub(crate) n_inserts: u64,
    /// Written to it since the last try to split it, before multiplication.
    pub(crate) bytes_written: u64,
    pub(crate) stands_for: u64,
    /// The migration that is taking a range of it away.
    pub(crate) migration_id: Option<u32>,
}

impl Chunk {
    /// Stable while the chunk lives. The leftmost part of a split keeps it, and so does the first of merged chunks.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Lower bound, inclusive.
    #[must_use]
    pub fn min(&self) -> &KeyValue {
        &self.min
    }

    /// Upper bound, exclusive (inclusive for the last chunk).
    #[must_use]
    pub fn max(&self) -> &KeyValue {
        &self.max
    }

    /// The shard that owns it.
    #[must_use]
    pub fn shard_idx(&self) -> ShardIdx {
        self.shard_idx
    }

    /// Its version.
    #[must_use]
    pub fn version(&self) -> ChunkVersion {
        self.version
    }

    /// Documents in it.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        self.documents.len() as u64 * self.stands_for
    }

    /// Bytes of its documents.
    #[must_use]
    pub fn n_bytes(&self) -> u64 {
        self.documents.size_bytes() * self.stands_for
    }

    /// Documents inserted into its range since the collection was sharded.
    #[must_use]
    pub fn n_inserts_total(&self) -> u64 {
        self.n_inserts * self.stands_for
    }

    /// Documents among those whose key was stored at or after `mark`, see
    /// [`Collection::insert_mark`](super::Collection::insert_mark). Looks at every document of the chunk.
    #[must_use]
    pub fn n_inserts_since(&self, mark: u32) -> u64 {
        let n_young = self.documents.entries().iter().filter(|entry| entry.offset() >= mark).count();
        n_young as u64 * self.stands_for
    }

    /// Bytes written to it since its owner last tried to split it, or since it came to its owner: what autosplit goes by (up
    /// to 6.0.2).
    #[must_use]
    pub fn n_bytes_written(&self) -> u64 {
        self.bytes_written.saturating_mul(self.stands_for)
    }

    /// Flagged jumbo: too large to move, and no split point was found.
    #[must_use]
    pub fn jumbo(&self) -> bool {
        self.jumbo
    }

    /// Holds documents of one key value only, so it cannot be split.
    #[must_use]
    pub fn indivisible(&self) -> bool {
        self.documents.has_one_key()
    }

    /// When the present owner got it.
    #[must_use]
    pub fn owner_since(&self) -> Tick {
        self.owner_since
    }

    /// Why the present owner has it.
    #[must_use]
    pub fn owner_reason(&self) -> &OwnerReason {
        &self.owner_reason
    }

    /// The migration that is taking a range of it away.
    #[must_use]
    pub fn migration_id(&self) -> Option<u32> {
        self.migration_id
    }

    /// Whether `[min, max)` is exactly this chunk.
    #[must_use]
    pub fn has_bounds(&self, min: &KeyValue, max: &KeyValue) -> bool {
        self.min == *min && self.max == *max
    }

    /// Whether a point lies strictly inside.
    #[must_use]
    pub fn is_inside(&self, point: &KeyValue) -> bool {
        self.min < *point && *point < self.max
    }

    pub(crate) fn min_prefix(&self) -> u64 {
        KeyRef::prefix(self.min.as_ref())
    }
}
