//! Shard key patterns: what they may be, and the key value that a document or a bound has under one.

mod bound;
mod extract;
#[cfg(test)]
mod tests;

use std::fmt;

use ::bson::{RawBsonRef, RawDocument, RawDocumentBuf};

use super::key_error::KeyError;
use crate::bson::{
    KeyBuf, KeyRef, KeyValue, Writer, decode_hash, decode_value, encode_hash, encode_value, hash64, quote_name,
    shell_text,
};
use bound::{check_bound_value, push_stored};
pub(crate) use extract::value_or_array;
use extract::{extract, malformed};

/// Fields that an index, and so a shard key, can have.
const N_FIELDS_MAX: usize = 32;

/// How a shard key field orders documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// By value: `1` in the pattern.
    Ranged,
    /// By the hash of the value: `"hashed"` in the pattern.
    Hashed,
}

/// One field of a shard key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShardKeyField {
    /// The field, or a dotted path into embedded documents.
    pub path: String,
    /// Ranged or hashed.
    pub kind: FieldKind,
}

/// A shard key pattern such as `{ tenantId: 1, _id: "hashed" }`, checked by the server's rules (8.0).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShardKeyPattern {
    fields: Vec<ShardKeyField>,
}

impl ShardKeyPattern {
    /// Reads a pattern document. A field's value is a number whose integer part is 1, or the string "hashed".
    pub fn parse(key: &RawDocument) -> Result<Self, KeyError> {
        let mut fields = Vec::new();
        for field in key {
            let (path, value) = field.map_err(|error| malformed("", &error))?;
            let path = path.as_str().to_owned();
            let Some(kind) = field_kind(value) else {
                return Err(KeyError::PatternValue { path, found: shell_text(value) });
            };
            fields.push(ShardKeyField { path, kind });
        }
        Self::new(fields)
    }

    /// Checks the fields and makes a pattern of them.
    pub fn new(fields: Vec<ShardKeyField>) -> Result<Self, KeyError> {
        if fields.is_empty() {
            return Err(KeyError::EmptyPattern);
        }
        fields.iter().try_for_each(|field| check_path(&field.path))?;
        let mut hashed = fields.iter().filter(|field| field.kind == FieldKind::Hashed);
        if let (Some(first), Some(second)) = (hashed.next(), hashed.next()) {
            return Err(KeyError::TwoHashedFields { first: first.path.clone(), second: second.path.clone() });
        }
        if fields.len() > N_FIELDS_MAX {
            return Err(KeyError::TooManyFields { n_fields: fields.len(), n_fields_max: N_FIELDS_MAX });
        }
        for (idx, field) in fields.iter().enumerate() {
            if fields.iter().take(idx).any(|earlier| earlier.path == field.path) {
                return Err(KeyError::RepeatedField { path: field.path.clone() });
            }
        }
        Ok(Self { fields })
    }

    /// The fields in pattern order; never empty.
    #[must_use]
    pub fn fields(&self) -> &[ShardKeyField] {
        &self.fields
    }

    /// Whether one of the fields is hashed.
    #[must_use]
    pub fn is_hashed(&self) -> bool {
        self.hashed_idx().is_some()
    }

    /// The place of the hashed field.
    #[must_use]
    pub fn hashed_idx(&self) -> Option<usize> {
        self.fields.iter().position(|field| field.kind == FieldKind::Hashed)
    }

    /// Writes the key value of a document into `key`, replacing what was there. No allocation when `key` has room.
    ///
    /// A missing field counts as null (since 4.4); an array at a field or on the way to it is refused. Whether a document
    /// without `_id` is acceptable is for the caller to say.
    pub fn encode_document(&self, document: &RawDocument, key: &mut KeyBuf) -> Result<(), KeyError> {
        key.clear();
        for field in &self.fields {
            let value = extract(document, &field.path)?;
            match field.kind {
                FieldKind::Ranged => encode_value(value, key),
                FieldKind::Hashed => encode_hash(hash64(value), key),
            }
        }
        Ok(())
    }

    /// The first field of the pattern that a document lacks.
    #[must_use]
    pub fn missing_field(&self, document: &RawDocument) -> Option<&str> {
        let paths = self.fields.iter().map(|field| field.path.as_str());
        paths.into_iter().find(|path| matches!(value_or_array(document, path), Ok(None)))
    }

    /// Whether one of the fields is exactly this.
    #[must_use]
    pub fn has_field(&self, path: &str) -> bool {
        self.fields.iter().any(|field| field.path == path)
    }

    /// Whether it starts with all fields of another pattern, each of the same kind.
    #[must_use]
    pub fn extends(&self, other: &Self) -> bool {
        self.fields.starts_with(&other.fields)
    }

