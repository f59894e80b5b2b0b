//! What a chunk is, beside the pointer or the pin.

use super::scene::Rect;
use super::scene::facts::{ChunkState, Facts};
use super::small::{ShardBadge, StatusGlyph};
use shardscope_session::view::Status;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Distance from what it explains, and from the edges of the window, pixels.
const GAP: f64 = 10.0;
const MARGIN: f64 = 8.0;

/// Properties of [`Tooltip`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TooltipProps {
    /// What it says.
    pub facts: Facts,
    /// What it stands beside, in pixels of `surface`.
    pub anchor: Rect,
    /// The plot.
    pub surface: NodeRef,
    /// It stays until it is closed.
    pub pinned: bool,
    /// Closes it.
    pub on_close: Callback<()>,
}

/// The facts of a chunk in a box, kept inside the window.
#[component]
pub fn Tooltip(props: &TooltipProps) -> Html {
    let node = use_node_ref();
    {
        let (node, surface, anchor) = (node.clone(), props.surface.clone(), props.anchor);
        use_effect(move || place(&node, &surface, &anchor));
    }
    let facts = &props.facts;
    let close = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <div ref={node} class={classes!("tip", props.pinned.then_some("pinned"))} role={(!props.pinned).then_some("tooltip")}
            data-testid="chunk-tip">
            <p class="tip-head">
                <ShardBadge idx={facts.shard_idx} />
                <code class="ell">{ facts.range() }</code>
                if props.pinned {
                    <button type="button" class="tip-close" aria-label="Unpin" title="Unpin" onclick={close}>
                        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M6 2.5h4l-.5 4 2 2.5h-7l2-2.5zM8 9v5" /></svg>
                    </button>
                }
            </p>
            <dl>
                if let Some(group) = &facts.group { <dt>{ "Joined" }</dt><dd>{ group }</dd> }
                <dt>{ "Owner" }</dt><dd>{ &facts.shard }</dd>
                <dt>{ "Size" }</dt><dd>{ &facts.size }</dd>
                <dt>{ "Documents" }</dt><dd>{ &facts.documents }</dd>
                <dt>{ "Share of inserts" }</dt><dd>{ &facts.inserts }</dd>
                if let Some(zone) = &facts.zone { <dt>{ "Zone" }</dt><dd>{ zone }</dd> }
                <dt>{ "State" }</dt><dd><StateWords state={facts.state.clone()} /></dd>
            </dl>
            if let Some(why) = facts.why.as_ref().filter(|_| props.pinned) { <p class="tip-why">{ why }</p> }
        </div>
    }
}

/// Properties of [`StateWords`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct StateProps {
    /// The state.
    pub state: ChunkState,
}

/// A chunk's state: shape and word.
#[component]
pub fn StateWords(props: &StateProps) -> Html {
    match &props.state {
        ChunkState::AtRest => html! { <span class="state quiet">{ "at rest" }</span> },
        ChunkState::Jumbo => {
            html! { <span class="state bad"><StatusGlyph status={Status::Problem} />{ "jumbo" }</span> }
        }
        ChunkState::Moving { to, progress } => html! { <span class="state">{ format!("to {to}, {progress}") }</span> },
    }
}

/// Right of the anchor, or left where there is no room, inside the window. Through the style object: the page's policy
/// refuses style attributes.
fn place(node: &NodeRef, surface: &NodeRef, anchor: &Rect) {
    let (Some(tip), Some(surface)) = (node.cast::<HtmlElement>(), surface.cast::<Element>()) else { return };
    let Some(window) = web_sys::window() else { return };
    let size = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|v| v.as_f64()).unwrap_or(0.0);
    let (window_w, window_h) = (size(window.inner_width()), size(window.inner_height()));
    let (tip_w, tip_h) = (f64::from(tip.offset_width()), f64::from(tip.offset_height()));
    let plot = surface.get_bounding_client_rect();
    let (left, right) = (plot.left() + anchor.x, plot.left() + anchor.right());
    let beside = if right + GAP + tip_w + MARGIN <= window_w { right + GAP } else { left - GAP - tip_w };
    let x = beside.min(window_w - tip_w - MARGIN).max(MARGIN);
    let y = (plot.top() + anchor.y - GAP).min(window_h - tip_h - MARGIN).max(MARGIN);
    // A style that can't be set leaves the box at its corner.
    let _ = tip.style().set_property("left", &format!("{}px", x.round()));
    let _ = tip.style().set_property("top", &format!("{}px", y.round()));
}
