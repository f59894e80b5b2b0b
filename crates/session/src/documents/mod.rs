//! Documents in: files and pasted text, the generator's templates, and shell literals.
//!
//! Everything ends as raw BSON: [`import`] reads files piece by piece into a [`store::DocumentStore`], [`template`]
//! compiles generator templates for `shardscope_sim::workload`, [`literal`] reads what people type into a form, and
//! [`fields`] says what the documents hold. One parser ([`syntax`]) reads JSON, Extended JSON and shell text alike.

pub(crate) mod dates;
pub mod ejson;
pub mod fields;
pub(crate) mod hash;
pub mod ids;
pub mod import;
pub mod literal;
pub(crate) mod raw;
pub(crate) mod raw_check;
pub mod recipe;
pub mod shell;
pub mod store;
pub mod syntax;
pub mod template;

/// Largest document that MongoDB stores, in bytes of BSON (server limit `BSONObjMaxUserSize`).
pub const DOCUMENT_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Deepest nesting of documents and arrays that is read: MongoDB's documented limit of 100 levels.
pub const DEPTH_MAX: u32 = 100;
