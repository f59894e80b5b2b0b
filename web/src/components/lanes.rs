//! Two keys beside each other on one clock: the story that a first visit opens with.

use super::controls::segments;
use super::predict::predict_bar;
use super::stage::plots::{dock_strip, shards};
use super::stage::transport::transport;
use super::stage::{caption_lines, loading};
use super::{Cx, IconName, draw_icon, use_cx};
use crate::plot::format;
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::edit::key_text;
use shardscope_session::view::LaneFrame;
use std::rc::Rc;
use yew::prelude::*;

/// The page of two keys.
#[component]
pub fn LanesPage() -> Html {
    let cx = &use_cx();
    let (session, ui, dispatch) = (&cx.session, &cx.ui, &cx.dispatch);
    let n = session.scenario.keys.len();
    let keys: Vec<AttrValue> = session.scenario.keys.iter().map(|key| key_text(key).into()).collect();
    let on_choose = dispatch.act.reform(|lane: usize| Action::Ui(UiAction::LaneShown(lane)));
    let shown = if ui.lane_shown == 0 { "shows-first" } else { "shows-second" };
    html! {
        <>
            { predict_bar(cx) }
            <main class={classes!("lanes", shown)} id="stage" tabindex="-1" aria-label="Two keys on one clock" data-testid="lanes">
                { loading(cx) }
                <div class="sr">{ caption_lines(cx, 0) }</div>
                <div class="only-phone lane-switch">
                    { segments("Key", &keys, ui.lane_shown, "lane-switch", &on_choose) }
                </div>
                <div class="lane-row heads">
                    <span class="lab"></span>
                    { for (0..n).map(|lane| html! { { lane_head(cx, lane) } }) }
                </div>
                <div class="lane-row shards">
                    <p class="lab"><b>{ "Shards" }</b>{ "tile area = bytes, colour = writes/s" }</p>
                    { for (0..n).map(|lane| html! { <div key={lane} class="lane-plot">{ shards(cx, lane, true) }</div> }) }
                </div>
                <div class="lane-row keyspace">
                    <p class="lab"><b>{ "Key space" }</b>{ "colour = owner, profile = inserts" }</p>
                    { for (0..n).map(|lane| html! { <div key={lane} class="lane-plot">{ dock_strip(cx, lane, true) }</div> }) }
                </div>
                { standings(cx) }
            </main>
            { transport(cx) }
        </>
    }
}

fn lane_head(cx: &Cx, lane: usize) -> Html {
    let (session, clock) = (cx.session.clone(), cx.clock.clone());
    let key = session.scenario.keys.get(lane);
    let fact = clock.lane(lane).map(|lane| lane.caption.fact.clone()).unwrap_or_default();
    html! {
        <div class="lane-head">
            <span class="step" aria-hidden="true">{ lane + 1 }</span>
            <h2><code>{ key.map(key_text).unwrap_or_default() }</code></h2>
            <p data-testid={format!("lane-fact-{lane}")}>{ fact }</p>
        </div>
    }
}

/// A row of the standings: name, figure, note, and the number that decides who is best (less is better).
struct Standing {
    name: &'static str,
    cells: Vec<(String, String, f64)>,
}

/// Largest shard, hottest shard, what the balancer moved: the best of each row is marked in words too.
fn standings(cx: &Cx) -> Html {
    let (session, clock) = (cx.session.clone(), cx.clock.clone());
    let lanes: Vec<&Rc<LaneFrame>> = clock.shown.iter().flat_map(|shown| shown.lanes.iter()).collect();
    let head = session.scenario.keys.iter().map(|key| html! { <th scope="col">{ key_text(key) }</th> });
    html! {
        <table class="standings" data-testid="standings">
            <colgroup><col class="measure" />{ for session.scenario.keys.iter().map(|_| html! { <col /> }) }</colgroup>
            <thead class="sr"><tr><th scope="col">{ "Measure" }</th>{ for head }</tr></thead>
            <tbody>{ for measure(&lanes).iter().map(standing_row) }</tbody>
        </table>
    }
}

fn measure(lanes: &[&Rc<LaneFrame>]) -> Vec<Standing> {
    let cells = |of: fn(&LaneFrame) -> (String, String, f64)| lanes.iter().map(|lane| of(lane)).collect();
    vec![
        Standing { name: "Largest shard", cells: cells(largest_shard) },
        Standing { name: "Hottest shard", cells: cells(hottest_shard) },
        Standing { name: "Balancer moved", cells: cells(moved) },
    ]
}

fn largest_shard(lane: &LaneFrame) -> (String, String, f64) {
    let name = lane.shards.iter().max_by_key(|shard| shard.bytes).map(|shard| shard.name.clone()).unwrap_or_default();
    (format::times(lane.evenness_data), name, lane.evenness_data)
}

fn hottest_shard(lane: &LaneFrame) -> (String, String, f64) {
    let hottest = lane.shards.iter().max_by(|a, b| a.inserts_share.total_cmp(&b.inserts_share));
    let Some(shard) = hottest else { return (format::share(0.0), String::new(), 0.0) };
    (format::share(shard.inserts_share), shard.name.clone(), shard.inserts_share)
}

fn moved(lane: &LaneFrame) -> (String, String, f64) {
    let n = u64::from(lane.n_migrations_done);
    (format::bytes(lane.bytes_moved), format::counted(n, "move"), lane.bytes_moved as f64)
}

fn standing_row(standing: &Standing) -> Html {
    let best = standing.cells.iter().map(|(.., score)| *score).fold(f64::INFINITY, f64::min);
    // Figures that read the same are tied, whatever their last digits.
    let is_best = |text: &str| standing.cells.iter().any(|(other, _, score)| other == text && *score <= best);
    let n_best = standing.cells.iter().filter(|(text, ..)| is_best(text)).count();
    let cell = |(text, note, _): &(String, String, f64)| {
        let word = match (is_best(text), n_best) {
            (true, 1) => Some("best"),
            (true, _) => Some("tied best"),
            _ => None,
        };
        html! {
            <td class={classes!(word.is_some().then_some("is-best"))}>
                <span class="cell"><b>{ text }</b><span class="note">{ note }</span>
                if let Some(word) = word { <span class="best">{ draw_icon(IconName::Star) }{ word }</span> }
                </span>
            </td>
        }
    };
    let testid = format!("standing-{}", standing.name.to_lowercase().replace(' ', "-"));
    html! { <tr data-testid={testid}><th scope="row">{ standing.name }</th>{ for standing.cells.iter().map(cell) }</tr> }
}
