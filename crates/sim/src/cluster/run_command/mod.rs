//! Commands as documents, as the shell sends them, and replies in the server's shape.
//!
//! A command that takes time on the server, such as `moveChunk` or `reshardCollection`, is answered at once: it has started,
//! and its end is an event. Cluster times and signatures of real replies are left out.

mod chunks;
mod collections;
mod fields;
mod members;
mod writes;

use ::bson::raw::cstr;
use ::bson::{RawBsonRef, RawDocument, RawDocumentBuf};

use super::Cluster;
use crate::error::{CommandError, ParseError};
use fields::Fields;

/// What runs a command.
type Run = fn(&mut Cluster, &str, &Fields<'_>) -> Result<RawDocumentBuf, CommandError>;

/// A command: its name, its fields beside the first, and what runs it. The first field's text goes along.
struct Known {
    name: &'static str,
    fields: &'static [&'static str],
    run: Run,
}

const fn known(name: &'static str, fields: &'static [&'static str], run: Run) -> Known {
    Known { name, fields, run }
}

static COMMANDS: [Known; 36] = [
    known("enableSharding", &["primaryShard"], collections::enable_sharding),
    known(
        "shardCollection",
        &["key", "unique", "numInitialChunks", "presplitHashedZones", "collation"],
        collections::shard_collection,
    ),
    known("refineCollectionShardKey", &["key", "enforceUniquenessCheck"], collections::refine),
    known(
        "reshardCollection",
        &["key", "unique", "numInitialChunks", "collation", "zones", "forceRedistribution", "shardDistribution"],
        collections::reshard,
    ),
    known("abortReshardCollection", &[], collections::abort),
    known("moveCollection", &["toShard"], collections::move_collection),
    known("abortMoveCollection", &[], collections::abort),
    known("unshardCollection", &["toShard"], collections::unshard),
    known("abortUnshardCollection", &[], collections::abort),
    known("movePrimary", &["to"], collections::move_primary),
    known("createIndexes", &["indexes", "commitQuorum"], collections::create_indexes),
    known("dropIndexes", &["index"], collections::drop_indexes),
    known("split", &["find", "bounds", "middle"], chunks::split),
    known(
        "moveChunk",
        &[
            "find",
            "bounds",
            "to",
            "forceJumbo",
            "_secondaryThrottle",
            "secondaryThrottle",
            "_waitForDelete",
            "waitForDelete",
        ],
        chunks::move_chunk,
    ),
    known(
        "moveRange",
        &["min", "max", "toShard", "forceJumbo", "secondaryThrottle", "waitForDelete"],
        chunks::move_range,
    ),
    known("mergeChunks", &["bounds"], chunks::merge),
    known(
        "mergeAllChunksOnShard",
        &["shard", "maxNumberOfChunksToMerge", "maxTimeProcessingChunksMS"],
        chunks::merge_all,
    ),
    known("clearJumboFlag", &["find", "bounds"], chunks::clear_jumbo),
    known(
        "configureCollectionBalancing",
        &["chunkSize", "defragmentCollection", "enableAutoMerger"],
        chunks::configure_balancing,
    ),
    known("balancerCollectionStatus", &[], chunks::collection_status),
    known("addShard", &["name", "maxSize"], members::add_shard),
    known("removeShard", &[], members::remove_shard),
    known("listShards", &["filter"], members::list_shards),
    known("addShardToZone", &["zone"], members::add_shard_to_zone),
    known("removeShardFromZone", &["zone"], members::remove_shard_from_zone),
    known("updateZoneKeyRange", &["min", "max", "zone"], members::update_zone_key_range),
    known("balancerStart", &[], members::balancer_start),
    known("balancerStop", &[], members::balancer_stop),
    known("balancerStatus", &[], members::balancer_status),
    known("create", &["collation"], collections::create),
    known("insert", &["documents"], writes::insert),
    known("update", &["updates"], writes::update),
    known("delete", &["deletes"], writes::delete),
    known("findAndModify", &["query", "update", "remove", "upsert", "new", "fields", "sort"], writes::find_and_modify),
    known("findandmodify", &["query", "update", "remove", "upsert", "new", "fields", "sort"], writes::find_and_modify),
    known("ping", &[], members::ping),
];

impl Cluster {
    /// Runs a command document and replies as the server does: the command's fields and `ok: 1`, or `ok: 0` with `errmsg`,
    /// `code` and `codeName`.
    pub fn run_command(&mut self, command: &RawDocument) -> RawDocumentBuf {
        match self.try_command(command) {
            Ok(mut reply) => {
                reply.append(cstr!("ok"), 1_i32);
                reply
            }
            Err(refusal) => {
                let mut reply = RawDocumentBuf::new();
                reply.append(cstr!("ok"), 0_i32);
                reply.append(cstr!("errmsg"), refusal.to_string());
                reply.append(cstr!("code"), refusal.code());
                reply.append(cstr!("codeName"), refusal.code_name());
                reply
            }
        }
    }

    /// [`run_command`](Self::run_command) with the refusal as an error, and without `ok`.
    ///
    /// # Errors
    /// The document is no command, or the command was refused.
    pub fn try_command(&mut self, command: &RawDocument) -> Result<RawDocumentBuf, CommandError> {
        let (name, first) = command.iter().next().and_then(Result::ok).ok_or_else(|| unknown(""))?;
        let known = COMMANDS.iter().find(|known| known.name == name.as_str()).ok_or_else(|| unknown(name.as_str()))?;
        let fields = Fields::new(known.name, command, known.fields)?;
        // Commands of a collection name it beside their database.
        let collection = match (fields.text("$db")?, first) {
            (Some(database), RawBsonRef::String(collection)) if is_of_database(known.name) => {
                format!("{database}.{collection}")
            }
            (_, RawBsonRef::String(first)) => first.to_owned(),
            (_, _) if takes_number(known.name) => String::new(),
            (_, other) => {
                let (command, field, expected) = (known.name, known.name, "text");
                let found = crate::bson::shell_text(other);
                return Err(ParseError::WrongType { command, field, expected, found }.into());
            }
        };
        (known.run)(self, &collection, &fields)
    }
}

fn unknown(name: &str) -> CommandError {
    ParseError::UnknownCommand { name: name.to_owned() }.into()
}

/// Commands whose first field is a collection of the database in `$db`.
fn is_of_database(name: &str) -> bool {
    let of_database = ["create", "createIndexes", "dropIndexes", "insert", "update", "delete"];
    of_database.contains(&name) || name.eq_ignore_ascii_case("findAndModify")
}

/// Commands whose first field says nothing.
fn takes_number(name: &str) -> bool {
    name.starts_with("balancerSt") || ["listShards", "ping"].contains(&name)
}
