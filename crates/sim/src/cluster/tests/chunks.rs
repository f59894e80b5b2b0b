//! Splits, merges, moves: bounds, versions, counts, history.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;
use crate::catalog::OwnerReason;

fn point(x: i64) -> RawDocumentBuf {
    rawdoc! { "x": x }
}

/// One chunk [0, 100) on `s0` between two empty ones, with a document at each whole key, on an idle cluster.
fn hundred() -> Cluster {
    let (mut cluster, orders) = sharded("s0 s1");
    cluster.set_balancer(false);
    cluster.set_range_size(100 * MIB).unwrap();
    cluster.split_at_all(NS, &[&point(0), &point(100)]).unwrap();
    insert(&mut cluster, orders, 0..100);
    cluster
}

#[test]
fn ranges_are_cut_out_of_their_chunk() {
    for (min, max, expected) in [
        (Some(10), Some(30), vec!["[0, 10) s0", "[10, 30) s1", "[30, 100) s0"]),
        (Some(0), Some(20), vec!["[0, 20) s1", "[20, 100) s0"]),
        (Some(40), Some(100), vec!["[0, 40) s0", "[40, 100) s1"]),
        (Some(0), None, vec!["[0, 100) s1"]),
    ] {
        let mut cluster = hundred();
        let (min, max) = (min.map(point), max.map(point));
        cluster.move_range(NS, min.as_deref(), max.as_deref(), "s1", false).unwrap();
        rest(&mut cluster);
        let all = chunks(&cluster);
        assert_eq!(all[1..all.len() - 1], expected[..]);
        cluster.check_invariants().unwrap();
    }
}

/// About a range size from the given end: 40 MiB are 40 documents, so the first part holds 39.
#[test]
fn one_bound_alone_takes_a_range_size() {
    for (min, max, expected) in [
        (Some(0), None, ["[0, 39) s1", "[39, 100) s0"]),
        (Some(50), None, ["[0, 50) s0", "[50, 100) s1"]),
        (None, Some(100), ["[0, 60) s0", "[60, 100) s1"]),
    ] {
        let mut cluster = hundred();
        cluster.set_range_size(40 * MIB).unwrap();
        let (min, max) = (min.map(point), max.map(point));
        cluster.move_range(NS, min.as_deref(), max.as_deref(), "s1", false).unwrap();
        rest(&mut cluster);
        let all = chunks(&cluster);
        assert_eq!(all[1..all.len() - 1], expected, "{min:?} {max:?}");
    }
}

#[test]
fn versions_rise_as_the_config_server_sets_them() {
    let mut cluster = hundred();
    assert_eq!(versions(&cluster), ["1|1", "1|2", "1|3"], "split of 1|0");
    cluster.move_range(NS, Some(&point(10)), Some(&point(30)), "s1", false).unwrap();
    rest(&mut cluster);
    assert_eq!(chunks(&cluster)[1..4], ["[0, 10) s0", "[10, 30) s1", "[30, 100) s0"]);
    assert_eq!(versions(&cluster), ["2|3", "2|1", "2|0", "2|2", "1|3"], "moved, left, right, another of the donor");
    cluster.merge_chunks(NS, &rawdoc! { "x": RawBsonRef::MinKey }, &point(10)).unwrap();
    assert_eq!(versions(&cluster), ["2|4", "2|0", "2|2", "1|3"]);
    cluster.merge_chunks(NS, &point(10), &point(30)).unwrap();
    assert_eq!(versions(&cluster), ["2|4", "2|0", "2|2", "1|3"], "one chunk: nothing to do");
    assert_eq!(cluster.move_range(NS, Some(&point(10)), None, "s1", false), Ok(None), "there already");
}

