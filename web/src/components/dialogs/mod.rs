//! Dialogs: one at a time, the focus stays inside and returns to where it was.

mod derivation;
mod embed;
mod frame;
mod give;
mod help;
mod scenarios;

use super::use_still_cx;
use crate::state::ui::Dialog;
use yew::prelude::*;

/// The open dialog, if any.
#[component]
pub fn OpenDialog() -> Html {
    let cx = &use_still_cx();
    match cx.ui.dialog {
        None => Html::default(),
        Some(Dialog::Scenarios) => html! { { scenarios::scenarios(cx) } },
        Some(Dialog::Embed) => html! { <embed::EmbedDialog /> },
        Some(Dialog::Give) => html! { <give::GiveDialog /> },
        Some(Dialog::Help) => html! { { help::help(cx) } },
        Some(Dialog::Derivation(lane, property)) => html! { { derivation::derivation(cx, lane, property) } },
        Some(Dialog::Probe) => html! { { derivation::probe_steps(cx) } },
    }
}
