//! The recipe: four cards that define a run.

mod card;
mod chips;
mod cluster;
mod columns;
mod documents;
mod editor;
mod fields;
mod highlight;
mod import;
mod key_line;
mod membership;
mod new_zone;
mod shard_key;
mod template;
mod workload;
mod zones;

use yew::prelude::*;

/// The four cards.
#[component]
pub fn Recipe() -> Html {
    html! {
        <>
            <documents::DocumentsCard />
            <shard_key::ShardKeyCard />
            <cluster::ClusterCard />
            <workload::WorkloadCard />
        </>
    }
}
