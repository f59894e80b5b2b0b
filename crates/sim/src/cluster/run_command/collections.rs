//! Databases, collections, keys and indexes.

use ::bson::raw::cstr;
use ::bson::{RawBsonRef, RawDocument, RawDocumentBuf, rawdoc};

use super::fields::Fields;
use crate::catalog::index::{Index, IndexField};
use crate::catalog::pattern::ShardKeyPattern;
use crate::cluster::{Cluster, CollectionOptions, ReshardOptions, ShardCollectionOptions, ShardRange};
use crate::error::{CommandError, OperationError};

type Reply = Result<RawDocumentBuf, CommandError>;

pub(super) fn enable_sharding(cluster: &mut Cluster, database: &str, fields: &Fields<'_>) -> Reply {
    cluster.enable_sharding(database, fields.text("primaryShard")?)?;
    Ok(rawdoc! {})
}

pub(super) fn create(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let simple_collation = fields.document("collation")?.is_none_or(is_simple);
    cluster.create_collection_with(ns, CollectionOptions { simple_collation, keeps_documents: true, stands_for: 1 })?;
    Ok(rawdoc! {})
}

pub(super) fn shard_collection(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let pattern = ShardKeyPattern::parse(fields.needed_document("key")?)?;
    let options = ShardCollectionOptions {
        unique: fields.is_set("unique")?,
        presplit_hashed_zones: fields.is_set("presplitHashedZones")?,
        num_initial_chunks: fields.number("numInitialChunks")?.unwrap_or(0),
        simple_collation: simple_collation(fields)?,
        prepares: false,
    };
    cluster.shard_collection(ns, pattern, options)?;
    Ok(rawdoc! { "collectionsharded": ns })
}

pub(super) fn refine(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let pattern = ShardKeyPattern::parse(fields.needed_document("key")?)?;
    cluster.refine_collection_shard_key(ns, &pattern)?;
    Ok(rawdoc! {})
}

pub(super) fn reshard(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let pattern = ShardKeyPattern::parse(fields.needed_document("key")?)?;
    let zones = fields.documents("zones")?;
    let zones = zones.map(|zones| zones.into_iter().map(zone).collect::<Result<_, _>>()).transpose()?;
    let ranges = fields.documents("shardDistribution")?;
    let ranges = ranges.map(|ranges| ranges.into_iter().map(range).collect::<Result<_, _>>()).transpose()?;
    let options = ReshardOptions {
        unique: fields.is_set("unique")?,
        num_initial_chunks: fields.number("numInitialChunks")?,
        zones,
        force_redistribution: fields.is_set("forceRedistribution")?,
        simple_collation: simple_collation(fields)?,
        shard_distribution: ranges,
    };
    cluster.reshard_collection(ns, pattern, &options)?;
    Ok(rawdoc! {})
}

fn zone(document: &RawDocument) -> Result<(RawDocumentBuf, RawDocumentBuf, String), CommandError> {
    let fields = Fields::part("reshardCollection", document, &["min", "max", "zone"])?;
    let (min, max) = (fields.needed_document("min")?, fields.needed_document("max")?);
    Ok((min.to_owned(), max.to_owned(), fields.needed_text("zone")?.to_owned()))
}

fn range(document: &RawDocument) -> Result<ShardRange, CommandError> {
    let fields = Fields::part("reshardCollection", document, &["shard", "min", "max"])?;
    let bounds = fields.document("min")?.zip(fields.document("max")?);
    let bounds = bounds.map(|(min, max)| (min.to_owned(), max.to_owned()));
    Ok((fields.needed_text("shard")?.to_owned(), bounds))
}

pub(super) fn abort(cluster: &mut Cluster, ns: &str, _: &Fields<'_>) -> Reply {
    cluster.abort_rewrite(ns)?;
    Ok(rawdoc! {})
}

pub(super) fn move_collection(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    cluster.move_collection(ns, fields.needed_text("toShard")?)?;
    Ok(rawdoc! {})
}

pub(super) fn unshard(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    cluster.unshard_collection(ns, fields.text("toShard")?)?;
    Ok(rawdoc! {})
}

pub(super) fn move_primary(cluster: &mut Cluster, database: &str, fields: &Fields<'_>) -> Reply {
    cluster.move_primary(database, fields.needed_text("to")?)?;
    Ok(rawdoc! {})
}

pub(super) fn create_indexes(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let n_of = |cluster: &Cluster| cluster.collection(ns).map_or(0, |collection| collection.indexes().len());
    let n_before = n_of(cluster);
    for index in fields.needed_documents("indexes")? {
        cluster.create_index(ns, read_index(index)?)?;
    }
    let number = |n: usize| i32::try_from(n + 1).unwrap_or(i32::MAX);
    let (before, after) = (number(n_before), number(n_of(cluster)));
    Ok(rawdoc! { "numIndexesBefore": before, "numIndexesAfter": after })
}

fn read_index(document: &RawDocument) -> Result<Index, CommandError> {
    const KNOWN: [&str; 8] =
        ["key", "name", "unique", "sparse", "partialFilterExpression", "collation", "expireAfterSeconds", "v"];
    let fields = Fields::part("createIndexes", document, &KNOWN)?;
    let key = fields.needed_document("key")?;
    let parsed: Option<Vec<(String, IndexField)>> = Index::parse_key(key);
    let unusable = || {
        let index = crate::bson::shell_text(RawBsonRef::Document(key));
        OperationError::IndexUnusable { index, reason: "its values must be numbers other than 0 or text" }
    };
    Ok(Index {
        unique: fields.is_set("unique")?,
        sparse: fields.is_set("sparse")?,
        partial: fields.has("partialFilterExpression"),
        simple_collation: fields.document("collation")?.is_none_or(is_simple),
        expire_after_secs: fields.number("expireAfterSeconds")?,
        ..Index::plain(parsed.ok_or_else(unusable)?)
    })
}

pub(super) fn drop_indexes(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let n_before = cluster.collection(ns).map_or(0, |collection| collection.indexes().len() + 1);
    cluster.drop_index(ns, fields.needed_text("index")?)?;
    let mut reply = RawDocumentBuf::new();
    reply.append(cstr!("nIndexesWas"), i32::try_from(n_before).unwrap_or(i32::MAX));
    Ok(reply)
}

/// `collation`, which can only be the simple one.
fn simple_collation(fields: &Fields<'_>) -> Result<bool, CommandError> {
    match fields.document("collation")? {
        None => Ok(false),
        Some(collation) if is_simple(collation) => Ok(true),
        Some(collation) => {
            let locale = crate::bson::shell_text(RawBsonRef::Document(collation));
            Err(OperationError::CollationNotSimple { locale }.into())
        }
    }
}

fn is_simple(collation: &RawDocument) -> bool {
    matches!(collation.get("locale"), Ok(Some(RawBsonRef::String("simple"))))
}
