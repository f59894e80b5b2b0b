//! Tests of the key space's layout.

#![allow(clippy::unwrap_used, reason = "a test stops where its assumption fails")]

use super::key_rows::KeyRows;
use super::keyspace::{KeyScene, KeyView, key_scene};
use super::sample::{chunk, dense, frame, tenants};
use super::shape::TextStyle;
use super::text::FontMetrics;
use super::zoom::Zoom;
use super::{KeyScale, Rect};
use shardscope_session::view::LaneFrame;

fn view(width: f64, rows: KeyRows) -> KeyView {
    KeyView {
        width,
        rows,
        scale: KeyScale::Bytes,
        zoom: Zoom::default(),
        fonts: FontMetrics::default(),
        heat_max_per_sec: 1_800.0,
        pinned: Some(17),
        probed: None,
    }
}

fn cases() -> Vec<(LaneFrame, KeyView)> {
    let mut cases = Vec::new();
    for frame in [tenants(), dense(12, 5_000), frame(2, vec![chunk(0, "MinKey", 0, 0, 0.0)]), frame(1, Vec::new())] {
        for (width, rows) in [
            (808.0, KeyRows::dock()),
            (390.0, KeyRows::dock_phone()),
            (808.0, KeyRows::view(540.0, false)),
            (390.0, KeyRows::view(300.0, true)),
            (320.0, KeyRows::view(300.0, true)),
            (360.0, KeyRows::lane(56.0, false)),
            (590.0, KeyRows::lane(90.0, true)),
        ] {
            for scale in [KeyScale::Bytes, KeyScale::Keys] {
                for zoom in [Zoom::default(), Zoom::default().by(7.0, 0.41)] {
                    cases.push((frame.clone(), KeyView { scale, zoom, ..view(width, rows) }));
                }
            }
        }
    }
    cases
}

#[test]
fn segments_cover_the_row_in_key_order() {
    for (frame, view) in cases() {
        let scene = key_scene(&frame, &view);
        let Some(first) = scene.segments.first() else { continue };
        assert!((first.x - scene.owner_row.x).abs() < 0.1);
        for pair in scene.segments.windows(2) {
            assert!((pair[0].x + pair[0].w - pair[1].x).abs() < 0.1, "{:?}", &pair);
            assert_eq!(pair[0].group.last_idx + 1, pair[1].group.first_idx);
        }
        let last = scene.segments.last().unwrap();
        assert!((last.x + last.w - scene.owner_row.right()).abs() < 0.1);
    }
}

#[test]
fn the_area_of_a_profile_bar_is_its_share_of_inserts() {
    let frame = tenants();
    for scale in [KeyScale::Bytes, KeyScale::Keys] {
        let scene = key_scene(&frame, &KeyView { scale, ..view(808.0, KeyRows::view(540.0, false)) });
        let per_share: Vec<f64> = scene
            .segments
            .iter()
            .filter(|segment| segment.cut.is_none() && segment.profile > 0.02 && segment.w > 3.0)
            .map(|segment| segment.w * segment.profile / frame.chunks[segment.group.main_idx].inserts_share)
            .collect();
        assert!(per_share.len() > 20);
        for area in &per_share {
            assert!((area / per_share[0] - 1.0).abs() < 0.02, "{area} {}", per_share[0]);
        }
    }
}

#[test]
fn a_chunk_denser_than_the_scale_is_marked_as_cut() {
    let mut chunks: Vec<_> = (0..9).map(|id| chunk(id, "k", 0, 100_000_000, 0.0)).collect();
    chunks.push(chunk(9, "k9", 0, 1_000, 1.0));
    let scene = key_scene(&frame(1, chunks), &view(808.0, KeyRows::dock()));
    let last = scene.segments.last().unwrap();
    assert!(last.w >= 2.0, "hot: 2 px at least");
    assert!(last.hot && last.cut.is_some_and(|density| density > 100.0) && (last.profile - 1.0).abs() < 1e-9);
}

#[test]
fn a_hit_returns_the_segment_drawn_there() {
    for (frame, view) in cases() {
        let scene = key_scene(&frame, &view);
        for segment in scene.segments.iter().filter(|segment| segment.w > 0.1) {
            let x = segment.x + segment.w / 2.0;
            assert_eq!(scene.hit(x, scene.owner_row.y + 5.0), Some(segment));
            let idx = segment.group.main_idx;
            assert_eq!(scene.segment_of(idx).map(|found| found.chunk_id), Some(segment.chunk_id));
        }
        assert_eq!(scene.hit(-5.0, scene.owner_row.y + 5.0), None);
        assert_eq!(scene.hit(scene.owner_row.x + 5.0, 0.0), None);
    }
}

