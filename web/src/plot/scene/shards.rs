//! The shards plot: one column per shard on one scale, so that heights compare as bytes.

use super::axis::{Axis, axis};
use super::column::{Column, column};
use super::even::{Bracket, even_and_gap};
use super::flight::{Flight, flights};
use super::level::{Level, spread};
use super::shape::{Anchor, TextShape, TextStyle};
use super::shard_mark::{present, zone_names};
use super::text::FontMetrics;
use super::tile::{Part, Tile};
use super::{ColorBy, px};
use shardscope_session::view::LaneFrame;
use std::rc::Rc;

/// Above this many chunks tiles are painted on a canvas; texts, pin, ghosts and rings stay SVG.
pub const N_CHUNKS_SVG_MAX: usize = 600;
/// Most labels on tiles, all columns together.
const N_TILE_TEXTS_MAX: usize = 360;
/// How much room there is, and so how much is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Axis, headings in two lines, gap bracket.
    #[default]
    Full,
    /// Axis, short headings, no bracket.
    Phone,
    /// One of two lanes or an embed: no axis, badges under the baseline.
    Lane,
}

/// What the plot is drawn for.
#[derive(Debug, Clone, PartialEq)]
pub struct ShardsView {
    /// Width of the plot.
    pub width: f64,
    /// Height of the plot.
    pub height: f64,
    /// How much is written.
    pub form: Form,
    /// Fonts of the page.
    pub fonts: FontMetrics,
    /// Meaning of colour.
    pub color_by: ColorBy,
    /// End of the writes ramp, inserts per second of one chunk.
    pub heat_max_per_sec: f64,
    /// Simulated time.
    pub at_ms: u64,
    /// Height of the y axis at least, bytes: lanes that are compared share it.
    pub need_bytes_min: f64,
    /// Height of the y axis on its way to another step, bytes; none when it is there.
    pub top_bytes: Option<f64>,
    /// Motion is reduced: no ghosts.
    pub still: bool,
}

/// What columns, tiles and flights need to know of the plot.
#[derive(Debug)]
pub struct Look<'a> {
    /// How much is written.
    pub form: Form,
    /// Fonts of the page.
    pub fonts: &'a FontMetrics,
    /// Meaning of colour.
    pub color_by: ColorBy,
    /// End of the writes ramp.
    pub heat_max_per_sec: f64,
    /// Simulated time.
    pub at_ms: u64,
    /// Motion is reduced.
    pub still: bool,
    /// What the columns have room for.
    pub level: Level,
    /// Left end of the plot area.
    pub left: f64,
    /// Right end of the plot area.
    pub right: f64,
    /// Top of the plot area.
    pub top: f64,
    /// Bottom of the plot area: 0 bytes.
    pub baseline: f64,
    /// Bytes of one unit of the y axis.
    pub unit_bytes: f64,
    /// Largest share of the inserts of a shard.
    pub busiest: f64,
    /// How many shards share the inserts.
    pub n_shards: f64,
    /// Square pixels of a byte, the same in every column.
    pub area_per_byte: f64,
    /// The shard with more bytes than every other.
    pub fullest: Option<usize>,
    /// Labels on the tiles of one column, at most.
    pub n_tile_texts_max: usize,
    /// What migrations take.
    pub parts: Vec<Part>,
    /// Zone number by index of the zone range.
    pub zone_numbers: Vec<usize>,
    zone_names: Vec<&'a str>,
}

impl Look<'_> {
    /// The number of a zone: its place in order of appearance.
    #[must_use]
    pub fn zone_number(&self, zone: &str) -> Option<usize> {
        self.zone_names.iter().position(|name| *name == zone)
    }
}

/// A horizontal line across the plot with the number at its left end.
#[derive(Debug, Clone, PartialEq)]
pub struct Gridline {
    /// Where, on a half pixel.
    pub y: f64,
    /// The number; none in a lane.
    pub label: Option<TextShape>,
    /// The baseline.
    pub base: bool,
}

