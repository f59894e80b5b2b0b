//! The worker's end: an engine, and a pump that lets messages in between two slices of work.

use super::codec::WireCodec;
use super::turns::Turns;
use super::wire::{FromEngine, ToEngine};
use gloo_timers::callback::Timeout;
use gloo_worker::{HandlerId, Registrable, Worker, WorkerScope};
use shardscope_session::engine::Engine;
use shardscope_session::protocol::{Event, Place, Problem, Request};
use shardscope_session::scenario::ColumnChoice;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, File};

/// Documents between two looks at the clock.
const STRIDE_DOCUMENTS: u64 = 2_000;

/// Length of one slice of work: a request waits no longer than this.
const SLICE_MS: f64 = 14.0;

/// Time between two pieces of news while working.
const NEWS_MS: f64 = 200.0;

/// Bytes of a file that are read at once: some tens of milliseconds of parsing.
const PIECE_BYTES: usize = 1 << 20;

/// What the worker tells itself.
#[derive(Debug)]
pub enum Note {
    /// Do a slice of work.
    Work,
    /// A piece of a file is there, or could not be read.
    Piece {
        /// Import number.
        import: u32,
        /// The piece; empty at the end of the file.
        bytes: Result<Vec<u8>, String>,
    },
}

/// A file or text that is being read.
#[derive(Debug)]
struct Feed {
    import: u32,
    source: Source,
    offset: usize,
}

#[derive(Debug)]
enum Source {
    File(File),
    Text(String),
}

/// The worker.
pub struct EngineWorker {
    engine: Engine,
    client: Option<HandlerId>,
    turns: Turns,
    news_at_ms: f64,
    feed: Option<Feed>,
}

impl std::fmt::Debug for EngineWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EngineWorker").field("feed", &self.feed).finish_non_exhaustive()
    }
}

thread_local! {
    /// Whom to tell when the worker panics.
    static CLIENT: RefCell<Option<(WorkerScope<EngineWorker>, HandlerId)>> = const { RefCell::new(None) };
}

impl Worker for EngineWorker {
    type Message = Note;
    type Input = ToEngine;
    type Output = FromEngine;

    fn create(scope: &WorkerScope<Self>) -> Self {
        let turn = {
            let scope = scope.clone();
            move || scope.send_message(Note::Work)
        };
        Self { engine: Engine::new(), client: None, turns: Turns::new(turn), news_at_ms: 0.0, feed: None }
    }

    fn connected(&mut self, scope: &WorkerScope<Self>, id: HandlerId) {
        self.client = Some(id);
        CLIENT.with(|client| *client.borrow_mut() = Some((scope.clone(), id)));
    }

    fn update(&mut self, scope: &WorkerScope<Self>, note: Note) {
        match note {
            Note::Work => {
                self.turns.taken();
                self.work(scope);
            }
            Note::Piece { import, bytes } => self.take_piece(scope, import, bytes),
        }
        self.pump();
    }

    fn received(&mut self, scope: &WorkerScope<Self>, message: ToEngine, _id: HandlerId) {
        match message {
            ToEngine::Request(request) => {
                if let Request::ImportCancel { import } = request {
                    self.feed.take_if(|feed| feed.import == import);
                }
                self.ask(scope, request);
            }
            ToEngine::ReadFile { import, columns, file } => {
                let name = file.0.name();
                self.begin(scope, import, columns, &name, Source::File(file.0));
            }
            ToEngine::ReadText { import, columns, text } => {
                self.begin(scope, import, columns, "pasted text", Source::Text(text));
            }
            ToEngine::Undecodable { reason } => self.post(scope, FromEngine::Undecodable { reason }),
        }
        self.pump();
    }
}

impl EngineWorker {
    /// Runs the worker in this thread; called once by its binary.
    pub fn register() {
        std::panic::set_hook(Box::new(|panic| stop(&panic.to_string())));
        EngineWorker::registrar().encoding::<WireCodec>().register();
    }

    fn post(&self, scope: &WorkerScope<Self>, message: FromEngine) {
        if let Some(client) = self.client {
            scope.respond(client, message);
        }
    }

    fn tell(&self, scope: &WorkerScope<Self>, events: Vec<Event>) {
        if !events.is_empty() {
            self.post(scope, FromEngine::Events(events));
        }
    }

