//! The page on paper: what is on show now, with its tables, its key, its zones, how to do the same in mongosh, and the link.
//! It is there only while the browser prints, in the light theme.

mod script;

use super::stage::{plots, tables};
use super::verdict::VerdictPanel;
use super::{Cx, page_address, use_cx};
use crate::plot::{ColorBy, ZoneTag, format, use_printing, zone_names};
use crate::state::edit::key_text;
use shardscope_session::link;
use shardscope_session::scenario::{Documents, Scenario};
use shardscope_session::view::{EventKind, LaneFrame, LogRow};
use yew::prelude::*;

/// Longer links are of no use on paper.
const LINK_CHARS_MAX: usize = 3_000;

/// The sheet, while the browser prints.
#[component]
pub fn PrintSheet() -> Html {
    if use_printing() {
        html! { <Sheet /> }
    } else {
        Html::default()
    }
}

#[component]
fn Sheet() -> Html {
    let cx = &use_cx();
    let (session, clock) = (&cx.session, &cx.clock);
    let scenario = &session.scenario;
    let n = clock.shown.as_ref().map_or(0, |shown| shown.lanes.len());
    let end = session.horizon_ms.map_or_else(|| "...".to_owned(), format::clock);
    html! {
        <article class="print-sheet" data-testid="print">
            <header>
                <h1>{ &scenario.name }</h1>
                <p>{ format!("Shardscope, MongoDB {}, at {} of {end}", scenario.cluster.server.name(), format::clock(clock.at_ms())) }</p>
            </header>
            { for (0..n).map(|lane| html! { { lane_pages(cx, lane) } }) }
            { key_of_colors(cx) }
            <section class="print-verdict"><VerdictPanel /></section>
            { how_to(cx, n) }
            { address(scenario) }
        </article>
    }
}

/// One shard key: its sentences, pictures, tables and zones.
fn lane_pages(cx: &Cx, lane: usize) -> Html {
    let Some(frame) = cx.clock.lane(lane).cloned() else { return Html::default() };
    let key = cx.session.live_keys.get(lane).map(key_text).unwrap_or_default();
    let caption = &frame.caption;
    html! {
        <section class="print-lane">
            <h2><code>{ key }</code></h2>
            <p><b>{ &caption.fact }</b>{ " " }{ &caption.consequence }</p>
            <p>{ "Balancer: " }{ &caption.balancer }</p>
            <div class="print-plot shards">{ plots::shards(cx, lane, false) }</div>
            <div class="print-plot keyspace">{ plots::dock_strip(cx, lane, false) }</div>
            { tables::tables(cx, lane) }
            { zones(&frame) }
        </section>
    }
}

fn zones(frame: &LaneFrame) -> Html {
    if frame.zones.is_empty() {
        return html! { <p class="note">{ "No zones. Every shard may hold any range." }</p> };
    }
    let names = zone_names(frame);
    let row = |zone: &shardscope_session::view::ZoneFrame| {
        let shards = zone.shard_idxs.iter().filter_map(|&idx| frame.shards.get(usize::from(idx)));
        let shards: Vec<&str> = shards.map(|shard| shard.name.as_str()).collect();
        let idx = names.iter().position(|name| *name == zone.zone).unwrap_or(0);
        html! {
            <tr>
                <th scope="row"><ZoneTag {idx} name={zone.zone.clone()} /></th>
                <td><code>{ &zone.range }</code></td>
                <td>{ if shards.is_empty() { "no shard".to_owned() } else { shards.join(", ") } }</td>
            </tr>
        }
    };
    html! {
        <table class="tbl data" data-testid="print-zones">
            <caption>{ "Zones" }</caption>
            <thead><tr><th scope="col">{ "Zone" }</th><th scope="col">{ "Range" }</th><th scope="col">{ "Shards" }</th></tr></thead>
            <tbody>{ for frame.zones.iter().map(row) }</tbody>
        </table>
    }
}

