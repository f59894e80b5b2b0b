//! Zone ranges above the key line.

use super::segment::Span;
use super::shape::{TextShape, TextStyle};
use super::shard_mark::{N_ZONE_COLORS, letter};
use super::text::FontMetrics;
use super::{Rect, px};
use shardscope_session::view::{LaneFrame, ZoneFrame};

/// A zone range as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ZoneBand {
    /// Where; empty when the row is left out.
    pub rect: Rect,
    /// The zone's number, which gives the colour.
    pub zone: usize,
    /// Colours repeat from here on: the edge is dashed.
    pub dashed: bool,
    /// What fits of `zone EU → A, B`.
    pub label: Option<TextShape>,
    /// `zone EU, t_10 to t_30, shardA and shardB`.
    pub name: String,
}

/// The zone ranges of the visible part of the line.
#[must_use]
pub fn zone_bands(
    frame: &LaneFrame,
    spans: &[Span],
    row: &Rect,
    zone_names: &[&str],
    fonts: &FontMetrics,
) -> Vec<ZoneBand> {
    frame.zones.iter().filter_map(|range| band(frame, range, spans, row, zone_names, fonts)).collect()
}

fn band(
    frame: &LaneFrame,
    range: &ZoneFrame,
    spans: &[Span],
    row: &Rect,
    zone_names: &[&str],
    fonts: &FontMetrics,
) -> Option<ZoneBand> {
    let first = spans.get(usize::try_from(range.first_chunk_idx).ok()?)?;
    let last = spans.get(usize::try_from(range.end_chunk_idx.checked_sub(1)?).ok()?)?;
    let (left, right) = (first.x.max(row.x), (last.x + last.w).min(row.right()));
    if right <= left {
        return None;
    }
    let zone = zone_names.iter().position(|name| *name == range.zone)?;
    let rect = Rect::new(px(left + 0.5), row.y, px(right - left - 1.0), row.h);
    Some(ZoneBand {
        label: label(range, &rect, fonts),
        rect,
        zone,
        dashed: zone >= N_ZONE_COLORS,
        name: name(frame, range),
    })
}

fn label(range: &ZoneFrame, rect: &Rect, fonts: &FontMetrics) -> Option<TextShape> {
    let shards: Vec<String> = range.shard_idxs.iter().map(|&idx| letter(usize::from(idx))).collect();
    let options =
        [format!("zone {} → {}", range.zone, shards.join(", ")), format!("zone {}", range.zone), range.zone.clone()];
    let text = options.into_iter().find(|text| TextStyle::Tag.width(fonts, text) <= rect.w - 12.0)?;
    (rect.h > 0.0).then(|| TextShape::new(px(rect.x + 6.5), px(rect.y + rect.h / 2.0 + 4.0), text, TextStyle::Tag))
}

fn name(frame: &LaneFrame, range: &ZoneFrame) -> String {
    let shards = range.shard_idxs.iter().filter_map(|&idx| frame.shards.get(usize::from(idx)));
    let shards: Vec<&str> = shards.map(|shard| shard.name.as_str()).collect();
    let range_words = range.range.trim_matches(['[', ')']).replacen(", ", " to ", 1);
    let owners = if shards.is_empty() { "no shard".to_owned() } else { shards.join(" and ") };
    format!("zone {}, {range_words}, {owners}", range.zone)
}
