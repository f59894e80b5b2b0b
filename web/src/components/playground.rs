//! Recipe, stage and verdict side by side; on a phone one under the other with a bar at the bottom.

use super::phone::PhoneBar;
use super::recipe::Recipe;
use super::stage::Stage;
use super::verdict::VerdictPanel;
use super::{use_dispatch, use_ui};
use crate::state::action::UiAction;
use crate::state::ui::Section;
use yew::prelude::*;

/// The playground.
#[component]
pub fn Playground() -> Html {
    let (ui, dispatch) = (use_ui(), use_dispatch());
    let section = match ui.section {
        Section::Stage => "on-stage",
        Section::Recipe => "on-recipe",
        Section::Verdict => "on-verdict",
        Section::Events => "on-events",
    };
    let sheet = ui.recipe_open.then_some("recipe-open");
    html! {
        <>
            <div class={classes!("app", section, sheet)}>
                <aside class="recipe" aria-label="Recipe" id="recipe" data-testid="recipe"><Recipe /></aside>
                if ui.recipe_open {
                    <div class="sheet-scrim" onclick={dispatch.ui(UiAction::ToggleRecipe)}></div>
                }
                <main class="stage" aria-label="Stage" id="stage" tabindex="-1"><Stage /></main>
                <aside class="verdict" aria-label="Verdict" id="verdict" data-testid="verdict"><VerdictPanel /></aside>
            </div>
            <PhoneBar />
        </>
    }
}
