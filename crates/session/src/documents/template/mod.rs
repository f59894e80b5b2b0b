//! Generator templates in the mgenerate dialect: a document whose values are literals or operators.
//!
//! A string that begins with `$` is an operator without options (`"$objectid"`); an object whose one name begins with
//! `$` is an operator with options (`{ "$integer": { min: 1, max: 9 } }`). Names that Extended JSON has as well are told
//! apart by what they hold: `{ "$date": "2024-01-01" }` and `{ "$numberLong": "5" }` are values, while
//! `{ "$date": { min: ... } }`, `{ "$numberLong": { min: ... } }` and `"$date"` are operators. Everything else stands for
//! itself. Nothing is ever evaluated: `{{ }}` is refused.

mod compile;
mod error;
mod operators;
mod options;
mod suggest;
mod tree;

pub use error::{TemplateError, TemplateErrorKind};
pub use operators::{OPERATORS, Operator};
pub(crate) use suggest::closest;

use super::syntax::Position;
use shardscope_sim::workload::{Generator, Plan};

/// Reads a template and compiles it. The plan it gives always runs.
pub fn compile(text: &str) -> Result<Plan, TemplateError> {
    let locate = |fault: error::Fault| {
        let before = text.as_bytes().get(..fault.offset).unwrap_or_default();
        TemplateError { position: Position::START.after(before), kind: fault.kind }
    };
    let tree = tree::read(text).map_err(locate)?;
    let plan = compile::plan(text, &tree).map_err(locate)?;
    Generator::new(&plan, 0).map_err(|error| locate(error::Fault { offset: 0, kind: error.into() }))?;
    Ok(plan)
}

#[cfg(test)]
mod tests;
