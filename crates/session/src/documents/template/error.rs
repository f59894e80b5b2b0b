//! What can be wrong with a template.

use crate::documents::syntax::{Position, SyntaxError, SyntaxErrorKind};
use shardscope_sim::workload::PlanError;
use thiserror::Error;

/// A fault in a template, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct TemplateError {
    /// Line and column, from 1.
    pub position: Position,
    /// What is wrong.
    pub kind: TemplateErrorKind,
}

/// What is wrong with a template.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TemplateErrorKind {
    /// The text itself.
    #[error(transparent)]
    Syntax(SyntaxErrorKind),
    /// An operator that is not there.
    #[error("`{name}` is not known.{}", did_you_mean(suggestion.as_deref(), "Write { \"$literal\": ... } for text that begins with $."))]
    UnknownOperator {
        /// As written.
        name: String,
        /// A known one that is close.
        suggestion: Option<String>,
    },
    /// A reference to a field that is not there.
    #[error("there is no field `{path}`.{}", did_you_mean(suggestion.as_deref(), ""))]
    UnknownField {
        /// As written.
        path: String,
        /// A field that is close.
        suggestion: Option<String>,
    },
    /// `${` without its end or its field.
    #[error("a reference is written `${{field}}`: the name of a field, and a brace behind it")]
    BadReference,
    /// An option that the operator does not have.
    #[error("`{operator}` has no option `{option}`.{}", did_you_mean(*suggestion, ""))]
    UnknownOption {
        /// The operator.
        operator: String,
        /// As written.
        option: String,
        /// A known one that is close.
        suggestion: Option<&'static str>,
    },
    /// An option of the wrong kind.
    #[error("`{option}` of `{operator}` is {expected}")]
    BadOption {
        /// The operator.
        operator: String,
        /// The option.
        option: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// An option that the operator can't do without.
    #[error("`{operator}` needs `{option}`: {expected}")]
    MissingOption {
        /// The operator.
        operator: String,
        /// The option.
        option: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// Options that are no document.
    #[error("the options of `{0}` are a document, such as {{ min: 1, max: 9 }}")]
    OptionsNotADocument(String),
    /// Another field beside an operator.
    #[error("an operator stands alone in its braces, but `{extra}` stands beside `{operator}`")]
    NotAlone {
        /// The operator as written.
        operator: String,
        /// The field beside it.
        extra: String,
    },
    /// `{{ }}`.
    #[error("`{{{{ }}}}` holds JavaScript, which is never run here; write {instead}")]
    JavaScript {
        /// What to write instead.
        instead: String,
    },
    /// A value or an operator instead of a document.
    #[error("a template is a document in braces, such as {{ _id: \"$objectid\" }}")]
    NotADocument,
    /// Values that make no sense together.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

fn did_you_mean(suggestion: Option<&str>, otherwise: &str) -> String {
    match suggestion {
        Some(name) => format!(" Did you mean `{name}`?"),
        None if otherwise.is_empty() => String::new(),
        None => format!(" {otherwise}"),
    }
}

/// A fault at a byte of the text.
#[derive(Debug)]
pub(super) struct Fault {
    pub offset: usize,
    pub kind: TemplateErrorKind,
}

impl From<SyntaxError> for Fault {
    fn from(error: SyntaxError) -> Self {
        Fault { offset: error.offset, kind: TemplateErrorKind::Syntax(error.kind) }
    }
}