#[test]
fn history_follows_the_documents() {
    let mut cluster = hundred();
    let ids =
        |cluster: &Cluster| -> Vec<u32> { cluster.collection(NS).unwrap().chunks().iter().map(Chunk::id).collect() };
    assert_eq!(ids(&cluster), [0, 2, 1]);
    cluster.advance_to(5_000);
    cluster.move_range(NS, Some(&point(10)), Some(&point(30)), "s1", false).unwrap();
    let ends = cluster.migrations()[0].ends();
    rest(&mut cluster);
    assert_eq!(ids(&cluster), [0, 2, 4, 3, 1], "the leftmost part keeps the id");
    let collection = cluster.collection(NS).unwrap();
    let moved = &collection.chunks()[2];
    assert_eq!(moved.owner_since(), ends);
    let from_here = OwnerReason::Moved { migration_id: 0, from: 0, reason: MoveReason::Manual };
    assert_eq!(moved.owner_reason(), &from_here);
    assert_eq!(moved.n_documents(), 20 * STANDS_FOR);
    assert_eq!(moved.n_inserts_total(), 20 * STANDS_FOR, "inserts go along with their range");
    assert_eq!((collection.shard_inserts_total(0), collection.shard_inserts_total(1)), (100 * STANDS_FOR, 0));
    let left = &collection.chunks()[1];
    assert_eq!((left.owner_since(), left.owner_reason()), (0, &OwnerReason::Initial));
}

#[test]
fn the_donor_takes_inserts_until_the_end() {
    let mut cluster = hundred();
    cluster.move_range(NS, Some(&point(10)), Some(&point(30)), "s1", false).unwrap();
    let before = (cluster.migrations()[0].n_documents(), cluster.migrations()[0].n_bytes());
    assert_eq!(before, (20 * STANDS_FOR, 20 * MIB));
    insert(&mut cluster, 0, [9, 10, 29, 30, 5_000]);
    let migration = &cluster.migrations()[0];
    assert_eq!(migration.n_documents(), 22 * STANDS_FOR);
    assert_eq!(cluster.collection(NS).unwrap().shard_documents(1), 0);
    cluster.check_invariants().unwrap();
    let ends = migration.ends();
    assert_eq!(ends, 200 + 2_000);
    cluster.advance_to(ends - 1);
    assert_eq!(cluster.migrations().len(), 1);
    cluster.advance_to(ends);
    assert_eq!(cluster.collection(NS).unwrap().shard_documents(1), 22 * STANDS_FOR);
    let last = &cluster.events().last().unwrap().kind;
    assert_eq!(last, &EventKind::MigrationDone { id: 0, n_documents: 22 * STANDS_FOR, n_bytes: 22 * MIB });
}

#[test]
fn a_split_by_find_takes_the_median() {
    let mut cluster = hundred();
    cluster.split_find(NS, ChunkRef::Find(&point(7))).unwrap();
    assert_eq!(chunks(&cluster)[1..3], ["[0, 50) s0", "[50, 100) s0"]);
    let (min, max) = (point(50), point(100));
    cluster.split_find(NS, ChunkRef::Bounds(&min, &max)).unwrap();
    assert_eq!(chunks(&cluster)[2..4], ["[50, 75) s0", "[75, 100) s0"]);
    cluster.check_invariants().unwrap();
}

#[test]
fn one_key_cannot_be_split_and_says_so() {
    let (mut cluster, orders) = sharded("s0");
    let indivisible = |cluster: &Cluster| cluster.collection(NS).unwrap().chunks()[0].indivisible();
    assert!(!indivisible(&cluster), "empty");
    insert(&mut cluster, orders, [7, 7]);
    assert!(indivisible(&cluster));
    insert(&mut cluster, orders, [8]);
    assert!(!indivisible(&cluster));
    cluster.split_at(NS, &point(8)).unwrap();
    let flags: Vec<_> = cluster.collection(NS).unwrap().chunks().iter().map(Chunk::indivisible).collect();
    assert_eq!(flags, [true, true]);
}

#[test]
fn inserts_since_a_mark_are_counted_exactly_across_splits() {
    let (mut cluster, orders) = sharded("s0");
    insert(&mut cluster, orders, 0..10);
    let mark = cluster.collection(NS).unwrap().insert_mark();
    insert(&mut cluster, orders, [3, 4, 5, 20]);
    cluster.split_at(NS, &point(5)).unwrap();
    let collection = cluster.collection(NS).unwrap();
    let young: Vec<_> = collection.chunks().iter().map(|chunk| chunk.n_inserts_since(mark) / STANDS_FOR).collect();
    let all: Vec<_> = collection.chunks().iter().map(|chunk| chunk.n_inserts_total() / STANDS_FOR).collect();
    assert_eq!((young, all), (vec![2, 2], vec![7, 7]));
}
