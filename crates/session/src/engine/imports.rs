//! Imports in progress, and the documents of the last few that were completed.

use crate::documents::import::{ImportError, ImportFailure, ImportOptions, Importer};
use crate::documents::store::DocumentStore;
use crate::protocol::Event;
use crate::scenario::ColumnChoice;
use std::rc::Rc;

/// Completed imports that are kept, so that undo finds the documents before the last ones.
const N_KEPT: usize = 3;

/// Bytes of kept documents, beside the newest, above which older ones are let go.
const KEPT_BYTES_MAX: u64 = 400 << 20;

/// What was and is being read.
#[derive(Default)]
pub struct Imports {
    active: Option<Active>,
    /// Newest last.
    kept: Vec<(String, Rc<DocumentStore>)>,
}

struct Active {
    id: u32,
    importer: Importer,
    /// The first documents were sent.
    has_shown: bool,
}

impl Imports {
    /// Begins; an import in progress is forgotten.
    pub fn begin(&mut self, id: u32, name: String, bytes_total: u64, columns: Vec<ColumnChoice>) -> Vec<Event> {
        let options = ImportOptions { name, columns, bytes_total: Some(bytes_total), is_cut: false };
        self.active = Some(Active { id, importer: Importer::new(options), has_shown: false });
        Vec::new()
    }

    /// Reads a piece. Pieces of a forgotten import are dropped.
    pub fn bytes(&mut self, id: u32, piece: &[u8]) -> Vec<Event> {
        let Some(active) = self.active.as_mut().filter(|active| active.id == id) else { return Vec::new() };
        match active.importer.push(piece) {
            Ok(()) => vec![active.progress()],
            Err(error) => {
                self.active = None;
                vec![failed(id, &error, Vec::new())]
            }
        }
    }

    /// No more pieces.
    pub fn end(&mut self, id: u32) -> Option<Event> {
        let active = self.active.take_if(|active| active.id == id)?;
        match active.importer.finish() {
            Ok((store, report)) => {
                self.keep(report.fingerprint.clone(), store);
                Some(Event::ImportDone { import: id, report })
            }
            Err(ImportFailure { error, bad_lines, .. }) => Some(failed(id, &error, bad_lines)),
        }
    }

    /// Forgets an import in progress.
    pub fn cancel(&mut self, id: u32) {
        self.active.take_if(|active| active.id == id);
    }

    /// The documents with this fingerprint, if they are still kept.
    #[must_use]
    pub fn store(&self, fingerprint: &str) -> Option<Rc<DocumentStore>> {
        self.kept.iter().find(|(kept, _)| kept == fingerprint).map(|(_, store)| Rc::clone(store))
    }

    fn keep(&mut self, fingerprint: String, store: DocumentStore) {
        self.kept.retain(|(kept, _)| *kept != fingerprint);
        self.kept.push((fingerprint, Rc::new(store)));
        let bytes = |kept: &[(String, Rc<DocumentStore>)]| kept.iter().map(|(_, store)| store.bytes()).sum::<u64>();
        while self.kept.len() > N_KEPT || (self.kept.len() > 1 && bytes(&self.kept) > KEPT_BYTES_MAX) {
            self.kept.remove(0);
        }
    }
}

impl Active {
    fn progress(&mut self) -> Event {
        let progress = self.importer.progress();
        let shows = !self.has_shown && progress.documents > 0;
        self.has_shown |= shows;
        Event::ImportProgress {
            import: self.id,
            bytes: progress.bytes,
            documents: progress.documents,
            bad: progress.bad,
            first_documents: if shows { self.importer.first_documents() } else { Vec::new() },
            fields: if shows { self.importer.fields() } else { Vec::new() },
        }
    }
}

fn failed(import: u32, error: &ImportError, bad: Vec<crate::protocol::BadLine>) -> Event {
    Event::ImportFailed { import, problem: error.problem(), bad }
}
