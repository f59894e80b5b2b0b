//! What is said about a chunk: its accessible name, its tooltip, its row in the chunk table.

use super::merge::Joined;
use crate::plot::format;
use shardscope_session::view::{ChunkFrame, LaneFrame, MigrationFrame};

/// What a chunk does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChunkState {
    /// Nothing.
    AtRest,
    /// Flagged jumbo.
    Jumbo,
    /// A migration takes it, or a part of it, to a shard.
    Moving {
        /// Recipient.
        to: String,
        /// `56%`.
        progress: String,
    },
}

/// The facts of one chunk, or of neighbours that share a mark.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// Id of the chunk; of a group, of its largest.
    pub chunk_id: u32,
    /// Lower bound, `t_42`.
    pub lower: String,
    /// Upper bound, `t_43`.
    pub upper: String,
    /// `12 chunks`, for a group.
    pub group: Option<String>,
    /// Owner, as an index.
    pub shard_idx: usize,
    /// Owner's name; of a group, `shardC and others` when it has several.
    pub shard: String,
    /// `0.52 GB`.
    pub size: String,
    /// `756,662`.
    pub documents: String,
    /// Part of the inserts in the window, 0 to 1.
    pub share: f64,
    /// `30.3%`.
    pub inserts: String,
    /// Zone.
    pub zone: Option<String>,
    /// State.
    pub state: ChunkState,
    /// Why the owner has it, with the time since when; none for a group.
    pub why: Option<String>,
}

/// The lower bound of the chunk after `idx`, or `MaxKey`.
fn upper(frame: &LaneFrame, idx: usize) -> &str {
    frame.chunks.get(idx + 1).map_or("MaxKey", |next| next.label.as_str())
}

/// The facts of what a mark stands for. `shard_idx` limits a group to the chunks of one shard: a tile's group; on the
/// key line, where neighbours of several shards share a mark, it is none.
#[must_use]
pub fn facts(frame: &LaneFrame, group: &Joined, shard_idx: Option<usize>, at_ms: u64) -> Option<Facts> {
    let main = frame.chunks.get(group.main_idx)?;
    let mine = |chunk: &&ChunkFrame| shard_idx.is_none_or(|idx| usize::from(chunk.shard_idx) == idx);
    let members = || frame.chunks.get(group.first_idx..=group.last_idx).unwrap_or_default().iter().filter(mine);
    let first = frame.chunks.get(group.first_idx)?;
    let share = members().map(|chunk| chunk.inserts_share).sum();
    let owner = usize::from(main.shard_idx);
    let single = group.n_chunks == 1;
    Some(Facts {
        chunk_id: main.id,
        lower: first.label.clone(),
        upper: upper(frame, group.last_idx).to_owned(),
        group: (!single).then(|| format::counted(group.n_chunks as u64, "chunk")),
        shard_idx: owner,
        shard: owner_name(frame, owner, members().any(|chunk| chunk.shard_idx != main.shard_idx)),
        size: format::bytes(members().map(|chunk| chunk.bytes).sum()),
        documents: format::count(members().map(|chunk| chunk.documents).sum()),
        share,
        inserts: format::share_fine(share),
        zone: zone_of(frame, main),
        state: state(frame, group.main_idx, main, at_ms),
        why: single.then(|| why(main)),
    })
}

fn owner_name(frame: &LaneFrame, owner: usize, several: bool) -> String {
    let name = frame.shards.get(owner).map_or("", |shard| shard.name.as_str());
    if several { format!("{name} and others") } else { name.to_owned() }
}

/// The zone; what lies outside of all of them says so, and whom that leaves.
fn zone_of(frame: &LaneFrame, chunk: &ChunkFrame) -> Option<String> {
    let zone = chunk.zone_idx.and_then(|idx| frame.zones.get(usize::from(idx))).map(|range| range.zone.clone());
    zone.or_else(|| (!frame.zones.is_empty()).then(|| "none: any shard".to_owned()))
}

fn why(chunk: &ChunkFrame) -> String {
    format!("since {}: {}", format::clock(chunk.owner_since_ms), chunk.owner_reason)
}

