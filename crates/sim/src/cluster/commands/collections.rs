//! Databases and collections: `enableSharding`, `create`, `shardCollection`, `movePrimary`.

use super::super::migration::DocumentKeys;
use super::super::{Cluster, CollectionIdx, EventKind};
use crate::bson::KeyValue;
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{Collection, Database, ShardIdx, ShardingPlan, ZoneRanges};
use crate::error::{CommandError, OperationError};
use crate::initial_split::{InitialSplitRequest, PlacementShard, initial_chunks};
use crate::split::{Direction, SplitRequest};
use crate::version::{LoadedCollection, NumInitialChunks};

/// Options of `shardCollection`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "the options of the command, each of its own")]
pub struct ShardCollectionOptions {
    /// The shard key is to be unique.
    pub unique: bool,
    /// Cut the zone ranges by hash (4.4 and later).
    pub presplit_hashed_zones: bool,
    /// Chunks wanted for an empty hashed collection; 0 means the default. Ignored from 8.0 on.
    pub num_initial_chunks: u64,
    /// `collation: { locale: "simple" }` was given.
    pub simple_collation: bool,
    /// What an operator does by hand before is done: the database is enabled (needed until 5.0), and an index on the key is
    /// made if there is none (needed if there are documents).
    pub prepares: bool,
}

/// Options of a new collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CollectionOptions {
    /// How many documents each inserted one stands for.
    pub stands_for: u64,
    /// Keep whole documents, also once sharded: for unique indexes, any filter, and another key later. Without it only keys
    /// and sizes are kept, which takes a tenth of the memory.
    pub keeps_documents: bool,
    /// Its default collation is the simple one.
    pub simple_collation: bool,
}

impl Default for CollectionOptions {
    fn default() -> Self {
        Self { stands_for: 1, keeps_documents: false, simple_collation: true }
    }
}

/// The largest `numInitialChunks` for each shard, and in all.
const INITIAL_CHUNKS_MAX: (u64, u64) = (8192, 1_000_000);

impl Cluster {
    /// `enableSharding`: makes a database, on a named primary or on the shard with least data. A database that exists stays
    /// where it is.
    ///
    /// # Errors
    /// No such shard.
    pub fn enable_sharding(&mut self, database: &str, primary: Option<&str>) -> Result<ShardIdx, CommandError> {
        self.check_config()?;
        let primary = self.make_database(database, primary)?;
        if let Some(there) = self.databases.iter_mut().find(|there| there.name() == database) {
            there.sharding_enabled = true;
        }
        Ok(primary)
    }

    /// The primary of a database, which is made if there is none.
    fn make_database(&mut self, database: &str, primary: Option<&str>) -> Result<ShardIdx, CommandError> {
        if let Some(there) = self.databases.iter().find(|there| there.name() == database) {
            return Ok(there.primary());
        }
        self.check_config()?;
        if database.is_empty() || database.contains('.') {
            return Err(CommandError::InvalidNamespace { ns: database.to_owned() });
        }
        let primary = match primary {
            Some(name) => self.recipient_idx(name)?,
            None => self.least_loaded_shard()?,
        };
        self.databases.push(Database { name: database.to_owned(), primary, sharding_enabled: false });
        self.push_event(None, EventKind::DatabaseCreated { database: database.to_owned(), primary });
        Ok(primary)
    }

    /// Server 8.0, `selectLeastLoadedNonDrainingShard`: by total data size, the first of equals.
    pub(super) fn least_loaded_shard(&self) -> Result<ShardIdx, CommandError> {
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
        let primary = self.make_database(database, None)?;
        let mut collection = Collection::new(ns.to_owned(), stands_for, primary);
        let keys = &self.profile.keys;
        collection.set_key_rules(!keys.missing_fields_are_null || keys.key_bytes_max.is_some());
        self.collections.push(collection);
        let collection_idx = self.collections.len() - 1;
        self.push_event(Some(collection_idx), EventKind::CollectionCreated { shard: primary });
        Ok(collection_idx)
    }

