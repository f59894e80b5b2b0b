//! What people type into a form: single values, documents, zone bounds and shard keys, in mongosh's spelling.
//!
//! Extended JSON wrappers are read as the values that they stand for, unlike in mongosh itself, where
//! `{ $oid: "..." }` stays a sub-document: nobody types one here to get that. Duplicate field names are all kept, in
//! order, as the server keeps them in what it is sent; the first one counts for the shard key.

mod error;
mod key;

pub use error::{LiteralError, LiteralErrorKind};
pub use key::{KeyLine, parse_key};

use super::raw::{begin, end, tag, write_element};
use super::syntax::{Dialect, Position, SyntaxError, ValueReader};
use bson::{Bson, RawDocumentBuf};

/// Reads one value.
pub fn parse_value(text: &str) -> Result<Bson, LiteralError> {
    let values = values_between_commas(text)?;
    match <[Value; 1]>::try_from(values) {
        Ok([value]) => {
            let document = document_of([("v", value)]);
            let value = document.get("v").ok().flatten().and_then(|value| Bson::try_from(value).ok());
            // The reader writes well-formed values only.
            Ok(value.unwrap_or(Bson::Null))
        }
        Err(values) => Err(match values.get(1) {
            Some(second) => LiteralError { position: position(text, second.offset), kind: LiteralErrorKind::OneValue },
            None => LiteralError { position: Position::START, kind: LiteralErrorKind::NoValue },
        }),
    }
}

/// Reads one document.
pub fn parse_document(text: &str) -> Result<RawDocumentBuf, LiteralError> {
    let mut out = Vec::new();
    ValueReader::new(text, &mut out, Dialect::Shell).document().map_err(|error| located(text, error))?;
    Ok(own(out))
}

/// Reads a zone bound: a document, or one value for each field of the key (`fields`, dotted paths in key order) with
/// commas between; fields left off at the end are left out of the document.
pub fn parse_bound(text: &str, fields: &[&str]) -> Result<RawDocumentBuf, LiteralError> {
    let values = values_between_commas(text)?;
    if let Some(extra) = values.get(fields.len()) {
        let kind = LiteralErrorKind::TooManyValues { values: values.len(), fields: fields.len() };
        return Err(LiteralError { position: position(text, extra.offset), kind });
    }
    match values.as_slice() {
        [] => Err(LiteralError { position: Position::START, kind: LiteralErrorKind::NoValue }),
        [only] if only.tag == tag::DOCUMENT => Ok(own(only.bytes.clone())),
        _ => Ok(document_of(fields.iter().copied().zip(values))),
    }
}

/// A value and where it stands.
struct Value {
    offset: usize,
    tag: u8,
    bytes: Vec<u8>,
}

fn values_between_commas(text: &str) -> Result<Vec<Value>, LiteralError> {
    let mut buffer = Vec::new();
    let mut reader = ValueReader::new(text, &mut buffer, Dialect::Shell);
    read_values(&mut reader).map_err(|error| located(text, error))
}

fn read_values(reader: &mut ValueReader<'_, '_>) -> Result<Vec<Value>, SyntaxError> {
    let mut values = Vec::new();
    reader.cursor.skip_space()?;
    while reader.cursor.peek().is_some() {
        let offset = reader.cursor.at;
        let tag = reader.value(0)?;
        values.push(Value { offset, tag, bytes: std::mem::take(reader.out) });
        reader.cursor.skip_space()?;
        if !reader.cursor.take(b',') {
            reader.cursor.expect_end()?;
            break;
        }
        reader.cursor.skip_space()?;
        if reader.cursor.peek().is_none() {
            return Err(reader.cursor.expected("a value after the comma"));
        }
    }
    Ok(values)
}

fn located(text: &str, error: SyntaxError) -> LiteralError {
    LiteralError { position: position(text, error.offset), kind: LiteralErrorKind::Syntax(error.kind) }
}

fn position(text: &str, offset: usize) -> Position {
    Position::START.after(text.as_bytes().get(..offset).unwrap_or_default())
}

fn document_of<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> RawDocumentBuf {
    let mut out = Vec::new();
    let start = begin(&mut out);
    for (name, value) in fields {
        write_element(&mut out, value.tag, name.as_bytes(), &value.bytes);
    }
    end(&mut out, start);
    own(out)
}

/// Bytes written by the reader are a document.
fn own(bytes: Vec<u8>) -> RawDocumentBuf {
    RawDocumentBuf::from_bytes(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests;
