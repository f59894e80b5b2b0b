//! Chunks: cut, joined, moved, and what the balancer thinks of a collection.

use ::bson::raw::cstr;
use ::bson::{RawDocumentBuf, rawdoc};

use super::fields::Fields;
use crate::cluster::{BalancingOptions, ChunkRef, Cluster, MoveOptions};
use crate::error::{CommandError, ParseError};

type Reply = Result<RawDocumentBuf, CommandError>;

/// The chunk that `find` or `bounds` names; `codes` are those of none and of both.
fn chunk<'a>(fields: &Fields<'a>, codes: (i32, i32)) -> Result<ChunkRef<'a>, CommandError> {
    let command = fields.name();
    let not_one = |code| ParseError::NotOneOf { command, fields: "find and bounds", code }.into();
    match (fields.document("find")?, fields.bounds()?) {
        (Some(find), None) => Ok(ChunkRef::Find(find)),
        (None, Some((min, max))) => Ok(ChunkRef::Bounds(min, max)),
        (None, None) => Err(not_one(codes.0)),
        (Some(_), Some(_)) => Err(not_one(codes.1)),
    }
}

pub(super) fn split(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let n_given = ["find", "bounds", "middle"].into_iter().filter(|field| fields.has(field)).count();
    if n_given != 1 {
        let fields = "find, bounds and middle";
        return Err(ParseError::NotOneOf { command: "split", fields, code: 72 }.into());
    }
    match fields.document("middle")? {
        Some(middle) => cluster.split_at(ns, middle)?,
        None => cluster.split_find(ns, chunk(fields, (72, 72))?)?,
    }
    Ok(rawdoc! {})
}

/// The reply of a move: how long it will take.
fn moving(cluster: &Cluster, id: Option<u32>) -> RawDocumentBuf {
    let migration = cluster.migrations().iter().find(|migration| Some(migration.id()) == id);
    let millis = migration.map_or(0, |migration| migration.ends() - migration.started());
    rawdoc! { "millis": i64::try_from(millis).unwrap_or(i64::MAX) }
}

pub(super) fn move_chunk(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let chunk = chunk(fields, (656_450, 656_451))?;
    let options = MoveOptions {
        force_jumbo: fields.is_set("forceJumbo")?,
        wait_for_delete: fields.is_set("_waitForDelete")? || fields.is_set("waitForDelete")?,
    };
    let id = cluster.move_chunk_with(ns, chunk, fields.needed_text("to")?, options)?;
    Ok(moving(cluster, id))
}

pub(super) fn move_range(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let options =
        MoveOptions { force_jumbo: fields.is_set("forceJumbo")?, wait_for_delete: fields.is_set("waitForDelete")? };
    let bounds = (fields.document("min")?, fields.document("max")?);
    cluster.move_range_with(ns, bounds, fields.needed_text("toShard")?, options)?;
    Ok(rawdoc! {})
}

pub(super) fn merge(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let missing = || ParseError::MissingField { command: "mergeChunks", field: "bounds" };
    let (min, max) = fields.bounds()?.ok_or_else(missing)?;
    cluster.merge_chunks(ns, min, max)?;
    Ok(rawdoc! {})
}

pub(super) fn merge_all(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let n_chunks_max = fields.number("maxNumberOfChunksToMerge")?.and_then(|number| usize::try_from(number).ok());
    cluster.merge_all_chunks_on_shard(ns, fields.needed_text("shard")?, n_chunks_max)?;
    Ok(rawdoc! {})
}

pub(super) fn clear_jumbo(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    cluster.clear_jumbo_flag(ns, chunk(fields, (51262, 51262))?)?;
    Ok(rawdoc! {})
}

pub(super) fn configure_balancing(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let options = BalancingOptions {
        chunk_size_mib: fields.number("chunkSize")?,
        defragment: fields.flag("defragmentCollection")?,
        auto_merger: fields.flag("enableAutoMerger")?,
    };
    cluster.configure_collection_balancing(ns, options)?;
    Ok(rawdoc! {})
}

pub(super) fn collection_status(cluster: &mut Cluster, ns: &str, _: &Fields<'_>) -> Reply {
    let status = cluster.collection_status(ns)?;
    let mut reply = RawDocumentBuf::new();
    if cluster.profile().commands.configure_collection_balancing {
        reply.append(cstr!("chunkSize"), i32::try_from(status.chunk_size_mib).unwrap_or(i32::MAX));
    }
    reply.append(cstr!("balancerCompliant"), status.violation.is_none());
    if let Some(violation) = status.violation {
        reply.append(cstr!("firstComplianceViolation"), violation);
        if violation == "defragmentingChunks" {
            reply.append(cstr!("details"), rawdoc! { "currentPhase": "mergeAndMeasureChunks" });
        }
    }
    Ok(reply)
}
