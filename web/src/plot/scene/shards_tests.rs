//! Tests of the shards plot's layout.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops where its assumption fails")]

use super::sample::{MB, chunk, dense, draining, frame, moving, tenants};
use super::shape::{TextShape, TextStyle};
use super::shards::{Form, ShardsScene, ShardsView, need_bytes, shards_scene};
use super::text::FontMetrics;
use super::{ColorBy, Fill, Rect};
use shardscope_session::view::LaneFrame;

pub(super) fn view(width: f64, height: f64, form: Form) -> ShardsView {
    ShardsView {
        width,
        height,
        form,
        fonts: FontMetrics::default(),
        color_by: ColorBy::Writes,
        heat_max_per_sec: 1_800.0,
        at_ms: 455_000,
        need_bytes_min: 0.0,
        top_bytes: None,
        still: false,
    }
}

pub(super) fn full() -> ShardsView {
    view(808.0, 348.0, Form::Full)
}

fn shapes(scene: &ShardsScene) -> Vec<(String, Rect)> {
    let fonts = FontMetrics::default();
    let text = |text: &TextShape| (text.text.clone(), text.bounds(&fonts));
    let mut out: Vec<(String, Rect)> = scene.notes.iter().map(text).collect();
    out.extend(scene.grid.iter().filter_map(|line| line.label.as_ref()).map(text));
    for column in &scene.columns {
        out.extend(column.texts.iter().chain(&column.tile_texts).map(text));
        out.extend(column.tiles.iter().map(|tile| (format!("tile {}", tile.chunk_id), tile.rect)));
        out.extend(column.tags.iter().map(|tag| (tag.text.clone(), tag.rect)));
        out.extend([("track".to_owned(), column.track), ("mark".to_owned(), column.mark.rect)]);
    }
    for flight in &scene.flights {
        out.push(("slot".to_owned(), flight.slot));
        out.extend(flight.ghost.map(|ghost| ("ghost".to_owned(), ghost)));
        out.extend(flight.label.iter().map(|(text, room)| (text.text.clone(), *room)));
        let (x, y) = flight.arc.at(0.5);
        out.push(("arc".to_owned(), Rect::new(x, y, 0.0, 0.0)));
    }
    out
}

/// Every combination that the page shows.
pub(super) fn cases() -> Vec<(LaneFrame, ShardsView)> {
    let mut cases = Vec::new();
    for frame in [
        tenants(),
        dense(12, 900),
        frame(3, vec![chunk(0, "MinKey", 0, 0, 0.0)]),
        frame(2, Vec::new()),
        moving(dense(4, 40), 4),
        moving(dense(6, 12), 6),
        moving(frame(3, vec![chunk(0, "MinKey", 0, 4_000 * MB, 0.5), chunk(1, "…012345", 2, MB, 0.1)]), 2),
        draining(tenants(), 1),
        draining(moving(dense(4, 40), 4), 3),
        draining(dense(16, 300), 2),
        moving(dense(32, 400), 9),
        draining(dense(64, 500), 5),
        dense(100, 300),
    ] {
        for (w, h, form) in [
            (808.0, 348.0, Form::Full),
            (548.0, 260.0, Form::Full),
            (1_400.0, 700.0, Form::Full),
            (390.0, 286.0, Form::Phone),
            (360.0, 230.0, Form::Lane),
            (320.0, 140.0, Form::Lane),
        ] {
            cases.push((frame.clone(), view(w, h, form)));
        }
    }
    cases
}

#[test]
fn areas_are_bytes_on_one_scale() {
    for (frame, view) in cases() {
        let scene = shards_scene(&frame, &view);
        let plot_h = scene.baseline - scene.grid.iter().map(|l| l.y).fold(f64::MAX, f64::min).min(scene.baseline);
        for column in &scene.columns {
            let bytes: u64 = frame.shards[column.shard_idx].bytes;
            if view.form != Form::Lane {
                let height = bytes as f64 / scene.top_bytes * plot_h;
                assert!((column.stack.h - height).abs() < 1.5, "{} != {height}", column.stack.h);
            }
            for tile in column.tiles.iter().filter(|tile| tile.rect.area() > 100.0 && tile.group.n_chunks == 1) {
                let share = frame.chunks[tile.group.main_idx].bytes as f64 / bytes as f64;
                let area = tile.rect.area() / (column.stack.area());
                assert!((area - share).abs() < 0.002 + share * 0.02, "{area} of the column, {share} of the bytes");
            }
        }
    }
}

