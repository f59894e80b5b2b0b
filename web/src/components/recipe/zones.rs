//! The zone ranges.

use super::new_zone::NewZoneRow;
use crate::components::controls::IconButton;
use crate::components::problem::problem_box;
use crate::components::{IconName, draw_icon, use_dispatch, use_session};
use crate::state::cluster::{ClusterAt, ClusterEdit};
use crate::state::edit::Edit;
use shardscope_session::protocol::Place;
use shardscope_session::scenario::ZoneRangeSpec;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`ZoneTable`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ZoneTableProps {
    /// The cluster at the playhead.
    pub cluster: Rc<ClusterAt>,
}

/// The zone ranges.
#[component]
pub fn ZoneTable(props: &ZoneTableProps) -> Html {
    let (session, dispatch) = (use_session(), use_dispatch());
    let adding = use_state(|| false);
    let zones = &props.cluster.zones;
    let at_fault = session.problem.as_ref().and_then(|problem| match problem.place {
        Place::Cluster { zone_range: Some(idx) } => Some((idx as usize, problem.clone())),
        _ => None,
    });
    let row = |(idx, range): (usize, &ZoneRangeSpec)| {
        let commit = {
            let (dispatch, old) = (dispatch.clone(), range.clone());
            Callback::from(move |new: ZoneRangeSpec| {
                dispatch.edit(Edit::Cluster(ClusterEdit::ReplaceRange { old: old.clone(), new }));
            })
        };
        let remove = {
            let (dispatch, range) = (dispatch.clone(), range.clone());
            Callback::from(move |_: MouseEvent| dispatch.edit(Edit::Cluster(ClusterEdit::RemoveRange(range.clone()))))
        };
        let is_at_fault = at_fault.as_ref().is_some_and(|(fault, _)| *fault == idx);
        html! { { zone_row(&ZoneRowProps { idx, range: range.clone(), is_at_fault, commit, remove }) } }
    };
    let add = {
        let (adding, dispatch) = (adding.clone(), dispatch.clone());
        Callback::from(move |(range, shards): (ZoneRangeSpec, Vec<String>)| {
            adding.set(false);
            dispatch.edit(Edit::Cluster(ClusterEdit::AddRange { range, shards }));
        })
    };
    let open = {
        let adding = adding.clone();
        Callback::from(move |_: MouseEvent| adding.set(true))
    };
    let cancel = {
        let adding = adding.clone();
        Callback::from(move |_: MouseEvent| adding.set(false))
    };
    html! {
        <>
            if zones.is_empty() && !*adding {
                <p class="note">{ "No zones. Every shard may hold any range." }</p>
            } else {
                <table class="tbl zones" data-testid="zones">
                    <thead><tr>
                        <th scope="col">{ "Zone" }</th><th scope="col">{ "min" }</th><th scope="col">{ "max" }</th>
                        <th scope="col"><span class="sr">{ "Remove" }</span></th>
                    </tr></thead>
                    <tbody>
                        { for zones.iter().enumerate().map(row) }
                        if *adding { <NewZoneRow cluster={props.cluster.clone()} {add} {cancel} /> }
                    </tbody>
                </table>
            }
            if let Some((_, problem)) = at_fault { { problem_box(&problem) } }
            if !*adding {
                <div><button type="button" class="btn flush" onclick={open} data-testid="add-zone-range">
                    { draw_icon(IconName::Plus) }{ "Zone range" }
                </button></div>
            }
        </>
    }
}

#[derive(Debug, Clone, PartialEq)]
struct ZoneRowProps {
    idx: usize,
    range: ZoneRangeSpec,
    is_at_fault: bool,
    commit: Callback<ZoneRangeSpec>,
    remove: Callback<MouseEvent>,
}

fn zone_row(props: &ZoneRowProps) -> Html {
    let ZoneRowProps { idx, range, commit, .. } = props;
    let field = |label: &str, value: &str, set: fn(&mut ZoneRangeSpec, String)| {
        let (commit, range) = (commit.clone(), range.clone());
        let onchange = Callback::from(move |event: Event| {
            let mut range = range.clone();
            set(&mut range, event.target_unchecked_into::<HtmlInputElement>().value().trim().to_owned());
            commit.emit(range);
        });
        html! {
            <input class="mono" aria-label={format!("{label} of zone range {}", idx + 1)} value={value.to_owned()}
                autocomplete="off" spellcheck="false" {onchange} data-testid={format!("zone-{}-{idx}", label.to_lowercase())} />
        }
    };
    html! {
        <tr class={classes!(props.is_at_fault.then_some("is-error"))}>
            <td>{ field("Zone", &range.zone, |range, text| range.zone = text) }</td>
            <td>{ field("Min", &range.min, |range, text| range.min = text) }</td>
            <td>{ field("Max", &range.max, |range, text| range.max = text) }</td>
            <td>{ IconButton::new(IconName::Cross, format!("Remove this range of zone {}", range.zone), format!("remove-zone-{idx}"), props.remove.clone()).view() }</td>
        </tr>
    }
}