    /// [`create_collection`](Self::create_collection) with all options.
    ///
    /// # Errors
    /// As there; documents are to be kept of a collection that has given them up.
    pub fn create_collection_with(
        &mut self,
        ns: &str,
        options: CollectionOptions,
    ) -> Result<CollectionIdx, CommandError> {
        let collection_idx = self.create_collection(ns, options.stands_for)?;
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            collection.set_simple_collation(options.simple_collation);
            if options.keeps_documents {
                collection.keep_documents()?;
            }
        }
        Ok(collection_idx)
    }

    /// Keeps whole documents of a collection from now on, as [`CollectionOptions::keeps_documents`].
    ///
    /// # Errors
    /// No such collection, or it has given documents up.
    pub fn keep_documents(&mut self, ns: &str) -> Result<(), CommandError> {
        let collection_idx = self.known_collection(ns)?;
        self.collections.get_mut(collection_idx).map_or(Ok(()), Collection::keep_documents)
    }

    /// `shardCollection`: lays out the first chunks and puts the documents that are there into them. Makes the collection
    /// if there is none. Sharding again by the same key and options changes nothing.
    ///
    /// # Errors
    /// The version, the key, the options, the indexes, the zones or the documents do not allow it; no chunk has been made
    /// then.
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
        self.check_sharding_options(ns, &pattern, options)?;
        let zones = self.zones_for(ns, &pattern)?;
        let collection_idx = match self.collection_idx(ns) {
            Some(collection_idx) => collection_idx,
            None => self.create_collection(ns, 1)?,
        };
        self.check_unique_indexes(collection_idx, &pattern)?;
        if !options.prepares {
            self.check_key_index(collection_idx, &pattern, options.unique)?;
        }
        let (layout, chunks) = self.lay_out(collection_idx, &pattern, options, &zones)?;
        let n_chunks = chunks.len();
        let now = self.now;
        if let Some(collection) = self.collections.get_mut(collection_idx) {
            collection.shard(ShardingPlan { pattern, unique: options.unique, zones, chunks }, now)?;
        }
        self.note_key_index(collection_idx, options.unique);
        self.pending_zones.retain(|pending| pending.ns != ns);
        self.push_event(Some(collection_idx), EventKind::CollectionSharded { layout, n_chunks });
        self.rounds.wake();
        Ok(collection_idx)
    }

    /// What the version and the present state say to key and options.
    fn check_sharding_options(
        &self,
        ns: &str,
        pattern: &ShardKeyPattern,
        options: ShardCollectionOptions,
    ) -> Result<(), CommandError> {
        self.check_config()?;
        let rules = &self.profile.commands;
        let version = self.profile.name;
        let database = ns.split_once('.').map_or(ns, |(database, _)| database);
        let enabled = self.databases.iter().any(|there| there.name() == database && there.sharding_enabled);
        if rules.needs_enable_sharding && !enabled && !options.prepares {
            return Err(OperationError::NotEnabled { database: database.to_owned() }.into());
        }
        if !self.profile.keys.compound_hashed && pattern.is_hashed() && pattern.fields().len() > 1 {
            return Err(OperationError::CompoundHashed { key: pattern.to_string(), version }.into());
        }
        if options.presplit_hashed_zones && !rules.presplit_hashed_zones {
            return Err(OperationError::OptionNotInVersion { option: "presplitHashedZones", version }.into());
        }
        let collection = self.collection(ns);
        if collection.is_some_and(|there| !there.simple_collation()) && !options.simple_collation {
            return Err(OperationError::CollationNeeded { ns: ns.to_owned() }.into());
        }
        if options.num_initial_chunks > 0 && rules.num_initial_chunks == NumInitialChunks::Honoured {
            let is_empty = collection.is_none_or(|collection| collection.n_documents() == 0);
            self.check_initial_chunks(pattern, is_empty, options)?;
        }
        Ok(())
    }

    fn check_initial_chunks(
        &self,
        pattern: &ShardKeyPattern,
        is_empty: bool,
        options: ShardCollectionOptions,
    ) -> Result<(), CommandError> {
        let cuts = pattern.hashed_idx() == Some(0) || (pattern.is_hashed() && options.presplit_hashed_zones);
        if !is_empty || !cuts {
            return Err(OperationError::InitialChunksNotApplicable.into());
        }
        let n_shards = self.shards.iter().filter(|shard| shard.is_present()).count() as u64;
        let n_chunks = options.num_initial_chunks;
        let n_chunks_max = (INITIAL_CHUNKS_MAX.0 * n_shards).min(INITIAL_CHUNKS_MAX.1);
        if n_chunks > n_chunks_max {
            return Err(OperationError::TooManyInitialChunks { n_chunks, n_chunks_max }.into());
        }
        Ok(())
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
        let rules = self.profile.initial_split.with_num_initial_chunks(options.num_initial_chunks);
        initial_chunks(&request, &rules)
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

    pub(super) fn placement_shards(&self) -> impl Iterator<Item = PlacementShard<'_>> {
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
        self.check_config()?;
        let to = self.recipient_idx(to)?;
        let there = self.databases.iter_mut().find(|there| there.name() == database);
        let there = there.ok_or_else(|| CommandError::NamespaceNotFound { ns: database.to_owned() })?;
        if there.primary == to {
            return Ok(());
        }
        there.primary = to;
        for collection in &mut self.collections {
            // A collection that was put somewhere stays there.
            if collection.database() == database && !collection.is_tracked() {
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
