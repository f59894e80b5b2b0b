//! One shard's column: heading, tiles, and its share of the writes under the baseline.

use super::shape::{Anchor, Mark, Tag, TextShape, TextStyle};
use super::shards::{Form, Look};
use super::tile::{Lock, Tile, inscription, tiles};
use super::{Fill, Rect, px, ramp_step};
use crate::plot::format;
use shardscope_session::view::{LaneFrame, ShardFrame};

/// A column as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Whose.
    pub shard_idx: usize,
    /// Left edge.
    pub x: f64,
    /// Width.
    pub w: f64,
    /// Badge.
    pub mark: Mark,
    /// Heading and footing.
    pub texts: Vec<TextShape>,
    /// Zones, and draining.
    pub tags: Vec<Tag>,
    /// Tiles in key order.
    pub tiles: Vec<Tile>,
    /// What is written on them.
    pub tile_texts: Vec<TextShape>,
    /// Padlocks.
    pub locks: Vec<Lock>,
    /// The stack as a whole; its top edge is the shard's bytes.
    pub stack: Rect,
    /// The full width of the writes bar.
    pub track: Rect,
    /// Its filled part, none without writes.
    pub writes: Option<(Rect, Fill)>,
}

/// Lays out a shard's column.
#[must_use]
pub fn column(frame: &LaneFrame, shard_idx: usize, shard: &ShardFrame, look: &Look<'_>, x: f64, w: f64) -> Column {
    let tiles = tiles(frame, shard_idx, look, x, w);
    let top_y = tiles.iter().map(|tile| tile.rect.y).fold(look.baseline, f64::min);
    let (mut tile_texts, mut locks) = (Vec::new(), Vec::new());
    for tile in &tiles {
        if let Some(chunk) = frame.chunks.get(tile.group.main_idx) {
            let (lines, padlock) = inscription(tile, chunk, look);
            tile_texts.extend(lines);
            locks.extend(padlock);
        }
    }
    thin_out(&mut tile_texts, look.n_tile_texts_max);
    let mut out = Column {
        shard_idx,
        x: px(x),
        w: px(w),
        mark: Mark { rect: Rect::default(), shard_idx },
        texts: Vec::new(),
        tags: Vec::new(),
        tiles,
        tile_texts,
        locks,
        stack: Rect::new(px(x), px(top_y), px(w), px(look.baseline - top_y)),
        track: Rect::default(),
        writes: None,
    };
    match look.form {
        Form::Full => full_heading(&mut out, shard, frame, look),
        Form::Phone => phone_heading(&mut out, shard, look),
        Form::Lane => lane_heading(&mut out, shard, look),
    }
    writes_bar(&mut out, shard, look);
    out
}

/// Keeps the first of too many labels, hot and jumbo tiles' own first.
fn thin_out(texts: &mut Vec<TextShape>, n_max: usize) {
    if texts.len() > n_max {
        texts.sort_by_key(|text| text.style == TextStyle::Tile);
        texts.truncate(n_max);
    }
}

fn full_heading(column: &mut Column, shard: &ShardFrame, frame: &LaneFrame, look: &Look<'_>) {
    let (x, w) = (column.x, column.w);
    column.mark.rect = Rect::new(x, 4.0, 18.0, 18.0);
    let name = look.fonts.fit(&shard.name, 13.0, TextStyle::Title.face(), w - 25.0).unwrap_or_default();
    let name_end = x + 25.0 + TextStyle::Title.width(look.fonts, &name) + 6.0;
    column.texts.push(TextShape::new(x + 25.0, 18.0, name, TextStyle::Title));
    column.tags = tags(shard, look, name_end, x + w);
    let size = format::bytes(shard.bytes);
    let size_end = TextStyle::Title.width(look.fonts, &size) + 8.0;
    column.texts.push(TextShape::new(x, 39.0, size, TextStyle::Title));
    let n_empty = empty_chunks(frame, column.shard_idx);
    let chunks = format::counted(u64::from(shard.n_chunks), "chunk");
    let options = [
        (n_empty > 0).then(|| format!("{chunks}, {} empty", format::count(n_empty))),
        Some(chunks),
        Some(format::count(u64::from(shard.n_chunks))),
    ];
    let fits = |text: &String| size_end + TextStyle::MetaQuiet.width(look.fonts, text) <= w;
    if let Some(text) = options.into_iter().flatten().find(fits) {
        column.texts.push(TextShape::new(px(x + size_end), 39.0, text, TextStyle::MetaQuiet));
    }
}

