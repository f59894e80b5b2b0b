//! Card 4: how documents arrive and how long the run lasts.

use super::card::CardFrame;
use crate::components::controls::NumberField;
use crate::components::problem::problem_at;
use crate::components::{use_dispatch, use_session};
use crate::plot::format;
use crate::state::edit::Edit;
use crate::state::ui::Card;
use shardscope_session::protocol::Place;
use shardscope_session::scenario::Arrival;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Seconds that a run of a set length starts from.
const DURATION_FRESH_SEC: u32 = 600;

/// Workload.
#[component]
pub fn WorkloadCard() -> Html {
    let session = use_session();
    let workload = &session.scenario.workload;
    let summary = match workload.arrival {
        Arrival::Stream => format!("{}/s", format::count(workload.inserts_per_sec)),
        Arrival::BeforeSharding => "loaded before sharding".to_owned(),
    };
    let is_here = |place| place == Place::Workload;
    html! {
        <CardFrame card={Card::Workload} title="Workload" {summary}
            has_problem={session.problem.as_ref().is_some_and(|problem| is_here(problem.place))}>
            <Arrivals />
            <Duration />
            { problem_at(&session, is_here) }
        </CardFrame>
    }
}

#[component]
fn Arrivals() -> Html {
    let (session, dispatch) = (use_session(), use_dispatch());
    let workload = &session.scenario.workload;
    let is_stream = workload.arrival == Arrival::Stream;
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let is_stream = event.target_unchecked_into::<HtmlSelectElement>().value() == "stream";
            dispatch.edit(Edit::Arrival(if is_stream { Arrival::Stream } else { Arrival::BeforeSharding }));
        })
    };
    let on_rate = Callback::from(move |rate| dispatch.edit(Edit::InsertRate(rate)));
    html! {
        <div class="grid-2">
            <div class="field">
                <label for="arrival">{ "Documents" }</label>
                <select id="arrival" class="inp" {onchange} data-testid="arrival">
                    <option value="stream" selected={is_stream}>{ "arrive as inserts" }</option>
                    <option value="before" selected={!is_stream}>{ "are there before sharding" }</option>
                </select>
            </div>
            <NumberField label="Insert rate" value={workload.inserts_per_sec} range={1..=10_000_000} unit="/s"
                testid="insert-rate" on_commit={on_rate} />
        </div>
    }
}

#[component]
fn Duration() -> Html {
    let (session, dispatch) = (use_session(), use_dispatch());
    let duration = session.scenario.workload.duration_sec;
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let is_set = event.target_unchecked_into::<HtmlSelectElement>().value() == "set";
            dispatch.edit(Edit::Duration(is_set.then_some(DURATION_FRESH_SEC)));
        })
    };
    let on_secs = Callback::from(move |secs: u64| dispatch.edit(Edit::Duration(u32::try_from(secs).ok())));
    html! {
        <div class="grid-2">
            <div class="field">
                <label for="duration">{ "The run ends" }</label>
                <select id="duration" class="inp" {onchange} data-testid="duration-kind">
                    <option value="rest" selected={duration.is_none()}>{ "when the balancer rests" }</option>
                    <option value="set" selected={duration.is_some()}>{ "after a set time" }</option>
                </select>
            </div>
            if let Some(secs) = duration {
                <NumberField label="After" value={u64::from(secs)} range={1..=864_000} unit="s" testid="duration"
                    on_commit={on_secs} />
            }
        </div>
    }
}
