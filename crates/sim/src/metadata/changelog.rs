//! `config.changelog`: migrations with their sizes, splits, merges, shards that came and went.

use ::bson::RawDocumentBuf;
use ::bson::raw::cstr;

use super::ids;
use super::write::{WallClock, bound};
use crate::bson::KeyValue;
use crate::catalog::pattern::ShardKeyPattern;
use crate::catalog::{Collection, Shard, ShardIdx};
use crate::cluster::{Cluster, ClusterEvent, EventKind};

/// One document for each event that the server logs there.
pub(super) fn write(cluster: &Cluster, clock: WallClock) -> Vec<RawDocumentBuf> {
    let events = cluster.events().iter().enumerate();
    events.filter_map(|(number, event)| Writer { cluster, clock, number, event }.document()).collect()
}

struct Writer<'a> {
    cluster: &'a Cluster,
    clock: WallClock,
    number: usize,
    event: &'a ClusterEvent,
}

impl Writer<'_> {
    fn document(&self) -> Option<RawDocumentBuf> {
        let details = match &self.event.kind {
            EventKind::MigrationDone { id, n_documents, n_bytes } => {
                ("moveChunk.commit", self.commit(*id, *n_documents, *n_bytes)?)
            }
            EventKind::Split { min, max, points, .. } => {
                let before = self.range(min, max)?;
                let mut details = RawDocumentBuf::new();
                details.append(cstr!("before"), before);
                let what = if points.len() == 1 { "split" } else { "multi-split" };
                if let [point] = points.as_slice() {
                    details.append(cstr!("left"), self.range(min, point)?);
                    details.append(cstr!("right"), self.range(point, max)?);
                } else {
                    details.append(cstr!("of"), i32::try_from(points.len() + 1).unwrap_or(i32::MAX));
                }
                (what, details)
            }
            EventKind::Merged { min, max, n_chunks, .. } => {
                let mut details = self.range(min, max)?;
                details.append(cstr!("mergedChunks"), i32::try_from(*n_chunks).unwrap_or(i32::MAX));
                ("merge", details)
            }
            EventKind::CollectionSharded { n_chunks, .. } => {
                let mut details = RawDocumentBuf::new();
                details.append(cstr!("numChunks"), i32::try_from(*n_chunks).unwrap_or(i32::MAX));
                ("shardCollection.end", details)
            }
            EventKind::ShardAdded { shard } => ("addShard", self.named(*shard)),
            EventKind::ShardDraining { shard } => ("removeShard.start", self.named(*shard)),
            EventKind::ShardRemoved { shard } => ("removeShard", self.named(*shard)),
            _ => return None,
        };
        Some(self.entry(details.0, details.1))
    }

    fn entry(&self, what: &str, details: RawDocumentBuf) -> RawDocumentBuf {
        let ns = self.collection().map(Collection::ns).unwrap_or_default();
        let mut document = RawDocumentBuf::new();
        let id = ids::object_id("change", ns, &(self.number as u64).to_be_bytes());
        document.append(cstr!("_id"), format!("config.example:27019-{id}"));
        document.append(cstr!("server"), "config.example:27019");
        document.append(cstr!("shard"), "config");
        document.append(cstr!("clientAddr"), "");
        document.append(cstr!("time"), self.clock.date(self.event.at));
        document.append(cstr!("what"), what);
        document.append(cstr!("ns"), ns);
        document.append(cstr!("details"), details);
        document
    }

    fn collection(&self) -> Option<&Collection> {
        self.cluster.collection_at(self.event.collection?)
    }

    fn pattern(&self) -> Option<&ShardKeyPattern> {
        self.collection()?.pattern()
    }

    fn range(&self, min: &KeyValue, max: &KeyValue) -> Option<RawDocumentBuf> {
        let pattern = self.pattern()?;
        let mut range = RawDocumentBuf::new();
        range.append(cstr!("min"), bound(pattern, min));
        range.append(cstr!("max"), bound(pattern, max));
        Some(range)
    }

    fn shard(&self, shard: ShardIdx) -> &str {
        self.cluster.shards().get(shard).map_or("", Shard::name)
    }

    fn named(&self, shard: ShardIdx) -> RawDocumentBuf {
        let mut details = RawDocumentBuf::new();
        details.append(cstr!("name"), self.shard(shard));
        details
    }

    fn commit(&self, id: u32, n_documents: u64, n_bytes: u64) -> Option<RawDocumentBuf> {
        let started = self.cluster.events().iter().take(self.number).rev().find_map(|event| match &event.kind {
            EventKind::MigrationStarted { id: started, from, to, min, max, .. } if *started == id => {
                Some((*from, *to, min, max))
            }
            _ => None,
        });
        let (from, to, min, max) = started?;
        let mut details = self.range(min, max)?;
        details.append(cstr!("from"), self.shard(from));
        details.append(cstr!("to"), self.shard(to));
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let mut counts = RawDocumentBuf::new();
        counts.append(cstr!("cloned"), count(n_documents));
        counts.append(cstr!("clonedBytes"), count(n_bytes));
        counts.append(cstr!("catchup"), 0_i64);
        counts.append(cstr!("steady"), 0_i64);
        details.append(cstr!("counts"), counts);
        Some(details)
    }
}
