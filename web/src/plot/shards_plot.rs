//! The shards view: columns of chunks, pinned and walked.

use super::canvas::{Block, paint};
use super::column_view::{ColumnHead, ColumnProps, ColumnTexts, ColumnTiles};
use super::draw::{self, num};
use super::flight_view::FlightView;
use super::hooks::{Env, PAPER_W, token, use_env, use_size, use_uid};
use super::motion::{ChangeView, use_changes, use_ease};
use super::pointer::{Point, Pointing, point_on, use_pointing};
use super::scene::column::Column;
use super::scene::facts::{Facts, facts};
use super::scene::level::Level;
use super::scene::merge::Joined;
use super::scene::shape::{Anchor, TextShape, TextStyle};
use super::scene::shards::{Form, ShardsScene, ShardsView, shards_scene, top_bytes};
use super::scene::tile::{Tile, tile_inset};
use super::scene::walk::shard_rows;
use super::scene::{ColorBy, Rect};
use super::shards_twin::twin_rows;
use super::tooltip::Tooltip;
use super::twin::{GridTwin, entry};
use shardscope_session::view::LaneFrame;
use std::rc::Rc;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// Narrower than this the plot takes its short form by itself.
const PHONE_BELOW: f64 = 520.0;

/// Height on paper.
const SHARDS_H: f64 = 300.0;

/// Properties of [`ShardsPlot`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ShardsPlotProps {
    /// The cluster at the instant on show.
    pub frame: Rc<LaneFrame>,
    /// Meaning of colour.
    #[prop_or_default]
    pub color_by: ColorBy,
    /// End of the writes ramp: the run's largest insert rate of one chunk.
    pub heat_max_per_sec: f64,
    /// Simulated time.
    pub at_ms: u64,
    /// The pinned chunk's id.
    #[prop_or_default]
    pub pinned: Option<u32>,
    /// A chunk was pinned, or the pin taken off.
    #[prop_or_default]
    pub on_pin: Callback<Option<u32>>,
    /// One of two lanes, or an embed.
    #[prop_or_default]
    pub compact: bool,
    /// Lanes that are compared pass the largest of their `need_bytes`, so that they share one scale.
    #[prop_or_default]
    pub need_bytes_min: f64,
    /// Id of the caption that names the figure.
    #[prop_or_default]
    pub labelled_by: Option<AttrValue>,
}

