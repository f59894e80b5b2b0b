//! The sections at the bottom of a phone.

use super::{Cx, IconName, draw_icon};
use crate::state::action::UiAction;
use crate::state::ui::Section;
use yew::prelude::*;

const SECTIONS: [(Section, &str, IconName); 4] = [
    (Section::Stage, "Stage", IconName::Bars),
    (Section::Recipe, "Recipe", IconName::Recipe),
    (Section::Verdict, "Verdict", IconName::Check),
    (Section::Events, "Events", IconName::List),
];

/// The bar of sections. The transport above it is the stage's own, fixed there by the style sheet.
pub fn phone_bar(cx: &Cx) -> Html {
    let (ui, dispatch) = (cx.ui.clone(), cx.dispatch.clone());
    let button = |(section, name, icon): (Section, &'static str, IconName)| {
        let current = (ui.section == section).then_some("true");
        html! {
            <button key={name} type="button" aria-current={current} onclick={dispatch.ui(UiAction::Section(section))}
                data-testid={format!("section-{}", name.to_lowercase())}>
                { draw_icon(icon) }<span>{ name }</span>
            </button>
        }
    };
    html! { <nav class="sections" aria-label="Sections">{ for SECTIONS.into_iter().map(button) }</nav> }
}
