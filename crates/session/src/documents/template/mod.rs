//! Generator templates in the mgenerate dialect: a document whose values are literals or operators.
//!
//! A text that begins with `$` is an operator without options (`"$objectid"`); an object whose one name begins with `$`
//! is an operator with options (`{ "$integer": { min: 1, max: 9 } }`), and any option may be an operator again. `%` and
//! `^` before a letter mean the same as `$` (`SimRunner`, genny). `"${field}"` is the value of another field of the same
//! document; within text it reads as text.
//!
//! Names that Extended JSON has as well are told apart by what they hold: options are a document whose names do not
//! begin with `$`. So `{ "$date": "2024-01-01" }` and `{ "$numberLong": "5" }` are values, as are `{ "$binary": { base64:
//! ..., subType: ... } }` and `{ "$timestamp": { t: 1, i: 2 } }`, which Extended JSON writes with a document; while
//! `{ "$date": { min: ... } }`, `{ "$numberLong": { min: ... } }` and `"$date"` are operators. `%date` and `^date` always
//! are. Everything else stands for itself. Nothing is ever evaluated: `{{ }}` is refused.

mod compile;
mod error;
mod nodes;
mod operators;
mod options;
mod recipes;
mod references;
mod suggest;
mod tree;
mod values;

pub use error::{TemplateError, TemplateErrorKind};
pub use operators::{OPERATORS, Operator, names};
pub(crate) use operators::{find_name, is_operator as is_operator_text};
pub(crate) use suggest::closest;

use super::syntax::Position;
use shardscope_sim::workload::Plan;

/// Reads a template and compiles it. The plan it gives always runs.
pub fn compile(text: &str) -> Result<Plan, TemplateError> {
    let locate = |fault: error::Fault| {
        let before = text.as_bytes().get(..fault.offset).unwrap_or_default();
        TemplateError { position: Position::START.after(before), kind: fault.kind }
    };
    let tree = tree::read(text).map_err(locate)?;
    compile::plan(text, &tree).map_err(locate)
}

#[cfg(test)]
mod tests;
