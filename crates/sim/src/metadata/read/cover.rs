//! Chunks cover the key space exactly once, and no two of them have one version.

use crate::bson::KeyValue;
use crate::catalog::pattern::ShardKeyPattern;
use crate::metadata::catalogue::ChunkRecord;
use crate::metadata::error::MetadataError;
use crate::metadata::fields::{Doc, quote_document};

/// A chunk with its document and upper bound.
pub(super) struct Numbered<'a> {
    pub(super) doc: Doc<'a>,
    pub(super) record: ChunkRecord,
    pub(super) max: KeyValue,
}

/// Chunks in key order.
pub(super) fn check_cover(ns: &str, pattern: &ShardKeyPattern, chunks: &[Numbered<'_>]) -> Result<(), MetadataError> {
    let text = |key: &KeyValue| quote_document(&pattern.decode(key.as_ref()));
    let gap = |from: &KeyValue, to: &KeyValue| MetadataError::Gap { ns: ns.to_owned(), from: text(from), to: text(to) };
    let mut end = pattern.global_min();
    let mut before = None::<&Numbered<'_>>;
    for chunk in chunks {
        if chunk.record.min > end {
            return Err(gap(&end, &chunk.record.min));
        }
        if let Some(before) = before.filter(|_| chunk.record.min < end) {
            let (min, end) = (text(&chunk.record.min), text(&end));
            return Err(MetadataError::Overlap { place: chunk.doc.place("min"), min, other: before.doc.number, end });
        }
        end.clone_from(&chunk.max);
        before = Some(chunk);
    }
    let last = pattern.global_max();
    if end < last { Err(gap(&end, &last)) } else { Ok(()) }
}

pub(super) fn check_versions(chunks: &[Numbered<'_>]) -> Result<(), MetadataError> {
    let mut versions: Vec<_> = chunks.iter().map(|chunk| (chunk.record.version, chunk.doc)).collect();
    versions.sort_by_key(|(version, doc)| (*version, doc.number));
    for pair in versions.windows(2) {
        if let [(version, first), (second_version, second)] = pair
            && version == second_version
        {
            let (place, other) = (second.place("lastmod"), first.number);
            return Err(MetadataError::VersionTwice { place, version: *version, other });
        }
    }
    Ok(())
}
