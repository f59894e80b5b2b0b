//! Random sequences of commands: whatever is done, in whatever order, the invariants hold.

use proptest::prelude::*;

use super::support::*;
use crate::catalog::ChunkVersion;

/// A step of a sequence. Numbers name shards, zones, keys and lengths; whether the command is legal is the cluster's matter.
#[derive(Debug, Clone)]
enum Step {
    Insert { from: i64, step: i64, n: u8, pad: usize },
    Advance { ms: u32 },
    AddShard { zone: u8 },
    RemoveShard { shard: u8 },
    MovePrimary { shard: u8 },
    JoinZone { shard: u8, zone: u8 },
    LeaveZone { shard: u8, zone: u8 },
    SetZoneRange { from: i64, len: i64, zone: Option<u8> },
    SetBalancer { on: bool },
    SetBalancing { on: bool },
    SetRangeSize { mib: u8 },
    SplitAt { at: i64 },
    SplitFind { at: i64 },
    Merge { chunk: u8, n: u8 },
    MoveRange { min: Option<i64>, max: Option<i64>, to: u8, force: bool },
    MoveChunk { chunk: u8, to: u8, force: bool },
    ClearJumbo { chunk: u8 },
}

/// How a sequence begins.
#[derive(Debug, Clone)]
struct Start {
    pattern: &'static str,
    n_loaded: u8,
    zone_first: bool,
    shards: &'static str,
    /// Documents of very different sizes.
    varied: bool,
}

fn starts() -> impl Strategy<Value = Start> {
    let pattern = prop::sample::select(vec!["x", "x:hashed", "x y", "x y:hashed"]);
    let shards = prop::sample::select(vec!["s0", "s0:z0 s1:z1", "s0 s1:z0 s2:z0,z1", "s0:z0 s1 s2:z1 s3:z0"]);
    (pattern, 0..30_u8, any::<bool>(), shards, prop::bool::weighted(0.2)).prop_map(
        |(pattern, n_loaded, zone_first, shards, varied)| Start { pattern, n_loaded, zone_first, shards, varied },
    )
}

fn steps() -> impl Strategy<Value = Step> {
    let key = || -60..60_i64;
    prop_oneof![
        6 => (key(), 0..4_i64, 1..40_u8, prop::sample::select(vec![60, 60, 200, 800]))
            .prop_map(|(from, step, n, pad)| Step::Insert { from, step, n, pad }),
        4 => prop_oneof![0..3_000_u32, 0..60_000_u32].prop_map(|ms| Step::Advance { ms }),
        1 => (0..3_u8).prop_map(|zone| Step::AddShard { zone }),
        1 => (0..6_u8).prop_map(|shard| Step::RemoveShard { shard }),
        1 => (0..6_u8).prop_map(|shard| Step::MovePrimary { shard }),
        1 => (0..6_u8, 0..3_u8).prop_map(|(shard, zone)| Step::JoinZone { shard, zone }),
        1 => (0..6_u8, 0..3_u8).prop_map(|(shard, zone)| Step::LeaveZone { shard, zone }),
        2 => (key(), 1..50_i64, prop::option::weighted(0.8, 0..3_u8))
            .prop_map(|(from, len, zone)| Step::SetZoneRange { from, len, zone }),
        1 => any::<bool>().prop_map(|on| Step::SetBalancer { on }),
        1 => any::<bool>().prop_map(|on| Step::SetBalancing { on }),
        1 => (1..6_u8).prop_map(|mib| Step::SetRangeSize { mib }),
        2 => key().prop_map(|at| Step::SplitAt { at }),
        1 => key().prop_map(|at| Step::SplitFind { at }),
        1 => (0..8_u8, 1..4_u8).prop_map(|(chunk, n)| Step::Merge { chunk, n }),
        2 => (prop::option::of(key()), prop::option::of(key()), 0..6_u8, any::<bool>())
            .prop_map(|(min, max, to, force)| Step::MoveRange { min, max, to, force }),
        1 => (0..8_u8, 0..6_u8, any::<bool>()).prop_map(|(chunk, to, force)| Step::MoveChunk { chunk, to, force }),
        1 => (0..8_u8).prop_map(|chunk| Step::ClearJumbo { chunk }),
    ]
}

