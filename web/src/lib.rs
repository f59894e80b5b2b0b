//! The page and its worker: everything of Shardscope that touches a browser.
//!
//! The worker owns the simulation ([`bridge::worker`]); the page holds the last view and its own switches ([`state`]),
//! draws them ([`components`], [`plot`]) and carries effects out ([`app`]). What can be tested without a browser is pure.

pub mod app;
pub mod bridge;
pub mod components;
pub mod plot;
pub mod state;
pub mod text;

/// Starts the page in the element `#app`.
pub fn run_page() {
    app::start();
}

/// Starts the engine's worker in this thread.
pub fn run_worker() {
    bridge::worker::EngineWorker::register();
}
