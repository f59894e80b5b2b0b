//! Commands that write a collection anew: `refineCollectionShardKey`, `reshardCollection`, `unshardCollection`,
//! `moveCollection`, and calling them off.

use ::bson::RawDocumentBuf;

use super::super::{Cluster, CollectionIdx, EventKind, OperationFailure, OperationKind};
use crate::bson::{KeyBuf, KeyValue};
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{Collection, ShardingPlan, ZoneRanges};
use crate::error::{CommandError, OperationError};
use crate::initial_split::{
    DistributionRange, InitialChunk, PlacementShard, reshard_by_distribution, reshard_by_sampling,
    zone_ranges_at_sharding,
};

/// Chunks that resharding makes when nobody says how many (`reshardCollection`).
pub const RESHARD_CHUNKS: u64 = 90;
/// Sampled documents per chunk.
const SAMPLES_PER_CHUNK: usize = 10;

/// One entry of `shardDistribution`: a shard by name, with the range that it gets.
pub type ShardRange = (String, Option<(RawDocumentBuf, RawDocumentBuf)>);

/// Options of `reshardCollection`.
#[derive(Debug, Clone, Default)]
pub struct ReshardOptions {
    /// Refused: a resharded key is never unique.
    pub unique: bool,
    /// Chunks wanted; [`RESHARD_CHUNKS`] without it.
    pub num_initial_chunks: Option<u64>,
    /// Zone ranges of the new key: lower bound, upper bound, zone.
    pub zones: Option<Vec<(RawDocumentBuf, RawDocumentBuf, String)>>,
    /// Write the collection anew even if the key stays (8.0).
    pub force_redistribution: bool,
    /// `collation: { locale: "simple" }` was given.
    pub simple_collation: bool,
    /// Ranges by shard name; without bounds, the shards to sample for (7.1 and later).
    pub shard_distribution: Option<Vec<ShardRange>>,
}

