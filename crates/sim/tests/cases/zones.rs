//! Cases about zones: legal ranges, ranges on hashes, zones before and after sharding, tiers.

use super::world::*;

/// V-09b: a zone with ranges keeps its shard.
#[test]
fn a_zone_with_ranges_cannot_lose_its_only_shard() {
    let mut cluster = sharded(V8_0, "s0:zoneA s1:zoneB s2:zoneC", &rawdoc! { "x": 1 });
    zone(&mut cluster, &rawdoc! { "x": MIN }, &rawdoc! { "x": -10 }, "zoneA").unwrap();
    zone(&mut cluster, &rawdoc! { "x": -10 }, &rawdoc! { "x": 10 }, "zoneB").unwrap();
    zone(&mut cluster, &rawdoc! { "x": 10 }, &rawdoc! { "x": MAX }, "zoneC").unwrap();
    assert_eq!(refused(cluster.remove_shard_from_zone("s0", "zoneA")), (163, "ZoneStillInUse"));
}

/// V-10: zone bounds on a hashed field are hashes.
#[test]
fn zones_on_a_hashed_key_take_hashes() {
    let mut cluster = cluster(V8_0, "s0:z s1 s2");
    let hashed = key(&rawdoc! { "x": "hashed" });
    zone(&mut cluster, &rawdoc! { "x": -5 }, &rawdoc! { "x": 5 }, "z").unwrap();
    assert_eq!(refused(cluster.shard_collection(NS, hashed.clone(), PREPARED)), (72, "InvalidOptions"));
    cluster.update_zone_key_range(NS, &rawdoc! { "x": -5 }, &rawdoc! { "x": 5 }, None).unwrap();
    zone(&mut cluster, &rawdoc! { "x": -5_i64 }, &rawdoc! { "x": 5_i64 }, "z").unwrap();
    cluster.shard_collection(NS, hashed, PREPARED).unwrap();
    for x in -50..50 {
        insert(&mut cluster, &rawdoc! { "x": x });
    }
    let collection = collection(&cluster);
    let zoned = collection.chunks().iter().filter(|chunk| collection.zone_of(chunk).is_some());
    assert_eq!(zoned.map(Chunk::n_documents).sum::<u64>(), 0, "ten of 2^64 hashes");
    zone(&mut cluster, &rawdoc! { "x": 5_i64 }, &rawdoc! { "x": MAX }, "z").expect("MaxKey is allowed");
}

/// V-11: what a zone range may be on a compound key.
#[test]
fn legal_zone_ranges_on_compound_keys() {
    let mut cluster = sharded(V8_0, "s0:x", &rawdoc! { "_id": 1, "x": 1 });
    let pair = |id: i32, x: i32| rawdoc! { "_id": id, "x": x };
    zone(&mut cluster, &pair(0, 0), &pair(100, 10), "x").unwrap();
    assert_eq!(refused(zone(&mut cluster, &pair(100, 10), &pair(100, 1), "x")), (9, "FailedToParse"));
    assert_eq!(refused(zone(&mut cluster, &pair(0, 0), &pair(0, 0), "x")), (9, "FailedToParse"));
    let overlap = zone(&mut cluster, &rawdoc! { "_id": -10 }, &rawdoc! { "_id": 20 }, "x");
    assert_eq!(refused(overlap), (178, "RangeOverlapConflict"));
    let mut second = sharded(V8_0, "s0:x", &rawdoc! { "x": 1, "y": "hashed", "z": 1 });
    zone(&mut second, &rawdoc! { "x": 0 }, &rawdoc! { "x": 10 }, "x").unwrap();
    let range = &collection(&second).zone_ranges()[0];
    let bound = |key: &shardscope_sim::bson::KeyValue| collection(&second).pattern().unwrap().decode(key.as_ref());
    assert_eq!(bound(&range.min), rawdoc! { "x": 0, "y": MIN, "z": MIN });
    assert_eq!(bound(&range.max), rawdoc! { "x": 10, "y": MIN, "z": MIN }, "x = 10 lies outside");
    let other = zone(&mut second, &rawdoc! { "newField": -10 }, &rawdoc! { "newField": 20 }, "x");
    assert_eq!(refused(other), (61, "ShardKeyNotFound"));
}

const ZONES: [(i32, i32, &str); 4] = [(0, 5, "z0"), (10, 15, "z1"), (20, 25, "z2"), (30, 35, "z0")];

