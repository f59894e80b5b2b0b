//! Why a run cannot begin.

use super::command::CommandRefusal;
use crate::documents::template::TemplateError;
use crate::protocol::{Place, Problem};
use shardscope_sim::catalog::key_error::KeyError;
use shardscope_sim::error::CommandError;
use shardscope_sim::workload::PlanError;

/// Why a run cannot begin. The earlier one stays.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RunError {
    /// No key in the scenario.
    #[error("there is no shard key")]
    NoKey,
    /// The key breaks a rule.
    #[error("{error}")]
    Key {
        /// Which key.
        lane: u32,
        /// The rule.
        error: KeyError,
    },
    /// `shardCollection` refused.
    #[error("{error}")]
    ShardCollection {
        /// Which key.
        lane: u32,
        /// Why.
        error: CommandError,
    },
    /// A document that is there before sharding has no such key, so the index behind the key cannot be built.
    #[error("document {number} cannot have this shard key: {error}")]
    Document {
        /// Which key.
        lane: u32,
        /// Number of the document, from 1.
        number: usize,
        /// Why.
        error: KeyError,
    },
    /// Shards or settings are refused.
    #[error("{0}")]
    Cluster(CommandError),
    /// The namespace is refused.
    #[error("{0}")]
    Namespace(CommandError),
    /// Migrations would never end.
    #[error("migrations need a speed of 1 MB/s or more")]
    MigrationRateZero,
    /// A zone range is refused.
    #[error("{error}")]
    ZoneRange {
        /// Which range.
        range_idx: u32,
        /// Why.
        error: CommandRefusal,
    },
    /// The template cannot be read.
    #[error("{0}")]
    Template(TemplateError),
    /// The template cannot be run.
    #[error("{0}")]
    Plan(PlanError),
    /// A scenario from a link or an older run needs a file that is not here.
    #[error("this scenario uses the file {name}, which a link cannot carry")]
    FileMissing {
        /// File name.
        name: String,
    },
    /// Pasted text cannot be read.
    #[error("{0}")]
    Pasted(Box<crate::documents::import::ImportError>),
    /// Nothing would ever be inserted.
    #[error("the insert rate is 0, so no document would ever arrive")]
    RateZero,
    /// A number is out of its range.
    #[error("{what} is {found}, the limit is {max}")]
    TooMuch {
        /// What is too much, for example `the number of documents`.
        what: &'static str,
        /// What was asked.
        found: u64,
        /// The limit.
        max: u64,
    },
}

impl RunError {
    /// The error as it stands on the page.
    #[must_use]
    pub fn problem(&self) -> Problem {
        Problem { message: self.to_string(), fix: self.fix(), server_error: self.server_error(), place: self.place() }
    }

    fn server_error(&self) -> Option<(i32, String)> {
        match self {
            Self::Key { error, .. } => Some((error.code(), error.code_name().to_owned())),
            Self::Document { .. } => Some((72, "InvalidOptions".to_owned())),
            Self::ShardCollection { error, .. }
            | Self::Cluster(error)
            | Self::Namespace(error)
            | Self::ZoneRange { error: CommandRefusal::Command(error), .. } => {
                Some((error.code(), error.code_name().to_owned()))
            }
            _ => None,
        }
    }

    fn fix(&self) -> String {
        match self {
            Self::NoKey => "Choose at least one field.".to_owned(),
            Self::Key { error, .. } | Self::Document { error, .. } => error.fix(),
            Self::ShardCollection { error, .. }
            | Self::Cluster(error)
            | Self::Namespace(error)
            | Self::ZoneRange { error: CommandRefusal::Command(error), .. } => error.fix(),
            Self::ZoneRange { .. } => {
                "Write a value for each key field, or a document such as { state: \"M\" }.".to_owned()
            }
            Self::FileMissing { name } if name == "pasted text" => "Paste it again to run it.".to_owned(),
            Self::FileMissing { name } => format!("Drop {name} onto the page to run it."),
            Self::RateZero => "Set 1 insert per second or more.".to_owned(),
            Self::TooMuch { max, .. } => format!("Set {max} or less."),
            Self::MigrationRateZero => "Set 1 MB/s or more.".to_owned(),
            Self::Pasted(error) => error.fix().to_owned(),
            Self::Template(_) | Self::Plan(_) => String::new(),
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::NoKey => Place::ShardKey { lane: 0 },
            Self::Key { lane, .. } | Self::ShardCollection { lane, .. } | Self::Document { lane, .. } => {
                Place::ShardKey { lane: *lane }
            }
            Self::Cluster(_) | Self::MigrationRateZero => Place::Cluster { zone_range: None },
            Self::ZoneRange { range_idx, .. } => Place::Cluster { zone_range: Some(*range_idx) },
            Self::Template(error) => {
                let narrow = |n: u64| u32::try_from(n).unwrap_or(0);
                Place::Documents { line: narrow(error.position.line), column: narrow(error.position.column) }
            }
            Self::Plan(_) | Self::FileMissing { .. } | Self::Pasted(_) | Self::Namespace(_) => {
                Place::Documents { line: 0, column: 0 }
            }
            Self::RateZero | Self::TooMuch { .. } => Place::Workload,
        }
    }
}
