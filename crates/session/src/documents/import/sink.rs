//! Where good documents and refusals go.

use super::bad::BadLines;
use super::error::ImportError;
use crate::documents::fields::FieldCollector;
use crate::documents::store::DocumentStore;
use bson::RawDocument;

/// What an import has read so far.
#[derive(Debug, Default)]
pub(super) struct Sink {
    pub store: DocumentStore,
    pub fields: FieldCollector,
    pub bad: BadLines,
}

impl Sink {
    /// Stores a good document, given as BSON bytes, and looks at its fields.
    pub(super) fn push(&mut self, document: &[u8]) -> Result<(), ImportError> {
        let documents = self.store.len() as u64;
        self.store.push_bytes(document).map_err(|_| ImportError::StoreFull { documents })?;
        if let Ok(document) = RawDocument::from_bytes(document) {
            self.fields.add(document);
        }
        Ok(())
    }

    /// Looks at all fields anew, after stored documents have changed.
    pub(super) fn recount(&mut self) {
        self.fields = FieldCollector::new();
        for document in self.store.iter() {
            self.fields.add(document);
        }
    }
}
