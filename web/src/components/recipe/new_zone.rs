//! The row that adds a zone range.

use super::membership::{ShardLightProps, shard_light};
use crate::components::IconName;
use crate::components::controls::IconButton;
use crate::state::cluster::ClusterAt;
use shardscope_session::scenario::ZoneRangeSpec;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`NewZoneRow`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NewZoneRowProps {
    /// The cluster at the playhead.
    pub cluster: Rc<ClusterAt>,
    /// Called with a complete range and the shards that join its zone.
    pub add: Callback<(ZoneRangeSpec, Vec<String>)>,
    /// Called when nothing is to be added.
    pub cancel: Callback<MouseEvent>,
}

/// Zone, bounds and shards of a new range.
#[component]
pub fn NewZoneRow(props: &NewZoneRowProps) -> Html {
    let [zone, min, max] = [use_node_ref(), use_node_ref(), use_node_ref()];
    let chosen = use_state(Vec::<String>::new);
    let error = use_state(|| None::<&'static str>);
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
        let inputs = [zone.clone(), min.clone(), max.clone()];
        let (add, cluster, chosen, error) = (props.add.clone(), props.cluster.clone(), chosen.clone(), error.clone());
        Callback::from(move |()| {
            let read = |input: &NodeRef| input.cast::<HtmlInputElement>().map(|input| input.value().trim().to_owned());
            let [zone, min, max] = inputs.each_ref().map(|input| read(input).unwrap_or_default());
            let range = ZoneRangeSpec { zone, min, max };
            match missing(&range, &chosen, &cluster) {
                None => add.emit((range, (*chosen).clone())),
                what => error.set(what),
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
                <td>{ IconButton::new(IconName::Cross, "Cancel", "new-zone-cancel", props.cancel.clone()).view() }</td>
            </tr>
            <tr class="plain"><td colspan="4">
                <p class="note">{ "Values separated by commas, or a document; max is exclusive." }</p>
                if let Some(text) = *error { <p class="field-error" role="alert" data-testid="new-zone-error">{ text }</p> }
                <span class="row">
                    <span class="lights" role="group" aria-label="Shards of the zone">{ for lights(&props.cluster, &chosen) }</span>
                    <span class="grow"></span>
                    <button type="button" class="btn line" onclick={submit.reform(|_: MouseEvent| ())}
                        data-testid="new-zone-add">{ "Add" }</button>
                </span>
            </td></tr>
        </>
    }
}

fn lights(cluster: &ClusterAt, chosen: &UseStateHandle<Vec<String>>) -> Vec<Html> {
    let light = |shard: &shardscope_session::scenario::ShardSpec| {
        let idx = cluster.mark_idx(&shard.name);
        let (name, on) = (shard.name.clone(), chosen.contains(&shard.name));
        let onclick = {
            let (chosen, name) = (chosen.clone(), name.clone());
            Callback::from(move |_: MouseEvent| {
                let mut names = (*chosen).clone();
                names.retain(|other| *other != name);
                if !on {
                    names.push(name.clone());
                }
                chosen.set(names);
            })
        };
        html! { { shard_light(&ShardLightProps { idx, on, label: format!("{name} in the new zone").into(), testid: format!("new-zone-{name}").into(), onclick }) } }
    };
    cluster.spec.shards.iter().map(light).collect()
}

/// What the range still lacks.
fn missing(range: &ZoneRangeSpec, chosen: &[String], cluster: &ClusterAt) -> Option<&'static str> {
    if [&range.zone, &range.min, &range.max].iter().any(|text| text.is_empty()) {
        return Some("A zone range needs a zone, a min and a max.");
    }
    let is_carried = cluster.spec.shards.iter().any(|shard| shard.zones.contains(&range.zone));
    (chosen.is_empty() && !is_carried).then_some("No shard carries this zone yet. Choose its shards below.")
}
