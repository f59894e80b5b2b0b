//! Hash vectors: `{ ejson, hash, seed }`, where `ejson` is a value in canonical Extended JSON, `hash` the int64 as a
//! string, and `seed` is 0 when it is left out. The hash has been the same in every server version since 2.4.

use bson::RawBson;
use serde_json::Value;
use shardscope_session::documents::ejson::{EjsonError, bson_from_json};
use shardscope_sim::bson::hash64_seeded;
use thiserror::Error;

use crate::{CaseResult, Outcome, Report};

/// Hashes every value of a table.
#[must_use]
pub fn run(table: &[Value]) -> Report {
    let cases =
        table.iter().enumerate().map(|(idx, vector)| CaseResult { name: name(idx, vector), outcome: check(vector) });
    Report { cases: cases.collect() }
}

fn name(idx: usize, vector: &Value) -> String {
    match vector.get("ejson") {
        Some(value) => format!("vector {}, {value}", idx + 1),
        None => format!("vector {}", idx + 1),
    }
}

fn check(vector: &Value) -> Outcome {
    match read(vector) {
        Ok(vector) => Outcome::compare(&vector.hash, &hash64_seeded(vector.value.as_raw_bson_ref(), vector.seed)),
        Err(error) => Outcome::Failed { expected: "a vector that can be read".to_owned(), got: error.to_string() },
    }
}

/// A vector that can be hashed.
struct HashVector {
    value: RawBson,
    seed: i32,
    hash: i64,
}

/// What is wrong with a vector.
#[derive(Debug, Error)]
enum VectorError {
    #[error("no field `ejson`")]
    NoValue,
    #[error("`ejson`: {0}")]
    Ejson(#[from] EjsonError),
    #[error("`ejson` is no BSON: {0}")]
    Bson(#[from] bson::error::Error),
    #[error("`hash` is not a 64-bit integer in quotes")]
    Hash,
    #[error("`seed` is not a 32-bit integer")]
    Seed,
}

fn read(vector: &Value) -> Result<HashVector, VectorError> {
    let value = bson_from_json(vector.get("ejson").ok_or(VectorError::NoValue)?)?;
    let hash = vector.get("hash").and_then(Value::as_str).and_then(|text| text.parse().ok());
    let seed = match vector.get("seed") {
        None => 0,
        Some(seed) => seed.as_i64().and_then(|seed| seed.try_into().ok()).ok_or(VectorError::Seed)?,
    };
    Ok(HashVector { value: RawBson::try_from(value)?, seed, hash: hash.ok_or(VectorError::Hash)? })
}
