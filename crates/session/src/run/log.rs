//! The event log of one lane: the engine's events as rows, with reasons in words.

use super::RunError;
use super::bounds::{Bounds, outside_zones};
use super::command::{self, CommandRefusal};
use super::happenings;
use super::idle::Idle;
use super::no_move;
use super::reason::{self, Names};
use crate::scenario::Command;
use crate::text;
use crate::view::{EventKind as Mark, LogRow};
use bson::{RawBsonRef, RawDocument};
use shardscope_sim::balancer::{Decision, GroupOutcome};
use shardscope_sim::bson::{KeyValue, shell_text};
use shardscope_sim::catalog::{Collection, ShardIdx};
use shardscope_sim::cluster::{ClusterEvent, EventKind, MergeCause, MigrationFailure, SplitCause};
use std::collections::BTreeMap;

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

    /// Where an outcome lies: ` in zone EU`, or ` outside the zones, in [M, MaxKey)`; nothing without zones.
    fn place(&mut self, outcome: &GroupOutcome) -> String {
        match &outcome.zone {
            Some(zone) => format!(" in zone {zone}"),
            None if no_move::is_of_a_place(&outcome.reason) => self.outside(),
            None => String::new(),
        }
    }

    /// The parts of the key space that lie in no zone, the first two by name.
    fn outside(&mut self) -> String {
        let parts = outside_zones(self.collection);
        let named: Vec<String> = parts.iter().take(2).map(|(min, max)| self.range(min, max)).collect();
        match parts.len().saturating_sub(2) {
            0 if named.is_empty() => String::new(),
            0 => format!(" outside the zones, in {}", named.join(" and ")),
            more => format!(" outside the zones, in {} and {more} more", named.join(", ")),
        }
    }

    /// The outcome that best explains why nothing moved. Chunks of no zone count only where there can be any.
    fn why(&self, decision: &Decision) -> Option<GroupOutcome> {
        let has_outside = self.collection.zone_ranges().is_empty() || !outside_zones(self.collection).is_empty();
        let counts =
            |outcome: &&GroupOutcome| outcome.zone.is_some() || has_outside || !no_move::is_of_a_place(&outcome.reason);
        let outcomes: Vec<GroupOutcome> = decision.outcomes.iter().filter(counts).cloned().collect();
        Decision { n_migrations: decision.n_migrations, outcomes }.why().cloned()
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
    /// The migrations in flight, each as `[t_76, t_78) from C to A, because ...`.
    in_flight: Vec<(u32, String)>,
    /// The row of the last rounds, if they moved nothing.
    idle: Option<Idle>,
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

    /// A command of the log, by position, that the cluster refused.
    pub fn refused(&mut self, at_ms: u64, command_idx: usize, command: &Command, refusal: &CommandRefusal) {
        let row_idx =
            self.push(at_ms, Mark::Refused, format!("{} refused", command::name(command)), refusal.to_string());
        if let Some(row) = self.rows.get_mut(row_idx) {
            row.refused_command = u32::try_from(command_idx).ok();
        }
    }

    /// The reply to a command that was typed.
    pub fn replied(&mut self, at_ms: u64, command: &Command, reply: &RawDocument) {
        let reply = if reply.is_empty() { String::new() } else { shell_text(RawBsonRef::Document(reply)) };
        self.push(at_ms, Mark::Command, format!("{} ran", command::name(command)), reply);
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
        self.rows.push(LogRow { id, at_ms, ends_ms: None, kind, text, reason, refused_command: None });
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
                let because = reason::move_long(reason, ctx.names, *from);
                self.in_flight.push((*id, format!("{range} from {from_name} to {to_name}, because {because}")));
                self.decision = self.moving().unwrap_or_default();
            }
            EventKind::MigrationDone { id, n_bytes, .. } => {
                self.n_migrations_done += 1;
                self.bytes_moved += n_bytes;
                let done = self.land(*id).map(|text| format!("moved {text}"));
                self.decision = self.moving().or(done).unwrap_or_default();
            }
            EventKind::MigrationFailed { id, from, to, min, max, failure, .. } => {
                let range = ctx.range(min, max);
                let [from_name, to_name] = [ctx.names.shard(*from), ctx.names.shard(*to)];
                let why = failure_text(failure);
                self.land(*id);
                self.decision = format!("could not move {range} from {from_name} to {to_name}: {why}");
                if let Some(row) = self.row_of_migration.get(id).and_then(|&idx| self.rows.get_mut(idx)) {
                    row.ends_ms = Some(at_ms);
                }
                self.refuse(at_ms, format!("{range} stays on {from_name}, not moved to {to_name}"), why);
            }
            _ => {}
        }
    }

    /// Takes a migration out of those in flight.
    fn land(&mut self, id: u32) -> Option<String> {
        let at = self.in_flight.iter().position(|(other, _)| *other == id)?;
        Some(self.in_flight.remove(at).1)
    }

    /// The migration that began last, and how many others are in flight.
    fn moving(&self) -> Option<String> {
        let (_, text) = self.in_flight.last()?;
        let others = match self.in_flight.len() - 1 {
            0 => String::new(),
            n => format!("; {n} more in flight"),
        };
        Some(format!("moving {text}{others}"))
    }

    /// A migration that did not come about. Tries that end alike one after the other share a row.
    fn refuse(&mut self, at_ms: u64, text: String, reason: String) {
        let last = self.rows.last_mut();
        match last.filter(|row| row.kind == Mark::Refused && row.text == text && row.reason == reason) {
            Some(row) => row.ends_ms = Some(at_ms),
            None => {
                self.push(at_ms, Mark::Refused, text, reason);
            }
        }
    }

    /// Rounds that move nothing for the same kind of reason share one row, which grows until something else happens.
    fn decided(&mut self, at_ms: u64, decision: &Decision, ctx: &mut Context<'_>) {
        let Some(outcome) = ctx.why(decision).filter(|_| decision.n_migrations == 0) else { return };
        // The figures are those of the round; until the next one the plot goes on.
        let place = format!(" at {}{}", text::clock(at_ms), ctx.place(&outcome));
        self.decision = no_move::long(&outcome, ctx.names, &place);
        let row = self.rows.last_mut().filter(|row| row.kind == Mark::NoMove);
        match (row, self.idle.as_mut()) {
            (Some(row), Some(idle)) if idle.takes(&outcome) => {
                idle.add(&outcome);
                row.ends_ms = Some(at_ms);
                (row.text, row.reason) = idle.texts(ctx.names);
            }
            _ => {
                let idle = Idle::new(&outcome, !outside_zones(ctx.collection).is_empty());
                let (text, reason) = idle.texts(ctx.names);
                self.idle = Some(idle);
                self.push(at_ms, Mark::NoMove, text, reason);
            }
        }
    }
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
            format!("the recipient deletes what it had of the range at {} only", text::clock(*due))
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
        other => return happenings::row(other, ctx),
    };
    Some(row)
}

fn range_text(zone: &str, range: Option<&(KeyValue, KeyValue)>, ctx: &mut Context<'_>) -> String {
    range.map_or_else(|| format!("zone {zone}"), |(min, max)| format!("zone {zone} {}", ctx.range(min, max)))
}
