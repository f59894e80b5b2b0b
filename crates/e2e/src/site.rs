//! `dist/` on a plain static server, under a path of its own, and pages that embed it.

use crate::SuiteError;
use axum::Router;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tower_http::services::ServeDir;

/// Any path will do: the page must not know where it lies.
const PATH: &str = "/some/where/shardscope";

/// A server that ends with its owner. It sends no headers but content types, as the plainest host does.
pub struct Site {
    origin: String,
    log: Log,
    engine_may_load: watch::Sender<bool>,
    refused: Refused,
    // Of its own, so that its end closes the connections too: a browser keeps them open.
    runtime: Mutex<Option<Runtime>>,
}

/// Paths in the order in which they were asked for.
type Log = Arc<Mutex<Vec<String>>>;

/// Beginnings and endings of the names of files that are not there.
type Refused = Arc<Mutex<Vec<(&'static str, &'static str)>>>;

/// How a page embeds the playground.
#[derive(Debug, Clone)]
pub struct Frame {
    /// What follows the page's address, for example `?embed=1`.
    pub address: String,
    /// CSS pixels.
    pub width: u32,
    /// CSS pixels.
    pub height: u32,
    /// The sandbox attribute.
    pub sandbox: String,
}

impl Site {
    /// Serves `dist/` on a free port.
    pub fn start() -> Result<Self, SuiteError> {
        Self::start_with(Router::new())
    }

    /// The same with the JavaScript benchmark under `/js`.
    pub fn start_for_benchmark() -> Result<Self, SuiteError> {
        Self::start_with(Router::new().nest_service("/js", ServeDir::new(root().join("crates/bench/js"))))
    }

    fn start_with(router: Router<String>) -> Result<Self, SuiteError> {
        let dist = dist();
        if !dist.join("index.html").exists() {
            return Err(SuiteError::NoPage(dist));
        }
        let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let origin = format!("http://{}", listener.local_addr()?);
        let log = Log::default();
        let (engine_may_load, gate) = watch::channel(true);
        let refused = Refused::default();
        let watcher = Watcher { log: Arc::clone(&log), gate, refused: Arc::clone(&refused) };
        let router = router
            .route("/host", get(host))
            .nest_service(PATH, ServeDir::new(dist))
            .layer(middleware::from_fn_with_state(watcher, watch_request))
            .with_state(format!("{origin}{PATH}/"));
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let serving = {
            let _inside = runtime.enter();
            axum::serve(tokio::net::TcpListener::from_std(listener)?, router)
        };
        // Ends only with the runtime.
        runtime.spawn(async move { serving.await });
        Ok(Self { origin, log, engine_may_load, refused, runtime: Mutex::new(Some(runtime)) })
    }

    /// Holds back every wasm file until [`Site::release_engine`], as a slow network would.
    pub fn hold_engine(&self) {
        self.engine_may_load.send_replace(false);
    }

    /// Ends [`Site::hold_engine`].
    pub fn release_engine(&self) {
        self.engine_may_load.send_replace(true);
    }

    /// Answers 404 from now on for files whose names begin and end like this, as after a broken upload.
    pub fn refuse(&self, beginning: &'static str, ending: &'static str) {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).push((beginning, ending));
    }

    /// Files of `dist/` that were asked for so far, in that order; the page itself is `index.html`.
    pub fn files_served(&self) -> Vec<String> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let files = log.iter().filter_map(|path| path.strip_prefix(PATH)?.strip_prefix('/'));
        files.map(|file| if file.is_empty() { "index.html".to_owned() } else { file.to_owned() }).collect()
    }

    /// The page's address with what follows it: a query, a fragment, both or nothing.
    pub fn address(&self, rest: &str) -> String {
        format!("{}{PATH}/{rest}", self.origin)
    }

    /// The address of a page that embeds the playground.
    pub fn host_address(&self, frame: &Frame) -> String {
        let quote = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
        let (address, sandbox) = (quote(&frame.address), quote(&frame.sandbox));
        format!(
            "{}/host?address={address}&width={}&height={}&sandbox={sandbox}",
            self.origin, frame.width, frame.height
        )
    }

    /// Where all requests must go.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Stops answering, as when the network goes away.
    pub fn stop(&self) {
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(runtime) = runtime {
            runtime.shutdown_background();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

#[derive(Clone)]
struct Watcher {
    log: Log,
    gate: watch::Receiver<bool>,
    refused: Refused,
}

impl Watcher {
    fn refuses(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or_default();
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.iter().any(|(beginning, ending)| name.starts_with(beginning) && name.ends_with(ending))
    }
}

async fn watch_request(State(mut watcher): State<Watcher>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if watcher.refuses(&path) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let is_engine = Path::new(&path).extension().is_some_and(|extension| extension == "wasm");
    watcher.log.lock().unwrap_or_else(PoisonError::into_inner).push(path);
    if is_engine {
        // An error means that the site is gone, and then nobody waits for the answer.
        let _ = watcher.gate.wait_for(|may_load| *may_load).await;
    }
    next.run(request).await
}

async fn host(State(page): State<String>, Query(query): Query<BTreeMap<String, String>>) -> Html<String> {
    let value = |name: &str| {
        query.get(name).map(String::as_str).unwrap_or_default().replace('&', "&amp;").replace('"', "&quot;")
    };
    Html(format!(
        "<!doctype html><html lang=\"en\"><title>An article</title><link rel=\"icon\" href=\"data:,\">\
         <style>body{{margin:0}}iframe{{border:0;display:block}}</style>\
         <iframe title=\"Shardscope\" sandbox=\"{}\" width=\"{}\" height=\"{}\" src=\"{page}{}\"></iframe></html>",
        value("sandbox"),
        value("width"),
        value("height"),
        value("address"),
    ))
}

/// The page under test: `dist/`, or the folder that the variable `SHARDSCOPE_DIST` names.
fn dist() -> PathBuf {
    std::env::var_os("SHARDSCOPE_DIST").map_or_else(|| root().join("dist"), PathBuf::from)
}

/// The workspace's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_owned).unwrap_or_default()
}
