//! The engine behind the page: requests in, events out, long work in slices. It owns no clock and no thread; whoever
//! drives it (a Web Worker, the command line, a test) decides how often [`Engine::work`] and [`Engine::news`] are called.

mod imports;
mod news;

use crate::documents::fields::FieldCollector;
use crate::documents::import::{ImportError, ImportOptions, Importer};
use crate::documents::shell::document_text;
use crate::documents::store::DocumentStore;
use crate::documents::template;
use crate::protocol::{Event, PROTOCOL_VERSION, Place, Problem, Request};
use crate::run::{Run, RunError, Source};
use crate::scenario::{Documents, Scenario};
use crate::view::FieldSummary;
use bson::RawDocument;
use imports::Imports;
use news::News;
use shardscope_sim::workload::{Generator, ObjectIdSource};
use std::rc::Rc;

/// Documents looked at for the fields list when a run begins.
const N_LOOKED_AT: u64 = 20_000;

/// Documents shown in the recipe.
const N_SHOWN: u64 = 2;

/// Documents that one run may insert.
pub const N_DOCUMENTS_MAX: u64 = 10_000_000;

/// Shards that a cluster may have here.
pub const N_SHARDS_MAX: u64 = 200;

/// Documents that one document may stand for.
pub const STANDS_FOR_MAX: u64 = 10_000_000;

/// One session's engine.
#[derive(Default)]
pub struct Engine {
    run: Option<Active>,
    imports: Imports,
}

struct Active {
    id: u32,
    run: Run,
    news: News,
    fields: Vec<FieldSummary>,
    /// The verdicts were sent.
    is_closed: bool,
}

/// What the first documents of a run look like.
struct FirstLook {
    documents: Vec<(String, u32)>,
    fields: Vec<FieldSummary>,
    avg_bytes: u64,
}

impl Engine {
    /// An engine without documents.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a request; long work is only begun.
    pub fn handle(&mut self, request: Request) -> Vec<Event> {
        match request {
            Request::Hello { protocol } => vec![hello(protocol)],
            Request::Run { run, scenario } => vec![self.start(run, *scenario)],
            Request::Frame { run, at_ms } => self.frame(run, at_ms).into_iter().collect(),
            Request::Probe { run, lane, at_ms, key } => self.probe(run, lane, at_ms, key).into_iter().collect(),
            Request::ImportBegin { import, name, bytes_total, columns } => {
                self.imports.begin(import, name, bytes_total, columns)
            }
            Request::ImportBytes { import, bytes } => self.imports.bytes(import, &bytes),
            Request::ImportEnd { import } => self.imports.end(import).into_iter().collect(),
            Request::ImportCancel { import } => {
                self.imports.cancel(import);
                Vec::new()
            }
        }
    }

