//! The browser suite's tools: a static server, a headless Chromium of its own per test, and what a visitor does there.
//!
//! The tests run against `dist/` as any static host would serve it, under a path that is not the root. They look for
//! `data-testid` attributes, and wait for what the page says of itself in the data attributes of `<html>`.

mod axe;
mod driver;
mod error;
mod files;
mod look;
mod memory;
mod native;
mod page;
mod recipe;
mod site;
mod tab;
mod tables;

pub use error::SuiteError;
pub use look::{Look, Theme};
pub use native::Native;
pub use site::{Frame, Site, root};
pub use tab::Tab;
pub use tables::{ChunkRow, ShardRow, Tables};

/// What a test returns.
pub type Outcome = Result<(), SuiteError>;
