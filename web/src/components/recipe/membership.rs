//! Which shards carry which zone.

use crate::components::Cx;
use crate::plot::ZoneTag;
use crate::plot::scene::shard_mark::{N_SHARD_COLORS, letter};
use crate::state::cluster::{ClusterAt, ClusterEdit};
use crate::state::edit::Edit;
use yew::prelude::*;

/// Properties of [`ShardLight`].
#[derive(Debug, Clone, PartialEq)]
pub struct ShardLightProps {
    /// Position of the shard.
    pub idx: usize,
    /// Whether it is lit.
    pub on: bool,
    /// Accessible name.
    pub label: AttrValue,
    /// Name for the browser suite.
    pub testid: AttrValue,
    /// Called on a click.
    pub onclick: Callback<MouseEvent>,
}

/// The letter of a shard as a toggle.
pub fn shard_light(props: &ShardLightProps) -> Html {
    let class = classes!("light", props.on.then(|| format!("s-{}", props.idx % N_SHARD_COLORS)));
    html! {
        <button type="button" {class} aria-pressed={props.on.to_string()} aria-label={props.label.clone()}
            title={props.label.clone()} onclick={props.onclick.clone()} data-testid={props.testid.clone()}>
            { letter(props.idx) }
        </button>
    }
}

/// Which shards carry which zone.
pub fn membership(cx: &Cx, cluster: &ClusterAt) -> Html {
    let dispatch = cx.dispatch.clone();
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
        html! { { shard_light(&ShardLightProps { idx: cluster.mark_idx(&spec.name), on: is_in, label: label.into(), testid: testid.into(), onclick }) } }
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
