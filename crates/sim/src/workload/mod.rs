//! Documents to insert: a seeded generator that runs a compiled template, and the ids that drivers add.
//!
//! Every field draws from a stream of its own, seeded by the run's seed and the field's path, so that a change to one
//! field leaves the values of the others as they were. No platform mathematics: the same bytes natively and in wasm.

mod call;
mod fields;
mod func;
mod generator;
mod object_id;
mod ops;
mod plan;
mod random;
mod refs;
#[cfg(test)]
mod tests;
mod value;
mod zipf;

pub use func::Func;
pub use generator::Generator;
pub use object_id::{EPOCH_MS, ObjectIdSource};
pub use plan::{Field, Node, Plan, PlanError};
pub use random::Stream;
pub use zipf::Zipf;
