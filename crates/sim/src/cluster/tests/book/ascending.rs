//! Ascending keys: the max chunk, log levels, and chunks moved by hand.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::*;

fn ids(ids: std::ops::Range<i64>) -> impl Iterator<Item = RawDocumentBuf> {
    ids.map(|id| rawdoc! { "_id": id })
}

/// Every insert goes to the chunk that ends at `MaxKey`, whatever the version does with chunks meanwhile; at any moment one
/// shard takes all.
#[test]
fn the_max_chunk_takes_every_insert() {
    for server in ServerVersion::ALL {
        let mut book = Book::new(server, "s0 s1 s2", "_id");
        for id in 0..2_000_i64 {
            book.cluster.advance_to(book.cluster.now() + 100);
            let max_chunk = book.collection().chunks().last().unwrap();
            let (chunk_id, shard_idx) = (max_chunk.id(), max_chunk.shard_idx());
            assert_eq!(book.chunk_of(&rawdoc! { "_id": id }).id(), chunk_id, "{server:?}");
            let taken = book.collection().shard_inserts_total(shard_idx);
            book.stream(ids(id..id + 1), 0);
            assert_eq!(book.collection().shard_inserts_total(shard_idx), taken + WEIGHT, "{server:?} {id}");
        }
        book.rest();
        let n_chunks = book.collection().chunks().len();
        assert!(n_chunks > 10, "{server:?}: {n_chunks} chunks fell off the max chunk");
    }
}

/// 4.2 moves the max chunk to another shard as it splits it off: that spreads where chunks are made, not where inserts go.
/// From 6.0.3 on the max chunk stays until the balancer peels the data below it away.
#[test]
fn the_top_chunk_optimisation_spreads_chunks_not_inserts() {
    let mut book = Book::new(ServerVersion::V4_2, "s0 s1 s2", "_id");
    let mut homes = std::collections::BTreeSet::new();
    for day in 0..100 {
        book.stream(ids(day * 20..day * 20 + 20), 500);
        let max_chunk = book.collection().chunks().last().unwrap();
        homes.insert(max_chunk.shard_idx());
    }
    assert_eq!(homes.len(), 3, "the max chunk has been everywhere");
    let counts = book.chunk_counts();
    assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 2, "{counts:?}");

    let mut book = Book::new(ServerVersion::V8_0, "s0 s1 s2", "_id");
    for day in 0..100 {
        book.stream(ids(day * 20..day * 20 + 20), 500);
        assert_eq!(book.collection().chunks().last().unwrap().shard_idx(), 0, "day {day}");
    }
    assert_eq!(book.fresh_inserts(), [2_000, 0, 0]);
    assert!(book.documents()[1] > 300, "data is moved away afterwards: {:?}", book.documents());
}

/// Three values, three chunks with documents, however many documents there are: none can be split, none can be moved.
#[test]
fn a_log_level_is_stuck_at_three_chunks() {
    let levels = ["DEBUG", "WARN", "ERROR"];
    for server in ServerVersion::ALL {
        let mut book = Book::new(server, "s0 s1 s2 s3", "logLevel");
        for n_documents in [300, 600, 1_200] {
            book.stream((0..n_documents).map(|idx| rawdoc! { "logLevel": levels[idx % 3] }), 100);
            assert!(book.filled_chunks() <= 3, "{server:?}");
        }
        book.rest();
        assert!(book.filled_chunks() <= 3, "{server:?}");
        assert!(book.documents().contains(&0), "{server:?}: a fourth shard has nothing: {:?}", book.documents());
        for level in levels {
            let chunk = book.chunk_of(&rawdoc! { "logLevel": level });
            assert!(chunk.indivisible() && chunk.n_bytes() > 15 * MIB, "{server:?}: {} bytes", chunk.n_bytes());
            let refusal = book.cluster.split_find(NS, ChunkRef::Find(&rawdoc! { "logLevel": level })).unwrap_err();
            assert_eq!((refusal.code(), refusal.code_name()), (87, "CannotSplit"), "{server:?}");
        }
        let to = if book.shard_of(book.chunk_of(&rawdoc! { "logLevel": "WARN" })) == "s0" { "s1" } else { "s0" };
        let refusal =
            book.cluster.move_chunk(NS, ChunkRef::Find(&rawdoc! { "logLevel": "WARN" }), to, false).unwrap_err();
        assert_eq!((refusal.code(), refusal.code_name()), (153, "ChunkTooBig"), "{server:?}");

        // With a timestamp behind it the key varies enough.
        let mut book = Book::new(server, "s0 s1 s2 s3", "logLevel timestamp");
        let log = (0..2_100_i64)
            .map(|idx| rawdoc! { "logLevel": levels[usize::try_from(idx % 3).unwrap()], "timestamp": idx });
        book.stream(log, 100);
        book.rest();
        assert!(book.filled_chunks() > 10, "{server:?}");
        assert!(book.documents().iter().all(|n| *n > 200), "{server:?}: {:?}", book.documents());
        assert!(!book.collection().chunks().iter().any(Chunk::jumbo), "{server:?}");
    }
}

/// Chunks moved by hand while the balancer runs: it evens them out again. By counts up to 5.0; since 6.0 by bytes, so that
/// a move of little data stays.
#[test]
fn the_balancer_undoes_moves_by_hand() {
    for server in CHUNK_COUNTING {
        let mut book = Book::new(server, "s0 s1", "_id");
        for split in [100, 200, 300, 400, 500] {
            book.cluster.split_at(NS, &rawdoc! { "_id": split }).unwrap();
        }
        book.rest();
        assert_eq!(book.chunk_counts(), [3, 3], "{server:?}");
        let from_s0: Vec<i64> = [50, 150, 250, 350, 450, 550]
            .into_iter()
            .filter(|id| book.chunk_of(&rawdoc! { "_id": *id }).shard_idx() == 0)
            .collect();
        for id in from_s0 {
            book.cluster.move_chunk(NS, ChunkRef::Find(&rawdoc! { "_id": id }), "s1", false).unwrap();
            let ends = book.cluster.migrations().last().unwrap().ends();
            book.cluster.set_balancer(false);
            book.cluster.advance_to(ends);
        }
        assert_eq!(book.chunk_counts(), [0, 6], "{server:?}: by hand, with the balancer stopped");
        book.cluster.set_balancer(true);
        book.rest();
        assert_eq!(book.chunk_counts(), [3, 3], "{server:?}: all the work is undone");
    }
    for (server, n_documents, moved_back) in [(ServerVersion::V6_0, 200, true), (ServerVersion::V8_0, 60, false)] {
        let mut book = Book::new(server, "s0 s1", "_id");
        book.stream(ids(0..n_documents / 2), 0);
        book.cluster.split_at(NS, &rawdoc! { "_id": n_documents / 4 }).unwrap();
        book.cluster.set_balancer(false);
        book.cluster
            .move_range(NS, Some(&rawdoc! { "_id": 0 }), Some(&rawdoc! { "_id": n_documents / 4 }), "s1", true)
            .unwrap();
        while !book.cluster.migrations().is_empty() {
            let at = book.cluster.next_event_at().unwrap();
            book.cluster.advance_to(at);
        }
        book.stream(ids(n_documents / 4..n_documents), 0);
        let before = book.documents();
        book.cluster.set_balancer(true);
        book.rest();
        assert_eq!(book.documents() != before, moved_back, "{server:?}: {before:?}, then {:?}", book.documents());
    }
}
