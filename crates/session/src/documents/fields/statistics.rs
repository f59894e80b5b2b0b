//! The statistics of one field.

use super::distinct::Distinct;
use super::names::type_name;
use crate::documents::hash::hash_bytes;
use crate::documents::raw::{begin, end, integer_of, tag, text_of, write_element, write_text};
use crate::documents::shell::value_text;
use crate::view::FieldSummary;
use bson::RawDocument;
use shardscope_sim::bson::compare;
use std::cmp::Ordering;

/// Bytes of a top value that are kept: enough for a label.
const KEPT_BYTES: usize = 128;
/// Characters of a top value that are shown.
const SHOWN_CHARACTERS: usize = 60;

#[derive(Debug, Clone)]
pub(super) struct Statistics {
    types: Vec<(u8, u64)>,
    present: u64,
    distinct: Distinct,
    /// The most frequent value.
    top: Top,
    array_at: Option<u64>,
    ascending: bool,
    previous: Previous,
}

#[derive(Debug, Clone, Default)]
struct Top {
    hash: u64,
    count: u64,
    tag: u8,
    value: Vec<u8>,
}

#[derive(Debug, Clone, Default)]
struct Previous {
    tag: u8,
    value: Vec<u8>,
}

impl Default for Statistics {
    fn default() -> Self {
        Self {
            types: Vec::new(),
            present: 0,
            distinct: Distinct::default(),
            top: Top::default(),
            array_at: None,
            ascending: true,
            previous: Previous::default(),
        }
    }
}

impl Statistics {
    /// Counts a value of the document with this number, from 1.
    pub(super) fn add(&mut self, tag: u8, value: &[u8], document: u64) {
        match self.types.iter_mut().find(|(known, _)| *known == tag) {
            Some((_, count)) => *count += 1,
            None => self.types.push((tag, 1)),
        }
        if tag == tag::ARRAY {
            self.array_at.get_or_insert(document);
            // Arrays can't be in a shard key, so their order is of no use.
            self.ascending = false;
        }
        self.count_value(tag, value);
        self.compare_with_previous(tag, value);
        self.present += 1;
    }

    fn count_value(&mut self, tag: u8, value: &[u8]) {
        let hash = value_hash(tag, value);
        let count = self.distinct.count(hash);
        if count > self.top.count {
            if hash != self.top.hash || self.top.count == 0 {
                self.top.hash = hash;
                self.top.tag = keep(&mut self.top.value, tag, value);
            }
            self.top.count = count;
        }
    }

    fn compare_with_previous(&mut self, tag: u8, value: &[u8]) {
        if !self.ascending {
            return;
        }
        let previous = &mut self.previous;
        if self.present > 0 && compare_values((previous.tag, &previous.value), (tag, value)) == Ordering::Greater {
            self.ascending = false;
            previous.value = Vec::new();
            return;
        }
        previous.tag = tag;
        previous.value.clear();
        previous.value.extend_from_slice(value);
    }

    pub(super) fn summary(&self, path: &str, documents: u64) -> FieldSummary {
        let mut types = self.types.clone();
        types.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        FieldSummary {
            path: path.to_owned(),
            types: types.into_iter().map(|(tag, count)| (type_name(tag).to_owned(), count)).collect(),
            present: self.present,
            documents,
            distinct: self.distinct.n_distinct(),
            top_value: value_text(self.top.tag, &self.top.value, SHOWN_CHARACTERS),
            top_share: if documents == 0 { 0.0 } else { self.top.count as f64 / documents as f64 },
            array_at: self.array_at,
            ascending: self.ascending,
        }
    }
}

/// Equal for values that compare as equal; decimals are told apart from the other numbers, which no import mixes.
fn value_hash(tag: u8, value: &[u8]) -> u64 {
    match integer_of(tag, value) {
        Some(whole) => hash_bytes(&whole.to_le_bytes(), u64::from(tag::INT64)),
        None => hash_bytes(value, u64::from(tag)),
    }
}

/// Keeps as much of a value as a label needs, and returns its type: long text is cut between characters, and of other
/// long values, documents mostly, only a sign is kept.
fn keep(kept: &mut Vec<u8>, tag: u8, value: &[u8]) -> u8 {
    kept.clear();
    match tag {
        _ if value.len() <= KEPT_BYTES => kept.extend_from_slice(value),
        tag::STRING => {
            let text = text_of(value).get(..KEPT_BYTES).unwrap_or_default();
            let cut = text.iter().rposition(|byte| (byte & 0xc0) != 0x80).unwrap_or(0);
            write_text(kept, text.get(..cut).unwrap_or_default());
        }
        _ => {
            write_text(kept, "…".as_bytes());
            return tag::STRING;
        }
    }
    tag
}

fn compare_values(left: (u8, &[u8]), right: (u8, &[u8])) -> Ordering {
    if left.0 == right.0 {
        match left.0 {
            tag::INT32 | tag::INT64 | tag::DATE => {
                if let Some((left, right)) = whole(left.1).zip(whole(right.1)) {
                    return left.cmp(&right);
                }
            }
            tag::OBJECT_ID => return left.1.cmp(right.1),
            tag::STRING => return left.1.get(4..).cmp(&right.1.get(4..)),
            _ => {}
        }
    }
    compare_any(left, right)
}

fn whole(value: &[u8]) -> Option<i64> {
    match value.first_chunk() {
        Some(bytes) => Some(i64::from_le_bytes(*bytes)),
        None => value.first_chunk().map(|bytes| i64::from(i32::from_le_bytes(*bytes))),
    }
}

#[cold]
fn compare_any(left: (u8, &[u8]), right: (u8, &[u8])) -> Ordering {
    let [left, right] = [left, right].map(|(tag, value)| {
        let mut holder = Vec::new();
        let start = begin(&mut holder);
        write_element(&mut holder, tag, b"v", value);
        end(&mut holder, start);
        holder
    });
    let value = |holder| RawDocument::from_bytes(holder).ok().and_then(|document| document.get("v").ok().flatten());
    match (value(&left), value(&right)) {
        (Some(left), Some(right)) => compare(left, right),
        _ => Ordering::Equal,
    }
}
