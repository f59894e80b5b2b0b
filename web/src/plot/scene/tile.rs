//! The tiles of one shard: which chunks, how large, what they mean, what is written on them.

use super::merge::{self, Joined, join_small};
use super::shape::{TextShape, TextStyle};
use super::shards::{Form, Look};
use super::strip::strip;
use super::{ColorBy, Fill, Rect, heat_position, px, ramp_step};
use crate::plot::format;
use shardscope_session::view::{ChunkFrame, LaneFrame, MigrationFrame};

/// Tiles under this many square pixels join their neighbour.
pub const TILE_AREA_MIN: f64 = 9.0;

/// A tile: one chunk, or neighbours too small to see.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// The chunks that it stands for.
    pub group: Joined,
    /// Id of its largest chunk.
    pub chunk_id: u32,
    /// Its share of the column: the hit area. Tiles are drawn a little smaller.
    pub rect: Rect,
    /// Colour.
    pub fill: Fill,
    /// Takes over 20% of the inserts.
    pub hot: bool,
    /// Flagged jumbo.
    pub jumbo: bool,
    /// Moving out as a whole.
    pub leaving: bool,
    /// What of it a migration takes, as it is drawn; empty without one.
    pub going: Rect,
    /// Number of its zone when zones are coloured.
    pub zone_edge: Option<usize>,
}

/// The part of a chunk that a migration takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// The chunk.
    pub chunk_idx: usize,
    /// Bytes of it, as a share of the chunk.
    pub share: f64,
    /// It lies at the chunk's lower end.
    pub at_start: bool,
    /// It is all of the chunk.
    pub whole: bool,
}

impl Part {
    /// The part of a migration.
    #[must_use]
    pub fn new(frame: &LaneFrame, migration: &MigrationFrame) -> Self {
        let chunk_idx = usize::try_from(migration.chunk_idx).unwrap_or(usize::MAX);
        let chunk = frame.chunks.get(chunk_idx);
        Self {
            chunk_idx,
            share: chunk.map_or(1.0, |chunk| migration.bytes as f64 / chunk.bytes.max(1) as f64).clamp(0.0, 1.0),
            at_start: chunk.is_none_or(|chunk| chunk.label == migration.label),
            whole: migration.whole_chunk,
        }
    }

    /// Where it lies on the chunk's tile.
    fn of(&self, rect: Rect) -> Rect {
        if self.whole {
            return rect;
        }
        let w = (rect.w * self.share).clamp(2.0_f64.min(rect.w), rect.w);
        Rect::new(px(if self.at_start { rect.x } else { rect.right() - w }), rect.y, px(w), rect.h)
    }
}

/// What of a tile stays free to be written on.
fn free(tile: &Tile, form: Form) -> Rect {
    let rect = tile.rect.inset(tile_inset(form));
    let left = (tile.going.x - rect.x).max(0.0);
    let right = (rect.right() - tile.going.right()).max(0.0);
    match tile.going.w > 0.0 {
        false => rect,
        true if left > right => Rect::new(rect.x, rect.y, px(left), rect.h),
        true => Rect::new(px(rect.right() - right), rect.y, px(right), rect.h),
    }
}

/// A padlock, 10 x 12, on a jumbo tile.
#[derive(Debug, Clone, PartialEq)]
pub struct Lock {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// The tile's fill.
    pub on: Fill,
}

/// The distance between a tile's share of its column and what is drawn of it.
#[must_use]
pub fn tile_inset(form: Form) -> f64 {
    if form == Form::Lane { 0.5 } else { 0.75 }
}

/// The tiles of a shard in a column whose bottom left corner is (`x`, `baseline`).
#[must_use]
pub fn tiles(frame: &LaneFrame, shard_idx: usize, look: &Look<'_>, x: f64, width: f64) -> Vec<Tile> {
    let hot_share = frame.hot_share();
    let parts: Vec<merge::Part> = frame
        .chunks
        .iter()
        .enumerate()
        .filter(|(_, chunk)| usize::from(chunk.shard_idx) == shard_idx && chunk.bytes > 0)
        .map(|(chunk_idx, chunk)| merge::Part {
            chunk_idx,
            extent: chunk.bytes as f64 * look.area_per_byte,
            per_sec: chunk.inserts_per_sec,
            apart: chunk.inserts_share > hot_share
                || chunk.jumbo
                || look.parts.iter().any(|part| part.chunk_idx == chunk_idx),
        })
        .collect();
    let groups = join_small(&parts, TILE_AREA_MIN);
    let areas: Vec<f64> = groups.iter().map(|group| group.extent).collect();
    let cells = strip(&areas, width);
    groups
        .into_iter()
        .zip(cells)
        .filter_map(|(group, cell)| {
            let chunk = frame.chunks.get(group.main_idx)?;
            let rect = Rect::new(px(x + cell.x), px(look.baseline - cell.y - cell.h), px(cell.w), px(cell.h));
            Some(tile(look, group, chunk, rect, chunk.inserts_share > hot_share))
        })
        .collect()
}

