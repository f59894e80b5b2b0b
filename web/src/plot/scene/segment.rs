//! Chunks along the key line, and the segments that show them: single chunks, or neighbours too narrow to see.

use super::merge::{Joined, Part, join_small};
use super::zoom::Zoom;
use super::{Fill, KeyScale, Rect, heat_position, px, ramp_step};
use shardscope_session::view::{ChunkFrame, LaneFrame};

/// Segments narrower than this join by owner.
pub const SEGMENT_MIN: f64 = 1.5;
/// A chunk with more than this share of the inserts is never joined, and is 2 px wide at least.
const APART_SHARE: f64 = 0.05;
const APART_WIDTH_MIN: f64 = 2.0;
/// Share of the line that every chunk gets whatever its bytes, so that empty ones can be seen and hit.
const SHARE_MIN: f64 = 0.0008;

/// A chunk's place on the line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Index into the frame's chunks.
    pub chunk_idx: usize,
    /// Left edge; may lie outside the row when zoomed.
    pub x: f64,
    /// Width.
    pub w: f64,
    /// Share of the whole line, 0 to 1.
    pub share: f64,
}

/// What is drawn for a chunk, or for neighbours that share a mark.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// The chunks that it stands for.
    pub group: Joined,
    /// Id of its largest chunk.
    pub chunk_id: u32,
    /// Left edge.
    pub x: f64,
    /// Width.
    pub w: f64,
    /// Owner; of a group, the owner of most of its width.
    pub shard_idx: usize,
    /// Where it is moving.
    pub moving_to: Option<usize>,
    /// Colour on the writes strip.
    pub heat: Fill,
    /// Height of its profile bar / height of the row, 0 to 1.
    pub profile: f64,
    /// Inserts per width, 1 = even; set when the bar is cut at the top of the row.
    pub cut: Option<f64>,
    /// Takes over 20% of the inserts.
    pub hot: bool,
}

/// Places every chunk on the line.
#[must_use]
pub fn spans(frame: &LaneFrame, scale: KeyScale, zoom: Zoom, row: &Rect) -> Vec<Span> {
    let n = frame.chunks.len().max(1) as f64;
    let floor = SHARE_MIN.min(0.2 / n);
    let total = frame.bytes.max(1) as f64;
    // All weights add up to 1.2 at most, so this much more keeps the promised width.
    let apart_floor = 1.3 * APART_WIDTH_MIN / row.w.max(1.0);
    let weight = |chunk: &ChunkFrame| match scale {
        KeyScale::Bytes if frame.bytes > 0 => {
            let weight = chunk.bytes as f64 / total + floor;
            if chunk.inserts_share > APART_SHARE { weight.max(apart_floor) } else { weight }
        }
        _ => 1.0,
    };
    let sum: f64 = frame.chunks.iter().map(weight).sum::<f64>().max(f64::MIN_POSITIVE);
    let mut at = 0.0;
    let place = |(chunk_idx, chunk): (usize, &ChunkFrame)| {
        let share = weight(chunk) / sum;
        let span = Span { chunk_idx, x: row.x + zoom.to_view(at) * row.w, w: share * zoom.factor() * row.w, share };
        at += share;
        span
    };
    frame.chunks.iter().enumerate().map(place).collect()
}

/// The segments of the visible part of the line.
#[must_use]
pub fn segments(
    frame: &LaneFrame,
    spans: &[Span],
    row: &Rect,
    heat_max_per_sec: f64,
    top_density: f64,
) -> Vec<Segment> {
    let bounds = (row.x, row.right());
    let moving = |idx: usize| frame.migrations.iter().find(|m| usize::try_from(m.chunk_idx) == Ok(idx));
    let visible: Vec<&Span> = spans.iter().filter(|span| span.x + span.w > bounds.0 && span.x < bounds.1).collect();
    let parts: Vec<Part> = visible
        .iter()
        .filter_map(|span| {
            let chunk = frame.chunks.get(span.chunk_idx)?;
            let apart = chunk.inserts_share > APART_SHARE || moving(span.chunk_idx).is_some();
            Some(Part { chunk_idx: span.chunk_idx, extent: span.w, per_sec: chunk.inserts_per_sec, apart })
        })
        .collect();
    let groups = join_small(&parts, SEGMENT_MIN);
    let out = groups.into_iter().filter_map(|group| {
        let chunk = frame.chunks.get(group.main_idx)?;
        let members = spans.get(group.first_idx..=group.last_idx)?;
        let first = members.first()?;
        let inserts: f64 = members.iter().filter_map(|s| frame.chunks.get(s.chunk_idx)).map(|c| c.inserts_share).sum();
        let share: f64 = members.iter().map(|span| span.share).sum();
        let density = if share > 0.0 { inserts / share } else { 0.0 };
        let (left, right) = (first.x.max(bounds.0), (first.x + group.extent).min(bounds.1));
        Some(Segment {
            group,
            chunk_id: chunk.id,
            x: px(left),
            w: px(right - left),
            shard_idx: main_owner(frame, members).unwrap_or(usize::from(chunk.shard_idx)),
            moving_to: moving(group.main_idx).map(|migration| usize::from(migration.to_idx)),
            heat: Fill::Heat(ramp_step(heat_position(group.per_sec_max, heat_max_per_sec))),
            profile: ((density / top_density).clamp(0.0, 1.0) * 1e4).round() / 1e4,
            cut: (density > top_density * 1.01).then_some(density),
            hot: group.n_chunks == 1 && chunk.inserts_share > frame.hot_share(),
        })
    });
    out.collect()
}

/// The shard that owns most of the width.
fn main_owner(frame: &LaneFrame, members: &[Span]) -> Option<usize> {
    let mut widths = vec![0.0; frame.shards.len()];
    for span in members {
        let owner = frame.chunks.get(span.chunk_idx).map(|chunk| usize::from(chunk.shard_idx));
        if let Some(width) = owner.and_then(|owner| widths.get_mut(owner)) {
            *width += span.w;
        }
    }
    let widest = widths.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    widest.filter(|(_, width)| **width > 0.0).map(|(owner, _)| owner)
}
