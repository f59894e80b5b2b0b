//! The recipe: four cards that define a run.

mod absent;
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
mod paste;
mod server;
mod shard_key;
mod template;
mod workload;
mod zones;

use super::use_cx;
use yew::prelude::*;

/// The four cards.
#[component]
pub fn Recipe() -> Html {
    let cx = &use_cx();
    html! {
        <>
            { documents::documents_card(cx) }
            { shard_key::shard_key_card(cx) }
            <cluster::ClusterCard />
            { workload::workload_card(cx) }
        </>
    }
}
