//! The key list.

use super::frame::DialogFrame;
use crate::components::Cx;
use crate::components::controls::switch;
use crate::state::Action;
use crate::state::action::UiAction;
use yew::prelude::*;

const KEYS: [(&str, &[&str]); 13] = [
    ("Play, pause", &["Space"]),
    ("One step back, forward", &["←", "→"]),
    ("Previous, next event", &["Shift ←", "Shift →"]),
    ("Start, end", &["Home", "End"]),
    ("Shards, key space", &["1", "2"]),
    ("Colour by writes, zone, age", &["w", "z", "a"]),
    ("Table of this view", &["t"]),
    ("Pin or open", &["Enter"]),
    ("Close, unpin, leave the plot", &["Esc"]),
    ("Undo, redo", &["Ctrl Z", "Ctrl Shift Z"]),
    ("Move a key field", &["Alt ←", "Alt →"]),
    ("Between chunks of a plot", &["←", "→", "↑", "↓"]),
    ("This list", &["?"]),
];

/// The key list.
pub fn help(cx: &Cx) -> Html {
    let (ui, dispatch) = (cx.ui.clone(), cx.dispatch.clone());
    let row = |(does, keys): &(&'static str, &'static [&'static str])| {
        html! {
            <div key={*does}>
                <dt>{ *does }</dt>
                <dd>{ for keys.iter().map(|key| html! { <kbd>{ *key }</kbd> }) }</dd>
            </div>
        }
    };
    let on_toggle = dispatch.act.reform(|_: bool| Action::Ui(UiAction::ToggleKeys));
    html! {
        <DialogFrame title="Keys" class="w-help">
            <dl class="keys">{ for KEYS.iter().map(row) }</dl>
            <div class="keys-foot">
                { switch(if ui.keys_on { "Single keys on" } else { "Single keys off" }, ui.keys_on, "single-keys", &on_toggle) }
                <p>{ "Single keys never work while you type." }</p>
            </div>
        </DialogFrame>
    }
}
