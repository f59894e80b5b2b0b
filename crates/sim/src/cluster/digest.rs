//! One number for the whole state: equal runs have equal digests, natively and in wasm.

use std::hash::{Hash, Hasher};

use md5::{Digest, Md5};

use super::Cluster;

impl Cluster {
    /// Hex digest over settings, catalog, counts, migrations in flight and the event log.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hasher = DigestHasher(Md5::new());
        self.hash_settings(&mut hasher);
        for collection in &self.collections {
            (collection.ns(), collection.stands_for(), collection.balancing_enabled()).hash(&mut hasher);
            (collection.unsharded_on(), collection.pattern(), collection.version()).hash(&mut hasher);
            collection.zone_ranges().hash(&mut hasher);
            if let Some(bytes) = collection.own_range_size_bytes() {
                bytes.hash(&mut hasher);
            }
            for shard_idx in 0..self.shards.len() {
                collection.usage_of(shard_idx).hash(&mut hasher);
            }
            collection.chunks().len().hash(&mut hasher);
            for chunk in collection.chunks() {
                (chunk.id(), chunk.min(), chunk.max(), chunk.shard_idx(), chunk.version()).hash(&mut hasher);
                (chunk.n_documents(), chunk.n_bytes(), chunk.n_inserts_total(), chunk.jumbo()).hash(&mut hasher);
                (chunk.owner_since(), chunk.owner_reason(), chunk.migration_id(), chunk.indivisible())
                    .hash(&mut hasher);
                if self.profile.split.autosplit.is_some() {
                    chunk.n_bytes_written().hash(&mut hasher);
                }
            }
        }
        self.hash_unusual(&mut hasher);
        self.events.hash(&mut hasher);
        hasher.hex()
    }

    /// What most runs do not have leaves no trace in their digests.
    fn hash_unusual(&self, hasher: &mut DigestHasher) {
        if !self.orphans.is_empty() {
            self.orphans.hash(hasher);
        }
        if !self.faults.is_empty() {
            self.faults.hash(hasher);
        }
        if let Some(operation) = &self.operation {
            (operation.kind(), operation.collection(), operation.phase(), operation.ends()).hash(hasher);
        }
        for collection in &self.collections {
            let own = (collection.is_defragmenting(), collection.is_tracked(), collection.auto_merge_enabled());
            if own != (false, false, true) {
                own.hash(hasher);
            }
        }
    }

    fn hash_settings(&self, hasher: &mut DigestHasher) {
        (self.profile.name, self.range_size_bytes, self.balancer_on).hash(hasher);
        (self.migration_bytes_per_sec, self.migration_overhead_ms, self.now).hash(hasher);
        (&self.shards, &self.databases, &self.migrations, self.n_migrations, &self.rounds).hash(hasher);
        if let Some(window) = self.window {
            window.hash(hasher);
        }
        self.merger.hash_pending(hasher);
        for pending in &self.pending_zones {
            (&pending.ns, &pending.zone, pending.min.as_bytes(), pending.max.as_bytes()).hash(hasher);
        }
    }
}

/// Feeds what derived `Hash` implementations write into MD5, with integers in one width and byte order on all machines.
struct DigestHasher(Md5);

impl DigestHasher {
    fn hex(self) -> String {
        self.0
            .finalize()
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .filter_map(|digit| char::from_digit(digit.into(), 16))
            .collect()
    }
}

impl Hasher for DigestHasher {
    /// Not used: the digest is read by [`DigestHasher::hex`].
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_u16(&mut self, value: u16) {
        self.write(&value.to_le_bytes());
    }

    fn write_u32(&mut self, value: u32) {
        self.write(&value.to_le_bytes());
    }

    fn write_u64(&mut self, value: u64) {
        self.write(&value.to_le_bytes());
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write(&(value as i64).to_le_bytes());
    }
}