/// The plot as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ShardsScene {
    /// Width of the drawing; more than the view's when the plot scrolls.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
    /// How much is written.
    pub form: Form,
    /// What the columns have room for.
    pub level: Level,
    /// Top of the plot area.
    pub top: f64,
    /// Left end of the gridlines.
    pub left: f64,
    /// Right end of the gridlines.
    pub right: f64,
    /// 0 bytes.
    pub baseline: f64,
    /// Height of the y axis, bytes.
    pub top_bytes: f64,
    /// The y axis is on its way to another step.
    pub eases: bool,
    /// Gridlines, baseline first.
    pub grid: Vec<Gridline>,
    /// Columns in order of the shards.
    pub columns: Vec<Rc<Column>>,
    /// Height of the even share, on a half pixel; none without data.
    pub even_y: Option<f64>,
    /// Largest gap.
    pub bracket: Option<Bracket>,
    /// Unit, even share, gap and threshold.
    pub notes: Vec<TextShape>,
    /// Migrations.
    pub flights: Vec<Flight>,
    /// Too many chunks for SVG: tiles belong on a canvas.
    pub dense: bool,
}

struct Gutters {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    gap: f64,
    /// Plot height / tallest column: room for ghosts above it.
    headroom: f64,
}

fn gutters(form: Form) -> Gutters {
    match form {
        Form::Full => Gutters { left: 68.0, right: 120.0, top: 48.0, bottom: 38.0, gap: 24.0, headroom: 1.09 },
        Form::Phone => Gutters { left: 42.0, right: 16.0, top: 46.0, bottom: 34.0, gap: 12.0, headroom: 1.06 },
        Form::Lane => Gutters { left: 12.0, right: 12.0, top: 27.0, bottom: 34.0, gap: 10.0, headroom: 1.01 },
    }
}

/// The bytes that the y axis must hold for a frame: its tallest column, arriving chunks included,
/// and the even share. Pass the largest of
/// several lanes to each of them as `need_bytes_min`, and they share one scale.
#[must_use]
pub fn need_bytes(frame: &LaneFrame) -> f64 {
    let arriving =
        |idx: usize| -> u64 { frame.migrations.iter().filter(|m| usize::from(m.to_idx) == idx).map(|m| m.bytes).sum() };
    let tallest = frame.shards.iter().enumerate().map(|(idx, shard)| shard.bytes + arriving(idx)).max();
    tallest.unwrap_or(0).max(frame.even_share_bytes().unwrap_or(0)) as f64
}

/// The step of the y axis, bytes, that a frame asks for.
#[must_use]
pub fn top_bytes(frame: &LaneFrame, form: Form, need_bytes_min: f64) -> f64 {
    axis(need_bytes(frame).max(need_bytes_min) * gutters(form).headroom).top_bytes
}

/// Lays out the plot.
#[must_use]
pub fn shards_scene(frame: &LaneFrame, view: &ShardsView) -> ShardsScene {
    let gutters = gutters(view.form);
    let shards: Vec<usize> = present(frame).map(|(idx, _)| idx).collect();
    let n_columns = shards.len().max(1) as f64;
    let (column_w, gap) = spread(view.width - gutters.left - gutters.right, n_columns, gutters.gap);
    let width = (gutters.left + gutters.right + gap * (n_columns - 1.0) + column_w * n_columns).max(view.width);
    let plot_h = (view.height - gutters.top - gutters.bottom).max(20.0);
    let mut axis = axis(need_bytes(frame).max(view.need_bytes_min) * gutters.headroom);
    axis.ease(view.top_bytes);
    let look = look(frame, view, &gutters, &axis, (width, plot_h, column_w));
    let columns: Vec<Column> = shards
        .iter()
        .enumerate()
        .filter_map(|(at, &idx)| {
            let x = gutters.left + at as f64 * (column_w + gap);
            Some(column(frame, idx, frame.shards.get(idx)?, &look, x, column_w))
        })
        .collect();
    let mut scene = ShardsScene {
        width: px(width),
        height: view.height,
        form: view.form,
        level: look.level,
        top: gutters.top,
        left: gutters.left,
        right: px(width - gutters.right),
        baseline: look.baseline,
        top_bytes: axis.top_bytes,
        eases: view.top_bytes.is_some(),
        grid: grid(&axis, &look, gutters.left, plot_h),
        flights: flights(frame, &columns, &look),
        columns: columns.into_iter().map(Rc::new).collect(),
        even_y: None,
        bracket: None,
        notes: Vec::new(),
        dense: frame.chunks.len() > N_CHUNKS_SVG_MAX,
    };
    even_and_gap(&mut scene, frame, plot_h);
    if view.form == Form::Full {
        let unit = TextShape::new(gutters.left - 8.0, gutters.top - 8.0, axis.unit, TextStyle::Axis);
        scene.notes.push(unit.anchored(Anchor::End));
    }
    scene
}

