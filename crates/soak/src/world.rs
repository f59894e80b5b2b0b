//! A cluster under test, with what must not change by itself.

use bson::raw::cstr;
use bson::{RawBsonRef, rawdoc};
use shardscope_sim::balancer::BalancerPolicy;
use shardscope_sim::catalog::index::Index;
use shardscope_sim::catalog::pattern::{FieldKind, ShardKeyField, ShardKeyPattern};
use shardscope_sim::catalog::{Chunk, ChunkVersion};
use shardscope_sim::cluster::{Cluster, ClusterConfig, CollectionIdx, EventKind, ShardCollectionOptions};
use shardscope_sim::error::CommandError;

use crate::{Start, Step, Tally, Violation, even};

mod give;

const NS: &str = "shop.orders";
const MIB: u64 = 1 << 20;
/// Each document stands for this many: most of them for about 1 MiB.
const STANDS_FOR: u64 = 8_192;
/// Events after which a cluster that is left alone should rest.
const EVENTS_MAX: u64 = 20_000;
/// The same when data of very different sizes may move to and fro for ever.
const EVENTS_RESTLESS: u64 = 300;

/// A cluster, its collection, and what was done so far.
#[derive(Debug)]
pub struct World {
    cluster: Cluster,
    collection: CollectionIdx,
    /// Documents that are there: inserted less deleted.
    n_there: u64,
    version: ChunkVersion,
    /// Events seen so far.
    n_events: usize,
    varied: bool,
}

impl World {
    /// The beginning of a sequence.
    ///
    /// # Errors
    /// The cluster refuses it, or breaks a promise at once.
    pub fn new(start: &Start) -> Result<Self, Violation> {
        let mut cluster = Cluster::new(config(start)).map_err(Violation::Beginning)?;
        let begin = |cluster: &mut Cluster| {
            cluster.enable_sharding("shop", None)?;
            let collection = cluster.create_collection(NS, STANDS_FOR)?;
            if start.keeps {
                cluster.keep_documents(NS)?;
            }
            if start.zone_first && start.shards.contains("z0") {
                let has_two = start.pattern.contains(' ');
                let bound = |x: i64| {
                    let mut bound = rawdoc! { "x": x };
                    if has_two {
                        bound.append(cstr!("y"), RawBsonRef::MinKey);
                    }
                    bound
                };
                cluster.update_zone_key_range(NS, &bound(-10), &bound(10), Some("z0"))?;
            }
            Ok::<_, CommandError>(collection)
        };
        let collection = begin(&mut cluster).map_err(Violation::Beginning)?;
        let mut world = Self {
            cluster,
            collection,
            n_there: 0,
            version: ChunkVersion::default(),
            n_events: 0,
            varied: start.varied,
        };
        world.insert(0, 1, start.n_loaded, 60).map_err(Violation::Beginning)?;
        let options = ShardCollectionOptions { prepares: true, ..ShardCollectionOptions::default() };
        let pattern = pattern(start.pattern).map_err(Violation::Beginning)?;
        world.cluster.shard_collection(NS, pattern, options).map_err(Violation::Beginning)?;
        // For refining; a version that cannot have such an index cannot refine either.
        let longer = if start.pattern.starts_with("x:hashed") { "x:hashed y" } else { "x y" };
        let _ = self::pattern(longer).and_then(|longer| world.cluster.create_index(NS, Index::of_key(&longer, false)));
        world.check()?;
        Ok(world)
    }

    /// The cluster.
    #[must_use]
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    fn insert(&mut self, from: i64, step: i64, n: i64, pad: i64) -> Result<(), CommandError> {
        for idx in 0..n {
            let x = from + idx * step;
            let pad = if self.varied { pad } else { 60 } + idx % 7;
            let pad = "p".repeat(usize::try_from(pad).unwrap_or(0));
            self.cluster.insert(self.collection, &rawdoc! { "x": x, "y": x % 3, "pad": pad })?;
            self.n_there += 1;
        }
        Ok(())
    }

    /// Takes one step, then checks everything that must always hold.
    ///
    /// # Errors
    /// What does not hold.
    pub fn run(&mut self, step: &Step, tally: &mut Tally) -> Result<(), Violation> {
        tally.n_steps += 1;
        if let Step::Advance { ms } = step {
            self.cluster.advance_to(self.cluster.now().saturating_add(ms.unsigned_abs()));
            return self.check();
        }
        let is_insert = matches!(step, Step::Insert { .. });
        let before = if is_insert { String::new() } else { self.cluster.digest() };
        if let Err(refusal) = self.give(step) {
            tally.n_refused += 1;
            if !is_insert && self.cluster.digest() != before {
                return Err(Violation::RefusedYetChanged(refusal));
            }
            if refusal.fix().is_empty() {
                return Err(Violation::NoAdvice(refusal));
            }
        }
        self.check()
    }

