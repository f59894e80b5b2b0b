//! The `AutoMerger` of 7.0 and 8.0: every hour, what has lain side by side for five minutes.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::support::*;

const HOUR: Tick = 3_600_000;

/// Cut at 0, 10, 20, 30, 40; balancing is done by hand.
fn cut(server: ServerVersion, shards: &str) -> Cluster {
    let (mut cluster, _) = sharded_of(server, shards);
    for x in [0, 10, 20, 30, 40] {
        cluster.split_at(NS, &rawdoc! { "x": x }).unwrap();
    }
    cluster
}

fn move_to(cluster: &mut Cluster, x: i64, shard: &str) {
    cluster.move_chunk(NS, ChunkRef::Find(&rawdoc! { "x": x }), shard, false).unwrap();
    while !cluster.migrations().is_empty() {
        cluster.advance_to(cluster.next_event_at().unwrap());
    }
}

#[test]
fn neighbours_of_one_shard_become_one() {
    let mut cluster = cut(ServerVersion::V8_0, "s0 s1");
    move_to(&mut cluster, 20, "s1");
    assert_eq!(cluster.next_event_at(), Some(10_000), "a round first");
    cluster.advance_to(HOUR - 1);
    assert_eq!(chunks(&cluster).len(), 6);
    assert!(cluster.is_at_rest());
    assert_eq!(cluster.next_event_at(), Some(HOUR));
    cluster.advance_to(HOUR);
    assert_eq!(chunks(&cluster), ["[MinKey, 20) s0", "[20, 30) s1", "[30, MaxKey) s0"]);
    assert_eq!(
        happened(&cluster)[6..],
        ["3 merged to [MinKey, 20): AutoMerger", "2 merged to [30, MaxKey): AutoMerger"]
    );
    cluster.check_invariants().unwrap();
    cluster.advance_to(2 * HOUR);
    assert_eq!(cluster.next_event_at(), None, "nothing more until something changes");
    cluster.advance_to(5 * HOUR / 2);
    move_to(&mut cluster, 20, "s0");
    assert_eq!(chunks(&cluster).len(), 3);
    cluster.advance_to(3 * HOUR);
    assert_eq!(chunks(&cluster), ["[MinKey, MaxKey) s0"], "looks keep their beat");
}

/// Six versions, one layout: only 7.0 and 8.0 merge.
#[test]
fn only_7_0_and_8_0_merge() {
    for server in ServerVersion::ALL {
        let mut cluster = cut(server, "s0");
        cluster.advance_to(2 * HOUR);
        let n_chunks = if server >= ServerVersion::V7_0 { 1 } else { 6 };
        assert_eq!(chunks(&cluster).len(), n_chunks, "{server:?}");
    }
}

/// What came within five minutes waits for the next look.
#[test]
fn young_chunks_wait() {
    let mut cluster = cut(ServerVersion::V7_0, "s0 s1");
    move_to(&mut cluster, 20, "s1");
    cluster.advance_to(HOUR - 200_000);
    move_to(&mut cluster, 30, "s1");
    cluster.advance_to(HOUR);
    assert_eq!(chunks(&cluster), ["[MinKey, 20) s0", "[20, 30) s1", "[30, 40) s1", "[40, MaxKey) s0"]);
    cluster.advance_to(2 * HOUR);
    assert_eq!(chunks(&cluster), ["[MinKey, 20) s0", "[20, 40) s1", "[40, MaxKey) s0"]);
}

/// Zone bounds and jumbo chunks stand between neighbours. Two shards of one collection are merged 15 s apart.
#[test]
fn zones_and_jumbo_chunks_stay_apart() {
    let mut cluster = cut(ServerVersion::V8_0, "s0:a s1");
    let orders = cluster.collection_idx(NS).unwrap();
    cluster.update_zone_key_range(NS, &rawdoc! { "x": 0 }, &rawdoc! { "x": 20 }, Some("a")).unwrap();
    cluster.update_zone_key_range(NS, &rawdoc! { "x": 20 }, &rawdoc! { "x": 30 }, Some("a")).unwrap();
    move_to(&mut cluster, 30, "s1");
    move_to(&mut cluster, 40, "s1");
    cluster.split_at(NS, &rawdoc! { "x": 5 }).unwrap();
    cluster.advance_to(HOUR);
    assert_eq!(
        chunks(&cluster),
        ["[MinKey, 0) s0", "[0, 20) s0", "[20, 30) s0", "[30, 40) s1", "[40, MaxKey) s1"],
        "the two ranges of zone a stay two chunks, and s1 waits"
    );
    cluster.advance_to(HOUR + 15_000);
    assert_eq!(chunks(&cluster)[3..], ["[30, MaxKey) s1"]);

    let mut cluster = cut(ServerVersion::V8_0, "s0 s1");
    insert(&mut cluster, orders, std::iter::repeat_n(15, 40));
    rest(&mut cluster);
    cluster.advance_to(HOUR + 15_000);
    assert_eq!(chunks(&cluster), ["[MinKey, 10) s1", "[10, 20) s0", "[20, MaxKey) s1"]);
    assert!(cluster.collection(NS).unwrap().chunks()[1].jumbo());
    insert(&mut cluster, orders, std::iter::repeat_n(100, 30));
    move_to(&mut cluster, 5, "s0");
    cluster.advance_to(3 * HOUR);
    assert_eq!(chunks(&cluster), ["[MinKey, 10) s0", "[10, 20) s0", "[20, MaxKey) s1"]);
}

/// Balancing of the collection off, the balancer off, or its window closed: no merge either. Switched on, the first look
/// comes at once.
#[test]
fn merging_goes_with_balancing() {
    let mut cluster = cut(ServerVersion::V8_0, "s0");
    cluster.set_collection_balancing(NS, false).unwrap();
    cluster.advance_to(2 * HOUR);
    assert_eq!(chunks(&cluster).len(), 6);
    cluster.set_collection_balancing(NS, true).unwrap();
    cluster.set_balancer(false);
    cluster.advance_to(5 * HOUR / 2);
    assert_eq!(chunks(&cluster).len(), 6);
    cluster.set_balancer(true);
    cluster.advance_to(cluster.now());
    assert_eq!(chunks(&cluster).len(), 1);

    let mut cluster = cut(ServerVersion::V8_0, "s0");
    cluster.set_active_window(ActiveWindow::new(2 * 60 + 30, 3 * 60));
    cluster.advance_to(5 * HOUR / 2 - 1);
    assert_eq!(chunks(&cluster).len(), 6);
    cluster.advance_to(5 * HOUR / 2);
    assert_eq!(chunks(&cluster).len(), 1, "the opening window brings a look");
}
