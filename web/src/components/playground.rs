//! Recipe, stage and verdict side by side; on a phone one under the other with a bar at the bottom.

use super::phone::phone_bar;
use super::predict::predict_bar;
use super::recipe::Recipe;
use super::stage::Stage;
use super::use_still_cx;
use super::verdict::VerdictPanel;
use crate::state::action::UiAction;
use crate::state::ui::Section;
use yew::prelude::*;

/// The playground.
#[component]
pub fn Playground() -> Html {
    let cx = &use_still_cx();
    let (ui, dispatch) = (&cx.ui, &cx.dispatch);
    let section = match ui.section {
        Section::Stage => "on-stage",
        Section::Recipe => "on-recipe",
        Section::Verdict => "on-verdict",
        Section::Events => "on-events",
    };
    let sheet = ui.recipe_open.then_some("recipe-open");
    html! {
        <>
            if ui.story_on && !cx.session.is_edited() { { predict_bar(cx) } }
            <div class={classes!("app", section, sheet)}>
                <aside class="recipe" aria-label="Recipe" id="recipe" data-testid="recipe"><Recipe /></aside>
                if ui.recipe_open {
                    <div class="sheet-scrim" onclick={dispatch.ui(UiAction::ToggleRecipe)}></div>
                }
                <main class="stage" aria-label="Stage" id="stage" tabindex="-1"><Stage /></main>
                <aside class="verdict" aria-label="Verdict" id="verdict" data-testid="verdict"><VerdictPanel /></aside>
            </div>
            { phone_bar(cx) }
        </>
    }
}
