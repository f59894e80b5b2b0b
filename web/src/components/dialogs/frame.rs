//! The frame of a dialog, on the browser's own `<dialog>`: modal, focus trapped, Escape closes.

use crate::components::controls::IconButton;
use crate::components::{IconName, use_dispatch};
use crate::state::action::UiAction;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

/// Properties of [`DialogFrame`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct DialogFrameProps {
    /// Title.
    pub title: AttrValue,
    /// Class that sets the width.
    pub class: Classes,
    /// Buttons beside the title.
    #[prop_or_default]
    pub acts: Html,
    /// Content.
    pub children: Html,
}

/// A modal dialog.
#[component]
pub fn DialogFrame(props: &DialogFrameProps) -> Html {
    let dispatch = use_dispatch();
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            let before = focused();
            let element = dialog.cast::<HtmlDialogElement>();
            if let Some(dialog) = element.as_ref().filter(|dialog| !dialog.open()) {
                // Fails only on a dialog that is open already.
                let _ = dialog.show_modal();
            }
            move || {
                // As long as the dialog is open, nothing outside takes the focus.
                if let Some(dialog) = &element {
                    dialog.close();
                }
                if let Some(before) = before {
                    let _ = before.focus();
                }
            }
        });
    }
    let close = dispatch.ui::<MouseEvent>(UiAction::Dialog(None));
    let oncancel = {
        let act = dispatch.ui::<()>(UiAction::Dialog(None));
        Callback::from(move |event: Event| {
            event.prevent_default();
            act.emit(());
        })
    };
    let onclick = {
        let (dialog, close) = (dialog.clone(), close.clone());
        Callback::from(move |event: MouseEvent| {
            // A click on the dialog element itself is a click on its backdrop.
            if event.target() == dialog.get().map(Into::into) {
                close.emit(event);
            }
        })
    };
    html! {
        <dialog ref={dialog} class={classes!("dialog", props.class.clone())} aria-labelledby="dialog-title" {oncancel}
            {onclick} data-testid="dialog">
            <div class="dialog-box">
                <div class="dialog-head">
                    <h2 id="dialog-title">{ &props.title }</h2>
                    <span class="grow"></span>
                    { props.acts.clone() }
                    { IconButton::new(IconName::Cross, "Close", "close-dialog", close).view() }
                </div>
                { props.children.clone() }
            </div>
        </dialog>
    }
}

fn focused() -> Option<HtmlElement> {
    web_sys::window()?.document()?.active_element()?.dyn_into().ok()
}
