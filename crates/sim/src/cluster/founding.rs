//! A cluster of the metadata of a real one: chunks lie where they lie, and time begins now.

use super::commands::PendingZone;
use super::{Cluster, ClusterConfig, Tick};
use crate::bson::KeyValue;
use crate::catalog::{Collection, Database, FoundChunk, Founding, OwnerReason, ShardState, ZoneRanges};
use crate::metadata::{Catalogue, CatalogueError, ChunkRecord, CollectionRecord, keys_inside};

/// What metadata do not say: how fast migrations are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundingRates {
    /// Speed of one migration; 1 or more.
    pub migration_bytes_per_sec: u64,
    /// What every migration takes besides copying.
    pub migration_overhead_ms: Tick,
}

impl Cluster {
    /// A cluster as a catalogue describes it, at time 0.
    ///
    /// Chunks that are given documents or bytes get documents with keys that lie evenly in the chunk, see [`keys_inside`];
    /// those of a jumbo chunk all have one key, since a chunk turns jumbo when no split point is found in it.
    pub fn found(catalogue: &Catalogue, rates: FoundingRates) -> Result<Self, CatalogueError> {
        catalogue.check()?;
        let default = catalogue.server.profile().range_size_default_bytes;
        let mut cluster = Self::new(ClusterConfig {
            server: catalogue.server,
            shards: catalogue.shards.iter().map(|shard| (shard.name.clone(), shard.zones.clone())).collect(),
            range_size_bytes: catalogue.range_size_bytes.unwrap_or(default),
            balancer_on: catalogue.balancer_on,
            migration_bytes_per_sec: rates.migration_bytes_per_sec,
            migration_overhead_ms: rates.migration_overhead_ms,
        })?;
        for (shard, record) in cluster.shards.iter_mut().zip(&catalogue.shards) {
            if record.draining {
                shard.set_state(ShardState::Draining);
            }
        }
        cluster.window = catalogue.window;
        cluster.databases = catalogue
            .databases
            .iter()
            .map(|record| Database {
                name: record.name.clone(),
                primary: record.primary,
                sharding_enabled: record.sharding_enabled,
            })
            .collect();
        cluster.pending_zones = catalogue
            .pending_zones
            .iter()
            .map(|record| PendingZone {
                ns: record.ns.clone(),
                zone: record.zone.clone(),
                min: record.min.clone(),
                max: record.max.clone(),
            })
            .collect();
        for record in &catalogue.collections {
            cluster.found_collection(record)?;
        }
        Ok(cluster)
    }

    fn found_collection(&mut self, record: &CollectionRecord) -> Result<(), CatalogueError> {
        let owner = record.chunks.first().map_or(0, |chunk| chunk.shard_idx);
        let mut collection = if record.unsplittable {
            Collection::found_tracked(record.ns.clone(), record.stands_for, owner)
        } else {
            found_sharded(record)?
        };
        collection.set_balancing(record.balancing);
        collection.set_own_range_size(record.range_size_bytes.map(super::checked_range_size).transpose()?);
        collection.set_auto_merge(record.auto_merge);
        collection.set_defragmenting(record.defragmenting);
        collection.set_simple_collation(record.simple_collation);
        let keys = &self.profile.keys;
        collection.set_key_rules(!keys.missing_fields_are_null || keys.key_bytes_max.is_some());
        self.collections.push(collection);
        self.note_key_index(self.collections.len() - 1, record.unique);
        Ok(())
    }
}

/// Documents that a founded collection may have before multiplication: some 400 MB.
const FOUND_DOCUMENTS_MAX: u64 = 10_000_000;

fn found_sharded(record: &CollectionRecord) -> Result<Collection, CatalogueError> {
    let found = |(chunk, max): (&ChunkRecord, KeyValue)| FoundChunk {
        min: chunk.min.clone(),
        max,
        shard_idx: chunk.shard_idx,
        version: chunk.version,
        jumbo: chunk.jumbo,
        reason: OwnerReason::Found { since_secs: chunk.since_secs, from: chunk.from },
    };
    let mut collection = Collection::found(Founding {
        ns: record.ns.clone(),
        pattern: record.pattern.clone(),
        unique: record.unique,
        zones: ZoneRanges::from_sorted(record.zones.clone()),
        chunks: record.ranges().map(found).collect(),
        stands_for: record.stands_for,
    });
    let full = || CatalogueError::StoreFull { ns: record.ns.clone() };
    let n_kept = record.chunks.iter().map(|chunk| weighed(chunk, record.stands_for).0);
    if n_kept.fold(0, u64::saturating_add) > FOUND_DOCUMENTS_MAX {
        return Err(full());
    }
    for (chunk, max) in record.ranges() {
        fill(&mut collection, record, chunk, &max).ok_or_else(full)?;
    }
    collection.end_founding();
    Ok(collection)
}

/// Puts the documents of a chunk into it. `None` when the store is full.
fn fill(collection: &mut Collection, record: &CollectionRecord, chunk: &ChunkRecord, max: &KeyValue) -> Option<()> {
    let (n_kept, n_bytes) = weighed(chunk, record.stands_for);
    if n_kept == 0 {
        return Some(());
    }
    let n_keys = if chunk.jumbo { 1 } else { n_kept };
    let keys = keys_inside(&record.pattern, &chunk.min, max, n_keys);
    let (size, n_larger) = (n_bytes / n_kept, n_bytes % n_kept);
    for (idx, key) in (0..n_kept).zip(keys.iter().cycle()) {
        let size = size + u64::from(idx < n_larger);
        collection.found_document(key.as_ref(), u32::try_from(size).unwrap_or(u32::MAX))?;
    }
    Some(())
}

/// Documents that the simulation keeps of a chunk, and their bytes, both before multiplication. A chunk that holds anything
/// gets one document at least; one with bytes and no count gets one for each 2 GiB of them.
fn weighed(chunk: &ChunkRecord, stands_for: u64) -> (u64, u64) {
    const DOCUMENT_BYTES_MAX: u64 = 1 << 31;
    let n_bytes = chunk.n_bytes.unwrap_or(0) / stands_for;
    let n_documents = chunk.n_documents.unwrap_or(0);
    let rounded = n_documents.saturating_add(stands_for / 2) / stands_for;
    let holds = u64::from(n_documents > 0 || chunk.n_bytes.is_some_and(|bytes| bytes > 0));
    (rounded.max(holds).max(n_bytes.div_ceil(DOCUMENT_BYTES_MAX)), n_bytes)
}
