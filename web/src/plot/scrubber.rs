//! The timeline as a control: a slider over gap line, track and event marks.

use super::draw::{self, num};
use super::hooks::{use_env, use_size, use_uid};
use super::pointer::point_on;
use super::scene::scrub::{LaneTimeline, Mark, ScrubScene, ScrubView, scrub_scene};
use crate::plot::format;
use shardscope_session::view::EventKind;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Steps of Page up and Page down.
const N_STEPS_PAGE: i64 = 10;

/// Properties of [`Scrubber`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ScrubberProps {
    /// Gaps and events of every lane.
    pub lanes: Rc<Vec<LaneTimeline>>,
    /// Simulated time computed so far.
    pub computed_ms: u64,
    /// End of the run.
    pub horizon_ms: u64,
    /// Simulated time on show.
    pub at_ms: u64,
    /// A time was chosen.
    pub on_seek: Callback<u64>,
    /// So many steps on, or back below 0. Relative, because keys may come faster than the page draws.
    pub on_skip: Callback<i64>,
    /// To the next (`true`) or the previous event.
    pub on_event: Callback<bool>,
    /// No gap line.
    #[prop_or_default]
    pub compact: bool,
}

/// The scrubber.
#[component]
pub fn Scrubber(props: &ScrubberProps) -> Html {
    let node = use_node_ref();
    let size = use_size(&node);
    let env = use_env();
    let uid = use_uid("sc");
    let dragging = use_state_eq(|| false);
    let (width, height) = size.unwrap_or((0.0, 0.0));
    let view = ScrubView {
        width,
        height,
        at_ms: props.at_ms,
        computed_ms: props.computed_ms,
        horizon_ms: props.horizon_ms,
        compact: props.compact || height < 50.0,
        fonts: env.fonts,
    };
    let scene = use_memo((props.lanes.clone(), view), |(lanes, view)| scrub_scene(lanes, view));
    let onpointerdown = {
        let (node, scene, props, dragging) = (node.clone(), scene.clone(), props.clone(), dragging.clone());
        Callback::from(move |event: PointerEvent| {
            if event.button() != 0 {
                return;
            }
            if let Some(element) = node.cast::<Element>() {
                // Without capture a drag ends at the edge of the element.
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            dragging.set(true);
            if let Some(at) = point_on(&node, &event) {
                let mark = scene.mark_at(at.x, at.y).map(|mark| mark.at_ms);
                props.on_seek.emit(mark.unwrap_or_else(|| scene.time_at(at.x, props.horizon_ms)));
            }
        })
    };
    let onpointermove = {
        let (node, scene, props, dragging) = (node.clone(), scene.clone(), props.clone(), dragging.clone());
        Callback::from(move |event: PointerEvent| {
            if *dragging && let Some(at) = point_on(&node, &event) {
                props.on_seek.emit(scene.time_at(at.x, props.horizon_ms));
            }
        })
    };
    let onpointerup = {
        let dragging = dragging.setter();
        Callback::from(move |_: PointerEvent| dragging.set(false))
    };
    let onkeydown = {
        let props = props.clone();
        Callback::from(move |event: KeyboardEvent| on_key(&event, &props))
    };
    let value_text = format!("{} of {}", format::clock(props.at_ms), format::clock(props.horizon_ms));
    html! {
        <div ref={node} class={classes!("scrub", dragging.then_some("dragging"))} role="slider" tabindex="0"
            aria-label="Simulated time" aria-valuemin="0" aria-valuemax={(props.horizon_ms / 1_000).to_string()}
            aria-valuenow={(props.at_ms.min(props.horizon_ms) / 1_000).to_string()} aria-valuetext={value_text} data-testid="scrubber"
            onpointercancel={onpointerup.clone()} {onpointerdown} {onpointermove} {onpointerup} {onkeydown}>
            if width > 20.0 {
                <svg class="plot-svg" width={num(width)} height={num(height)} aria-hidden="true" focusable="false">
                    <Backdrop scene={scene.clone()} />
                    <defs><clipPath id={format!("{uid}-past")}><rect width={num(scene.head_x)} height={num(height)} /></clipPath></defs>
                    if !scene.gap.is_empty() {
                        <path class="gap-past" d={gap_area(&scene)} clip-path={format!("url(#{uid}-past)")} />
                    }
                    { draw::list(scene.threshold.iter().map(|(y, label)| html! {
                        <>
                            <line class="threshold" x1={num(scene.track.x)} x2={num(scene.track.right())} y1={num(*y)} y2={num(*y)} />
                            { label.as_ref().map(|label| draw::text(label, env.theme.palette())).unwrap_or_default() }
                        </>
                    })) }
                    <rect class="played" x={num(scene.track.x)} y={num(scene.track.y)} rx="1.5"
                        width={num(scene.head_x - scene.track.x)} height={num(scene.track.h)} />
                    <g class="marks">{ for scene.marks.iter().map(mark) }</g>
                    <line class="head-line" x1={num(scene.head_x)} x2={num(scene.head_x)} y1={num(scene.head_y.0)} y2={num(scene.head_y.1)} />
                    <circle class="head" cx={num(scene.head_x)} cy={num(scene.track.y + 1.5)} r="6" />
                </svg>
            }
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct BackdropProps {
    scene: Rc<ScrubScene>,
}

/// Gap area, track and lane rows: what does not move with the playhead.
#[component]
fn Backdrop(props: &BackdropProps) -> Html {
    let scene = &props.scene;
    let track = &scene.track;
    html! {
        <g>
            if !scene.gap.is_empty() { <path class="gap" d={gap_area(scene)} /> }
            <rect class="track-all" x={num(track.x)} y={num(track.y)} width={num(track.w)} height={num(track.h)} rx="1.5" />
            <rect class="track-computed" x={num(track.x)} y={num(track.y)} width={num(scene.computed_x - track.x)} height={num(track.h)} rx="1.5" />
            { draw::list(scene.lane_rows.iter().map(|(y, number)| html! {
                <>
                    <line class="lane-line" x1={num(track.x)} x2={num(track.right())} y1={num(y + 0.5)} y2={num(y + 0.5)} />
                    <text class={number.style.class()} x={num(number.x)} y={num(number.y)} text-anchor="middle">{ &number.text }</text>
                </>
            })) }
        </g>
    }
}

/// The gap line closed along its floor.
fn gap_area(scene: &ScrubScene) -> String {
    use std::fmt::Write;
    let (Some(first), Some(last)) = (scene.gap.first(), scene.gap.last()) else { return String::new() };
    let mut path = format!("M{} {}", first.0, scene.gap_floor);
    for (x, y) in &scene.gap {
        // Writing to a string can't fail.
        let _ = write!(path, "L{x} {y}");
    }
    let _ = write!(path, "L{} {}Z", last.0, scene.gap_floor);
    path
}

fn mark(mark: &Mark) -> Html {
    let (x1, x2, y, r) = (mark.x1, mark.x2, mark.y, mark.r);
    let when = if mark.past { "past" } else { "ahead" };
    match mark.kind {
        EventKind::Migration => html! {
            <rect class={classes!("mark-bar", when)} x={num(x1)} y={num(y - r * 0.42)} width={num((x2 - x1 - 1.0).max(2.5))}
                height={num(r * 0.84)} rx="1" />
        },
        EventKind::Split => html! {
            <path class={classes!("mark-split", when)}
                d={format!("M{} {}L{} {}H{}l{r} {r}l-{r} {r}H{}l-{r} -{r}Z", num(x1 - r), num(y), num(x1), num(y - r), num(x2), num(x1))} />
        },
        EventKind::Jumbo => html! {
            <rect class={classes!("mark-jumbo", when)} x={num(x1 - r * 0.9)} y={num(y - r * 0.9)}
                width={num(x2 - x1 + r * 1.8)} height={num(r * 1.8)} rx="1" />
        },
        EventKind::Zone => html! {
            <g class={classes!("mark-zone", when)}>
                <rect x={num(x1 - r - 2.0)} y={num(y - r)} width={num(x2 - x1 + 2.0 * r + 4.0)} height={num(2.0 * r)} />
                <path d={format!("M{a} {t}v{h}M{b} {t}v{h}M{a} {m}H{b}", a = num(x1 - r), b = num(x2 + r), t = num(y - r * 0.85),
                    h = num(r * 1.7), m = num(y))} />
            </g>
        },
        EventKind::Command | EventKind::NoMove | EventKind::Refused => html! {
            <path class={classes!("mark-flag", when)}
                d={format!("M{x} {}V{}h{}l-2.5 {q}l2.5 {q}h-{}", num(y + r), num(y - r), num(r * 1.7), num(r * 1.7), x = num(x1), q = num(r * 0.6))} />
        },
    }
}

fn on_key(event: &KeyboardEvent, props: &ScrubberProps) {
    if event.alt_key() || event.ctrl_key() || event.meta_key() {
        return;
    }
    match (event.key().as_str(), event.shift_key()) {
        ("ArrowLeft" | "ArrowDown", false) => props.on_skip.emit(-1),
        ("ArrowRight" | "ArrowUp", false) => props.on_skip.emit(1),
        ("ArrowLeft", true) => props.on_event.emit(false),
        ("ArrowRight", true) => props.on_event.emit(true),
        ("PageDown", _) => props.on_skip.emit(-N_STEPS_PAGE),
        ("PageUp", _) => props.on_skip.emit(N_STEPS_PAGE),
        ("Home", _) => props.on_seek.emit(0),
        ("End", _) => props.on_seek.emit(props.horizon_ms),
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}