/// What the marks of the pictures mean.
fn key_of_colors(cx: &Cx) -> Html {
    let colour = match cx.ui.color_by {
        ColorBy::Writes => html! {
            <>{ "0 " }<span class="ramp writes"></span>{ format!(" {} of inserts", format::rate(cx.session.heat_max_per_sec)) }</>
        },
        ColorBy::Zone => html! { { "its zone, as in the table of zones" } },
        ColorBy::Age => html! { <>{ "just moved " }<span class="ramp age"></span>{ " there from the start" }</> },
    };
    html! {
        <section class="print-key" data-testid="print-key">
            <h2>{ "Key" }</h2>
            <dl>
                <dt>{ "Tile" }</dt><dd>{ "a chunk; its area is its bytes" }</dd>
                <dt>{ "Colour of a tile" }</dt><dd>{ colour }</dd>
                <dt>{ "Hatched, dashed" }</dt><dd>{ "on its way out; the dashed place on another shard waits for it" }</dd>
                <dt>{ "Dotted line" }</dt><dd>{ "the even share of the shards that may hold data" }</dd>
                <dt>{ "Bracket" }</dt><dd>{ "the largest gap, beside the gap at which the balancer moves data" }</dd>
                <dt>{ "Bar under a column" }</dt><dd>{ "the shard's share of the writes" }</dd>
                <dt>{ "Key space" }</dt><dd>{ "chunks in key order, as wide as their bytes, in the colour of their owner; below, inserts per byte" }</dd>
            </dl>
        </section>
    }
}

/// Documents, the lines of mongosh for each key, and what was done while it ran.
fn how_to(cx: &Cx, n_lanes: usize) -> Html {
    let scenario = &cx.session.scenario;
    let keys = n_lanes.max(1).min(scenario.keys.len());
    let scripts = (0..keys).map(|lane| {
        html! { <pre class="print-script" data-testid="print-script">{ script::script(scenario, lane).join("\n") }</pre> }
    });
    let is_command = |row: &&LogRow| matches!(row.kind, EventKind::Command | EventKind::Zone) && row.at_ms > 0;
    let rows = cx.session.lanes.first().map(|lane| lane.rows.as_slice()).unwrap_or_default();
    let commands: Vec<&LogRow> = rows.iter().filter(is_command).collect();
    html! {
        <section class="print-how">
            <h2>{ "The same in mongosh" }</h2>
            { for scripts }
            if !commands.is_empty() {
                <h3>{ "While it ran" }</h3>
                <ul>{ for commands.iter().map(|row| html! { <li>{ format!("{} {}", format::clock(row.at_ms), row.text) }</li> }) }</ul>
            }
            <h3>{ "Documents" }</h3>
            { documents(scenario) }
        </section>
    }
}

fn documents(scenario: &Scenario) -> Html {
    let rate = scenario.workload.inserts_per_sec;
    let each = match scenario.stands_for {
        0 | 1 => String::new(),
        n => format!(", each standing for {}", format::count(n)),
    };
    let arrive = format!("seed {}, {} inserted per second{each}", scenario.seed, format::count(rate));
    match &scenario.documents {
        Documents::Template { text, count } => html! {
            <>
                <p>{ format!("{} from this template, {arrive}", format::counted(*count, "document")) }</p>
                <pre class="print-script">{ text }</pre>
            </>
        },
        Documents::Pasted { .. } => html! { <p>{ format!("Pasted text, {arrive}") }</p> },
        Documents::File { name, count, .. } => {
            html! { <p>{ format!("{name}, {}, {arrive}", format::counted(*count, "document")) }</p> }
        }
    }
}

/// Where the same is to be seen running.
fn address(scenario: &Scenario) -> Html {
    let link = link::encode(scenario).map(|packed| format!("{}#s={packed}", page_address())).unwrap_or_default();
    let body = match link.len() {
        0 => html! { <p>{ page_address() }</p> },
        n if n > LINK_CHARS_MAX => html! {
            <p>{ format!("{} The link to this scenario has {} characters, because it carries its documents: Share copies it.", page_address(), format::count(n as u64)) }</p>
        },
        _ => html! { <p class="print-link" data-testid="print-link"><a href={link.clone()}>{ link }</a></p> },
    };
    html! { <section><h2>{ "Open it" }</h2>{ body }</section> }
}
