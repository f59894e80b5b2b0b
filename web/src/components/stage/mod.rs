//! The stage: view bar, caption, plot, dock, transport and event log.

mod caption;
mod events;
pub mod plots;
mod probe;
mod tables;
pub mod transport;
mod view_bar;

use super::{use_clock, use_session, use_ui};
use crate::state::session::{EngineState, Phase};
use crate::state::ui::View;
use yew::prelude::*;

pub use caption::CaptionLines;

/// The stage of the playground.
#[component]
pub fn Stage() -> Html {
    let ui = use_ui();
    let has_dock = ui.view == View::Shards && !ui.table;
    html! {
        <>
            <view_bar::ViewBar />
            <CaptionLines lane={0} />
            <section class="plot-area" id="view" role="tabpanel" aria-label={view_name(ui.view)} data-testid="view">
                <Loading />
                if ui.table {
                    <tables::Tables lane={0} />
                } else if ui.view == View::Shards {
                    <plots::Shards lane={0} />
                } else {
                    <plots::KeySpace lane={0}><probe::ProbeField lane={0} /></plots::KeySpace>
                }
            </section>
            if has_dock { <div class="dock"><plots::DockStrip lane={0} /></div> }
            <transport::Transport />
            <events::EventLog />
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
#[component]
pub fn Loading() -> Html {
    let (session, clock) = (use_session(), use_clock());
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
            if clock.shown.is_none() {
                <p class="plot-note">
                    { if session.engine == EngineState::Loading { "Starting the engine ..." } else { "Placing the first documents ..." } }
                </p>
            }
        </>
    }
}
