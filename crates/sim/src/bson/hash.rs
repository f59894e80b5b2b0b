//! The hash of a hashed index, bit for bit. Source: server 8.0, `BSONElementHasher::hash64`; unchanged since 2.4.

use ::bson::{RawBsonRef, RawDocument};

use super::number::{squash_decimal, squash_double};
use super::{canonical_type, raw};

/// The hash that a hashed shard key stores for a value: the first eight bytes of an MD5, as a little-endian int64.
///
/// Missing fields hash as null; that is for the caller to say. Arrays have a hash too, although no key may hold one.
#[must_use]
pub fn hash64(value: RawBsonRef<'_>) -> i64 {
    hash64_seeded(value, 0)
}

/// The hash with a seed. Indexes used by sharding always have seed 0.
#[must_use]
pub fn hash64_seeded(value: RawBsonRef<'_>, seed: i32) -> i64 {
    // The usual keys go straight into one block. The general way below gives the same hash.
    match value {
        RawBsonRef::ObjectId(id) => return hash_short(seed, value, id.bytes()),
        RawBsonRef::DateTime(date) => return hash_short(seed, value, date.timestamp_millis().to_le_bytes()),
        RawBsonRef::Int32(number) => return hash_short(seed, value, i64::from(number).to_le_bytes()),
        RawBsonRef::Int64(number) => return hash_short(seed, value, number.to_le_bytes()),
        _ => {}
    }
    hash_any(seed, value)
}

fn hash_any(seed: i32, value: RawBsonRef<'_>) -> i64 {
    let mut md5 = Md5::new();
    md5.feed_array(seed.to_le_bytes());
    feed_value(&mut md5, value, None);
    md5.finish()
}

/// Hashes a value of at most 47 bytes, padding included.
#[inline]
fn hash_short<const N: usize>(seed: i32, value: RawBsonRef<'_>, payload: [u8; N]) -> i64 {
    const { assert!(8 + N < LENGTH_AT) };
    let mut block = [0; BLOCK_LEN];
    block[..4].copy_from_slice(&seed.to_le_bytes());
    block[4..8].copy_from_slice(&i32::from(canonical_type(value)).to_le_bytes());
    block[8..8 + N].copy_from_slice(&payload);
    block[8 + N] = END_OF_MESSAGE;
    block[LENGTH_AT..].copy_from_slice(&(8 * (8 + N as u64)).to_le_bytes());
    let mut state = MD5_START;
    md5::block_api::compress(&mut state, std::slice::from_ref(&block));
    first_eight_bytes(state)
}

/// Type, name (inside containers only), then the value. Numbers of all types go in as one int64, so that equal ones
/// hash alike.
fn feed_value(md5: &mut Md5, value: RawBsonRef<'_>, name: Option<&str>) {
    md5.feed_array(i32::from(canonical_type(value)).to_le_bytes());
    if let Some(name) = name {
        md5.feed(name.as_bytes());
        md5.feed_array([0]);
    }
    match value {
        RawBsonRef::Int32(value) => md5.feed_array(i64::from(value).to_le_bytes()),
        RawBsonRef::Int64(value) => md5.feed_array(value.to_le_bytes()),
        RawBsonRef::Double(value) => md5.feed_array(squash_double(value).to_le_bytes()),
        RawBsonRef::Decimal128(value) => md5.feed_array(squash_decimal(value).to_le_bytes()),
        RawBsonRef::ObjectId(value) => md5.feed_array(value.bytes()),
        RawBsonRef::Boolean(value) => md5.feed_array([u8::from(value)]),
        RawBsonRef::DateTime(value) => md5.feed_array(value.timestamp_millis().to_le_bytes()),
        RawBsonRef::Timestamp(value) => {
            md5.feed_array(value.increment.to_le_bytes());
            md5.feed_array(value.time.to_le_bytes());
        }
        RawBsonRef::String(text) | RawBsonRef::Symbol(text) | RawBsonRef::JavaScriptCode(text) => {
            md5.feed_array(raw::len_i32(text.len() + 1).to_le_bytes());
            feed_cstring(md5, text);
        }
        RawBsonRef::Binary(binary) => {
            let len = raw::binary_len(binary);
            md5.feed_array(raw::len_i32(len).to_le_bytes());
            md5.feed_array([u8::from(binary.subtype)]);
            if len != binary.bytes.len() {
                md5.feed_array(raw::len_i32(binary.bytes.len()).to_le_bytes());
            }
            md5.feed(binary.bytes);
        }
        RawBsonRef::RegularExpression(regex) => {
            feed_cstring(md5, regex.pattern.as_str());
            feed_cstring(md5, regex.options.as_str());
        }
        RawBsonRef::DbPointer(_) => md5.feed(&raw::value_bytes(value)),
        RawBsonRef::Document(document) => feed_fields(md5, document),
        RawBsonRef::Array(array) => {
            array.iter_elements().map_while(Result::ok).for_each(|element| {
                if let Ok(value) = element.value() {
                    feed_value(md5, value, Some(element.key().as_str()));
                }
            });
            feed_end(md5);
        }
        RawBsonRef::JavaScriptCodeWithScope(code) => {
            feed_cstring(md5, code.code);
            feed_fields(md5, code.scope);
        }
        RawBsonRef::Null | RawBsonRef::Undefined | RawBsonRef::MinKey | RawBsonRef::MaxKey => {}
    }
}

