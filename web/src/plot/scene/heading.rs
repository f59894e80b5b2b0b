//! What stands over a column: the shard's mark, name, tags and size, as room allows.

use super::column::Column;
use super::level::Level;
use super::shape::{Anchor, Tag, TextShape, TextStyle};
use super::shards::{Form, Look};
use super::{Fill, Rect, px, ramp_step};
use crate::plot::format;
use shardscope_session::view::{LaneFrame, ShardFrame};

/// Mark, name, zones; under them size and chunks.
pub fn full(column: &mut Column, shard: &ShardFrame, frame: &LaneFrame, look: &Look<'_>) {
    let (x, w) = (column.x, column.w);
    column.mark.rect = Rect::new(x, 4.0, 18.0, 18.0);
    let size = format::bytes(shard.bytes);
    let size_end = x + TextStyle::Title.width(look.fonts, &size) + 8.0;
    let name_end = name(column, shard, look, TextStyle::Title, 18.0);
    let mut right = x + w;
    if shard.draining {
        let places = [(name_end + 6.0, 4.0), (size_end, 25.0), (x + 24.0, 4.0)];
        right = draining_tag(column, look, &places, right);
    }
    let on_top = column.tags.iter().all(|tag| tag.rect.y > 10.0);
    column.tags.extend(zone_tags(shard, look, name_end + 6.0, if on_top { x + w } else { right }));
    column.texts.push(TextShape::new(x, 39.0, size, TextStyle::Title));
    let n_empty = empty_chunks(frame, column.shard_idx);
    let chunks = format::counted(u64::from(shard.n_chunks), "chunk");
    let options = [(n_empty > 0).then(|| format!("{chunks}, {} empty", format::count(n_empty))), Some(chunks)];
    let end = if on_top { right } else { x + w };
    let fits = |text: &String| size_end + TextStyle::MetaQuiet.width(look.fonts, text) <= end;
    if let Some(text) = options.into_iter().flatten().find(fits) {
        column.texts.push(TextShape::new(px(size_end), 39.0, text, TextStyle::MetaQuiet));
    }
}

/// The shard's name beside its mark, or as much as says something; returns where it ends.
fn name(column: &mut Column, shard: &ShardFrame, look: &Look<'_>, style: TextStyle, y: f64) -> f64 {
    const CHARS_MIN: usize = 5;
    let x = column.x + 25.0;
    // A draining shard that is too narrow for both has the word, not the name.
    let word = if shard.draining { TextStyle::Tag.width(look.fonts, DRAINING[1]) + 18.0 } else { 0.0 };
    let room = |word: f64| look.fonts.fit(&shard.name, style.size(), style.face(), column.w - 25.0 - word);
    let fits = |name: &String| *name == shard.name || name.chars().count() >= CHARS_MIN;
    let name =
        room(0.0).filter(fits).or_else(|| room(word).filter(fits)).filter(|_| column.w >= 84.0 || !shard.draining);
    let Some(name) = name else { return column.x + 18.0 };
    let end = x + style.width(look.fonts, &name);
    column.texts.push(TextShape::new(x, y, name, style));
    end
}

/// The word for a shard that gives its chunks away, long and short.
const DRAINING: [&str; 2] = ["draining", "drain"];

/// The first place in which the word fits, before `right`; returns where it begins, or `right`. Places are left ends and
/// tops.
fn draining_tag(column: &mut Column, look: &Look<'_>, places: &[(f64, f64)], right: f64) -> f64 {
    let width = |text: &str| TextStyle::Tag.width(look.fonts, text) + 12.0;
    let all = DRAINING.iter().flat_map(|text| places.iter().map(move |place| (*text, *place)));
    let Some((text, (_, y))) = all.into_iter().find(|(text, (left, _))| left + width(text) <= right) else {
        return right;
    };
    let rect = Rect::new(px(right - width(text)), y, px(width(text)), 18.0);
    column.tags.push(Tag { rect, text: text.to_owned(), zone: None });
    rect.x - 4.0
}

/// Chunks without data are not drawn; they are counted.
fn empty_chunks(frame: &LaneFrame, shard_idx: usize) -> u64 {
    let empty = frame.chunks.iter().filter(|chunk| usize::from(chunk.shard_idx) == shard_idx && chunk.bytes == 0);
    empty.count() as u64
}

