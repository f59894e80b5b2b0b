//! The document around the app: address, clipboard, root attributes, last words.

use super::App;
use crate::state::Model;
use crate::state::session::Phase;
use crate::state::ui::{Mode, Theme};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, HtmlElement, HtmlTextAreaElement, Window};

/// Starts the page in `#app`, or in the body when there is none.
pub fn start() {
    std::panic::set_hook(Box::new(|panic| last_words(&panic.to_string())));
    let Some(root) = document().and_then(|document| document.get_element_by_id("app")) else { return };
    yew::Renderer::<App>::with_root(root).render();
}

fn window() -> Option<Window> {
    web_sys::window()
}

fn document() -> Option<Document> {
    window()?.document()
}

fn root() -> Option<HtmlElement> {
    document()?.document_element()?.dyn_into().ok()
}

/// Milliseconds since the page began.
pub(super) fn now_ms() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

pub(super) fn query() -> String {
    window().and_then(|window| window.location().search().ok()).unwrap_or_default()
}

pub(super) fn fragment() -> String {
    window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// The address of this page with a packed scenario.
pub(super) fn link_to(packed: &str) -> String {
    format!("{}#s={packed}", crate::components::page_address())
}

/// Changes the fragment without a navigation. A sandboxed frame may refuse.
pub(super) fn set_fragment(fragment: &str) {
    if let Some(history) = window().and_then(|window| window.history().ok()) {
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(fragment));
    }
}

fn matches(query: &str) -> bool {
    window().and_then(|window| window.match_media(query).ok().flatten()).is_some_and(|list| list.matches())
}

pub(super) fn prefers_reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Height of the page in pixels.
pub(super) fn height() -> f64 {
    let height = window().and_then(|window| window.inner_height().ok());
    height.and_then(|height| height.as_f64()).unwrap_or(f64::INFINITY)
}

/// Puts text on the clipboard; the old way when the new one is refused. True when one of them worked.
pub(super) async fn copy(text: &str) -> bool {
    let Some(window) = window() else { return false };
    let clipboard = js_sys::Reflect::get(&window.navigator(), &"clipboard".into());
    if clipboard.is_ok_and(|clipboard| !clipboard.is_undefined()) {
        let written = JsFuture::from(window.navigator().clipboard().write_text(text)).await;
        if written.is_ok() {
            return true;
        }
    }
    copy_by_selection(text).unwrap_or(false)
}

fn copy_by_selection(text: &str) -> Option<bool> {
    let document = document()?;
    let area: HtmlTextAreaElement = document.create_element("textarea").ok()?.dyn_into().ok()?;
    area.set_value(text);
    area.set_class_name("sr");
    let body = document.body()?;
    body.append_child(&area).ok()?;
    area.select();
    let exec = js_sys::Reflect::get(&document, &"execCommand".into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
    let copied = exec.call1(&document, &"copy".into()).ok().and_then(|copied| copied.as_bool());
    area.remove();
    copied
}

pub(super) fn focus_stage() {
    let stage = document().and_then(|document| document.get_element_by_id("stage"));
    if let Some(stage) = stage.and_then(|stage| stage.dyn_into::<HtmlElement>().ok()) {
        let _ = stage.focus();
    }
}

/// Puts the theme and what tests wait for on the root element.
pub(super) fn show_state(model: &Model) {
    let Some(root) = root() else { return };
    set(&root, "data-theme", Some(theme_name(model.ui.theme)));
    let mode = match model.ui.mode {
        Mode::Playground => "playground",
        Mode::Lanes => "lanes",
        Mode::Embed => "embed",
    };
    set(&root, "data-mode", Some(mode));
    let state = match model.session.phase {
        Phase::Starting | Phase::Computing => "computing",
        Phase::Done => "done",
        Phase::Refused => "refused",
    };
    set(&root, "data-run-state", Some(state));
    set(&root, "data-digest", model.session.digest.as_deref());
    if model.clock.shown.is_some() {
        set(&root, "data-ready", Some("1"));
    }
}

fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Auto if matches("(prefers-color-scheme: dark)") => "dark",
        Theme::Auto | Theme::Light => "light",
        Theme::Dark => "dark",
    }
}

/// Writes an attribute only when it changes, so that observers are not woken ten times a second.
fn set(element: &Element, name: &str, value: Option<&str>) {
    if element.get_attribute(name).as_deref() == value {
        return;
    }
    // Only an invalid name fails, and these are constants.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

/// The page itself failed: leaves a readable message, since nothing of it works any more.
fn last_words(reason: &str) {
    let Some((document, body)) = document().and_then(|document| Some((document.clone(), document.body()?))) else {
        return;
    };
    let Ok(message) = document.create_element("p") else { return };
    message.set_class_name("boot-error");
    let _ = message.set_attribute("role", "alert");
    message.set_text_content(Some(&format!(
        "The page stopped: {reason}. Reload it to go on; the address still holds your last scenario."
    )));
    let _ = body.prepend_with_node_1(&message);
}
