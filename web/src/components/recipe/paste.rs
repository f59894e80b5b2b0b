//! Pasted documents. A short text stays in the editor and travels in links; a long one is handed on as a file, unread, since
//! a page that lays out, compares and packs megabytes of text stands still meanwhile.

use crate::components::{Dispatch, use_dispatch, use_session};
use crate::state::Action;
use crate::state::Session;
use crate::state::import::{PASTED_BYTES_MAX, PASTED_NAME, Source};
use js_sys::{Array, Function, JsString, Reflect};
use shardscope_session::scenario::Documents;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DataTransfer, File, HtmlTextAreaElement};
use yew::prelude::*;

/// The text area and its button.
#[component]
pub fn PasteTab() -> Html {
    let (session, dispatch) = (use_session(), use_dispatch());
    let area = use_node_ref();
    let text = pasted(&session);
    let read = {
        let (area, dispatch) = (area.clone(), dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            let text = area.cast::<HtmlTextAreaElement>().map(|area| area.value()).unwrap_or_default();
            if text.len() > PASTED_BYTES_MAX {
                hand_on(&dispatch, &Array::of1(&JsString::from(text.as_str())));
            } else {
                dispatch.act.emit(Action::ImportText { text, columns: Vec::new() });
            }
        })
    };
    let onpaste = Callback::from(move |event: Event| take_long(&event, &dispatch));
    html! {
        <>
            <label class="sr" for="paste">{ "Documents to paste" }</label>
            <textarea id="paste" class="code paste" ref={area} rows="8" spellcheck="false" value={text} {onpaste}
                placeholder={"{ \"_id\": 1, \"state\": \"CA\" }\n{ \"_id\": 2, \"state\": \"NY\" }"}
                data-testid="paste"/>
            <div class="row">
                <span class="note grow">{ "JSON array, NDJSON, Extended JSON or CSV with a header" }</span>
                <button type="button" class="btn line" onclick={read} data-testid="use-paste">{ "Use these" }</button>
            </div>
        </>
    }
}

/// Takes a long paste before the text area does: what stood before and behind the cursor stays around it.
fn take_long(event: &Event, dispatch: &Dispatch) {
    let Some(clipboard) = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data) else { return };
    let Some(text) = text_of(&clipboard).filter(|text| text.length() as usize > PASTED_BYTES_MAX) else { return };
    let Some(area) = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok()) else { return };
    event.prevent_default();
    let around = JsString::from(area.value());
    let place = |at: Result<Option<u32>, _>| at.ok().flatten().unwrap_or_else(|| around.length());
    let (start, end) = (place(area.selection_start()), place(area.selection_end()));
    let parts = [around.slice(0, start), text, around.slice(end, around.length())];
    hand_on(dispatch, &parts.iter().collect());
}

/// The text as the browser holds it: megabytes are not copied into this module's memory and back.
fn text_of(clipboard: &DataTransfer) -> Option<JsString> {
    let get = Reflect::get(clipboard, &"getData".into()).ok()?.dyn_into::<Function>().ok()?;
    get.call1(clipboard, &"text/plain".into()).ok()?.dyn_into().ok()
}

/// Makes a file of the parts and has it read.
fn hand_on(dispatch: &Dispatch, parts: &Array) {
    // A file made of strings cannot fail but for want of memory.
    if let Ok(file) = File::new_with_str_sequence(parts, PASTED_NAME) {
        dispatch.file.emit(file);
    }
}

/// The text that is pasted now: in the scenario, or in the import that is not part of it yet.
fn pasted(session: &Session) -> AttrValue {
    if let Some(Source::Text(text)) = session.imports.reading.as_ref().map(|reading| &reading.source) {
        return text.to_string().into();
    }
    match &session.scenario.documents {
        Documents::Pasted { text, .. } => text.clone().into(),
        _ => AttrValue::default(),
    }
}
