//! Which shards share the data: whoever cannot hold documents for good does not count for an even share.

use crate::view::LaneFrame;

impl LaneFrame {
    /// Whether a shard may hold documents for good: it stays in the cluster, and belongs to a zone with a range if every
    /// document lies in one. A chunk behind all zones, at MaxKey, can hold none.
    #[must_use]
    pub fn may_hold(&self, shard_idx: usize) -> bool {
        let stays = self.shards.get(shard_idx).is_some_and(|shard| !shard.removed && !shard.draining);
        let mut open =
            self.chunks.iter().filter(|chunk| chunk.zone_idx.is_none() && !chunk.label.starts_with("MaxKey"));
        let mut zones = self.zones.iter();
        stays
            && (self.zones.is_empty()
                || zones.any(|zone| zone.shard_idxs.iter().any(|&idx| usize::from(idx) == shard_idx))
                || open.next().is_some())
    }

    /// How many shards may hold documents for good, and so share them. O(shards x chunks) with zones.
    #[must_use]
    pub fn n_may_hold(&self) -> usize {
        (0..self.shards.len()).filter(|&shard_idx| self.may_hold(shard_idx)).count()
    }

    /// What each of these shards would hold if all held the same, bytes.
    #[must_use]
    pub fn even_share_bytes(&self) -> Option<u64> {
        self.bytes.checked_div(self.n_may_hold() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Caption, ChunkFrame, ShardFrame, ZoneFrame};

    fn shard(name: &str, draining: bool, removed: bool) -> ShardFrame {
        ShardFrame {
            name: name.to_owned(),
            zones: Vec::new(),
            draining,
            removed,
            bytes: 0,
            documents: 0,
            n_chunks: 0,
            inserts_per_sec: 0.0,
            inserts_share: 0.0,
            inserts_total: 0,
        }
    }

    fn chunk(label: &str, zone_idx: Option<u16>) -> ChunkFrame {
        ChunkFrame {
            id: 0,
            label: label.to_owned(),
            min: String::new(),
            shard_idx: 0,
            zone_idx,
            bytes: 0,
            documents: 0,
            inserts_window: 0,
            inserts_per_sec: 0.0,
            inserts_share: 0.0,
            inserts_total: 0,
            jumbo: false,
            indivisible: false,
            owner_since_ms: 0,
            owner_reason: String::new(),
        }
    }

    /// Four shards, the third draining and the fourth removed; 600 bytes.
    fn lane(chunks: Vec<ChunkFrame>, zone_shards: &[&[u16]]) -> LaneFrame {
        let zone = |shard_idxs: &&[u16]| ZoneFrame {
            zone: "EU".to_owned(),
            range: String::new(),
            first_chunk_idx: 0,
            end_chunk_idx: 1,
            shard_idxs: shard_idxs.to_vec(),
        };
        LaneFrame {
            caption: Caption::default(),
            shards: vec![
                shard("a", false, false),
                shard("b", false, false),
                shard("c", true, false),
                shard("d", false, true),
            ],
            chunks,
            migrations: Vec::new(),
            zones: zone_shards.iter().map(zone).collect(),
            documents: 6,
            bytes: 600,
            data_gap_bytes: 0,
            threshold_bytes: 0,
            evenness_data: 0.0,
            evenness_writes: 0.0,
            window_ms: 0,
            inserts_window: 0,
            inserts_total: 0,
            n_migrations_done: 0,
            bytes_moved: 0,
        }
    }

    /// Chunks, the shards of each zone, and who may hold documents.
    type Case<'a> = (Vec<ChunkFrame>, &'a [&'a [u16]], &'a [usize]);

    #[test]
    fn only_shards_that_may_hold_data_share_it() {
        let inside = || chunk("MinKey", Some(0));
        let table: [Case; 6] = [
            (vec![chunk("MinKey", None)], &[], &[0, 1]),
            (vec![inside()], &[&[0]], &[0]),
            (vec![inside()], &[&[0, 2, 3], &[1]], &[0, 1]),
            (vec![inside(), chunk("M", None)], &[&[0]], &[0, 1]),
            (vec![inside(), chunk("MaxKey, MinKey", None)], &[&[0]], &[0]),
            (vec![inside()], &[&[2]], &[]),
        ];
        for (chunks, zones, expected) in table {
            let lane = lane(chunks, zones);
            let able: Vec<usize> = (0..4).filter(|&idx| lane.may_hold(idx)).collect();
            assert_eq!(able, expected, "{zones:?}");
            assert_eq!(lane.even_share_bytes(), 600_u64.checked_div(expected.len() as u64));
        }
    }
}
