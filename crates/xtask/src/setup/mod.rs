//! Finds or installs what the tasks need. Each function is quick when the thing is there.

mod browser;
mod cargo_tool;
mod debian;
mod node;
mod wasm_target;

pub use browser::browser;
pub use cargo_tool::{deny, trunk, wasm_bindgen};
pub use node::{bench_packages, packages, wasm_opt};
pub use wasm_target::wasm_target;
