//! One playground session without a browser: a [`scenario::Scenario`] and its documents go in, the engine of
//! `shardscope-sim` runs, and [`view`]s come out. The page, the command line and the tests all use this crate, so they
//! cannot disagree.
//!
//! A run is (engine version, scenario, seed, command log): the same everywhere, native and wasm.

pub mod documents;
pub mod engine;
pub mod link;
pub mod presets;
pub mod protocol;
pub mod run;
pub mod scenario;
mod sharing;
pub mod text;
pub mod typed;
pub mod versions;
pub mod view;
