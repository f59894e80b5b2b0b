//! Tests of the whole cluster. All but the random ones also run in a browser as wasm.

mod autosplit;
mod balancing;
mod book;
mod chunks;
mod commands;
mod commands_of_collections;
mod draining;
mod faults;
mod golden;
mod merging;
#[cfg(not(target_arch = "wasm32"))]
mod properties;
mod refusals;
mod rewriting;
mod sharding;
mod support;
mod timing;
mod window;
mod writes;
