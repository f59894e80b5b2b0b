//! Faults: a shard that is down, slow or full, and config servers without a primary. They are commands of the simulation,
//! not of the server, and may end by themselves.
//!
//! What they do: server 8.0, as the manual states it (metadata becomes read-only without a config primary; a range stays
//! with its donor until the commit) where the source was not read.

use super::{Cluster, EventKind, MigrationFailure, Tick};
use crate::catalog::ShardIdx;
use crate::error::{CommandError, OperationError, WriteError};

/// Something that does not work as it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The shard has no primary: it takes no write, its migrations are aborted, and a balancer round, which needs the sizes
    /// from every shard, moves nothing.
    ShardDown(ShardIdx),
    /// Whatever the shard copies takes this many times as long.
    ShardSlow(ShardIdx, u32),
    /// The shard takes neither documents nor ranges; it can give.
    ShardFull(ShardIdx),
    /// The config servers have no primary: metadata stays as it is, so no range changes its owner. Documents come and go.
    ConfigReadOnly,
}

impl Fault {
    /// The shard that it is about.
    #[must_use]
    pub fn shard(self) -> Option<ShardIdx> {
        match self {
            Self::ShardDown(shard) | Self::ShardSlow(shard, _) | Self::ShardFull(shard) => Some(shard),
            Self::ConfigReadOnly => None,
        }
    }

    fn is_same_kind(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other) && self.shard() == other.shard()
    }
}

/// A fault that lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ActiveFault {
    /// What does not work.
    pub fault: Fault,
    /// When it ends by itself.
    pub until: Option<Tick>,
}

impl Cluster {
    /// The faults of the moment, in the order in which they began.
    #[must_use]
    pub fn faults(&self) -> &[ActiveFault] {
        &self.faults
    }

    /// Lets a fault begin, for `for_ms` or until it is ended. A fault that lasts already gets the new end.
    ///
    /// # Errors
    /// No such shard, or a factor of 0.
    pub fn inject_fault(&mut self, fault: Fault, for_ms: Option<Tick>) -> Result<(), CommandError> {
        if let Some(shard) = fault.shard()
            && !self.shards.get(shard).is_some_and(crate::catalog::Shard::is_present)
        {
            return Err(CommandError::ShardNotFound { shard: format!("#{shard}") });
        }
        if matches!(fault, Fault::ShardSlow(_, 0)) {
            return Err(OperationError::Setting { setting: "slower by", value: "0".to_owned() }.into());
        }
        let until = for_ms.map(|for_ms| self.now.saturating_add(for_ms));
        self.faults.retain(|active| !active.fault.is_same_kind(fault));
        self.faults.push(ActiveFault { fault, until });
        self.push_event(None, EventKind::FaultBegan { fault, until });
        self.fail_migrations(fault);
        self.rounds.wake();
        Ok(())
    }

    /// Ends a fault; one that does not last changes nothing.
    pub fn end_fault(&mut self, fault: Fault) {
        let n_before = self.faults.len();
        self.faults.retain(|active| !active.fault.is_same_kind(fault));
        if self.faults.len() < n_before {
            self.push_event(None, EventKind::FaultEnded { fault });
            self.rounds.hurry(self.now);
        }
    }

    /// A shard by name, for [`Fault`].
    ///
    /// # Errors
    /// No such shard.
    pub fn shard_named(&self, name: &str) -> Result<ShardIdx, CommandError> {
        self.shard_idx(name).ok_or_else(|| CommandError::ShardNotFound { shard: name.to_owned() })
    }

    /// Breaks a migration off: the donor keeps the range, and nothing is lost.
    ///
    /// # Errors
    /// It is not in flight.
    pub fn abort_migration(&mut self, id: u32) -> Result<(), CommandError> {
        if !self.migrations.iter().any(|migration| migration.id == id) {
            return Err(OperationError::NoMigration { id }.into());
        }
        self.fail_migration(id, MigrationFailure::Aborted);
        Ok(())
    }

    /// Migrations that a new fault breaks off.
    fn fail_migrations(&mut self, fault: Fault) {
        let failure = |migration: &super::Migration| match fault {
            Fault::ShardDown(shard) if migration.from == shard || migration.to == shard => {
                Some(MigrationFailure::ShardDown { shard })
            }
            Fault::ShardFull(shard) if migration.to == shard => Some(MigrationFailure::ShardFull { shard }),
            _ => None,
        };
        let failing = self.migrations.iter().filter_map(|migration| Some((migration.id, failure(migration)?)));
        for (id, failure) in failing.collect::<Vec<_>>() {
            self.fail_migration(id, failure);
        }
    }

    pub(super) fn next_fault_end(&self) -> Option<Tick> {
        self.faults.iter().filter_map(|active| active.until).min()
    }

    pub(super) fn end_due_fault(&mut self, at: Tick) {
        if let Some(active) = self.faults.iter().find(|active| active.until == Some(at)).copied() {
            self.end_fault(active.fault);
        }
    }

    pub(super) fn config_is_read_only(&self) -> bool {
        self.faults.iter().any(|active| active.fault == Fault::ConfigReadOnly)
    }

    /// Refuses a change of metadata while the config servers have no primary.
    pub(super) fn check_config(&self) -> Result<(), CommandError> {
        if self.config_is_read_only() { Err(OperationError::ConfigReadOnly.into()) } else { Ok(()) }
    }

    pub(super) fn shard_is_down(&self, shard_idx: ShardIdx) -> bool {
        self.faults.iter().any(|active| active.fault == Fault::ShardDown(shard_idx))
    }

    pub(super) fn first_shard_down(&self) -> Option<ShardIdx> {
        let down = |active: &ActiveFault| match active.fault {
            Fault::ShardDown(shard) => Some(shard),
            _ => None,
        };
        self.faults.iter().filter_map(down).min()
    }

    fn shard_is_full(&self, shard_idx: ShardIdx) -> bool {
        self.faults.iter().any(|active| active.fault == Fault::ShardFull(shard_idx))
    }

    /// Refuses a write to a shard that cannot take it; `adds`: whether it needs space.
    pub(super) fn check_shard_takes(&self, shard_idx: ShardIdx, adds: bool) -> Result<(), CommandError> {
        let shard = || self.shards.get(shard_idx).map(|shard| shard.name().to_owned()).unwrap_or_default();
        if self.shard_is_down(shard_idx) {
            Err(WriteError::ShardDown { shard: shard() }.into())
        } else if adds && self.shard_is_full(shard_idx) {
            Err(WriteError::DiskFull { shard: shard() }.into())
        } else {
            Ok(())
        }
    }

    /// Why a migration between two shards cannot start.
    pub(super) fn migration_hindrance(&self, from: ShardIdx, to: ShardIdx) -> Option<MigrationFailure> {
        let down = [from, to].into_iter().find(|shard| self.shard_is_down(*shard));
        let full = Some(to).filter(|shard| self.shard_is_full(*shard));
        down.map(|shard| MigrationFailure::ShardDown { shard })
            .or(full.map(|shard| MigrationFailure::ShardFull { shard }))
    }

    /// How many times as long a copy between two shards takes.
    pub(super) fn slowdown(&self, from: ShardIdx, to: ShardIdx) -> u64 {
        let times = |active: &ActiveFault| match active.fault {
            Fault::ShardSlow(shard, times) if shard == from || shard == to => Some(u64::from(times)),
            _ => None,
        };
        self.faults.iter().filter_map(times).max().unwrap_or(1)
    }
}
