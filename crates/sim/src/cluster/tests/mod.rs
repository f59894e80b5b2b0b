//! Tests of the whole cluster. All but the random ones also run in a browser as wasm.

mod autosplit;
mod balancing;
mod book;
mod chunks;
mod draining;
mod golden;
mod merging;
#[cfg(not(target_arch = "wasm32"))]
mod properties;
mod refusals;
mod sharding;
mod support;
mod timing;
mod window;
