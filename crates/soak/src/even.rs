//! The balancer's promise, told once more and independently of it: at rest no legal move is due.

use shardscope_sim::balancer::BalancerPolicy;
use shardscope_sim::catalog::{Chunk, Collection, Shard};
use shardscope_sim::cluster::{Cluster, CollectionIdx};

use crate::Violation;

/// The chunks of one zone, or of none.
struct Group<'a> {
    cluster: &'a Cluster,
    collection: &'a Collection,
    range_size_bytes: u64,
    zone: Option<&'a str>,
}

/// Whether a move is due in some zone.
pub(crate) fn check(cluster: &Cluster, collection_idx: CollectionIdx) -> Result<(), Violation> {
    let Some(collection) = cluster.collection_at(collection_idx) else { return Ok(()) };
    let mut zones: Vec<Option<&str>> = collection.zone_ranges().iter().map(|range| Some(range.zone.as_str())).collect();
    zones.push(None);
    for zone in zones {
        let group = Group { cluster, collection, range_size_bytes: cluster.range_size_of(collection_idx), zone };
        let due = match cluster.profile().balancer.policy {
            BalancerPolicy::DataSize => group.due_by_size(),
            BalancerPolicy::ChunkCount(_) => group.due_by_count(),
        };
        if let Some((from, to)) = due {
            let zone = zone.map_or_else(|| "no zone".to_owned(), |zone| format!("zone {zone}"));
            return Err(Violation::Uneven { zone, from, to });
        }
    }
    Ok(())
}

impl Group<'_> {
    fn shards(&self) -> impl Iterator<Item = (usize, &Shard)> {
        self.cluster.shards().iter().enumerate().filter(|(_, shard)| shard.is_present())
    }

    fn holders(&self) -> impl Iterator<Item = (usize, &Shard)> {
        self.shards().filter(|(_, shard)| self.zone.is_none_or(|zone| shard.has_zone(zone)))
    }

    fn chunks_on(&self, shard_idx: usize) -> impl Iterator<Item = &Chunk> {
        self.collection.chunks().iter().filter(move |chunk| {
            let zone = self.collection.zone_of(chunk).map(|range| range.zone.as_str());
            chunk.shard_idx() == shard_idx && zone == self.zone
        })
    }

    /// Has the donor something to give?
    fn gives(&self, donor: usize) -> bool {
        self.chunks_on(donor).any(|chunk| !chunk.jumbo())
    }

    /// By bytes: largest above, smallest below the even share, and three range sizes between them.
    fn due_by_size(&self) -> Option<(usize, usize)> {
        let bytes = |shard_idx: usize| self.collection.balancer_bytes(shard_idx);
        let n_holders = self.holders().count() as u64;
        let total: u64 = self.holders().map(|(idx, _)| bytes(idx)).sum();
        let ideal = total.checked_div(n_holders)?;
        let (donor, _) = self.shards().max_by_key(|(idx, _)| (bytes(*idx), std::cmp::Reverse(*idx)))?;
        let takers = self.holders().filter(|(_, shard)| !shard.is_draining());
        let (recipient, _) = takers.min_by_key(|(idx, _)| (bytes(*idx), *idx))?;
        let (given, taken) = (bytes(donor), bytes(recipient));
        let is_due = given > ideal && taken < ideal && given.saturating_sub(taken) >= 3 * self.range_size_bytes;
        (total > 0 && is_due && donor != recipient && self.gives(donor)).then_some((donor, recipient))
    }

    /// By chunks: most of the zone above the rounded share, fewest in all below it.
    fn due_by_count(&self) -> Option<(usize, usize)> {
        let n_holders = self.holders().count();
        let of_zone = |shard_idx: usize| self.chunks_on(shard_idx).count();
        let all = self.collection.chunks().iter();
        let in_all = |shard_idx: usize| self.collection.chunks().iter().filter(|c| c.shard_idx() == shard_idx).count();
        let total = match self.zone {
            None => all.count(),
            Some(_) => self.shards().map(|(idx, _)| of_zone(idx)).sum(),
        };
        let ideal = (2 * total + n_holders).checked_div(2 * n_holders)?;
        let (donor, _) = self.shards().max_by_key(|(idx, _)| (of_zone(*idx), std::cmp::Reverse(*idx)))?;
        let takers = self.holders().filter(|(_, shard)| !shard.is_draining());
        let (recipient, _) = takers.min_by_key(|(idx, _)| (in_all(*idx), *idx))?;
        let is_due = of_zone(donor) > ideal && of_zone(recipient) < ideal;
        (is_due && self.gives(donor)).then_some((donor, recipient))
    }
}
