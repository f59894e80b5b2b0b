//! The event log of one lane: the engine's events as rows, with reasons in words.

use super::RunError;
use super::lane::Bounds;
use super::reason::{self, Names};
use super::setup::RangeError;
use crate::scenario::Command;
use crate::text;
use crate::view::{EventKind as Mark, LogRow};
use shardscope_sim::balancer::{Decision, MoveReason, NoMoveReason};
use shardscope_sim::bson::KeyValue;
use shardscope_sim::catalog::{Collection, ShardIdx};
use shardscope_sim::cluster::{ClusterEvent, EventKind, MergeCause, MigrationFailure, SplitCause};
use std::collections::BTreeMap;
use std::mem::Discriminant;

/// What rows are written with.
pub struct Context<'a> {
    /// Shard names.
    pub names: Names<'a>,
    /// The collection.
    pub collection: &'a Collection,
    /// Texts of bounds.
    pub bounds: &'a mut Bounds,
}

impl Context<'_> {
    fn range(&mut self, min: &KeyValue, max: &KeyValue) -> String {
        let (min, max) = (self.bounds.index(self.collection, min), self.bounds.index(self.collection, max));
        self.bounds.range(min, max)
    }

    fn label(&mut self, key: &KeyValue) -> String {
        let idx = self.bounds.index(self.collection, key);
        self.bounds.text(idx).0.to_owned()
    }
}

/// Rows in order of time, and what they add up to.
#[derive(Debug, Default)]
pub struct Log {
    rows: Vec<LogRow>,
    /// Row of each migration that is or was in flight.
    row_of_migration: BTreeMap<u32, usize>,
    decision: String,
    no_move_kind: Option<Discriminant<NoMoveReason>>,
    /// Completed migrations.
    pub n_migrations_done: u32,
    /// Bytes moved by them.
    pub bytes_moved: u64,
}

impl Log {
    /// All rows.
    #[must_use]
    pub fn rows(&self) -> &[LogRow] {
        &self.rows
    }

    /// The balancer's latest decision as a sentence, without a full stop.
    #[must_use]
    pub fn decision(&self) -> &str {
        &self.decision
    }

    /// A command of the log that the cluster refused.
    pub fn refused(&mut self, at_ms: u64, command: &Command, refusal: &RangeError) {
        self.push(at_ms, Mark::Refused, format!("{} refused", command_name(command)), refusal.to_string());
    }

    /// The run ends although the balancer would go on.
    pub fn restless(&mut self, at_ms: u64) {
        let reason = "the same data moves to and fro, and would for ever".to_owned();
        self.push(at_ms, Mark::Command, "run ended without rest".to_owned(), reason);
    }

    /// `shardCollection` was refused, after its documents were in.
    pub fn not_sharded(&mut self, at_ms: u64, refusal: &RunError) {
        self.push(at_ms, Mark::Refused, "sh.shardCollection refused".to_owned(), refusal.to_string());
    }

    /// Reads the events from position `from` on.
    pub fn read(&mut self, events: &[ClusterEvent], from: usize, ctx: &mut Context<'_>) {
        for event in events.get(from..).unwrap_or_default() {
            self.event(event, ctx);
        }
    }

    fn push(&mut self, at_ms: u64, kind: Mark, text: String, reason: String) -> usize {
        let id = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.rows.push(LogRow { id, at_ms, ends_ms: None, kind, text, reason });
        self.rows.len() - 1
    }

    fn event(&mut self, event: &ClusterEvent, ctx: &mut Context<'_>) {
        let at_ms = event.at;
        match &event.kind {
            EventKind::MigrationStarted { .. }
            | EventKind::MigrationDone { .. }
            | EventKind::MigrationFailed { .. } => {
                self.migration(at_ms, &event.kind, ctx);
            }
            EventKind::Split { .. }
            | EventKind::Merged { .. }
            | EventKind::Jumbo { .. }
            | EventKind::JumboCleared { .. } => {
                let (kind, text, reason) = chunk_row(&event.kind, ctx);
                self.push(at_ms, kind, text, reason);
            }
            EventKind::Decision { decision, .. } => self.decided(at_ms, decision, ctx),
            other => {
                if let Some((kind, text, reason)) = command_row(other, ctx) {
                    self.push(at_ms, kind, text, reason);
                }
            }
        }
    }

