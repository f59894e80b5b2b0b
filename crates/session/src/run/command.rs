//! The commands of the log, given to a cluster.

use super::setup::{MIB, set_range};
use crate::documents::literal;
use crate::scenario::{Command, FaultSpec, Scenario};
use bson::RawDocumentBuf;
use shardscope_sim::cluster::{ActiveWindow, Cluster, CollectionIdx, Fault, Migration};
use shardscope_sim::error::CommandError;

/// Why a command of the log, or a zone range, was not carried out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CommandRefusal {
    /// A bound cannot be read.
    #[error("the {end} bound cannot be read: {error}")]
    Bound {
        /// `lower` or `upper`.
        end: &'static str,
        /// What is wrong with it.
        error: literal::LiteralError,
    },
    /// What was typed is no document.
    #[error("the command cannot be read: {0}")]
    Text(literal::LiteralError),
    /// The balancing window is empty or reaches past the day.
    #[error("a window from minute {start} to minute {stop} of the day is none")]
    Window {
        /// Minute of the day.
        start: u32,
        /// Minute of the day.
        stop: u32,
    },
    /// The cluster refused it.
    #[error(transparent)]
    Command(#[from] CommandError),
}

/// Gives one command. The reply is that of a command that was typed.
///
/// # Errors
/// It cannot be read, or the cluster refuses it; nothing has changed then.
pub fn give(
    cluster: &mut Cluster,
    scenario: &Scenario,
    collection_idx: CollectionIdx,
    command: &Command,
) -> Result<Option<RawDocumentBuf>, CommandRefusal> {
    match command {
        Command::AddShard { name, zones } => {
            cluster.add_shard(name, zones)?;
        }
        Command::RemoveShard { name } => {
            cluster.remove_shard(name)?;
        }
        Command::AddShardToZone { shard, zone } => cluster.add_shard_to_zone(shard, zone)?,
        Command::RemoveShardFromZone { shard, zone } => cluster.remove_shard_from_zone(shard, zone)?,
        Command::UpdateZoneKeyRange(range) | Command::RemoveZoneKeyRange(range) => {
            let pattern = cluster.collection_at(collection_idx).and_then(|collection| collection.pattern().cloned());
            let set = matches!(command, Command::UpdateZoneKeyRange(_));
            if let Some(pattern) = pattern {
                set_range(cluster, &scenario.namespace, &pattern, range, set)?;
            }
        }
        Command::SetBalancer { on } => cluster.set_balancer(*on),
        Command::SetRangeSize { mb } => cluster.set_range_size(u64::from(*mb) * MIB)?,
        // The stream is the run's own business: `run::Run` changes its arrival.
        Command::SetInsertRate { .. } => {}
        Command::Run { text } => {
            let document = literal::parse_document(text).map_err(CommandRefusal::Text)?;
            return Ok(Some(cluster.try_command(&document)?));
        }
        Command::SetCollectionBalancing { on } => cluster.set_collection_balancing(&scenario.namespace, *on)?,
        Command::SetActiveWindow { minutes } => cluster.set_active_window(minutes.map(window).transpose()?),
        Command::BeginFault { fault, for_sec } => {
            let fault = fault_of(cluster, fault)?;
            cluster.inject_fault(fault, for_sec.map(|sec| u64::from(sec) * 1_000))?;
        }
        Command::EndFault { fault } => {
            let fault = fault_of(cluster, fault)?;
            cluster.end_fault(fault);
        }
        Command::AbortMigrations => {
            for id in cluster.migrations().iter().map(Migration::id).collect::<Vec<_>>() {
                cluster.abort_migration(id)?;
            }
        }
    }
    Ok(None)
}

fn window((start, stop): (u32, u32)) -> Result<ActiveWindow, CommandRefusal> {
    ActiveWindow::new(start, stop).ok_or(CommandRefusal::Window { start, stop })
}

fn fault_of(cluster: &Cluster, fault: &FaultSpec) -> Result<Fault, CommandError> {
    Ok(match fault {
        FaultSpec::ShardDown { shard } => Fault::ShardDown(cluster.shard_named(shard)?),
        FaultSpec::ShardSlow { shard, times } => Fault::ShardSlow(cluster.shard_named(shard)?, *times),
        FaultSpec::ShardFull { shard } => Fault::ShardFull(cluster.shard_named(shard)?),
        FaultSpec::ConfigReadOnly => Fault::ConfigReadOnly,
    })
}

/// What the log calls a command.
#[must_use]
pub fn name(command: &Command) -> String {
    match command {
        Command::AddShard { .. } => "sh.addShard",
        Command::RemoveShard { .. } => "removeShard",
        Command::AddShardToZone { .. } => "sh.addShardToZone",
        Command::RemoveShardFromZone { .. } => "sh.removeShardFromZone",
        Command::UpdateZoneKeyRange(_) => "sh.updateZoneKeyRange",
        Command::RemoveZoneKeyRange(_) => "sh.removeRangeFromZone",
        Command::SetBalancer { .. } => "balancer switch",
        Command::SetRangeSize { .. } => "range size",
        Command::SetInsertRate { .. } => "insert rate",
        Command::Run { .. } => return command.typed_name().unwrap_or_else(|| "command".to_owned()),
        Command::SetCollectionBalancing { on: true } => "sh.enableBalancing",
        Command::SetCollectionBalancing { on: false } => "sh.disableBalancing",
        Command::SetActiveWindow { .. } => "balancing window",
        Command::BeginFault { .. } | Command::EndFault { .. } => "fault",
        Command::AbortMigrations => "breaking migrations off",
    }
    .to_owned()
}