    fn ask(&mut self, scope: &WorkerScope<Self>, request: Request) {
        let events = self.engine.handle(request);
        self.tell(scope, events);
    }

    /// One slice, with news a few times a second and always at the end.
    fn work(&mut self, scope: &WorkerScope<Self>) {
        let began_ms = js_sys::Date::now();
        let mut events = Vec::new();
        while self.engine.has_work() && js_sys::Date::now() - began_ms < SLICE_MS {
            events.extend(self.engine.work(STRIDE_DOCUMENTS));
        }
        if self.engine.has_work() && js_sys::Date::now() - self.news_at_ms > NEWS_MS {
            events.extend(self.engine.news());
        }
        if !events.is_empty() {
            self.news_at_ms = js_sys::Date::now();
        }
        self.tell(scope, events);
    }

    /// Goes on working after the messages that are waiting now.
    fn pump(&mut self) {
        if self.engine.has_work() {
            self.turns.ask();
        }
    }

    fn begin(
        &mut self,
        scope: &WorkerScope<Self>,
        import: u32,
        columns: Vec<ColumnChoice>,
        name: &str,
        source: Source,
    ) {
        let bytes_total = source.bytes_total();
        self.feed = Some(Feed { import, source, offset: 0 });
        self.ask(scope, Request::ImportBegin { import, name: name.to_owned(), bytes_total, columns });
        self.fetch_piece(scope);
    }

    /// Reads the next piece; it comes back as a note, after the messages that are waiting now.
    fn fetch_piece(&mut self, scope: &WorkerScope<Self>) {
        let Some(feed) = &mut self.feed else { return };
        let (import, from) = (feed.import, feed.offset);
        feed.offset += PIECE_BYTES;
        let scope = scope.clone();
        match &feed.source {
            Source::Text(text) => {
                let bytes = text.as_bytes();
                let piece = bytes.get(from.min(bytes.len())..(from + PIECE_BYTES).min(bytes.len())).unwrap_or_default();
                let bytes = Ok(piece.to_vec());
                Timeout::new(0, move || scope.send_message(Note::Piece { import, bytes })).forget();
            }
            Source::File(file) => {
                let file = file.clone();
                wasm_bindgen_futures::spawn_local(async move {
                    let bytes = read_slice(&file, from).await.map_err(|error| describe(&error));
                    scope.send_message(Note::Piece { import, bytes });
                });
            }
        }
    }

    fn take_piece(&mut self, scope: &WorkerScope<Self>, import: u32, bytes: Result<Vec<u8>, String>) {
        if self.feed.as_ref().is_none_or(|feed| feed.import != import) {
            return;
        }
        match bytes {
            Ok(bytes) if bytes.is_empty() => {
                self.feed = None;
                self.ask(scope, Request::ImportEnd { import });
            }
            Ok(bytes) => {
                self.ask(scope, Request::ImportBytes { import, bytes });
                self.fetch_piece(scope);
            }
            Err(reason) => {
                self.feed = None;
                self.ask(scope, Request::ImportCancel { import });
                self.tell(scope, vec![import_failed(import, &reason)]);
            }
        }
    }
}

impl Source {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a file's size is a whole number")]
    fn bytes_total(&self) -> u64 {
        match self {
            Self::File(file) => file.size() as u64,
            Self::Text(text) => text.len() as u64,
        }
    }
}

async fn read_slice(file: &File, from: usize) -> Result<Vec<u8>, JsValue> {
    let slice = file.slice_with_f64_and_f64(from as f64, (from + PIECE_BYTES) as f64)?;
    let buffer = JsFuture::from(slice.array_buffer()).await?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

fn describe(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| "unknown error".to_owned(), |error| String::from(error.message()))
}

fn import_failed(import: u32, reason: &str) -> Event {
    let problem = Problem {
        message: format!("The browser could not read the file: {reason}."),
        fix: "Choose the file again; it may have been moved or changed since.".to_owned(),
        server_error: None,
        place: Place::Documents { line: 0, column: 0 },
    };
    Event::ImportFailed { import, problem, bad: Vec::new() }
}

/// Last words: tells the page why, then ends this worker.
fn stop(reason: &str) {
    let client = CLIENT.with(|client| client.try_borrow().ok().and_then(|client| client.clone()));
    if let Some((scope, id)) = client {
        scope.respond(id, FromEngine::Stopped { reason: reason.to_owned() });
    }
    js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>().close();
}