/// V-13: zones first, then sharding.
#[test]
fn zones_before_sharding_lay_out_nine_chunks() {
    let pattern = rawdoc! { "x": 1, "y": "hashed" };
    let mut cluster = cluster(V8_0, "s0:z0 s1:z1 s2:z2");
    for (min, max, name) in ZONES {
        zone(&mut cluster, &rawdoc! { "x": min, "y": MIN }, &rawdoc! { "x": max, "y": MIN }, name).unwrap();
    }
    cluster.shard_collection(NS, key(&pattern), PREPARED).unwrap();
    let own = collection(&cluster);
    assert_eq!(own.chunks().len(), 9, "4 zones, 3 gaps, 2 ends");
    let is_home = |chunk: &Chunk| {
        own.zone_of(chunk).is_none_or(|range| cluster.shards()[chunk.shard_idx()].has_zone(&range.zone))
    };
    assert!(own.chunks().iter().all(is_home), "every zone chunk is at home already");
    let gaps = own.chunks().iter().filter(|chunk| own.zone_of(chunk).is_none());
    let mut dealt: Vec<usize> = gaps.map(Chunk::shard_idx).collect();
    assert_eq!((dealt[0], dealt[1]), (dealt[3], dealt[4]), "dealt in turn");
    dealt.sort_unstable();
    dealt.dedup();
    assert_eq!(dealt.len(), 3);
    settle(&mut cluster);
    assert_eq!(migrations(&cluster), 0);
    // The other way round: one chunk, which the balancer has to cut and move.
    let mut late = sharded(V8_0, "s0:z0 s1:z1 s2:z2", &pattern);
    assert_eq!(chunks(&late), ["[MinKey, MaxKey) s0"]);
    for (min, max, name) in ZONES {
        zone(&mut late, &rawdoc! { "x": min }, &rawdoc! { "x": max }, name).unwrap();
    }
    settle(&mut late);
    assert_eq!((collection(&late).chunks().len(), migrations(&late)), (9, 2));
}

/// V-14: a tier boundary that nobody moves.
#[test]
fn a_tier_does_not_age_by_itself() {
    let at = |ms: i64| rawdoc! { "creation_date": date(ms) };
    let (start_2016, day) = (1_451_606_400_000, 86_400_000);
    let mut cluster = cluster(V8_0, "s0:recent s1:recent s2:archive");
    zone(&mut cluster, &at(start_2016), &rawdoc! { "creation_date": MAX }, "recent").unwrap();
    zone(&mut cluster, &rawdoc! { "creation_date": MIN }, &at(start_2016), "archive").unwrap();
    cluster.create_collection(NS, PER_MIB).unwrap();
    cluster.shard_collection(NS, key(&rawdoc! { "creation_date": 1 }), PREPARED).unwrap();
    let photos = [1_355_896_877_000, 1_387_432_877_000, 1_453_183_277_000];
    let places = photos.map(|ms| shard(&cluster, &at(ms)) == "s2");
    assert_eq!(places, [true, true, false]);
    let archived = loads(&cluster)[2];
    for nth in 0..540 {
        insert_mib(&mut cluster, [at(start_2016 + nth * day)]);
        let end = at(start_2016 + nth * day);
        assert!(place(&cluster, &end).contains(", MaxKey)"), "day {nth}: always the last chunk");
        let now = cluster.now() + 20_000;
        cluster.advance_to(now);
    }
    settle(&mut cluster);
    assert_eq!(loads(&cluster)[2], archived, "nothing ages out");
    let new = zone(&mut cluster, &at(start_2016), &at(start_2016 + 400 * day), "archive");
    assert_eq!(refused(new), (178, "RangeOverlapConflict"), "remove the old range first");
    cluster.update_zone_key_range(NS, &at(start_2016), &rawdoc! { "creation_date": MAX }, None).unwrap();
    zone(&mut cluster, &at(start_2016), &at(start_2016 + 400 * day), "archive").unwrap();
    zone(&mut cluster, &at(start_2016 + 400 * day), &rawdoc! { "creation_date": MAX }, "recent").unwrap();
    settle(&mut cluster);
    assert_eq!(loads(&cluster)[2], 400);
}

/// V-25: the rules of cutting zones by hash, and their codes.
#[test]
fn presplit_rules_and_their_codes() {
    let pattern = rawdoc! { "country": 1, "h": "hashed", "s": 1 };
    let presplit = ShardCollectionOptions { presplit_hashed_zones: true, ..PREPARED };
    let shard_with = |bounds: Option<(RawDocumentBuf, RawDocumentBuf)>| {
        let mut cluster = cluster(V8_0, "s0:us s1:us s2");
        if let Some((min, max)) = bounds {
            zone(&mut cluster, &min, &max, "us").unwrap();
        }
        cluster.shard_collection(NS, key(&pattern), presplit)
    };
    let bound = |country: RawBson, h: RawBson, s: RawBson| rawdoc! { "country": country, "h": h, "s": s };
    let (us, v, five) = (|| RawBson::String("US".into()), RawBson::String("v".into()), RawBson::Int64(5));
    let (min, max) = (|| RawBson::MinKey, || RawBson::MaxKey);
    let end = || bound(max(), max(), max());
    assert_eq!(code(shard_with(None)), 31387);
    assert_eq!(code(shard_with(Some((bound(min(), min(), min()), bound(us(), min(), min()))))), 31388);
    assert_eq!(code(shard_with(Some((bound(us(), min(), v), end())))), 31391);
    assert_eq!(code(shard_with(Some((bound(us(), five, min()), end())))), 31389);
    assert_eq!(code(shard_with(Some((bound(us(), min(), min()), bound(us(), max(), max()))))), 31390);
    assert_eq!(chunks(&sharded(V8_0, "s0 s1 s2", &pattern)), ["[MinKey, MaxKey) s0"], "without the option");
    let mut old = cluster(V4_2, "s0:us");
    assert_eq!(code(old.shard_collection(NS, key(&rawdoc! { "h": "hashed" }), presplit)), 40415, "not in 4.2");
}
