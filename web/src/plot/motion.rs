//! What moves for a moment after a change: a chunk that landed, a chunk that was split. Everything else is redrawn only.

use super::draw::num;
use super::scene::color::Palette;
use super::scene::shards::ShardsScene;
use super::scene::tile::Tile;
use super::scene::{Fill, Rect};
use shardscope_session::view::LaneFrame;
use std::rc::Rc;
use web_sys::SvgElement;
use yew::prelude::*;

/// A change is shown only when time went on by less than this; after a jump there is nothing to animate.
const STEP_MS_MAX: u64 = 60_000;
/// How long a mark stays in the page, milliseconds of real time: longer than its motion.
const KEEP_MS: f64 = 450.0;
/// Splits at once beyond which single seams say nothing.
const N_SEAMS_MAX: usize = 24;

/// A change on show.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A chunk settles from where its ghost was.
    Landed {
        /// Last place of the ghost.
        from: Rect,
        /// Its tile.
        to: Rect,
        /// Its colour.
        fill: Fill,
    },
    /// A new chunk: the seam to the one that it was split from opens.
    Split {
        /// Top of the seam.
        from: (f64, f64),
        /// Bottom of the seam.
        to: (f64, f64),
    },
}

/// What the next frame is compared with.
#[derive(Debug, Clone, Default)]
struct Before {
    at_ms: u64,
    /// New chunks get higher ids than every chunk before them.
    id_max: Option<u32>,
    ghosts: Vec<(u32, u32, Rect)>,
    on_show: Vec<(f64, u32, Change)>,
}

/// The changes on show: those that this frame brought, and those of the last moments.
#[hook]
pub fn use_changes(frame: &Rc<LaneFrame>, scene: &Rc<ShardsScene>, at_ms: u64, still: bool) -> Vec<(u32, Change)> {
    let before = use_mut_ref(Before::default);
    let mut before = before.borrow_mut();
    let now = real_time();
    before.on_show.retain(|(since, ..)| now - since < KEEP_MS);
    let stepped = at_ms > before.at_ms && at_ms - before.at_ms <= STEP_MS_MAX;
    if stepped && !still {
        let new = landed(&before, frame, scene).into_iter().chain(split(&before, frame, scene));
        let new: Vec<_> = new.map(|(key, change)| (now, key, change)).collect();
        before.on_show.extend(new);
    }
    before.at_ms = at_ms;
    before.id_max = frame.chunks.iter().map(|chunk| chunk.id).max();
    let ghost = |flight: &super::scene::flight::Flight| Some((flight.id, flight.chunk_id, flight.ghost?));
    before.ghosts = scene.flights.iter().filter_map(ghost).collect();
    before.on_show.iter().map(|(_, key, change)| (*key, change.clone())).collect()
}

fn real_time() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

fn landed(before: &Before, frame: &LaneFrame, scene: &ShardsScene) -> Vec<(u32, Change)> {
    let over = before.ghosts.iter().filter(|(id, ..)| frame.migrations.iter().all(|migration| migration.id != *id));
    over.filter_map(|(id, chunk_id, from)| {
        let tile = scene.tile(*chunk_id)?;
        Some((*id, Change::Landed { from: *from, to: tile.rect, fill: tile.fill }))
    })
    .collect()
}

fn split(before: &Before, frame: &LaneFrame, scene: &ShardsScene) -> Vec<(u32, Change)> {
    let Some(id_max) = before.id_max else { return Vec::new() };
    let new: Vec<usize> = frame
        .chunks
        .iter()
        .enumerate()
        .filter_map(|(idx, chunk)| (chunk.id > id_max).then_some(idx))
        .take(N_SEAMS_MAX + 1)
        .collect();
    if new.len() > N_SEAMS_MAX {
        return Vec::new();
    }
    let seam = |idx: &usize| {
        let chunk = frame.chunks.get(*idx)?;
        let tile = scene.tile_of(usize::from(chunk.shard_idx), *idx)?;
        // Keys of landings and seams must differ.
        Some((chunk.id | 1 << 31, Change::Split { from: edge(tile).0, to: edge(tile).1 }))
    };
    new.iter().filter_map(seam).collect()
}

/// The left edge of a tile.
fn edge(tile: &Tile) -> ((f64, f64), (f64, f64)) {
    ((tile.rect.x, tile.rect.y), (tile.rect.x, tile.rect.bottom()))
}

/// Properties of [`ChangeView`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ChangeProps {
    /// The change.
    pub change: Change,
    /// Colours.
    pub palette: &'static Palette,
}

/// A change, drawn once; the style sheet moves it and lets it go.
#[component]
pub fn ChangeView(props: &ChangeProps) -> Html {
    let node = use_node_ref();
    {
        let (node, change) = (node.clone(), props.change.clone());
        use_effect_with((), move |()| {
            if let (Some(element), Change::Landed { from, to, .. }) = (node.cast::<SvgElement>(), change) {
                let ((x1, y1), (x2, y2)) = (from.center(), to.center());
                let scale = |from: f64, to: f64| if to > 0.5 { from / to } else { 1.0 };
                set(&element, "--dx", &format!("{}px", num(x1 - x2)));
                set(&element, "--dy", &format!("{}px", num(y1 - y2)));
                set(&element, "--sx", &num(scale(from.w, to.w)));
                set(&element, "--sy", &num(scale(from.h, to.h)));
            }
        });
    }
    match &props.change {
        Change::Landed { to, fill, .. } => html! {
            <rect ref={node} class="landing" x={num(to.x)} y={num(to.y)} width={num(to.w)} height={num(to.h)}
                fill={props.palette.fill(*fill).hex()} />
        },
        Change::Split { from, to } => html! {
            <line ref={node} class="seam" x1={num(from.0)} y1={num(from.1)} x2={num(to.0)} y2={num(to.1)} />
        },
    }
}

/// Eases columns and grid from the old scale to the new one when the y axis changed its step; what is written on the tiles
/// fades in.
#[hook]
pub fn use_scale_ease(node: &NodeRef, texts: &NodeRef, top_bytes: f64, baseline: f64, still: bool) {
    let last = super::hooks::use_last(top_bytes);
    let (node, texts) = (node.clone(), texts.clone());
    use_effect_with(top_bytes.to_bits(), move |_| {
        let from = last.filter(|from| !still && *from > 0.0 && (from - top_bytes).abs() > 0.5);
        if let (Some(from), Some(group), Some(texts)) = (from, node.cast::<SvgElement>(), texts.cast::<SvgElement>()) {
            set(&texts, "transition", "none");
            set(&texts, "opacity", "0");
            set(&group, "transition", "none");
            set(&group, "transform-origin", &format!("0 {baseline}px"));
            set(&group, "transform", &format!("scaleY({})", top_bytes / from));
            // Reading the layout makes the browser take the start before the end.
            let _ = group.get_bounding_client_rect();
            set(&group, "transition", "transform 300ms cubic-bezier(.2,.7,.2,1)");
            set(&group, "transform", "none");
            set(&texts, "transition", "opacity 300ms ease-in");
            set(&texts, "opacity", "1");
        }
    });
}

fn set(element: &SvgElement, property: &str, value: &str) {
    // A style that can't be set leaves the picture at its end.
    let _ = element.style().set_property(property, value);
}
