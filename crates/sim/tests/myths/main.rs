//! Popular claims that are wrong, or were right once: each is run, and the version's real outcome is asserted.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failed unwrap is a failed test")]
#![allow(dead_code, unused_imports, reason = "the cases use more of the world than the myths do")]

#[path = "../cases/world.rs"]
mod world;

use world::*;

/// Where a claim is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Guides and blogs on the web.
    Guides,
    /// A book that was right for its version.
    OldBook,
    /// Questions in forums.
    Forums,
    /// The manual of an older version.
    OldManual,
}

/// A claim, and what comes of it.
struct Myth {
    title: &'static str,
    claim: &'static str,
    source: Source,
    /// Versions that it is run on.
    versions: &'static [ServerVersion],
    /// What really happens.
    outcome: &'static str,
    /// Runs it; panics if the outcome is another.
    check: fn(ServerVersion),
}

const SIZE_BASED: &[ServerVersion] = &[V6_0, V7_0, V8_0];
const ALL: &[ServerVersion] = &ServerVersion::ALL;

#[allow(clippy::too_many_lines, reason = "a list")]
fn myths() -> Vec<Myth> {
    vec![
        Myth {
            title: "Chunks are 64 MB",
            claim: "The default chunk size is 64 MB.",
            source: Source::Guides,
            versions: ALL,
            outcome: "64 MB up to 5.0, 128 MB since 6.0",
            check: |server| {
                let mib = server.profile().range_size_default_bytes / MIB;
                assert_eq!(mib, if server < V6_0 { 64 } else { 128 });
            },
        },
        Myth {
            title: "No compound hashed keys",
            claim: "A hashed shard key has one field only.",
            source: Source::OldBook,
            versions: ALL,
            outcome: "one hashed field beside others since 4.4; 4.2 refuses it with BadValue",
            check: |server| {
                let pattern = key(&rawdoc! { "country": 1, "_id": "hashed" });
                let answer = cluster(server, "A B").shard_collection(NS, pattern, PREPARED);
                if server == V4_2 {
                    assert_eq!(refused(answer), (2, "BadValue"));
                } else {
                    answer.unwrap();
                }
            },
        },
        Myth {
            title: "Chunks split as they grow",
            claim: "When a chunk has grown to its size, inserts split it.",
            source: Source::Guides,
            versions: ALL,
            outcome: "up to 5.0; since 6.0.3 a chunk grows without end and is cut only to be moved",
            check: |server| {
                let mut cluster = heavy(server, "A", &rawdoc! { "x": 1 });
                insert_mib(&mut cluster, (0..400).map(|x| rawdoc! { "x": x }));
                assert_eq!(chunks(&cluster).len() > 1, server < V6_0, "{:?}", chunks(&cluster));
            },
        },
        Myth {
            title: "The balancer evens out chunk counts",
            claim: "The balancer moves chunks until every shard has as many.",
            source: Source::OldManual,
            versions: ALL,
            outcome: "up to 5.0; since 6.0.3 bytes count, and empty chunks stay where they were made",
            check: |server| {
                let mut cluster = heavy(server, "A B", &rawdoc! { "x": 1 });
                for x in 1..20 {
                    cluster.split_at(NS, &rawdoc! { "x": x }).unwrap();
                }
                settle(&mut cluster);
                assert_eq!(chunk_counts(&cluster), if server < V6_0 { [10, 10] } else { [20, 0] });
            },
        },
        Myth {
            title: "Balanced means equal",
            claim: "A balanced collection has the same size on every shard.",
            source: Source::Guides,
            versions: SIZE_BASED,
            outcome: "two shards may differ by up to three range sizes, 384 MB by default",
            check: |server| {
                let mut cluster = heavy(server, "A B", &rawdoc! { "x": 1 });
                insert_mib(&mut cluster, (0..380).map(|x| rawdoc! { "x": x }));
                settle(&mut cluster);
                assert_eq!(loads(&cluster), [380, 0]);
                assert_eq!(cluster.collection_status(NS).unwrap().violation, None, "compliant");
            },
        },
        Myth {
            title: "A new shard shares the load",
            claim: "Add a shard, and it takes its part of data and inserts.",
            source: Source::Forums,
            versions: SIZE_BASED,
            outcome: "it gets data once the gap is three range sizes, and inserts into a range only when it owns that range",
            check: |server| {
                let mut cluster = heavy(server, "A", &rawdoc! { "x": 1 });
                insert_mib(&mut cluster, (0..600).map(|x| rawdoc! { "x": x }));
                cluster.add_shard("B", &[]).unwrap();
                settle(&mut cluster);
                assert!(loads(&cluster)[1] > 0 && loads(&cluster)[0] > loads(&cluster)[1], "{:?}", loads(&cluster));
                insert_mib(&mut cluster, (600..650).map(|x| rawdoc! { "x": x }));
                assert_eq!(collection(&cluster).shard_inserts_total(1), 0, "the growing end stayed");
            },
        },
        Myth {
            title: "ObjectIds are random",
            claim: "An ObjectId is random, so a ranged _id spreads inserts.",
            source: Source::Forums,
            versions: ALL,
            outcome: "its first bytes are the time: every insert goes to the last chunk",
            check: |server| {
                let mut cluster = sharded(server, "A B", &rawdoc! { "_id": 1 });
                let id = |second: u32| rawdoc! { "_id": oid(&format!("{:08x}aabbccddee{:06x}", 0x6500_0000 + second, second)) };
                cluster.split_at(NS, &id(0)).unwrap();
                for second in 1..500 {
                    let document = id(second);
                    assert!(place(&cluster, &document).contains(", MaxKey)"));
                    insert(&mut cluster, &document);
                }
            },
        },
        Myth {
            title: "Hashing cures few values",
            claim: "A hashed key spreads any field evenly.",
            source: Source::Guides,
            versions: ALL,
            outcome: "two values have two hashes: two shards at most, whatever the number of shards",
            check: |server| {
                let mut cluster = heavy(server, "A B C D", &rawdoc! { "active": "hashed" });
                insert_mib(&mut cluster, (0..2_000).map(|nth| rawdoc! { "active": nth % 2 == 0 }));
                settle(&mut cluster);
                assert!(loads(&cluster).iter().filter(|load| **load > 0).count() <= 2, "{:?}", loads(&cluster));
            },
        },
        Myth {
            title: "Hashing tells fractions apart",
            claim: "Different numbers have different hashes.",
            source: Source::Forums,
            versions: ALL,
            outcome: "2.2 and 2.9 hash as 2: fractions are cut off before hashing",
            check: |server| {
                let cluster = sharded(server, "A B", &rawdoc! { "price": "hashed" });
                let [low, high] = [2.2, 2.9].map(|price| rawdoc! { "price": price });
                assert_eq!((hash(&low), place(&cluster, &low)), (hash(&high), place(&cluster, &high)));
            },
        },
        Myth {
            title: "Two chunks for every shard",
            claim: "An empty hashed collection starts with two chunks on each shard.",
            source: Source::OldManual,
            versions: ALL,
            outcome: "two up to 7.1, one since 7.2",
            check: |server| {
                let cluster = sharded(server, "A B C", &rawdoc! { "_id": "hashed" });
                assert_eq!(chunk_counts(&cluster), [if server < V8_0 { 2 } else { 1 }; 3]);
            },
        },
        Myth {
            title: "Documents need the shard key",
            claim: "A document without the shard key field is refused.",
            source: Source::OldBook,
            versions: ALL,
            outcome: "until 4.2; since 4.4 the field counts as null",
            check: |server| {
                let mut cluster = sharded(server, "A B", &rawdoc! { "x": 1 });
                let answer = cluster.insert_one(NS, &rawdoc! { "_id": 1 });
                assert_eq!(answer.is_err(), server == V4_2);
            },
        },
        Myth {
            title: "removeShard empties a shard",
            claim: "Run removeShard, wait, and the shard is gone.",
            source: Source::Guides,
            versions: ALL,
            outcome: "not the primary of a database: that waits for movePrimary, for ever",
            check: |server| {
                let mut cluster = heavy(server, "A B C", &rawdoc! { "x": 1 });
                cluster.remove_shard("A").unwrap();
                cluster.advance_to(7 * 86_400_000);
                assert_eq!((cluster.drain_status(0).n_chunks, cluster.drain_status(0).n_databases), (0, 1));
                assert!(matches!(cluster.remove_shard("A").unwrap(), RemoveShardStatus::Ongoing(_)));
                cluster.move_primary("shop", "B").unwrap();
                assert_eq!(cluster.shards()[0].state(), ShardState::Removed);
            },
        },
        Myth {
            title: "A zone ends with its upper bound",
            claim: "A zone from 10 to 20 holds 20.",
            source: Source::Forums,
            versions: ALL,
            outcome: "the upper bound lies outside, and a prefix as upper bound leaves that prefix out",
            check: |server| {
                let mut cluster = cluster(server, "A:ten B");
                zone(&mut cluster, &rawdoc! { "x": 10, "y": MIN }, &rawdoc! { "x": 20, "y": MIN }, "ten").unwrap();
                cluster.shard_collection(NS, key(&rawdoc! { "x": 1, "y": 1 }), PREPARED).unwrap();
                let is_zoned = |x: i32| {
                    let chunk = place(&cluster, &rawdoc! { "x": x, "y": 5 });
                    chunk.starts_with("[10, MinKey, 20, MinKey)")
                };
                assert_eq!([9, 10, 19, 20].map(is_zoned), [false, true, true, false]);
            },
        },
        Myth {
            title: "_id is unique in the collection",
            claim: "Two documents of a collection never share an _id.",
            source: Source::Forums,
            versions: ALL,
            outcome: "each shard looks at its own documents: unless _id is the shard key, two shards may hold the same one",
            check: |server| {
                let mut cluster = kept(server, "A B", &rawdoc! { "x": 1 });
                cluster.set_balancer(false);
                cluster.split_at(NS, &rawdoc! { "x": 0 }).unwrap();
                move_to(&mut cluster, &rawdoc! { "x": 5 }, "B");
                cluster.insert_one(NS, &rawdoc! { "_id": 1, "x": -5 }).unwrap();
                cluster.insert_one(NS, &rawdoc! { "_id": 1, "x": 5 }).unwrap();
                assert_eq!(refused(cluster.insert_one(NS, &rawdoc! { "_id": 1, "x": 6 })), (11000, "DuplicateKey"));
            },
        },
        Myth {
            title: "The shard key value is for ever",
            claim: "The shard key value of a document cannot be changed.",
            source: Source::OldBook,
            versions: ALL,
            outcome: "since 4.2 an update of one document may change it, and moves the document",
            check: |server| {
                let mut cluster = kept(server, "A B", &rawdoc! { "x": 1 });
                cluster.set_balancer(false);
                cluster.split_at(NS, &rawdoc! { "x": 0 }).unwrap();
                move_to(&mut cluster, &rawdoc! { "x": 5 }, "B");
                cluster.insert_one(NS, &rawdoc! { "_id": 1, "x": -5 }).unwrap();
                let (filter, update) = (rawdoc! { "x": -5 }, rawdoc! { "$set": { "x": 5 } });
                let (multi, upsert, retryable, alone) = (false, false, true, true);
                let request = Update { filter: &filter, update: &update, multi, upsert, retryable, alone };
                assert_eq!(cluster.update(NS, request).unwrap().n_moved, 1);
                assert_eq!(documents(&cluster), [0, 1]);
            },
        },
    ]
}

#[test]
fn every_claim_comes_out_as_the_version_has_it() {
    for myth in myths() {
        for server in myth.versions {
            println!("{} on {server:?}: {} Really: {}.", myth.title, myth.claim, myth.outcome);
            (myth.check)(*server);
        }
    }
}

#[test]
fn claims_are_told_apart_and_told_in_full() {
    let myths = myths();
    let mut titles: Vec<&str> = myths.iter().map(|myth| myth.title).collect();
    titles.sort_unstable();
    titles.dedup();
    assert!(titles.len() == myths.len() && titles.len() >= 10);
    for source in [Source::Guides, Source::OldBook, Source::Forums, Source::OldManual] {
        assert!(myths.iter().any(|myth| myth.source == source), "{source:?}");
    }
    assert!(myths.iter().all(|myth| myth.claim.ends_with('.') && !myth.outcome.ends_with('.')));
}
