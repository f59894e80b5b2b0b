//! Zones: locations, the firehose, stranded ranges, and zones on hashes.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::*;
use crate::balancer::{ChunkStatistics, CollectionStatistics, ShardStatistics};

/// 56.*.*.* on shard0000, 17.*.*.* on shard0000 or shard0002, the rest anywhere: addresses are padded text, ranges half-open.
#[test]
fn addresses_live_where_their_zone_says() {
    for server in ServerVersion::ALL {
        let mut book = Book::new(server, "shard0000:USPS,Apple shard0001 shard0002:Apple", "ip");
        for (first, end, zone) in [("056", "057", "USPS"), ("017", "018", "Apple")] {
            let bound = |number: &str| rawdoc! { "ip": format!("{number}.000.000.000") };
            book.cluster.update_zone_key_range(NS, &bound(first), &bound(end), Some(zone)).unwrap();
        }
        let address = |idx: u32| rawdoc! { "ip": format!("{:03}.{:03}.000.001", idx % 80, idx % 256) };
        book.stream((0..2_000).map(address), 50);
        book.rest();
        for (ip, homes) in [
            ("056.000.000.000", vec!["shard0000"]),
            ("056.255.255.255", vec!["shard0000"]),
            ("017.000.000.000", vec!["shard0000", "shard0002"]),
        ] {
            let chunk = book.chunk_of(&rawdoc! { "ip": ip });
            assert!(homes.contains(&book.shard_of(chunk)), "{server:?}: {ip} on {}", book.shard_of(chunk));
        }
        let end = book.chunk_of(&rawdoc! { "ip": "057.000.000.000" });
        assert_eq!(book.collection().zone_of(end), None, "{server:?}: the end of a range is outside");
        let unpadded = book.chunk_of(&rawdoc! { "ip": "56.0.0.0" });
        assert_eq!(book.collection().zone_of(unpadded), None, "{server:?}: text without zeros sorts elsewhere");
    }
}

/// Documents of one day.
fn day(day: i64) -> impl Iterator<Item = RawDocumentBuf> {
    (day * 400..day * 400 + 400).map(|id| rawdoc! { "_id": id })
}

fn pin(book: &mut Book, from: i64, old: Option<i64>) {
    let max = rawdoc! { "_id": RawBsonRef::MaxKey };
    if let Some(old) = old {
        book.cluster.update_zone_key_range(NS, &rawdoc! { "_id": old * 400 }, &max, None).unwrap();
    }
    book.cluster.update_zone_key_range(NS, &rawdoc! { "_id": from * 400 }, &max, Some("10x")).unwrap();
}

/// The firehose: all inserts to the strong shard. Without the daily job, what is pinned stays there for ever; with it, all
/// but the present day moves on.
#[test]
fn the_firehose_needs_its_daily_job() {
    for server in ServerVersion::ALL {
        for daily_job in [false, true] {
            let mut book = Book::new(server, "strong:10x s1 s2 s3", "_id");
            pin(&mut book, 0, None);
            for today in 0..6 {
                if today > 0 && daily_job {
                    pin(&mut book, today, Some(today - 1));
                }
                // The zone's chunk exists before the first insert of the day.
                book.cluster.advance_to(book.cluster.now() + 60_000);
                book.fresh_inserts();
                book.stream(day(today), 200);
                assert_eq!(book.fresh_inserts(), [400, 0, 0, 0], "{server:?}: day {today}");
            }
            book.rest();
            let documents = book.documents();
            if daily_job {
                assert!(documents[1..].iter().sum::<u64>() >= 1_200, "{server:?}: {documents:?}");
                let old = book.collection().chunks().iter().filter(|chunk| book.collection().zone_of(chunk).is_none());
                assert!(old.clone().any(|chunk| chunk.shard_idx() != 0 && chunk.n_documents() > 0), "{server:?}");
            } else {
                assert_eq!(documents, [2_400, 0, 0, 0], "{server:?}: trapped");
            }
        }
    }
}

/// Whole collections in zones: the important one stays on its shard, the log is shared by two, a third goes anywhere.
#[test]
fn whole_collections_in_zones() {
    for server in ServerVersion::ALL {
        let mut cluster = cluster_of(server, "shard0000:high shard0001 shard0004:low shard0005:low");
        cluster.set_range_size(MIB).unwrap();
        let whole = |bound: RawBsonRef<'_>| rawdoc! { "k": bound };
        let (min, max) = (whole(RawBsonRef::MinKey), whole(RawBsonRef::MaxKey));
        let mut collections = Vec::new();
        for (ns, zone) in [("super.important", Some("high")), ("some.logs", Some("low")), ("any.thing", None)] {
            let collection = cluster.create_collection(ns, WEIGHT).unwrap();
            cluster.shard_collection(ns, key("k"), WITH_INDEX).unwrap();
            if let Some(zone) = zone {
                cluster.update_zone_key_range(ns, &min, &max, Some(zone)).unwrap();
            }
            collections.push(collection);
        }
        for id in 0..1_200_i64 {
            cluster.advance_to(cluster.now() + 100);
            for collection in &collections {
                cluster.insert(*collection, &padded(rawdoc! { "k": id })).unwrap();
            }
        }
        rest(&mut cluster);
        cluster.check_invariants().unwrap();
        let documents = |collection: usize| -> Vec<u64> {
            let collection = cluster.collection_at(collections[collection]).unwrap();
            (0..4).map(|idx| collection.shard_documents(idx) / WEIGHT).collect()
        };
        assert_eq!(documents(0), [1_200, 0, 0, 0], "{server:?}");
        let logs = documents(1);
        assert!(logs[0] + logs[1] == 0 && logs[2] > 300 && logs[3] > 300, "{server:?}: {logs:?}");
        let anything = documents(2);
        assert!(anything.iter().all(|n| *n > 100), "{server:?}: {anything:?}");
    }
}

