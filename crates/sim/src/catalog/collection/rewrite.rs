//! A collection written anew: by a longer key, unsharded, or moved.

use super::{Collection, CommandError, KeyArena, ShardIdx, ShardKeyPattern, ShardUsage, State, Unsharded};
use crate::bson::{KeyBuf, KeyValue};
use crate::catalog::zone::{ZoneRange, ZoneRanges};
use crate::error::OperationError;

impl Collection {
    /// Whether all documents of a sharded collection are at hand.
    pub(crate) fn check_kept(&self) -> Result<(), CommandError> {
        let n_documents: u64 = self.usage.iter().map(|usage| usage.n_documents).sum();
        if self.keeps_documents() || n_documents == 0 {
            return Ok(());
        }
        Err(OperationError::DocumentsNotKept { ns: self.ns.clone() }.into())
    }

    /// Whether every document has a key under a pattern.
    ///
    /// # Errors
    /// The first that has none, as the index on the key would refuse it.
    pub(crate) fn check_keys(&self, pattern: &ShardKeyPattern) -> Result<(), CommandError> {
        let mut key = KeyBuf::default();
        let check = |document: &::bson::RawDocument| {
            let encoded = pattern.encode_document(document, &mut key);
            encoded.map_err(|reason| CommandError::NoUsableIndex { ns: self.ns.clone(), reason })
        };
        match &self.state {
            State::Unsharded(unsharded) => unsharded.documents().try_for_each(check),
            State::Sharded(_) => self.kept.values().map(AsRef::as_ref).try_for_each(check),
        }
    }

    /// `refineCollectionShardKey`: bounds get the new fields, documents their longer keys; nothing moves, and no chunk stays
    /// jumbo. The caller has checked that every document has a key.
    pub(crate) fn refine(&mut self, pattern: ShardKeyPattern) {
        let kept = self.take_kept();
        let State::Sharded(sharded) = &mut self.state else { return };
        let (old_max, new_max) = (sharded.pattern.global_max(), pattern.global_max());
        let old = sharded.pattern.clone();
        let refined = |bound: &KeyValue| {
            if *bound == old_max { new_max.clone() } else { pattern.extend_key(&old, bound) }
        };
        sharded.table.rekey(&refined);
        let zones = sharded.zones.as_slice().iter().map(|range| ZoneRange {
            zone: range.zone.clone(),
            min: refined(&range.min),
            max: refined(&range.max),
        });
        sharded.zones = ZoneRanges::from_sorted(zones.collect());
        sharded.pattern = pattern;
        sharded.arena = KeyArena::default();
        let old_mark = std::mem::take(&mut sharded.loaded_mark);
        for (id, document) in kept {
            // Checked before: every document has a key.
            if sharded.pattern.encode_document(&document, &mut sharded.key).is_err() {
                continue;
            }
            let size = u32::try_from(document.as_bytes().len()).unwrap_or(u32::MAX);
            let chunk_idx = sharded.table.find(sharded.key.as_ref());
            if let Some(entry) = sharded.arena.push(sharded.key.as_ref(), size)
                && let Some(chunk) = sharded.table.chunk_mut(chunk_idx)
            {
                chunk.documents.push(&sharded.arena, entry, sharded.key.as_ref());
                sharded.last_id = entry.offset();
                self.kept.insert(entry.offset(), document);
            }
            if id < old_mark {
                sharded.loaded_mark = sharded.arena.end();
            }
        }
        self.note_all();
    }

    /// Takes all chunks away and puts the documents on one shard, where they stay until they are moved again.
    pub(crate) fn unshard(&mut self, to: ShardIdx) {
        let documents: Vec<_> = self.take_kept().into_values().collect();
        let n_bytes = documents.iter().map(|document| document.as_bytes().len() as u64).sum();
        let usage = ShardUsage { n_documents: documents.len() as u64, n_bytes, ..ShardUsage::default() };
        self.usage = Vec::new();
        if let Some(there) = self.usage_mut(to) {
            *there = usage;
        }
        self.state = State::Unsharded(Unsharded::tracked(to, documents));
        self.note_all();
    }

    /// `moveCollection`: an unsharded collection goes to another shard and stays there.
    pub(crate) fn move_tracked(&mut self, to: ShardIdx) {
        self.move_unsharded(to);
        if let State::Unsharded(unsharded) = &mut self.state {
            unsharded.track();
        }
    }

    /// The unique index that two documents would meet in on one shard if the collection were sharded like this.
    pub(crate) fn rivals_under(&self, plan: &super::ShardingPlan) -> Option<String> {
        let mut key = KeyBuf::default();
        for (index, ids) in self.shared_values() {
            let mut shards = std::collections::BTreeSet::new();
            for id in ids {
                let document = self.whole(*id)?;
                plan.pattern.encode_document(document, &mut key).ok()?;
                let at = plan.chunks.partition_point(|chunk| chunk.min.as_ref() <= key.as_ref());
                let shard = plan.chunks.get(at.saturating_sub(1)).map(|chunk| chunk.shard_idx);
                if !shards.insert(shard) {
                    return Some(index.to_string());
                }
            }
        }
        None
    }
}
