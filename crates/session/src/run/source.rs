//! The documents of a run, in insert order, handed out in batches that all lanes share.

use super::arrival::Arrival;
use crate::documents::ids::ensure_id;
use crate::documents::store::DocumentStore;
use bson::RawDocument;
use shardscope_sim::workload::{Generator, ObjectIdSource};
use std::rc::Rc;

/// Documents in a batch at most: enough to amortise, few enough to answer a Pause at once.
pub const BATCH_DOCUMENTS_MAX: u64 = 4_096;

/// Bytes in a batch after which it is full, for large documents.
const BATCH_BYTES_MAX: usize = 4 << 20;

/// Where documents come from.
pub enum Source {
    /// A compiled template.
    Generated {
        /// Makes them in order.
        generator: Box<Generator>,
        /// How many.
        count: u64,
    },
    /// Read from a file or pasted text; those without `_id` get one, as a driver would give it.
    Stored {
        /// The documents.
        store: Rc<DocumentStore>,
        /// Makes missing ids.
        ids: ObjectIdSource,
        /// The document with its id.
        scratch: Vec<u8>,
    },
}

/// Consecutive documents as raw BSON.
#[derive(Default)]
pub struct Batch {
    first_idx: u64,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Batch {
    /// Number of the first document.
    #[must_use]
    pub fn first_idx(&self) -> u64 {
        self.first_idx
    }

    /// One past the number of the last document.
    #[must_use]
    pub fn end_idx(&self) -> u64 {
        self.first_idx + self.ends.len() as u64
    }

    /// A document by its number.
    #[must_use]
    pub fn get(&self, idx: u64) -> Option<&RawDocument> {
        let at = usize::try_from(idx.checked_sub(self.first_idx)?).ok()?;
        let end = *self.ends.get(at)?;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        RawDocument::from_bytes(self.bytes.get(start..end)?).ok()
    }
}

impl Source {
    /// Number of documents.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        match self {
            Self::Generated { count, .. } => *count,
            Self::Stored { store, .. } => store.len() as u64,
        }
    }

    /// The documents that are known before the run; none of a template.
    pub fn stored(&self) -> impl Iterator<Item = &RawDocument> {
        let store = if let Self::Stored { store, .. } = self { Some(store) } else { None };
        store.into_iter().flat_map(|store| store.iter())
    }

    /// Fills the batch with the documents from its end to `end_idx`, or fewer when it is full.
    pub fn fill(&mut self, batch: &mut Batch, end_idx: u64, arrival: &Arrival) {
        batch.first_idx = batch.end_idx();
        batch.bytes.clear();
        batch.ends.clear();
        let end_idx = end_idx.min(self.n_documents()).min(batch.first_idx + BATCH_DOCUMENTS_MAX);
        for idx in batch.first_idx..end_idx {
            let at_ms = arrival.due_at(idx).unwrap_or(0);
            self.append(idx, at_ms, &mut batch.bytes);
            batch.ends.push(batch.bytes.len());
            if batch.bytes.len() > BATCH_BYTES_MAX {
                break;
            }
        }
    }

    fn append(&mut self, idx: u64, at_ms: u64, out: &mut Vec<u8>) {
        match self {
            Self::Generated { generator, .. } => {
                generator.next_into(out, at_ms);
            }
            Self::Stored { store, ids, scratch } => {
                if let Some(document) = usize::try_from(idx).ok().and_then(|idx| store.get(idx)) {
                    ensure_id(document, scratch, ids, at_ms);
                    out.extend_from_slice(scratch);
                }
            }
        }
    }
}
