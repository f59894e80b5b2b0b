//! Shards, zones and the balancer.

#![allow(clippy::unnecessary_wraps, reason = "all commands have one signature")]

use ::bson::raw::cstr;
use ::bson::{RawArrayBuf, RawBsonRef, RawDocumentBuf, rawdoc};

use super::fields::Fields;
use crate::bson::shell_text;
use crate::catalog::Collection;
use crate::cluster::{Cluster, DrainStatus, RemoveShardStatus};
use crate::error::{CommandError, ParseError};

type Reply = Result<RawDocumentBuf, CommandError>;

/// `rs0/host:27017` makes the shard `rs0` unless a name is given.
pub(super) fn add_shard(cluster: &mut Cluster, address: &str, fields: &Fields<'_>) -> Reply {
    let replica_set = address.split_once('/').map_or(address, |(replica_set, _)| replica_set);
    let name = fields.text("name")?.unwrap_or(replica_set);
    cluster.add_shard(name, &[])?;
    Ok(rawdoc! { "shardAdded": name })
}

pub(super) fn remove_shard(cluster: &mut Cluster, shard: &str, _: &Fields<'_>) -> Reply {
    let shard_idx = cluster.shard_named(shard)?;
    let databases = || cluster_databases(cluster, shard_idx);
    let before = databases();
    Ok(match cluster.remove_shard(shard)? {
        RemoveShardStatus::Started(_) => rawdoc! {
            "msg": "draining started successfully",
            "state": "started",
            "shard": shard,
            "note": "you need to call moveCollection for collectionsToMove and afterwards movePrimary for the dbsToMove",
            "dbsToMove": before,
        },
        RemoveShardStatus::Ongoing(status) => {
            let mut reply = rawdoc! { "msg": "draining ongoing", "state": "ongoing" };
            reply.append(cstr!("remaining"), remaining(status));
            reply.append(cstr!("dbsToMove"), before);
            if cluster.profile().commands.move_collection {
                let mut names = RawArrayBuf::new();
                cluster.tracked_on(shard_idx).for_each(|collection| names.push(collection.ns()));
                reply.append(cstr!("collectionsToMove"), names);
            }
            reply
        }
        RemoveShardStatus::Completed => {
            rawdoc! { "msg": "removeshard completed successfully", "state": "completed", "shard": shard }
        }
    })
}

fn cluster_databases(cluster: &Cluster, shard_idx: usize) -> RawArrayBuf {
    let mut names = RawArrayBuf::new();
    let own = cluster.databases().iter().filter(|database| database.primary() == shard_idx);
    own.for_each(|database| names.push(database.name()));
    names
}

fn remaining(status: DrainStatus) -> RawDocumentBuf {
    let long = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    rawdoc! {
        "chunks": long(status.n_chunks),
        "dbs": long(status.n_databases),
        "jumboChunks": long(status.n_jumbo),
    }
}

pub(super) fn list_shards(cluster: &mut Cluster, _: &str, _: &Fields<'_>) -> Reply {
    let mut shards = RawArrayBuf::new();
    for shard in cluster.shards().iter().filter(|shard| shard.is_present()) {
        let mut document = rawdoc! { "_id": shard.name(), "state": 1 };
        if !shard.zones().is_empty() {
            let mut tags = RawArrayBuf::new();
            shard.zones().iter().for_each(|zone| tags.push(zone.as_str()));
            document.append(cstr!("tags"), tags);
        }
        if shard.is_draining() {
            document.append(cstr!("draining"), true);
        }
        shards.push(document);
    }
    Ok(rawdoc! { "shards": shards })
}

pub(super) fn add_shard_to_zone(cluster: &mut Cluster, shard: &str, fields: &Fields<'_>) -> Reply {
    cluster.add_shard_to_zone(shard, fields.needed_text("zone")?)?;
    Ok(rawdoc! {})
}

pub(super) fn remove_shard_from_zone(cluster: &mut Cluster, shard: &str, fields: &Fields<'_>) -> Reply {
    cluster.remove_shard_from_zone(shard, fields.needed_text("zone")?)?;
    Ok(rawdoc! {})
}

/// `zone: null` takes the range away, so null is not the same as nothing here.
pub(super) fn update_zone_key_range(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let (min, max) = (fields.needed_document("min")?, fields.needed_document("max")?);
    match fields.raw("zone") {
        Some(RawBsonRef::String(zone)) => cluster.update_zone_key_range(ns, min, max, Some(zone))?,
        Some(RawBsonRef::Null) => cluster.update_zone_key_range(ns, min, max, None)?,
        Some(other) => {
            let (command, field, expected) = ("updateZoneKeyRange", "zone", "text or null");
            return Err(ParseError::WrongType { command, field, expected, found: shell_text(other) }.into());
        }
        None => return Err(ParseError::MissingField { command: "updateZoneKeyRange", field: "zone" }.into()),
    }
    Ok(rawdoc! {})
}

pub(super) fn balancer_start(cluster: &mut Cluster, _: &str, _: &Fields<'_>) -> Reply {
    cluster.check_config()?;
    cluster.set_balancer(true);
    Ok(rawdoc! {})
}

pub(super) fn balancer_stop(cluster: &mut Cluster, _: &str, _: &Fields<'_>) -> Reply {
    cluster.check_config()?;
    cluster.set_balancer(false);
    Ok(rawdoc! {})
}

pub(super) fn balancer_status(cluster: &mut Cluster, _: &str, _: &Fields<'_>) -> Reply {
    let mode = if cluster.balancer_on() { "full" } else { "off" };
    let rounds = |event: &crate::cluster::ClusterEvent| match &event.kind {
        crate::cluster::EventKind::Decision { n_rounds, .. } => *n_rounds,
        _ => 0,
    };
    let n_collections = cluster.collections().iter().filter(|there| Collection::is_sharded(there)).count().max(1);
    let n_rounds = cluster.events().iter().map(rounds).sum::<u64>() / n_collections as u64;
    let is_busy = cluster.migrations().iter().any(|migration| migration.of_round);
    Ok(rawdoc! {
        "mode": mode,
        "inBalancerRound": is_busy,
        "numBalancerRounds": i64::try_from(n_rounds).unwrap_or(i64::MAX),
    })
}

pub(super) fn ping(_: &mut Cluster, _: &str, _: &Fields<'_>) -> Reply {
    Ok(rawdoc! {})
}