fn state(frame: &LaneFrame, chunk_idx: usize, chunk: &ChunkFrame, at_ms: u64) -> ChunkState {
    let migration = frame.migrations.iter().find(|m| usize::try_from(m.chunk_idx) == Ok(chunk_idx));
    if let Some(migration) = migration {
        let to = frame.shards.get(usize::from(migration.to_idx)).map_or_else(String::new, |shard| shard.name.clone());
        return ChunkState::Moving { to, progress: format::share(progress(migration, at_ms)) };
    }
    if chunk.jumbo { ChunkState::Jumbo } else { ChunkState::AtRest }
}

/// Real progress of a migration, 0 to 1.
#[must_use]
pub fn progress(migration: &MigrationFrame, at_ms: u64) -> f64 {
    let span_ms = migration.ends_ms.saturating_sub(migration.started_ms).max(1);
    (at_ms.saturating_sub(migration.started_ms) as f64 / span_ms as f64).min(1.0)
}

impl Facts {
    /// `[t_42, t_43)`.
    #[must_use]
    pub fn range(&self) -> String {
        format!("[{}, {})", self.lower, self.upper)
    }

    /// `chunk t_42 to t_43, shardC, 0.52 GB, 30% of inserts, jumbo`.
    #[must_use]
    pub fn name(&self) -> String {
        let what = self.group.as_deref().unwrap_or("chunk");
        let (lower, upper, shard, size) = (&self.lower, &self.upper, &self.shard, &self.size);
        let mut name = format!("{what} {lower} to {upper}, {shard}, {size}, {} of inserts", format::share(self.share));
        match &self.state {
            ChunkState::AtRest => {}
            ChunkState::Jumbo => name.push_str(", jumbo"),
            ChunkState::Moving { to, progress } => {
                name.push_str(", moving to ");
                name.push_str(to);
                name.push_str(", ");
                name.push_str(progress);
            }
        }
        name
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where its assumption fails")]

    use super::super::sample::tenants;
    use super::*;

    #[test]
    fn names_say_bounds_owner_size_share_and_state() {
        let frame = tenants();
        let table = [
            (17, "chunk t_42 to t_44, shardC, 0.52 GB, 30% of inserts, jumbo"),
            (36, "chunk t_76 to t_80, shardC, 96 MB, 4% of inserts, moving to shardA, 56%"),
            (0, "chunk MinKey to t_12, shardA, 14 MB, 1% of inserts"),
        ];
        for (idx, expected) in table {
            let facts = facts(&frame, &Joined::single(idx), None, 455_000).unwrap();
            assert_eq!(facts.name(), expected);
        }
        let last = facts(&frame, &Joined::single(47), None, 0).unwrap();
        assert_eq!((last.upper.as_str(), last.range().ends_with(", MaxKey)")), ("MaxKey", true));
    }

    #[test]
    fn a_chunk_outside_the_zones_says_so() {
        let mut frame = tenants();
        let zone = |frame: &LaneFrame, idx| facts(frame, &Joined::single(idx), None, 0).unwrap().zone;
        assert_eq!(zone(&frame, 0).as_deref(), Some("EU"));
        assert_eq!(zone(&frame, 40).as_deref(), Some("none: any shard"));
        frame.zones.clear();
        assert_eq!(zone(&frame, 40), None);
    }

    #[test]
    fn a_group_adds_up() {
        let frame = tenants();
        let mut group = Joined::single(2);
        (group.last_idx, group.n_chunks) = (4, 3);
        let facts = facts(&frame, &group, None, 0).unwrap();
        let bytes: u64 = frame.chunks[2..=4].iter().map(|chunk| chunk.bytes).sum();
        assert_eq!((facts.size, facts.why), (format::bytes(bytes), None));
        assert_eq!((facts.group.as_deref(), facts.shard.as_str()), (Some("3 chunks"), "shardD and others"));
        assert_eq!((facts.lower, facts.upper), (frame.chunks[2].label.clone(), frame.chunks[5].label.clone()));
    }
}
