//! Random and hashed keys.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::*;

/// `sh.status()` after hashing `username` on three shards: two chunks each, at sixths of the hash space.
#[test]
fn two_chunks_on_each_of_three_shards() {
    let expected = [
        "[MinKey, -6148914691236517204) shard0000",
        "[-6148914691236517204, -3074457345618258602) shard0000",
        "[-3074457345618258602, 0) shard0001",
        "[0, 3074457345618258602) shard0001",
        "[3074457345618258602, 6148914691236517204) shard0002",
        "[6148914691236517204, MaxKey) shard0002",
    ];
    for server in CHUNK_COUNTING {
        let book = Book::new(server, "shard0000 shard0001 shard0002", "username:hashed");
        assert_eq!(long_chunks(&book), expected, "{server:?}");
    }
    let sixths = |server| {
        let book = Book::new(server, "shard0000 shard0001 shard0002", "username:hashed");
        long_chunks(&book).iter().map(|chunk| chunk.split(' ').next_back().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let shuffled = ["shard0002", "shard0002", "shard0000", "shard0000", "shard0001", "shard0001"];
    assert_eq!(sixths(ServerVersion::V6_0), shuffled, "the same chunks in another order of shards");
    assert_eq!(sixths(ServerVersion::V7_0), shuffled);
    assert_eq!(sixths(ServerVersion::V8_0), ["shard0002", "shard0000", "shard0001"], "one each");
}

fn long_chunks(book: &Book) -> Vec<String> {
    let collection = book.collection();
    let text = |key: &crate::bson::KeyValue| {
        let bound = collection.pattern().unwrap().decode(key.as_ref());
        match bound.iter().next().unwrap().unwrap().1 {
            RawBsonRef::Int64(hash) => hash.to_string(),
            RawBsonRef::MinKey => "MinKey".to_owned(),
            _ => "MaxKey".to_owned(),
        }
    };
    let line = |chunk: &Chunk| format!("[{}, {}) {}", text(chunk.min()), text(chunk.max()), book.shard_of(chunk));
    collection.chunks().iter().map(line).collect()
}

/// The book counted 2,726, 2,942 and 4,332 of 10,000 random inserts: roughly even, never exactly.
#[test]
fn ten_thousand_random_inserts_are_roughly_even() {
    for server in [ServerVersion::V4_2, ServerVersion::V5_0, ServerVersion::V8_0] {
        for pattern in ["x", "x:hashed"] {
            let mut random = Stream::new(2019, "x");
            // Fractions would all have the hash of 0.
            let mut document = || {
                if pattern == "x" {
                    rawdoc! { "x": random.unit() }
                } else {
                    rawdoc! { "x": i64::try_from(random.next_u64() >> 1).unwrap() }
                }
            };
            let mut book = Book::new(server, "spock1 spock2 spock3", pattern);
            if pattern == "x" {
                // Some data first: until it is split and balanced, one chunk takes everything.
                book.stream((0..1_000).map(|_| document()), 50);
                book.rest();
                book.fresh_inserts();
            }
            book.stream((0..10_000).map(|_| document()), 20);
            let taken = book.fresh_inserts();
            assert_eq!(taken.iter().sum::<u64>(), 10_000);
            assert!(taken.iter().all(|n| (2_000..=5_000).contains(n)), "{server:?} {pattern}: {taken:?}");
            assert!(taken.iter().any(|n| *n != taken[0]), "{server:?} {pattern}: exactly even");
            book.rest();
        }
    }
}

/// A hash of three values is three values: hashing does not help a log level.
#[test]
fn hashing_does_not_make_values_more() {
    for server in ServerVersion::ALL {
        let mut book = Book::new(server, "s0 s1 s2 s3", "level:hashed");
        let levels = ["DEBUG", "WARN", "ERROR"];
        book.stream((0..900).map(|idx| rawdoc! { "level": levels[idx % 3] }), 100);
        assert!(book.filled_chunks() <= 3, "{server:?}");
        let n_filled = book.documents().iter().filter(|n| **n > 0).count();
        assert!(n_filled <= 3, "{server:?}: one shard of four is empty");
    }
}

/// 1, 1.5 and 1.999999 have one hash, and so one chunk.
#[test]
fn fractions_are_cut_off_before_hashing() {
    let mut book = Book::new(ServerVersion::V4_2, "s0 s1 s2", "price:hashed");
    book.stream([1.0, 1.5, 1.999_999].map(|price| rawdoc! { "price": price }), 0);
    book.stream([rawdoc! { "price": 1_i64 }], 0);
    assert_eq!(book.filled_chunks(), 1);
    book.stream([rawdoc! { "price": 2.0 }, rawdoc! { "price": 3.0 }, rawdoc! { "price": 4.0 }], 0);
    assert!(book.filled_chunks() > 1);
}
