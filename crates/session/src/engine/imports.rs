//! Imports in progress, and the documents of the last few that were completed.

use crate::documents::import::{ImportError, ImportFailure, ImportOptions, Importer};
use crate::documents::recipe::{self, Recipe, RecipeError};
use crate::documents::store::DocumentStore;
use crate::protocol::{Event, ImportedRecipe, Place, Problem};
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
    /// All bytes, while there are few enough for a configuration.
    text: Option<Vec<u8>>,
}

impl Imports {
    /// Begins; an import in progress is forgotten.
    pub fn begin(&mut self, id: u32, name: String, bytes_total: u64, columns: Vec<ColumnChoice>) -> Vec<Event> {
        let options = ImportOptions { name, columns, bytes_total: Some(bytes_total), is_cut: false };
        self.active = Some(Active { id, importer: Importer::new(options), has_shown: false, text: Some(Vec::new()) });
        Vec::new()
    }

    /// Reads a piece. Pieces of a forgotten import are dropped.
    pub fn bytes(&mut self, id: u32, piece: &[u8]) -> Vec<Event> {
        let Some(active) = self.active.as_mut().filter(|active| active.id == id) else { return Vec::new() };
        active.hold(piece);
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
        if let Some(event) = active.recipe() {
            return Some(event);
        }
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
    fn hold(&mut self, piece: &[u8]) {
        let has_room = |text: &Vec<u8>| text.len() + piece.len() <= recipe::TEXT_BYTES_MAX;
        self.text = self.text.take().filter(has_room).map(|mut text| {
            text.extend_from_slice(piece);
            text
        });
    }

    /// The answer if what was read is a configuration.
    fn recipe(&self) -> Option<Event> {
        let text = std::str::from_utf8(self.text.as_ref()?).ok()?;
        let import = self.id;
        Some(match recipe::read(text)? {
            Ok(recipes) => Event::ImportedRecipe { import, recipe: chosen(recipes)? },
            Err(error) => Event::ImportFailed { import, problem: recipe_problem(&error), bad: Vec::new() },
        })
    }

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

/// The first collection with a shard key, else the first.
fn chosen(mut recipes: Vec<Recipe>) -> Option<ImportedRecipe> {
    let n_recipes = recipes.len();
    let place = recipes.iter().position(|recipe| recipe.key.is_some()).unwrap_or(0);
    if place >= n_recipes {
        return None;
    }
    let Recipe { kind, template, count, namespace, key, inserts_per_sec, mut notes } = recipes.swap_remove(place);
    if n_recipes > 1 {
        let which = namespace.as_deref().unwrap_or("the first");
        notes.insert(0, format!("It describes {n_recipes} collections; this is {which}."));
    }
    Some(ImportedRecipe { format: kind.to_string(), template, count, namespace, key, inserts_per_sec, notes })
}

fn recipe_problem(error: &RecipeError) -> Problem {
    let (line, column) = match error {
        RecipeError::Syntax { position, .. } => (position.line, position.column),
        _ => (0, 0),
    };
    let narrow = |number| u32::try_from(number).unwrap_or(0);
    Problem {
        message: error.to_string(),
        fix: "Correct it, or write the template by hand.".to_owned(),
        server_error: None,
        place: Place::Documents { line: narrow(line), column: narrow(column) },
    }
}
