//! `findAndModify`: one document is changed or removed and handed back.

use ::bson::{RawDocument, RawDocumentBuf};

use super::super::{Cluster, EventKind};
use super::filter::Filter;
use super::target::{SingleWrite, WriteRoute};
use super::update::{Update, UpdateReply};
use crate::error::CommandError;

/// What happens to the document.
#[derive(Debug, Clone, Copy)]
pub enum Modification<'a> {
    /// It is updated, by operators or as a replacement.
    Update(&'a RawDocument),
    /// It is removed.
    Remove,
}

/// A `findAndModify`.
#[derive(Debug, Clone, Copy)]
pub struct FindAndModify<'a> {
    /// Which document.
    pub filter: &'a RawDocument,
    /// What happens to it.
    pub modification: Modification<'a>,
    /// Insert it if there is none.
    pub upsert: bool,
    /// A retryable write, or part of a transaction.
    pub retryable: bool,
}

/// The reply of a `findAndModify`.
#[derive(Debug, Clone, PartialEq)]
pub struct FindAndModifyReply {
    /// The document before, if the collection keeps documents.
    pub before: Option<RawDocumentBuf>,
    /// What an update did.
    pub update: Option<UpdateReply>,
    /// How it was reached.
    pub route: WriteRoute,
}

impl Cluster {
    /// Changes or removes the first document that a filter matches.
    ///
    /// # Errors
    /// As [`update`](Self::update) and [`delete`](Self::delete); until 7.0 a filter without the full shard key (patch releases
    /// of 2023: one that leads to several shards).
    pub fn find_and_modify(&mut self, ns: &str, wanted: FindAndModify<'_>) -> Result<FindAndModifyReply, CommandError> {
        let collection_idx = self.known_collection(ns)?;
        let parsed = Filter::parse(wanted.filter)?;
        let target = self.target(collection_idx, &parsed);
        let route = self.single_route(&target, SingleWrite::FindAndModify, wanted.filter)?;
        for shard in &target.shards {
            self.check_shard_takes(*shard, false)?;
        }
        let found = self.matching(collection_idx, &parsed, &target, 1)?;
        let whole = |id| self.collections.get(collection_idx).and_then(|collection| collection.whole(id));
        let before = found.first().and_then(|found| whole(found.id)).map(RawDocument::to_owned);
        let update = match wanted.modification {
            Modification::Remove => {
                if !found.is_empty() {
                    let (n_documents, n_bytes) = self.take_out(collection_idx, &found);
                    let kind = EventKind::Deleted { n_documents, n_bytes, by_ttl: false };
                    self.push_event(Some(collection_idx), kind);
                }
                None
            }
            Modification::Update(update) => {
                let FindAndModify { filter, upsert, retryable, .. } = wanted;
                let (multi, alone) = (false, true);
                let request = Update { filter, update, multi, upsert, retryable, alone };
                Some(self.update_found(collection_idx, &request, &parsed, &found, route.clone())?)
            }
        };
        Ok(FindAndModifyReply { before, update, route })
    }
}
