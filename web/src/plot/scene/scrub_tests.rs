//! Tests of the timeline's layout.

#![allow(clippy::unwrap_used, reason = "a test stops where its assumption fails")]

use super::sample::MB;
use super::scrub::{LaneTimeline, ScrubView, scrub_scene};
use super::text::FontMetrics;
use shardscope_session::view::{EventKind, GapPoint, LogRow};

fn row(at_s: u64, ends_s: Option<u64>, kind: EventKind) -> LogRow {
    let text = String::new();
    LogRow {
        id: 0,
        at_ms: at_s * 1_000,
        ends_ms: ends_s.map(|s| s * 1_000),
        kind,
        reason: text.clone(),
        text,
        refused_command: None,
    }
}

fn lane() -> LaneTimeline {
    let gaps =
        (0..=1_800).map(|s| GapPoint { at_ms: s * 1_000, gap_bytes: (s % 37) * 12 * MB, threshold_bytes: 384 * MB });
    let rows = vec![
        row(180, None, EventKind::Zone),
        row(200, None, EventKind::Split),
        row(204, None, EventKind::Split),
        row(200, Some(230), EventKind::Migration),
        row(300, None, EventKind::Jumbo),
        row(400, None, EventKind::NoMove),
        row(900, Some(960), EventKind::Migration),
    ];
    LaneTimeline { gaps: gaps.collect(), rows }
}

fn view(width: f64, compact: bool) -> ScrubView {
    ScrubView {
        width,
        height: if compact { 40.0 } else { 60.0 },
        at_ms: 455_000,
        computed_ms: 1_200_000,
        horizon_ms: 1_800_000,
        compact,
        fonts: FontMetrics::default(),
    }
}

#[test]
fn marks_join_and_know_what_is_past() {
    let scene = scrub_scene(&[lane()], &view(470.0, false));
    let got: Vec<_> = scene.marks.iter().map(|mark| (mark.kind, mark.n, mark.past)).collect();
    let expected = [
        (EventKind::Migration, 1, true),
        (EventKind::Migration, 1, false),
        (EventKind::Split, 2, true),
        (EventKind::Jumbo, 1, true),
        (EventKind::Zone, 1, true),
    ];
    assert_eq!(got, expected);
    let bars = scrub_scene(&[lane()], &view(150.0, true)).marks;
    assert!(bars.len() == 2 && bars.iter().all(|mark| mark.kind == EventKind::Migration));
}

#[test]
fn time_and_place_agree() {
    let scene = scrub_scene(&[lane()], &view(470.0, false));
    for (x, expected) in [(0.0, 0), (scene.track.x, 0), (scene.track.right(), 1_800_000), (900.0, 1_800_000)] {
        assert_eq!(scene.time_at(x, 1_800_000), expected);
    }
    assert!(scene.time_at(scene.head_x, 1_800_000).abs_diff(455_000) < 50);
    assert!(scene.head_x < scene.computed_x && scene.computed_x < scene.track.right());
    let jumbo = scene.marks.iter().find(|mark| mark.kind == EventKind::Jumbo).unwrap();
    assert_eq!(scene.mark_at(jumbo.x1 + 1.0, jumbo.y), Some(jumbo));
    assert_eq!(scene.mark_at(jumbo.x1, 2.0), None);
}

#[test]
fn the_gap_line_is_thinned_and_keeps_its_peaks() {
    let scene = scrub_scene(&[lane()], &view(470.0, false));
    assert!(scene.gap.len() < 700, "{}", scene.gap.len());
    let top = scene.gap.iter().map(|point| point.1).fold(f64::MAX, f64::min);
    assert!((scene.gap_floor - top - 25.0 * 432.0 / 460.8).abs() < 0.05, "432 MB of 460.8 MB");
    assert!(scene.gap.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    let (y, label) = scene.threshold.unwrap();
    assert!(y > top - 1.0 && label.unwrap().text == "384 MB");
    assert!(scrub_scene(&[lane()], &view(470.0, true)).gap.is_empty());
}

#[test]
fn several_lanes_have_numbered_rows() {
    let scene = scrub_scene(&[lane(), lane()], &view(900.0, false));
    let numbers: Vec<&str> = scene.lane_rows.iter().map(|row| row.1.text.as_str()).collect();
    assert_eq!(numbers, ["1", "2"]);
    assert!(scene.lane_rows[0].0 < scene.lane_rows[1].0 && scene.gap.is_empty());
    assert!(scene.marks.iter().all(|mark| mark.y + mark.r <= 60.0));
}