/// Chunks without data are not drawn; they are counted.
fn empty_chunks(frame: &LaneFrame, shard_idx: usize) -> u64 {
    let empty = frame.chunks.iter().filter(|chunk| usize::from(chunk.shard_idx) == shard_idx && chunk.bytes == 0);
    empty.count() as u64
}

/// Tags from the right edge inward, as many as fit.
fn tags(shard: &ShardFrame, look: &Look<'_>, left: f64, right: f64) -> Vec<Tag> {
    let state = shard.draining.then(|| ("draining".to_owned(), None));
    let zones = shard.zones.iter().map(|zone| (zone.clone(), look.zone_number(zone)));
    let mut tags = Vec::new();
    let mut edge = right;
    for (text, zone) in zones.rev().chain(state) {
        let width = TextStyle::Tag.width(look.fonts, &text) + 12.0;
        if edge - width >= left {
            edge -= width;
            tags.push(Tag { rect: Rect::new(px(edge), 4.0, px(width), 18.0), text, zone });
            edge -= 4.0;
        }
    }
    tags
}

fn phone_heading(column: &mut Column, shard: &ShardFrame, look: &Look<'_>) {
    let (x, w) = (column.x, column.w);
    column.mark.rect = Rect::new(x, 4.0, 18.0, 18.0);
    if let Some(name) = look.fonts.fit(&shard.name, 12.0, TextStyle::TitleSmall.face(), w - 21.0) {
        column.texts.push(TextShape::new(x + 23.0, 17.0, name, TextStyle::TitleSmall));
    }
    column.texts.push(TextShape::new(x, 36.0, format::bytes(shard.bytes), TextStyle::Meta));
}

fn lane_heading(column: &mut Column, shard: &ShardFrame, look: &Look<'_>) {
    let largest = look.fullest == Some(column.shard_idx);
    let style = if largest { TextStyle::AxisStrong } else { TextStyle::Note };
    column.texts.push(TextShape::new(column.x, 13.0, format::bytes(shard.bytes), style));
    column.mark.rect = Rect::new(column.x, look.baseline + 14.0, 16.0, 16.0);
}

/// The bar and the words under the baseline.
fn writes_bar(column: &mut Column, shard: &ShardFrame, look: &Look<'_>) {
    let (x, w, foot, part) = (column.x, column.w, look.baseline, shard.inserts_share);
    let narrow = look.form == Form::Lane;
    column.track = Rect::new(x, foot + if narrow { 5.0 } else { 8.0 }, w, if narrow { 4.0 } else { 5.0 });
    if part > 0.0 {
        let position = if narrow { 0.25 + 0.75 * part * 1.15 } else { 0.2 + 0.8 * part * 1.6 };
        let bar = Rect { w: px((w * part).clamp(3.0, w)), ..column.track };
        column.writes = Some((bar, Fill::Heat(ramp_step(position))));
    }
    let percent = format::share(part);
    let texts = match look.form {
        Form::Lane => lane_writes(percent, part, x + 22.0, w - 22.0, look),
        Form::Phone => vec![TextShape::new(x, foot + 27.0, percent, TextStyle::TitleSmall)],
        Form::Full => full_writes(percent, &format::rate(shard.inserts_per_sec), x, w, look),
    };
    column.texts.extend(texts);
}

fn lane_writes(percent: String, share: f64, x: f64, room: f64, look: &Look<'_>) -> Vec<TextShape> {
    let style = if share > 0.5 { TextStyle::AxisStrong } else { TextStyle::Note };
    let long = format!("{percent} of writes");
    let text = if style.width(look.fonts, &long) <= room { long } else { percent };
    vec![TextShape::new(x, look.baseline + 26.0, text, style)]
}

fn full_writes(percent: String, rate: &str, x: f64, w: f64, look: &Look<'_>) -> Vec<TextShape> {
    let y = look.baseline + 27.0;
    let percent_end = TextStyle::TitleSmall.width(look.fonts, &percent) + 5.0;
    let words = TextStyle::MetaQuiet.width(look.fonts, "of writes");
    let rate_width = TextStyle::Meta.width(look.fonts, rate);
    let mut texts = vec![TextShape::new(x, y, percent, TextStyle::TitleSmall)];
    if percent_end + words + 10.0 + rate_width < w {
        texts.push(TextShape::new(px(x + percent_end), y, "of writes", TextStyle::MetaQuiet));
    }
    if percent_end + 4.0 + rate_width <= w {
        texts.push(TextShape::new(x + w, y, rate, TextStyle::Meta).anchored(Anchor::End));
    }
    texts
}
