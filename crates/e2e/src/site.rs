//! `dist/` on a plain static server, under a path of its own, and pages that embed it.

use crate::SuiteError;
use axum::Router;
use axum::extract::{Query, State};
use axum::response::Html;
use axum::routing::get;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

/// Any path will do: the page must not know where it lies.
const PATH: &str = "/some/where/shardscope";

/// A server that ends with its owner. It sends no headers but content types, as the plainest host does.
pub struct Site {
    origin: String,
    server: JoinHandle<()>,
}

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
    pub async fn start() -> Result<Self, SuiteError> {
        let dist = root().join("dist");
        if !dist.join("index.html").exists() {
            return Err(SuiteError::NoPage(dist));
        }
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let origin = format!("http://{}", listener.local_addr()?);
        let router = Router::new()
            .route("/host", get(host))
            .nest_service(PATH, ServeDir::new(dist))
            .with_state(format!("{origin}{PATH}/"));
        let server = tokio::spawn(async move {
            // Ends only with the task.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { origin, server })
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
        self.server.abort();
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
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

/// The workspace's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_owned).unwrap_or_default()
}
