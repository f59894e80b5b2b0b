//! Collections written anew over simulated time: `reshardCollection`, `unshardCollection`, `moveCollection`. All three run on
//! the server's resharding machinery: documents are cloned beside the old collection, writes that came meanwhile are
//! applied, then writes are blocked for a moment and the new collection takes over. Until then everything can be called off.

use super::{Cluster, CollectionIdx, EventKind, Tick};
use crate::catalog::{Collection, ShardIdx, ShardingPlan};
use crate::version::ReshardSpace;

/// Shortest resharding, however small the collection (`reshardingMinimumOperationDurationMillis`).
pub const RESHARD_DURATION_MIN_MS: Tick = 300_000;
/// How long writes are blocked at the end (manual: about two seconds).
pub const RESHARD_BLOCK_MS: Tick = 2_000;

/// What is done to a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperationKind {
    /// `reshardCollection`: another key or another distribution.
    Reshard,
    /// `unshardCollection`: all of it on one shard.
    Unshard {
        /// That shard.
        to: ShardIdx,
    },
    /// `moveCollection`: an unsharded collection to another shard.
    Move {
        /// That shard.
        to: ShardIdx,
    },
}

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperationPhase {
    /// Recipients copy the documents and build the indexes.
    Cloning,
    /// Recipients apply the writes that came meanwhile.
    Applying,
    /// Writes wait.
    BlockingWrites,
}

/// Why a collection stayed as it was.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OperationFailure {
    /// Somebody called it off.
    Aborted,
    /// Two documents of one `_id`, or of one value of another unique index, would be on one shard.
    DuplicateKey {
        /// The index.
        index: String,
    },
    /// A document that came meanwhile has no key under the new pattern.
    NoKey,
    /// A shard that takes part has no primary.
    ShardDown {
        /// The shard.
        shard: ShardIdx,
    },
    /// A recipient has no space left.
    ShardFull {
        /// The shard.
        shard: ShardIdx,
    },
}

/// What a collection written anew needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OperationEstimate {
    /// Space to have free on each recipient, bytes.
    pub free_bytes_per_shard: u64,
    /// The same in all, bytes.
    pub free_bytes_total: u64,
    /// From start to end.
    pub duration_ms: Tick,
    /// Of that, at the end: writes are blocked.
    pub blocked_ms: Tick,
}

impl OperationEstimate {
    /// Space and time for writing `data_bytes` with `index_bytes` of indexes anew on `n_recipients` shards, each of which
    /// copies `bytes_per_sec`. The space is what the manual asks for: from 8.0 on `(data + indexes) x 2 / shards` on each,
    /// before 1.2 times the collection.
    #[must_use]
    pub fn new(
        data_bytes: u64,
        index_bytes: u64,
        n_recipients: usize,
        bytes_per_sec: u64,
        space: ReshardSpace,
    ) -> Self {
        let n_recipients = (n_recipients as u64).max(1);
        let free_bytes_total = match space {
            ReshardSpace::PerShardTwice => data_bytes.saturating_add(index_bytes).saturating_mul(2),
            ReshardSpace::WholeTimes1_2 => data_bytes.saturating_mul(6) / 5,
        };
        let copy_ms = clone_ms(data_bytes, n_recipients, bytes_per_sec);
        Self {
            free_bytes_per_shard: free_bytes_total.div_ceil(n_recipients),
            free_bytes_total,
            duration_ms: copy_ms.saturating_add(RESHARD_BLOCK_MS).max(RESHARD_DURATION_MIN_MS),
            blocked_ms: RESHARD_BLOCK_MS,
        }
    }
}

/// Recipients copy side by side, each its share.
fn clone_ms(data_bytes: u64, n_recipients: u64, bytes_per_sec: u64) -> Tick {
    data_bytes.div_ceil(n_recipients.max(1)).saturating_mul(1000).div_ceil(bytes_per_sec.max(1))
}

/// A collection that is being written anew.
#[derive(Debug)]
pub struct Operation {
    pub(super) kind: OperationKind,
    pub(super) collection: CollectionIdx,
    /// How it will be sharded.
    pub(super) plan: Option<ShardingPlan>,
    pub(super) phase: OperationPhase,
    pub(super) started: Tick,
    /// When cloning ends.
    pub(super) cloned: Tick,
    /// When it ends.
    pub(super) ends: Tick,
    pub(super) n_bytes: u64,
    pub(super) n_writes_held: u64,
}