#[test]
fn labels_stay_apart_and_inside() {
    let fonts = FontMetrics::default();
    for (frame, view) in cases() {
        let scene = key_scene(&frame, &view);
        let mut bounds: Vec<Rect> = scene.labels.iter().map(|label| label.text.bounds(&fonts)).collect();
        bounds.sort_by(|a, b| a.x.total_cmp(&b.x));
        assert!(bounds.windows(2).all(|pair| pair[0].right() + 9.9 <= pair[1].x), "10 px apart");
        for rect in bounds {
            assert!(rect.x >= view.rows.left - 1.1 && rect.right() <= view.width - view.rows.right + 1.1);
            assert!(rect.bottom() <= scene.height);
        }
        let scale = scene.guides.iter().filter_map(|guide| guide.label.as_ref());
        for text in scene.notes.iter().chain(scale).chain(scene.zones.iter().filter_map(|zone| zone.label.as_ref())) {
            let rect = text.bounds(&fonts);
            let inside = rect.x >= 0.0 && rect.right() <= view.width && rect.y >= 0.0 && rect.bottom() <= scene.height;
            assert!(inside, "{} at {rect:?} of {}", text.text, view.width);
        }
    }
}

#[test]
fn the_pin_comes_before_the_largest() {
    let scene = key_scene(&tenants(), &view(808.0, KeyRows::dock()));
    let strong =
        |style| scene.labels.iter().filter(move |label| label.text.style == style).map(|l| l.text.text.as_str());
    assert_eq!(strong(TextStyle::KeyStrong).collect::<Vec<_>>(), ["t_42", "t_44"]);
    let ends: Vec<&str> = strong(TextStyle::Key).take(2).collect();
    assert_eq!(ends, ["MinKey", "MaxKey"]);
    assert!(strong(TextStyle::Key).count() > 5);
    let (pin, hot) = (scene.pin.unwrap(), scene.segment_of(17).unwrap());
    assert!((pin.w - hot.w - 2.0).abs() < 0.1 && (pin.x - hot.x + 1.0).abs() < 0.1);
}

#[test]
fn a_migrating_chunk_has_two_owners() {
    let scene = key_scene(&tenants(), &view(808.0, KeyRows::dock()));
    let moving: Vec<_> = scene.segments.iter().filter_map(|s| s.moving_to.map(|to| (s.shard_idx, to))).collect();
    assert_eq!(moving, [(2, 0)]);
}

#[test]
fn zones_lie_over_their_chunks() {
    let scene = key_scene(&tenants(), &view(808.0, KeyRows::dock()));
    let (eu, premium) = (&scene.zones[0], &scene.zones[1]);
    assert_eq!((eu.zone, premium.zone), (0, 1));
    assert!((eu.rect.x - scene.owner_row.x - 0.5).abs() < 0.1);
    assert!((premium.rect.right() - scene.segment_of(20).unwrap().x + 0.5).abs() < 0.2);
    assert_eq!(premium.label.as_ref().unwrap().text, "zone premium → C, D");
    assert_eq!(premium.name, "zone premium, t_10 to t_30, shardC and shardD");
}

fn n_members(scene: &KeyScene) -> usize {
    scene.segments.iter().map(|segment| segment.group.n_chunks).sum()
}

#[test]
fn ten_thousand_chunks_join_to_what_can_be_seen() {
    let frame = dense(12, 10_000);
    let scene = key_scene(&frame, &view(808.0, KeyRows::dock()));
    assert_eq!(n_members(&scene), 10_000);
    assert!(scene.segments.len() < 700, "{}", scene.segments.len());
    assert!(scene.segments.iter().filter(|s| s.hot).all(|s| s.group.n_chunks == 1 && s.w >= 1.99));
    let close = key_scene(&frame, &KeyView { zoom: Zoom::default().by(100.0, 0.5), ..view(808.0, KeyRows::dock()) });
    assert!(n_members(&close) < 300, "zoomed in, what is outside is left out: {}", n_members(&close));
    assert!(key_scene(&dense(3, 2_600), &view(2_600.0, KeyRows::dock())).dense);
}

#[test]
fn the_probe_points_at_its_chunk() {
    let scene = key_scene(&tenants(), &KeyView { probed: Some(4), ..view(808.0, KeyRows::view(540.0, false)) });
    let (x, _) = scene.probe.unwrap();
    assert_eq!(scene.hit(x, scene.owner_row.y + 1.0).map(|segment| segment.group.main_idx), Some(4));
}