/// The book warns of a zone whose last shard leaves it: its data stays and cannot move. The server refuses that (since 3.4)
/// as long as the zone has a range; without the range it is allowed, and the data is free.
#[test]
fn a_zone_cannot_lose_its_last_shard_while_it_has_a_range() {
    for server in ServerVersion::ALL {
        let mut book = Book::new(server, "s0:a s1", "_id");
        let (min, max) = (rawdoc! { "_id": 0 }, rawdoc! { "_id": 1_000 });
        book.cluster.update_zone_key_range(NS, &min, &max, Some("a")).unwrap();
        book.stream((0..400).map(|id| rawdoc! { "_id": id }), 100);
        book.rest();
        assert_eq!(book.documents(), [400, 0], "{server:?}");
        for refusal in
            [book.cluster.remove_shard_from_zone("s0", "a").unwrap_err(), book.cluster.remove_shard("s0").unwrap_err()]
        {
            assert_eq!((refusal.code(), refusal.code_name()), (163, "ZoneStillInUse"), "{server:?}");
        }
        // Another range than that which was set is not found: nothing happens.
        book.cluster.update_zone_key_range(NS, &min, &rawdoc! { "_id": 999 }, None).unwrap();
        assert!(book.cluster.remove_shard_from_zone("s0", "a").is_err());
        book.cluster.update_zone_key_range(NS, &min, &max, None).unwrap();
        book.cluster.remove_shard_from_zone("s0", "a").unwrap();
        book.rest();
        assert!(book.documents()[1] > 100, "{server:?}: {:?}", book.documents());
    }
}

/// Where a range is stranded all the same (metadata edited by hand), the balancer leaves it where it is and says why.
#[test]
fn a_stranded_range_stays_where_it_is() {
    for server in ServerVersion::ALL {
        let shard = |bytes| ShardStatistics { zones: &[], draining: false, removed: false, bytes: Some(bytes) };
        let chunk = ChunkStatistics { shard_idx: 0, jumbo: false, zone: Some("gone") };
        let statistics = CollectionStatistics {
            shards: vec![shard(100 * MIB), shard(0)],
            chunks: vec![chunk; 8],
            zones: ["gone"].into(),
            range_size_bytes: MIB,
        };
        let plan = server.profile().balancer.policy.plan(&statistics, &mut [true, true]);
        assert_eq!(plan.moves, [], "{server:?}");
        let stranded = GroupOutcome { zone: Some("gone".to_owned()), reason: NoMoveReason::NoShardInZone };
        assert!(plan.outcomes.contains(&stranded), "{server:?}: {:?}", plan.outcomes);
    }
}

/// A zone on a hashed field is a range of hashes: what it covers has nothing to do with the values. Ten hashes hold nothing,
/// a quarter of the hash space about a quarter of the customers, and neighbours are torn apart.
#[test]
fn a_zone_on_a_hash_covers_what_nobody_can_tell() {
    for server in ServerVersion::ALL {
        let mut book = Book::new(server, "s0 s1:ten s2:quarter", "customer:hashed");
        let hash = |hash: i64| rawdoc! { "customer": hash };
        book.cluster.update_zone_key_range(NS, &hash(-5), &hash(5), Some("ten")).unwrap();
        let quarter = rawdoc! { "customer": RawBsonRef::MinKey };
        book.cluster.update_zone_key_range(NS, &quarter, &hash(-4_611_686_018_427_387_904), Some("quarter")).unwrap();
        let refusal = book.cluster.update_zone_key_range(
            NS,
            &rawdoc! { "customer": 10 },
            &rawdoc! { "customer": 20 },
            Some("ten"),
        );
        assert_eq!(refusal.unwrap_err().code_name(), "InvalidOptions", "{server:?}: hashes are NumberLong");
        book.stream((0..1_000_i64).map(|id| rawdoc! { "customer": id }), 100);
        book.rest();
        let collection = book.collection();
        let in_zone = |zone: &str| -> u64 {
            let chunks = collection.chunks().iter();
            let own = chunks.filter(|chunk| collection.zone_of(chunk).is_some_and(|range| range.zone == zone));
            own.map(|chunk| chunk.n_documents() / WEIGHT).sum()
        };
        assert_eq!(in_zone("ten"), 0, "{server:?}");
        let n_quarter = in_zone("quarter");
        assert!((200..=300).contains(&n_quarter) && n_quarter != 250, "{server:?}: {n_quarter}");
    }
}
