//! The target that covers the page while a file is dragged over it.

use super::{Icon, IconName, use_ui};
use yew::prelude::*;

/// The target, while something is dragged.
#[component]
pub fn DropTarget() -> Html {
    let ui = use_ui();
    if !ui.dragging {
        return Html::default();
    }
    html! {
        <div class="drop-target" data-testid="drop-target">
            <p><Icon name={IconName::Upload} />{ "Drop the file to use its documents: JSON, NDJSON, Extended JSON or CSV" }</p>
        </div>
    }
}