#[test]
fn tiles_fill_their_column_without_overlap() {
    for (frame, view) in cases() {
        for column in &shards_scene(&frame, &view).columns {
            let area: f64 = column.tiles.iter().map(|tile| tile.rect.area()).sum();
            assert!((area - column.stack.area()).abs() <= 0.02 * column.stack.area() + 1.0);
            for (at, tile) in column.tiles.iter().enumerate() {
                for other in &column.tiles[at + 1..] {
                    assert!(!tile.rect.overlaps(&other.rect, 0.03), "{tile:?} over {other:?}");
                }
            }
        }
    }
}

#[test]
fn a_hit_returns_the_tile_drawn_there() {
    let scene = shards_scene(&tenants(), &full());
    let ghosts: Vec<Rect> = scene.flights.iter().filter_map(|flight| flight.ghost).collect();
    let mut n_checked = 0;
    for tile in scene.columns.iter().flat_map(|column| &column.tiles) {
        let (x, y) = tile.rect.center();
        if ghosts.iter().all(|ghost| !ghost.contains(x, y)) {
            assert_eq!(scene.hit(x, y), Some(tile));
            n_checked += 1;
        }
    }
    assert!(n_checked > 40);
    assert_eq!(scene.hit(10.0, 10.0), None);
    let ghost = ghosts.first().unwrap().center();
    assert_eq!(scene.hit(ghost.0, ghost.1).map(|tile| tile.chunk_id), Some(36), "a ghost is its chunk");
}

#[test]
fn every_chunk_with_data_has_a_tile() {
    for frame in [tenants(), dense(12, 5_000)] {
        let scene = shards_scene(&frame, &full());
        let drawn: usize = scene.columns.iter().flat_map(|c| &c.tiles).map(|tile| tile.group.n_chunks).sum();
        assert_eq!(drawn, frame.chunks.iter().filter(|chunk| chunk.bytes > 0).count());
        for (idx, chunk) in frame.chunks.iter().enumerate().filter(|(_, chunk)| chunk.bytes > 0) {
            let tile = scene.tile_of(usize::from(chunk.shard_idx), idx).unwrap();
            assert!(tile.group.first_idx <= idx && idx <= tile.group.last_idx);
        }
    }
}

#[test]
fn nothing_lies_outside_the_drawing() {
    for (frame, view) in cases() {
        let scene = shards_scene(&frame, &view);
        for (what, rect) in shapes(&scene) {
            let inside = rect.x >= -0.01
                && rect.y >= -0.01
                && rect.right() <= scene.width + 0.01
                && rect.bottom() <= scene.height + 0.01;
            assert!(inside, "{what}: {rect:?} in {} x {} {:?}", scene.width, scene.height, view.form);
        }
    }
}

#[test]
fn texts_do_not_overlap() {
    let fonts = FontMetrics::default();
    for (frame, view) in cases() {
        let scene = shards_scene(&frame, &view);
        let mut texts: Vec<&TextShape> = scene.notes.iter().collect();
        texts.extend(scene.grid.iter().filter_map(|line| line.label.as_ref()));
        texts.extend(scene.columns.iter().flat_map(|column| column.texts.iter().chain(&column.tile_texts)));
        for (at, text) in texts.iter().enumerate() {
            for other in &texts[at + 1..] {
                let overlap = text.bounds(&fonts).overlaps(&other.bounds(&fonts), 1.0);
                assert!(!overlap, "{:?}: {:?} over {:?}", view.form, text.text, other.text);
            }
        }
    }
}

