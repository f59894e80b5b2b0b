//! Writes as command documents. What is refused stands in `writeErrors`, as the server does it.

use ::bson::raw::cstr;
use ::bson::{RawArrayBuf, RawBsonRef, RawDocument, RawDocumentBuf, rawdoc};

use super::fields::Fields;
use crate::cluster::{Cluster, FindAndModify, Modification, Update};
use crate::error::{CommandError, ParseError};

type Reply = Result<RawDocumentBuf, CommandError>;

/// What a batch has come to.
#[derive(Default)]
struct Batch {
    n: u64,
    n_modified: u64,
    upserted: RawArrayBuf,
    errors: RawArrayBuf,
    is_update: bool,
}

impl Batch {
    /// Notes the error of the write at a position.
    fn refuse(&mut self, position: usize, refusal: &CommandError) {
        self.errors.push(rawdoc! {
            "index": number(position as u64),
            "code": refusal.code(),
            "errmsg": refusal.to_string(),
        });
    }

    fn reply(self) -> RawDocumentBuf {
        let mut reply = rawdoc! { "n": number(self.n) };
        if self.is_update {
            reply.append(cstr!("nModified"), number(self.n_modified));
        }
        if !self.upserted.is_empty() {
            reply.append(cstr!("upserted"), self.upserted);
        }
        if !self.errors.is_empty() {
            reply.append(cstr!("writeErrors"), self.errors);
        }
        reply
    }
}

fn number(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

pub(super) fn insert(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let mut batch = Batch::default();
    for (position, document) in fields.needed_documents("documents")?.into_iter().enumerate() {
        match cluster.insert_one(ns, document) {
            Ok(_) => batch.n += 1,
            Err(refusal) => {
                batch.refuse(position, &refusal);
                if fields.is_ordered()? {
                    break;
                }
            }
        }
    }
    Ok(batch.reply())
}

pub(super) fn update(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let updates = fields.needed_documents("updates")?;
    let mut batch = Batch { is_update: true, ..Batch::default() };
    let alone = updates.len() == 1;
    // Drivers and shell send retryable writes, with a session and a transaction number, unless they are told not to.
    let retryable = true;
    for (position, update) in updates.into_iter().enumerate() {
        let update =
            Fields::part("update", update, &["q", "u", "multi", "upsert", "collation", "hint", "arrayFilters"])?;
        let (filter, change) = (update.needed_document("q")?, update.needed_document("u")?);
        let (multi, upsert) = (update.is_set("multi")?, update.is_set("upsert")?);
        match cluster.update(ns, Update { filter, update: change, multi, upsert, retryable, alone }) {
            Ok(reply) => {
                batch.n += reply.n_matched + u64::from(reply.upserted.is_some());
                batch.n_modified += reply.n_modified;
                if reply.upserted.is_some() {
                    batch.upserted.push(rawdoc! { "index": number(position as u64) });
                }
            }
            Err(refusal) => {
                batch.refuse(position, &refusal);
                if fields.is_ordered()? {
                    break;
                }
            }
        }
    }
    Ok(batch.reply())
}

pub(super) fn delete(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let mut batch = Batch::default();
    for (position, delete) in fields.needed_documents("deletes")?.into_iter().enumerate() {
        let delete = Fields::part("delete", delete, &["q", "limit", "collation", "hint"])?;
        let many = delete.number("limit")?.unwrap_or(0) == 0;
        match cluster.delete(ns, delete.needed_document("q")?, many) {
            Ok(reply) => batch.n += reply.n_documents,
            Err(refusal) => {
                batch.refuse(position, &refusal);
                if fields.is_ordered()? {
                    break;
                }
            }
        }
    }
    Ok(batch.reply())
}

pub(super) fn find_and_modify(cluster: &mut Cluster, ns: &str, fields: &Fields<'_>) -> Reply {
    let empty = RawDocumentBuf::new();
    let filter: &RawDocument = fields.document("query")?.unwrap_or(&empty);
    let modification = match (fields.document("update")?, fields.is_set("remove")?) {
        (Some(update), false) => Modification::Update(update),
        (None, true) => Modification::Remove,
        _ => {
            let (command, fields) = ("findAndModify", "update and remove");
            return Err(ParseError::NotOneOf { command, fields, code: 9 }.into());
        }
    };
    let upsert = fields.is_set("upsert")?;
    let reply = cluster.find_and_modify(ns, FindAndModify { filter, modification, upsert, retryable: true })?;
    let n = reply.update.as_ref().map_or_else(
        || u64::from(reply.before.is_some()),
        |update| update.n_matched + u64::from(update.upserted.is_some()),
    );
    let value = reply.before.as_deref().map_or(RawBsonRef::Null, RawBsonRef::Document);
    let mut document = rawdoc! { "lastErrorObject": { "n": number(n) } };
    document.append(cstr!("value"), value);
    Ok(document)
}
