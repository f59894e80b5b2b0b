//! Zone ranges, and which shards carry which zone.

use super::cluster::ClusterProps;
use crate::components::controls::IconButton;
use crate::components::problem::ProblemBox;
use crate::components::{Icon, IconName, use_dispatch, use_session};
use crate::plot::ZoneTag;
use crate::plot::scene::shard_mark::letter;
use crate::state::cluster::ClusterEdit;
use crate::state::edit::Edit;
use shardscope_session::protocol::Place;
use shardscope_session::scenario::ZoneRangeSpec;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The zone ranges.
#[component]
pub fn ZoneTable(props: &ClusterProps) -> Html {
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
        html! { <ZoneRow key={format!("{idx}-{}", range.zone)} {idx} range={range.clone()} {is_at_fault} {commit} {remove} /> }
    };
    let add = {
        let (adding, dispatch) = (adding.clone(), dispatch.clone());
        Callback::from(move |range: ZoneRangeSpec| {
            adding.set(false);
            dispatch.edit(Edit::Cluster(ClusterEdit::AddRange(range)));
        })
    };
    let open = { let adding = adding.clone(); Callback::from(move |_: MouseEvent| adding.set(true)) };
    let cancel = { let adding = adding.clone(); Callback::from(move |_: MouseEvent| adding.set(false)) };
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
                        if *adding { <NewZoneRow {add} {cancel} /> }
                    </tbody>
                </table>
            }
            if let Some((_, problem)) = at_fault { <ProblemBox {problem} /> }
            if !*adding {
                <div><button type="button" class="btn" onclick={open} data-testid="add-zone-range">
                    <Icon name={IconName::Plus} />{ "Zone range" }
                </button></div>
            }
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ZoneRowProps {
    idx: usize,
    range: ZoneRangeSpec,
    is_at_fault: bool,
    commit: Callback<ZoneRangeSpec>,
    remove: Callback<MouseEvent>,
}

#[component]
fn ZoneRow(props: &ZoneRowProps) -> Html {
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
            <td><IconButton icon={IconName::Cross} label={format!("Remove this range of zone {}", range.zone)}
                testid={format!("remove-zone-{idx}")} onclick={props.remove.clone()} /></td>
        </tr>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct NewZoneRowProps {
    add: Callback<ZoneRangeSpec>,
    cancel: Callback<MouseEvent>,
}

#[component]
fn NewZoneRow(props: &NewZoneRowProps) -> Html {
    let refs = [use_node_ref(), use_node_ref(), use_node_ref()];
    let [zone, min, max] = refs.clone();
    let missing = use_state(|| false);
    {
        let zone = zone.clone();
        use_effect_with((), move |()| {
            if let Some(input) = zone.cast::<HtmlInputElement>() {
                // Focus fails only on an element that is gone.
                let _ = input.focus();
            }
        });
    }
    let submit = {
        let (add, missing) = (props.add.clone(), missing.clone());
        Callback::from(move |()| {
            let read = |input: &NodeRef| input.cast::<HtmlInputElement>().map(|input| input.value().trim().to_owned());
            let [zone, min, max] = refs.each_ref().map(|input| read(input).unwrap_or_default());
            let is_complete = ![&zone, &min, &max].iter().any(|text| text.is_empty());
            missing.set(!is_complete);
            if is_complete {
                add.emit(ZoneRangeSpec { zone, min, max });
            }
        })
    };
    let onkeydown = {
        let submit = submit.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                event.prevent_default();
                submit.emit(());
            }
        })
    };
    html! {
        <>
            <tr {onkeydown}>
                <td><input class="mono" ref={zone} aria-label="Zone" placeholder="EU" data-testid="new-zone" /></td>
                <td><input class="mono" ref={min} aria-label="Min" placeholder="MinKey" data-testid="new-zone-min" /></td>
                <td><input class="mono" ref={max} aria-label="Max" placeholder="MaxKey" data-testid="new-zone-max" /></td>
                <td><IconButton icon={IconName::Cross} label="Cancel" testid="new-zone-cancel" onclick={props.cancel.clone()} /></td>
            </tr>
            <tr class="plain"><td colspan="4">
                if *missing { <p class="field-error" role="alert">{ "A zone range needs a zone, a min and a max." }</p> }
                <span class="row">
                    <span class="note grow">{ "Values separated by commas, or a document; max is exclusive." }</span>
                    <button type="button" class="btn line" onclick={submit.reform(|_: MouseEvent| ())}
                        data-testid="new-zone-add">{ "Add" }</button>
                </span>
            </td></tr>
        </>
    }
}

/// Which shards carry which zone.
#[component]
pub fn Membership(props: &ClusterProps) -> Html {
    let dispatch = use_dispatch();
    let cluster = &props.cluster;
    let names = cluster.zone_names();
    if names.is_empty() {
        return Html::default();
    }
    let toggle = |zone: &str, shard_idx: usize| {
        let Some(spec) = cluster.spec.shards.get(shard_idx) else { return Html::default() };
        let (shard, zone) = (spec.name.clone(), zone.to_owned());
        let is_in = spec.zones.contains(&zone);
        let label = format!("{shard} in zone {zone}");
        let testid = format!("member-{zone}-{shard}");
        let edit = if is_in { ClusterEdit::LeaveZone { shard, zone } } else { ClusterEdit::JoinZone { shard, zone } };
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.edit(Edit::Cluster(edit.clone())));
        let class = classes!("light", is_in.then(|| format!("s-{}", shard_idx % 12)));
        html! {
            <button key={shard_idx} type="button" {class} aria-pressed={is_in.to_string()} aria-label={label.clone()}
                title={label} {onclick} data-testid={testid}>{ letter(shard_idx) }</button>
        }
    };
    let row = |(zone_idx, zone): (usize, &String)| {
        html! {
            <li key={zone.clone()}>
                <ZoneTag name={zone.clone()} idx={zone_idx} />
                <span class="grow"></span>
                <span class="lights">{ for (0..cluster.spec.shards.len()).map(|idx| toggle(zone, idx)) }</span>
            </li>
        }
    };
    html! { <ul class="membership" aria-label="Shards of each zone">{ for names.iter().enumerate().map(row) }</ul> }
}
