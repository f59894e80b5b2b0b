//! Keys in key order, with the place of each in insertion order.

use std::cmp::Ordering;

use crate::bson::KeyRef;

/// An index over keys: sorted by key, then by insertion position, as an index with record ids is.
pub(super) struct SortedKeys<'a> {
    keys: Vec<KeyRef<'a>>,
    index: Vec<Entry>,
}

/// The eight bytes of a key where keys begin to differ, and its insertion position. Most comparisons end in the prefix.
#[derive(Clone, Copy)]
struct Entry {
    prefix: u64,
    position: usize,
}

impl<'a> SortedKeys<'a> {
    pub(super) fn new(keys: Vec<KeyRef<'a>>) -> Self {
        let n_common = common_prefix_len(&keys);
        let prefix =
            |key: &KeyRef<'_>| KeyRef { bytes: key.bytes.get(n_common..).unwrap_or_default(), types: &[] }.prefix();
        let mut index: Vec<_> =
            keys.iter().enumerate().map(|(position, key)| Entry { prefix: prefix(key), position }).collect();
        // When eight bytes hold all that differs, equal prefixes are equal keys.
        let is_all_in_prefix = keys.iter().all(|key| key.bytes.len() <= n_common + 8);
        let bytes = |entry: &Entry| keys.get(entry.position).map_or(&[][..], |key| key.bytes);
        index.sort_unstable_by(|a, b| {
            let by_bytes = || if is_all_in_prefix { Ordering::Equal } else { bytes(a).cmp(bytes(b)) };
            a.prefix.cmp(&b.prefix).then_with(by_bytes).then_with(|| a.position.cmp(&b.position))
        });
        Self { keys, index }
    }

    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    /// Insertion positions, counted from 0, in key order.
    pub(super) fn positions(&self) -> impl Iterator<Item = usize> {
        self.index.iter().map(|entry| entry.position)
    }

    /// The distinct keys in key order, each with the number of its documents; of keys that are equal but of different
    /// types the one inserted first.
    pub(super) fn groups(&self) -> impl Iterator<Item = (KeyRef<'a>, u64)> {
        let is_same =
            |a: &Entry, b: &Entry| a.prefix == b.prefix && self.keys.get(a.position) == self.keys.get(b.position);
        self.index.chunk_by(is_same).filter_map(|group| {
            let key = self.keys.get(group.first()?.position)?;
            Some((*key, group.len() as u64))
        })
    }
}

/// Bytes that all keys share at their start.
fn common_prefix_len(keys: &[KeyRef<'_>]) -> usize {
    let Some((first, others)) = keys.split_first() else { return 0 };
    others.iter().fold(first.bytes.len(), |n_common, key| {
        let pairs = first.bytes.iter().take(n_common).zip(key.bytes);
        pairs.take_while(|(a, b)| a == b).count()
    })
}