    /// Whether [`Engine::work`] has anything to do.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.run.as_ref().is_some_and(|active| !active.run.is_done())
    }

    /// One slice of the run: about `budget` documents. Returns the last news and the verdicts when it completes the run.
    pub fn work(&mut self, budget: u64) -> Vec<Event> {
        let Some(active) = &mut self.run else { return Vec::new() };
        active.run.work(budget);
        if !active.run.is_done() || active.is_closed {
            return Vec::new();
        }
        active.is_closed = true;
        let last = active.news.progress(active.id, &active.run);
        let done = Event::RunDone {
            run: active.id,
            horizon_ms: active.run.computed_ms(),
            digest: active.run.digest(),
            verdicts: active.run.verdicts().to_vec(),
            fields: active.fields.clone(),
        };
        vec![last, done]
    }

    /// What happened in the run since the last call; a driver asks a few times a second.
    pub fn news(&mut self) -> Option<Event> {
        let active = self.run.as_mut()?;
        (!active.is_closed).then(|| active.news.progress(active.id, &active.run))
    }

    /// The present run, for the command line and tests.
    #[must_use]
    pub fn run(&self) -> Option<&Run> {
        self.run.as_ref().map(|active| &active.run)
    }

    fn start(&mut self, id: u32, scenario: Scenario) -> Event {
        match self.try_start(id, scenario) {
            Ok(event) => event,
            Err(error) => Event::RunRefused { run: id, problem: error.problem() },
        }
    }

    fn try_start(&mut self, id: u32, scenario: Scenario) -> Result<Event, RunError> {
        check_limits(&scenario)?;
        let look = self.first_look(&scenario)?;
        let source = self.source(&scenario)?;
        let run = Run::new(scenario, source)?;
        let event = Event::RunStarted {
            run: id,
            first_documents: look.documents,
            fields: look.fields.clone(),
            avg_bytes: look.avg_bytes,
            documents_total: run.n_documents_total(),
            horizon_ms: run.horizon_ms(),
        };
        let news = News::new(run.n_lanes());
        self.run = Some(Active { id, run, news, fields: look.fields, is_closed: false });
        Ok(event)
    }

    fn source(&mut self, scenario: &Scenario) -> Result<Source, RunError> {
        Ok(match &scenario.documents {
            Documents::Template { text, count } => {
                Source::Generated { generator: Box::new(generator(text, scenario.seed)?), count: *count }
            }
            stored => Source::Stored {
                store: self.stored(stored)?,
                ids: ObjectIdSource::new(scenario.seed),
                scratch: Vec::new(),
            },
        })
    }

    fn stored(&mut self, documents: &Documents) -> Result<Rc<DocumentStore>, RunError> {
        match documents {
            Documents::Pasted { text, columns } => {
                let options = ImportOptions {
                    name: "pasted text".to_owned(),
                    columns: columns.clone(),
                    ..ImportOptions::default()
                };
                read_all(options, text.as_bytes()).map(Rc::new).map_err(|error| RunError::Pasted(Box::new(error)))
            }
            Documents::File { name, fingerprint, .. } => {
                self.imports.store(fingerprint).ok_or_else(|| RunError::FileMissing { name: name.clone() })
            }
            Documents::Template { .. } => Ok(Rc::new(DocumentStore::new())),
        }
    }

    fn first_look(&mut self, scenario: &Scenario) -> Result<FirstLook, RunError> {
        let mut look = Looking::default();
        match &scenario.documents {
            Documents::Template { text, count } => {
                let mut generator = generator(text, scenario.seed)?;
                let per_sec = scenario.workload.inserts_per_sec.max(1);
                let mut bytes = Vec::new();
                for idx in 0..(*count).min(N_LOOKED_AT) {
                    bytes.clear();
                    generator.next_into(&mut bytes, (idx + 1) * 1_000 / per_sec);
                    if let Ok(document) = RawDocument::from_bytes(&bytes) {
                        look.add(document);
                    }
                }
            }
            stored => self
                .stored(stored)?
                .iter()
                .take(usize::try_from(N_LOOKED_AT).unwrap_or(usize::MAX))
                .for_each(|d| look.add(d)),
        }
        Ok(look.finish())
    }

    fn frame(&self, id: u32, at_ms: u64) -> Option<Event> {
        let active = self.run.as_ref().filter(|active| active.id == id)?;
        let frame = postcard::to_allocvec(&active.run.frame(id, at_ms)).ok()?;
        Some(Event::Frame { run: id, frame })
    }

    fn probe(&self, id: u32, lane: u32, at_ms: u64, key: String) -> Option<Event> {
        let active = self.run.as_ref().filter(|active| active.id == id)?;
        let result = active.run.probe(lane as usize, at_ms, &key).map_err(|error| Problem {
            message: error.to_string(),
            fix: String::new(),
            server_error: None,
            place: Place::Page,
        });
        Some(Event::Probed { run: id, lane, key, result })
    }
}

fn read_all(options: ImportOptions, bytes: &[u8]) -> Result<DocumentStore, ImportError> {
    let mut importer = Importer::new(options);
    importer.push(bytes)?;
    importer.finish().map(|(store, _)| store).map_err(|failure| failure.error)
}

fn hello(protocol: u32) -> Event {
    if protocol == PROTOCOL_VERSION {
        return Event::Hello { protocol: PROTOCOL_VERSION, engine: env!("CARGO_PKG_VERSION").to_owned() };
    }
    Event::Failed {
        problem: Problem {
            message: format!("this page speaks protocol {protocol}, its engine {PROTOCOL_VERSION}"),
            fix: "Reload the page.".to_owned(),
            server_error: None,
            place: Place::Page,
        },
    }
}

fn generator(text: &str, seed: u64) -> Result<Generator, RunError> {
    let plan = template::compile(text).map_err(RunError::Template)?;
    Generator::new(&plan, seed).map_err(RunError::Plan)
}

fn check_limits(scenario: &Scenario) -> Result<(), RunError> {
    let count = match &scenario.documents {
        Documents::Template { count, .. } | Documents::File { count, .. } => *count,
        Documents::Pasted { .. } => 0,
    };
    let limits = [
        ("the number of documents", count, N_DOCUMENTS_MAX),
        ("the number of shards", scenario.cluster.shards.len() as u64, N_SHARDS_MAX),
        ("the number of documents that each stands for", scenario.stands_for, STANDS_FOR_MAX),
        ("the insert rate", scenario.workload.inserts_per_sec, N_DOCUMENTS_MAX),
        ("the number of keys", scenario.keys.len() as u64, 2),
    ];
    match limits.into_iter().find(|&(_, found, max)| found > max) {
        Some((what, found, max)) => Err(RunError::TooMuch { what, found, max }),
        None => Ok(()),
    }
}

#[derive(Default)]
struct Looking {
    documents: Vec<(String, u32)>,
    fields: FieldCollector,
    n_documents: u64,
    bytes: u64,
}

impl Looking {
    fn add(&mut self, document: &RawDocument) {
        let size = document.as_bytes().len();
        if self.n_documents < N_SHOWN {
            self.documents.push((document_text(document), u32::try_from(size).unwrap_or(u32::MAX)));
        }
        self.fields.add(document);
        self.n_documents += 1;
        self.bytes += size as u64;
    }

    fn finish(self) -> FirstLook {
        let avg_bytes = self.bytes / self.n_documents.max(1);
        FirstLook { documents: self.documents, fields: self.fields.summaries(), avg_bytes }
    }
}