fn feed_fields(md5: &mut Md5, document: &RawDocument) {
    for (name, value) in raw::fields(document) {
        feed_value(md5, value, Some(name));
    }
    feed_end(md5);
}

/// The type of the end-of-document marker, 0.
fn feed_end(md5: &mut Md5) {
    md5.feed_array([0; 4]);
}

fn feed_cstring(md5: &mut Md5, text: &str) {
    md5.feed(text.as_bytes());
    md5.feed_array([0]);
}

const BLOCK_LEN: usize = 64;
const MD5_START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
const END_OF_MESSAGE: u8 = 0x80;
/// Where the length of the message stands in the last block.
const LENGTH_AT: usize = 56;

/// A streaming MD5 over one block on the stack, without an allocation.
struct Md5 {
    state: [u32; 4],
    block: [u8; BLOCK_LEN],
    /// Bytes in `block`, always fewer than `BLOCK_LEN`.
    n_block: usize,
    n_compressed: u64,
}

impl Md5 {
    #[inline]
    fn new() -> Self {
        Self { state: MD5_START, block: [0; BLOCK_LEN], n_block: 0, n_compressed: 0 }
    }

    /// As [`feed`](Self::feed), for pieces whose length the compiler knows.
    #[inline]
    fn feed_array<const N: usize>(&mut self, bytes: [u8; N]) {
        let end = self.n_block + N;
        match self.block.get_mut(self.n_block..end) {
            Some(slot) if end < BLOCK_LEN => {
                slot.copy_from_slice(&bytes);
                self.n_block = end;
            }
            _ => self.feed(&bytes),
        }
    }

    fn feed(&mut self, mut bytes: &[u8]) {
        loop {
            let n = bytes.len().min(BLOCK_LEN - self.n_block);
            let (now, later) = bytes.split_at(n);
            self.block[self.n_block..self.n_block + n].copy_from_slice(now);
            self.n_block += n;
            if self.n_block < BLOCK_LEN {
                return;
            }
            self.compress();
            bytes = later;
        }
    }

    fn compress(&mut self) {
        md5::block_api::compress(&mut self.state, std::slice::from_ref(&self.block));
        self.n_compressed += BLOCK_LEN as u64;
        self.n_block = 0;
    }

    #[inline]
    fn finish(mut self) -> i64 {
        let n_bits = 8 * (self.n_compressed + self.n_block as u64);
        self.block[self.n_block] = END_OF_MESSAGE;
        self.block[self.n_block + 1..].fill(0);
        if self.n_block >= LENGTH_AT {
            self.compress();
            self.block.fill(0);
        }
        self.block[LENGTH_AT..].copy_from_slice(&n_bits.to_le_bytes());
        self.compress();
        first_eight_bytes(self.state)
    }
}

/// The start of the digest as a little-endian int64.
fn first_eight_bytes([low, high, ..]: [u32; 4]) -> i64 {
    i64::from(low) | i64::from(high) << 32
}