/// Tags from the right edge inward, as many as fit.
fn zone_tags(shard: &ShardFrame, look: &Look<'_>, left: f64, right: f64) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut edge = right;
    for zone in shard.zones.iter().rev() {
        let width = TextStyle::Tag.width(look.fonts, zone) + 12.0;
        if edge - width >= left {
            edge -= width;
            let rect = Rect::new(px(edge), 4.0, px(width), 18.0);
            tags.push(Tag { rect, text: zone.clone(), zone: look.zone_number(zone) });
            edge -= 4.0;
        }
    }
    tags
}

/// Mark and name; under them the size.
pub fn phone(column: &mut Column, shard: &ShardFrame, look: &Look<'_>) {
    let (x, w) = (column.x, column.w);
    column.mark.rect = Rect::new(x, 4.0, 18.0, 18.0);
    let name_end = name(column, shard, look, TextStyle::TitleSmall, 17.0);
    let size = format::bytes(shard.bytes);
    let size_end = x + TextStyle::Meta.width(look.fonts, &size) + 6.0;
    column.texts.push(TextShape::new(x, 36.0, size, TextStyle::Meta));
    if shard.draining {
        draining_tag(column, look, &[(name_end + 4.0, 4.0), (size_end, 23.0), (x + 20.0, 4.0)], x + w);
    }
}

/// The size; the mark stands under the column.
pub fn lane(column: &mut Column, shard: &ShardFrame, look: &Look<'_>) {
    let (x, w) = (column.x, column.w);
    let largest = look.fullest == Some(column.shard_idx);
    let style = if largest { TextStyle::AxisStrong } else { TextStyle::Note };
    let size = format::bytes(shard.bytes);
    let size_end = x + style.width(look.fonts, &size) + 4.0;
    column.mark.rect = Rect::new(x, look.baseline + 14.0, 16.0, 16.0);
    if shard.draining {
        draining_tag(column, look, &[(size_end, 0.0), (x, 0.0)], x + w);
    }
    if column.tags.iter().all(|tag| tag.rect.x >= size_end - 0.5) {
        column.texts.push(TextShape::new(x, 13.0, size, style));
    }
}

/// Even shares of the writes at which the bar of a narrow column has the hottest colour.
const HOT_EVEN_SHARES: f64 = 3.0;

/// A column of many: its mark, bare numbers if they fit, and a bar against the busiest shard, since shares are small.
pub fn narrow(column: &mut Column, shard: &ShardFrame, look: &Look<'_>) {
    let (x, w, foot) = (column.x, column.w, look.baseline);
    let (high, top) = if look.form == Form::Lane { (16.0_f64, foot + 14.0) } else { (18.0, 4.0) };
    let wide = high.min(w);
    column.mark.rect = Rect::new(px(x + (w - wide) / 2.0), top, px(wide), high);
    let thick = if look.form == Form::Lane { 4.0 } else { 5.0 };
    column.track = Rect::new(x, foot + if look.form == Form::Lane { 5.0 } else { 8.0 }, w, thick);
    let part = shard.inserts_share;
    if part > 0.0 && look.busiest > 0.0 {
        let bar = Rect { w: px((w * part / look.busiest).clamp(2.0_f64.min(w), w)), ..column.track };
        column.writes = Some((bar, Fill::Heat(ramp_step(0.2 + 0.8 * part * look.n_shards / HOT_EVEN_SHARES))));
    }
    if look.level < Level::Numbers {
        return;
    }
    let (size_y, share_y) = match look.form {
        Form::Lane => (Some(13.0), None),
        Form::Phone => (Some(36.0), Some(foot + 27.0)),
        Form::Full => (Some(39.0), Some(foot + 27.0)),
    };
    let size = match look.form {
        Form::Lane => format::bytes(shard.bytes),
        _ => format::in_unit(shard.bytes, look.unit_bytes),
    };
    for (y, text, style) in [(size_y, size, TextStyle::NoteStrong), (share_y, format::share(part), TextStyle::Note)] {
        if let Some(y) = y.filter(|_| style.width(look.fonts, &text) <= w) {
            column.texts.push(TextShape::new(px(x + w / 2.0), y, text, style).anchored(Anchor::Middle));
        }
    }
}
