//! Cases about zone ranges rather than rounds.

use std::collections::BTreeMap;

use shardscope_sim::balancer::{ChunkStatistics, chunks_by_shard_and_zone};
use shardscope_sim::catalog::ZoneRange;
use shardscope_sim::initial_split::range_overlap;

use super::{Difference, Run};

impl Run<'_> {
    /// The zone of each range, the empty name for none.
    pub(super) fn compare_zones_of_ranges(&self) -> Option<Difference> {
        self.case.expect.zone_of.iter().flatten().find_map(|wanted| {
            let (min, max) = self.bounds(wanted.min, wanted.max);
            let got = self.zones.zone_of(&min, &max).unwrap_or_default();
            (got != wanted.zone).then(|| (format!("{wanted:?}"), format!("zone `{got}`")))
        })
    }

    /// Every listed range is refused, with the code and name given.
    pub(super) fn compare_overlaps(&self) -> Result<Option<Difference>, String> {
        let zone = self.case.input.new_zone.clone().ok_or("the case has no `newZone`")?;
        for (min, max) in self.case.expect.rejected.iter().flatten() {
            let (min_key, max_key) = self.bounds(*min, *max);
            let range = ZoneRange { zone: zone.clone(), min: min_key, max: max_key };
            let expected = || format!("[{min:?}, {max:?}) refused with {:?}", self.case.expect.error);
            let Err(there) = self.zones.clone().insert(range.clone()) else {
                return Ok(Some((expected(), "accepted".to_owned())));
            };
            let refusal = range_overlap(&self.pattern, &range, &there);
            let is_same = self.case.expect.error.as_ref().is_none_or(|error| {
                error.code.is_none_or(|code| code == refusal.code())
                    && error.name.as_deref().is_none_or(|name| name == refusal.code_name())
            });
            if !is_same {
                return Ok(Some((expected(), format!("{} {}", refusal.code(), refusal.code_name()))));
            }
        }
        Ok(None)
    }

    /// Positions of chunks by shard and zone. These cases list no shards: they come in the order of the chunks.
    pub(super) fn compare_distribution(&self) -> Option<Difference> {
        let wanted = self.case.expect.chunks_by_shard_and_zone.as_ref()?;
        let mut names: Vec<&str> = self.case.input.shards.iter().map(|shard| shard.id.as_str()).collect();
        let mut chunks = Vec::new();
        for (min, max, shard, jumbo) in &self.case.input.chunks {
            let known = names.iter().position(|name| *name == shard.as_str());
            let shard_idx = known.unwrap_or_else(|| {
                names.push(shard);
                names.len() - 1
            });
            let (min, max) = self.bounds(*min, *max);
            chunks.push(ChunkStatistics { shard_idx, jumbo: *jumbo != 0, zone: self.zones.zone_of(&min, &max) });
        }
        let with_name = |(shard_idx, by_zone): (usize, BTreeMap<&str, Vec<usize>>)| {
            let by_zone = by_zone.into_iter().map(|(zone, chunks)| (zone.to_owned(), chunks)).collect();
            (names.get(shard_idx).copied().unwrap_or_default().to_owned(), by_zone)
        };
        let got: BTreeMap<String, BTreeMap<String, Vec<usize>>> =
            chunks_by_shard_and_zone(&chunks).into_iter().map(with_name).collect();
        (*wanted != got).then(|| (format!("{wanted:?}"), format!("{got:?}")))
    }
}