/// A cluster under test, with what must not change by itself.
struct World {
    cluster: Cluster,
    collection: CollectionIdx,
    n_inserted: u64,
    version: ChunkVersion,
    varied: bool,
}

impl World {
    fn new(start: &Start) -> Self {
        let mut cluster = cluster(start.shards);
        cluster.set_range_size(2 * MIB).unwrap();
        let collection = cluster.create_collection(NS, STANDS_FOR).unwrap();
        if start.zone_first && start.shards.contains("z0") {
            let width = start.pattern.split(' ').count();
            let bound = |x: i64| {
                let mut bound = rawdoc! { "x": x };
                if width == 2 {
                    bound.append(::bson::raw::cstr!("y"), RawBsonRef::MinKey);
                }
                bound
            };
            cluster.update_zone_key_range(NS, &bound(-10), &bound(10), Some("z0")).unwrap();
        }
        let mut world =
            Self { cluster, collection, n_inserted: 0, version: ChunkVersion::default(), varied: start.varied };
        world.insert(0, 1, start.n_loaded, 60);
        world.cluster.shard_collection(NS, key(start.pattern), WITH_INDEX).unwrap();
        world.check();
        world
    }

    fn insert(&mut self, from: i64, step: i64, n: u8, pad: usize) {
        for idx in 0..i64::from(n) {
            let x = from + idx * step;
            let document = rawdoc! { "x": x, "y": x % 3, "pad": "p".repeat(if self.varied { pad } else { 60 } + usize::try_from(idx % 7).unwrap()) };
            self.cluster.insert(self.collection, &document).unwrap();
            self.n_inserted += 1;
        }
    }

    /// Bounds of the chunk at a position, as documents.
    fn bounds(&self, chunk: u8, n: u8) -> (RawDocumentBuf, RawDocumentBuf) {
        let collection = self.cluster.collection(NS).unwrap();
        let (pattern, chunks) = (collection.pattern().unwrap(), collection.chunks());
        let first = usize::from(chunk) % chunks.len();
        let last = (first + usize::from(n) - 1).min(chunks.len() - 1);
        (pattern.decode(chunks[first].min().as_ref()), pattern.decode(chunks[last].max().as_ref()))
    }

    /// A full bound at `x`.
    fn point(&self, x: i64) -> RawDocumentBuf {
        let pattern = self.cluster.collection(NS).unwrap().pattern().unwrap();
        let values = [RawBsonRef::Int64(x << if pattern.hashed_idx() == Some(0) { 56 } else { 0 })];
        pattern.decode(pattern.from_values(&values).as_ref())
    }

