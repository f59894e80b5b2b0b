//! Shards, and the databases that have a primary among them.

/// Position of a shard in [`Cluster::shards`](crate::cluster::Cluster::shards): the order of `config.shards`, which decides
/// ties. Removed shards stay in the list, so a position means the same shard for a whole run.
pub type ShardIdx = usize;

/// Where a shard stands between being added and being removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShardState {
    /// Takes and gives data.
    Active,
    /// `removeShard` was called: gives its chunks away and receives none.
    Draining,
    /// Gone; kept in the list so that positions stay.
    Removed,
}

/// A shard of the cluster.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shard {
    name: String,
    zones: Vec<String>,
    state: ShardState,
}

impl Shard {
    pub(crate) fn new(name: String, zones: Vec<String>) -> Self {
        let mut shard = Self { name, zones: Vec::new(), state: ShardState::Active };
        for zone in zones {
            shard.join_zone(zone);
        }
        shard
    }

    /// Shard id.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Zones that it belongs to, in the order in which it joined them.
    #[must_use]
    pub fn zones(&self) -> &[String] {
        &self.zones
    }

    /// Active, draining or removed.
    #[must_use]
    pub fn state(&self) -> ShardState {
        self.state
    }

    /// Whether it belongs to a zone.
    #[must_use]
    pub fn has_zone(&self, zone: &str) -> bool {
        self.zones.iter().any(|own| own == zone)
    }

    /// Whether it is being emptied.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.state == ShardState::Draining
    }

    /// Whether it is still part of the cluster (active or draining).
    #[must_use]
    pub fn is_present(&self) -> bool {
        self.state != ShardState::Removed
    }

    /// Returns whether anything changed.
    pub(crate) fn join_zone(&mut self, zone: String) -> bool {
        let joins = !self.has_zone(&zone);
        if joins {
            self.zones.push(zone);
        }
        joins
    }

    /// Returns whether anything changed.
    pub(crate) fn leave_zone(&mut self, zone: &str) -> bool {
        let n_before = self.zones.len();
        self.zones.retain(|own| own != zone);
        self.zones.len() != n_before
    }

    pub(crate) fn set_state(&mut self, state: ShardState) {
        self.state = state;
    }
}

/// A database: its unsharded collections live on its primary shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Database {
    pub(crate) name: String,
    pub(crate) primary: ShardIdx,
    /// `enableSharding` was run for it, which matters until 5.0.
    pub(crate) sharding_enabled: bool,
}

/// Name and primary only: until 5.0 the rest decides what may come, not what is.
impl std::hash::Hash for Database {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.primary.hash(state);
    }
}

impl Database {
    /// Database name, the part of a namespace before the first dot.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Primary shard.
    #[must_use]
    pub fn primary(&self) -> ShardIdx {
        self.primary
    }
}
