//! The key space: every chunk from `MinKey` to `MaxKey` on one line, with its zone, owner, writes and inserts per byte.

use super::key_axis::{KeyLabel, key_labels};
use super::key_rows::KeyRows;
use super::segment::{Segment, Span, segments, spans};
use super::shape::{Anchor, TextShape, TextStyle};
use super::shard_mark::zone_names;
use super::text::FontMetrics;
use super::zone_band::{ZoneBand, zone_bands};
use super::zoom::Zoom;
use super::{KeyScale, Rect, px};
use crate::plot::format;
use shardscope_session::view::LaneFrame;

/// Above this many segments the strips are painted on a canvas.
pub const N_SEGMENTS_SVG_MAX: usize = 800;
/// Tallest profile: chunks with more inserts per byte are cut there, with a mark.
const DENSITY_MAX: f64 = 6.0;
/// The profile always shows this much.
const DENSITY_MIN: f64 = 2.0;

/// What the key space is drawn for.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyView {
    /// Width of the drawing.
    pub width: f64,
    /// Rows.
    pub rows: KeyRows,
    /// The x axis.
    pub scale: KeyScale,
    /// The part of the line that is shown.
    pub zoom: Zoom,
    /// Fonts of the page.
    pub fonts: FontMetrics,
    /// End of the writes ramp.
    pub heat_max_per_sec: f64,
    /// The pinned chunk's id.
    pub pinned: Option<u32>,
    /// Probed chunk, by its index.
    pub probed: Option<usize>,
}

/// A horizontal guide of the profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Guide {
    /// Where, on a half pixel.
    pub y: f64,
    /// `1×`; none without room.
    pub label: Option<TextShape>,
    /// The even line.
    pub even: bool,
}

/// The key space as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyScene {
    /// Width of the drawing.
    pub width: f64,
    /// Height that the rows take.
    pub height: f64,
    /// Where zones are, empty when left out.
    pub zone_row: Rect,
    /// Owner strip.
    pub owner_row: Rect,
    /// Writes strip, empty when left out.
    pub writes_row: Rect,
    /// Profile; its bottom is the axis.
    pub profile_row: Rect,
    /// Segments in key order.
    pub segments: Vec<Segment>,
    /// Zone bands.
    pub zones: Vec<ZoneBand>,
    /// Letters on the owner strip.
    pub letters: Vec<TextShape>,
    /// Guides of the profile.
    pub guides: Vec<Guide>,
    /// Key values under the axis.
    pub labels: Vec<KeyLabel>,
    /// Row names and notes.
    pub notes: Vec<TextShape>,
    /// The pinned chunk on the owner strip.
    pub pin: Option<Rect>,
    /// The probed chunk: the tip of the triangle.
    pub probe: Option<(f64, f64)>,
    /// Too many segments for SVG.
    pub dense: bool,
}

/// Lays out the key space.
#[must_use]
pub fn key_scene(frame: &LaneFrame, view: &KeyView) -> KeyScene {
    let rows = &view.rows;
    let inner = (view.width - rows.left - rows.right).max(20.0);
    let zone_row = Rect::new(rows.left, rows.top, inner, rows.zone);
    let owner_y = zone_row.bottom() + if rows.zone > 0.0 { 4.0 } else { 0.0 };
    let owner_row = Rect::new(rows.left, owner_y, inner, rows.owner);
    let writes_y = owner_row.bottom() + if rows.writes > 0.0 { 4.0 } else { 0.0 };
    let writes_row = Rect::new(rows.left, writes_y, inner, rows.writes);
    let profile_row = Rect::new(rows.left, writes_row.bottom() + rows.gap, inner, rows.profile);
    let spans = spans(frame, view.scale, view.zoom, &owner_row);
    let top_density = density_top(frame, &spans);
    let segments = segments(frame, &spans, &owner_row, view.heat_max_per_sec, top_density);
    let mut scene = KeyScene {
        width: view.width,
        height: profile_row.bottom() + 20.0,
        zones: zone_bands(frame, &spans, &zone_row, &zone_names(frame), &view.fonts),
        letters: letters(&segments, &owner_row, &view.fonts),
        guides: if rows.scale { guides(&profile_row, top_density) } else { Vec::new() },
        labels: key_labels(frame, &spans, view, &profile_row),
        notes: notes(&named(frame, &zone_row), &owner_row, &writes_row, &profile_row, rows),
        pin: pinned(frame, view.pinned, &spans, &owner_row),
        probe: view.probed.and_then(|idx| probe(&spans, idx, &owner_row)),
        dense: segments.len() > N_SEGMENTS_SVG_MAX,
        segments,
        zone_row,
        owner_row,
        writes_row,
        profile_row,
    };
    if rows.scale && rows.names {
        scene.notes.push(scale_note(view.scale, &profile_row));
    }
    scene
}

/// The top of the profile: the largest inserts per width, between 2 and 6 times even.
fn density_top(frame: &LaneFrame, spans: &[Span]) -> f64 {
    let densest = spans.iter().filter_map(|span| {
        let chunk = frame.chunks.get(span.chunk_idx)?;
        (span.share > 0.0).then(|| chunk.inserts_share / span.share)
    });
    densest.fold(DENSITY_MIN, f64::max).min(DENSITY_MAX)
}