fn tile(look: &Look<'_>, group: Joined, chunk: &ChunkFrame, rect: Rect, is_hot: bool) -> Tile {
    let zone = chunk.zone_idx.and_then(|idx| look.zone_numbers.get(usize::from(idx)).copied());
    let going = look.parts.iter().find(|part| part.chunk_idx == group.main_idx);
    Tile {
        chunk_id: chunk.id,
        rect,
        going: going.map_or_else(Rect::default, |part| part.of(rect.inset(tile_inset(look.form)))),
        fill: fill(look, &group, chunk, zone),
        hot: is_hot && look.color_by == ColorBy::Writes,
        jumbo: chunk.jumbo,
        leaving: going.is_some_and(|part| part.whole),
        zone_edge: zone.filter(|_| look.color_by == ColorBy::Zone),
        group,
    }
}

fn fill(look: &Look<'_>, group: &Joined, chunk: &ChunkFrame, zone: Option<usize>) -> Fill {
    match look.color_by {
        ColorBy::Writes => Fill::Heat(ramp_step(heat_position(group.per_sec_max, look.heat_max_per_sec))),
        ColorBy::Zone => zone.map_or(Fill::Sunken, Fill::Zone),
        ColorBy::Age => {
            let held_ms = look.at_ms.saturating_sub(chunk.owner_since_ms) as f64;
            Fill::Age(ramp_step(held_ms / look.at_ms.max(60_000) as f64))
        }
    }
}

/// What is written on a tile, and its padlock.
#[must_use]
pub fn inscription(tile: &Tile, chunk: &ChunkFrame, look: &Look<'_>) -> (Vec<TextShape>, Option<Lock>) {
    let rect = free(tile, look.form);
    if tile.leaving || (look.form == Form::Lane && rect.w <= 40.0) {
        return (Vec::new(), None);
    }
    if tile.hot || tile.jumbo {
        return (block(tile, chunk, rect, look), lock(tile, rect));
    }
    let plain = look.form != Form::Lane && tile.group.n_chunks == 1;
    (if plain { small_name(tile, chunk, rect, look).into_iter().collect() } else { Vec::new() }, None)
}

/// The name in a corner of the tile, when it fits; of a name that tells by its end at least the end.
fn small_name(tile: &Tile, chunk: &ChunkFrame, rect: Rect, look: &Look<'_>) -> Option<TextShape> {
    let room = rect.w - 8.0;
    let whole = TextStyle::Tile.width(look.fonts, &chunk.label) < room;
    let name = if whole || chunk.label.starts_with('…') {
        look.fonts.fit_bound(&chunk.label, TextStyle::Tile.size(), room)
    } else {
        None
    };
    let name = name.filter(|_| rect.h >= 13.5)?;
    Some(TextShape::new(px(rect.x + 4.0), px(rect.y + 11.5), name, TextStyle::Tile).on(tile.fill))
}

/// Name, state, bytes and writes, as room allows.
fn block(tile: &Tile, chunk: &ChunkFrame, rect: Rect, look: &Look<'_>) -> Vec<TextShape> {
    let lane = look.form == Form::Lane;
    let style = if lane { TextStyle::TileNameSmall } else { TextStyle::TileName };
    let room = rect.w - if tile.jumbo && rect.h > 26.0 { 34.0 } else { 16.0 };
    let name = look.fonts.fit_bound(&chunk.label, style.size(), room);
    let Some(name) = name.filter(|_| rect.h > 24.0 && rect.w > 44.0) else {
        return small_name(tile, chunk, rect, look).into_iter().collect();
    };
    let mut lines = vec![TextShape::new(px(rect.x + 8.0), px(rect.y + 18.0), name, style).on(tile.fill)];
    let mut y = rect.y + 34.0;
    for options in facts(tile, chunk, lane) {
        let fits = |text: &&String| TextStyle::TileFact.width(look.fonts, text) < rect.w - 14.0;
        if y + 6.0 > rect.bottom() {
            break;
        }
        if let Some(text) = options.iter().find(fits) {
            lines.push(TextShape::new(px(rect.x + 8.0), px(y), text, TextStyle::TileFact).on(tile.fill));
            y += 15.0;
        }
    }
    lines
}

/// The facts under the name, each in shorter and shorter words.
fn facts(tile: &Tile, chunk: &ChunkFrame, lane: bool) -> Vec<Vec<String>> {
    let state = match (tile.jumbo, chunk.indivisible, lane) {
        (true, true, _) => vec!["jumbo, cannot split".to_owned(), "jumbo".to_owned()],
        (true, false, _) => vec!["jumbo".to_owned()],
        (false, _, false) => vec!["hot chunk".to_owned(), "hot".to_owned()],
        (false, _, true) => Vec::new(),
    };
    let rate = format::rate(chunk.inserts_per_sec);
    let writes = vec![rate.replace("/s", " writes/s"), rate];
    if lane { vec![state] } else { vec![state, vec![format::bytes(chunk.bytes)], writes] }
}

fn lock(tile: &Tile, rect: Rect) -> Option<Lock> {
    let room = tile.jumbo && rect.w > 26.0 && rect.h > 26.0;
    room.then(|| Lock { x: px(rect.right() - 18.0), y: px(rect.y + 8.0), on: tile.fill })
}
