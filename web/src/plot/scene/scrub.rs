//! The timeline: data gap over time with its threshold, the track, event marks.

use super::shape::{Anchor, TextShape, TextStyle};
use super::text::FontMetrics;
use super::{Rect, px};
use crate::plot::format;
use shardscope_session::view::{EventKind, GapPoint, LogRow};

/// Marks of one kind closer than this join.
const JOIN_BELOW: f64 = 8.0;
/// Under this width only bars are drawn.
const BARS_ONLY_BELOW: f64 = 200.0;

/// What one lane puts on the timeline.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LaneTimeline {
    /// Data gap and threshold, ascending in time.
    pub gaps: Vec<GapPoint>,
    /// Event log, ascending in time.
    pub rows: Vec<LogRow>,
}

/// What the timeline is drawn for.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrubView {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Simulated time on show.
    pub at_ms: u64,
    /// Simulated time computed so far.
    pub computed_ms: u64,
    /// End of the run.
    pub horizon_ms: u64,
    /// No gap line, no threshold label.
    pub compact: bool,
    /// Fonts of the page.
    pub fonts: FontMetrics,
}

/// An event mark, or several joined.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Which lane.
    pub lane: usize,
    /// Shape.
    pub kind: EventKind,
    /// From here.
    pub x1: f64,
    /// To here; the same for a point in time.
    pub x2: f64,
    /// Middle of the lane's row.
    pub y: f64,
    /// Half its height.
    pub r: f64,
    /// Already played.
    pub past: bool,
    /// Time of the first.
    pub at_ms: u64,
    /// How many.
    pub n: usize,
}

/// The timeline as it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrubScene {
    /// The track, 3 px high, from 0 to the end of the run.
    pub track: Rect,
    /// Right end of the computed part.
    pub computed_x: f64,
    /// The playhead.
    pub head_x: f64,
    /// Top and bottom of the playhead's line.
    pub head_y: (f64, f64),
    /// The gap line as points, left to right; empty without one.
    pub gap: Vec<(f64, f64)>,
    /// Bottom of the area under it.
    pub gap_floor: f64,
    /// The threshold's height and label.
    pub threshold: Option<(f64, Option<TextShape>)>,
    /// Marks of all lanes.
    pub marks: Vec<Mark>,
    /// Middle of each lane's row with its number, when there are several.
    pub lane_rows: Vec<(f64, TextShape)>,
}

/// Lays out the timeline.
#[must_use]
pub fn scrub_scene(lanes: &[LaneTimeline], view: &ScrubView) -> ScrubScene {
    let several = lanes.len() > 1;
    let numbered = several && !view.compact;
    let line = !view.compact && !several;
    let threshold_room = if line && view.width > 260.0 { 56.0 } else { 8.0 };
    let left = if numbered { 22.0 } else { 8.0 };
    let track_y = if view.compact {
        13.0
    } else if several {
        9.0
    } else {
        34.0
    };
    let track = Rect::new(left, track_y - 1.5, (view.width - left - threshold_room).max(10.0), 3.0);
    let x_of = |ms: u64| px(track.x + (ms as f64 / view.horizon_ms.max(1) as f64).min(1.0) * track.w);
    let margin = if view.compact { 6.0 } else { 4.0 };
    let mut scene = ScrubScene {
        track,
        computed_x: x_of(view.computed_ms),
        head_x: x_of(view.at_ms),
        head_y: (margin, view.height - margin),
        gap: Vec::new(),
        gap_floor: track_y - 5.0,
        threshold: None,
        marks: Vec::new(),
        lane_rows: Vec::new(),
    };
    if let Some(lane) = lanes.first().filter(|_| line) {
        gap_line(&mut scene, lane, view, &x_of);
    }
    let row_h = ((view.height - 16.0) / lanes.len().max(1) as f64).clamp(6.0, 14.0);
    for (idx, lane) in lanes.iter().enumerate() {
        let y = px(if several { track_y + 13.0 + row_h * idx as f64 } else { track_y + 14.0 });
        if numbered {
            let number = TextShape::new(8.0, y + 4.0, (idx + 1).to_string(), TextStyle::Axis).anchored(Anchor::Middle);
            scene.lane_rows.push((y, number));
        }
        let r = if row_h < 11.0 && several { 3.6 } else { 4.6 };
        scene.marks.extend(marks(lane, idx, view, &x_of, (y, r)));
    }
    scene
}

