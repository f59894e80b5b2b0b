//! Why a test could not go on, or what it found.

use std::path::PathBuf;
use thiserror::Error;

/// Everything that can stop a browser test.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// `dist/` is missing.
    #[error("{} does not exist; `cargo xtask dist` writes it", .0.display())]
    NoPage(PathBuf),
    /// A program is missing.
    #[error("cannot start {program}: {source}; the variables CHROME and CHROMEDRIVER may name others")]
    Start {
        /// Which one.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// chromedriver ended before it was ready.
    #[error("chromedriver did not say its port; it said: {0}")]
    NoPort(String),
    /// The browser refused a command.
    #[error(transparent)]
    WebDriver(#[from] thirtyfour::error::WebDriverError),
    /// Reading or writing failed.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// A script returned something else than expected.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A scenario could not be put into a link.
    #[error(transparent)]
    Link(#[from] shardscope_session::link::LinkError),
    /// Something did not come true in time.
    #[error("after {seconds} s still not: {what}\n  last value: {last}\n  console:\n{console}")]
    Timeout {
        /// What was waited for.
        what: String,
        /// How long.
        seconds: u64,
        /// What the condition gave last.
        last: String,
        /// What the page said.
        console: String,
    },
    /// The page said or did what it should not.
    #[error("{what}:\n{found}")]
    Found {
        /// The kind of finding.
        what: &'static str,
        /// One a line.
        found: String,
    },
}