    fn migration(&mut self, at_ms: u64, kind: &EventKind, ctx: &mut Context<'_>) {
        match kind {
            EventKind::MigrationStarted { id, from, to, min, max, n_bytes, ends, reason, .. } => {
                let range = ctx.range(min, max);
                let [from_name, to_name] = [ctx.names.shard(*from), ctx.names.shard(*to)];
                let row = format!("{range} {from_name} → {to_name}, {}", text::bytes(*n_bytes));
                let row_idx = self.push(at_ms, Mark::Migration, row, reason::move_short(reason));
                if let Some(row) = self.rows.get_mut(row_idx) {
                    row.ends_ms = Some(*ends);
                }
                self.row_of_migration.insert(*id, row_idx);
                self.decision = moving(&range, from_name, to_name, reason, *from, ctx.names);
            }
            EventKind::MigrationDone { n_bytes, .. } => {
                self.n_migrations_done += 1;
                self.bytes_moved += n_bytes;
            }
            EventKind::MigrationFailed { id, from, to, min, max, failure, .. } => {
                let range = ctx.range(min, max);
                let row = format!("{range} stays on {}, not moved to {}", ctx.names.shard(*from), ctx.names.shard(*to));
                if let Some(row) = self.row_of_migration.get(id).and_then(|&idx| self.rows.get_mut(idx)) {
                    row.ends_ms = Some(at_ms);
                }
                self.push(at_ms, Mark::Refused, row, failure_text(failure));
            }
            _ => {}
        }
    }

    /// Rounds that move nothing for the same kind of reason share one row, which grows until something else happens.
    fn decided(&mut self, at_ms: u64, decision: &Decision, ctx: &mut Context<'_>) {
        let Some(outcome) = decision.why().filter(|_| decision.n_migrations == 0) else { return };
        self.decision = reason::no_move_long(outcome, ctx.names);
        let short = reason::no_move_short(outcome, ctx.names);
        // Not by zone: two zones may take turns in being the furthest from a move.
        let kind = std::mem::discriminant(&outcome.reason);
        let is_same = self.no_move_kind == Some(kind);
        match self.rows.last_mut().filter(|row| row.kind == Mark::NoMove && (is_same || row.reason == short)) {
            Some(row) => {
                row.ends_ms = Some(at_ms);
                // The row stands for all these rounds, also while the playhead is at an earlier one of them.
                if row.reason != short {
                    row.reason = reason::no_move_of_many(outcome, ctx.names);
                }
            }
            None => {
                self.push(at_ms, Mark::NoMove, "no move".to_owned(), short);
            }
        }
        self.no_move_kind = Some(kind);
    }
}

fn moving(range: &str, from: &str, to: &str, reason: &MoveReason, from_idx: ShardIdx, names: Names<'_>) -> String {
    format!("moving {range} from {from} to {to}, because {}", reason::move_long(reason, names, from_idx))
}

fn failure_text(failure: &MigrationFailure) -> String {
    match failure {
        MigrationFailure::ChunkTooBig { n_documents, n_documents_max } => format!(
            "{} documents, a migration takes {} at most",
            text::count(*n_documents),
            text::count(*n_documents_max)
        ),
        MigrationFailure::RecipientDraining => "the recipient is draining".to_owned(),
        MigrationFailure::ShardBusy => "a shard already takes part in a migration".to_owned(),
        MigrationFailure::ShardDown { .. } => "one of the shards is down".to_owned(),
        MigrationFailure::ShardFull { .. } => "the recipient is full".to_owned(),
        MigrationFailure::ConfigReadOnly => "the config servers are read-only".to_owned(),
        MigrationFailure::Aborted => "it was broken off by hand".to_owned(),
        MigrationFailure::RangeDeletionPending { due } => {
            format!("the recipient deletes what it had of the range at {} s only", text::count(due / 1000))
        }
        MigrationFailure::DuplicateKey { index } => {
            format!("the recipient has a document with the same value of the unique index {index}")
        }
    }
}