/// One column of chunks per shard.
#[component]
pub fn ShardsPlot(props: &ShardsPlotProps) -> Html {
    let figure = use_node_ref();
    let env = use_env();
    let size = use_size(&figure).map(|size| if env.printing { (PAPER_W, SHARDS_H) } else { size });
    let label = props.labelled_by.is_none().then_some("Shards: tile area is bytes, colour is writes");
    html! {
        <figure ref={figure} class="plot plot-shards" aria-labelledby={props.labelled_by.clone()} aria-label={label}
            data-testid="shards-plot">
            if let Some((width, height)) = size.filter(|(width, height)| *width > 40.0 && *height > 40.0) {
                <Drawing plot={props.clone()} {env} {width} {height} />
            }
        </figure>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct DrawingProps {
    plot: ShardsPlotProps,
    env: Env,
    width: f64,
    height: f64,
}

fn view(props: &DrawingProps) -> ShardsView {
    let form = match (props.plot.compact, props.width < PHONE_BELOW) {
        (true, _) => Form::Lane,
        (false, true) => Form::Phone,
        (false, false) => Form::Full,
    };
    ShardsView {
        width: props.width,
        height: props.height,
        form,
        fonts: props.env.fonts,
        color_by: props.plot.color_by,
        heat_max_per_sec: props.plot.heat_max_per_sec,
        at_ms: props.plot.at_ms,
        need_bytes_min: props.plot.need_bytes_min,
        top_bytes: None,
        still: props.env.still,
    }
}

#[component]
fn Drawing(props: &DrawingProps) -> Html {
    let plot = &props.plot;
    let uid = use_uid("sp");
    let surface = use_node_ref();
    let view = view(props);
    let top = use_ease(top_bytes(&plot.frame, view.form, view.need_bytes_min), plot.at_ms, props.env.still);
    let view = ShardsView { top_bytes: top, ..view };
    let scene = use_memo((plot.frame.clone(), view), |(frame, view)| shards_scene(frame, view));
    let under = use_state_eq(|| None::<usize>);
    let focused = use_state_eq(|| None::<u32>);
    let last_focus = use_mut_ref(|| None::<u32>);
    let hit = {
        let scene = scene.clone();
        Callback::from(move |at: Point| scene.hit(at.x, at.y).map(|tile| tile.chunk_id))
    };
    let pointing = use_pointing(hit, plot.pinned, plot.on_pin.clone(), surface);
    let on_focus = {
        let (focused, last_focus) = (focused.clone(), last_focus.clone());
        Callback::from(move |id: Option<u32>| {
            if id.is_some() {
                *last_focus.borrow_mut() = id;
            }
            focused.set(id);
        })
    };
    let on_move = {
        let (scene, under, surface, on_move) =
            (scene.clone(), under.setter(), pointing.surface.clone(), pointing.on_move.clone());
        Callback::from(move |event: PointerEvent| {
            let column = point_on(&surface, &event).and_then(|at| scene.nameless_at(at.x));
            under.set(column.map(|column| column.shard_idx));
            on_move.emit(event);
        })
    };
    let on_leave = {
        let (under, on_leave) = (under.setter(), pointing.on_leave.clone());
        Callback::from(move |event: PointerEvent| {
            under.set(None);
            on_leave.emit(event);
        })
    };
    let all = shard_rows(&scene);
    let last_active = *last_focus.borrow();
    let active = entry(&all, last_active, plot.pinned);
    html! {
        <div class="plot-scroll" tabindex={(scene.width > props.width).then_some("-1")}>
            <div ref={pointing.surface.clone()} class="plot-surface" onpointermove={on_move}
                onpointerleave={on_leave} onpointerdown={pointing.on_down.clone()}
                onclick={pointing.on_click.clone()}>
                if scene.dense { <TileCanvas scene={scene.clone()} env={props.env} /> }
                <Picture scene={scene.clone()} frame={plot.frame.clone()} at_ms={plot.at_ms} env={props.env} uid={uid.clone()}
                    pinned={plot.pinned} hovered={pointing.hovered} focused={*focused} named={named(&plot.frame, &scene, *under, *focused)} />
                <GridTwin uid={uid} label="Chunks by shard" rows={twin_rows(&plot.frame, &scene, &all, active, plot.at_ms)}
                    {all} {active} pinned={plot.pinned} {on_focus} on_pin={pointing.on_pin.clone()} />
            </div>
            { tip(plot, &scene, &pointing, *focused) }
        </div>
    }
}

/// Of columns without names the one to name: under the pointer, or with the focus.
fn named(frame: &LaneFrame, scene: &ShardsScene, under: Option<usize>, focused: Option<u32>) -> Option<usize> {
    let owner = |id: u32| frame.chunks.iter().find(|chunk| chunk.id == id).map(|chunk| usize::from(chunk.shard_idx));
    let shard_idx = under.or_else(|| focused.and_then(owner))?;
    scene.columns.iter().position(|column| column.shard_idx == shard_idx).filter(|_| scene.level < Level::Named)
}

/// The tooltip of the focused or hovered chunk, else of the pin that was set here.
fn tip(plot: &ShardsPlotProps, scene: &ShardsScene, pointing: &Pointing, focused: Option<u32>) -> Html {
    let pinned = pointing.tip_of_pin.filter(|id| plot.pinned == Some(*id));
    let shown = pointing.hovered.or(focused).or(pinned);
    let Some((idx, tile)) = shown.and_then(|id| tile_with(&plot.frame, scene, id)) else { return Html::default() };
    let is_pin = pinned.is_some() && shown == pinned;
    let facts = if is_pin {
        facts(&plot.frame, &Joined::single(idx), None, plot.at_ms)
    } else {
        tile_facts(&plot.frame, tile, plot.at_ms)
    };
    let Some(facts) = facts else { return Html::default() };
    html! {
        <Tooltip {facts} anchor={tile.rect} surface={pointing.surface.clone()} pinned={is_pin}
            on_close={pointing.on_pin.reform(|()| None)} />
    }
}

/// A chunk by its id: its index and the tile that shows it, alone or with neighbours.
fn tile_with<'a>(frame: &LaneFrame, scene: &'a ShardsScene, id: u32) -> Option<(usize, &'a Tile)> {
    let idx = frame.chunks.iter().position(|chunk| chunk.id == id)?;
    let shard = frame.chunks.get(idx).map(|chunk| usize::from(chunk.shard_idx))?;
    Some((idx, scene.tile_of(shard, idx)?))
}

/// The facts of a tile.
#[must_use]
pub fn tile_facts(frame: &LaneFrame, tile: &Tile, at_ms: u64) -> Option<Facts> {
    let shard = frame.chunks.get(tile.group.main_idx).map(|chunk| usize::from(chunk.shard_idx));
    facts(frame, &tile.group, shard, at_ms)
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct PictureProps {
    scene: Rc<ShardsScene>,
    frame: Rc<LaneFrame>,
    at_ms: u64,
    env: Env,
    uid: AttrValue,
    pinned: Option<u32>,
    hovered: Option<u32>,
    focused: Option<u32>,
    named: Option<usize>,
}

#[component]
fn Picture(props: &PictureProps) -> Html {
    let (scene, env, uid) = (&props.scene, props.env, &props.uid);
    let palette = env.theme.palette();
    let changes = use_changes(&props.frame, scene, props.at_ms, env.still);
    let patterned = super::scene::shard_mark::needs_patterns(props.frame.shards.len());
    let inset = tile_inset(scene.form);
    let layer = |column: &Rc<Column>| ColumnProps {
        column: column.clone(),
        form: scene.form,
        theme: env.theme,
        dense: scene.dense,
        uid: uid.clone(),
    };
    let columns: Vec<ColumnProps> = scene.columns.iter().map(layer).collect();
    let ring = |id: Option<u32>, class: &'static str, by: f64| {
        let tile = id.and_then(|id| tile_with(&props.frame, scene, id));
        tile.map(|(_, tile)| draw::rect(&tile.rect.inset(inset - by), class)).unwrap_or_default()
    };
    let area = format!("url(#{uid}-area)");
    let tiles = columns.iter().map(|column| html! { <ColumnTiles key={column.column.shard_idx} ..column.clone() /> });
    let heads = columns.iter().map(|column| html! { <ColumnHead key={column.column.shard_idx} ..column.clone() /> });
    let texts = columns.iter().map(|column| html! { <ColumnTexts key={column.column.shard_idx} ..column.clone() /> });
    let flights = scene.flights.iter().map(|flight| {
        html! {
            <FlightView key={flight.id} flight={flight.clone()} theme={env.theme} uid={uid.clone()} />
        }
    });
    let named = props.named.and_then(|at| scene.columns.get(at));
    html! {
        <svg class={classes!("plot-svg", patterned.then_some("patterned"), (scene.form == Form::Lane).then_some("lane"), scene.eases.then_some("eases"))} width={num(scene.width)} height={num(scene.height)}
            viewBox={format!("0 0 {} {}", num(scene.width), num(scene.height))} aria-hidden="true" focusable="false">
            { draw::defs(uid, props.frame.shards.len(), palette) }
            <clipPath id={format!("{uid}-area")}>{ draw::rect(&area_of(scene), "") }</clipPath>
            if let Some(column) = named { { draw::rect(&band(scene, column), "column-band") } }
            <g clip-path={area.clone()}>
                { draw::list(scene.grid.iter().map(|line| gridline(scene, line.y, line.base))) }
                { draw::list(tiles) }
                if let Some(y) = scene.even_y { { even_line(scene, y) } }
            </g>
            { draw::list(heads) }
            { draw::list(scene.grid.iter().filter_map(|line| line.label.as_ref()).map(|label| draw::text(label, palette))) }
            if let Some(bracket) = &scene.bracket {
                <path class="bracket" d={format!("M{} {}h4V{}h-4", num(bracket.x - 4.0), num(bracket.top), num(bracket.bottom))} />
            }
            { draw::list(scene.notes.iter().map(|note| draw::text(note, palette))) }
            <g clip-path={area}>
                { draw::list(texts) }
                { ring(props.hovered, "ring-hover", 0.0) }
                { ring(props.pinned, "ring-pin", 1.5) }
                { draw::list(flights) }
                <g class="changes">
                    { for changes.into_iter().map(|(key, change)| html! { <ChangeView {key} {change} {palette} /> }) }
                </g>
                { ring(props.focused, "ring-focus", 3.0) }
            </g>
            if let Some(column) = named { { column_name(scene, column, &env) } }
        </svg>
    }
}

/// What columns and all that moves between them may cover: the plot with the halo of a hot tile around it.
fn area_of(scene: &ShardsScene) -> Rect {
    Rect::new(scene.left, scene.top, scene.right - scene.left, scene.baseline - scene.top).inset(-8.0)
}

/// Behind a column that is named.
fn band(scene: &ShardsScene, column: &Column) -> Rect {
    Rect::new(column.x - 1.0, scene.top - 24.0, column.w + 2.0, scene.baseline - scene.top + 24.0)
}

/// The name of a column that has no room for it, over the column and inside the plot.
fn column_name(scene: &ShardsScene, column: &Column, env: &Env) -> Html {
    let style = TextStyle::Axis;
    let half = style.width(&env.fonts, &column.words) / 2.0 + 8.0;
    let x = (column.x + column.w / 2.0).min(scene.right - half).max(scene.left + half);
    let room = Rect::new(x - half, scene.top - 24.0, half * 2.0, 20.0);
    let text = TextShape::new(x, room.y + 14.0, column.words.clone(), style).anchored(Anchor::Middle);
    html! { <g class="flight-label column-name">{ draw::rect(&room, "") }{ draw::text(&text, env.theme.palette()) }</g> }
}

fn gridline(scene: &ShardsScene, y: f64, base: bool) -> Html {
    let reach = if base && scene.form != Form::Lane { 4.0 } else { 0.0 };
    let class = if base { "base" } else { "gridline" };
    html! { <line {class} x1={num(scene.left - reach)} x2={num(scene.right + reach)} y1={num(y)} y2={num(y)} /> }
}

fn even_line(scene: &ShardsScene, y: f64) -> Html {
    let reach = if scene.form == Form::Full { 6.0 } else { 0.0 };
    html! { <line class="even" x1={num(scene.left)} x2={num(scene.right + reach)} y1={num(y)} y2={num(y)} /> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct TileCanvasProps {
    scene: Rc<ShardsScene>,
    env: Env,
}

/// The tiles of a dense plot.
#[component]
fn TileCanvas(props: &TileCanvasProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((props.scene.clone(), props.env.theme), move |(scene, theme)| {
            let inset = tile_inset(scene.form);
            let tiles = scene.columns.iter().flat_map(|column| &column.tiles).filter(|tile| !tile.leaving);
            let blocks: Vec<Block> =
                tiles.map(|tile| Block { rect: visible(tile.rect, inset), fill: tile.fill }).collect();
            let edge = web_sys::window().and_then(|window| token(&window, "--tile-line"));
            if let Some(canvas) = node.cast::<HtmlCanvasElement>() {
                paint(&canvas, (scene.width, scene.height), blocks, theme.palette(), edge.as_deref());
            }
        });
    }
    html! { <canvas ref={node} class="plot-canvas" aria-hidden="true" /> }
}

/// Small tiles keep most of their area; a fixed inset would swallow them.
fn visible(rect: Rect, inset: f64) -> Rect {
    rect.inset(inset.min(rect.w * 0.12).min(rect.h * 0.12))
}
