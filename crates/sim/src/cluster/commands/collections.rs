//! Databases and collections: `enableSharding`, `create`, `shardCollection`, `movePrimary`.

use super::super::migration::DocumentKeys;
use super::super::{Cluster, CollectionIdx, EventKind};
use crate::bson::KeyValue;
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{Collection, Database, ShardIdx, ShardingPlan, ZoneRanges};
use crate::error::CommandError;
use crate::initial_split::{InitialSplitRequest, PlacementShard, initial_chunks};
use crate::split::{Direction, SplitRequest};
use crate::version::LoadedCollection;

/// Options of `shardCollection`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ShardCollectionOptions {
    /// The shard key is to be unique.
    pub unique: bool,
    /// Cut the zone ranges by hash.
    pub presplit_hashed_zones: bool,
}

impl Cluster {
    /// `enableSharding`: makes a database, on a named primary or on the shard with least data. A database that exists stays
    /// where it is.
    ///
    /// # Errors
    /// No such shard.
    pub fn enable_sharding(&mut self, database: &str, primary: Option<&str>) -> Result<ShardIdx, CommandError> {
        if let Some(there) = self.databases.iter().find(|there| there.name() == database) {
            return Ok(there.primary());
        }
        if database.is_empty() || database.contains('.') {
            return Err(CommandError::InvalidNamespace { ns: database.to_owned() });
        }
        let primary = match primary {
            Some(name) => self.recipient_idx(name)?,
            None => self.least_loaded_shard()?,
        };
        self.databases.push(Database { name: database.to_owned(), primary });
        self.push_event(None, EventKind::DatabaseCreated { database: database.to_owned(), primary });
        Ok(primary)
    }

    /// Server 8.0, `selectLeastLoadedNonDrainingShard`: by total data size, the first of equals.
    fn least_loaded_shard(&self) -> Result<ShardIdx, CommandError> {
        let total = |idx| self.collections.iter().map(|collection| collection.shard_bytes(idx)).sum::<u64>();
        let able = self.shards.iter().enumerate().filter(|(_, shard)| shard.is_present() && !shard.is_draining());
        able.map(|(idx, _)| idx).min_by_key(|&idx| (total(idx), idx)).ok_or(CommandError::NoShards)
    }

    /// Makes an unsharded collection on its database's primary, and the database if there is none. Each document that will
    /// be inserted stands for `stands_for` documents.
    ///
    /// # Errors
    /// No namespace, or the collection exists with another weight.
    pub fn create_collection(&mut self, ns: &str, stands_for: u64) -> Result<CollectionIdx, CommandError> {
        if stands_for == 0 {
            return Err(CommandError::StandsForNone);
        }
        let invalid = || CommandError::InvalidNamespace { ns: ns.to_owned() };
        let (database, name) = ns.split_once('.').ok_or_else(invalid)?;
        if database.is_empty() || name.is_empty() {
            return Err(invalid());
        }
        if let Some(there) = self.collection_idx(ns) {
            let has = self.collections.get(there).map_or(stands_for, Collection::stands_for);
            return if has == stands_for {
                Ok(there)
            } else {
                Err(CommandError::NamespaceExists { ns: ns.to_owned(), stands_for: has })
            };
        }
        let primary = self.enable_sharding(database, None)?;
        self.collections.push(Collection::new(ns.to_owned(), stands_for, primary));
        let collection_idx = self.collections.len() - 1;
        self.push_event(Some(collection_idx), EventKind::CollectionCreated { shard: primary });
        Ok(collection_idx)
    }

