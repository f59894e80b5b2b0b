//! The plots, fed from the contexts.

use crate::components::{Cx, use_clock, use_dispatch, use_session};
use crate::plot::{Dock, KeyScale, KeySpacePlot, Scrubber, ShardsPlot, need_bytes};
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::edit::key_text;
use std::rc::Rc;
use yew::prelude::*;

/// What a click on a chunk does.
fn pin(cx: &Cx, lane: usize) -> Callback<Option<u32>> {
    cx.dispatch.act.reform(move |id: Option<u32>| Action::Ui(UiAction::Pin(id.map(|id| (lane, id)))))
}

/// Columns of chunks per shard. Lanes share one scale.
pub fn shards(cx: &Cx, lane: usize, compact: bool) -> Html {
    let (clock, session, ui) = (cx.clock.clone(), cx.session.clone(), cx.ui.clone());
    let on_pin = pin(cx, lane);
    let Some(frame) = clock.lane(lane).cloned() else { return Html::default() };
    let need = clock.shown.iter().flat_map(|shown| &shown.lanes).map(|frame| need_bytes(frame)).fold(0.0, f64::max);
    html! {
        <ShardsPlot {frame} color_by={ui.color_by} heat_max_per_sec={session.heat_max_per_sec} at_ms={clock.at_ms()}
            pinned={ui.pinned_in(lane)} {on_pin} {compact} need_bytes_min={need}
            labelled_by={(lane == 0).then_some("caption")} />
    }
}

/// The ordered key space, with what stands under it.
pub fn key_space(cx: &Cx, lane: usize, compact: bool, foot: Html) -> Html {
    let (clock, session, ui, dispatch) = (cx.clock.clone(), cx.session.clone(), cx.ui.clone(), cx.dispatch.clone());
    let on_pin = pin(cx, lane);
    let on_scale = dispatch.act.reform(|scale: KeyScale| Action::Ui(UiAction::Scale(scale)));
    let Some(frame) = clock.lane(lane).cloned() else { return Html::default() };
    html! {
        <KeySpacePlot {frame} heat_max_per_sec={session.heat_max_per_sec} at_ms={clock.at_ms()} scale={ui.scale} {on_scale}
            pinned={ui.pinned_in(lane)} {on_pin} {compact} labelled_by="caption"
            probe={session.probe.as_ref().map(|(_, result)| result.clone())}>
            { foot }
        </KeySpacePlot>
    }
}

/// The key space in the small form.
pub fn dock_strip(cx: &Cx, lane: usize, compact: bool) -> Html {
    let (clock, session, ui, dispatch) = (cx.clock.clone(), cx.session.clone(), cx.ui.clone(), cx.dispatch.clone());
    let on_pin = pin(cx, lane);
    let on_scale = dispatch.act.reform(|scale: KeyScale| Action::Ui(UiAction::Scale(scale)));
    let Some(frame) = clock.lane(lane).cloned() else { return Html::default() };
    let key = session.live_keys.get(lane).map(key_text).unwrap_or_default();
    html! {
        <Dock {frame} heat_max_per_sec={session.heat_max_per_sec} at_ms={clock.at_ms()} scale={ui.scale} {on_scale}
            pinned={ui.pinned_in(lane)} {on_pin} {compact} key_text={key}
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
            at_ms={clock.at_ms()} on_seek={dispatch.act.reform(Action::Seek)} on_skip={dispatch.act.reform(Action::Skip)}
            on_event={dispatch.act.reform(Action::StepEvent)} compact={props.compact} />
    }
}
