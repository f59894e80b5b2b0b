//! Filters: comparisons of fields with values, all of which must hold.

use std::cmp::Ordering;

use ::bson::{RawBson, RawBsonRef, RawDocument};

use crate::bson::{KeyValue, canonical_type, compare, hash64, shell_text};
use crate::catalog::View;
use crate::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern, value_or_array};
use crate::error::WriteError;

/// How a field is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Equal to one of the values; null also where the field is missing.
    In,
    /// Equal to none of them.
    NotIn,
    /// Greater, of the same type.
    Gt,
    /// Greater or equal, of the same type.
    Gte,
    /// Less, of the same type.
    Lt,
    /// Less or equal, of the same type.
    Lte,
    /// Whether the field is there.
    Exists,
}

const OPERATORS: [(&str, Comparison); 9] = [
    ("$eq", Comparison::In),
    ("$ne", Comparison::NotIn),
    ("$in", Comparison::In),
    ("$nin", Comparison::NotIn),
    ("$gt", Comparison::Gt),
    ("$gte", Comparison::Gte),
    ("$lt", Comparison::Lt),
    ("$lte", Comparison::Lte),
    ("$exists", Comparison::Exists),
];

pub(super) struct Clause {
    pub(super) path: String,
    pub(super) comparison: Comparison,
    pub(super) values: Vec<RawBson>,
}

/// A filter that was read.
pub(super) struct Filter {
    pub(super) clauses: Vec<Clause>,
}

impl Filter {
    pub(super) fn parse(filter: &RawDocument) -> Result<Self, WriteError> {
        let mut clauses = Vec::new();
        read(filter, &mut clauses)?;
        Ok(Self { clauses })
    }

    /// Whether a document matches.
    ///
    /// # Errors
    /// A field is asked for that is not known any more.
    pub(super) fn matches(&self, view: &View<'_>, pattern: Option<&ShardKeyPattern>) -> Result<bool, WriteError> {
        for clause in &self.clauses {
            if !clause.matches(view, pattern)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The single value that the filter gives a field; what cannot be part of a shard key is none.
    pub(super) fn equality(&self, path: &str) -> Option<RawBsonRef<'_>> {
        let single = |clause: &'_ Clause| clause.path == path && clause.comparison == Comparison::In;
        let values = self.clauses.iter().filter(|clause| single(clause));
        let mut values = values.filter_map(|clause| match clause.values.as_slice() {
            [value] => Some(value.as_raw_bson_ref()),
            _ => None,
        });
        let value = values.next()?;
        let is_contradicted = values.any(|other| compare(other, value).is_ne());
        let is_usable = !matches!(value, RawBsonRef::Array(_) | RawBsonRef::RegularExpression(_));
        (is_usable && !is_contradicted).then_some(value)
    }

    /// The shard key, if the filter gives every field of it a single value.
    pub(super) fn key(&self, pattern: &ShardKeyPattern) -> Option<KeyValue> {
        let value = |field: &ShardKeyField| {
            let value = self.equality(&field.path).or_else(|| self.nested_equality(&field.path))?;
            Some(match field.kind {
                FieldKind::Hashed => RawBsonRef::Int64(hash64(value)),
                FieldKind::Ranged => value,
            })
        };
        let values: Option<Vec<_>> = pattern.fields().iter().map(value).collect();
        Some(pattern.from_values(&values?))
    }

    /// A field inside an object that the filter gives as a whole.
    fn nested_equality(&self, path: &str) -> Option<RawBsonRef<'_>> {
        let (parent, rest) = path.split_once('.')?;
        match self.equality(parent)? {
            RawBsonRef::Document(object) => value_or_array(object, rest).ok().flatten(),
            _ => None,
        }
    }

    /// Whether it says which `_id`, and nothing else about it.
    pub(super) fn is_exact_id(&self) -> bool {
        let n_clauses = self.clauses.iter().filter(|clause| clause.path == "_id").count();
        n_clauses == 1 && self.equality("_id").is_some()
    }
}

fn read(filter: &RawDocument, clauses: &mut Vec<Clause>) -> Result<(), WriteError> {
    for (path, value) in filter.iter().map_while(Result::ok) {
        match (path.as_str(), value) {
            ("$and", RawBsonRef::Array(parts)) => {
                for part in parts.into_iter().map_while(Result::ok) {
                    let RawBsonRef::Document(part) = part else { return Err(wrong_value("$and", part)) };
                    read(part, clauses)?;
                }
            }
            (path, _) if path.starts_with('$') => return Err(unknown(path)),
            (path, RawBsonRef::Document(tests)) if is_operators(tests) => read_tests(path, tests, clauses)?,
            (path, value @ RawBsonRef::RegularExpression(_)) => return Err(wrong_value(path, value)),
            (path, value) => clauses.push(clause(path, Comparison::In, vec![value.into()])),
        }
    }
    Ok(())
}

