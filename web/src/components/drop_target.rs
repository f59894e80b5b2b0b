//! The target that covers the page while a file is dragged over it.

use super::{Cx, IconName, draw_icon};
use yew::prelude::*;

/// The target, while something is dragged.
pub fn drop_target(cx: &Cx) -> Html {
    let ui = cx.ui.clone();
    if !ui.dragging {
        return Html::default();
    }
    html! {
        <div class="drop-target" data-testid="drop-target">
            <p>{ draw_icon(IconName::Upload) }{ "Drop the file to use its documents: JSON, NDJSON, Extended JSON or CSV" }</p>
        </div>
    }
}
