//! A cluster, its dump, and the cluster that the dump founds.

use proptest::prelude::*;

use super::support::*;

/// Something done to a cluster; whether it is legal is the cluster's matter.
#[derive(Debug, Clone)]
enum Step {
    Insert { from: i64, n: u8 },
    Advance { ms: u32 },
    AddShard,
    RemoveShard { shard: u8 },
    JoinZone { shard: u8, zone: bool },
    SetZone { from: i64, len: i64, zone: bool },
    SplitAt { at: i64 },
    MoveChunk { at: i64, to: u8 },
    SetBalancing { on: bool },
    SetRangeSize { mib: u8 },
    SetOwnRangeSize { mib: u8 },
    SetBalancer { on: bool },
    SetWindow { start: u16 },
}

fn steps() -> impl Strategy<Value = Step> {
    let at = || -50..50_i64;
    prop_oneof![
        3 => (at(), 1..40_u8).prop_map(|(from, n)| Step::Insert { from, n }),
        3 => (0..60_000_u32).prop_map(|ms| Step::Advance { ms }),
        1 => Just(Step::AddShard),
        1 => (0..4_u8).prop_map(|shard| Step::RemoveShard { shard }),
        1 => (0..4_u8, any::<bool>()).prop_map(|(shard, zone)| Step::JoinZone { shard, zone }),
        2 => (at(), 1..30_i64, any::<bool>()).prop_map(|(from, len, zone)| Step::SetZone { from, len, zone }),
        4 => at().prop_map(|at| Step::SplitAt { at }),
        3 => (at(), 0..4_u8).prop_map(|(at, to)| Step::MoveChunk { at, to }),
        1 => any::<bool>().prop_map(|on| Step::SetBalancing { on }),
        1 => (1..6_u8).prop_map(|mib| Step::SetRangeSize { mib }),
        1 => (1..6_u8).prop_map(|mib| Step::SetOwnRangeSize { mib }),
        1 => any::<bool>().prop_map(|on| Step::SetBalancer { on }),
        1 => (0..1_500_u16).prop_map(|start| Step::SetWindow { start }),
    ]
}

fn bound(cluster: &Cluster, at: i64) -> RawDocumentBuf {
    let pattern = cluster.collection(NS).unwrap().pattern().unwrap();
    let value = if pattern.hashed_idx() == Some(0) { at << 56 } else { at };
    pattern.decode(pattern.from_values(&[RawBsonRef::Int64(value)]).as_ref())
}

fn run(cluster: &mut Cluster, step: &Step) {
    let shard = |idx: &u8| format!("s{idx}");
    let zone = |eu: &bool| if *eu { "EU" } else { "US" };
    let idx = cluster.collection_idx(NS).unwrap();
    // Refusals change nothing; what is refused is no matter of this test.
    let _ = match step {
        Step::Insert { from, n } => {
            return (*from..from + i64::from(*n)).for_each(|x| {
                cluster.insert(idx, &rawdoc! { "x": x % 20, "y": x, "pad": "p".repeat(100) }).unwrap();
            });
        }
        Step::Advance { ms } => return cluster.advance_to(cluster.now() + u64::from(*ms)),
        Step::AddShard => cluster.add_shard("s3", &[]).map(|_| ()),
        Step::RemoveShard { shard: idx } => cluster.remove_shard(&shard(idx)).map(|_| ()),
        Step::JoinZone { shard: idx, zone: eu } => cluster.add_shard_to_zone(&shard(idx), zone(eu)),
        Step::SetZone { from, len, zone: eu } => {
            let (min, max) = (bound(cluster, *from), bound(cluster, from + len));
            cluster.update_zone_key_range(NS, &min, &max, Some(zone(eu)))
        }
        Step::SplitAt { at } => cluster.split_at(NS, &bound(cluster, *at)),
        Step::MoveChunk { at, to } => {
            let point = cluster.collection(NS).unwrap().pattern().unwrap().encode_bound(&bound(cluster, *at)).unwrap();
            let collection = cluster.collection(NS).unwrap();
            let chunk = &collection.chunks()[collection.chunk_idx_of(point.as_ref()).unwrap()];
            let pattern = collection.pattern().unwrap();
            let (min, max) = (pattern.decode(chunk.min().as_ref()), pattern.decode(chunk.max().as_ref()));
            cluster.move_chunk(NS, crate::cluster::ChunkRef::Bounds(&min, &max), &shard(to), true).map(|_| ())
        }
        Step::SetBalancing { on } => cluster.set_collection_balancing(NS, *on),
        Step::SetRangeSize { mib } => cluster.set_range_size(u64::from(*mib) * MIB),
        Step::SetOwnRangeSize { mib } => cluster.set_collection_range_size(NS, Some(u64::from(*mib) * MIB)),
        Step::SetBalancer { on } => return cluster.set_balancer(*on),
        Step::SetWindow { start } => return cluster.set_active_window(ActiveWindow::new(u32::from(*start), 60)),
    };
}

