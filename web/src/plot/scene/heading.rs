//! What stands over a column: the shard's mark, name, tags and size, as room allows.

use super::column::Column;
use super::level::Level;
use super::shape::{Anchor, Tag, TextShape, TextStyle};
use super::shards::{Form, Look};
use super::{Fill, Rect, px, ramp_step};
use crate::plot::format;
use shardscope_session::view::{LaneFrame, ShardFrame};

/// The word for a shard that gives its chunks away, long and short.
const DRAINING: [&str; 2] = ["draining", "drain"];

/// What is still free of the two lines of a heading: left and right end, and the top of a tag there.
struct Lines([(f64, f64, f64); 2]);

impl Lines {
    /// Puts a tag at the right end of the first line that has room for it.
    fn tag(&mut self, text: &str, zone: Option<usize>, look: &Look<'_>) -> Option<Tag> {
        let width = TextStyle::Tag.width(look.fonts, text) + 12.0;
        let line = self.0.iter_mut().find(|(left, right, _)| right - width >= *left)?;
        let rect = Rect::new(px(line.1 - width), line.2, px(width), 18.0);
        line.1 = rect.x - 4.0;
        Some(Tag { rect, text: text.to_owned(), zone })
    }
}

/// Mark, name and tags of a shard over its size, in two lines. That it is draining is said before its zones, and rather than
/// its name, which its letter stands for. Returns what is left of the lines.
fn two_lines(
    column: &mut Column,
    shard: &ShardFrame,
    look: &Look<'_>,
    (style, size_style): (TextStyle, TextStyle),
    (name_y, size_y): (f64, f64),
) -> Lines {
    let (x, right) = (column.x, column.x + column.w);
    column.mark.rect = Rect::new(x, 4.0, 18.0, 18.0);
    let size = format::bytes(shard.bytes);
    let size_end = x + size_style.width(look.fonts, &size) + 8.0;
    column.texts.push(TextShape::new(x, size_y, size, size_style));
    let name = name(shard, look, style, column.w - 25.0);
    let name_end = name.as_ref().map_or(x + 18.0, |name| x + 25.0 + style.width(look.fonts, name));
    let mut lines = Lines([(name_end + 6.0, right, 4.0), (size_end, right, size_y - 14.0)]);
    let mut has_name = true;
    if shard.draining {
        let beside = DRAINING.iter().find_map(|word| lines.tag(word, None, look));
        has_name = beside.is_some();
        if let Some(line) = lines.0.first_mut().filter(|_| !has_name) {
            line.0 = x + 22.0;
        }
        column.tags.extend(beside.or_else(|| DRAINING.iter().find_map(|word| lines.tag(word, None, look))));
    }
    let zones = shard.zones.iter().rev();
    column.tags.extend(zones.filter_map(|zone| lines.tag(zone, look.zone_number(zone), look)));
    if let Some(name) = name.filter(|_| has_name) {
        column.texts.push(TextShape::new(x + 25.0, name_y, name, style));
    }
    lines
}

/// The shard's name, or as much of it as says something.
fn name(shard: &ShardFrame, look: &Look<'_>, style: TextStyle, room: f64) -> Option<String> {
    const CHARS_MIN: usize = 5;
    let name = look.fonts.fit(&shard.name, style.size(), style.face(), room)?;
    (name == shard.name || name.chars().count() >= CHARS_MIN).then_some(name)
}

/// Mark, name, tags; under them size and chunks.
pub fn full(column: &mut Column, shard: &ShardFrame, frame: &LaneFrame, look: &Look<'_>) {
    let lines = two_lines(column, shard, look, (TextStyle::Title, TextStyle::Title), (18.0, 39.0));
    let [_, (left, right, _)] = lines.0;
    let n_empty = empty_chunks(frame, column.shard_idx);
    let chunks = format::counted(u64::from(shard.n_chunks), "chunk");
    let options = [(n_empty > 0).then(|| format!("{chunks}, {} empty", format::count(n_empty))), Some(chunks)];
    let fits = |text: &String| left + TextStyle::MetaQuiet.width(look.fonts, text) <= right;
    if let Some(text) = options.into_iter().flatten().find(fits) {
        column.texts.push(TextShape::new(px(left), 39.0, text, TextStyle::MetaQuiet));
    }
}

/// Chunks without data are not drawn; they are counted.
fn empty_chunks(frame: &LaneFrame, shard_idx: usize) -> u64 {
    let empty = frame.chunks.iter().filter(|chunk| usize::from(chunk.shard_idx) == shard_idx && chunk.bytes == 0);
    empty.count() as u64
}

/// Mark, name, tags; under them the size.
pub fn phone(column: &mut Column, shard: &ShardFrame, look: &Look<'_>) {
    two_lines(column, shard, look, (TextStyle::TitleSmall, TextStyle::Meta), (17.0, 36.0));
}

/// The size, and close to it whether the shard is draining; the mark stands under the column.
pub fn lane(column: &mut Column, shard: &ShardFrame, look: &Look<'_>) {
    let (x, right) = (column.x, column.x + column.w);
    column.mark.rect = Rect::new(x, look.baseline + 14.0, 16.0, 16.0);
    let largest = look.fullest == Some(column.shard_idx);
    let style = if largest { TextStyle::AxisStrong } else { TextStyle::Note };
    let size = format::bytes(shard.bytes);
    let size_end = x + style.width(look.fonts, &size) + 6.0;
    let width = |word: &str| TextStyle::Tag.width(look.fonts, word) + 12.0;
    let places = [size_end, x].into_iter().flat_map(|left| DRAINING.map(|word| (left, word)));
    let place = places.filter(|_| shard.draining).find(|(left, word)| left + width(word) <= right);
    if let Some((left, word)) = place {
        let rect = Rect::new(px(left), 0.0, px(width(word)), 18.0);
        column.tags.push(Tag { rect, text: word.to_owned(), zone: None });
    }
    if place.is_none_or(|(left, _)| left > x) {
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
