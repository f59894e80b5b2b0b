//! The key line as a component: strips, profile, labels; hovered, pinned, walked, zoomed. The view and the dock differ in
//! rows only.

use super::draw::num;
use super::hooks::{Env, use_uid};
use super::key_picture::{KeyCanvas, KeyPicture};
use super::pointer::{Point, Pointing, use_pointing};
use super::scene::facts::facts;
use super::scene::key_rows::KeyRows;
use super::scene::keyspace::{KeyScene, KeyView, key_scene};
use super::scene::merge::Joined;
use super::scene::walk::{key_row, window};
use super::scene::zoom::Zoom;
use super::scene::{KeyScale, Rect};
use super::tooltip::Tooltip;
use super::twin::{GridTwin, TwinCell, TwinRow, entry};
use super::zooming::use_zoom;
use crate::plot::format;
use shardscope_session::view::LaneFrame;
use std::rc::Rc;
use yew::prelude::*;

/// Cells that are spelled out at most, around the active one.
const N_CELLS_MAX: usize = 120;

/// Properties of [`KeyLine`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct KeyLineProps {
    /// The cluster at the instant on show.
    pub frame: Rc<LaneFrame>,
    /// Rows and their heights.
    pub rows: KeyRows,
    /// Width.
    pub width: f64,
    /// The x axis.
    pub scale: KeyScale,
    /// End of the writes ramp.
    pub heat_max_per_sec: f64,
    /// Simulated time.
    pub at_ms: u64,
    /// The pinned chunk's id.
    pub pinned: Option<u32>,
    /// A chunk was pinned, or the pin taken off.
    pub on_pin: Callback<Option<u32>>,
    /// The probed chunk, by its index.
    #[prop_or_default]
    pub probed: Option<usize>,
    /// The tooltip of the pin stays on show, whoever set it.
    #[prop_or_default]
    pub explains_pin: bool,
    /// The wheel zooms only while the line has focus.
    #[prop_or_default]
    pub shy_wheel: bool,
    /// The reader's surroundings.
    pub env: Env,
}

/// The key space from `MinKey` to `MaxKey`.
#[component]
pub fn KeyLine(props: &KeyLineProps) -> Html {
    let uid = use_uid("kl");
    let zooming = use_zoom(props.rows.left, props.width - props.rows.left - props.rows.right, props.shy_wheel);
    let scene = use_memo((props.frame.clone(), view(props, zooming.zoom)), |(frame, view)| key_scene(frame, view));
    let focused = use_state_eq(|| None::<u32>);
    let last_focus = use_mut_ref(|| None::<u32>);
    let hit = {
        let scene = scene.clone();
        Callback::from(move |at: Point| scene.hit(at.x, at.y).map(|segment| segment.chunk_id))
    };
    let pointing = use_pointing(hit, props.pinned, props.on_pin.clone(), zooming.surface.clone());
    let on_focus = {
        let (focused, last_focus) = (focused.clone(), last_focus.clone());
        Callback::from(move |id: Option<u32>| {
            if id.is_some() {
                *last_focus.borrow_mut() = id;
            }
            focused.set(id);
        })
    };
    let all = key_row(&scene);
    let last_active = *last_focus.borrow();
    let active = entry(&all, last_active, props.pinned);
    let twin = vec![twin_row(props, &scene, active)];
    html! {
        <>
            <div ref={zooming.surface.clone()} class={classes!("key-surface", zooming.zoom.is_zoomed().then_some("zoomed"))}
                onpointermove={both(&pointing.on_move, &zooming.on_move)} onpointerleave={pointing.on_leave.clone()}
                onpointerdown={both(&pointing.on_down, &zooming.on_down)} onpointerup={zooming.on_up.clone()}
                onpointercancel={zooming.on_up.clone()} onclick={unless_dragged(&pointing, &zooming.dragged)}
                ondblclick={zooming.on_reset.clone()}>
                if scene.dense { <KeyCanvas scene={scene.clone()} theme={props.env.theme} /> }
                <KeyPicture scene={scene.clone()} frame={props.frame.clone()} env={props.env} uid={uid.clone()}
                    hovered={pointing.hovered} focused={*focused} />
                <GridTwin uid={uid} label="Chunks in key order" rows={twin} {all} {active} pinned={props.pinned} {on_focus}
                    on_pin={pointing.on_pin.clone()} />
                <ul class="twin" aria-label="Zone ranges">{ for scene.zones.iter().map(|zone| html! { <li>{ &zone.name }</li> }) }</ul>
            </div>
            { tip(props, &scene, &pointing, *focused) }
        </>
    }
}

