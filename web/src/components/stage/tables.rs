//! The stage as tables: shards, then chunks.

use crate::components::Cx;
use crate::plot::scene::shard_mark::zone_names;
use crate::plot::{ShardBadge, ZoneTag, format};
use crate::state::Action;
use crate::state::action::UiAction;
use crate::text::chunk_range;
use shardscope_session::view::{ChunkFrame, LaneFrame};
use yew::prelude::*;

/// Chunks drawn at once.
const CHUNKS_MAX: usize = 500;

/// The view as tables.
pub fn tables(cx: &Cx, lane: usize) -> Html {
    let clock = cx.clock.clone();
    let Some(frame) = clock.lane(lane) else { return Html::default() };
    let n = frame.chunks.len();
    html! {
        <div class="tables" data-testid="tables" tabindex="0" role="region" aria-label="Tables">
            { shards_table(frame) }
            { chunk_table(cx, lane) }
            if n > CHUNKS_MAX {
                <p class="note">{ format!("The first {CHUNKS_MAX} of {} chunks; pin a chunk in the key space to see those around it.", format::count(n as u64)) }</p>
            }
        </div>
    }
}

fn shards_table(lane: &LaneFrame) -> Html {
    let row = |(idx, shard): (usize, &shardscope_session::view::ShardFrame)| {
        let share = if lane.bytes == 0 { 0.0 } else { shard.bytes as f64 / lane.bytes as f64 };
        html! {
            <tr key={shard.name.clone()} data-testid={format!("shard-{}", shard.name)}>
                <th scope="row"><span class="owner"><ShardBadge {idx} />{ &shard.name }{ shard_note(shard.draining, shard.removed) }</span></th>
                <td class="r">{ format::bytes(shard.bytes) }</td>
                <td class="r">{ format::share_fine(share) }</td>
                <td class="r">{ format::count(shard.documents) }</td>
                <td class="r">{ format::count(u64::from(shard.n_chunks)) }</td>
                <td class="r">{ format::rate(shard.inserts_per_sec) }</td>
                <td class="r">{ format::share_fine(shard.inserts_share) }</td>
                <td>{ if shard.zones.is_empty() { "none".to_owned() } else { shard.zones.join(", ") } }</td>
            </tr>
        }
    };
    html! {
        <table class="tbl data">
            <caption>{ "Shards" }</caption>
            <thead><tr>
                <th scope="col">{ "Shard" }</th><th scope="col" class="r">{ "Size" }</th><th scope="col" class="r">{ "Share" }</th>
                <th scope="col" class="r">{ "Documents" }</th><th scope="col" class="r">{ "Chunks" }</th>
                <th scope="col" class="r">{ "Inserts" }</th><th scope="col" class="r">{ "of inserts" }</th><th scope="col">{ "Zones" }</th>
            </tr></thead>
            <tbody>{ for lane.shards.iter().enumerate().map(row) }</tbody>
        </table>
    }
}

fn shard_note(draining: bool, removed: bool) -> &'static str {
    match (draining, removed) {
        (_, true) => " (removed)",
        (true, _) => " (draining)",
        _ => "",
    }
}

fn chunk_table(cx: &Cx, lane: usize) -> Html {
    let (clock, ui, dispatch) = (cx.clock.clone(), cx.ui.clone(), cx.dispatch.clone());
    let Some(frame) = clock.lane(lane) else { return Html::default() };
    let rows = frame.chunks.iter().enumerate().take(CHUNKS_MAX).map(|(idx, chunk)| {
        let is_pinned = ui.pinned_in(lane) == Some(chunk.id);
        let pin = dispatch.on(Action::Ui(UiAction::Pin((!is_pinned).then_some((lane, chunk.id)))));
        chunk_row(frame, idx, chunk, is_pinned, pin)
    });
    html! {
        <table class="tbl data chunks" data-testid="chunks">
            <caption>{ "Chunks in key order" }</caption>
            <thead><tr>
                <th scope="col">{ "Chunk" }</th><th scope="col">{ "Shard" }</th><th scope="col" class="r">{ "Size" }</th>
                <th scope="col" class="r">{ "Documents" }</th><th scope="col" class="r">{ "Inserts" }</th>
                <th scope="col">{ "Zone" }</th><th scope="col">{ "State" }</th>
            </tr></thead>
            <tbody>{ for rows }</tbody>
        </table>
    }
}

fn chunk_row(lane: &LaneFrame, idx: usize, chunk: &ChunkFrame, is_pinned: bool, pin: Callback<MouseEvent>) -> Html {
    let shard_idx = usize::from(chunk.shard_idx);
    let shard = lane.shards.get(shard_idx).map(|shard| shard.name.clone()).unwrap_or_default();
    let zone = chunk.zone_idx.and_then(|zone_idx| lane.zones.get(usize::from(zone_idx)));
    html! {
        <tr key={chunk.id} class={classes!(is_pinned.then_some("on"))}>
            <th scope="row"><button type="button" class="mono ell" aria-pressed={is_pinned.to_string()} title={chunk.min.clone()}
                onclick={pin}>{ chunk_range(&lane.chunks, idx) }</button></th>
            <td><span class="owner"><ShardBadge idx={shard_idx} />{ shard }</span></td>
            <td class="r">{ format::bytes(chunk.bytes) }</td>
            <td class="r">{ format::count(chunk.documents) }</td>
            <td class="r">{ format::share_fine(chunk.inserts_share) }</td>
            <td>{ match zone { Some(zone) => html! { <ZoneTag name={zone.zone.clone()} idx={zone_number(lane, &zone.zone)} /> }, None => html! { "none" } } }</td>
            <td>{ state_of(lane, idx, chunk) }</td>
        </tr>
    }
}

/// The number of a zone, which gives its tint.
fn zone_number(lane: &LaneFrame, name: &str) -> usize {
    zone_names(lane).iter().position(|known| *known == name).unwrap_or(0)
}

fn state_of(lane: &LaneFrame, idx: usize, chunk: &ChunkFrame) -> Html {
    let migration = lane.migrations.iter().find(|migration| migration.chunk_idx as usize == idx);
    if let Some(migration) = migration {
        let to = lane.shards.get(usize::from(migration.to_idx)).map(|shard| shard.name.as_str()).unwrap_or_default();
        let what = if migration.whole_chunk { "moving" } else { "part moving" };
        return html! { { format!("{what} to {to}") } };
    }
    match (chunk.jumbo, chunk.indivisible) {
        (true, _) => html! { <span class="bad-text">{ "jumbo" }</span> },
        (false, true) => html! { { "one key value" } },
        _ => html! { { "at rest" } },
    }
}
