//! Documents after an update: `$set`, `$unset`, `$inc`, or a replacement.

use ::bson::{RawBson, RawBsonRef, RawDocument, RawDocumentBuf};

use super::super::filter::{Comparison, Filter, is_operators, unknown, wrong_value};
use crate::bson::integer_part;
use crate::error::WriteError;

/// A document after an update.
pub(super) fn updated(before: &RawDocument, update: &RawDocument) -> Result<RawDocumentBuf, WriteError> {
    if is_operators(update) {
        return operated(before, update);
    }
    Ok(replacement(update, before.get("_id").ok().flatten()))
}

/// A document that takes the place of another and keeps its `_id` unless it has one.
pub(super) fn replacement(document: &RawDocument, id: Option<RawBsonRef<'_>>) -> RawDocumentBuf {
    let has_id = matches!(document.get("_id"), Ok(Some(_)));
    let mut new = RawDocumentBuf::new();
    if let Some(id) = id.filter(|_| !has_id) {
        new.append(::bson::raw::cstr!("_id"), id);
    }
    for (name, value) in document.iter().map_while(Result::ok) {
        new.append(name, value);
    }
    new
}

/// The document that an upsert inserts: the single values of the filter, then the update.
pub(super) fn upserted(filter: &Filter, update: &RawDocument) -> Result<RawDocumentBuf, WriteError> {
    if !is_operators(update) {
        return Ok(replacement(update, filter.equality("_id")));
    }
    let mut document = RawDocumentBuf::new();
    for clause in filter.clauses.iter().filter(|clause| clause.comparison == Comparison::In) {
        if let Some(value) = filter.equality(&clause.path) {
            document = with(&document, &clause.path, Some(value))?;
        }
    }
    operated(&document, update)
}

fn operated(before: &RawDocument, update: &RawDocument) -> Result<RawDocumentBuf, WriteError> {
    let mut document = before.to_owned();
    for (operator, fields) in update.iter().map_while(Result::ok) {
        let operator = operator.as_str();
        let RawBsonRef::Document(fields) = fields else { return Err(wrong_value(operator, fields)) };
        for (path, value) in fields.iter().map_while(Result::ok) {
            let path = path.as_str();
            document = match operator {
                "$set" => with(&document, path, Some(value))?,
                "$unset" => with(&document, path, None)?,
                "$inc" => {
                    let sum = incremented(&document, path, value)?;
                    with(&document, path, Some(sum.as_raw_bson_ref()))?
                }
                _ => return Err(unknown(operator)),
            };
        }
    }
    Ok(document)
}

fn incremented(document: &RawDocument, path: &str, by: RawBsonRef<'_>) -> Result<RawBson, WriteError> {
    let was = crate::catalog::pattern::value_or_array(document, path).unwrap_or_else(Some);
    let refused = |found| wrong_value("$inc", found);
    match (was, by) {
        (None, RawBsonRef::Int32(_) | RawBsonRef::Int64(_) | RawBsonRef::Double(_)) => Ok(by.into()),
        (Some(RawBsonRef::Int32(was)), RawBsonRef::Int32(by)) => {
            let sum = i64::from(was) + i64::from(by);
            Ok(i32::try_from(sum).map_or(RawBson::Int64(sum), RawBson::Int32))
        }
        (Some(was @ (RawBsonRef::Int32(_) | RawBsonRef::Int64(_))), RawBsonRef::Int32(_) | RawBsonRef::Int64(_)) => {
            let sum = integer_part(was).zip(integer_part(by)).and_then(|(was, by)| was.checked_add(by));
            sum.map(RawBson::Int64).ok_or_else(|| refused(by))
        }
        (Some(was), by) => {
            let sum = number(was).zip(number(by)).map(|(was, by)| was + by);
            sum.map(RawBson::Double).ok_or_else(|| refused(was))
        }
        (None, by) => Err(refused(by)),
    }
}

fn number(value: RawBsonRef<'_>) -> Option<f64> {
    match value {
        RawBsonRef::Double(value) => Some(value),
        RawBsonRef::Int32(value) => Some(f64::from(value)),
        RawBsonRef::Int64(value) => Some(value as f64),
        _ => None,
    }
}

/// A document with another value at a dotted path, or (`None`) without it. Objects on the way are made; anything else on the
/// way is refused.
fn with(document: &RawDocument, path: &str, value: Option<RawBsonRef<'_>>) -> Result<RawDocumentBuf, WriteError> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let mut new = RawDocumentBuf::new();
    let mut is_done = false;
    for (name, old) in document.iter().map_while(Result::ok) {
        if name.as_str() != first {
            new.append(name, old);
            continue;
        }
        is_done = true;
        match (rest, old, value) {
            (None, _, Some(value)) => new.append(name, value),
            (None, _, None) => {}
            (Some(rest), RawBsonRef::Document(inner), value) => new.append(name, with(inner, rest, value)?),
            (Some(_), old, None) => new.append(name, old),
            (Some(_), old, Some(_)) => return Err(wrong_value(path, old)),
        }
    }
    if let (false, Some(value)) = (is_done, value) {
        // A name with a NUL cannot be written.
        let name = <&::bson::raw::CStr>::try_from(first).map_err(|_| unknown(first))?;
        match rest {
            None => new.append(name, value),
            Some(rest) => new.append(name, with(&RawDocumentBuf::new(), rest, Some(value))?),
        }
    }
    Ok(new)
}