#[test]
fn the_even_share_is_that_of_the_shards_that_may_hold_data_and_lies_in_the_plot() {
    for (frame, view) in cases() {
        let scene = shards_scene(&frame, &view);
        let able = frame.shards.iter().filter(|shard| !shard.draining && !shard.removed).count() as u64;
        let Some(y) = scene.even_y else {
            assert_eq!(frame.bytes, 0, "{:?}", view.form);
            continue;
        };
        assert!(y >= scene.top && y <= scene.baseline + 1.0, "{y} not from {} to {}", scene.top, scene.baseline);
        let bytes = (scene.baseline - y) / (scene.baseline - scene.top) * scene.top_bytes;
        let even = frame.bytes as f64 / able as f64;
        assert!((bytes - even).abs() < scene.top_bytes / (scene.baseline - scene.top) * 1.5, "{bytes} for {even}");
    }
}

#[test]
fn every_draining_shard_says_so() {
    for (frame, view) in cases_of_all_widths() {
        let scene = shards_scene(&frame, &view);
        for column in &scene.columns {
            let draining = frame.shards[column.shard_idx].draining;
            assert_eq!(column.draining, draining);
            if column.w >= 64.0 {
                let tag = column.tags.iter().any(|tag| tag.zone.is_none() && tag.text.starts_with("drain"));
                assert_eq!(tag, draining, "{:?} {} wide", view.form, column.w);
            }
        }
    }
}

/// The cases, and each of some frames in every width.
fn cases_of_all_widths() -> Vec<(LaneFrame, ShardsView)> {
    let mut cases = cases();
    let mut zones = draining(tenants(), 2);
    zones.shards[1].zones = vec!["EU".to_owned(), "premium".to_owned()];
    for frame in [zones, draining(dense(8, 60), 8), tenants()] {
        for form in [Form::Full, Form::Phone, Form::Lane] {
            let widths = (0..60).map(|n| 320.0 + f64::from(n) * 19.0);
            cases.extend(widths.map(|width| (frame.clone(), view(width, 348.0, form))));
        }
    }
    cases
}

#[test]
fn headings_do_not_overlap() {
    let fonts = FontMetrics::default();
    for (frame, view) in cases_of_all_widths() {
        let scene = shards_scene(&frame, &view);
        let parts: Vec<(String, Rect)> = scene
            .columns
            .iter()
            .flat_map(|column| {
                let texts = column.texts.iter().map(|text| (text.text.clone(), text.bounds(&fonts)));
                let tags = column.tags.iter().map(|tag| (tag.text.clone(), tag.rect));
                texts.chain(tags).chain([(format!("mark {}", column.shard_idx), column.mark.rect)])
            })
            .collect();
        for (at, (what, rect)) in parts.iter().enumerate() {
            for (other, there) in &parts[at + 1..] {
                assert!(
                    !rect.overlaps(there, 1.0),
                    "{:?} of {} shards: {what} over {other}",
                    view.form,
                    frame.shards.len()
                );
            }
        }
    }
}

#[test]
fn many_shards_fit_without_scrolling() {
    for (n_shards, width, fits) in
        [(16, 808.0, true), (32, 808.0, true), (64, 808.0, true), (64, 548.0, false), (100, 808.0, false)]
    {
        let scene = shards_scene(&dense(n_shards, 600), &view(width, 348.0, Form::Full));
        assert_eq!(scene.width <= width, fits, "{n_shards} on {width}: {}", scene.width);
        assert!(scene.columns.iter().all(|column| column.w >= 7.0));
        let mut right = 0.0;
        for column in &scene.columns {
            assert!(column.x >= right + 1.0 && column.mark.rect.w <= column.w.max(18.0), "{column:?}");
            right = column.x + column.w;
        }
    }
}

#[test]
fn hot_and_jumbo_tiles_say_so_as_room_allows() {
    let scene = shards_scene(&tenants(), &full());
    let texts: Vec<&str> = scene.columns[2].tile_texts.iter().map(|text| text.text.as_str()).collect();
    for expected in ["t_42", "jumbo, cannot split", "0.52 GB", "1,576 writes/s"] {
        assert!(texts.contains(&expected), "{expected} in {texts:?}");
    }
    assert_eq!(scene.columns[2].locks.len(), 1);
    let tile = scene.tile(17).unwrap();
    assert!(tile.hot && tile.jumbo && !tile.leaving);
}

