//! The key space view and the dock.

use super::hooks::{PAPER_W, use_env, use_size};
use super::key_line::KeyLine;
use super::key_table::ChunkTable;
use super::scene::KeyScale;
use super::scene::facts::facts;
use super::scene::key_rows::KeyRows;
use super::scene::merge::Joined;
use super::scene::table::N_ROWS_MAX;
use crate::plot::format;
use shardscope_session::protocol::{Probe, Problem};
use shardscope_session::view::LaneFrame;
use std::rc::Rc;
use yew::prelude::*;

/// Narrower than this the plot takes its short form by itself.
const PHONE_BELOW: f64 = 520.0;
/// Heights of the table's head and of a row, pixels.
const TABLE_HEAD: f64 = 32.0;
const TABLE_ROW: f64 = 24.0;
/// Height of the dock's line on paper.
const DOCK_H: f64 = 118.0;
/// Least height of the drawing before the table gets rows.
const DRAWING_MIN: f64 = 258.0;

/// Properties of [`KeySpacePlot`] and [`Dock`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct KeySpaceProps {
    /// The cluster at the instant on show.
    pub frame: Rc<LaneFrame>,
    /// End of the writes ramp.
    pub heat_max_per_sec: f64,
    /// Simulated time.
    pub at_ms: u64,
    /// The pinned chunk's id.
    #[prop_or_default]
    pub pinned: Option<u32>,
    /// A chunk was pinned, or the pin taken off.
    #[prop_or_default]
    pub on_pin: Callback<Option<u32>>,
    /// The x axis.
    #[prop_or_default]
    pub scale: KeyScale,
    /// Another x axis was chosen.
    #[prop_or_default]
    pub on_scale: Callback<KeyScale>,
    /// One of two lanes, or an embed.
    #[prop_or_default]
    pub compact: bool,
    /// The shard key, for the dock's title.
    #[prop_or_default]
    pub key_text: AttrValue,
    /// The last probe; its chunk is marked on the line.
    #[prop_or_default]
    pub probe: Option<Result<Probe, Problem>>,
    /// Id of the caption that names the figure.
    #[prop_or_default]
    pub labelled_by: Option<AttrValue>,
    /// What stands under the table: the probe field.
    #[prop_or_default]
    pub children: Html,
}

/// Zone band, owner and writes strips, insert profile, chunk table around the pin.
#[component]
pub fn KeySpacePlot(props: &KeySpaceProps) -> Html {
    let node = use_node_ref();
    let size = use_size(&node);
    let foot = use_node_ref();
    let foot_size = use_size(&foot);
    let env = use_env();
    let label = props.labelled_by.is_none().then_some("Key space from MinKey to MaxKey");
    let drawing = size.filter(|(width, height)| *width > 40.0 && *height > 40.0).map(|(width, height)| {
        let phone = props.compact || width < PHONE_BELOW;
        let room = height - foot_size.map_or(0.0, |(_, height)| height);
        let n_rows = if phone { 0 } else { n_rows(room) };
        let table = if n_rows > 0 { TABLE_HEAD + TABLE_ROW * n_rows as f64 } else { 0.0 };
        html! {
            <>
                <KeyLine frame={props.frame.clone()} rows={KeyRows::view(room - table, phone)} {width} scale={props.scale}
                    heat_max_per_sec={props.heat_max_per_sec} at_ms={props.at_ms} pinned={props.pinned}
                    on_pin={props.on_pin.clone()} probed={probed(props)} explains_pin={!phone} shy_wheel={props.compact} {env} />
                if n_rows > 0 {
                    <ChunkTable frame={props.frame.clone()} at_ms={props.at_ms} pinned={props.pinned} {n_rows}
                        on_pin={props.on_pin.clone()} />
                }
            </>
        }
    });
    html! {
        <figure ref={node} class="plot plot-keyspace" aria-labelledby={props.labelled_by.clone()} aria-label={label}
            data-testid="keyspace-plot">
            { drawing.unwrap_or_default() }
            <div ref={foot} class="keyspace-foot">
                <div class="keyspace-more">{ props.children.clone() }</div>
                if !props.compact { <ScaleSwitch scale={props.scale} on_scale={props.on_scale.clone()} /> }
            </div>
        </figure>
    }
}

/// As many rows as leave the drawing its height.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the rows of the table")]
fn n_rows(height: f64) -> usize {
    (((height - DRAWING_MIN - TABLE_HEAD) / TABLE_ROW).floor().max(0.0) as usize).min(N_ROWS_MAX)
}

fn probed(props: &KeySpaceProps) -> Option<usize> {
    let probe = props.probe.as_ref()?.as_ref().ok()?;
    usize::try_from(probe.chunk_idx).ok()
}

/// The key space under another view: title line, zones, owners, profile.
#[component]
pub fn Dock(props: &KeySpaceProps) -> Html {
    let node = use_node_ref();
    let env = use_env();
    let size = use_size(&node).map(|size| if env.printing { (PAPER_W, DOCK_H) } else { size });
    let rows = |width: f64, height: f64| match (props.compact, width < PHONE_BELOW) {
        (true, _) => KeyRows::lane(height, !props.frame.zones.is_empty()),
        (false, true) => KeyRows::dock_phone(),
        (false, false) => KeyRows::dock(),
    };
    html! {
        <section class={classes!("plot-dock", props.compact.then_some("lane"))} aria-label={format!("Key space {}", props.key_text)} data-testid="dock">
            if !props.compact { <DockHead ..props.clone() /> }
            <div ref={node} class="dock-line">
                if let Some((width, height)) = size.filter(|(width, height)| *width > 40.0 && *height > 16.0) {
                    <KeyLine frame={props.frame.clone()} rows={rows(width, height)} {width} scale={props.scale}
                        heat_max_per_sec={props.heat_max_per_sec} at_ms={props.at_ms} pinned={props.pinned}
                        on_pin={props.on_pin.clone()} probed={probed(props)} shy_wheel={true} {env} />
                }
            </div>
        </section>
    }
}

#[component]
fn DockHead(props: &KeySpaceProps) -> Html {
    let idx = props.pinned.and_then(|id| props.frame.chunks.iter().position(|chunk| chunk.id == id));
    let facts = idx.and_then(|idx| facts(&props.frame, &Joined::single(idx), None, props.at_ms));
    html! {
        <header class="dock-head">
            <h2>{ "Key space" }</h2>
            <code class="dock-key">{ props.key_text.clone() }</code>
            if let Some(facts) = facts {
                <p class="dock-pin ell" data-testid="dock-pin">
                    <span class="dock-word">{ "pinned: " }</span>
                    <code>{ facts.range() }</code>
                    { format!(" {}, {} of writes", facts.size, format::share(facts.share)) }
                </p>
            }
            <span class="grow"></span>
            <ScaleSwitch scale={props.scale} on_scale={props.on_scale.clone()} />
        </header>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ScaleProps {
    scale: KeyScale,
    on_scale: Callback<KeyScale>,
}

#[component]
fn ScaleSwitch(props: &ScaleProps) -> Html {
    let option = |scale: KeyScale, text: &'static str| {
        html! {
            <button type="button" aria-pressed={(props.scale == scale).to_string()}
                onclick={props.on_scale.reform(move |_: MouseEvent| scale)}>{ text }</button>
        }
    };
    html! {
        <div class="seg scale-switch" role="group" aria-label="Width of a chunk">
            { option(KeyScale::Bytes, "Bytes") }
            { option(KeyScale::Keys, "Keys") }
        </div>
    }
}
