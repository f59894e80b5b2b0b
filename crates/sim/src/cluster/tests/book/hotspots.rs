//! Multi-hotspot keys: a coarse random value first, an ascending one behind it.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use std::collections::BTreeSet;

use super::*;

/// Documents `{ state, _id }` with `n_states` states, each as likely, and rising ids.
struct Hotspots {
    random: Stream,
    n_states: u64,
    next_id: i64,
}

impl Hotspots {
    fn new(n_states: u64) -> Self {
        Self { random: Stream::new(50, "state"), n_states, next_id: 0 }
    }

    fn documents(&mut self, n: usize) -> Vec<RawDocumentBuf> {
        let mut documents = Vec::new();
        for _ in 0..n {
            let state = i64::try_from(self.random.up_to(self.n_states - 1)).unwrap();
            documents.push(rawdoc! { "state": state, "_id": self.next_id });
            self.next_id += 1;
        }
        documents
    }
}

/// How many chunks and how many shards the next inserts would go to at this moment.
fn spread(book: &Book, documents: &[RawDocumentBuf]) -> (usize, usize) {
    let hot: Vec<&Chunk> = documents.iter().map(|document| book.chunk_of(document)).collect();
    let distinct = |of: fn(&Chunk) -> usize| hot.iter().map(|chunk| of(chunk)).collect::<BTreeSet<_>>().len();
    (distinct(|chunk| chunk.id() as usize), distinct(Chunk::shard_idx))
}

fn grown(server: ServerVersion, n_states: u64, shards: &str) -> (Book, Hotspots) {
    let mut book = Book::new(server, shards, "state _id");
    let mut hotspots = Hotspots::new(n_states);
    book.stream(hotspots.documents(3_000), 100);
    book.rest();
    (book, hotspots)
}

/// Too few: two hot chunks keep two shards busy, the third waits. A few for each shard: all of them write, in few places.
/// Too many: every insert goes somewhere else, as with a random key.
#[test]
fn too_few_enough_and_too_many_hotspots() {
    for server in ServerVersion::ALL {
        let (few, mut documents) = grown(server, 2, "s0 s1 s2");
        let (n_hot, n_shards) = spread(&few, &documents.documents(300));
        assert!(n_hot == 2 && n_shards <= 2, "{server:?}: {n_hot} hot chunks on {n_shards} shards");

        let (enough, mut documents) = grown(server, 12, "s0 s1 s2");
        let (n_hot, n_shards) = spread(&enough, &documents.documents(300));
        // Without splits on insert several states share a chunk.
        let expected = if CHUNK_COUNTING.contains(&server) { 12..=12 } else { 3..=12 };
        assert!(expected.contains(&n_hot) && n_shards == 3, "{server:?}: {n_hot} hot chunks on {n_shards} shards");

        let (many, mut documents) = grown(server, 3_000, "s0 s1 s2");
        let n_filled = many.filled_chunks();
        let (n_hot, n_shards) = spread(&many, &documents.documents(3_000));
        assert!(n_hot * 10 >= n_filled * 9 && n_shards == 3, "{server:?}: {n_hot} of {n_filled} chunks take inserts");
    }
}

/// One hotspot for each shard cannot grow: whatever chunks a new shard gets, one of four shards has nothing to write.
#[test]
fn three_hotspots_cannot_feed_four_shards() {
    for server in CHUNK_COUNTING {
        let (mut book, mut documents) = grown(server, 3, "s0 s1 s2");
        book.cluster.add_shard("s3", &[]).unwrap();
        book.rest();
        assert!(book.chunk_counts()[3] > 5, "{server:?}: {:?}", book.chunk_counts());
        assert!(book.documents()[3] > 100, "{server:?}: {:?}", book.documents());
        book.fresh_inserts();
        for document in documents.documents(30) {
            book.stream([document], 0);
        }
        let taken = book.fresh_inserts();
        assert!(taken.contains(&0), "{server:?}: {taken:?}");
    }
}

/// After a split one half is dead: only the upper one grows, until it is split in its turn.
#[test]
fn the_lower_half_of_a_split_is_dead() {
    for server in CHUNK_COUNTING {
        let (mut book, mut documents) = grown(server, 5, "s0 s1 s2");
        let hot: Vec<u32> =
            (0..5_i64).map(|state| book.chunk_of(&rawdoc! { "state": state, "_id": documents.next_id }).id()).collect();
        let frozen: Vec<(u32, u64)> = book
            .collection()
            .chunks()
            .iter()
            .filter(|chunk| !hot.contains(&chunk.id()))
            .map(|chunk| (chunk.id(), chunk.n_documents()))
            .collect();
        assert!(frozen.len() > 50, "{server:?}: {} dead chunks", frozen.len());
        let n_chunks = book.collection().chunks().len();
        book.stream(documents.documents(1_000), 100);
        book.rest();
        assert!(book.collection().chunks().len() > n_chunks + 10, "{server:?}");
        for (id, n_documents) in frozen {
            let chunk = book.collection().chunks().iter().find(|chunk| chunk.id() == id).unwrap();
            assert_eq!(chunk.n_documents(), n_documents, "{server:?}: chunk {id}");
        }
    }
}