fn view(props: &KeyLineProps, zoom: Zoom) -> KeyView {
    KeyView {
        width: props.width,
        rows: props.rows,
        scale: props.scale,
        zoom,
        fonts: props.env.fonts,
        heat_max_per_sec: props.heat_max_per_sec,
        pinned: props.pinned,
        probed: props.probed,
    }
}

fn both(first: &Callback<PointerEvent>, second: &Callback<PointerEvent>) -> Callback<PointerEvent> {
    let (first, second) = (first.clone(), second.clone());
    Callback::from(move |event: PointerEvent| {
        second.emit(event.clone());
        first.emit(event);
    })
}

/// The click that ends a drag pins nothing.
fn unless_dragged(pointing: &Pointing, dragged: &Rc<std::cell::Cell<bool>>) -> Callback<MouseEvent> {
    let (click, dragged) = (pointing.on_click.clone(), dragged.clone());
    Callback::from(move |event: MouseEvent| {
        if !dragged.replace(false) {
            click.emit(event);
        }
    })
}

fn twin_row(props: &KeyLineProps, scene: &KeyScene, active: Option<u32>) -> TwinRow {
    let n = scene.segments.len();
    let at = active.and_then(|id| scene.segments.iter().position(|segment| segment.chunk_id == id)).unwrap_or(0);
    let cells = window(n, at, N_CELLS_MAX).filter_map(|at| {
        let segment = scene.segments.get(at)?;
        let name = facts(&props.frame, &segment.group, None, props.at_ms)?.name();
        Some(TwinCell { id: segment.chunk_id, at, name: format!("{name}, {} of {n}", at + 1) })
    });
    let name =
        format!("{}, {}", format::counted(props.frame.chunks.len() as u64, "chunk"), format::bytes(props.frame.bytes));
    TwinRow { name, cells: cells.collect() }
}

fn tip(props: &KeyLineProps, scene: &KeyScene, pointing: &Pointing, focused: Option<u32>) -> Html {
    let pin = props.pinned.filter(|id| props.explains_pin || pointing.tip_of_pin == Some(*id));
    let shown = pointing.hovered.or(focused).or(pin);
    let idx = shown.and_then(|id| props.frame.chunks.iter().position(|chunk| chunk.id == id));
    let Some(segment) = idx.and_then(|idx| scene.segment_of(idx)) else { return Html::default() };
    let single = idx.filter(|_| shown == pin).map(Joined::single);
    let group = single.as_ref().unwrap_or(&segment.group);
    let Some(facts) = facts(&props.frame, group, None, props.at_ms) else { return Html::default() };
    let row = scene.owner_rect(segment);
    let below = scene.profile_row.h > 100.0;
    let anchor = if below { Rect::new(row.x, scene.profile_row.y + 2.0, row.w, 10.0) } else { row };
    html! {
        <Tooltip {facts} {anchor} surface={pointing.surface.clone()} pinned={pin.is_some() && shown == pin}
            on_close={pointing.on_pin.reform(|()| None)} />
    }
}

/// The width of the drawing as an attribute.
#[must_use]
pub fn size_of(scene: &KeyScene) -> (AttrValue, AttrValue) {
    (num(scene.width), num(scene.height))
}
