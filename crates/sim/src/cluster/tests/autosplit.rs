//! Splitting in the course of inserts, and the chunk-count balancer, of 4.2 to 5.0. Range size 10 MiB, documents of 1 MiB.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

/// An empty collection sharded by a key, whose documents stand for themselves.
fn empty(server: ServerVersion, shards: &str, pattern: &str) -> (Cluster, CollectionIdx) {
    let mut cluster = cluster_of(server, shards);
    cluster.enable_sharding("shop", None).unwrap();
    cluster.create_collection(NS, 1).unwrap();
    let collection = cluster.shard_collection(NS, key(pattern), ShardCollectionOptions::default()).unwrap();
    (cluster, collection)
}

fn insert_large(cluster: &mut Cluster, collection: CollectionIdx, keys: impl IntoIterator<Item = i64>) {
    for x in keys {
        cluster.insert(collection, &large_document(x)).unwrap();
        cluster.check_invariants().unwrap();
    }
}

/// The first split of an ascending key, with one shard so that nothing moves: when, and where.
#[test]
fn the_first_split_by_version() {
    for (server, n_before, expected) in [
        (ServerVersion::V4_2, 12, vec!["[MinKey, MaxKey) split at 1 11: AutosplitAtEdge"]),
        (ServerVersion::V4_4, 12, vec!["[MinKey, MaxKey) split at 1 11: AutosplitAtEdge"]),
        (ServerVersion::V5_0, 15, vec!["[MinKey, MaxKey) split at 1: AutosplitAtEdge"]),
        (ServerVersion::V6_0, 60, vec![]),
        (ServerVersion::V8_0, 60, vec![]),
    ] {
        let (mut cluster, orders) = empty(server, "s0", "x");
        insert_large(&mut cluster, orders, 0..n_before - 1);
        assert_eq!(happened(&cluster), [""; 0], "{server:?}");
        insert_large(&mut cluster, orders, [n_before - 1]);
        assert_eq!(happened(&cluster), expected, "{server:?}");
    }
}

/// Looked at after every 3 MiB (more than a fifth of 10): the last chunk of an ascending key is cut at its largest document.
#[test]
fn the_last_chunk_is_cut_at_its_largest_document() {
    for (server, expected) in [
        (
            ServerVersion::V4_2,
            ["[11, MaxKey) split at 16 23: AutosplitAtEdge", "[23, MaxKey) split at 28 35: AutosplitAtEdge"],
        ),
        (
            ServerVersion::V4_4,
            ["[11, MaxKey) split at 17: AutosplitAtEdge", "[17, MaxKey) split at 23: AutosplitAtEdge"],
        ),
        (
            ServerVersion::V5_0,
            ["[1, MaxKey) split at 17: AutosplitAtEdge", "[17, MaxKey) split at 29: AutosplitAtEdge"],
        ),
    ] {
        let (mut cluster, orders) = empty(server, "s0", "x");
        insert_large(&mut cluster, orders, 0..48);
        assert_eq!(happened(&cluster)[1..3], expected, "{server:?}");
    }
}

/// A hashed key, and one with a hashed field, is cut in the middle; nothing moves because of it.
#[test]
fn hashed_keys_have_no_top_chunk() {
    for (server, pattern) in [(ServerVersion::V4_2, "x:hashed"), (ServerVersion::V4_4, "y x:hashed")] {
        let (mut cluster, orders) = empty(server, "s0", pattern);
        insert_large(&mut cluster, orders, 0..60);
        let log = happened(&cluster);
        assert!(!log.is_empty() && log.iter().all(|line| line.ends_with(": Autosplit")), "{log:?}");
    }
}

/// The piece at the end goes to the shard with fewest chunks at once, before any round.
#[test]
fn the_top_chunk_moves_to_the_shard_with_fewest_chunks() {
    let (mut cluster, orders) = empty(ServerVersion::V4_2, "s0 s1 s2", "x");
    insert_large(&mut cluster, orders, 0..12);
    assert_eq!(happened(&cluster)[1..], ["[MinKey, 1) s0 -> s1: topChunk"]);
    cluster.advance_to(9_000);
    insert_large(&mut cluster, orders, 12..24);
    assert_eq!(
        happened(&cluster)[2..],
        ["[11, MaxKey) split at 16 23: AutosplitAtEdge", "[23, MaxKey) s0 -> s2: topChunk"]
    );
    cluster.advance_to(cluster.now() + 900);
    insert_large(&mut cluster, orders, 24..30);
    assert_eq!(loads_of(&cluster), [22, 1, 7], "inserts follow the top chunk");
}

fn loads_of(cluster: &Cluster) -> Vec<u64> {
    let collection = cluster.collection(NS).unwrap();
    (0..cluster.shards().len()).map(|idx| collection.shard_bytes(idx) / MIB).collect()
}

