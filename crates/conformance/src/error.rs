//! Why a table cannot be run at all.

use std::path::PathBuf;

use thiserror::Error;

/// A file of cases that cannot be run; a case that cannot be read is a failed case instead.
#[derive(Debug, Error)]
pub enum ConformanceError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file that cannot be run.
    #[error("{}: {error}", path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<ConformanceError>,
    },
    /// The text is not JSON.
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The JSON is not a table of cases.
    #[error(
        "no table of cases: expected a list of {{ ejson, hash }}, or {{ cases: [{{ policy, ... }}] }} with a policy of \
         initial chunks or of the balancer"
    )]
    UnknownFormat,
    /// The version asked for is no server version.
    #[error("`{0}` is no server version: write it as 8.0 or 6.0.3")]
    Version(String),
}
