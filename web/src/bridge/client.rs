//! The page's end: starts the worker, sends requests, hears events.

use super::codec::{FileHandle, WireCodec, on_undecodable};
use super::wire::{FromEngine, ToEngine};
use super::worker::EngineWorker;
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use gloo_worker::{Spawnable, WorkerBridge};
use js_sys::Reflect;
use shardscope_session::protocol::Request;
use shardscope_session::scenario::ColumnChoice;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ErrorEvent;

/// How long a worker may take to answer before the page says that it does not.
const SILENCE_MS_MAX: u32 = 30_000;

/// What the page hears.
#[derive(Debug)]
pub enum Heard {
    /// From the worker.
    Message(FromEngine),
    /// The worker did not load, trapped, or said nothing for half a minute after its start.
    Died(String),
}

/// A running worker.
#[derive(Debug)]
pub struct Engine {
    bridge: WorkerBridge<EngineWorker>,
    _watchdog: Timeout,
    _errors: Option<EventListener>,
}

impl Engine {
    /// Starts a worker.
    pub fn spawn(hear: impl Fn(Heard) + 'static) -> Self {
        let hear = Rc::new(hear);
        let is_alive = Rc::new(Cell::new(false));
        let watchdog = {
            let (hear, is_alive) = (Rc::clone(&hear), Rc::clone(&is_alive));
            Timeout::new(SILENCE_MS_MAX, move || {
                if !is_alive.get() {
                    hear(Heard::Died(format!("it did not answer for {} seconds", SILENCE_MS_MAX / 1_000)));
                }
            })
        };
        let errors = on_error(Rc::clone(&hear));
        let undecodable = Rc::clone(&hear);
        on_undecodable(move |reason| undecodable(Heard::Message(FromEngine::Undecodable { reason })));
        let bridge = EngineWorker::spawner()
            .encoding::<WireCodec>()
            .callback(move |message| {
                is_alive.set(true);
                hear(Heard::Message(message));
            })
            .with_loader(true)
            // Trunk's loader and the blob of a sandboxed frame are classic scripts.
            .as_module(false)
            .spawn(&worker_url());
        Self { bridge, _watchdog: watchdog, _errors: errors }
    }

    /// Sends a request.
    pub fn send(&self, request: Request) {
        self.bridge.send(ToEngine::Request(request));
    }

    /// Has the worker read a file.
    pub fn read_file(&self, import: u32, columns: Vec<ColumnChoice>, file: &web_sys::File) {
        self.bridge.send(ToEngine::ReadFile { import, columns, file: FileHandle(file.clone()) });
    }

    /// Has the worker read text.
    pub fn read_text(&self, import: u32, columns: Vec<ColumnChoice>, text: String) {
        self.bridge.send(ToEngine::ReadText { import, columns, text });
    }
}

/// Errors of the worker that it could not report itself; boot.js passes them on.
fn on_error(hear: Rc<impl Fn(Heard) + 'static>) -> Option<EventListener> {
    let window = web_sys::window()?;
    Some(EventListener::new(&window, "engineerror", move |event| {
        hear(Heard::Died(event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default()));
    }))
}

/// Where the worker starts from: boot.js leaves the address, which is a blob in a sandboxed frame.
fn worker_url() -> String {
    let get = |from: &JsValue, name: &str| Reflect::get(from, &JsValue::from_str(name)).ok();
    get(&js_sys::global(), "shardscope")
        .filter(|shardscope| !shardscope.is_undefined())
        .and_then(|shardscope| get(&shardscope, "workerUrl"))
        .and_then(|url| url.as_string())
        .unwrap_or_else(|| "./worker_loader.js".to_owned())
}
