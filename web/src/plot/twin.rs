//! The plot for those who don't see it: a grid with the same cells, walked with the same arrows.

use super::scene::walk::{Rows, Step, position, walk};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// A cell: a chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct TwinCell {
    /// Chunk id.
    pub id: u32,
    /// Place in the whole row, from 0.
    pub at: usize,
    /// `chunk t_42 to t_43, shardC, 0.52 GB, 30% of inserts, jumbo`.
    pub name: String,
}

/// A row: a shard, or the whole key space.
#[derive(Debug, Clone, PartialEq)]
pub struct TwinRow {
    /// What the row is, with its figures.
    pub name: String,
    /// The cells around the active one; a row of thousands is not spelled out.
    pub cells: Vec<TwinCell>,
}

/// Properties of [`GridTwin`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TwinProps {
    /// Prefix of ids.
    pub uid: AttrValue,
    /// Name of the grid.
    pub label: AttrValue,
    /// Rows with the cells that are there.
    pub rows: Vec<TwinRow>,
    /// Ids of all cells.
    pub all: Rows,
    /// The cell that Tab enters.
    pub active: Option<u32>,
    /// The pinned chunk.
    pub pinned: Option<u32>,
    /// Focus moved to a cell, or left the grid.
    pub on_focus: Callback<Option<u32>>,
    /// Enter on a cell, or Esc while one is pinned.
    pub on_pin: Callback<Option<u32>>,
}

/// The grid.
#[component]
pub fn GridTwin(props: &TwinProps) -> Html {
    let follow = use_mut_ref(|| false);
    {
        let (follow, uid) = (follow.clone(), props.uid.clone());
        use_effect_with(props.active, move |active| {
            if follow.replace(false)
                && let Some(id) = active
            {
                focus(&uid, *id);
            }
        });
    }
    let onkeydown = {
        let props = props.clone();
        Callback::from(move |event: KeyboardEvent| on_key(&event, &props, || *follow.borrow_mut() = true))
    };
    let onfocusout = props.on_focus.reform(|_: FocusEvent| None);
    let n_columns = props.all.iter().map(Vec::len).max().unwrap_or(0) + 1;
    html! {
        <div class="twin" role="grid" aria-label={props.label.clone()} aria-rowcount={props.all.len().to_string()}
            aria-colcount={n_columns.to_string()} aria-readonly="true" {onkeydown} {onfocusout}>
            { for props.rows.iter().enumerate().map(|(idx, row)| row_view(props, idx, row)) }
        </div>
    }
}

fn row_view(props: &TwinProps, idx: usize, row: &TwinRow) -> Html {
    html! {
        <div key={idx} role="row" aria-rowindex={(idx + 1).to_string()}>
            <span key="head" role="rowheader" aria-colindex="1">{ &row.name }</span>
            { for row.cells.iter().map(|cell| cell_view(props, cell)) }
        </div>
    }
}

fn cell_view(props: &TwinProps, cell: &TwinCell) -> Html {
    let id = cell.id;
    html! {
        <span key={id} id={cell_id(&props.uid, id)} role="gridcell" aria-colindex={(cell.at + 2).to_string()}
            aria-selected={(props.pinned == Some(id)).to_string()} data-chunk={id.to_string()}
            tabindex={if props.active == Some(id) { "0" } else { "-1" }}
            onfocusin={props.on_focus.reform(move |_: FocusEvent| Some(id))}>{ &cell.name }</span>
    }
}

fn cell_id(uid: &str, id: u32) -> String {
    format!("{uid}-c{id}")
}

fn focus(uid: &str, id: u32) {
    let document = web_sys::window().and_then(|window| window.document());
    let cell = document.and_then(|document| document.get_element_by_id(&cell_id(uid, id)));
    if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
        // A cell that can't take focus leaves it where it is.
        let _ = cell.focus();
    }
}

fn on_key(event: &KeyboardEvent, props: &TwinProps, will_follow: impl FnOnce()) {
    if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
        return;
    }
    let key = event.key();
    if let Some(step) = Step::from_key(&key) {
        let to = walk(&props.all, props.active, step);
        if to != props.active {
            will_follow();
            props.on_focus.emit(to);
        }
    } else if key == "Enter" {
        let pin = props.active.filter(|id| props.pinned != Some(*id));
        props.on_pin.emit(pin);
    } else if key == "Escape" {
        leave(event, props);
    } else {
        return;
    }
    event.prevent_default();
    event.stop_propagation();
}

/// Esc takes the pin off, and then gives the arrows back to time.
fn leave(event: &KeyboardEvent, props: &TwinProps) {
    if props.pinned.is_some() {
        props.on_pin.emit(None);
    } else if let Some(cell) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
        let _ = cell.blur();
    }
}

/// The cell that Tab enters: where the focus was, else the pin, else the first.
#[must_use]
pub fn entry(all: &Rows, last: Option<u32>, pinned: Option<u32>) -> Option<u32> {
    let there = |id: &u32| position(all, *id).is_some();
    last.filter(there).or(pinned.filter(there)).or_else(|| all.iter().flatten().next().copied())
}
