//! What is on screen, apart from the plots. Components read the contexts and send actions; they keep no state but drafts
//! of what is being typed.

mod banner;
mod controls;
mod dialogs;
mod drop_target;
mod embed;
mod header;
mod icon;
mod lanes;
mod marks;
mod phone;
mod playground;
mod predict;
mod print;
mod problem;
mod recipe;
mod stage;
mod verdict;

use crate::state::action::UiAction;
use crate::state::edit::Edit;
use crate::state::ui::Mode;
use crate::state::{Action, Clock, Session, Shared, Ui};
use web_sys::File;
use yew::prelude::*;

pub use icon::{IconName, draw_icon};

/// How components act.
#[derive(Debug, Clone, PartialEq)]
pub struct Dispatch {
    /// Something happened.
    pub act: Callback<Action>,
    /// A file was chosen.
    pub file: Callback<File>,
}

impl Dispatch {
    /// A handler that sends an action, whatever the event.
    pub fn on<E>(&self, action: Action) -> Callback<E> {
        let act = self.act.clone();
        Callback::from(move |_: E| act.emit(action.clone()))
    }

    /// A handler that changes the page itself.
    pub fn ui<E>(&self, action: UiAction) -> Callback<E> {
        self.on(Action::Ui(action))
    }

    /// Changes the scenario.
    pub fn edit(&self, edit: Edit) {
        self.act.emit(Action::Edit(edit));
    }
}

impl Default for Dispatch {
    fn default() -> Self {
        Self { act: Callback::noop(), file: Callback::noop() }
    }
}

/// How to act.
#[hook]
pub fn use_dispatch() -> Dispatch {
    use_context::<Dispatch>().unwrap_or_default()
}

/// The page itself.
#[hook]
pub fn use_ui() -> Shared<Ui> {
    let blank = use_memo((), |()| Shared::new(Ui::new(Mode::Playground)));
    use_context::<Shared<Ui>>().unwrap_or_else(|| (*blank).clone())
}

/// Scenario, run and import.
#[hook]
pub fn use_session() -> Shared<Session> {
    let blank = use_memo((), |()| Shared::new(Session::new(shardscope_session::presets::first_run())));
    use_context::<Shared<Session>>().unwrap_or_else(|| (*blank).clone())
}

/// Playhead and frame.
#[hook]
pub fn use_clock() -> Shared<Clock> {
    let blank = use_memo((), |()| Shared::new(Clock::default()));
    use_context::<Shared<Clock>>().unwrap_or_else(|| (*blank).clone())
}

/// What a region hands down to the functions that draw its parts. A part that is a component of its own costs a few
/// kilobytes of code; a function costs its lines.
#[derive(Debug, Clone)]
pub struct Cx {
    /// The page itself.
    pub ui: Shared<Ui>,
    /// Scenario, run and import.
    pub session: Shared<Session>,
    /// Playhead and frame.
    pub clock: Shared<Clock>,
    /// How to act.
    pub dispatch: Dispatch,
}

/// Everything, for a region that shows the time.
#[hook]
pub fn use_cx() -> Cx {
    Cx { ui: use_ui(), session: use_session(), clock: use_clock(), dispatch: use_dispatch() }
}

/// Everything but the clock, for a region that need not be drawn ten times a second.
#[hook]
pub fn use_still_cx() -> Cx {
    let clock = use_memo((), |()| Shared::new(Clock::default()));
    Cx { ui: use_ui(), session: use_session(), clock: (*clock).clone(), dispatch: use_dispatch() }
}

/// The address of this page without query and fragment.
#[must_use]
pub fn page_address() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// Everything on screen.
#[component]
pub fn Root() -> Html {
    let cx = &use_still_cx();
    let body = match cx.ui.mode {
        Mode::Playground => html! { <playground::Playground /> },
        Mode::Lanes => html! { <lanes::LanesPage /> },
        Mode::Embed => return html! { <><embed::EmbedPage /><print::PrintSheet /></> },
    };
    html! {
        <>
            <a class="skip" href="#stage" onclick={skip_to_stage()}>{ "Skip to the stage" }</a>
            <header::Header />
            { banner::banner_bar(cx) }
            { body }
            <dialogs::OpenDialog />
            { drop_target::drop_target(cx) }
            <print::PrintSheet />
        </>
    }
}

/// The fragment belongs to links, so the skip link moves the focus by hand.
fn skip_to_stage() -> Callback<MouseEvent> {
    Callback::from(|event: MouseEvent| {
        use wasm_bindgen::JsCast;
        event.prevent_default();
        let stage = web_sys::window().and_then(|window| window.document()).and_then(|d| d.get_element_by_id("stage"));
        if let Some(stage) = stage.and_then(|stage| stage.dyn_into::<web_sys::HtmlElement>().ok()) {
            // Focus fails only on an element that is gone.
            let _ = stage.focus();
        }
    })
}
