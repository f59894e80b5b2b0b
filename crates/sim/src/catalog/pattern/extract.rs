//! From a document to the value at a shard key field. Source: server 8.0, `ShardKeyPattern::extractShardKeyFromDoc`.

use ::bson::{RawBsonRef, RawDocument};

use crate::bson::{NESTING_DEPTH_MAX, is_deeper_than};
use crate::catalog::key_error::KeyError;

/// The value at a dotted path; null when it is missing, an error when an array is met.
pub(super) fn extract<'a>(document: &'a RawDocument, path: &str) -> Result<RawBsonRef<'a>, KeyError> {
    let mut document = document;
    let mut rest = path;
    loop {
        let (part, later) = rest.split_once('.').map_or((rest, None), |(part, later)| (part, Some(later)));
        match (find(document, part).map_err(|error| malformed(path, &error))?, later) {
            (Some(RawBsonRef::Array(_)), _) => return Err(array_in_key(path, later)),
            (Some(RawBsonRef::Document(inner)), Some(later)) => (document, rest) = (inner, later),
            (Some(value), None) => {
                check_depth(path, value)?;
                return Ok(value);
            }
            (None, _) | (Some(_), Some(_)) => return Ok(RawBsonRef::Null),
        }
    }
}

/// The value at a dotted path, `None` when it is missing; the array that is met on the way or at the end as an error.
pub(crate) fn value_or_array<'a>(
    document: &'a RawDocument,
    path: &str,
) -> Result<Option<RawBsonRef<'a>>, RawBsonRef<'a>> {
    let mut document = document;
    let mut rest = path;
    loop {
        let (part, later) = rest.split_once('.').map_or((rest, None), |(part, later)| (part, Some(later)));
        match (find(document, part).ok().flatten(), later) {
            (Some(array @ RawBsonRef::Array(_)), _) => return Err(array),
            (Some(RawBsonRef::Document(inner)), Some(later)) => (document, rest) = (inner, later),
            (Some(value), None) => return Ok(Some(value)),
            (None, _) | (Some(_), Some(_)) => return Ok(None),
        }
    }
}

fn find<'a>(document: &'a RawDocument, name: &str) -> Result<Option<RawBsonRef<'a>>, ::bson::error::Error> {
    for element in document.iter_elements() {
        let element = element?;
        if element.key().as_str() == name {
            return element.value().map(Some);
        }
    }
    Ok(None)
}

#[cold]
fn array_in_key(path: &str, later: Option<&str>) -> KeyError {
    let len_later = later.map_or(0, |later| later.len() + 1);
    let at = path.get(..path.len() - len_later).unwrap_or(path);
    KeyError::ArrayInKey { path: path.to_owned(), at: at.to_owned() }
}

#[cold]
pub(super) fn malformed(path: &str, error: &::bson::error::Error) -> KeyError {
    KeyError::MalformedDocument { path: path.to_owned(), reason: error.to_string() }
}

/// Refuses what the recursive functions behind this point could not take.
pub(super) fn check_depth(path: &str, value: RawBsonRef<'_>) -> Result<(), KeyError> {
    if is_deeper_than(value, NESTING_DEPTH_MAX) {
        return Err(KeyError::NestedTooDeep { path: path.to_owned(), depth_max: NESTING_DEPTH_MAX });
    }
    Ok(())
}
