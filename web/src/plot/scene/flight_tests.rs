//! Tests of what moves over the shards plot.

#![allow(clippy::unwrap_used, reason = "a test stops where its assumption fails")]

use super::Rect;
use super::sample::{migration, tenants};
use super::shape::TextShape;
use super::shards::{ShardsView, shards_scene, top_bytes};
use super::shards_tests::{cases, full};
use super::text::FontMetrics;

#[test]
fn what_moves_stays_in_the_plot_and_covers_no_label() {
    let fonts = FontMetrics::default();
    let mut n_ghosts = 0;
    for (frame, view) in cases() {
        for at_ms in [380_000, 430_000, 455_000, 500_000] {
            let scene = shards_scene(&frame, &ShardsView { at_ms, ..view.clone() });
            let texts: Vec<&TextShape> = scene.columns.iter().flat_map(|column| &column.tile_texts).collect();
            let locks =
                scene.columns.iter().flat_map(|column| &column.locks).map(|lock| Rect::new(lock.x, lock.y, 10.0, 12.0));
            let marks: Vec<Rect> = texts.iter().map(|text| text.bounds(&fonts)).chain(locks).collect();
            for flight in &scene.flights {
                for rect in flight.ghost.iter().chain([&flight.slot]).chain(&flight.source) {
                    n_ghosts += 1;
                    let inside = rect.x >= scene.left - 0.01
                        && rect.right() <= scene.right + 0.01
                        && rect.y >= scene.top - 0.01
                        && rect.bottom() <= scene.baseline + 0.01;
                    assert!(inside, "{rect:?} outside of {} to {} {:?}", scene.left, scene.right, view.form);
                }
                if let Some(source) = flight.source {
                    assert!(
                        marks.iter().all(|mark| !mark.overlaps(&source, 0.5)),
                        "{:?}: {source:?} {marks:?}",
                        view.form
                    );
                }
                for t in 0..=10 {
                    let (_, y) = flight.arc.at(f64::from(t) / 10.0);
                    assert!(y >= scene.top - 0.01 && y <= scene.baseline + 0.01, "the arc at {y}");
                }
            }
        }
    }
    assert!(n_ghosts > 100, "{n_ghosts}");
}

#[test]
fn on_the_way_to_another_step_everything_stays_in_the_plot() {
    for (frame, view) in cases() {
        let target = top_bytes(&frame, view.form, 0.0);
        for share in [0.25, 0.6, 1.0, 2.5] {
            let scene = shards_scene(&frame, &ShardsView { top_bytes: Some(target * share), ..view.clone() });
            assert!((scene.top_bytes - target * share).abs() < 1.0);
            assert!(scene.grid.iter().all(|line| line.y >= scene.top - 1.0), "lines beyond the step wait");
            let marks =
                scene.even_y.into_iter().chain(scene.bracket.iter().flat_map(|bracket| [bracket.top, bracket.bottom]));
            assert!(marks.into_iter().all(|y| y >= scene.top && y <= scene.baseline + 1.0), "{share}");
            let moving = scene.flights.iter().flat_map(|flight| flight.ghost.into_iter().chain([flight.slot]));
            assert!(
                moving.into_iter().all(|rect| rect.y >= scene.top - 0.01 && rect.bottom() <= scene.baseline + 0.01)
            );
        }
    }
}

#[test]
fn a_migration_shows_source_slot_and_ghost() {
    let scene = shards_scene(&tenants(), &full());
    let flight = &scene.flights[0];
    assert!(scene.tile(36).unwrap().leaving);
    assert!((flight.progress - 25.0 / 45.0).abs() < 1e-9, "25 s of 45 s");
    let source = flight.source.unwrap();
    let target = scene.columns.iter().find(|column| column.shard_idx == 0).unwrap();
    assert!((flight.slot.bottom() - target.stack.y).abs() < 1.0, "on top of the recipient");
    assert!((flight.slot.area() / scene.tile(36).unwrap().rect.area() - 1.0).abs() < 0.1, "same area");
    let (x, y) = flight.arc.at(0.0);
    assert!((x - source.center().0).abs() < 0.01 && (y - source.center().1).abs() < 0.01);
    assert_eq!(flight.label.as_ref().unwrap().0.text, "t_76 56%");
    let still = shards_scene(&tenants(), &ShardsView { still: true, ..full() });
    assert_eq!(still.flights[0].ghost, None);
    assert_eq!(still.flights[0].label.as_ref().unwrap().0.text, "t_76 56%");
}

#[test]
fn a_part_that_leaves_is_hatched_in_proportion() {
    let mut frame = tenants();
    let mut part = migration(&frame, 36, 0);
    (part.whole_chunk, part.bytes) = (false, part.bytes / 4);
    frame.migrations = vec![part];
    let scene = shards_scene(&frame, &full());
    let (tile, source) = (scene.tile(36).unwrap(), scene.flights[0].source.unwrap());
    assert!(!tile.leaving);
    assert!((source.w / tile.rect.w - 0.25).abs() < 0.02 && (source.x - tile.rect.x).abs() < 1.0);
}
