//! `updateOne`, `updateMany`, `replaceOne`, with and without upsert. An update that changes the shard key value moves the
//! document to the shard that owns the new one.

use ::bson::{RawBsonRef, RawDocument, RawDocumentBuf};

use super::super::{Cluster, CollectionIdx, EventKind};
use super::filter::{Filter, is_operators};
use super::target::{SingleWrite, Target, WriteRoute};
use crate::bson::{KeyBuf, compare, shell_text};
use crate::catalog::key_error::KeyError;
use crate::catalog::{Collection, Found, ShardIdx};
use crate::error::{CommandError, OperationError, WriteError};

#[path = "apply.rs"]
mod apply;

/// An update.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "the options of the update command, each of its own")]
pub struct Update<'a> {
    /// Which documents.
    pub filter: &'a RawDocument,
    /// `$set`, `$unset` and `$inc`, or a whole document that takes the place.
    pub update: &'a RawDocument,
    /// All documents that match, not one.
    pub multi: bool,
    /// Insert a document if none matches.
    pub upsert: bool,
    /// A retryable write, or part of a transaction.
    pub retryable: bool,
    /// No other write is in the same batch.
    pub alone: bool,
}

/// The reply of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateReply {
    /// Documents that matched.
    pub n_matched: u64,
    /// Documents that changed.
    pub n_modified: u64,
    /// Documents that went to another shard.
    pub n_moved: u64,
    /// The shard of a document that was inserted because none matched.
    pub upserted: Option<ShardIdx>,
    /// How the documents were reached.
    pub route: WriteRoute,
}

impl Cluster {
    /// Updates the first document that a filter matches, or all.
    ///
    /// # Errors
    /// No such collection; a filter that the version cannot route; a changed `_id`; a shard key value that would become an
    /// array, or change in a way that the version does not allow; a unique index; a shard that is down or full. Nothing has
    /// changed then.
    pub fn update(&mut self, ns: &str, request: Update<'_>) -> Result<UpdateReply, CommandError> {
        let collection_idx = self.known_collection(ns)?;
        let parsed = Filter::parse(request.filter)?;
        let mut target = self.target(collection_idx, &parsed);
        let route = self.update_route(collection_idx, &request, &parsed, &mut target)?;
        for shard in &target.shards {
            self.check_shard_takes(*shard, false)?;
        }
        let limit = if request.multi { usize::MAX } else { 1 };
        let found = self.matching(collection_idx, &parsed, &target, limit)?;
        self.update_found(collection_idx, &request, &parsed, &found, route)
    }

    fn update_route(
        &self,
        collection_idx: CollectionIdx,
        request: &Update<'_>,
        filter: &Filter,
        target: &mut Target,
    ) -> Result<WriteRoute, CommandError> {
        if request.upsert && request.multi && !target.full_key && !target.one_owner {
            return Err(WriteError::KeyNotInFilter { filter: shell_text(RawBsonRef::Document(request.filter)) }.into());
        }
        if request.multi {
            return Ok(target.many());
        }
        if request.upsert {
            return self.single_route(target, SingleWrite::Upsert, request.filter);
        }
        // Until 7.0 a replacement goes where the new document belongs.
        let by_document = self.profile.writes.replacement_targets_by_document && !is_operators(request.update);
        if by_document && target.one_shard().is_none() {
            let replacement = apply::replacement(request.update, filter.equality("_id"));
            if let Some(shard) =
                self.collections.get(collection_idx).and_then(|there| there.shard_for(&replacement).ok())
            {
                target.shards = vec![shard];
                return Ok(WriteRoute::OneShard(shard));
            }
        }
        self.single_route(target, SingleWrite::Update, request.filter)
    }

    /// Updates documents that were found, or inserts one.
    pub(super) fn update_found(
        &mut self,
        collection_idx: CollectionIdx,
        request: &Update<'_>,
        filter: &Filter,
        found: &[Found],
        route: WriteRoute,
    ) -> Result<UpdateReply, CommandError> {
        let mut reply = UpdateReply { n_matched: found.len() as u64, n_modified: 0, n_moved: 0, upserted: None, route };
        if found.is_empty() && request.upsert {
            let document = apply::upserted(filter, request.update)?;
            self.check_id(collection_idx, &document)?;
            reply.upserted = Some(self.insert_checked_on(collection_idx, &document)?);
            return Ok(reply);
        }
        let mut changes = Vec::new();
        for found in found {
            if let Some(change) = self.change(collection_idx, request, filter, *found)? {
                changes.push((*found, change));
            }
        }
        reply.n_modified = changes.len() as u64;
        for (found, document) in changes {
            reply.n_moved += u64::from(self.carry_out(collection_idx, found, &document)?);
        }
        self.note_held_write(collection_idx);
        self.rounds.wake();
        self.after_writes(collection_idx);
        Ok(reply)
    }

