//! The TTL monitor: every minute each shard deletes the documents whose date in a TTL index is too old.
//!
//! Source: server 8.0, `ttlMonitorSleepSecs` (60 s). A minute in which nothing expires costs nothing: the next pass is the
//! first one after the earliest expiry.

use ::bson::RawBsonRef;

use super::{Cluster, CollectionIdx, EventKind, Tick};
use crate::catalog::{Collection, Found, View};

/// Time between two passes.
pub const TTL_PERIOD_MS: Tick = 60_000;

/// When documents expire.
#[derive(Debug, Default)]
pub(super) struct TtlClock {
    /// The date at time 0, milliseconds since 1970.
    date_at_start_ms: i64,
    /// The earliest expiry, as simulated time.
    next_expiry: Option<Tick>,
}

/// A TTL index: its field and its age limit.
#[derive(Clone)]
struct Expiry {
    path: String,
    after_ms: i64,
}

fn expiries(collection: &Collection) -> Vec<Expiry> {
    let of_index = |index: &crate::catalog::index::Index| {
        let (path, _) = index.fields.first().filter(|_| index.fields.len() == 1)?;
        let after_ms = i64::try_from(index.expire_after_secs?.saturating_mul(1000)).unwrap_or(i64::MAX);
        Some(Expiry { path: path.clone(), after_ms })
    };
    collection.indexes().iter().filter_map(of_index).collect()
}

impl Cluster {
    /// Says which date it is at time 0, in milliseconds since 1970: documents expire by their dates. 1970 without it.
    pub fn set_start_date(&mut self, date_ms: i64) {
        self.ttl.date_at_start_ms = date_ms;
        self.forecast_expiry();
    }

    /// The first pass after the earliest expiry.
    pub(super) fn next_ttl_pass(&self) -> Option<Tick> {
        let expiry = self.ttl.next_expiry?;
        Some(expiry.max(self.now).max(1).div_ceil(TTL_PERIOD_MS).saturating_mul(TTL_PERIOD_MS))
    }

    /// Looks at all documents for the earliest expiry.
    pub(super) fn forecast_expiry(&mut self) {
        let mut next = None;
        for collection_idx in 0..self.collections.len() {
            next = self.expired(collection_idx).1.into_iter().chain(next).min();
        }
        self.ttl.next_expiry = next;
    }

    /// A document came or changed.
    pub(super) fn note_expiry(&mut self, collection_idx: CollectionIdx, document: &::bson::RawDocument) {
        let Some(collection) = self.collections.get(collection_idx) else { return };
        for expiry in expiries(collection) {
            let view = View::Whole(document);
            let due = date_of(&view, &expiry.path).and_then(|date_ms| self.expires_at(date_ms, &expiry));
            self.ttl.next_expiry = self.ttl.next_expiry.into_iter().chain(due).min();
        }
    }

    fn expires_at(&self, date_ms: i64, expiry: &Expiry) -> Option<Tick> {
        let at = date_ms.saturating_add(expiry.after_ms).saturating_sub(self.ttl.date_at_start_ms);
        Some(Tick::try_from(at.max(0)).unwrap_or(Tick::MAX)).filter(|_| at < i64::MAX)
    }

    /// The documents that have expired, and when the next one will.
    fn expired(&mut self, collection_idx: CollectionIdx) -> (Vec<Found>, Option<Tick>) {
        let Some(collection) = self.collections.get_mut(collection_idx) else { return (Vec::new(), None) };
        let expiries = expiries(collection);
        if expiries.is_empty() {
            return (Vec::new(), None);
        }
        let all = collection.all_documents();
        let (mut gone, mut next) = (Vec::new(), None);
        for found in all {
            let Some(view) = self.collections.get(collection_idx).and_then(|there| there.view(found.id)) else {
                continue;
            };
            let dues = expiries.iter().filter_map(|expiry| self.expires_at(date_of(&view, &expiry.path)?, expiry));
            match dues.min() {
                Some(due) if due <= self.now && !self.shard_is_down(found.shard_idx) => gone.push(found),
                Some(due) => next = Some(due.max(self.now + 1)).into_iter().chain(next).min(),
                None => {}
            }
        }
        (gone, next)
    }

    /// Deletes what has expired.
    pub(super) fn run_ttl_pass(&mut self) {
        let mut next: Option<Tick> = None;
        for collection_idx in 0..self.collections.len() {
            let (gone, later) = self.expired(collection_idx);
            next = later.into_iter().chain(next).min();
            if !gone.is_empty() {
                let (n_documents, n_bytes) = self.take_out(collection_idx, &gone);
                let kind = EventKind::Deleted { n_documents, n_bytes, by_ttl: true };
                self.push_event(Some(collection_idx), kind);
            }
        }
        self.ttl.next_expiry = next;
    }
}

fn date_of(view: &View<'_>, path: &str) -> Option<i64> {
    match super::writes::value_in(view, path)? {
        RawBsonRef::DateTime(date) => Some(date.timestamp_millis()),
        _ => None,
    }
}