#[test]
fn colour_means_what_was_chosen() {
    let frame = tenants();
    for (color_by, expected) in [
        (ColorBy::Writes, (Fill::Heat(239), Fill::Heat(54))),
        (ColorBy::Zone, (Fill::Zone(1), Fill::Sunken)),
        (ColorBy::Age, (Fill::Age(255), Fill::Age(255))),
    ] {
        let scene = shards_scene(&frame, &ShardsView { color_by, ..full() });
        let (hot, quiet) = (scene.tile(17).unwrap(), scene.tile(30).unwrap());
        assert_eq!(hot.fill, expected.0, "{color_by:?}");
        assert_eq!(std::mem::discriminant(&quiet.fill), std::mem::discriminant(&expected.1), "{color_by:?}");
        assert_eq!(hot.hot, color_by == ColorBy::Writes);
        assert_eq!(hot.zone_edge, (color_by == ColorBy::Zone).then_some(1));
    }
}

#[test]
fn the_gap_stands_beside_its_threshold() {
    let scene = shards_scene(&tenants(), &full());
    let notes: Vec<&str> = scene.notes.iter().map(|note| note.text.as_str()).collect();
    let gap = crate::plot::format::megabytes(tenants().data_gap_bytes);
    assert!(notes.contains(&format!("gap {gap}").as_str()) && notes.iter().any(|n| n.ends_with("384 MB")), "{notes:?}");
    let bracket = scene.bracket.clone().unwrap();
    let tops: Vec<f64> = scene.columns.iter().map(|column| column.stack.y).collect();
    assert!((bracket.top - tops.iter().copied().fold(f64::MAX, f64::min)).abs() < 1.0);
    assert!((bracket.bottom - tops.iter().copied().fold(0.0, f64::max)).abs() < 1.0);
    let empty = shards_scene(&frame(3, vec![chunk(0, "MinKey", 0, 0, 0.0)]), &full());
    assert_eq!((empty.bracket, empty.even_y), (None, None));
}

#[test]
fn lanes_share_a_scale() {
    let (small, large) = (frame(3, vec![chunk(0, "MinKey", 0, 20 * MB, 1.0)]), tenants());
    let need_bytes_min = need_bytes(&small).max(need_bytes(&large));
    let tops: Vec<f64> = [&small, &large]
        .iter()
        .map(|frame| shards_scene(frame, &ShardsView { need_bytes_min, ..view(360.0, 230.0, Form::Lane) }).top_bytes)
        .collect();
    assert!((tops[0] - tops[1]).abs() < 1.0);
}

#[test]
fn narrow_plots_scroll_and_removed_shards_go() {
    let scene = shards_scene(&dense(12, 300), &view(390.0, 286.0, Form::Phone));
    assert!(scene.columns.iter().all(|column| column.w >= 7.0));
    let mut frame = tenants();
    let gone = frame.shards.last_mut().unwrap();
    (gone.removed, gone.bytes) = (true, 0);
    let scene = shards_scene(&frame, &full());
    assert_eq!(scene.columns.iter().map(|column| column.shard_idx).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn ten_thousand_chunks_need_few_nodes() {
    for (n_shards, n_chunks) in [(4, 600), (12, 600), (12, 10_000), (40, 10_000)] {
        let scene = shards_scene(&dense(n_shards, n_chunks), &view(1_400.0, 700.0, Form::Full));
        assert!(scene.n_nodes() <= 1_500, "{n_shards} shards, {n_chunks} chunks: {}", scene.n_nodes());
        assert_eq!(scene.dense, n_chunks > 600);
    }
    let scene = shards_scene(&dense(12, 10_000), &full());
    for tile in scene.columns.iter().flat_map(|column| &column.tiles).filter(|tile| tile.group.n_chunks > 1) {
        assert!(!tile.hot && tile.fill != Fill::Sunken);
    }
    assert!(
        scene
            .columns
            .iter()
            .all(|column| column.tile_texts.iter().filter(|t| t.style == TextStyle::Tile).count() <= 40)
    );
}
