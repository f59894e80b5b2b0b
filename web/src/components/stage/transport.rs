//! The transport: start, back, play, forward, clock, scrubber, speed.

use super::plots::TimeLine;
use crate::components::controls::IconButton;
use crate::components::{Icon, IconName, use_clock, use_dispatch, use_session};
use crate::plot::format;
use crate::state::Action;
use crate::state::clock::SPEEDS;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The transport of the playground and of the story.
#[component]
pub fn Transport() -> Html {
    html! {
        <section class="transport" aria-label="Time">
            <Buttons has_start={true} />
            <ClockFace has_gap={true} />
            <TimeLine />
            <SpeedMenu />
        </section>
    }
}

/// Properties of [`Buttons`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ButtonsProps {
    /// Draw the button to the start.
    pub has_start: bool,
}

/// Start, back, play, forward.
#[component]
pub fn Buttons(props: &ButtonsProps) -> Html {
    let (clock, dispatch) = (use_clock(), use_dispatch());
    let (icon, label) = if clock.playing { (IconName::Pause, "Pause") } else { (IconName::Play, "Play") };
    html! {
        <div class="buttons">
            if props.has_start {
                <IconButton icon={IconName::ToStart} label="To the start" class="to-start" testid="to-start"
                    onclick={dispatch.on(Action::ToStart)} />
            }
            <IconButton icon={IconName::Back} label="One step back" testid="step-back" onclick={dispatch.on(Action::Step(false))} />
            <button type="button" class="play" aria-label={label} title={label} onclick={dispatch.on(Action::PlayPause)}
                data-testid="play"><Icon name={icon} /></button>
            <IconButton icon={IconName::Forward} label="One step forward" testid="step-forward"
                onclick={dispatch.on(Action::Step(true))} />
        </div>
    }
}

/// Properties of [`ClockFace`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ClockFaceProps {
    /// Show the data gap under the time.
    pub has_gap: bool,
}

/// Simulated time, the end of the run, and the data gap.
#[component]
pub fn ClockFace(props: &ClockFaceProps) -> Html {
    let (clock, session) = (use_clock(), use_session());
    let gap = clock.lane(0).map(|lane| lane.data_gap_bytes);
    let end = session.horizon_ms.map_or_else(|| "...".to_owned(), format::clock);
    html! {
        <div class="clock">
            <p><b data-testid="clock">{ format::clock(clock.at_ms()) }</b><small>{ " / " }<span data-testid="clock-end">{ end }</span></small></p>
            if props.has_gap {
                if let Some(gap) = gap { <p class="gap">{ "data gap " }<span data-testid="data-gap">{ format::megabytes(gap) }</span></p> }
            }
        </div>
    }
}

#[component]
fn SpeedMenu() -> Html {
    let (clock, dispatch) = (use_clock(), use_dispatch());
    let onchange = dispatch.act.reform(|event: Event| {
        Action::SetSpeed(event.target_unchecked_into::<HtmlSelectElement>().value().parse().unwrap_or(1))
    });
    html! {
        <select class="inp speed" aria-label="Simulated seconds per second" {onchange} data-testid="speed">
            { for SPEEDS.iter().map(|speed| html! {
                <option value={speed.to_string()} selected={*speed == clock.speed}>{ format!("×{speed}") }</option>
            }) }
        </select>
    }
}
