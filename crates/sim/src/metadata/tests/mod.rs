//! Dumps of simulated clusters, partial and broken ones, and keys that nobody knows.

mod broken;
#[cfg(not(target_arch = "wasm32"))]
mod keys;
mod partial;
#[cfg(not(target_arch = "wasm32"))]
mod round_trip;
mod support;
mod versions;
