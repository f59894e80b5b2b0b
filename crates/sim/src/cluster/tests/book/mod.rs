//! What the chapter on shard keys in "MongoDB: The Definitive Guide" (3rd edition, server 4.2) tells, replayed: on 4.2, the
//! book's own, and on later versions where the mechanics have changed.
//!
//! A document of 128 bytes stands for 256: 32 KiB, so 32 documents fill a range of 1 MiB.

mod ascending;
mod hashed;
mod hotspots;
mod zones;

use super::support::*;
use crate::workload::Stream;

/// Versions that split on insert and count chunks.
const CHUNK_COUNTING: [ServerVersion; 3] = [ServerVersion::V4_2, ServerVersion::V4_4, ServerVersion::V5_0];
/// What one document stands for.
const WEIGHT: u64 = 256;

/// A cluster with one collection in the book's style.
struct Book {
    cluster: Cluster,
    collection: CollectionIdx,
    /// Inserts that each shard took by the last call of [`Book::fresh_inserts`].
    seen: Vec<u64>,
}

impl Book {
    fn new(server: ServerVersion, shards: &str, pattern: &str) -> Self {
        let mut book = Self::unsharded(server, shards);
        book.shard(pattern);
        book
    }

    fn unsharded(server: ServerVersion, shards: &str) -> Self {
        let mut cluster = cluster_of(server, shards);
        cluster.set_range_size(MIB).unwrap();
        // The chapter knows no orphans: what was given away is deleted at once, and may come back.
        cluster.set_orphan_delay(0);
        let collection = cluster.create_collection(NS, WEIGHT).unwrap();
        Self { cluster, collection, seen: Vec::new() }
    }

    fn shard(&mut self, pattern: &str) {
        self.cluster.shard_collection(NS, key(pattern), WITH_INDEX).unwrap();
    }

    fn collection(&self) -> &Collection {
        self.cluster.collection_at(self.collection).unwrap()
    }

    /// Inserts documents, `ms` apart.
    fn stream(&mut self, documents: impl IntoIterator<Item = RawDocumentBuf>, ms: Tick) {
        for document in documents {
            self.cluster.advance_to(self.cluster.now() + ms);
            self.cluster.insert(self.collection, &padded(document)).unwrap();
        }
    }

    fn rest(&mut self) {
        rest(&mut self.cluster);
        self.cluster.check_invariants().unwrap();
    }

    /// Documents on each shard.
    fn documents(&self) -> Vec<u64> {
        (0..self.cluster.shards().len()).map(|idx| self.collection().shard_documents(idx) / WEIGHT).collect()
    }

    /// Chunks on each shard.
    fn chunk_counts(&self) -> Vec<u64> {
        (0..self.cluster.shards().len()).map(|idx| self.collection().shard_chunks(idx)).collect()
    }

    /// Inserts that each shard took since the last call.
    fn fresh_inserts(&mut self) -> Vec<u64> {
        let all: Vec<u64> =
            (0..self.cluster.shards().len()).map(|idx| self.collection().shard_inserts_total(idx) / WEIGHT).collect();
        let fresh = all.iter().enumerate().map(|(idx, n)| n - self.seen.get(idx).copied().unwrap_or(0)).collect();
        self.seen = all;
        fresh
    }

    /// The chunk that holds a full key, given as a document with bound values.
    fn chunk_of(&self, bound: &RawDocumentBuf) -> &Chunk {
        let collection = self.collection();
        let key = collection.pattern().unwrap().encode_bound(bound).unwrap();
        &collection.chunks()[collection.chunk_idx_of(key.as_ref()).unwrap()]
    }

    fn shard_of(&self, chunk: &Chunk) -> &str {
        self.cluster.shards()[chunk.shard_idx()].name()
    }

    /// Chunks that hold documents.
    fn filled_chunks(&self) -> usize {
        self.collection().chunks().iter().filter(|chunk| chunk.n_documents() > 0).count()
    }
}

/// The same document with a size of 128 bytes.
fn padded(document: RawDocumentBuf) -> RawDocumentBuf {
    let mut document = document;
    // Type byte, name, length of the text and its closing zero.
    let pad = 128 - document.as_bytes().len() - 10;
    document.append(::bson::raw::cstr!("pad"), "p".repeat(pad));
    assert_eq!(document.as_bytes().len(), 128);
    document
}
