//! What the page hears from the browser as a whole: keys, files dragged in, the tab hidden, the theme of the system.

use super::host::{HostMessage, height_messages};
use super::{App, Msg};
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::keys::{KeyPress, action_for};
use crate::state::ui::Mode;
use gloo_events::{EventListener, EventListenerOptions};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    DragEvent, Element, Event, EventTarget, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit,
    KeyboardEvent, MessageEvent, Window,
};
use yew::html::Scope;

/// What decides the meaning of a key; the page keeps it up to date.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keyboard {
    pub mode: Mode,
    pub dialog_open: bool,
    pub keys_on: bool,
}

pub(super) fn listen(link: &Scope<App>, keyboard: Rc<Cell<Keyboard>>) -> Vec<EventListener> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    let mut listeners = drag_and_drop(link, &window);
    let act = |link: &Scope<App>, action: fn() -> Action| {
        let link = link.clone();
        move |_: &Event| link.send_message(Msg::Act(action()))
    };
    if let Some(document) = window.document() {
        let link = link.clone();
        let hidden = document.clone();
        listeners.push(EventListener::new(&document, "visibilitychange", move |_| {
            if hidden.hidden() {
                link.send_message(Msg::Act(Action::Pause));
            }
        }));
    }
    let navigated = link.clone();
    listeners.push(EventListener::new(&window, "hashchange", move |_| navigated.send_message(Msg::Navigated)));
    for (query, action) in [("(prefers-color-scheme: dark)", None), ("(prefers-reduced-motion: reduce)", Some(()))] {
        let Ok(Some(list)) = window.match_media(query) else { continue };
        let (link, now) = (link.clone(), list.clone());
        listeners.push(EventListener::new(&list, "change", move |_| {
            // The theme itself is read again after every update.
            let change = action.map_or(UiAction::SystemTheme, |()| UiAction::ReducedMotion(now.matches()));
            link.send_message(Msg::Act(Action::Ui(change)));
        }));
    }
    if keyboard.get().mode == Mode::Embed {
        listeners.extend(host(link, &window));
    }
    listeners.push(keys(link, &window, keyboard));
    listeners.push(EventListener::new(&window, "beforeprint", act(link, || Action::Pause)));
    listeners
}

/// Hears the page around an embed, and tells it the height that suits the width, now and whenever the width changes.
fn host(link: &Scope<App>, window: &Window) -> Vec<EventListener> {
    let Ok(Some(parent)) = window.parent() else { return Vec::new() };
    if parent == *window {
        return Vec::new();
    }
    tell_height(window, &parent);
    let (resized, around) = (window.clone(), parent.clone());
    let link = link.clone();
    vec![
        EventListener::new(window, "resize", move |_| tell_height(&resized, &around)),
        EventListener::new(window, "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
            if event.source().is_none_or(|source| source != *parent.as_ref()) {
                return;
            }
            // Hosts send much that is not for this page: what cannot be read is none of it.
            let message = serde_wasm_bindgen::from_value::<HostMessage>(event.data()).unwrap_or_default();
            if let Some(theme) = message.theme() {
                link.send_message(Msg::Act(Action::Ui(UiAction::HostTheme(theme))));
            }
        }),
    ]
}

fn tell_height(window: &Window, parent: &Window) {
    let width_px = window.inner_width().ok().and_then(|width| width.as_f64()).unwrap_or_default();
    for message in height_messages(width_px) {
        if let Ok(message) = serde_wasm_bindgen::to_value(&message) {
            // Any host may know the height; a refused message only costs it the fit.
            let _ = parent.post_message(&message, "*");
        }
    }
}

fn keys(link: &Scope<App>, window: &EventTarget, keyboard: Rc<Cell<Keyboard>>) -> EventListener {
    let link = link.clone();
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(window, "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>().filter(|event| !event.default_prevented()) else { return };
        let Keyboard { mode, dialog_open, keys_on } = keyboard.get();
        let key = event.key();
        let press = KeyPress {
            key: &key,
            shift: event.shift_key(),
            command: event.ctrl_key() || event.meta_key(),
            alt: event.alt_key(),
            in_field: has_own_meaning(event, &key),
        };
        if let Some(action) = action_for(press, mode, dialog_open, keys_on) {
            event.prevent_default();
            link.send_message(Msg::Act(action));
        }
    })
}

/// Whether the focused element gives this key a meaning of its own.
fn has_own_meaning(event: &KeyboardEvent, key: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(target) = target else { return false };
    let within = |selector: &str| target.closest(selector).ok().flatten().is_some();
    match key {
        " " | "Enter" => within("input, textarea, select, button, a, summary, [role=gridcell]"),
        "ArrowLeft" | "ArrowRight" | "Home" | "End" => {
            within("input, textarea, select, [role=tablist], [role=radiogroup], [role=slider], [role=grid]")
        }
        _ => within("input:not([type=radio]):not([type=checkbox]), textarea, select"),
    }
}

/// A file may be dropped anywhere on the page.
fn drag_and_drop(link: &Scope<App>, window: &EventTarget) -> Vec<EventListener> {
    let listener = |name: &'static str, handle: fn(&Scope<App>, &DragEvent)| {
        let link = link.clone();
        EventListener::new_with_options(window, name, EventListenerOptions::enable_prevent_default(), move |event| {
            if let Some(event) = event.dyn_ref::<DragEvent>().filter(|event| has_files(event)) {
                event.prevent_default();
                handle(&link, event);
            }
        })
    };
    let dragging = |link: &Scope<App>, on| link.send_message(Msg::Act(Action::Ui(UiAction::Dragging(on))));
    vec![
        listener("dragenter", |link, _| link.send_message(Msg::Act(Action::Ui(UiAction::Dragging(true))))),
        listener("dragover", |_, _| {}),
        listener("dragleave", |link, event| {
            // Leaving the window has nothing that the pointer goes to.
            if event.related_target().is_none() {
                link.send_message(Msg::Act(Action::Ui(UiAction::Dragging(false))));
            }
        }),
        {
            let link = link.clone();
            EventListener::new_with_options(
                window,
                "drop",
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let Some(event) = event.dyn_ref::<DragEvent>().filter(|event| has_files(event)) else { return };
                    event.prevent_default();
                    dragging(&link, false);
                    let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
                    if let Some(file) = file {
                        link.send_message(Msg::File(file));
                    }
                },
            )
        },
    ]
}

fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&JsValue::from_str("Files"), 0))
}

/// Starts an embed once most of it is visible, and pauses it when it is not.
pub(super) struct InView {
    observer: IntersectionObserver,
    _heard: Closure<dyn FnMut(js_sys::Array)>,
}

impl InView {
    pub(super) fn new(link: &Scope<App>) -> Option<Self> {
        let link = link.clone();
        let mut started = false;
        let heard = Closure::new(move |entries: js_sys::Array| {
            let last = entries.pop().dyn_into::<IntersectionObserverEntry>();
            let visible = last.is_ok_and(|entry| entry.intersection_ratio() >= 0.6);
            if visible && !started {
                started = true;
                link.send_message(Msg::Act(Action::PlayPause));
            } else if !visible && started {
                link.send_message(Msg::Act(Action::Pause));
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_threshold(&JsValue::from_f64(0.6));
        let callback: &js_sys::Function = heard.as_ref().unchecked_ref();
        let observer = IntersectionObserver::new_with_options(callback, &options).ok()?;
        observer.observe(&web_sys::window()?.document()?.document_element()?);
        Some(Self { observer, _heard: heard })
    }
}

impl Drop for InView {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