fn chunk_row(kind: &EventKind, ctx: &mut Context<'_>) -> (Mark, String, String) {
    match kind {
        EventKind::Split { points, cause, .. } => {
            let labels: Vec<String> = points.iter().take(3).map(|point| ctx.label(point)).collect();
            let more = points.len().saturating_sub(3);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let cause = match cause {
                SplitCause::ZoneBound => "zone bound inside the chunk",
                SplitCause::TooBig => "too large to move whole",
                SplitCause::Manual => "asked for by hand",
                SplitCause::Autosplit => "enough was written to it",
                SplitCause::AutosplitAtEdge => "enough was written to it; cut next to its end",
            };
            (Mark::Split, format!("split at {}{more}", labels.join(" and ")), cause.to_owned())
        }
        EventKind::Merged { min, max, n_chunks, cause } => {
            let cause = match cause {
                MergeCause::Manual => "asked for by hand",
                MergeCause::AutoMerger => "side by side on one shard for long enough",
                MergeCause::Defragmentation => "defragmentation was asked for",
            };
            (Mark::Split, format!("{n_chunks} chunks merged to {}", ctx.range(min, max)), cause.to_owned())
        }
        EventKind::Jumbo { min, max, shard, n_documents, n_documents_max } => {
            let over = format!("{} documents, limit {}", text::count(*n_documents), text::count(*n_documents_max));
            (Mark::Jumbo, format!("{} on {} is jumbo", ctx.range(min, max), ctx.names.shard(*shard)), over)
        }
        EventKind::JumboCleared { min, max } => {
            (Mark::Command, format!("jumbo flag cleared on {}", ctx.range(min, max)), String::new())
        }
        _ => (Mark::Command, String::new(), String::new()),
    }
}

fn command_row(kind: &EventKind, ctx: &mut Context<'_>) -> Option<(Mark, String, String)> {
    let shard = |idx: &ShardIdx| ctx.names.shard(*idx).to_owned();
    let row = match kind {
        EventKind::CollectionSharded { n_chunks, .. } => {
            (Mark::Command, format!("sharded: {} at the start", text::plural(*n_chunks as u64, "chunk")), String::new())
        }
        EventKind::ShardAdded { shard: idx } => {
            (Mark::Command, format!("{} added", shard(idx)), "it owns no chunk yet".to_owned())
        }
        EventKind::ShardDraining { shard: idx } => {
            (Mark::Command, format!("{} is draining", shard(idx)), "removeShard".to_owned())
        }
        EventKind::ShardRemoved { shard: idx } => {
            (Mark::Command, format!("{} removed", shard(idx)), "it is empty".to_owned())
        }
        EventKind::ShardJoinedZone { shard: idx, zone } => {
            (Mark::Zone, format!("{} joins zone {zone}", shard(idx)), String::new())
        }
        EventKind::ShardLeftZone { shard: idx, zone } => {
            (Mark::Zone, format!("{} leaves zone {zone}", shard(idx)), String::new())
        }
        EventKind::ZoneRangeSet { zone, range, .. } => {
            (Mark::Zone, range_text(zone, range.as_ref(), ctx), "zone range set".to_owned())
        }
        EventKind::ZoneRangeRemoved { zone, range, .. } => {
            (Mark::Zone, range_text(zone, range.as_ref(), ctx), "zone range removed".to_owned())
        }
        EventKind::BalancerSet { on } => {
            (Mark::Command, format!("balancer {}", if *on { "started" } else { "stopped" }), String::new())
        }
        EventKind::CollectionBalancingSet { on } => {
            (Mark::Command, format!("balancing of the collection {}", if *on { "on" } else { "off" }), String::new())
        }
        EventKind::RangeSizeSet { bytes } => {
            (Mark::Command, format!("range size {}", text::megabytes(*bytes)), String::new())
        }
        EventKind::CollectionRangeSizeSet { bytes } => {
            let size = bytes.map_or_else(|| "that of the cluster".to_owned(), text::megabytes);
            (Mark::Command, format!("range size of the collection {size}"), String::new())
        }
        EventKind::ActiveWindowSet { window } => {
            let hours = window.map_or_else(
                || "all day".to_owned(),
                |window| format!("{} to {}", text::time_of_day(window.start_ms()), text::time_of_day(window.stop_ms())),
            );
            (Mark::Command, format!("balancer active {hours}"), String::new())
        }
        _ => return None,
    };
    Some(row)
}

fn range_text(zone: &str, range: Option<&(KeyValue, KeyValue)>, ctx: &mut Context<'_>) -> String {
    range.map_or_else(|| format!("zone {zone}"), |(min, max)| format!("zone {zone} {}", ctx.range(min, max)))
}

fn command_name(command: &Command) -> &'static str {
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
    }
}