fn read_tests(path: &str, tests: &RawDocument, clauses: &mut Vec<Clause>) -> Result<(), WriteError> {
    for (name, value) in tests.iter().map_while(Result::ok) {
        let known = OPERATORS.iter().find(|(known, _)| *known == name.as_str());
        let (name, comparison) = *known.ok_or_else(|| unknown(name.as_str()))?;
        let values = match (name, value) {
            ("$in" | "$nin", RawBsonRef::Array(values)) => {
                values.into_iter().map_while(Result::ok).map(Into::into).collect()
            }
            ("$in" | "$nin", value) => return Err(wrong_value(name, value)),
            (_, value) => vec![value.into()],
        };
        clauses.push(clause(path, comparison, values));
    }
    Ok(())
}

fn clause(path: &str, comparison: Comparison, values: Vec<RawBson>) -> Clause {
    Clause { path: path.to_owned(), comparison, values }
}

pub(super) fn is_operators(document: &RawDocument) -> bool {
    document.iter().map_while(Result::ok).next().is_some_and(|(name, _)| name.as_str().starts_with('$'))
}

pub(super) fn unknown(operator: &str) -> WriteError {
    WriteError::UnknownOperator { operator: operator.to_owned() }
}

pub(super) fn wrong_value(operator: &str, found: RawBsonRef<'_>) -> WriteError {
    WriteError::OperatorValue { operator: operator.to_owned(), found: shell_text(found) }
}

impl Clause {
    fn matches(&self, view: &View<'_>, pattern: Option<&ShardKeyPattern>) -> Result<bool, WriteError> {
        let mut hashed = false;
        if let (View::Key(_), Some(pattern)) = (view, pattern) {
            let field = pattern.fields().iter().find(|field| field.path == self.path);
            hashed = field.is_some_and(|field| field.kind == FieldKind::Hashed);
            // A hash tells which values it may come from: enough to compare it with the hashes of others. A null may have
            // been a missing field.
            if field.is_none() || (hashed && self.comparison != Comparison::In) || self.comparison == Comparison::Exists
            {
                return Err(WriteError::FieldNotKept { path: self.path.clone() });
            }
        }
        let found = value_in(view, &self.path);
        let is = |value: &RawBson| match (hashed, found) {
            (true, Some(found)) => compare(RawBsonRef::Int64(hash64(value.as_raw_bson_ref())), found).is_eq(),
            _ => equals(found, value.as_raw_bson_ref()),
        };
        let orders = |wanted: fn(Ordering) -> bool| self.values.iter().all(|value| ordered(found, value, wanted));
        Ok(match self.comparison {
            Comparison::In => self.values.iter().any(is),
            Comparison::NotIn => !self.values.iter().any(is),
            Comparison::Gt => orders(Ordering::is_gt),
            Comparison::Gte => orders(Ordering::is_ge),
            Comparison::Lt => orders(Ordering::is_lt),
            Comparison::Lte => orders(Ordering::is_le),
            Comparison::Exists => {
                let wanted = !self.values.iter().any(|value| is_false(value.as_raw_bson_ref()));
                found.is_some() == wanted
            }
        })
    }
}

fn is_false(value: RawBsonRef<'_>) -> bool {
    matches!(value, RawBsonRef::Boolean(false) | RawBsonRef::Null) || crate::bson::integer_part(value) == Some(0)
}

/// Null equals a missing field; a value equals an array that holds it.
fn equals(found: Option<RawBsonRef<'_>>, value: RawBsonRef<'_>) -> bool {
    match found.unwrap_or(RawBsonRef::Null) {
        RawBsonRef::Array(elements) if !matches!(value, RawBsonRef::Array(_)) => {
            elements.into_iter().map_while(Result::ok).any(|element| compare(element, value).is_eq())
        }
        found => compare(found, value).is_eq(),
    }
}

fn ordered(found: Option<RawBsonRef<'_>>, value: &RawBson, wanted: fn(Ordering) -> bool) -> bool {
    let value = value.as_raw_bson_ref();
    let holds = |found| canonical_type(found) == canonical_type(value) && wanted(compare(found, value));
    match found {
        Some(RawBsonRef::Array(elements)) => elements.into_iter().map_while(Result::ok).any(holds),
        Some(found) => holds(found),
        None => false,
    }
}

/// The value at a path of what is known of a document; an array on the way or at the end as it is.
pub(in crate::cluster) fn value_in<'a>(view: &'a View<'_>, path: &str) -> Option<RawBsonRef<'a>> {
    match view {
        View::Whole(document) => value_or_array(document, path).unwrap_or_else(Some),
        View::Key(key) => key.get(path).ok().flatten(),
    }
}
