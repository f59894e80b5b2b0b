//! Dialogs: one at a time, the focus stays inside and returns to where it was.

mod derivation;
mod embed;
mod frame;
mod help;
mod scenarios;

use super::use_ui;
use crate::state::ui::Dialog;
use yew::prelude::*;

/// The open dialog, if any.
#[component]
pub fn OpenDialog() -> Html {
    let ui = use_ui();
    match ui.dialog {
        None => Html::default(),
        Some(Dialog::Scenarios) => html! { <scenarios::Scenarios /> },
        Some(Dialog::Embed) => html! { <embed::EmbedDialog /> },
        Some(Dialog::Help) => html! { <help::Help /> },
        Some(Dialog::Derivation(lane, property)) => html! { <derivation::Derivation {lane} {property} /> },
        Some(Dialog::Probe) => html! { <derivation::ProbeSteps /> },
    }
}