/// What a dump says of placement: routers' clocks and what happened before are not part of it.
fn placement(cluster: &Cluster) -> ConfigDump {
    let mut dump = dump(cluster, WallClock::default());
    dump.forget(ConfigCollection::Mongos);
    dump.forget(ConfigCollection::Changelog);
    dump
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_dump_founds_the_same_cluster(
        server in prop::sample::select(ServerVersion::ALL.to_vec()),
        key_text in prop::sample::select(vec!["x", "x:hashed", "x y"]),
        all in prop::collection::vec(steps(), 0..40),
    ) {
        let mut cluster = empty(server);
        let options = ShardCollectionOptions { prepares: true, ..ShardCollectionOptions::default() };
        cluster.create_collection(NS, 2_048).unwrap();
        cluster.shard_collection(NS, key(key_text), options).unwrap();
        cluster.shard_collection("log.lines", key("line:hashed"), options).unwrap();
        for step in &all {
            run(&mut cluster, step);
        }
        let whole = dump(&cluster, WallClock::default());
        let reading = Catalogue::read(&whole).unwrap();
        prop_assert_eq!(&reading.assumed, &[]);
        prop_assert_eq!(&reading.left_out, &[]);
        let mut founded = Cluster::found(&reading.catalogue, RATES).unwrap();
        founded.check_invariants().unwrap();
        prop_assert_eq!(placement(&founded), placement(&cluster));

        // Chunks that a migration told the size of hold that much.
        for (chunk, record) in founded.collections()[0].chunks().iter().zip(&reading.catalogue.collections[0].chunks) {
            prop_assert_eq!(chunk.n_documents(), record.n_documents.unwrap_or(0));
            prop_assert_eq!(chunk.n_bytes(), record.n_bytes.unwrap_or(0));
        }

        // Founded twice, played forward twice: the same.
        let mut again = Cluster::found(&reading.catalogue, RATES).unwrap();
        prop_assert_eq!(again.digest(), founded.digest());
        for cluster in [&mut founded, &mut again] {
            cluster.advance_to(600_000);
            cluster.check_invariants().unwrap();
        }
        prop_assert_eq!(again.digest(), founded.digest());
    }

    /// Sizes are kept, documents lie in their chunks, and the balancer can work with them.
    #[test]
    fn founded_chunks_hold_what_they_are_said_to(
        server in prop::sample::select(ServerVersion::ALL.to_vec()),
        sizes in prop::collection::vec((0..5_000_u64, 0..3_000_u64, any::<bool>()), 3),
        stands_for in 1..40_u64,
    ) {
        let mut catalogue = Catalogue::read(&dumped(server)).unwrap().catalogue;
        let collection = &mut catalogue.collections[0];
        collection.stands_for = stands_for;
        for (chunk, (n_documents, avg, jumbo)) in collection.chunks.iter_mut().zip(&sizes) {
            (chunk.n_documents, chunk.n_bytes, chunk.jumbo) = (Some(*n_documents), Some(n_documents * avg), *jumbo);
        }
        let mut cluster = Cluster::found(&catalogue, RATES).unwrap();
        cluster.check_invariants().unwrap();
        for (chunk, (n_documents, avg, jumbo)) in cluster.collections()[0].chunks().iter().zip(&sizes) {
            prop_assert!(chunk.n_documents().abs_diff(*n_documents) <= stands_for);
            prop_assert!(n_documents * avg - chunk.n_bytes() < stands_for);
            prop_assert!(!jumbo || chunk.n_documents() == 0 || chunk.indivisible());
            prop_assert_eq!(chunk.n_inserts_total(), 0);
        }
        prop_assert_eq!(cluster.collections()[0].n_keys_found() as u64 * stands_for, cluster.collections()[0].n_documents());
        cluster.set_active_window(None);
        cluster.advance_to(3_600_000);
        cluster.check_invariants().unwrap();
    }
}

/// A chunk moves, the log tells its size, and a cluster founded on the dump has it.
#[test]
fn the_changelog_carries_sizes() {
    let mut cluster = cluster(ServerVersion::V8_0);
    cluster.set_active_window(None);
    let idx = cluster.collection_idx(NS).unwrap();
    for id in 0..50 {
        cluster.insert(idx, &rawdoc! { "region": "FR", "id": id, "pad": "p".repeat(100) }).unwrap();
    }
    let to = if cluster.collections()[idx].chunks()[1].shard_idx() == 0 { "s2" } else { "s0" };
    let bound = |region: &str| rawdoc! { "region": region, "id": RawBsonRef::MinKey };
    cluster.set_balancer(false);
    cluster.move_range(NS, Some(&bound("EU")), Some(&bound("US")), to, false).unwrap();
    cluster.advance_to(120_000);
    let catalogue = Catalogue::read(&dump(&cluster, WallClock::default())).unwrap().catalogue;
    let chunk = &catalogue.collections[0].chunks[1];
    let n_bytes = cluster.collections()[idx].chunks()[1].n_bytes();
    assert_eq!((chunk.n_documents, chunk.n_bytes), (Some(50), Some(n_bytes)));
}
