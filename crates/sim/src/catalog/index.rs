//! Indexes as far as shard keys need them: which one serves a key, and which unique ones a key allows.
//!
//! Source: server 8.0, `shardkeyutil`, `isIndexUniquenessCompatible` and the index catalog.

use std::fmt;

use ::bson::{RawBsonRef, RawDocument};

use super::pattern::{FieldKind, ShardKeyPattern};
use crate::bson::{KeyBuf, KeyValue, encode_value, integer_part, quote_name, shell_text};

/// How an index orders one of its fields.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IndexField {
    /// `1`.
    Ascending,
    /// `-1`.
    Descending,
    /// `"hashed"`.
    Hashed,
    /// Text, geo and others: never of use to a shard key. Holds the word.
    Special(String),
}

/// An index of a collection.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "the options of createIndex, each of its own")]
pub struct Index {
    /// Fields with their order, as given.
    pub fields: Vec<(String, IndexField)>,
    /// No two documents of a shard share a value.
    pub unique: bool,
    /// Leaves out documents without the fields.
    pub sparse: bool,
    /// Leaves out documents that a filter does not match.
    pub partial: bool,
    /// Compares text byte by byte.
    pub simple_collation: bool,
    /// Documents go when a date in its field is this old, seconds.
    pub expire_after_secs: Option<u64>,
}

impl Index {
    /// The index that the server makes for a shard key.
    #[must_use]
    pub fn of_key(pattern: &ShardKeyPattern, unique: bool) -> Self {
        let field = |field: &super::pattern::ShardKeyField| {
            let kind = match field.kind {
                FieldKind::Ranged => IndexField::Ascending,
                FieldKind::Hashed => IndexField::Hashed,
            };
            (field.path.clone(), kind)
        };
        Self { unique, ..Self::plain(pattern.fields().iter().map(field).collect()) }
    }

    /// An index without options.
    #[must_use]
    pub fn plain(fields: Vec<(String, IndexField)>) -> Self {
        let (unique, sparse, partial) = (false, false, false);
        Self { fields, unique, sparse, partial, simple_collation: true, expire_after_secs: None }
    }

    /// Reads the key of `createIndex`; `None` if a value is neither a number other than 0 nor text.
    #[must_use]
    pub fn parse_key(key: &RawDocument) -> Option<Vec<(String, IndexField)>> {
        key.iter()
            .map(|field| {
                let (path, value) = field.ok()?;
                let kind = match value {
                    RawBsonRef::String("hashed") => IndexField::Hashed,
                    RawBsonRef::String(word) => IndexField::Special(word.to_owned()),
                    number => match integer_part(number)? {
                        1.. => IndexField::Ascending,
                        0 => return None,
                        _ => IndexField::Descending,
                    },
                };
                Some((path.as_str().to_owned(), kind))
            })
            .collect()
    }

    /// The name that the shell gives it: `region_1_customerId_1`.
    #[must_use]
    pub fn name(&self) -> String {
        let part = |(path, kind): &(String, IndexField)| match kind {
            IndexField::Ascending => format!("{path}_1"),
            IndexField::Descending => format!("{path}_-1"),
            IndexField::Hashed => format!("{path}_hashed"),
            IndexField::Special(word) => format!("{path}_{word}"),
        };
        self.fields.iter().map(part).collect::<Vec<_>>().join("_")
    }

    /// Whether its key starts with a shard key, value for value: `-1` is not `1`.
    #[must_use]
    pub fn starts_with(&self, pattern: &ShardKeyPattern) -> bool {
        let mut own = self.fields.iter();
        pattern.fields().iter().all(|field| {
            own.next().is_some_and(|(path, kind)| {
                let same_kind = match field.kind {
                    FieldKind::Ranged => *kind == IndexField::Ascending,
                    FieldKind::Hashed => *kind == IndexField::Hashed,
                };
                *path == field.path && same_kind
            })
        })
    }

    /// Why it cannot serve a shard key that it starts with; multikey is for the caller to find.
    #[must_use]
    pub fn flaw(&self) -> Option<&'static str> {
        if self.sparse {
            Some("it is sparse")
        } else if self.partial {
            Some("it is partial")
        } else if !self.simple_collation {
            Some("its collation is not simple")
        } else {
            None
        }
    }

    /// Whether a sharded collection may have it, unique as it is: its fields start with `_id` or with those of the shard key.
    #[must_use]
    pub fn is_unique_under(&self, pattern: &ShardKeyPattern) -> bool {
        let starts_with_id = self.fields.first().is_some_and(|(path, _)| path == "_id");
        let mut own = self.fields.iter().map(|(path, _)| path.as_str());
        starts_with_id || pattern.fields().iter().all(|field| own.next() == Some(&*field.path))
    }

    /// The first field at which a document has an array: the index is multikey then.
    #[must_use]
    pub fn array_in(&self, document: &RawDocument) -> Option<&str> {
        let paths = self.fields.iter().map(|(path, _)| path.as_str());
        paths.into_iter().find(|path| super::pattern::value_or_array(document, path).is_err())
    }

    /// The value that a unique index compares; `None` if the index leaves the document out.
    #[must_use]
    pub fn value_of(&self, document: &RawDocument) -> Option<KeyValue> {
        let mut key = KeyBuf::default();
        let mut n_found = 0;
        for (path, _) in &self.fields {
            let value = super::pattern::value_or_array(document, path).unwrap_or_else(Some);
            n_found += usize::from(value.is_some());
            encode_value(value.unwrap_or(RawBsonRef::Null), &mut key);
        }
        let is_left_out = self.partial || (self.sparse && n_found == 0);
        (!is_left_out).then(|| key.to_value())
    }

    /// The same value for people.
    #[must_use]
    pub fn value_text(&self, document: &RawDocument) -> String {
        let value = |path: &str| super::pattern::value_or_array(document, path).unwrap_or_else(Some);
        let part = |(path, _): &(String, IndexField)| {
            let value = value(path).unwrap_or(RawBsonRef::Null);
            format!("{}: {}", quote_name(path, '"'), shell_text(value))
        };
        format!("{{ {} }}", self.fields.iter().map(part).collect::<Vec<_>>().join(", "))
    }
}

/// As the shell prints its key.
impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |(path, kind): &(String, IndexField)| {
            let value = match kind {
                IndexField::Ascending => "1".to_owned(),
                IndexField::Descending => "-1".to_owned(),
                IndexField::Hashed => "\"hashed\"".to_owned(),
                IndexField::Special(word) => format!("\"{word}\""),
            };
            format!("{}: {value}", quote_name(path, '"'))
        };
        write!(f, "{{ {} }}", self.fields.iter().map(part).collect::<Vec<_>>().join(", "))
    }
}
