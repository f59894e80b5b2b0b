//! What can go wrong on the command line.

use shardscope_session::documents::literal::LiteralError;
use shardscope_session::link::LinkError;
use std::io;
use std::path::PathBuf;

/// What can go wrong on the command line.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Neither a preset, nor a link, nor a file.
    #[error("no scenario {name}: give a file, a link, or one of {presets}")]
    NoScenario {
        /// What was given.
        name: String,
        /// Names of the presets.
        presets: String,
    },
    /// Not a scenario.
    #[error("{} is not a scenario: {error}", path.display())]
    NotAScenario {
        /// The file.
        path: PathBuf,
        /// Why.
        error: serde_json::Error,
    },
    /// A link that cannot be opened.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The engine refused the scenario.
    #[error("{message}{}", if fix.is_empty() { String::new() } else { format!("\n{fix}") })]
    Refused {
        /// What and why.
        message: String,
        /// How to fix it.
        fix: String,
    },
    /// A value that cannot be read.
    #[error("cannot read this value: {0}")]
    Value(#[from] LiteralError),
    /// A report that cannot be written as JSON.
    #[error("cannot write the report: {0}")]
    Json(#[from] serde_json::Error),
}