/// The line, one point per 2 px at most: the least and the largest of each are kept.
fn gap_line(scene: &mut ScrubScene, lane: &LaneTimeline, view: &ScrubView, x_of: &dyn Fn(u64) -> f64) {
    let threshold = lane.gaps.last().map_or(0, |point| point.threshold_bytes);
    let largest = lane.gaps.iter().map(|point| point.gap_bytes).max().unwrap_or(0);
    let top = (largest as f64).max(threshold as f64 * 1.2).max(1.0);
    let y_of = |bytes: u64| px(scene.gap_floor - bytes as f64 / top * 25.0);
    let mut points = Vec::new();
    let mut at = 0;
    while let Some(first) = lane.gaps.get(at) {
        let x = x_of(first.at_ms);
        let bucket = lane.gaps.get(at..).unwrap_or_default().iter().take_while(|point| x_of(point.at_ms) < x + 2.0);
        let bucket: Vec<u64> = bucket.map(|point| point.gap_bytes).collect();
        let (low, high) = (bucket.iter().min().copied().unwrap_or(0), bucket.iter().max().copied().unwrap_or(0));
        points.push((x, y_of(bucket.first().copied().unwrap_or(0))));
        if low != high {
            points.push((px(x + 0.5), y_of(low)));
            points.push((px(x + 1.0), y_of(high)));
        }
        at += bucket.len().max(1);
    }
    scene.gap = points;
    if threshold > 0 {
        let y = y_of(threshold).round() + 0.5;
        let text = format::megabytes(threshold);
        let fits = TextStyle::Axis.width(&view.fonts, &text) <= view.width - scene.track.right() - 4.0;
        let label = TextShape::new(scene.track.right() + 4.0, y + 4.0, text, TextStyle::Axis);
        scene.threshold = Some((y, fits.then_some(label)));
    }
}

/// A lane's marks: of each kind, those closer than 8 px joined.
fn marks(
    lane: &LaneTimeline,
    lane_idx: usize,
    view: &ScrubView,
    x_of: &dyn Fn(u64) -> f64,
    (y, r): (f64, f64),
) -> Vec<Mark> {
    let mut out = Vec::new();
    for kind in [EventKind::Migration, EventKind::Split, EventKind::Jumbo, EventKind::Zone, EventKind::Command] {
        if view.width < BARS_ONLY_BELOW && kind != EventKind::Migration {
            continue;
        }
        let start = out.len();
        for row in lane.rows.iter().filter(|row| row.kind == kind) {
            let past = row.at_ms <= view.at_ms;
            let (x1, x2) = (x_of(row.at_ms), x_of(row.ends_ms.unwrap_or(row.at_ms)));
            let x2 = if kind == EventKind::Migration { x2.max(x1 + 3.0) } else { x1 };
            match out.get_mut(start..).and_then(<[Mark]>::last_mut) {
                Some(last) if last.past == past && x1 < last.x2 + join_distance(kind) => {
                    last.x2 = last.x2.max(x2);
                    last.n += 1;
                }
                _ => out.push(Mark { lane: lane_idx, kind, x1, x2, y, r, past, at_ms: row.at_ms, n: 1 }),
            }
        }
    }
    out
}

/// Bars show their gaps as long as one can be seen; points of time need the room of their shape.
fn join_distance(kind: EventKind) -> f64 {
    if kind == EventKind::Migration { 1.0 } else { JOIN_BELOW }
}

impl ScrubScene {
    /// The simulated time at an x.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of the horizon, never negative"
    )]
    pub fn time_at(&self, x: f64, horizon_ms: u64) -> u64 {
        let share = ((x - self.track.x) / self.track.w).clamp(0.0, 1.0);
        (share * horizon_ms as f64).round() as u64
    }

    /// The mark at a point, with 4 px of reach on either side.
    #[must_use]
    pub fn mark_at(&self, x: f64, y: f64) -> Option<&Mark> {
        let near = |mark: &&Mark| (y - mark.y).abs() <= mark.r + 3.0 && x >= mark.x1 - 4.0 && x <= mark.x2 + 4.0;
        self.marks.iter().rev().filter(near).min_by(|a, b| distance(a, x).total_cmp(&distance(b, x)))
    }
}

fn distance(mark: &Mark, x: f64) -> f64 {
    if x < mark.x1 { mark.x1 - x } else { (x - mark.x2).max(0.0) }
}
