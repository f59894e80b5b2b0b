//! Documents as the cluster sees them: a shard key and a size.
//!
//! A collection keeps the keys of all its documents in one append-only [`KeyArena`]; a chunk keeps one [`Entry`] of 16
//! bytes per document. Entries are appended as documents arrive and sorted only when somebody needs them in key order.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::bson::{KeyRef, KeyValue};

/// One document: the first bytes of its key, where the key lies in the arena, and its size.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    prefix: u64,
    offset: u32,
    size: u32,
}

impl Entry {
    /// Where its key lies. Offsets rise with every insert into the collection.
    #[must_use]
    pub fn offset(self) -> u32 {
        self.offset
    }

    /// Size of the document, bytes.
    #[must_use]
    pub fn size_bytes(self) -> u32 {
        self.size
    }
}

/// The keys of a collection's documents, one after another in order of arrival.
///
/// A record is two lengths (key, types), each one byte or 0xFF and four bytes, then the key, then its types.
#[derive(Debug, Default)]
pub struct KeyArena {
    bytes: Vec<u8>,
}

impl KeyArena {
    /// Stores the key of a document of `size` bytes. `None` when the arena has reached 4 GiB.
    #[inline]
    pub fn push(&mut self, key: KeyRef<'_>, size: u32) -> Option<Entry> {
        let offset = u32::try_from(self.bytes.len()).ok()?;
        self.push_len(key.bytes.len());
        self.push_len(key.types.len());
        self.bytes.extend_from_slice(key.bytes);
        self.bytes.extend_from_slice(key.types);
        Some(Entry { prefix: key.prefix(), offset, size })
    }

    /// The offset that the next key will get: entries at or past it are younger than now.
    #[must_use]
    pub fn end(&self) -> u32 {
        u32::try_from(self.bytes.len()).unwrap_or(u32::MAX)
    }

    /// The key of an entry of this arena.
    #[must_use]
    pub fn key(&self, entry: Entry) -> KeyRef<'_> {
        self.key_at(entry.offset)
    }

    /// The key that lies at an offset.
    #[must_use]
    pub fn key_at(&self, offset: u32) -> KeyRef<'_> {
        let record = self.bytes.get(offset as usize..).unwrap_or_default();
        let (n_key, rest) = read_len(record);
        let (n_types, rest) = read_len(rest);
        let (bytes, rest) = rest.split_at_checked(n_key).unwrap_or_default();
        KeyRef { bytes, types: rest.get(..n_types).unwrap_or_default() }
    }

    /// All keys in order of arrival.
    pub fn keys(&self) -> impl Iterator<Item = KeyRef<'_>> {
        Self::keys_of(&self.bytes)
    }

    fn keys_of(mut rest: &[u8]) -> impl Iterator<Item = KeyRef<'_>> {
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let (n_key, after) = read_len(rest);
            let (n_types, after) = read_len(after);
            let (bytes, after) = after.split_at_checked(n_key)?;
            let (types, after) = after.split_at_checked(n_types)?;
            rest = after;
            Some(KeyRef { bytes, types })
        })
    }

    /// How many keys lie before an offset. O(keys).
    #[must_use]
    pub fn n_keys_before(&self, offset: u32) -> usize {
        Self::keys_of(self.bytes.get(..offset as usize).unwrap_or_default()).count()
    }

    /// Orders an entry against a key.
    #[inline]
    #[must_use]
    pub fn compare_to(&self, entry: Entry, prefix: u64, key: KeyRef<'_>) -> Ordering {
        entry.prefix.cmp(&prefix).then_with(|| self.key(entry).cmp(&key))
    }

    /// Orders two entries by key.
    #[must_use]
    pub fn compare(&self, left: Entry, right: Entry) -> Ordering {
        left.prefix.cmp(&right.prefix).then_with(|| self.key(left).cmp(&self.key(right)))
    }

    #[inline]
    fn push_len(&mut self, len: usize) {
        if let Some(len) = u8::try_from(len).ok().filter(|len| *len < u8::MAX) {
            self.bytes.push(len);
        } else {
            self.bytes.push(u8::MAX);
            // A BSON document has at most 16 MiB, so the length fits.
            self.bytes.extend_from_slice(&u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes());
        }
    }
}

fn read_len(record: &[u8]) -> (usize, &[u8]) {
    match record.split_first() {
        Some((&u8::MAX, rest)) => match rest.split_first_chunk() {
            Some((len, rest)) => (u32::from_le_bytes(*len) as usize, rest),
            None => (0, &[]),
        },
        Some((&len, rest)) => (len as usize, rest),
        None => (0, &[]),
    }
}

