//! Good documents, one after the other, as raw BSON.

use super::hash::hash_bytes;
use bson::RawDocument;
use thiserror::Error;

/// Most bytes that a store takes: a browser tab must keep room for the run itself.
pub const STORE_BYTES_MAX: usize = 1024 * 1024 * 1024;

/// Why a document was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The store would grow over [`STORE_BYTES_MAX`].
    #[error("the documents take over 1 GB as BSON after {documents} documents")]
    Full {
        /// Documents that it holds.
        documents: usize,
    },
    /// The bytes are not a BSON document.
    #[error("not a BSON document")]
    NotBson,
}

/// Documents as contiguous raw BSON; nothing is added to them, not even an `_id`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentStore {
    bytes: Vec<u8>,
    /// Where each document begins; the next one's begin is its end.
    offsets: Vec<u32>,
}

impl DocumentStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether it holds no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// Bytes of BSON held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The document at a position, from 0.
    #[must_use]
    pub fn get(&self, idx: usize) -> Option<&RawDocument> {
        let from = *self.offsets.get(idx)? as usize;
        let to = self.offsets.get(idx + 1).map_or(self.bytes.len(), |offset| *offset as usize);
        RawDocument::from_bytes(self.bytes.get(from..to)?).ok()
    }

    /// All documents in order.
    pub fn iter(&self) -> impl Iterator<Item = &RawDocument> {
        (0..self.len()).filter_map(|idx| self.get(idx))
    }

    /// Adds a document at the end.
    pub fn push(&mut self, document: &RawDocument) -> Result<(), StoreError> {
        self.push_bytes(document.as_bytes())
    }

    /// Adds a document given as bytes, which must be one BSON document.
    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        RawDocument::from_bytes(bytes).map_err(|_| StoreError::NotBson)?;
        if self.bytes.len() + bytes.len() > STORE_BYTES_MAX {
            return Err(StoreError::Full { documents: self.len() });
        }
        self.reserve(bytes.len());
        self.offsets.push(u32::try_from(self.bytes.len()).map_err(|_| StoreError::Full { documents: self.len() })?);
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Grows by a quarter once it is large: doubling would claim up to three times the documents' bytes for an instant.
    fn reserve(&mut self, more: usize) {
        const LARGE: usize = 16 * 1024 * 1024;
        if self.bytes.capacity() - self.bytes.len() < more && self.bytes.len() > LARGE {
            self.bytes.reserve_exact(more.max(self.bytes.len() / 4));
        }
    }

    /// Hash of all documents in their order, 32 hexadecimal digits, equal on every machine. It tells a changed file from
    /// the one that a link was made with; it is no cryptographic digest.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        format!("{:016x}{:016x}", hash_bytes(&self.bytes, 0), hash_bytes(&self.bytes, 0x5eed))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::{DocumentStore, StoreError};
    use bson::rawdoc;

    #[test]
    fn gives_back_what_was_pushed_in_order() {
        let documents = [rawdoc! { "a": 1 }, rawdoc! {}, rawdoc! { "b": "x", "c": [1, 2] }];
        let mut store = DocumentStore::new();
        for document in &documents {
            store.push(document).unwrap();
        }
        assert_eq!(store.len(), 3);
        assert!(!store.is_empty());
        assert_eq!(store.bytes(), documents.iter().map(|document| document.as_bytes().len() as u64).sum::<u64>());
        for (idx, document) in documents.iter().enumerate() {
            assert_eq!(store.get(idx).unwrap(), &**document);
        }
        assert!(store.get(3).is_none());
        assert_eq!(store.iter().count(), 3);
    }

    #[test]
    fn fingerprint_depends_on_content_and_order() {
        let mut ab = DocumentStore::new();
        let mut ba = DocumentStore::new();
        for (left, right) in [(1, 2), (2, 1)] {
            ab.push(&rawdoc! { "a": left }).unwrap();
            ba.push(&rawdoc! { "a": right }).unwrap();
        }
        assert_ne!(ab.fingerprint(), ba.fingerprint());
        assert_eq!(ab.fingerprint(), ab.clone().fingerprint());
        assert_eq!(ab.fingerprint().len(), 32);
    }

    #[test]
    fn refuses_bytes_that_are_no_document() {
        assert_eq!(DocumentStore::new().push_bytes(b"\x05\0\0\0\x01"), Err(StoreError::NotBson));
    }
}