impl Cluster {
    /// `refineCollectionShardKey`: adds fields to the shard key. No document moves; jumbo flags go.
    ///
    /// # Errors
    /// A version before 4.4; the collection is not sharded or on the move; the key does not start with the present one; no
    /// index starts with it; documents are not kept.
    pub fn refine_collection_shard_key(&mut self, ns: &str, pattern: &ShardKeyPattern) -> Result<(), CommandError> {
        self.check_version(self.profile.commands.refine_collection_shard_key, "refineCollectionShardKey")?;
        let (collection_idx, present) = self.sharded(ns)?;
        let present = present.clone();
        self.check_chunks_free(ns)?;
        if *pattern == present {
            return Ok(());
        }
        if !pattern.extends(&present) {
            let (wanted, key) = (pattern.to_string(), present.to_string());
            return Err(OperationError::NotAnExtension { wanted, key }.into());
        }
        let unique = self.collections.get(collection_idx).is_some_and(Collection::unique);
        self.check_nothing_moves(collection_idx)?;
        self.check_refined_index(collection_idx, pattern, unique)?;
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(()) };
        collection.check_kept()?;
        collection.check_keys(pattern)?;
        let key = pattern.to_string();
        collection.refine(pattern.clone());
        for range in self.orphans.iter_mut().filter(|range| range.collection() == collection_idx) {
            range.refine(pattern, &present);
        }
        self.push_event(Some(collection_idx), EventKind::KeyRefined { key });
        self.rounds.wake();
        Ok(())
    }

    /// Unlike sharding, refining never makes the index, however empty the collection.
    fn check_refined_index(
        &self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        unique: bool,
    ) -> Result<(), CommandError> {
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(()) };
        if !collection.indexes().iter().any(|index| index.starts_with(pattern)) {
            let (ns, key) = (collection.ns().to_owned(), pattern.to_string());
            return Err(OperationError::NoIndex { ns, key, reason: "none starts with it".to_owned() }.into());
        }
        self.check_key_index(collection_idx, pattern, unique)
    }

    /// `reshardCollection`: starts writing the collection anew by another key. Returns whether anything starts: by the key
    /// that it has nothing does, unless it is forced.
    ///
    /// # Errors
    /// A version before 5.0; the collection is not sharded; options that do not go with it; another collection is being
    /// written anew; too few distinct keys; documents that are not kept or have no such key.
    pub fn reshard_collection(
        &mut self,
        ns: &str,
        pattern: ShardKeyPattern,
        options: &ReshardOptions,
    ) -> Result<bool, CommandError> {
        self.check_version(self.profile.commands.reshard_collection, "reshardCollection")?;
        let (collection_idx, present) = self.sharded(ns)?;
        let same_key = pattern == *present;
        self.check_reshard_options(collection_idx, options)?;
        self.check_no_operation()?;
        if same_key && !options.force_redistribution {
            return Ok(false);
        }
        self.check_nothing_moves(collection_idx)?;
        self.check_unique_indexes(collection_idx, &pattern)?;
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(false) };
        collection.check_kept()?;
        collection.check_keys(&pattern)?;
        let zones = self.reshard_zones(collection_idx, &pattern, same_key, options)?;
        let chunks = self.reshard_chunks(collection_idx, &pattern, &zones, options)?;
        self.make_reshard_index(collection_idx, &pattern);
        let plan = ShardingPlan { pattern, unique: false, zones, chunks };
        self.start_operation(OperationKind::Reshard, collection_idx, Some(plan));
        Ok(true)
    }

    /// Resharding makes the index of the new key on the new collection by itself.
    fn make_reshard_index(&mut self, collection_idx: CollectionIdx, pattern: &ShardKeyPattern) {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return };
        let serves = |index: &crate::catalog::index::Index| index.starts_with(pattern) && index.flaw().is_none();
        let index = crate::catalog::index::Index::of_key(pattern, false);
        if !collection.indexes().iter().any(serves) && !collection.indexes().contains(&index) {
            collection.add_index(index);
        }
    }

    fn check_reshard_options(
        &self,
        collection_idx: CollectionIdx,
        options: &ReshardOptions,
    ) -> Result<(), CommandError> {
        let version = self.profile.name;
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(()) };
        if options.unique {
            return Err(OperationError::ReshardUnique.into());
        }
        if options.force_redistribution && !self.profile.commands.reshard_same_key {
            return Err(OperationError::OptionNotInVersion { option: "forceRedistribution", version }.into());
        }
        if options.shard_distribution.is_some() && !self.profile.commands.shard_distribution {
            return Err(OperationError::OptionNotInVersion { option: "shardDistribution", version }.into());
        }
        if !collection.simple_collation() && !options.simple_collation {
            return Err(OperationError::CollationNeeded { ns: collection.ns().to_owned() }.into());
        }
        if !collection.zone_ranges().is_empty() && options.zones.is_none() && !options.force_redistribution {
            return Err(OperationError::ReshardZones { ns: collection.ns().to_owned() }.into());
        }
        Ok(())
    }

    /// The zones given, or those that are there if the key stays.
    fn reshard_zones(
        &self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        same_key: bool,
        options: &ReshardOptions,
    ) -> Result<ZoneRanges, CommandError> {
        match &options.zones {
            Some(zones) => {
                let zones = zones.iter().map(|(min, max, zone)| (zone.as_str(), &**min, &**max));
                zone_ranges_at_sharding(pattern, zones)
            }
            None if same_key => {
                let there = self.collections.get(collection_idx).and_then(Collection::zones);
                Ok(there.cloned().unwrap_or_default())
            }
            None => Ok(ZoneRanges::default()),
        }
    }

    fn reshard_chunks(
        &mut self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        zones: &ZoneRanges,
        options: &ReshardOptions,
    ) -> Result<Vec<InitialChunk>, CommandError> {
        let n_chunks = options.num_initial_chunks.unwrap_or(RESHARD_CHUNKS);
        let n_chunks = usize::try_from(n_chunks).unwrap_or(usize::MAX);
        let samples = self.sampled_keys(collection_idx, pattern, n_chunks);
        let shards: Vec<PlacementShard<'_>> = self.placement_shards().collect();
        let order = self.profile.initial_split.order;
        let Some(distribution) = &options.shard_distribution else {
            return reshard_by_sampling(pattern, zones, &shards, order, n_chunks, samples);
        };
        let position = |name: &String| {
            let at = shards.iter().position(|shard| shard.name == name);
            at.ok_or_else(|| CommandError::ShardNotFound { shard: name.clone() })
        };
        let mut ranges = Vec::new();
        for (name, bounds) in distribution {
            let shard = position(name)?;
            if let Some((min, max)) = bounds {
                let (min, max) = (pattern.encode_bound(min)?, pattern.encode_bound(max)?);
                ranges.push(DistributionRange { shard, min, max: whole_end(pattern, max) });
            }
        }
        if ranges.is_empty() {
            let named: Result<Vec<usize>, _> = distribution.iter().map(|(name, _)| position(name)).collect();
            let named: Vec<_> = named?.into_iter().filter_map(|at| shards.get(at).copied()).collect();
            return reshard_by_sampling(pattern, zones, &named, order, n_chunks, samples);
        }
        reshard_by_distribution(pattern, zones, &shards, &ranges)
    }

    /// The keys of sampled documents that become split points, in order: of 10 documents per chunk every tenth, and the last. (The
    /// server samples at random; here the samples lie evenly in the order of arrival.)
    fn sampled_keys(
        &mut self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        n_chunks: usize,
    ) -> Vec<KeyValue> {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Vec::new() };
        let mut all = collection.all_documents();
        all.sort_unstable_by_key(|found| found.id);
        let n_samples = n_chunks.saturating_mul(SAMPLES_PER_CHUNK).max(1);
        let n_samples = n_samples.min(all.len());
        let mut key = KeyBuf::default();
        let mut keys = Vec::new();
        for found in (0..n_samples).filter_map(|nth| all.get(nth * all.len() / n_samples)) {
            let document = collection.whole(found.id);
            if document.is_some_and(|document| pattern.encode_document(document, &mut key).is_ok()) {
                keys.push(key.to_value());
            }
        }
        keys.sort_unstable();
        let min = pattern.global_min();
        let groups = keys.chunks(SAMPLES_PER_CHUNK).filter_map(<[KeyValue]>::last);
        groups.filter(|key| **key != min).cloned().collect()
    }

    /// `unshardCollection`: all of a collection on one shard, the given one or the one with least data.
    ///
    /// # Errors
    /// A version before 8.0; no such collection or shard; unsharded already on another shard; it has zones; another collection
    /// is being written anew; documents that are not kept.
    pub fn unshard_collection(&mut self, ns: &str, to: Option<&str>) -> Result<bool, CommandError> {
        self.check_version(self.profile.commands.unshard_collection, "unshardCollection")?;
        let collection_idx = self.known_collection(ns)?;
        let to = match to {
            Some(name) => self.recipient_idx(name)?,
            None => self.least_loaded_shard()?,
        };
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(false) };
        match collection.unsharded_on() {
            Some(there) if there == to => return Ok(false),
            Some(_) => return Err(CommandError::NamespaceNotSharded { ns: ns.to_owned() }),
            None => {}
        }
        if !collection.zone_ranges().is_empty() {
            return Err(OperationError::ReshardZones { ns: ns.to_owned() }.into());
        }
        collection.check_kept()?;
        self.check_no_operation()?;
        self.check_nothing_moves(collection_idx)?;
        self.start_operation(OperationKind::Unshard { to }, collection_idx, None);
        Ok(true)
    }

    /// `moveCollection`: an unsharded collection goes to another shard, and no longer follows its database's primary.
    ///
    /// # Errors
    /// A version before 8.0; no such collection or shard; the collection is sharded; another one is being written anew.
    pub fn move_collection(&mut self, ns: &str, to: &str) -> Result<bool, CommandError> {
        self.check_version(self.profile.commands.move_collection, "moveCollection")?;
        let collection_idx = self.known_collection(ns)?;
        let to = self.recipient_idx(to)?;
        match self.collections.get(collection_idx).and_then(Collection::unsharded_on) {
            None => Err(OperationError::IsSharded { ns: ns.to_owned() }.into()),
            Some(there) if there == to => Ok(false),
            Some(_) => {
                self.check_no_operation()?;
                self.start_operation(OperationKind::Move { to }, collection_idx, None);
                Ok(true)
            }
        }
    }

    /// `abortReshardCollection`, `abortUnshardCollection`, `abortMoveCollection`: the collection stays as it was.
    ///
    /// # Errors
    /// It is not being written anew.
    pub fn abort_rewrite(&mut self, ns: &str) -> Result<(), CommandError> {
        let collection_idx = self.known_collection(ns)?;
        self.check_config()?;
        if self.operation.as_ref().is_none_or(|operation| operation.collection() != collection_idx) {
            return Err(OperationError::NotInProgress { ns: ns.to_owned() }.into());
        }
        self.fail_operation(OperationFailure::Aborted);
        Ok(())
    }
}

/// An upper bound of `MaxKey` in the fields given means the end of the key space.
fn whole_end(pattern: &ShardKeyPattern, max: KeyValue) -> KeyValue {
    let first = pattern.from_values(&[::bson::RawBsonRef::MaxKey]);
    if max == first { pattern.global_max() } else { max }
}
