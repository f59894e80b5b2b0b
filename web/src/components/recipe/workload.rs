//! Card 4: how documents arrive and how long the run lasts.

use super::card::CardFrame;
use crate::components::Cx;
use crate::components::controls::{Choice, NumberField, options};
use crate::components::problem::problem_at;
use crate::plot::format;
use crate::state::edit::Edit;
use crate::state::ui::Card;
use shardscope_session::protocol::Place;
use shardscope_session::scenario::Arrival;
use yew::prelude::*;

/// Seconds that a run of a set length starts from.
const DURATION_FRESH_SEC: u32 = 600;

/// Workload.
pub fn workload_card(cx: &Cx) -> Html {
    let session = cx.session.clone();
    let workload = &session.scenario.workload;
    let summary = match workload.arrival {
        Arrival::Stream => format!("{}/s", format::count(workload.inserts_per_sec)),
        Arrival::BeforeSharding => "loaded before sharding".to_owned(),
    };
    let is_here = |place| place == Place::Workload;
    let has_problem = session.problem.as_ref().is_some_and(|problem| is_here(problem.place));
    let frame = CardFrame { card: Card::Workload, title: "Workload", summary, summary_is_code: false, has_problem };
    frame.view(
        cx,
        html! {
            <>
            { arrivals(cx) }
            { duration(cx) }
            { problem_at(&session, is_here) }
        </>
        },
    )
}

fn arrivals(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let workload = &session.scenario.workload;
    let is_stream = workload.arrival == Arrival::Stream;
    let on_choose = {
        let dispatch = dispatch.clone();
        Callback::from(move |chosen: String| {
            let arrival = if chosen == "stream" { Arrival::Stream } else { Arrival::BeforeSharding };
            dispatch.edit(Edit::Arrival(arrival));
        })
    };
    let on_rate = Callback::from(move |rate| dispatch.edit(Edit::InsertRate(rate)));
    html! {
        <div class="grid-2">
            <div class="field">
                <label for="arrival">{ "Documents" }</label>
                <Choice id="arrival" class="inp" {on_choose} testid="arrival" value={if is_stream { "stream" } else { "before" }}
                    options={options(&[("stream", "arrive as inserts"), ("before", "are there before sharding")])} />
            </div>
            <NumberField label="Insert rate" value={workload.inserts_per_sec} range={1..=10_000_000} unit="/s"
                testid="insert-rate" on_commit={on_rate} />
        </div>
    }
}

fn duration(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let duration = session.scenario.workload.duration_sec;
    let on_choose = {
        let dispatch = dispatch.clone();
        let fresh = |chosen: String| (chosen == "set").then_some(DURATION_FRESH_SEC);
        Callback::from(move |chosen: String| dispatch.edit(Edit::Duration(fresh(chosen))))
    };
    let on_secs = Callback::from(move |secs: u64| dispatch.edit(Edit::Duration(u32::try_from(secs).ok())));
    html! {
        <div class="grid-2">
            <div class="field">
                <label for="duration">{ "The run ends" }</label>
                <Choice id="duration" class="inp" {on_choose} testid="duration-kind"
                    value={if duration.is_some() { "set" } else { "rest" }}
                    options={options(&[("rest", "when the balancer rests"), ("set", "after a set time")])} />
            </div>
            if let Some(secs) = duration {
                <NumberField label="After" value={u64::from(secs)} range={1..=864_000} unit="s" testid="duration"
                    on_commit={on_secs} />
            }
        </div>
    }
}
