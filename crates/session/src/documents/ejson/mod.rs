//! Extended JSON v2, canonical and relaxed, and the forms of v1 that exports still hold
//! (mongodb.com/docs/manual/reference/mongodb-extended-json).

mod error;
mod from_json;
pub(crate) mod interpret;
mod print;
pub(crate) mod values;

pub use error::EjsonError;
pub use from_json::bson_from_json;
pub use print::{to_canonical, value_to_canonical};

#[cfg(test)]
mod tests;
