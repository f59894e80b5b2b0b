//! One shard's column: heading, tiles, and its share of the writes under the baseline.

use super::heading;
use super::level::Level;
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
    /// The shard gives its chunks away.
    pub draining: bool,
    /// Name, size and share of the writes in one line, for where they are not drawn.
    pub words: String,
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
        draining: shard.draining,
        words: words(shard),
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
        _ if look.level < Level::Named => {
            heading::narrow(&mut out, shard, look);
            return out;
        }
        Form::Full => heading::full(&mut out, shard, frame, look),
        Form::Phone => heading::phone(&mut out, shard, look),
        Form::Lane => heading::lane(&mut out, shard, look),
    }
    writes_bar(&mut out, shard, look);
    out
}

/// `shard05, 24 MB, 3% of writes, draining`.
fn words(shard: &ShardFrame) -> String {
    let state = if shard.draining { ", draining" } else { "" };
    format!("{}, {}, {} of writes{state}", shard.name, format::bytes(shard.bytes), format::share(shard.inserts_share))
}

/// Keeps the first of too many labels, hot and jumbo tiles' own first.
fn thin_out(texts: &mut Vec<TextShape>, n_max: usize) {
    if texts.len() > n_max {
        texts.sort_by_key(|text| text.style == TextStyle::Tile);
        texts.truncate(n_max);
    }
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
    let fits = |text: &String| style.width(look.fonts, text) <= room;
    let text = [long, percent].into_iter().find(fits);
    text.into_iter().map(|text| TextShape::new(x, look.baseline + 26.0, text, style)).collect()
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
