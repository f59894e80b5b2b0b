//! The probe: a key value in, chunk and shard out.

use crate::components::problem::problem_box;
use crate::components::{IconName, draw_icon, use_clock, use_dispatch, use_session};
use crate::plot::{ShardBadge, format};
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::Dialog;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`ProbeField`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ProbeFieldProps {
    /// Which key.
    pub lane: usize,
}

/// The field, and where the last value lands.
#[component]
pub fn ProbeField(props: &ProbeFieldProps) -> Html {
    let (session, clock, dispatch) = (use_session(), use_clock(), use_dispatch());
    let field = use_node_ref();
    let lane = u32::try_from(props.lane).unwrap_or(0);
    let ask = {
        let (field, dispatch) = (field.clone(), dispatch.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let key = field.cast::<HtmlInputElement>().map(|field| field.value()).unwrap_or_default();
            if !key.trim().is_empty() {
                dispatch.act.emit(Action::Probe { lane, key });
            }
        })
    };
    let shown = clock.lane(props.lane);
    let totals = shown
        .map(|lane| format!("{}, {}", format::counted(lane.chunks.len() as u64, "chunk"), format::bytes(lane.bytes)));
    let answer = session.probe.as_ref().map(|(_, result)| match result {
        Ok(probe) => {
            let shard_idx = shown.and_then(|lane| lane.shards.iter().position(|shard| shard.name == probe.shard));
            html! {
                <span class="probe-answer" data-testid="probe-answer">
                    { draw_icon(IconName::Arrow) }{ "chunk " }<code>{ &probe.range }</code>
                    { draw_icon(IconName::Arrow) }<ShardBadge idx={shard_idx.unwrap_or(0)} />{ &probe.shard }
                    <button type="button" class="lnk" onclick={dispatch.ui(UiAction::Dialog(Some(Dialog::Probe)))}
                        data-testid="probe-why">{ "Why?" }</button>
                </span>
            }
        }
        Err(problem) => html! { { problem_box(problem) } },
    });
    html! {
        <form class="probe" onsubmit={ask}>
            <label for="probe">{ "Probe a key" }</label>
            <input id="probe" ref={field} class="inp mono" autocomplete="off" spellcheck="false" placeholder="\"t_18\""
                data-testid="probe" />
            { answer.unwrap_or_default() }
            <span class="grow"></span>
            if session.probe.is_none() { <span class="note hide-narrow">{ totals.unwrap_or_default() }</span> }
        </form>
    }
}
