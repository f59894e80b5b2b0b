//! Migrations: the region that leaves, the slot that waits, and the ghost between them at its real progress.

use super::column::Column;
use super::facts::progress;
use super::shape::{Anchor, TextShape, TextStyle};
use super::shards::{Form, Look};
use super::{Fill, Rect, px};
use crate::plot::format;
use shardscope_session::view::{LaneFrame, MigrationFrame};

/// A quadratic curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arc {
    /// Start.
    pub from: (f64, f64),
    /// Control point.
    pub over: (f64, f64),
    /// End.
    pub to: (f64, f64),
}

impl Arc {
    /// The point at `t`, 0 to 1.
    #[must_use]
    pub fn at(&self, t: f64) -> (f64, f64) {
        let mix = |a: f64, b: f64, c: f64| (1.0 - t) * (1.0 - t) * a + 2.0 * (1.0 - t) * t * b + t * t * c;
        (mix(self.from.0, self.over.0, self.to.0), mix(self.from.1, self.over.1, self.to.1))
    }
}

/// A migration as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Flight {
    /// The migration's number in its lane.
    pub id: u32,
    /// The chunk that it takes from.
    pub chunk_id: u32,
    /// The leaving region; none when it is too small to see.
    pub source: Option<Rect>,
    /// Where it will lie.
    pub slot: Rect,
    /// The way.
    pub arc: Arc,
    /// Real progress, 0 to 1.
    pub progress: f64,
    /// The moving tile; none when motion is reduced: then the arc ends in an arrow.
    pub ghost: Option<Rect>,
    /// Its colour.
    pub fill: Fill,
    /// `t_76 56%` with the room behind it; none where there is no room.
    pub label: Option<(TextShape, Rect)>,
    /// Whether the minus and plus discs are drawn.
    pub discs: bool,
}

/// Lays out the migrations in flight.
#[must_use]
pub fn flights(frame: &LaneFrame, columns: &[Column], look: &Look<'_>) -> Vec<Flight> {
    let mut out: Vec<Flight> = Vec::with_capacity(frame.migrations.len());
    for migration in &frame.migrations {
        let from = columns.iter().find(|column| column.shard_idx == usize::from(migration.from_idx));
        let to = columns.iter().find(|column| column.shard_idx == usize::from(migration.to_idx));
        if let (Some(from), Some(to)) = (from, to) {
            let mut flight = flight(frame, migration, from, to, look);
            place_label(&mut flight, &out, migration, look);
            out.push(flight);
        }
    }
    out
}

fn flight(frame: &LaneFrame, migration: &MigrationFrame, from: &Column, to: &Column, look: &Look<'_>) -> Flight {
    let chunk_idx = usize::try_from(migration.chunk_idx).unwrap_or(usize::MAX);
    let chunk = frame.chunks.get(chunk_idx);
    let tile = from.tiles.iter().find(|tile| tile.group.main_idx == chunk_idx);
    let source = tile.map(|tile| tile.going);
    let height = migration.bytes as f64 * look.area_per_byte / to.w;
    let slot_y = (to.stack.y - height + 0.75).min(look.baseline - 3.0).max(look.top);
    let slot_h = (height - 1.5).max(3.0).min(look.baseline - slot_y);
    let slot = Rect::new(px(to.x + 0.75), px(slot_y), px(to.w - 1.5), px(slot_h));
    let start = source.map_or((from.x + from.w / 2.0, from.stack.y), |rect| rect.center());
    let arc = arc(start, slot.center(), look);
    let progress = progress(migration, look.at_ms);
    let area = migration.bytes as f64 * look.area_per_byte;
    let fill = tile.map_or(Fill::Heat(0), |tile| tile.fill);
    Flight {
        id: migration.id,
        chunk_id: chunk.map_or(0, |chunk| chunk.id),
        source,
        slot,
        arc,
        progress,
        ghost: (!look.still).then(|| ghost(area, arc.at(progress.clamp(0.03, 0.97)), to.w, look)),
        fill,
        label: None,
        discs: look.form != Form::Lane,
    }
}

/// Over the columns: the control point lies 30 px and 12% of the distance above both ends, 64 px at most.
fn arc(from: (f64, f64), to: (f64, f64), look: &Look<'_>) -> Arc {
    let rise = if look.form == Form::Lane { 18.0 } else { (30.0 + (to.0 - from.0).abs() * 0.12).min(64.0) };
    let over = (px(f64::midpoint(from.0, to.0)), px((from.1.min(to.1) - rise).max(look.top)));
    Arc { from: (px(from.0), px(from.1)), over, to: (px(to.0), px(to.1)) }
}

/// A tile of the same area near 1.2:1, kept inside the plot, where room is with its label above it.
fn ghost(area: f64, (x, y): (f64, f64), column_w: f64, look: &Look<'_>) -> Rect {
    let (area, room_w) = (area.max(64.0), look.right - look.left);
    let headroom = if look.form == Form::Full { 26.0 } else { 0.0 };
    let room_h = (look.baseline - look.top - 2.0).max(8.0);
    let w = (area.sqrt() * 1.2).min(column_w.max(24.0)).max(area / room_h).min(room_w);
    let h = (area / w).min(room_h);
    let bottom = (y + h / 2.0).max(look.top + h + headroom).min(look.baseline - 2.0);
    let left = (x - w / 2.0).min(look.right - w).max(look.left);
    Rect::new(px(left), px((bottom - h).max(look.top)), px(w), px(h))
}

/// Above the ghost, or in the middle of a still arc; moved up where another label is.
fn place_label(flight: &mut Flight, before: &[Flight], migration: &MigrationFrame, look: &Look<'_>) {
    if look.form != Form::Full && flight.ghost.is_some() {
        return;
    }
    let percent = format::share(flight.progress);
    let text = if look.form == Form::Full { format!("{} {percent}", migration.label) } else { percent };
    let half = TextStyle::Tile.width(look.fonts, &text) / 2.0 + 6.0;
    let (x, bottom) = match flight.ghost {
        Some(ghost) => (ghost.center().0, ghost.y - 5.0),
        None => (flight.arc.at(0.5).0, flight.arc.at(0.5).1 - 4.0),
    };
    let x = x.min(look.right - half).max(look.left + half);
    let mut room = Rect::new(px(x - half), px((bottom - 18.0).max(look.top)), px(half * 2.0), 18.0);
    while let Some((_, taken)) = before.iter().filter_map(|f| f.label.as_ref()).find(|(_, r)| r.overlaps(&room, 0.0)) {
        room.y = taken.y - 20.0;
    }
    // Further up are the shards' names.
    if room.y >= look.top && room.right() <= look.right + 0.01 {
        let text = TextShape::new(px(x), px(room.y + 13.0), text, TextStyle::Tile).anchored(Anchor::Middle);
        flight.label = Some((text, room));
    }
}
