//! The message across the top of the page.

use super::controls::IconButton;
use super::problem::with_code;
use super::{Cx, IconName};
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::Banner;
use yew::prelude::*;

/// The banner, when there is one.
pub fn banner_bar(cx: &Cx) -> Html {
    let (ui, dispatch) = (cx.ui.clone(), cx.dispatch.clone());
    let Some(banner) = &ui.banner else { return Html::default() };
    let (class, text) = match banner {
        Banner::EngineStopped(reason) => ("bad", format!("The engine stopped: {reason}.")),
        Banner::Mismatch => ("watch", "This page and its engine are of two different builds.".to_owned()),
        Banner::BrokenLink(reason) => {
            ("watch", format!("The link could not be opened, so you see the first scenario instead: {reason}."))
        }
        Banner::Notice(text) => ("info", text.clone()),
    };
    let acts = match banner {
        Banner::EngineStopped(_) => html! {
            <>
                <button type="button" class="btn line" onclick={dispatch.on(Action::RestartEngine)}
                    data-testid="restart-engine">{ "Restart from this scenario" }</button>
                <button type="button" class="btn line" onclick={dispatch.ui(UiAction::CopyLink(false))}>{ "Copy link" }</button>
            </>
        },
        Banner::Mismatch => html! {
            <button type="button" class="btn line" onclick={Callback::from(|_| reload())}>{ "Reload" }</button>
        },
        Banner::BrokenLink(_) | Banner::Notice(_) => Html::default(),
    };
    html! {
        <div class={classes!("banner", class)} role="alert" data-testid="banner">
            <p>{ with_code(&text) }</p>
            { acts }
            { IconButton::new(IconName::Cross, "Close this message", "close-banner", dispatch.ui(UiAction::CloseBanner)).view() }
        </div>
    }
}

fn reload() {
    if let Some(window) = web_sys::window() {
        // Refused only where the page is about to leave anyway.
        let _ = window.location().reload();
    }
}