    /// The key of a bound: the fields of the pattern or the first few of them, the rest filled with MinKey.
    ///
    /// At a hashed field a bound holds the hash itself, as int64, or MinKey or `MaxKey`.
    pub fn encode_bound(&self, bound: &RawDocument) -> Result<KeyValue, KeyError> {
        let mut key = KeyBuf::default();
        let mut fields = self.fields.iter();
        for (idx, element) in bound.iter().enumerate() {
            let (name, value) = element.map_err(|error| malformed("the bound", &error))?;
            let Some(field) = fields.next() else {
                let n_bound_fields = idx + 1 + bound.iter().skip(idx + 1).count();
                let n_pattern_fields = self.fields.len();
                return Err(KeyError::BoundTooLong { n_bound_fields, n_pattern_fields, pattern: self.to_string() });
            };
            if field.path != name.as_str() {
                let (expected, found) = (field.path.clone(), name.as_str().to_owned());
                return Err(KeyError::BoundFieldName { expected, found, pattern: self.to_string() });
            }
            check_bound_value(field, value)?;
            push_stored(field, value, &mut key);
        }
        fields.for_each(|_| encode_value(RawBsonRef::MinKey, &mut key));
        Ok(key.to_value())
    }

    /// The lower end of the key space: MinKey in every field.
    #[must_use]
    pub fn global_min(&self) -> KeyValue {
        self.from_values(&[])
    }

    /// The upper end of the key space: `MaxKey` in every field.
    #[must_use]
    pub fn global_max(&self) -> KeyValue {
        let values: Vec<_> = self.fields.iter().map(|_| RawBsonRef::MaxKey).collect();
        self.from_values(&values)
    }

    /// A bound from values in pattern order, hashed fields as their int64 hash, missing ones as MinKey. Unchecked: for
    /// split points that the simulation computes itself.
    #[must_use]
    pub fn from_values(&self, values: &[RawBsonRef<'_>]) -> KeyValue {
        let mut key = KeyBuf::default();
        let values = values.iter().copied().chain(std::iter::repeat(RawBsonRef::MinKey));
        self.fields.iter().zip(values).for_each(|(field, value)| push_stored(field, value, &mut key));
        key.to_value()
    }

    /// A bound of a shorter pattern, completed with `MinKey`.
    pub(crate) fn extend_key(&self, shorter: &Self, bound: &KeyValue) -> KeyValue {
        let mut key = KeyBuf { bytes: bound.bytes().to_vec(), types: bound.types().to_vec() };
        for _ in shorter.fields.len()..self.fields.len() {
            encode_value(RawBsonRef::MinKey, &mut key);
        }
        key.to_value()
    }

    /// The key as the server stores it: paths as flat names, hashed fields as int64.
    ///
    /// Exact for keys made by this pattern, types included. Of any other key the fields that can be read are returned.
    #[must_use]
    pub fn decode(&self, key: KeyRef<'_>) -> RawDocumentBuf {
        let mut rest = key;
        let mut document = Writer::default();
        let start = document.open();
        for field in &self.fields {
            let end = document.len();
            let decoded = match field.kind {
                FieldKind::Ranged => decode_value(&mut rest, &field.path, &mut document),
                FieldKind::Hashed => decode_hash(&mut rest, &field.path, &mut document),
            };
            if decoded.is_none() {
                document.truncate(end);
                break;
            }
        }
        document.close_document(start);
        RawDocumentBuf::from_bytes(document.into_bytes()).unwrap_or_default()
    }
}

/// As the shell prints a pattern: `{ tenantId: 1, _id: "hashed" }`.
impl fmt::Display for ShardKeyPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{ ")?;
        for (idx, field) in self.fields.iter().enumerate() {
            let separator = if idx == 0 { "" } else { ", " };
            let value = match field.kind {
                FieldKind::Ranged => "1",
                FieldKind::Hashed => "\"hashed\"",
            };
            write!(f, "{separator}{}: {value}", quote_name(&field.path, '"'))?;
        }
        f.write_str(" }")
    }
}

/// 1 in any numeric type counts by its integer part, as the server has it: 1.5 passes.
fn field_kind(value: RawBsonRef<'_>) -> Option<FieldKind> {
    match value {
        RawBsonRef::String("hashed") => Some(FieldKind::Hashed),
        _ => (crate::bson::integer_part(value) == Some(1)).then_some(FieldKind::Ranged),
    }
}

fn check_path(path: &str) -> Result<(), KeyError> {
    for (idx, part) in path.split('.').enumerate() {
        if part.is_empty() {
            return Err(KeyError::EmptyPathPart { path: path.to_owned() });
        }
        // The names of a DBRef are fields like any other, but not at the top of a document.
        let is_db_ref = idx > 0 && matches!(part, "$id" | "$ref" | "$db");
        if part.starts_with('$') && !is_db_ref {
            return Err(KeyError::DollarPathPart { path: path.to_owned(), part: part.to_owned() });
        }
    }
    Ok(())
}
