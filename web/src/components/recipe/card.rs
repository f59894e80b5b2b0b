//! The frame of a card: number, title, one line when collapsed.

use crate::components::{Cx, IconName, draw_icon};
use crate::state::action::UiAction;
use crate::state::ui::Card;
use yew::prelude::*;

/// The frame of a card.
#[derive(Debug)]
pub struct CardFrame {
    /// Which card.
    pub card: Card,
    /// Title.
    pub title: &'static str,
    /// One line about it.
    pub summary: String,
    /// The line is code.
    pub summary_is_code: bool,
    /// Something in it is wrong.
    pub has_problem: bool,
}

impl CardFrame {
    /// Draws the card around its content.
    pub fn view(self, cx: &Cx, content: Html) -> Html {
        let is_open = cx.ui.is_open(self.card);
        let number = self.card as usize + 1;
        let body_id = format!("card-{number}");
        let class = classes!("card", (!is_open).then_some("closed"), self.has_problem.then_some("has-problem"));
        html! {
            <section {class}>
                <h2>
                    <button type="button" aria-expanded={is_open.to_string()} aria-controls={body_id.clone()}
                        onclick={cx.dispatch.ui(UiAction::ToggleCard(self.card))} data-testid={body_id.clone()}>
                        <span class="step" aria-hidden="true">{ number }</span>
                        <span class="title">{ self.title }</span>
                        <span class={classes!("sum", self.summary_is_code.then_some("mono"))}>{ self.summary }</span>
                        { draw_icon(IconName::Chevron) }
                    </button>
                </h2>
                <div class="body" id={body_id} hidden={!is_open}>
                    if is_open { { content } }
                </div>
            </section>
        }
    }
}
