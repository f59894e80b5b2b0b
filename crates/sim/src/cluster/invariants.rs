//! What must hold at every moment; checked by tests, at a cost that runs do not pay.

use thiserror::Error;

use super::{Cluster, CollectionIdx};
use crate::catalog::{Collection, ShardUsage};

/// An invariant that does not hold. Positions are those of [`Cluster::collections`] and [`Collection::chunks`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvariantError {
    /// The chunks leave a gap, overlap, or do not span the key space.
    #[error("chunk {chunk} of collection {collection} does not start where the one before it ends")]
    NotContiguous {
        /// Collection.
        collection: CollectionIdx,
        /// Chunk, or one past the last.
        chunk: usize,
    },
    /// A chunk is on a shard that is gone.
    #[error("chunk {chunk} of collection {collection} is on a shard that was removed")]
    OwnerRemoved {
        /// Collection.
        collection: CollectionIdx,
        /// Chunk.
        chunk: usize,
    },
    /// A document lies outside its chunk.
    #[error("chunk {chunk} of collection {collection} holds a document outside its bounds")]
    DocumentOutside {
        /// Collection.
        collection: CollectionIdx,
        /// Chunk.
        chunk: usize,
    },
    /// Sums do not agree with the documents.
    #[error("the counts of collection {collection} do not add up: {what}")]
    Counts {
        /// Collection.
        collection: CollectionIdx,
        /// Which count.
        what: &'static str,
    },
    /// Two chunks have one version, or one is above the collection's.
    #[error("the version of chunk {chunk} of collection {collection} is not unique or above the collection version")]
    Version {
        /// Collection.
        collection: CollectionIdx,
        /// Chunk.
        chunk: usize,
    },
    /// At rest, a chunk is outside its zone though it could move, or only part of it is in the zone.
    #[error("chunk {chunk} of collection {collection} rests outside its zone though a shard could take it")]
    RestsOutsideZone {
        /// Collection.
        collection: CollectionIdx,
        /// Chunk.
        chunk: usize,
    },
    /// A range that waits for its deletion lies on a shard that owns part of it, or is overdue.
    #[error("shard {shard} keeps orphans of collection {collection} that it owns, or for too long")]
    Orphans {
        /// Collection.
        collection: CollectionIdx,
        /// Shard.
        shard: crate::catalog::ShardIdx,
    },
    /// A migration in flight does not match its chunk.
    #[error("migration {id} does not match its chunk")]
    Migration {
        /// Number of the migration.
        id: u32,
    },
}