/// Not with the balancer off, not for a collection whose balancing is off; and not while a shard is busy.
#[test]
fn the_top_chunk_stays_when_it_may_not_move() {
    let (mut cluster, orders) = empty(ServerVersion::V4_4, "s0 s1", "x");
    cluster.set_balancer(false);
    insert_large(&mut cluster, orders, 0..12);
    assert_eq!(happened(&cluster).len(), 1);

    let (mut cluster, orders) = empty(ServerVersion::V4_4, "s0 s1", "x");
    cluster.set_collection_balancing(NS, false).unwrap();
    insert_large(&mut cluster, orders, 0..12);
    assert_eq!(happened(&cluster).len(), 1);

    let (mut cluster, orders) = empty(ServerVersion::V4_4, "s0 s1", "x");
    insert_large(&mut cluster, orders, 0..18);
    assert_eq!(
        happened(&cluster)[1..],
        [
            "[MinKey, 1) s0 -> s1: topChunk",
            "[11, MaxKey) split at 17: AutosplitAtEdge",
            "[17, MaxKey) s0 -> s1 failed: ShardBusy"
        ]
    );
}

/// One value fills its chunk: no split point, however large it grows. The balancer flags it when its turn to move comes, and
/// takes the next chunk from then on.
#[test]
fn one_value_never_splits_and_becomes_jumbo_when_it_should_move() {
    for (server, n_max) in [(ServerVersion::V4_2, 13), (ServerVersion::V4_4, 13), (ServerVersion::V5_0, 20)] {
        let (mut cluster, orders) = empty(server, "s0 s1", "x");
        for split in [7, 8] {
            cluster.split_at(NS, &rawdoc! { "x": split }).unwrap();
        }
        insert_large(&mut cluster, orders, std::iter::repeat_n(7, 40));
        rest(&mut cluster);
        assert_eq!(happened(&cluster)[2..], ["[MinKey, 7) s0 -> s1: chunksImbalance"], "{server:?}");
        assert!(!cluster.collection(NS).unwrap().chunks()[1].jumbo(), "size alone makes no chunk jumbo");
        for split in [100, 200] {
            cluster.split_at(NS, &rawdoc! { "x": split }).unwrap();
        }
        rest(&mut cluster);
        let expected = [
            &format!("[7, 8) s0 -> s1 failed: ChunkTooBig {{ n_documents: 40, n_documents_max: {n_max} }}"),
            "[7, 8) jumbo",
            "[8, 100) s0 -> s1: chunksImbalance",
        ];
        assert_eq!(happened(&cluster)[5..], expected, "{server:?}");
        assert_eq!(why(&cluster), NoMoveReason::CountsBalanced { ideal: 3 });
        cluster.check_invariants().unwrap();
    }
}

/// Chunks that grew while nothing split them (by hand, or loaded before) are split at every point when they should move.
#[test]
fn a_chunk_too_big_to_move_is_split_at_every_point() {
    for (server, n_max, points) in
        [(ServerVersion::V4_2, 13, "105 111 117 123 129 135"), (ServerVersion::V5_0, 20, "109 119 129")]
    {
        let (mut cluster, orders) = empty(server, "s0 s1", "x");
        cluster.set_range_size(1024 * MIB).unwrap();
        insert_large(&mut cluster, orders, 100..138);
        cluster.split_at(NS, &rawdoc! { "x": 200 }).unwrap();
        cluster.split_at(NS, &rawdoc! { "x": 300 }).unwrap();
        cluster.set_range_size(10 * MIB).unwrap();
        cluster.advance_to(0);
        let expected = [
            format!("[MinKey, 200) s0 -> s1 failed: ChunkTooBig {{ n_documents: 38, n_documents_max: {n_max} }}"),
            format!("[MinKey, 200) split at {points}: TooBig"),
        ];
        assert_eq!(happened(&cluster)[2..], expected, "{server:?}");
        rest(&mut cluster);
        let collection = cluster.collection(NS).unwrap();
        let counts = [collection.shard_chunks(0), collection.shard_chunks(1)];
        assert!(counts[0].abs_diff(counts[1]) <= 1, "{server:?}: {counts:?}");
    }
}

/// A shard that was removed has no share of the chunks: two shards share six chunks although there was a third.
#[test]
fn a_removed_shard_counts_for_nothing() {
    for server in [ServerVersion::V4_2, ServerVersion::V4_4, ServerVersion::V5_0] {
        let (mut cluster, _) = empty(server, "s0 s1 s2", "x");
        cluster.advance_to(0);
        cluster.remove_shard("s2").unwrap();
        for split in [10, 20, 30, 40, 50] {
            cluster.split_at(NS, &rawdoc! { "x": split }).unwrap();
        }
        rest(&mut cluster);
        let collection = cluster.collection(NS).unwrap();
        assert_eq!([0, 1, 2].map(|idx| collection.shard_chunks(idx)), [3, 3, 0], "{server:?}");
        assert_eq!(why(&cluster), NoMoveReason::CountsBalanced { ideal: 3 });
    }
}
