//! The header: scenario, undo and redo, share, embed, theme, help.

use super::controls::IconButton;
use super::{Cx, IconName, draw_icon, use_clock, use_dispatch, use_session, use_still_cx, use_ui};
use crate::plot::format;
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::{Dialog, Mode, Theme};
use shardscope_session::link;
use shardscope_session::scenario::Documents;
use yew::prelude::*;

/// Some wikis cut longer addresses.
const LINK_CHARS_WATCH: usize = 2_000;
/// Many do.
const LINK_CHARS_PROBLEM: usize = 4_000;

/// The header.
#[component]
pub fn Header() -> Html {
    let cx = &use_still_cx();
    let is_playground = cx.ui.mode == Mode::Playground;
    html! {
        <header class="top">
            <h1 class="brand">{ mark(cx) }<span>{ "Shardscope" }</span></h1>
            <span class="rule hide-phone" aria-hidden="true"></span>
            { scenario_button(cx) }
            if is_playground { { history(cx) } }
            <span class="grow"></span>
            <ShareButton />
            { embed_button(cx) }
            <span class="rule hide-phone" aria-hidden="true"></span>
            { page_buttons(cx) }
        </header>
    }
}

/// The mark: three columns of unequal height.
pub fn mark(_cx: &Cx) -> Html {
    html! {
        <svg class="logo" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <rect class="low" x="1" y="11" width="5" height="8" rx="1" />
            <rect x="7.5" y="1" width="5" height="18" rx="1" />
            <rect class="mid" x="14" y="7" width="5" height="12" rx="1" />
        </svg>
    }
}

fn scenario_button(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    html! {
        <button type="button" class="btn scenario" aria-haspopup="dialog" data-testid="scenario-picker"
            onclick={dispatch.ui(UiAction::Dialog(Some(Dialog::Scenarios)))}>
            <span class="what hide-narrow">{ "Scenario" }</span>
            <b>{ &session.scenario.name }</b>
            if session.is_edited() { <span class="what" data-testid="edited">{ "edited" }</span> }
            { draw_icon(IconName::Chevron) }
        </button>
    }
}

fn history(cx: &Cx) -> Html {
    let (session, ui, dispatch) = (cx.session.clone(), cx.ui.clone(), cx.dispatch.clone());
    let label = |verb: &str, what: Option<&str>| match what {
        Some(what) => format!("{verb}: {what}"),
        None => format!("Nothing to {}", verb.to_lowercase()),
    };
    let (undo, redo) = (session.history.undo_label(), session.history.redo_label());
    html! {
        <>
            <button type="button" class="btn line only-tablet" aria-expanded={ui.recipe_open.to_string()}
                onclick={dispatch.ui(UiAction::ToggleRecipe)} data-testid="open-recipe">
                { draw_icon(IconName::Recipe) }{ "Recipe" }
            </button>
            { IconButton::new(IconName::Undo, label("Undo", undo), "undo", dispatch.on(Action::Undo)).disabled(undo.is_none()).view() }
            { IconButton::new(IconName::Redo, label("Redo", redo), "redo", dispatch.on(Action::Redo)).disabled(redo.is_none()).view() }
        </>
    }
}

#[component]
fn ShareButton() -> Html {
    let (session, ui, dispatch) = (use_session(), use_ui(), use_dispatch());
    let packed = use_memo(session.scenario.clone(), |scenario| link::encode(scenario).ok());
    let n_chars = packed.as_ref().as_ref().map(|packed| super::page_address().len() + "#s=".len() + packed.len());
    let level = match n_chars {
        Some(n) if n > LINK_CHARS_PROBLEM => Some("bad"),
        Some(n) if n > LINK_CHARS_WATCH => Some("watch"),
        _ => None,
    };
    let title = match (n_chars, level) {
        (Some(n), Some(_)) => {
            format!(
                "This link is {} characters; some wikis cut at 4,000. A template is shorter than pasted documents.",
                format::count(n as u64)
            )
        }
        _ => match &session.scenario.documents {
            Documents::File { name, .. } => format!("Copy a link; it names {name} but does not carry it"),
            _ => "Copy a link to this scenario".to_owned(),
        },
    };
    let label = ui.copied.unwrap_or("Share");
    html! {
        <>
            <button type="button" class="btn share" {title} onclick={dispatch.ui(UiAction::CopyLink(false))}
                data-testid="share">
                { draw_icon(IconName::Link) }
                <span class="hide-phone">{ label }</span>
                if let Some(n) = n_chars {
                    <small class={classes!("hide-narrow", level)} data-testid="link-length">
                        { format!("{} chars", format::count(n as u64)) }
                    </small>
                }
            </button>
            <ShareAt />
            <span class="sr" role="status">{ ui.copied.unwrap_or_default() }</span>
        </>
    }
}

/// The link that opens where the playhead stands, once it has left the start.
#[component]
fn ShareAt() -> Html {
    let (clock, dispatch) = (use_clock(), use_dispatch());
    if clock.at_ms() < 1_000 || clock.playing {
        return Html::default();
    }
    let at = format!("at {}", format::clock(clock.at_ms()));
    html! {
        <button type="button" class="btn hide-narrow" onclick={dispatch.ui(UiAction::CopyLink(true))}
            title="Copy a link that opens at this time" aria-label={format!("Copy a link that opens {at}")}
            data-testid="share-at">{ at }</button>
    }
}

fn embed_button(cx: &Cx) -> Html {
    let dispatch = cx.dispatch.clone();
    html! {
        <button type="button" class="btn hide-phone" aria-haspopup="dialog" data-testid="embed"
            onclick={dispatch.ui(UiAction::Dialog(Some(Dialog::Embed)))}>
            { draw_icon(IconName::Code) }{ "Embed" }
        </button>
    }
}

fn page_buttons(cx: &Cx) -> Html {
    let (ui, dispatch) = (cx.ui.clone(), cx.dispatch.clone());
    let (icon, label) = match ui.theme {
        Theme::Auto => (IconName::Auto, "Theme: as the system. Switch to light"),
        Theme::Light => (IconName::Sun, "Theme: light. Switch to dark"),
        Theme::Dark => (IconName::Moon, "Theme: dark. Switch to the system's"),
    };
    html! {
        <>
            { IconButton::new(icon, label, "theme", dispatch.ui(UiAction::CycleTheme)).view() }
            { IconButton::new(IconName::Help, "Keys and help", "help", dispatch.ui(UiAction::Dialog(Some(Dialog::Help)))).class("hide-phone").view() }
        </>
    }
}
