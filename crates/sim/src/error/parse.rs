//! Why a command document could not be read.

use thiserror::Error;

/// A command document that is no command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseError {
    /// No such command.
    #[error("there is no command `{name}`")]
    UnknownCommand {
        /// As given.
        name: String,
    },
    /// A field that the command does not have.
    #[error("the command {command} has no field `{field}`")]
    UnknownField {
        /// The command.
        command: &'static str,
        /// The field.
        field: String,
    },
    /// A field that is needed.
    #[error("the command {command} needs the field `{field}`")]
    MissingField {
        /// The command.
        command: &'static str,
        /// The field.
        field: &'static str,
    },
    /// A value of another type.
    #[error("`{field}` of {command} takes {expected}, not {found}")]
    WrongType {
        /// The command.
        command: &'static str,
        /// The field.
        field: &'static str,
        /// What it takes.
        expected: &'static str,
        /// The value.
        found: String,
    },
    /// Not exactly one of several ways to name a chunk.
    #[error("{command} takes exactly one of {fields}")]
    NotOneOf {
        /// The command.
        command: &'static str,
        /// The fields.
        fields: &'static str,
        /// The code that this command answers with.
        code: i32,
    },
}

impl ParseError {
    /// The server's error code.
    #[must_use]
    pub fn code(&self) -> i32 {
        match self {
            Self::UnknownCommand { .. } => 59,
            Self::UnknownField { .. } => 40415,
            Self::MissingField { .. } => 40414,
            Self::WrongType { .. } => 14,
            Self::NotOneOf { code, .. } => *code,
        }
    }

    /// What to do about it.
    pub(crate) fn fix(&self) -> &'static str {
        match self {
            Self::UnknownCommand { .. } => "correct the name of the command",
            Self::UnknownField { .. } => "leave the field out, or correct its name",
            Self::MissingField { .. } => "add the field",
            Self::WrongType { .. } => "give a value of the type that the field takes",
            Self::NotOneOf { .. } => "give one of them, and leave the others out",
        }
    }
}