impl Operation {
    /// What is done.
    #[must_use]
    pub fn kind(&self) -> OperationKind {
        self.kind
    }

    /// The collection.
    #[must_use]
    pub fn collection(&self) -> CollectionIdx {
        self.collection
    }

    /// How far it is.
    #[must_use]
    pub fn phase(&self) -> OperationPhase {
        self.phase
    }

    /// When it started.
    #[must_use]
    pub fn started(&self) -> Tick {
        self.started
    }

    /// When it will end if nothing changes.
    #[must_use]
    pub fn ends(&self) -> Tick {
        self.ends
    }

    /// Bytes that are copied in all.
    #[must_use]
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// Bytes that are copied at a time: they lie beside the old collection.
    #[must_use]
    pub fn n_bytes_cloned(&self, at: Tick) -> u64 {
        let whole = self.cloned.saturating_sub(self.started).max(1);
        let done = at.saturating_sub(self.started).min(whole);
        u64::try_from(u128::from(self.n_bytes) * u128::from(done) / u128::from(whole)).unwrap_or(self.n_bytes)
    }

    /// Shards that get documents.
    fn recipients(&self) -> Vec<ShardIdx> {
        match (self.kind, &self.plan) {
            (OperationKind::Unshard { to } | OperationKind::Move { to }, _) => vec![to],
            (OperationKind::Reshard, plan) => {
                let chunks = plan.iter().flat_map(|plan| &plan.chunks);
                let mut shards: Vec<_> = chunks.map(|chunk| chunk.shard_idx).collect();
                shards.sort_unstable();
                shards.dedup();
                shards
            }
        }
    }
}

impl Cluster {
    /// The collection that is being written anew, if one is.
    #[must_use]
    pub fn operation(&self) -> Option<&Operation> {
        self.operation.as_ref()
    }

    /// Space and time that writing a collection anew takes. `index_bytes` is for the caller to say: indexes are not part of
    /// the simulation. `None` without such a collection.
    #[must_use]
    pub fn reshard_estimate(&self, ns: &str, index_bytes: u64) -> Option<OperationEstimate> {
        let n_recipients = self.shards.iter().filter(|shard| shard.is_present() && !shard.is_draining()).count();
        let data_bytes = self.collection(ns)?.n_bytes();
        let (rate, space) = (self.migration_bytes_per_sec, self.profile.commands.reshard_space);
        Some(OperationEstimate::new(data_bytes, index_bytes, n_recipients, rate, space))
    }

    /// Starts writing a collection anew. The caller has checked everything.
    pub(super) fn start_operation(
        &mut self,
        kind: OperationKind,
        collection: CollectionIdx,
        plan: Option<ShardingPlan>,
    ) {
        let there = self.collections.get_mut(collection);
        // What comes while an empty collection is written anew is kept too: it has to be placed by the new key.
        let is_kept = there.is_some_and(|there| there.keep_documents().is_ok());
        debug_assert!(is_kept, "the caller has checked that documents are kept or that there are none");
        let n_bytes = self.collections.get(collection).map_or(0, Collection::n_bytes);
        let mut operation = Operation {
            kind,
            collection,
            plan,
            phase: OperationPhase::Cloning,
            started: self.now,
            cloned: self.now,
            ends: self.now,
            n_bytes,
            n_writes_held: 0,
        };
        let recipients = operation.recipients();
        let slowdown = recipients.iter().map(|shard| self.slowdown(*shard, *shard)).max().unwrap_or(1);
        let copy_ms = clone_ms(n_bytes, recipients.len() as u64, self.migration_bytes_per_sec);
        let copy_ms = copy_ms.saturating_add(self.migration_overhead_ms).saturating_mul(slowdown);
        operation.cloned = self.now.saturating_add(copy_ms);
        operation.ends = operation.cloned.max(self.now + RESHARD_DURATION_MIN_MS - RESHARD_BLOCK_MS) + RESHARD_BLOCK_MS;
        let ends = operation.ends;
        self.operation = Some(operation);
        self.push_event(Some(collection), EventKind::OperationStarted { kind, ends });
        self.rounds.wake();
    }

    pub(super) fn next_operation_step(&self) -> Option<Tick> {
        let operation = self.operation.as_ref()?;
        Some(match operation.phase {
            OperationPhase::Cloning => operation.cloned,
            OperationPhase::Applying => operation.ends.saturating_sub(RESHARD_BLOCK_MS).max(operation.cloned),
            OperationPhase::BlockingWrites => operation.ends,
        })
    }

