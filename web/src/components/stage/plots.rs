//! The plots, fed from the contexts.

use crate::components::{use_clock, use_dispatch, use_session, use_ui};
use crate::plot::{Dock, KeyScale, KeySpacePlot, Scrubber, ShardsPlot, need_bytes};
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::edit::key_text;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of a plot of one key.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LaneProps {
    /// Which key.
    pub lane: usize,
    /// Draw the small form.
    #[prop_or_default]
    pub compact: bool,
    /// What stands under the plot.
    #[prop_or_default]
    pub children: Html,
}

/// What a click on a chunk does.
#[hook]
fn use_pin(lane: usize) -> Callback<Option<u32>> {
    let dispatch = use_dispatch();
    dispatch.act.reform(move |id: Option<u32>| Action::Ui(UiAction::Pin(id.map(|id| (lane, id)))))
}

/// Columns of chunks per shard. Lanes share one scale.
#[component]
pub fn Shards(props: &LaneProps) -> Html {
    let (clock, session, ui) = (use_clock(), use_session(), use_ui());
    let on_pin = use_pin(props.lane);
    let Some(frame) = clock.lane(props.lane).cloned() else { return Html::default() };
    let need = clock.shown.iter().flat_map(|shown| &shown.lanes).map(|lane| need_bytes(lane)).fold(0.0, f64::max);
    html! {
        <ShardsPlot {frame} color_by={ui.color_by} heat_max_per_sec={session.heat_max_per_sec} at_ms={clock.at_ms()}
            pinned={ui.pinned_in(props.lane)} {on_pin} compact={props.compact} need_bytes_min={need}
            labelled_by={(props.lane == 0).then_some("caption")} />
    }
}

/// The ordered key space.
#[component]
pub fn KeySpace(props: &LaneProps) -> Html {
    let (clock, session, ui, dispatch) = (use_clock(), use_session(), use_ui(), use_dispatch());
    let on_pin = use_pin(props.lane);
    let on_scale = dispatch.act.reform(|scale: KeyScale| Action::Ui(UiAction::Scale(scale)));
    let Some(frame) = clock.lane(props.lane).cloned() else { return Html::default() };
    html! {
        <KeySpacePlot {frame} heat_max_per_sec={session.heat_max_per_sec} at_ms={clock.at_ms()} scale={ui.scale} {on_scale}
            pinned={ui.pinned_in(props.lane)} {on_pin} compact={props.compact} labelled_by="caption"
            probe={session.probe.as_ref().map(|(_, result)| result.clone())}>
            { props.children.clone() }
        </KeySpacePlot>
    }
}

/// The key space in the small form.
#[component]
pub fn DockStrip(props: &LaneProps) -> Html {
    let (clock, session, ui, dispatch) = (use_clock(), use_session(), use_ui(), use_dispatch());
    let on_pin = use_pin(props.lane);
    let on_scale = dispatch.act.reform(|scale: KeyScale| Action::Ui(UiAction::Scale(scale)));
    let Some(frame) = clock.lane(props.lane).cloned() else { return Html::default() };
    let key = session.live_keys.get(props.lane).map(key_text).unwrap_or_default();
    html! {
        <Dock {frame} heat_max_per_sec={session.heat_max_per_sec} at_ms={clock.at_ms()} scale={ui.scale} {on_scale}
            pinned={ui.pinned_in(props.lane)} {on_pin} compact={props.compact} key_text={key}
            probe={session.probe.as_ref().map(|(_, result)| result.clone())} />
    }
}

/// Properties of [`TimeLine`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TimeLineProps {
    /// Without the gap line.
    #[prop_or_default]
    pub compact: bool,
}

/// The scrubber.
#[component]
pub fn TimeLine(props: &TimeLineProps) -> Html {
    let (clock, session, dispatch) = (use_clock(), use_session(), use_dispatch());
    // The small form has room for the marks of one key.
    let first = use_memo((session.lanes.clone(), props.compact), |(lanes, compact)| {
        if *compact { Rc::new(lanes.iter().take(1).cloned().collect()) } else { lanes.clone() }
    });
    html! {
        <Scrubber lanes={(*first).clone()} computed_ms={session.computed_ms} horizon_ms={session.end_ms()}
            at_ms={clock.at_ms()} on_seek={dispatch.act.reform(Action::Seek)} step_ms={session.step_ms()}
            compact={props.compact} />
    }
}
