//! The collections of the `config` database, and their documents.

use std::collections::BTreeMap;
use std::fmt;

use ::bson::RawDocumentBuf;

/// A collection of the `config` database that says something about placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConfigCollection {
    /// Metadata version and cluster id.
    Version,
    /// Routers with the version of their binary.
    Mongos,
    /// Shards with their zones.
    Shards,
    /// Databases with their primaries.
    Databases,
    /// Sharded collections with their keys.
    Collections,
    /// Chunks with bounds and owners.
    Chunks,
    /// Zone ranges.
    Tags,
    /// Range size, balancer and its window.
    Settings,
    /// What happened, migrations with their sizes among it.
    Changelog,
}

impl ConfigCollection {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Version,
        Self::Mongos,
        Self::Shards,
        Self::Databases,
        Self::Collections,
        Self::Chunks,
        Self::Tags,
        Self::Settings,
        Self::Changelog,
    ];

    /// Its name without the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::Mongos => "mongos",
            Self::Shards => "shards",
            Self::Databases => "databases",
            Self::Collections => "collections",
            Self::Chunks => "chunks",
            Self::Tags => "tags",
            Self::Settings => "settings",
            Self::Changelog => "changelog",
        }
    }

    /// The collection of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|collection| collection.name() == name)
    }
}

/// `config.chunks`.
impl fmt::Display for ConfigCollection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "config.{}", self.name())
    }
}

/// Documents of `config` collections, in the order in which they were given. A collection may be given and empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConfigDump {
    collections: BTreeMap<ConfigCollection, Vec<RawDocumentBuf>>,
}

impl ConfigDump {
    /// Whether a collection was given, empty or not.
    #[must_use]
    pub fn has(&self, collection: ConfigCollection) -> bool {
        self.collections.contains_key(&collection)
    }

    /// Whether nothing was given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.collections.is_empty()
    }

    /// The documents of a collection.
    #[must_use]
    pub fn get(&self, collection: ConfigCollection) -> &[RawDocumentBuf] {
        self.collections.get(&collection).map(Vec::as_slice).unwrap_or_default()
    }

    /// The collections that were given.
    pub fn given(&self) -> impl Iterator<Item = ConfigCollection> {
        self.collections.keys().copied()
    }

    /// Adds a document.
    pub fn push(&mut self, collection: ConfigCollection, document: RawDocumentBuf) {
        self.collections.entry(collection).or_default().push(document);
    }

    /// Gives a collection all its documents, in the place of those it had.
    pub fn set(&mut self, collection: ConfigCollection, documents: Vec<RawDocumentBuf>) {
        self.collections.insert(collection, documents);
    }

    /// Takes a collection out, as if it had never been given.
    pub fn forget(&mut self, collection: ConfigCollection) {
        self.collections.remove(&collection);
    }
}
