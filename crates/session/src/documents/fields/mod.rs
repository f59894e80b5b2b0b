//! What the documents hold, field by field, gathered while they stream by.
//!
//! Memory is bounded: at most [`FIELDS_MAX`] fields are followed, each with at most [`FieldSummary::DISTINCT_CAP`]
//! distinct values of 12 bytes. Fields inside arrays are not followed: an array can't be in a shard key.

mod distinct;
mod names;
mod statistics;

use super::raw::{Element, Elements, tag};
use crate::view::FieldSummary;
use bson::RawDocument;
use statistics::Statistics;

/// Most fields that are followed; later ones are left out.
pub const FIELDS_MAX: usize = 200;

/// Gathers [`FieldSummary`]s over documents.
#[derive(Debug, Clone, Default)]
pub struct FieldCollector {
    fields: Vec<Field>,
    /// Fields of the documents themselves.
    top: Vec<usize>,
    n_documents: u64,
    is_cut: bool,
}

#[derive(Debug, Clone)]
struct Field {
    name: Box<[u8]>,
    path: String,
    children: Vec<usize>,
    /// The document that it was last met in: a name that comes twice in a document counts once, as in a shard key.
    met_in: u64,
    statistics: Statistics,
}

impl FieldCollector {
    /// Nothing seen yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Looks at a document.
    pub fn add(&mut self, document: &RawDocument) {
        self.n_documents += 1;
        self.walk(document.as_bytes(), None);
    }