/// The documents of one chunk.
#[derive(Debug, Default)]
pub struct ChunkDocuments {
    /// The first `n_sorted` in key order, then the rest in order of arrival.
    entries: Vec<Entry>,
    n_sorted: usize,
    size_bytes: u64,
    /// Smallest and largest key.
    ends: Option<(Entry, Entry)>,
    /// Whether those two are equal; false without documents.
    one_key: bool,
}

impl ChunkDocuments {
    /// Adds a document whose key is `key`.
    #[inline]
    pub fn push(&mut self, arena: &KeyArena, entry: Entry, key: KeyRef<'_>) {
        self.entries.push(entry);
        self.size_bytes += u64::from(entry.size);
        let Some((first, last)) = &mut self.ends else {
            self.ends = Some((entry, entry));
            self.one_key = true;
            return;
        };
        if arena.compare_to(*first, entry.prefix, key).is_gt() {
            *first = entry;
            self.one_key = false;
        } else if arena.compare_to(*last, entry.prefix, key).is_lt() {
            *last = entry;
            self.one_key = false;
        }
    }

    /// Number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Their sizes added up, bytes.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// The documents in no particular order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The documents in key order, equal keys in order of arrival.
    pub fn sorted(&mut self, arena: &KeyArena) -> &[Entry] {
        if self.n_sorted < self.entries.len() {
            // A stable sort: it finds the sorted run at the front, and keeps equal keys in order of arrival.
            self.entries.sort_by(|left, right| arena.compare(*left, *right));
            self.n_sorted = self.entries.len();
        }
        &self.entries
    }

    /// The entries with the smallest and the largest key.
    #[must_use]
    pub fn ends(&self) -> Option<(Entry, Entry)> {
        self.ends
    }

    /// Whether there are documents and all have one key.
    #[must_use]
    pub fn has_one_key(&self) -> bool {
        self.one_key
    }

    /// Keeps the documents below `key` and hands back the others.
    #[must_use]
    pub fn split_off(&mut self, arena: &KeyArena, key: &KeyValue) -> Self {
        let (prefix, key) = (key.as_ref().prefix(), key.as_ref());
        let at = self.sorted(arena).partition_point(|entry| arena.compare_to(*entry, prefix, key).is_lt());
        let upper = Self::from_sorted(arena, self.entries.split_off(at));
        *self = Self::from_sorted(arena, std::mem::take(&mut self.entries));
        upper
    }

    /// Takes in the documents of the next chunk in key order, all of whose keys are greater.
    pub fn append(&mut self, upper: &mut Self) {
        self.one_key = (self.one_key && upper.is_empty()) || (upper.one_key && self.is_empty());
        if self.n_sorted == self.entries.len() {
            self.n_sorted += upper.n_sorted;
        }
        self.entries.append(&mut upper.entries);
        self.size_bytes += upper.size_bytes;
        self.ends = match (self.ends, upper.ends) {
            (Some((first, _)), Some((_, last))) => Some((first, last)),
            (own, other) => own.or(other),
        };
    }

    /// Takes out the documents whose keys lie at these offsets.
    pub fn remove(&mut self, arena: &KeyArena, offsets: &BTreeSet<u32>) {
        self.sorted(arena);
        self.entries.retain(|entry| !offsets.contains(&entry.offset));
        *self = Self::from_sorted(arena, std::mem::take(&mut self.entries));
    }

    /// Gives another size to the document whose key lies at an offset.
    pub fn resize(&mut self, offset: u32, size: u32) {
        let of_document = |entry: &&mut Entry| entry.offset == offset;
        if let Some(entry) = self.entries.iter_mut().find(of_document) {
            self.size_bytes = self.size_bytes - u64::from(entry.size) + u64::from(size);
            entry.size = size;
        }
        for end in self.ends.iter_mut().flat_map(|(first, last)| [first, last]) {
            if end.offset == offset {
                end.size = size;
            }
        }
    }

    fn from_sorted(arena: &KeyArena, entries: Vec<Entry>) -> Self {
        let ends = entries.first().copied().zip(entries.last().copied());
        Self {
            n_sorted: entries.len(),
            size_bytes: entries.iter().map(|entry| u64::from(entry.size)).sum(),
            ends,
            one_key: ends.is_some_and(|(first, last)| arena.compare(first, last).is_eq()),
            entries,
        }
    }
}
