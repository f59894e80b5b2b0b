//! The transport: start, back, play, forward, clock, scrubber, speed.

use super::plots::TimeLine;
use crate::components::controls::{Choice, IconButton};
use crate::components::{Cx, IconName, draw_icon};
use crate::plot::format;
use crate::state::Action;
use crate::state::clock::SPEEDS;
use yew::prelude::*;

/// The transport of the playground and of the story.
pub fn transport(cx: &Cx) -> Html {
    html! {
        <section class="transport" aria-label="Time">
            { buttons(cx, true) }
            { clock_face(cx, true) }
            <TimeLine />
            { speed_menu(cx) }
        </section>
    }
}

/// Start, back, play, forward.
pub fn buttons(cx: &Cx, has_start: bool) -> Html {
    let (clock, dispatch) = (cx.clock.clone(), cx.dispatch.clone());
    let (icon, label) = if clock.playing { (IconName::Pause, "Pause") } else { (IconName::Play, "Play") };
    html! {
        <div class="buttons">
            if has_start {
                { IconButton::new(IconName::ToStart, "To the start", "to-start", dispatch.on(Action::ToStart)).class("to-start").view() }
            }
            { IconButton::new(IconName::Back, "One step back", "step-back", dispatch.on(Action::Step(false))).view() }
            <button type="button" class="play" aria-label={label} title={label} onclick={dispatch.on(Action::PlayPause)}
                data-testid="play">{ draw_icon(icon) }</button>
            { IconButton::new(IconName::Forward, "One step forward", "step-forward", dispatch.on(Action::Step(true))).view() }
        </div>
    }
}

/// Simulated time, the end of the run, and the data gap.
pub fn clock_face(cx: &Cx, has_gap: bool) -> Html {
    let (clock, session) = (cx.clock.clone(), cx.session.clone());
    let gap = clock.lane(0).map(|lane| lane.data_gap_bytes);
    let end = session.horizon_ms.map_or_else(|| "...".to_owned(), format::clock);
    html! {
        <div class="clock">
            <p><b data-testid="clock">{ format::clock(clock.at_ms()) }</b><small>{ " / " }<span data-testid="clock-end">{ end }</span></small></p>
            if has_gap {
                if let Some(gap) = gap { <p class="gap">{ "data gap " }<span data-testid="data-gap">{ format::megabytes(gap) }</span></p> }
            }
        </div>
    }
}

fn speed_menu(cx: &Cx) -> Html {
    let (clock, dispatch) = (cx.clock.clone(), cx.dispatch.clone());
    let on_choose = dispatch.act.reform(|chosen: String| Action::SetSpeed(chosen.parse().unwrap_or(1)));
    let options = SPEEDS.iter().map(|speed| (speed.to_string().into(), format!("×{speed}").into())).collect::<Vec<_>>();
    html! {
        <Choice class={classes!("inp", "speed")} label="Simulated seconds per second" testid="speed" {options}
            value={clock.speed.to_string()} {on_choose} />
    }
}
