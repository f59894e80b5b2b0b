//! Values as the bounds of chunks and zones hold them.

use ::bson::{RawBsonRef, RawDocument};

use super::extract::check_depth;
use super::{FieldKind, ShardKeyField};
use crate::bson::{KeyBuf, encode_hash, encode_value, shell_text};
use crate::catalog::key_error::KeyError;

/// Server 8.0, `isValidShardKeyElementForStorage` and `isValidHashedValue`.
pub(super) fn check_bound_value(field: &ShardKeyField, value: RawBsonRef<'_>) -> Result<(), KeyError> {
    check_depth(&field.path, value)?;
    let is_hash = matches!(value, RawBsonRef::Int64(_) | RawBsonRef::MinKey | RawBsonRef::MaxKey);
    let is_storable = match value {
        RawBsonRef::Array(_) | RawBsonRef::RegularExpression(_) => false,
        RawBsonRef::Document(document) => !has_dollar_names(document),
        _ => true,
    };
    let (path, found) = (&field.path, || shell_text(value));
    if !is_storable {
        return Err(KeyError::BoundValue { path: path.clone(), found: found() });
    }
    if field.kind == FieldKind::Hashed && !is_hash {
        return Err(KeyError::HashedBoundValue { path: path.clone(), found: found() });
    }
    Ok(())
}

fn has_dollar_names(document: &RawDocument) -> bool {
    document.iter().map_while(Result::ok).any(|(name, value)| {
        name.as_str().starts_with('$') || matches!(value, RawBsonRef::Document(inner) if has_dollar_names(inner))
    })
}

/// Appends a value as bounds hold it: at a hashed field an int64 is a hash.
pub(super) fn push_stored(field: &ShardKeyField, value: RawBsonRef<'_>, key: &mut KeyBuf) {
    match (field.kind, value) {
        (FieldKind::Hashed, RawBsonRef::Int64(hash)) => encode_hash(hash, key),
        _ => encode_value(value, key),
    }
}