    fn run(&mut self, step: &Step) {
        let shard = |idx: &u8| format!("s{idx}");
        let zone = |idx: &u8| format!("z{idx}");
        let before = self.cluster.digest();
        let result = match step {
            Step::Insert { from, step, n, pad } => return self.insert(*from, *step, *n, *pad),
            Step::Advance { ms } => return self.cluster.advance_to(self.cluster.now() + u64::from(*ms)),
            Step::SetBalancer { on } => return self.cluster.set_balancer(*on),
            Step::AddShard { zone: idx } => {
                let name = format!("s{}", self.cluster.shards().len());
                self.cluster.add_shard(&name, &[zone(idx)]).map(drop)
            }
            Step::RemoveShard { shard: idx } => self.cluster.remove_shard(&shard(idx)).map(drop),
            Step::MovePrimary { shard: idx } => self.cluster.move_primary("shop", &shard(idx)),
            Step::JoinZone { shard: idx, zone: joined } => self.cluster.add_shard_to_zone(&shard(idx), &zone(joined)),
            Step::LeaveZone { shard: idx, zone: left } => self.cluster.remove_shard_from_zone(&shard(idx), &zone(left)),
            Step::SetZoneRange { from, len, zone: given } => {
                let (min, max) = (self.point(*from), self.point(from + len));
                self.cluster.update_zone_key_range(NS, &min, &max, given.as_ref().map(zone).as_deref())
            }
            Step::SetBalancing { on } => self.cluster.set_collection_balancing(NS, *on),
            Step::SetRangeSize { mib } => self.cluster.set_range_size(u64::from(*mib) * MIB),
            Step::SplitAt { at } => self.cluster.split_at(NS, &self.point(*at)),
            Step::SplitFind { at } => self.cluster.split_find(NS, ChunkRef::Find(&rawdoc! { "x": *at, "y": 0 })),
            Step::Merge { chunk, n } => {
                let (min, max) = self.bounds(*chunk, *n);
                self.cluster.merge_chunks(NS, &min, &max)
            }
            Step::MoveRange { min, max, to, force } => {
                let (min, max) = (min.map(|min| self.point(min)), max.map(|max| self.point(max)));
                self.cluster.move_range(NS, min.as_deref(), max.as_deref(), &shard(to), *force).map(drop)
            }
            Step::MoveChunk { chunk, to, force } => {
                let (min, max) = self.bounds(*chunk, 1);
                self.cluster.move_chunk(NS, ChunkRef::Bounds(&min, &max), &shard(to), *force).map(drop)
            }
            Step::ClearJumbo { chunk } => {
                let (min, max) = self.bounds(*chunk, 1);
                self.cluster.clear_jumbo_flag(NS, ChunkRef::Bounds(&min, &max))
            }
        };
        if let Err(refusal) = result {
            assert_eq!(self.cluster.digest(), before, "refused, yet something changed: {refusal}");
            assert!(!refusal.fix().is_empty(), "{refusal}");
        }
    }

    fn check(&mut self) {
        self.cluster.check_invariants().unwrap();
        let collection = self.cluster.collection(NS).unwrap();
        assert_eq!(collection.n_documents(), self.n_inserted * STANDS_FOR, "documents lost or doubled");
        let in_chunks: u64 = collection.chunks().iter().map(Chunk::n_documents).sum();
        assert_eq!(in_chunks, collection.n_documents());
        assert!(collection.version() >= self.version, "versions rise");
        self.version = collection.version();
    }

    /// Lets the balancer finish, then holds the end state against what it promises.
    fn settle(&mut self) {
        self.cluster.set_balancer(true);
        self.cluster.set_collection_balancing(NS, true).unwrap();
        if self.varied {
            // A chunk of one key that weighs more than the threshold, and whose documents are few enough to move, goes back
            // and forth for ever: the policy does not ask whether a move makes things better.
            for _ in 0..300 {
                self.cluster.next_event_at().into_iter().for_each(|at| self.cluster.advance_to(at));
            }
            self.check();
            if !self.cluster.is_at_rest() {
                return;
            }
        }
        rest(&mut self.cluster);
        assert!(self.cluster.is_at_rest());
        self.check();
        assert_eq!(self.cluster.balancer_collection_status(self.collection), None);
        let decision = last_decision(&self.cluster);
        assert_eq!(decision.n_migrations, 0);
        for GroupOutcome { zone, reason } in &decision.outcomes {
            if let NoMoveReason::GapBelowThreshold(gap) = reason {
                assert!(gap.gap_bytes() < gap.threshold_bytes, "{zone:?}");
            }
        }
        assert!(decision.why().is_some(), "every rest has a reason");
    }
}

fn run_sequence(start: &Start, steps: &[Step]) {
    let mut world = World::new(start);
    for step in steps {
        world.run(step);
        world.check();
    }
    world.settle();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn invariants_hold_under_any_commands(start in starts(), steps in prop::collection::vec(steps(), 1..12)) {
        run_sequence(&start, &steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Longer sequences, many more: `cargo test --release -p shardscope-sim -- --ignored`.
    #[test]
    #[ignore = "takes minutes"]
    fn invariants_hold_under_long_sequences(start in starts(), steps in prop::collection::vec(steps(), 20..120)) {
        run_sequence(&start, &steps);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn equal_sequences_have_equal_digests(start in starts(), steps in prop::collection::vec(steps(), 1..40)) {
        let digest = || {
            let mut world = World::new(&start);
            for step in &steps {
                world.run(step);
            }
            world.settle();
            world.cluster.digest()
        };
        prop_assert_eq!(digest(), digest());
    }
}