    /// `shardCollection`: lays out the first chunks and puts the documents that are there into them. Makes the collection
    /// if there is none. Sharding again by the same key and options changes nothing.
    ///
    /// # Errors
    /// The key, the options, the zones or the documents do not allow it; nothing has changed then.
    pub fn shard_collection(
        &mut self,
        ns: &str,
        pattern: ShardKeyPattern,
        options: ShardCollectionOptions,
    ) -> Result<CollectionIdx, CommandError> {
        if options.unique && pattern.is_hashed() {
            return Err(CommandError::HashedUnique);
        }
        if let Some(collection_idx) = self.sharded_alike(ns, &pattern, options)? {
            return Ok(collection_idx);
        }
        let zones = self.zones_for(ns, &pattern)?;
        let collection_idx = match self.collection_idx(ns) {
            Some(collection_idx) => collection_idx,
            None => self.create_collection(ns, 1)?,
        };
        let (layout, chunks) = self.lay_out(collection_idx, &pattern, options, &zones)?;
        let n_chunks = chunks.len();
        let now = self.now;
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            collection.shard(ShardingPlan { pattern, unique: options.unique, zones, chunks }, now)?;
        }
        self.pending_zones.retain(|pending| pending.ns != ns);
        self.push_event(Some(collection_idx), EventKind::CollectionSharded { layout, n_chunks });
        self.rounds.wake();
        Ok(collection_idx)
    }

    /// The collection, if it is sharded already in the same way.
    fn sharded_alike(
        &self,
        ns: &str,
        pattern: &ShardKeyPattern,
        options: ShardCollectionOptions,
    ) -> Result<Option<CollectionIdx>, CommandError> {
        let Some(collection_idx) = self.collection_idx(ns) else { return Ok(None) };
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(None) };
        match collection.pattern() {
            None => Ok(None),
            Some(there) if there == pattern && collection.unique() == options.unique => Ok(Some(collection_idx)),
            Some(there) => Err(CommandError::AlreadySharded { ns: ns.to_owned(), key: there.to_string() }),
        }
    }

    fn lay_out(
        &self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        options: ShardCollectionOptions,
        zones: &ZoneRanges,
    ) -> Result<(crate::initial_split::InitialLayout, Vec<crate::initial_split::InitialChunk>), CommandError> {
        let loaded_points = self.loaded_points(collection_idx, pattern, zones);
        let shards: Vec<_> = self.placement_shards().collect();
        let collection = self.collections.get(collection_idx);
        let request = InitialSplitRequest {
            pattern,
            zones,
            shards: &shards,
            data_shard: collection.and_then(Collection::unsharded_on).unwrap_or(0),
            is_empty: collection.is_none_or(|collection| collection.n_documents() == 0),
            loaded_points: &loaded_points,
            presplit_hashed_zones: options.presplit_hashed_zones,
            unsplittable: false,
        };
        initial_chunks(&request, &self.profile.initial_split)
    }

    /// Where the primary cuts the documents that are there, up to 6.0.2. None if the version or a zone forbids it, or if a
    /// document has no key: then sharding will be refused.
    fn loaded_points(
        &self,
        collection_idx: CollectionIdx,
        pattern: &ShardKeyPattern,
        zones: &ZoneRanges,
    ) -> Vec<KeyValue> {
        let cuts = self.profile.initial_split.loaded == LoadedCollection::CutAtSplitPoints && zones.is_empty();
        let Some(collection) = self.collections.get(collection_idx).filter(|_| cuts) else { return Vec::new() };
        let Ok((mut documents, arena)) = collection.unsharded_keys(pattern) else { return Vec::new() };
        let request = SplitRequest {
            local_bytes: collection.n_bytes(),
            local_documents: collection.n_documents(),
            stands_for: collection.stands_for(),
            range_size_bytes: self.range_size_of(collection_idx),
            limit: None,
            direction: Direction::Forward,
        };
        let entries = documents.sorted(&arena);
        let points = self.profile.split.algorithm.points(&DocumentKeys { entries, arena: &arena }, &request);
        points.iter().filter_map(|at| entries.get(*at)).map(|entry| arena.key(*entry).to_value()).collect()
    }

    fn placement_shards(&self) -> impl Iterator<Item = PlacementShard<'_>> {
        let present = self.shards.iter().enumerate().filter(|(_, shard)| shard.is_present());
        present.map(|(shard_idx, shard)| PlacementShard {
            shard_idx,
            name: shard.name(),
            zones: shard.zones(),
            draining: shard.is_draining(),
        })
    }

    /// `movePrimary`: the database's unsharded collections go along, at once. Sharded ones stay where their chunks are.
    ///
    /// # Errors
    /// No such database; no such shard, or it is being removed.
    pub fn move_primary(&mut self, database: &str, to: &str) -> Result<(), CommandError> {
        let to = self.recipient_idx(to)?;
        let there = self.databases.iter_mut().find(|there| there.name() == database);
        let there = there.ok_or_else(|| CommandError::NamespaceNotFound { ns: database.to_owned() })?;
        if there.primary == to {
            return Ok(());
        }
        there.primary = to;
        for collection in &mut self.collections {
            if collection.database() == database {
                collection.move_unsharded(to);
            }
        }
        self.push_event(None, EventKind::PrimaryMoved { database: database.to_owned(), to });
        self.rounds.wake();
        self.remove_drained_shards();
        Ok(())
    }

    /// A shard that may be given something.
    pub(super) fn recipient_idx(&self, name: &str) -> Result<ShardIdx, CommandError> {
        let not_found = || CommandError::ShardNotFound { shard: name.to_owned() };
        let shard_idx = self.shard_idx(name).ok_or_else(not_found)?;
        let is_draining = self.shards.get(shard_idx).is_none_or(crate::catalog::Shard::is_draining);
        if is_draining { Err(not_found()) } else { Ok(shard_idx) }
    }
}
