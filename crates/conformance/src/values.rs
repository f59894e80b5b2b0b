//! Extended JSON of the tables as BSON.

use bson::{Bson, RawBsonRef, RawDocumentBuf};
use serde_json::Value;
use shardscope_session::documents::ejson::bson_from_json;
use shardscope_sim::bson::KeyValue;
use shardscope_sim::catalog::pattern::ShardKeyPattern;
use shardscope_sim::error::CommandError;

/// A document with its fields in the order of the file.
pub(crate) fn document(value: &Value) -> Result<RawDocumentBuf, String> {
    match bson_from_json(value).map_err(|error| error.to_string())? {
        Bson::Document(document) => RawDocumentBuf::try_from(&document).map_err(|error| error.to_string()),
        other => Err(format!("a document was expected, not {other}")),
    }
}

/// The shard key of a case.
pub(crate) fn pattern(value: &Value) -> Result<ShardKeyPattern, String> {
    ShardKeyPattern::parse(&document(value)?).map_err(|error| error.to_string())
}

/// A bound, completed with `MinKey`. The outer error is the case's, the inner one the engine's.
///
/// The tables hand bounds straight to a policy, past the check that a hashed field holds an int64: an int32 there counts as
/// one.
pub(crate) fn bound(pattern: &ShardKeyPattern, value: &Value) -> Result<Result<KeyValue, CommandError>, String> {
    let given = document(value)?;
    let mut bound = RawDocumentBuf::new();
    for (idx, element) in given.iter().enumerate() {
        let (name, value) = element.map_err(|error| error.to_string())?;
        let is_hashed = pattern.hashed_idx() == Some(idx);
        let value = match value {
            RawBsonRef::Int32(hash) if is_hashed => RawBsonRef::Int64(i64::from(hash)),
            value => value,
        };
        bound.append(name, value);
    }
    Ok(pattern.encode_bound(&bound).map_err(CommandError::from))
}
