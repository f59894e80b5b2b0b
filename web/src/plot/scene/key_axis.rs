//! Key values under the key line: the ends, the pin, then the largest chunks, 10 px apart.

use super::keyspace::KeyView;
use super::segment::Span;
use super::shape::{Anchor, TextShape, TextStyle};
use super::{Rect, px};
use shardscope_session::view::LaneFrame;

/// Least distance between two labels.
const LABEL_GAP: f64 = 10.0;
/// Longest label, characters.
const LABEL_CHARS_MAX: usize = 18;
/// How many of the largest chunks are tried.
const N_LARGEST_TRIED: usize = 60;

/// A key value with its tick.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyLabel {
    /// Where the bound is.
    pub tick_x: f64,
    /// The value.
    pub text: TextShape,
}

struct Placer<'a> {
    view: &'a KeyView,
    row: Rect,
    taken: Vec<(f64, f64)>,
    out: Vec<KeyLabel>,
}

/// The labels that fit.
#[must_use]
pub fn key_labels(frame: &LaneFrame, spans: &[Span], view: &KeyView, row: &Rect) -> Vec<KeyLabel> {
    let mut placer = Placer { view, row: *row, taken: Vec::new(), out: Vec::new() };
    if let Some(first) = spans.first() {
        placer.put(first.x, "MinKey", Anchor::Start, TextStyle::Key);
    }
    if let Some(last) = spans.last() {
        placer.put(last.x + last.w, "MaxKey", Anchor::End, TextStyle::Key);
    }
    let pinned = view.pinned.and_then(|id| frame.chunks.iter().position(|chunk| chunk.id == id));
    if let Some(idx) = pinned {
        placer.bound(frame, spans, idx, TextStyle::KeyStrong);
        placer.bound(frame, spans, idx + 1, TextStyle::KeyStrong);
    }
    for idx in largest(spans, row) {
        placer.bound(frame, spans, idx, TextStyle::Key);
    }
    placer.out
}

/// Visible chunks, widest first.
fn largest(spans: &[Span], row: &Rect) -> Vec<usize> {
    let visible = spans.iter().filter(|span| span.x >= row.x && span.x < row.right());
    let mut widest: Vec<&Span> = visible.collect();
    let by_width = |a: &&Span, b: &&Span| b.w.total_cmp(&a.w).then(a.chunk_idx.cmp(&b.chunk_idx));
    if widest.len() > N_LARGEST_TRIED {
        widest.select_nth_unstable_by(N_LARGEST_TRIED, by_width);
        widest.truncate(N_LARGEST_TRIED);
    }
    widest.sort_by(by_width);
    widest.into_iter().map(|span| span.chunk_idx).collect()
}

impl Placer<'_> {
    /// The lower bound of a chunk; the outer ends have their labels already.
    fn bound(&mut self, frame: &LaneFrame, spans: &[Span], idx: usize, style: TextStyle) {
        if let (Some(chunk), Some(span)) = (frame.chunks.get(idx), spans.get(idx))
            && idx > 0
        {
            self.put(span.x, &short(&chunk.label), Anchor::Middle, style);
        }
    }

    fn put(&mut self, x: f64, text: &str, anchor: Anchor, style: TextStyle) {
        let width = style.width(&self.view.fonts, text);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let right = left + width;
        let outside = left < self.row.x - 1.0 || right > self.row.right() + 1.0;
        let crowded = self.taken.iter().any(|taken| left < taken.1 + LABEL_GAP && right > taken.0 - LABEL_GAP);
        if !outside && !crowded {
            self.taken.push((left, right));
            let shape = TextShape::new(px(x), self.row.bottom() + 14.0, text, style).anchored(anchor);
            self.out.push(KeyLabel { tick_x: px(x), text: shape });
        }
    }
}

fn short(label: &str) -> String {
    if label.chars().count() <= LABEL_CHARS_MAX {
        return label.to_owned();
    }
    label.chars().take(LABEL_CHARS_MAX - 1).chain(std::iter::once('…')).collect()
}
