//! What moves for a moment after a change: a chunk that landed, a chunk that was split. Everything else is redrawn only.

use super::draw::num;
use super::scene::color::Palette;
use super::scene::shards::ShardsScene;
use super::scene::tile::Tile;
use super::scene::{Fill, Rect};
use gloo_timers::callback::Timeout;
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

/// How long the y axis takes from one step to the next, milliseconds of real time.
const EASE_MS: f64 = 300.0;
/// Between two drawings of it.
const EASE_STEP_MS: u32 = 16;

/// The height of the y axis on its way from one step to another. After a jump in time there is nothing to ease.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ease {
    from: f64,
    to: f64,
    since_ms: f64,
    at_ms: u64,
}

impl Ease {
    /// The step that the frame at a simulated time asks for; `now_ms` is real time.
    pub fn aim(&mut self, to: f64, at_ms: u64, now_ms: f64, still: bool) {
        let jumped = at_ms < self.at_ms || at_ms - self.at_ms > STEP_MS_MAX || self.to <= 0.0;
        if still || jumped {
            (self.from, self.since_ms) = (to, now_ms);
        } else if (to - self.to).abs() > 0.5 {
            (self.from, self.since_ms) = (self.at(now_ms).unwrap_or(self.to), now_ms);
        }
        (self.to, self.at_ms) = (to, at_ms);
    }

    /// The height at a real time; none when it has arrived.
    #[must_use]
    pub fn at(&self, now_ms: f64) -> Option<f64> {
        let t = ((now_ms - self.since_ms) / EASE_MS).clamp(0.0, 1.0);
        let moves = t < 1.0 && (self.to - self.from).abs() > 0.5;
        // Fast at first, slow at the end.
        moves.then(|| self.to + (self.from - self.to) * (1.0 - t).powi(3))
    }
}

/// The height of the y axis now; none when it has arrived. Draws again until it has.
#[hook]
pub fn use_ease(to: f64, at_ms: u64, still: bool) -> Option<f64> {
    let ease = use_mut_ref(Ease::default);
    let again = use_force_update();
    let now_ms = real_time();
    ease.borrow_mut().aim(to, at_ms, now_ms, still);
    let height = ease.borrow().at(now_ms);
    // After every drawing: one that came out the same must not be the last.
    use_effect(move || {
        let timeout = height.map(|_| Timeout::new(EASE_STEP_MS, move || again.force_update()));
        move || drop(timeout)
    });
    height
}

fn set(element: &SvgElement, property: &str, value: &str) {
    // A style that can't be set leaves the picture at its end.
    let _ = element.style().set_property(property, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_eased_and_a_jump_is_not() {
        let mut ease = Ease::default();
        ease.aim(100.0, 0, 0.0, false);
        assert_eq!(ease.at(0.0), None, "the first frame stands at once");
        ease.aim(200.0, 1_000, 50.0, false);
        let heights: Vec<f64> = [50.0, 100.0, 200.0, 349.0].iter().filter_map(|now| ease.at(*now)).collect();
        assert_eq!(heights.len(), 4);
        assert!(
            heights.windows(2).all(|pair| pair[0] < pair[1]) && heights[0] >= 100.0 && heights[3] < 200.0,
            "{heights:?}"
        );
        assert_eq!(ease.at(350.0), None);
        // Another step on the way goes on from where the axis is.
        ease.aim(400.0, 2_000, 100.0, false);
        assert_eq!(ease.at(100.0), Some(heights[1]));
        for (at_ms, still) in [(100_000, false), (50_000, false), (50_010, true)] {
            ease.aim(at_ms as f64, at_ms, 150.0, still);
            assert_eq!(ease.at(150.0), None, "{at_ms} {still}");
        }
    }
}
