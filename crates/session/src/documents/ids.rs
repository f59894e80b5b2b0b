//! `_id` for documents that come without one.

use super::raw::{begin, end, tag, write_element};
use bson::RawDocument;
use shardscope_sim::workload::ObjectIdSource;

/// Copies `document` into `out` (cleared first) with an `_id` in front if it has none, as a driver does on insert.
/// Returns whether one was added.
pub fn ensure_id(document: &RawDocument, out: &mut Vec<u8>, ids: &mut ObjectIdSource, insert_time_ms: u64) -> bool {
    out.clear();
    let bytes = document.as_bytes();
    if has_id(document) {
        out.extend_from_slice(bytes);
        return false;
    }
    let start = begin(out);
    write_element(out, tag::OBJECT_ID, b"_id", &ids.next_id(insert_time_ms));
    out.extend_from_slice(bytes.get(4..bytes.len().saturating_sub(1)).unwrap_or_default());
    end(out, start);
    true
}

/// Whether a document has an `_id`.
#[must_use]
pub fn has_id(document: &RawDocument) -> bool {
    super::raw::Elements::new(document.as_bytes()).any(|element| element.name == b"_id")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::ensure_id;
    use bson::{RawDocument, rawdoc};
    use shardscope_sim::workload::ObjectIdSource;

    #[test]
    fn adds_an_id_in_front_only_where_there_is_none() {
        let mut ids = ObjectIdSource::new(7);
        let mut out = Vec::new();
        assert!(ensure_id(&rawdoc! { "a": 1, "b": { "_id": 2 } }, &mut out, &mut ids, 5_000));
        let with_id = RawDocument::from_bytes(&out).unwrap().to_owned();
        let names: Vec<_> = with_id.iter().map(|element| element.unwrap().0.to_string()).collect();
        assert_eq!(names, ["_id", "a", "b"]);
        let first = with_id.get_object_id("_id").unwrap();

        assert!(ensure_id(&rawdoc! {}, &mut out, &mut ids, 5_000));
        let second = RawDocument::from_bytes(&out).unwrap().get_object_id("_id").unwrap();
        assert!(second > first);

        let has_one = rawdoc! { "a": 1, "_id": null };
        assert!(!ensure_id(&has_one, &mut out, &mut ids, 5_000));
        assert_eq!(out, has_one.as_bytes());
    }
}