    /// The document after the update, checked; `None` if it stays as it is.
    fn change(
        &self,
        collection_idx: CollectionIdx,
        request: &Update<'_>,
        filter: &Filter,
        found: Found,
    ) -> Result<Option<RawDocumentBuf>, CommandError> {
        let Some(collection) = self.collections.get(collection_idx) else { return Ok(None) };
        let not_kept = || OperationError::DocumentsNotKept { ns: collection.ns().to_owned() };
        let before = collection.whole(found.id).ok_or_else(not_kept)?;
        let after = apply::updated(before, request.update)?;
        let id = |document: &RawDocument| document.get("_id").ok().flatten().map(::bson::RawBson::from);
        if let (Some(was), is) = (id(before), id(&after))
            && is.is_none_or(|is| compare(was.as_raw_bson_ref(), is.as_raw_bson_ref()).is_ne())
        {
            return Err(WriteError::IdImmutable.into());
        }
        if after.as_bytes() == before.as_bytes() {
            return Ok(None);
        }
        self.check_key_change(collection, request, filter, (found, before, &after))?;
        self.check_key_rules(collection_idx, &after)?;
        Ok(Some(after))
    }

    fn check_key_change(
        &self,
        collection: &Collection,
        request: &Update<'_>,
        filter: &Filter,
        (found, before, after): (Found, &RawDocument, &RawDocument),
    ) -> Result<(), CommandError> {
        let to = match collection.shard_for(after) {
            Ok(to) => to,
            Err(CommandError::Key(KeyError::ArrayInKey { path, .. })) => {
                return Err(WriteError::KeyArray { path }.into());
            }
            Err(error) => return Err(error),
        };
        if let Some(pattern) = collection.pattern() {
            let (mut was, mut is) = (KeyBuf::default(), KeyBuf::default());
            pattern.encode_document(before, &mut was)?;
            pattern.encode_document(after, &mut is)?;
            if was.bytes != is.bytes {
                self.check_key_change_rules(request, filter.key(pattern).is_some(), to != found.shard_idx)?;
            }
        }
        if let Some(refusal) = collection.unique_conflict(after, to, Some(found.id)) {
            return Err(refusal.into());
        }
        let grows = after.as_bytes().len() > found.size_bytes as usize || to != found.shard_idx;
        self.check_shard_takes(to, grows)
    }

    /// Source: server 4.2 and later, `checkUpdateChangesExistingShardKey`.
    fn check_key_change_rules(&self, request: &Update<'_>, full_key: bool, moves: bool) -> Result<(), CommandError> {
        let filter = || shell_text(RawBsonRef::Document(request.filter));
        if request.multi {
            Err(WriteError::KeyChangeMulti.into())
        } else if self.profile.writes.key_change_needs_full_key && !full_key {
            Err(WriteError::KeyChangeNeedsKey { filter: filter() }.into())
        } else if !request.retryable {
            Err(WriteError::KeyChangeNeedsSession.into())
        } else if moves && !request.alone {
            Err(WriteError::KeyChangeNotAlone.into())
        } else {
            Ok(())
        }
    }

    /// Returns whether the document went to another shard.
    fn carry_out(
        &mut self,
        collection_idx: CollectionIdx,
        found: Found,
        document: &RawDocument,
    ) -> Result<bool, CommandError> {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return Ok(false) };
        if !collection.changes_key(found.id, document) {
            collection.replace(found, document);
            self.recount_chunks(collection_idx, &[found]);
            self.note_expiry(collection_idx, document);
            return Ok(false);
        }
        let to = collection.shard_for(document)?;
        self.take_out(collection_idx, &[found]);
        self.place(collection_idx, document)?;
        let moved = to != found.shard_idx;
        if moved {
            self.push_event(Some(collection_idx), EventKind::DocumentMoved { from: found.shard_idx, to });
        }
        Ok(moved)
    }
}
