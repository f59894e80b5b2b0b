//! The frame of a card: number, title, one line when collapsed.

use crate::components::{Icon, IconName, use_dispatch, use_ui};
use crate::state::action::UiAction;
use crate::state::ui::Card;
use yew::prelude::*;

/// Properties of [`CardFrame`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CardFrameProps {
    /// Which card.
    pub card: Card,
    /// Title.
    pub title: AttrValue,
    /// One line about it.
    pub summary: AttrValue,
    /// The line is code.
    #[prop_or_default]
    pub summary_is_code: bool,
    /// Something in it is wrong.
    #[prop_or_default]
    pub has_problem: bool,
    /// Content.
    pub children: Html,
}

/// A card that opens and closes.
#[component]
pub fn CardFrame(props: &CardFrameProps) -> Html {
    let (ui, dispatch) = (use_ui(), use_dispatch());
    let is_open = ui.is_open(props.card);
    let number = props.card as usize + 1;
    let body_id = format!("card-{number}");
    let class = classes!("sum", props.summary_is_code.then_some("mono"));
    html! {
        <section class={classes!("card", (!is_open).then_some("closed"), props.has_problem.then_some("has-problem"))}>
            <h2>
                <button type="button" aria-expanded={is_open.to_string()} aria-controls={body_id.clone()}
                    onclick={dispatch.ui(UiAction::ToggleCard(props.card))} data-testid={body_id.clone()}>
                    <span class="step" aria-hidden="true">{ number }</span>
                    <span class="title">{ &props.title }</span>
                    <span {class}>{ &props.summary }</span>
                    <Icon name={IconName::Chevron} />
                </button>
            </h2>
            <div class="body" id={body_id} hidden={!is_open}>
                if is_open { { props.children.clone() } }
            </div>
        </section>
    }
}