impl Cluster {
    /// Checks everything, every document included.
    ///
    /// # Errors
    /// The first invariant found broken.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        for (idx, collection) in self.collections.iter().enumerate() {
            if collection.is_sharded() {
                check_cover(idx, collection)?;
                check_documents(idx, collection)?;
                check_versions(idx, collection)?;
                self.check_owners(idx, collection)?;
                self.check_counts(idx, collection)?;
                if self.balances(collection) && self.is_at_rest() {
                    self.check_zones(idx, collection)?;
                }
            }
        }
        self.check_orphans()?;
        self.check_migrations()
    }

    /// A shard never owns what it is about to delete, and nothing is deleted later than it is due.
    fn check_orphans(&self) -> Result<(), InvariantError> {
        for range in self.orphan_ranges() {
            let (min, max) = range.bounds();
            let is_owned = |collection: &Collection| {
                let mut chunks = collection.chunks().iter();
                chunks.any(|chunk| chunk.shard_idx() == range.shard() && chunk.min() < max && min < chunk.max())
            };
            let is_present = self.shards.get(range.shard()).is_some_and(crate::catalog::Shard::is_present);
            let collection = self.collections.get(range.collection());
            if !is_present || range.due() < self.now || collection.is_none_or(is_owned) {
                return Err(InvariantError::Orphans { collection: range.collection(), shard: range.shard() });
            }
        }
        Ok(())
    }

    /// The balancer may move chunks of the collection, and no fault keeps it from doing so.
    fn balances(&self, collection: &Collection) -> bool {
        self.balancer_on && collection.balancing_enabled() && self.faults.is_empty()
    }

    fn check_owners(&self, idx: CollectionIdx, collection: &Collection) -> Result<(), InvariantError> {
        let present = |shard_idx| self.shards.get(shard_idx).is_some_and(crate::catalog::Shard::is_present);
        match collection.chunks().iter().position(|chunk| !present(chunk.shard_idx())) {
            Some(chunk) => Err(InvariantError::OwnerRemoved { collection: idx, chunk }),
            None => Ok(()),
        }
    }

    fn check_counts(&self, idx: CollectionIdx, collection: &Collection) -> Result<(), InvariantError> {
        let broken = |what| Err(InvariantError::Counts { collection: idx, what });
        let mut n_inserts = (0, 0);
        for shard_idx in 0..self.shards.len() {
            let mut counted = ShardUsage::default();
            for chunk in collection.chunks().iter().filter(|chunk| chunk.shard_idx() == shard_idx) {
                counted.n_chunks += 1;
                counted.n_documents += chunk.documents.len() as u64;
                counted.n_bytes += chunk.documents.size_bytes();
                n_inserts.0 += chunk.n_inserts;
            }
            let usage = collection.usage_of(shard_idx);
            n_inserts.1 += usage.n_inserts;
            if (ShardUsage { n_inserts: usage.n_inserts, ..counted }) != usage {
                return broken("what a shard holds");
            }
        }
        if n_inserts.0 != n_inserts.1 {
            return broken("inserts by chunk and by shard");
        }
        Ok(())
    }

    /// No zone bound runs through a chunk, and a chunk inside a zone range is on one of the zone's shards, unless it is jumbo
    /// or none of them can take it.
    fn check_zones(&self, idx: CollectionIdx, collection: &Collection) -> Result<(), InvariantError> {
        let broken = collection.chunks().iter().position(|chunk| {
            let Some(range) = collection.zone_of(chunk).filter(|_| !chunk.jumbo()) else { return false };
            let is_in_zone = self.shards.get(chunk.shard_idx()).is_some_and(|shard| shard.has_zone(&range.zone));
            let mut shards = self.shards.iter();
            let able = shards.any(|shard| shard.is_present() && !shard.is_draining() && shard.has_zone(&range.zone));
            !is_in_zone && able
        });
        let is_cut = |chunk: &crate::catalog::Chunk| {
            collection.zones().is_some_and(|zones| !zones.bounds_inside(chunk.min(), chunk.max()).is_empty())
        };
        let broken = broken.or_else(|| collection.chunks().iter().position(is_cut));
        broken.map_or(Ok(()), |chunk| Err(InvariantError::RestsOutsideZone { collection: idx, chunk }))
    }

    fn check_migrations(&self) -> Result<(), InvariantError> {
        for migration in &self.migrations {
            let broken = Err(InvariantError::Migration { id: migration.id });
            let Some(collection) = self.collections.get(migration.collection) else { return broken };
            let chunk = collection.chunks().iter().find(|chunk| chunk.id() == migration.chunk_id);
            let Some(chunk) = chunk.filter(|chunk| chunk.migration_id() == Some(migration.id)) else { return broken };
            let inside = |key: crate::bson::KeyRef<'_>| {
                migration.min.as_ref() <= key && (key < migration.max.as_ref() || migration.max == *chunk.max())
            };
            let entries = chunk.documents.entries().iter();
            let moving = entries.filter(|entry| collection.key_of(**entry).is_some_and(inside));
            let bytes: u64 = moving.clone().map(|entry| u64::from(entry.size_bytes())).sum();
            let (n_documents, n_bytes) =
                (moving.count() as u64 * collection.stands_for(), bytes * collection.stands_for());
            let whole = chunk.has_bounds(&migration.min, &migration.max);
            if (chunk.shard_idx(), n_documents, n_bytes, whole)
                != (migration.from, migration.n_documents, migration.n_bytes, migration.whole_chunk)
            {
                return broken;
            }
        }
        Ok(())
    }
}

fn check_cover(idx: CollectionIdx, collection: &Collection) -> Result<(), InvariantError> {
    let Some(pattern) = collection.pattern() else { return Ok(()) };
    let mut end = pattern.global_min();
    for (chunk_idx, chunk) in collection.chunks().iter().enumerate() {
        if *chunk.min() != end || chunk.min() >= chunk.max() {
            return Err(InvariantError::NotContiguous { collection: idx, chunk: chunk_idx });
        }
        end = chunk.max().clone();
    }
    if end != pattern.global_max() {
        return Err(InvariantError::NotContiguous { collection: idx, chunk: collection.chunks().len() });
    }
    Ok(())
}

fn check_documents(idx: CollectionIdx, collection: &Collection) -> Result<(), InvariantError> {
    let last = collection.chunks().len().saturating_sub(1);
    for (chunk_idx, chunk) in collection.chunks().iter().enumerate() {
        let keys = chunk.documents.entries().iter().filter_map(|entry| collection.key_of(*entry));
        let (min, max) = (chunk.min().as_ref(), chunk.max().as_ref());
        let inside = |key| min <= key && (key < max || (chunk_idx == last && key == max));
        if !keys.clone().all(inside) {
            return Err(InvariantError::DocumentOutside { collection: idx, chunk: chunk_idx });
        }
        let ends = keys.clone().min().zip(keys.clone().max());
        let one_key = ends.is_some_and(|(first, last)| first == last);
        if keys.count() != chunk.documents.len()
            || ends != collection.chunk_ends(chunk)
            || one_key != chunk.indivisible()
        {
            return Err(InvariantError::Counts { collection: idx, what: "smallest and largest key of a chunk" });
        }
    }
    Ok(())
}

fn check_versions(idx: CollectionIdx, collection: &Collection) -> Result<(), InvariantError> {
    let mut seen = std::collections::BTreeSet::new();
    for (chunk_idx, chunk) in collection.chunks().iter().enumerate() {
        if !seen.insert(chunk.version()) || chunk.version() > collection.version() {
            return Err(InvariantError::Version { collection: idx, chunk: chunk_idx });
        }
    }
    match seen.last() {
        Some(last) if *last == collection.version() => Ok(()),
        _ => Err(InvariantError::Version { collection: idx, chunk: 0 }),
    }
}