fn look<'a>(
    frame: &'a LaneFrame,
    view: &'a ShardsView,
    gutters: &Gutters,
    axis: &Axis,
    (width, plot_h, column_w): (f64, f64, f64),
) -> Look<'a> {
    let zone_names = zone_names(frame);
    Look {
        form: view.form,
        fonts: &view.fonts,
        color_by: view.color_by,
        heat_max_per_sec: view.heat_max_per_sec,
        at_ms: view.at_ms,
        still: view.still,
        level: Level::of(column_w),
        left: gutters.left,
        right: px(width - gutters.right),
        top: gutters.top,
        baseline: px(gutters.top + plot_h),
        unit_bytes: axis.unit_bytes,
        n_shards: frame.n_may_hold() as f64,
        busiest: frame.shards.iter().map(|shard| shard.inserts_share).fold(0.0, f64::max),
        area_per_byte: plot_h * column_w / axis.top_bytes,
        fullest: fullest(frame),
        n_tile_texts_max: N_TILE_TEXTS_MAX / frame.shards.len().max(1),
        parts: frame.migrations.iter().map(|migration| Part::new(frame, migration)).collect(),
        zone_numbers: frame
            .zones
            .iter()
            .map(|range| zone_names.iter().position(|name| *name == range.zone).unwrap_or(0))
            .collect(),
        zone_names,
    }
}

/// The shard with more bytes than every other; none when two are alike.
fn fullest(frame: &LaneFrame) -> Option<usize> {
    let (idx, most) = frame.shards.iter().enumerate().max_by_key(|(_, shard)| shard.bytes)?;
    let alike = frame.shards.iter().filter(|shard| shard.bytes == most.bytes).count();
    (alike == 1).then_some(idx)
}

fn grid(axis: &Axis, look: &Look<'_>, left: f64, plot_h: f64) -> Vec<Gridline> {
    let lines = axis.ticks.iter().take(if look.form == Form::Lane { 1 } else { usize::MAX });
    lines
        .map(|tick| {
            let y = (look.baseline - tick.bytes / axis.top_bytes * plot_h).round() + 0.5;
            let label = TextShape::new(left - 8.0, y + 3.5, &tick.label, TextStyle::Axis).anchored(Anchor::End);
            Gridline { y, label: (look.form != Form::Lane).then_some(label), base: tick.bytes == 0.0 }
        })
        .collect()
}

impl ShardsScene {
    /// The tile at a point, ghosts and regions on their way first.
    #[must_use]
    pub fn hit(&self, x: f64, y: f64) -> Option<&Tile> {
        let ghost = self.flights.iter().rev().find(|flight| flight.ghost.is_some_and(|ghost| ghost.contains(x, y)));
        if let Some(tile) = ghost.and_then(|flight| self.tile(flight.chunk_id)) {
            return Some(tile);
        }
        let column = self.columns.iter().find(|column| x >= column.x && x < column.x + column.w)?;
        column.tiles.iter().find(|tile| tile.rect.contains(x, y))
    }

    /// The column at an x, from the middle of the gap on its left to that on its right, where names are left out.
    #[must_use]
    pub fn nameless_at(&self, x: f64) -> Option<&Column> {
        let reach = super::level::GAP_MIN / 2.0;
        let mut columns = self.columns.iter().filter(|_| self.level < Level::Named);
        columns.find(|column| x >= column.x - reach && x < column.x + column.w + reach).map(Rc::as_ref)
    }

    /// The tile that stands for a chunk by its id.
    #[must_use]
    pub fn tile(&self, chunk_id: u32) -> Option<&Tile> {
        self.columns.iter().flat_map(|column| &column.tiles).find(|tile| tile.chunk_id == chunk_id)
    }

    /// The tile that a chunk of a shard, by their indexes, is part of.
    #[must_use]
    pub fn tile_of(&self, shard_idx: usize, chunk_idx: usize) -> Option<&Tile> {
        let column = self.columns.iter().find(|column| column.shard_idx == shard_idx)?;
        let holds = |tile: &&Tile| (tile.group.first_idx..=tile.group.last_idx).contains(&chunk_idx);
        column.tiles.iter().find(holds)
    }

    /// SVG nodes that the drawing needs, frames and groups included.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        let columns: usize = self
            .columns
            .iter()
            .map(|column| {
                let tiles = if self.dense { 0 } else { column.tiles.len() };
                9 + tiles + column.tile_texts.len() + column.locks.len() + column.texts.len() + 2 * column.tags.len()
            })
            .sum();
        columns + 2 * self.grid.len() + self.notes.len() + 9 * self.flights.len() + 12
    }
}
