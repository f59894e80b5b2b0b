//! Checks that several commands share.

use super::super::{Cluster, CollectionIdx};
use crate::catalog::Collection;
use crate::error::{CommandError, OperationError};

impl Cluster {
    /// Refuses a command that the version does not have.
    pub(in crate::cluster) fn check_version(&self, has: bool, command: &'static str) -> Result<(), CommandError> {
        if has {
            return Ok(());
        }
        Err(OperationError::NotInVersion { command, version: self.profile.name }.into())
    }

    /// Chunks change only while the config servers have a primary and the collection is not being written anew.
    pub(super) fn check_chunks_free(&self, ns: &str) -> Result<(), CommandError> {
        self.check_config()?;
        match self.rewritten() {
            Some(rewritten) if rewritten == ns => Err(OperationError::Resharding { ns: ns.to_owned() }.into()),
            _ => Ok(()),
        }
    }

    /// Shards come and go only while no collection is being written anew.
    pub(super) fn check_members_free(&self) -> Result<(), CommandError> {
        self.check_config()?;
        match self.rewritten() {
            Some(ns) => Err(OperationError::Resharding { ns: ns.to_owned() }.into()),
            None => Ok(()),
        }
    }

    /// One collection at a time is written anew.
    pub(super) fn check_no_operation(&self) -> Result<(), CommandError> {
        self.check_config()?;
        match self.rewritten() {
            Some(ns) => Err(OperationError::InProgress { ns: ns.to_owned() }.into()),
            None => Ok(()),
        }
    }

    fn rewritten(&self) -> Option<&str> {
        let operation = self.operation.as_ref()?;
        self.collections.get(operation.collection()).map(Collection::ns)
    }

    /// No range of a collection is on its way.
    pub(super) fn check_nothing_moves(&self, collection_idx: CollectionIdx) -> Result<(), CommandError> {
        let moving = self.migrations.iter().find(|migration| migration.collection() == collection_idx);
        let Some(migration) = moving else { return Ok(()) };
        let pattern = self.collections.get(collection_idx).and_then(Collection::pattern);
        let text = |pattern| super::locate::bounds_text(pattern, migration.min(), migration.max());
        Err(CommandError::ChunkMigrating { range: pattern.map(text).unwrap_or_default() })
    }
}
