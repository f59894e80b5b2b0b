//! The stage: view bar, caption, plot, dock, transport and event log.

mod caption;
mod events;
pub mod plots;
mod probe;
pub mod tables;
pub mod transport;
mod view_bar;

use crate::components::problem::problem_box;
use crate::components::{Cx, use_cx};
use crate::state::Action;
use crate::state::session::{EngineState, Phase};
use crate::state::ui::View;
use shardscope_session::presets;
use yew::prelude::*;

pub use caption::caption_lines;

/// The stage of the playground.
#[component]
pub fn Stage() -> Html {
    let cx = &use_cx();
    let ui = &cx.ui;
    let has_dock = ui.view == View::Shards && !ui.table;
    html! {
        <>
            { view_bar::view_bar(cx) }
            { caption_lines(cx, 0) }
            <section class="plot-area" id="view" role="tabpanel" aria-label={view_name(ui.view)} data-testid="view">
                { loading(cx) }
                if ui.table {
                    { tables::tables(cx, 0) }
                } else if ui.view == View::Shards {
                    { plots::shards(cx, 0, false) }
                } else {
                    { plots::key_space(cx, 0, false, html! { <probe::ProbeField lane={0} /> }) }
                }
            </section>
            if has_dock { <div class="dock">{ plots::dock_strip(cx, 0, false) }</div> }
            { transport::transport(cx) }
            { events::event_log(cx) }
        </>
    }
}

/// The name of a view.
#[must_use]
pub fn view_name(view: View) -> &'static str {
    match view {
        View::Shards => "Shards",
        View::KeySpace => "Key space",
    }
}

/// What the plot says while there is no frame, and the thin bar while a run is computed.
pub fn loading(cx: &Cx) -> Html {
    let (session, clock) = (cx.session.clone(), cx.clock.clone());
    let percent = session
        .horizon_ms
        .filter(|_| session.phase == Phase::Computing)
        .map(|horizon_ms| session.computed_ms.saturating_mul(100) / horizon_ms.max(1));
    html! {
        <>
            if let Some(percent) = percent {
                <progress class="run-progress" max="100" value={percent.min(100).to_string()}
                    aria-label="Simulating"></progress>
            }
            if let Some(problem) = session.problem.as_ref().filter(|_| clock.shown.is_none()) {
                <div class="plot-note" data-testid="cannot-start">
                    { problem_box(problem) }
                    <p>
                        <button type="button" class="btn line" data-testid="start-anew"
                            onclick={cx.dispatch.on(Action::Open(Box::new(presets::first_run())))}>{ "Open the first scenario" }</button>
                    </p>
                </div>
            } else if clock.shown.is_none() {
                <p class="plot-note">
                    { if session.engine == EngineState::Loading { "Starting the engine ..." } else { "Placing the first documents ..." } }
                </p>
            }
        </>
    }
}