fn letters(segments: &[Segment], row: &Rect, fonts: &FontMetrics) -> Vec<TextShape> {
    if row.h < 14.0 {
        return Vec::new();
    }
    let lettered = segments.iter().filter(|segment| segment.moving_to.is_none() && segment.w >= 13.0);
    lettered
        .filter_map(|segment| {
            let text = super::shard_mark::letter(segment.shard_idx);
            let fits = TextStyle::Letter.width(fonts, &text) <= segment.w - 3.0;
            let at = (px(segment.x + segment.w / 2.0), px(row.y + row.h / 2.0 + 4.0));
            let letter = TextShape::new(at.0, at.1, text, TextStyle::Letter).anchored(Anchor::Middle);
            fits.then(|| letter.on(super::Fill::Shard(segment.shard_idx)))
        })
        .collect()
}

fn guides(row: &Rect, top_density: f64) -> Vec<Guide> {
    let mut guides = Vec::new();
    let mut times = 1.0;
    while times <= top_density + 1e-9 {
        let y = (row.bottom() - times / top_density * row.h).round() + 0.5;
        let label = TextShape::new(row.x - 8.0, y + 4.0, format!("{times:.0}×"), TextStyle::Axis);
        guides.push(Guide { y, label: Some(label.anchored(Anchor::End)), even: times < 1.5 });
        times += 1.0;
    }
    guides
}

fn notes(zone: &Rect, owner: &Rect, writes: &Rect, profile: &Rect, rows: &KeyRows) -> Vec<TextShape> {
    let profile = if rows.scale { &Rect::default() } else { profile };
    let named = [("zone", zone), ("owner", owner), ("writes", writes), ("inserts", profile)];
    let shown = named.into_iter().filter(|(_, row)| rows.names && row.h > 0.0);
    shown
        .map(|(name, row)| {
            let y = px(row.y + row.h / 2.0 + 4.0);
            TextShape::new(rows.left - 8.0, y, name, TextStyle::Axis).anchored(Anchor::End)
        })
        .collect()
}

/// A zone row without zones keeps its room and has no name.
fn named(frame: &LaneFrame, zone_row: &Rect) -> Rect {
    if frame.zones.is_empty() { Rect::default() } else { *zone_row }
}

fn scale_note(scale: KeyScale, row: &Rect) -> TextShape {
    let text = match scale {
        KeyScale::Bytes => "Inserts per byte: 1× is even, and the area of a bar is its share of inserts.",
        KeyScale::Keys => "Inserts per chunk: 1× is even, and the area of a bar is its share of inserts.",
    };
    TextShape::new(row.x, row.y - 6.0, text, TextStyle::Axis)
}

fn pinned(frame: &LaneFrame, id: Option<u32>, spans: &[Span], row: &Rect) -> Option<Rect> {
    let id = id?;
    let span = spans.iter().find(|span| frame.chunks.get(span.chunk_idx).is_some_and(|chunk| chunk.id == id))?;
    let (left, right) = (span.x.max(row.x), (span.x + span.w).min(row.right()));
    (right >= left).then(|| Rect::new(px(left - 1.0), row.y - 3.0, px((right - left).max(2.0) + 2.0), row.h + 6.0))
}

fn probe(spans: &[Span], chunk_idx: usize, row: &Rect) -> Option<(f64, f64)> {
    let span = spans.iter().find(|span| span.chunk_idx == chunk_idx)?;
    let x = span.x + span.w / 2.0;
    (x >= row.x && x <= row.right()).then(|| (px(x), row.bottom() - 3.0))
}

impl KeyScene {
    /// The segment at a point of the strips or the profile.
    #[must_use]
    pub fn hit(&self, x: f64, y: f64) -> Option<&Segment> {
        let within = y >= self.owner_row.y && y < self.profile_row.bottom().max(self.owner_row.bottom());
        let at = self.segments.partition_point(|segment| segment.x + segment.w <= x);
        self.segments.get(at).filter(|segment| within && x >= segment.x)
    }

    /// The segment that shows a chunk.
    #[must_use]
    pub fn segment_of(&self, chunk_idx: usize) -> Option<&Segment> {
        let at = self.segments.partition_point(|segment| segment.group.last_idx < chunk_idx);
        self.segments.get(at).filter(|segment| segment.group.first_idx <= chunk_idx)
    }

    /// A segment's part of the owner strip.
    #[must_use]
    pub fn owner_rect(&self, segment: &Segment) -> Rect {
        Rect::new(segment.x, self.owner_row.y, segment.w, self.owner_row.h)
    }
}

/// What stands at the right of the probe field: `48 chunks, 1.70 GB`.
#[must_use]
pub fn totals(frame: &LaneFrame) -> String {
    format!("{}, {}", format::counted(frame.chunks.len() as u64, "chunk"), format::bytes(frame.bytes))
}
