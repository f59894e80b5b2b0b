//! Gives the command of a step to the cluster.

use bson::{RawBsonRef, RawDocumentBuf, rawdoc};
use shardscope_sim::catalog::Collection;
use shardscope_sim::catalog::pattern::ShardKeyPattern;
use shardscope_sim::cluster::{ActiveWindow, BalancingOptions, ChunkRef, Fault, Migration, ReshardOptions, Update};
use shardscope_sim::error::CommandError;

use super::{MIB, NS, STANDS_FOR, World, pattern};
use crate::Step;

fn shard_name(idx: u8) -> String {
    format!("s{idx}")
}

impl World {
    /// Bounds of the chunk at a position, or of several, as documents.
    fn bounds(&self, chunk: u8, n: u8) -> (RawDocumentBuf, RawDocumentBuf) {
        let Some(collection) = self.cluster.collection_at(self.collection) else { return Default::default() };
        let (Some(pattern), chunks) = (collection.pattern(), collection.chunks()) else { return Default::default() };
        let first = usize::from(chunk) % chunks.len().max(1);
        let last = (first + usize::from(n).max(1) - 1).min(chunks.len().saturating_sub(1));
        let ends = chunks.get(first).zip(chunks.get(last));
        ends.map(|(first, last)| (pattern.decode(first.min().as_ref()), pattern.decode(last.max().as_ref())))
            .unwrap_or_default()
    }

    /// A full bound at `x`.
    fn point(&self, x: i64) -> RawDocumentBuf {
        let pattern = self.cluster.collection_at(self.collection).and_then(|collection| collection.pattern());
        let Some(pattern) = pattern else { return RawDocumentBuf::new() };
        let x = if pattern.hashed_idx() == Some(0) { x << 56 } else { x };
        pattern.decode(pattern.from_values(&[RawBsonRef::Int64(x)]).as_ref())
    }

    pub(super) fn give(&mut self, step: &Step) -> Result<(), CommandError> {
        let shard = |idx: &u8| shard_name(*idx);
        let zone = |idx: &u8| format!("z{idx}");
        match step {
            Step::Insert { from, step, n, pad } => self.insert(*from, *step, *n, *pad),
            Step::SetBalancer { on } => {
                self.cluster.set_balancer(*on);
                Ok(())
            }
            Step::SetWindow { start_hour, stop_hour } => {
                let minutes = |hour: &u8| u32::from(*hour) * 60;
                self.cluster.set_active_window(ActiveWindow::new(minutes(start_hour), minutes(stop_hour)));
                Ok(())
            }
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
            Step::SetCollectionRangeSize { mib } => {
                self.cluster.set_collection_range_size(NS, mib.map(|mib| u64::from(mib) * MIB))
            }
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
            Step::Advance { .. } => Ok(()),
            whole_or_fault => self.give_more(whole_or_fault),
        }
    }

    /// Documents that go or change, the collection as a whole, and faults.
    fn give_more(&mut self, step: &Step) -> Result<(), CommandError> {
        match step {
            Step::MergeAll { shard } => self.cluster.merge_all_chunks_on_shard(NS, &shard_name(*shard), None).map(drop),
            Step::Defragment { on } => {
                let options = BalancingOptions { defragment: Some(*on), ..BalancingOptions::default() };
                self.cluster.configure_collection_balancing(NS, options)
            }
            Step::Delete { at, to } => self.delete(*at, *to),
            Step::ChangeKey { from, to } => {
                let y = from.rem_euclid(3);
                let (filter, update) = (rawdoc! { "x": *from, "y": y }, rawdoc! { "$set": { "x": *to } });
                let request = Update {
                    filter: &filter,
                    update: &update,
                    multi: false,
                    upsert: false,
                    retryable: true,
                    alone: true,
                };
                self.cluster.update(NS, request).map(drop)
            }
            Step::Refine => {
                let present = self.cluster.collection_at(self.collection).and_then(Collection::pattern);
                let longer = if present.is_some_and(ShardKeyPattern::is_hashed) { "x:hashed y" } else { "x y" };
                self.cluster.refine_collection_shard_key(NS, &pattern(longer)?)
            }
            Step::Reshard { pattern: idx, chunks, force } => {
                let text = ["x", "x:hashed", "x y", "y x"].get(usize::from(*idx) % 4).copied().unwrap_or("x");
                let options = ReshardOptions {
                    num_initial_chunks: Some(u64::from(*chunks)),
                    force_redistribution: *force,
                    ..ReshardOptions::default()
                };
                self.cluster.reshard_collection(NS, pattern(text)?, &options).map(drop)
            }
            Step::Unshard { to } => self.cluster.unshard_collection(NS, Some(&shard_name(*to))).map(drop),
            Step::AbortRewrite => self.cluster.abort_rewrite(NS),
            fault => self.give_fault(fault),
        }
    }

    fn give_fault(&mut self, step: &Step) -> Result<(), CommandError> {
        let (fault, ms) = match step {
            Step::ShardDown { shard, ms } => (Fault::ShardDown(usize::from(*shard)), ms),
            Step::ShardSlow { shard, factor, ms } => (Fault::ShardSlow(usize::from(*shard), u32::from(*factor)), ms),
            Step::ShardFull { shard, ms } => (Fault::ShardFull(usize::from(*shard)), ms),
            Step::ConfigReadOnly { ms } => (Fault::ConfigReadOnly, ms),
            Step::AbortMigration => {
                let first = self.cluster.migrations().first().map_or(0, Migration::id);
                return self.cluster.abort_migration(first);
            }
            _ => {
                for active in self.cluster.faults().to_vec() {
                    self.cluster.end_fault(active.fault);
                }
                return Ok(());
            }
        };
        self.cluster.inject_fault(fault, ms.map(i64::unsigned_abs))
    }

    /// All documents of one key, or of a range of keys.
    fn delete(&mut self, at: i64, to: Option<i64>) -> Result<(), CommandError> {
        let filter = match to {
            None => rawdoc! { "x": at },
            Some(to) => rawdoc! { "x": { "$gte": at.min(to), "$lt": at.max(to) } },
        };
        let gone = self.cluster.delete(NS, &filter, true)?.n_documents;
        self.n_there -= gone / STANDS_FOR;
        Ok(())
    }
}