    /// The next phase begins, or the new collection takes over.
    pub(super) fn step_operation(&mut self) {
        let Some(operation) = &self.operation else { return };
        if let Some(failure) = self.operation_failure(operation) {
            self.fail_operation(failure);
            return;
        }
        let next = match operation.phase {
            OperationPhase::Cloning => OperationPhase::Applying,
            OperationPhase::Applying => OperationPhase::BlockingWrites,
            OperationPhase::BlockingWrites => return self.commit_operation(),
        };
        let collection = operation.collection;
        // Without a config primary the coordinator waits where it is.
        if self.config_is_read_only() {
            let until = self.next_fault_end().unwrap_or(self.now + RESHARD_DURATION_MIN_MS).max(self.now + 1);
            return self.delay_operation(until);
        }
        if let Some(operation) = &mut self.operation {
            operation.phase = next;
        }
        self.push_event(Some(collection), EventKind::OperationPhase { phase: next });
    }

    /// Moves the end of the present phase to a later time.
    fn delay_operation(&mut self, until: Tick) {
        let delay = until.saturating_sub(self.now);
        if let Some(operation) = &mut self.operation {
            if operation.phase == OperationPhase::Cloning {
                operation.cloned = operation.cloned.saturating_add(delay);
            }
            operation.ends = operation.ends.saturating_add(delay);
        }
    }

    /// What keeps the new collection from being complete.
    fn operation_failure(&self, operation: &Operation) -> Option<OperationFailure> {
        let collection = self.collections.get(operation.collection)?;
        for shard in operation.recipients() {
            match self.migration_hindrance(shard, shard) {
                Some(super::MigrationFailure::ShardDown { shard }) => {
                    return Some(OperationFailure::ShardDown { shard });
                }
                Some(super::MigrationFailure::ShardFull { shard }) => {
                    return Some(OperationFailure::ShardFull { shard });
                }
                _ => {}
            }
        }
        if let Some(plan) = &operation.plan {
            if collection.check_keys(&plan.pattern).is_err() {
                return Some(OperationFailure::NoKey);
            }
            let index = collection.rivals_under(plan)?;
            return Some(OperationFailure::DuplicateKey { index });
        }
        let mut shared = collection.shared_values();
        shared.next().map(|(index, _)| OperationFailure::DuplicateKey { index: index.to_string() })
    }

    pub(super) fn fail_operation(&mut self, failure: OperationFailure) {
        let Some(operation) = self.operation.take() else { return };
        let kind = operation.kind;
        self.push_event(Some(operation.collection), EventKind::OperationFailed { kind, failure });
        self.rounds.hurry(self.now);
    }

    fn commit_operation(&mut self) {
        if self.config_is_read_only() {
            let until = self.next_fault_end().unwrap_or(self.now + RESHARD_DURATION_MIN_MS).max(self.now + 1);
            return self.delay_operation(until);
        }
        let Some(operation) = self.operation.take() else { return };
        let Operation { kind, collection: idx, plan, n_writes_held, .. } = operation;
        let now = self.now;
        if let Some(collection) = self.collections.get_mut(idx) {
            match (kind, plan) {
                (OperationKind::Unshard { to }, _) => collection.unshard(to),
                (OperationKind::Move { to }, _) => collection.move_tracked(to),
                (OperationKind::Reshard, Some(plan)) => {
                    collection.unshard(0);
                    // Checked in the step before: every document has a key.
                    let _sharded = collection.shard(plan, now);
                }
                (OperationKind::Reshard, None) => {}
            }
        }
        self.drop_orphans(|range| range.collection == idx);
        let n_chunks = self.collections.get(idx).map_or(0, |collection| collection.chunks().len());
        self.push_event(Some(idx), EventKind::OperationDone { kind, n_chunks, n_writes_held });
        self.rounds.hurry(now);
        self.remove_drained_shards();
    }

    /// Counts a write that waits until the new collection has taken over.
    pub(super) fn note_held_write(&mut self, collection: CollectionIdx) {
        if let Some(operation) = &mut self.operation
            && operation.collection == collection
            && operation.phase == OperationPhase::BlockingWrites
        {
            operation.n_writes_held += 1;
        }
    }
}