    fn check(&mut self) -> Result<(), Violation> {
        self.cluster.check_invariants()?;
        let Some(collection) = self.cluster.collection_at(self.collection) else { return Ok(()) };
        let expected = self.n_there * STANDS_FOR;
        let in_chunks = collection.chunks().iter().map(Chunk::n_documents).sum();
        for found in [collection.n_documents(), if collection.is_sharded() { in_chunks } else { expected }] {
            if found != expected {
                return Err(Violation::Documents { expected, found });
            }
        }
        // A collection that was written anew starts with a new epoch.
        let news = self.cluster.events().iter().skip(self.n_events);
        let is_new = news.into_iter().any(|event| matches!(event.kind, EventKind::OperationDone { .. }));
        if collection.version() < self.version && !is_new {
            return Err(Violation::VersionFell);
        }
        self.version = collection.version();
        self.n_events = self.cluster.events().len();
        Ok(())
    }

    /// Leaves the cluster alone with its balancer, then holds the end against what the balancer promises.
    ///
    /// # Errors
    /// What does not hold.
    pub fn settle(&mut self, tally: &mut Tally) -> Result<(), Violation> {
        for active in self.cluster.faults().to_vec() {
            self.cluster.end_fault(active.fault);
        }
        self.cluster.set_active_window(None);
        self.cluster.set_balancer(true);
        self.cluster.set_collection_balancing(NS, true).map_err(Violation::Beginning)?;
        // A chunk of one key that weighs more than the threshold, and whose documents are few enough to move, goes back and
        // forth for ever: the size policy does not ask whether a move makes things better.
        let may_be_restless = self.varied && self.cluster.profile().balancer.policy == BalancerPolicy::DataSize;
        let n_events_max = if may_be_restless { EVENTS_RESTLESS } else { EVENTS_MAX };
        let mut n_events = 0;
        while let Some(at) = self.cluster.next_event_at().filter(|_| !self.cluster.is_at_rest()) {
            self.cluster.advance_to(at);
            n_events += 1;
            if n_events > n_events_max {
                self.check()?;
                tally.n_restless += 1;
                let at_ms = self.cluster.now();
                return if may_be_restless { Ok(()) } else { Err(Violation::Restless { n_events, at_ms }) };
            }
        }
        self.check()?;
        self.check_rest()
    }

    fn check_rest(&self) -> Result<(), Violation> {
        if !self.cluster.collection_at(self.collection).is_some_and(shardscope_sim::catalog::Collection::is_sharded) {
            return Ok(());
        }
        if let Some(reason) = self.cluster.balancer_collection_status(self.collection) {
            return Err(Violation::NotCompliant { reason });
        }
        even::check(&self.cluster, self.collection)?;
        let decisions = self.cluster.events().iter().rev().filter_map(|event| match &event.kind {
            EventKind::Decision { decision, .. } => Some(decision),
            _ => None,
        });
        let last = decisions.into_iter().next();
        match last.filter(|decision| decision.n_migrations == 0).and_then(|decision| decision.why()) {
            Some(_) => Ok(()),
            None => Err(Violation::NoReason),
        }
    }
}

fn config(start: &Start) -> ClusterConfig {
    let shards = start.shards.split(' ').map(|shard| {
        let (name, zones) = shard.split_once(':').unwrap_or((shard, ""));
        (name.to_owned(), zones.split(',').filter(|zone| !zone.is_empty()).map(str::to_owned).collect())
    });
    ClusterConfig {
        server: start.server,
        shards: shards.collect(),
        range_size_bytes: 2 * MIB,
        balancer_on: true,
        migration_bytes_per_sec: 10 * MIB,
        migration_overhead_ms: 200,
    }
}

fn pattern(text: &str) -> Result<ShardKeyPattern, CommandError> {
    let fields = text.split(' ').map(|field| match field.split_once(':') {
        Some((path, _)) => ShardKeyField { path: path.to_owned(), kind: FieldKind::Hashed },
        None => ShardKeyField { path: field.to_owned(), kind: FieldKind::Ranged },
    });
    Ok(ShardKeyPattern::new(fields.collect())?)
}
