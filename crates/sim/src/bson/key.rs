//! Shard key values and bounds as bytes.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// An owned shard key value or chunk bound.
///
/// Plain byte order of [`bytes`](Self::bytes) is BSON order over the fields in pattern order, so every comparison of the
/// simulation is a `memcmp`. [`types`](Self::types) carries what that order ignores (int32, int64, double or decimal;
/// string or symbol; the sign of zero), so that the value can be shown exactly as it came in. Equality, order and hash
/// look at the bytes only: `{ a: 1 }` and `{ a: 1.0 }` are one key.
#[derive(Clone, Debug)]
pub struct KeyValue {
    bytes: Box<[u8]>,
    types: Box<[u8]>,
}

impl KeyValue {
    /// Copies an encoded key.
    #[must_use]
    pub fn new(bytes: &[u8], types: &[u8]) -> Self {
        Self { bytes: bytes.into(), types: types.into() }
    }

    /// The order-preserving bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The types that the order ignores, one entry per number and string from left to right.
    #[must_use]
    pub fn types(&self) -> &[u8] {
        &self.types
    }

    /// A borrowed view.
    #[must_use]
    pub fn as_ref(&self) -> KeyRef<'_> {
        KeyRef { bytes: &self.bytes, types: &self.types }
    }
}

/// A borrowed shard key value; compares like [`KeyValue`].
#[derive(Clone, Copy, Debug)]
pub struct KeyRef<'a> {
    /// The order-preserving bytes.
    pub bytes: &'a [u8],
    /// The types that the order ignores.
    pub types: &'a [u8],
}

impl KeyRef<'_> {
    /// An owned copy.
    #[must_use]
    pub fn to_value(self) -> KeyValue {
        KeyValue::new(self.bytes, self.types)
    }

    /// The first eight bytes, big endian, padded with zeros: `a.prefix() < b.prefix()` implies `a < b`, and equal
    /// prefixes leave the decision to the bytes.
    #[must_use]
    pub fn prefix(self) -> u64 {
        match self.bytes.first_chunk() {
            Some(head) => u64::from_be_bytes(*head),
            None => {
                self.bytes.iter().zip(0..).fold(0, |prefix, (&byte, idx)| prefix | u64::from(byte) << (56 - 8 * idx))
            }
        }
    }
}

/// A buffer to encode into, reused so that the hot path allocates nothing per document.
#[derive(Clone, Debug, Default)]
pub struct KeyBuf {
    /// The order-preserving bytes.
    pub bytes: Vec<u8>,
    /// The types that the order ignores.
    pub types: Vec<u8>,
}

impl KeyBuf {
    /// Empties the buffer and keeps its memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.types.clear();
    }

    /// A borrowed view of what was encoded.
    #[must_use]
    pub fn as_ref(&self) -> KeyRef<'_> {
        KeyRef { bytes: &self.bytes, types: &self.types }
    }

    /// An owned copy of what was encoded.
    #[must_use]
    pub fn to_value(&self) -> KeyValue {
        self.as_ref().to_value()
    }
}

impl PartialEq for KeyValue {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for KeyValue {}

impl PartialOrd for KeyValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KeyValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes.cmp(&other.bytes)
    }
}

impl Hash for KeyValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl PartialEq for KeyRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for KeyRef<'_> {}

impl PartialOrd for KeyRef<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KeyRef<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes.cmp(other.bytes)
    }
}

impl Hash for KeyRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}