    /// Documents looked at.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        self.n_documents
    }

    /// Whether fields beyond [`FIELDS_MAX`] were left out.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// One summary a field, in the order in which fields were met; the fields of a nested document follow it.
    #[must_use]
    pub fn summaries(&self) -> Vec<FieldSummary> {
        let mut summaries = Vec::new();
        self.collect(&self.top, &mut summaries);
        summaries
    }

    fn collect(&self, indexes: &[usize], summaries: &mut Vec<FieldSummary>) {
        for field in indexes.iter().filter_map(|idx| self.fields.get(*idx)) {
            summaries.push(field.statistics.summary(&field.path, self.n_documents));
            self.collect(&field.children, summaries);
        }
    }

    fn walk(&mut self, document: &[u8], parent: Option<usize>) {
        for (place, element) in Elements::new(document).enumerate() {
            let Some(idx) = self.find_or_add(element.name, parent, place) else { continue };
            let Some(field) = self.fields.get_mut(idx).filter(|field| field.met_in != self.n_documents) else {
                continue;
            };
            field.met_in = self.n_documents;
            field.statistics.add(element.tag, element.value, self.n_documents);
            self.walk_into(element, idx);
        }
    }

    fn walk_into(&mut self, element: Element<'_>, idx: usize) {
        if element.tag == tag::DOCUMENT {
            self.walk(element.value, Some(idx));
        }
    }

    fn children(&self, parent: Option<usize>) -> &[usize] {
        match parent {
            None => &self.top,
            Some(idx) => self.fields.get(idx).map_or(&[], |field| &field.children),
        }
    }

    /// Documents mostly repeat the order of their fields, so the child at the same place is tried first.
    fn find_or_add(&mut self, name: &[u8], parent: Option<usize>, place: usize) -> Option<usize> {
        let children = self.children(parent);
        let has_name = |idx: &usize| self.fields.get(*idx).is_some_and(|field| *field.name == *name);
        let found =
            children.get(place).filter(|idx| has_name(idx)).or_else(|| children.iter().find(|idx| has_name(idx)));
        found.copied().or_else(|| self.add_field(name, parent))
    }

    #[cold]
    fn add_field(&mut self, name: &[u8], parent: Option<usize>) -> Option<usize> {
        let idx = self.fields.len();
        if idx >= FIELDS_MAX {
            self.is_cut = true;
            return None;
        }
        let text = String::from_utf8_lossy(name);
        let path = match parent.and_then(|idx| self.fields.get(idx)) {
            Some(parent) => format!("{}.{text}", parent.path),
            None => text.into_owned(),
        };
        let statistics = Statistics::default();
        self.fields.push(Field { name: name.into(), path, children: Vec::new(), met_in: 0, statistics });
        match parent {
            None => self.top.push(idx),
            Some(parent) => self.fields.get_mut(parent)?.children.push(idx),
        }
        Some(idx)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::{FIELDS_MAX, FieldCollector};
    use crate::documents::literal::parse_document;
    use crate::view::FieldSummary;

    fn collect(texts: &[&str]) -> Vec<FieldSummary> {
        let mut collector = FieldCollector::new();
        for text in texts {
            collector.add(&parse_document(text).unwrap());
        }
        assert_eq!(collector.n_documents(), texts.len() as u64);
        collector.summaries()
    }

    fn field<'a>(summaries: &'a [FieldSummary], path: &str) -> &'a FieldSummary {
        summaries.iter().find(|summary| summary.path == path).unwrap()
    }

    #[test]
    fn paths_reach_into_nested_documents_but_not_into_arrays() {
        let summaries = collect(&["{ _id: 1, a: { b: { c: 2 }, d: 3 }, e: [{ f: 4 }] }", "{ g: 5, _id: 6, a: 7 }"]);
        let paths: Vec<&str> = summaries.iter().map(|summary| summary.path.as_str()).collect();
        assert_eq!(paths, ["_id", "a", "a.b", "a.b.c", "a.d", "e", "g"]);
        assert_eq!(field(&summaries, "e").array_at, Some(1));
        assert_eq!(field(&summaries, "_id").array_at, None);
        assert_eq!((field(&summaries, "a.d").present, field(&summaries, "a.d").documents), (1, 2));
    }

    #[test]
    fn types_come_most_frequent_first_under_the_shells_names() {
        let summaries =
            collect(&["{ a: 'x' }", "{ a: 1 }", "{ a: 2 }", "{ a: Long('3') }", "{ a: 4.5 }", "{ a: null }"]);
        let types = &field(&summaries, "a").types;
        let expect = [("int", 2), ("string", 1), ("long", 1), ("double", 1), ("null", 1)];
        assert_eq!(types.iter().map(|(name, count)| (name.as_str(), *count)).collect::<Vec<_>>(), expect);
    }

    #[test]
    fn distinct_and_top_value_follow_the_order_of_values_not_their_type() {
        let summaries = collect(&["{ a: 5 }", "{ a: Long('5') }", "{ a: Double(5) }", "{ a: 'z' }", "{ b: 1 }"]);
        let a = field(&summaries, "a");
        assert_eq!((a.distinct, a.top_value.as_str()), (2, "5"));
        assert!((a.top_share - 0.6).abs() < 1e-12);
    }

    #[test]
    fn ascending_means_never_falling() {
        let cases = [
            (["{ a: 1 }", "{ a: 1 }", "{ a: 2.5 }"], true),
            (["{ a: 1 }", "{ a: 3 }", "{ a: 2 }"], false),
            (["{ a: 'a' }", "{ a: 'b' }", "{ a: 'ba' }"], true),
            (["{ a: 9 }", "{ a: 'a' }", "{ a: ObjectId('65a000000000000000000001') }"], true),
            (["{ a: { x: 1 } }", "{ a: { x: 2 } }", "{ a: { x: 1 } }"], false),
            (["{ a: ISODate('2024-01-01') }", "{ b: 1 }", "{ a: ISODate('2023-01-01') }"], false),
        ];
        for (texts, expect) in cases {
            assert_eq!(field(&collect(&texts), "a").ascending, expect, "{texts:?}");
        }
    }

    #[test]
    fn a_name_that_comes_twice_counts_once() {
        let summaries = collect(&["{ a: 1, a: 2 }"]);
        let a = field(&summaries, "a");
        assert_eq!((a.present, a.distinct, a.top_value.as_str()), (1, 1, "1"));
    }

    #[test]
    fn later_fields_are_left_out_at_the_limit() {
        let names: Vec<String> = (0..FIELDS_MAX + 50).map(|number| format!("f{number}: 1")).collect();
        let mut collector = FieldCollector::new();
        collector.add(&parse_document(&format!("{{ {} }}", names.join(", "))).unwrap());
        assert_eq!(collector.summaries().len(), FIELDS_MAX);
        assert!(collector.is_cut());
    }
}
