//! Rows of the log for what is done to data and what breaks: collections written anew, deletions, faults.

use super::log::Context;
use crate::text;
use crate::view::EventKind as Mark;
use shardscope_sim::cluster::{EventKind, Fault, OperationFailure, OperationKind, OperationPhase};

/// The row of such an event: mark, text and reason.
pub fn row(kind: &EventKind, ctx: &Context<'_>) -> Option<(Mark, String, String)> {
    Some(match kind {
        EventKind::OperationStarted { kind, ends } => {
            let until = format!("until {} if nothing comes between", text::clock(*ends));
            (Mark::Command, format!("{} began", operation(*kind, ctx)), until)
        }
        EventKind::OperationPhase { phase } => {
            let (what, why) = match phase {
                OperationPhase::Cloning => ("documents are copied", "the collection takes reads and writes"),
                OperationPhase::Applying => ("writes that came meanwhile are applied", "the copy catches up"),
                OperationPhase::BlockingWrites => ("writes wait", "the copy takes the collection's place"),
            };
            (Mark::Command, what.to_owned(), why.to_owned())
        }
        EventKind::OperationDone { kind, n_chunks, n_writes_held } => {
            let held = if *n_writes_held == 0 {
                "no write had to wait".to_owned()
            } else {
                format!("{} had to wait", text::plural(*n_writes_held, "write"))
            };
            let chunks = text::plural(*n_chunks as u64, "chunk");
            (Mark::Command, format!("{} done: {chunks}", operation(*kind, ctx)), held)
        }
        EventKind::OperationFailed { kind, failure } => {
            (Mark::Refused, format!("{} failed", operation(*kind, ctx)), operation_failure(failure, ctx))
        }
        EventKind::FaultBegan { fault, until } => {
            let until = until.map_or_else(|| "until it is ended".to_owned(), |at| format!("until {}", text::clock(at)));
            (Mark::Refused, fault_text(*fault, ctx), until)
        }
        EventKind::FaultEnded { fault } => (Mark::Command, format!("over: {}", fault_text(*fault, ctx)), String::new()),
        EventKind::Deleted { n_documents, n_bytes, by_ttl } => {
            let why = if *by_ttl { "they had expired (TTL)" } else { "asked for" };
            let what = format!("{} deleted, {}", text::plural(*n_documents, "document"), text::bytes(*n_bytes));
            (Mark::Command, what, why.to_owned())
        }
        EventKind::OrphansDeleted { shard, n_documents, n_bytes } => {
            let what = format!(
                "{} deleted on {}, {}",
                text::plural(*n_documents, "orphan"),
                ctx.names.shard(*shard),
                text::bytes(*n_bytes)
            );
            (Mark::Command, what, "their range has another owner".to_owned())
        }
        EventKind::DocumentMoved { from, to } => {
            let what = format!("a document {} → {}", ctx.names.shard(*from), ctx.names.shard(*to));
            (Mark::Command, what, "its shard key value changed".to_owned())
        }
        EventKind::KeyRefined { key } => (Mark::Command, format!("shard key {key}"), "refined".to_owned()),
        EventKind::PrimaryMoved { database, to } => {
            (Mark::Command, format!("{database}'s primary is {}", ctx.names.shard(*to)), "movePrimary".to_owned())
        }
        EventKind::Defragmenting { on } => {
            let state = if *on { "on" } else { "off" };
            (Mark::Command, format!("defragmentation {state}"), "neighbours on one shard are merged".to_owned())
        }
        _ => return None,
    })
}

fn operation(kind: OperationKind, ctx: &Context<'_>) -> String {
    match kind {
        OperationKind::Reshard => "resharding".to_owned(),
        OperationKind::Unshard { to } => format!("unsharding to {}", ctx.names.shard(to)),
        OperationKind::Move { to } => format!("moving the collection to {}", ctx.names.shard(to)),
    }
}

fn operation_failure(failure: &OperationFailure, ctx: &Context<'_>) -> String {
    match failure {
        OperationFailure::Aborted => "it was broken off by hand; nothing is lost".to_owned(),
        OperationFailure::DuplicateKey { index } => {
            format!("two documents of one shard would have the same value of the unique index {index}")
        }
        OperationFailure::NoKey => "a document that came meanwhile has no key under the new pattern".to_owned(),
        OperationFailure::ShardDown { shard } => format!("{} is down", ctx.names.shard(*shard)),
        OperationFailure::ShardFull { shard } => format!("{} is full", ctx.names.shard(*shard)),
    }
}

fn fault_text(fault: Fault, ctx: &Context<'_>) -> String {
    match fault {
        Fault::ShardDown(shard) => format!("{} is down", ctx.names.shard(shard)),
        Fault::ShardSlow(shard, times) => format!("{} copies {times} times as slowly", ctx.names.shard(shard)),
        Fault::ShardFull(shard) => format!("{} is full", ctx.names.shard(shard)),
        Fault::ConfigReadOnly => "the config servers are read-only".to_owned(),
    }
}
