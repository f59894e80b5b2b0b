//! The chunk table around the pin.

use super::scene::facts::Facts;
use super::scene::table::rows_around;
use super::small::ShardBadge;
use super::tooltip::StateWords;
use shardscope_session::view::LaneFrame;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`ChunkTable`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ChunkTableProps {
    /// The cluster at the instant on show.
    pub frame: Rc<LaneFrame>,
    /// Simulated time.
    pub at_ms: u64,
    /// The pinned chunk's id.
    pub pinned: Option<u32>,
    /// Rows.
    pub n_rows: usize,
    /// A chunk was pinned, or the pin taken off.
    pub on_pin: Callback<Option<u32>>,
}

/// Chunks in key order around the pin, or around the hottest.
#[component]
pub fn ChunkTable(props: &ChunkTableProps) -> Html {
    let rows = rows_around(&props.frame, props.pinned, props.n_rows, props.at_ms);
    html! {
        <table class="around" data-testid="chunk-table">
            <thead>
                <tr>
                    <th scope="col">{ "Chunk" }</th>
                    <th scope="col">{ "Shard" }</th>
                    <th scope="col" class="r">{ "Size" }</th>
                    <th scope="col" class="r">{ "Documents" }</th>
                    <th scope="col" class="r">{ "Inserts" }</th>
                    <th scope="col" class="zone">{ "Zone" }</th>
                    <th scope="col">{ "State" }</th>
                </tr>
            </thead>
            <tbody>{ for rows.iter().map(|row| row_view(props, row)) }</tbody>
        </table>
    }
}

fn row_view(props: &ChunkTableProps, facts: &Facts) -> Html {
    let id = facts.chunk_id;
    let pinned = props.pinned == Some(id);
    let on_pin = props.on_pin.reform(move |_: MouseEvent| (!pinned).then_some(id));
    html! {
        <tr key={id} class={pinned.then_some("on")}>
            <th scope="row">
                <button type="button" class="ell" aria-pressed={pinned.to_string()} onclick={on_pin}>{ facts.range() }</button>
            </th>
            <td><span class="owner"><ShardBadge idx={facts.shard_idx} /><span class="ell">{ &facts.shard }</span></span></td>
            <td class="r">{ &facts.size }</td>
            <td class="r">{ &facts.documents }</td>
            <td class="r">{ &facts.inserts }</td>
            <td class="zone">
                if let Some(zone) = &facts.zone { { zone } } else { <span class="quiet">{ "none" }</span> }
            </td>
            <td><StateWords state={facts.state.clone()} /></td>
        </tr>
    }
}
