//! The root component: holds the model, hands its parts out by context, and carries effects out.

mod document;
mod effects;
mod host;
mod listeners;
mod opening;
mod storage;

use crate::bridge::client::{Engine, Heard};
use crate::bridge::wire::FromEngine;
use crate::components::{Dispatch, Root};
use crate::state::{Action, Clock, Model, Session, Shared, Ui};
use gloo_events::EventListener;
use gloo_timers::callback::Interval;
use listeners::Keyboard;
use shardscope_session::protocol::{PROTOCOL_VERSION, Request};
use std::cell::Cell;
use std::rc::Rc;
use web_sys::File;
use yew::prelude::*;

pub use document::start;

/// How often time moves while playing: ten times a second, as often as plots are redrawn.
const TICK_MS: u32 = 100;

/// What the root component hears.
#[derive(Debug)]
pub enum Msg {
    /// Something happened.
    Act(Action),
    /// A file was chosen or dropped.
    File(File),
    /// From the worker.
    Heard(Heard),
    /// The address changed under the page.
    Navigated,
}

/// The root component.
pub struct App {
    model: Model,
    dispatch: Dispatch,
    engine: Option<Engine>,
    ticker: Option<Interval>,
    last_tick_ms: f64,
    file: Option<File>,
    /// The packed scenario that this page last put into the address.
    own_link: String,
    keyboard: Rc<Cell<Keyboard>>,
    _listeners: Vec<EventListener>,
    _in_view: Option<listeners::InView>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").field("ui", &self.model.ui).finish_non_exhaustive()
    }
}

impl Component for App {
    type Message = Msg;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link().clone();
        let opening = opening::open();
        let keyboard = Rc::new(Cell::new(keyboard_of(&opening.model)));
        let mut app = Self {
            model: opening.model,
            dispatch: Dispatch { act: link.callback(Msg::Act), file: link.callback(Msg::File) },
            engine: None,
            ticker: None,
            last_tick_ms: 0.0,
            file: None,
            own_link: opening.packed.unwrap_or_default(),
            _listeners: listeners::listen(&link, Rc::clone(&keyboard)),
            keyboard,
            _in_view: opening.plays_in_view.then(|| listeners::InView::new(&link)).flatten(),
        };
        app.spawn_engine(ctx);
        app.send(Request::Hello { protocol: PROTOCOL_VERSION });
        app.carry_out(ctx, opening.effects);
        app.after_update(ctx);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        let effects = match msg {
            Msg::Act(Action::Tick { .. }) => {
                let elapsed_ms = self.elapsed_ms();
                self.model.update(Action::Tick { elapsed_ms })
            }
            Msg::Act(action) => self.model.update(action),
            Msg::File(file) => self.take_file(file),
            Msg::Heard(heard) => self.hear(heard),
            Msg::Navigated => self.follow_address(),
        };
        self.carry_out(ctx, effects);
        self.after_update(ctx);
        true
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        html! {
            <ContextProvider<Dispatch> context={self.dispatch.clone()}>
            <ContextProvider<Shared<Ui>> context={self.model.ui.clone()}>
            <ContextProvider<Shared<Session>> context={self.model.session.clone()}>
            <ContextProvider<Shared<Clock>> context={self.model.clock.clone()}>
                <Root />
            </ContextProvider<Shared<Clock>>>
            </ContextProvider<Shared<Session>>>
            </ContextProvider<Shared<Ui>>>
            </ContextProvider<Dispatch>>
        }
    }
}

impl App {
    fn spawn_engine(&mut self, ctx: &Context<Self>) {
        let link = ctx.link().clone();
        self.engine = None;
        self.engine = Some(Engine::spawn(move |heard| link.send_message(Msg::Heard(heard))));
    }

    fn send(&self, request: Request) {
        if let Some(engine) = &self.engine {
            engine.send(request);
        }
    }

    fn hear(&mut self, heard: Heard) -> Vec<crate::state::Effect> {
        let action = match heard {
            Heard::Message(FromEngine::Events(events)) => {
                let hear = |event| self.model.update(Action::Engine(Box::new(event)));
                return events.into_iter().flat_map(hear).collect();
            }
            Heard::Message(FromEngine::Stopped { reason }) | Heard::Died(reason) => {
                self.engine = None;
                Action::EngineStopped { reason }
            }
            Heard::Message(FromEngine::Undecodable { reason }) => Action::Unreadable { reason },
        };
        self.model.update(action)
    }

    fn elapsed_ms(&mut self) -> f64 {
        let now_ms = document::now_ms();
        let elapsed_ms = now_ms - self.last_tick_ms;
        self.last_tick_ms = now_ms;
        elapsed_ms
    }

    /// Keeps the ticker and the root element's attributes in step with the model.
    fn after_update(&mut self, ctx: &Context<Self>) {
        if self.model.clock.playing && self.ticker.is_none() {
            self.last_tick_ms = document::now_ms();
            let link = ctx.link().clone();
            let tick = move || link.send_message(Msg::Act(Action::Tick { elapsed_ms: 0.0 }));
            self.ticker = Some(Interval::new(TICK_MS, tick));
        } else if !self.model.clock.playing {
            self.ticker = None;
        }
        self.keyboard.set(keyboard_of(&self.model));
        document::show_state(&self.model);
    }
}

fn keyboard_of(model: &Model) -> Keyboard {
    Keyboard { mode: model.ui.mode, dialog_open: model.ui.dialog.is_some(), keys_on: model.ui.keys_on }
}
