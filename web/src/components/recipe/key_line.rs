//! The key as the line that would be typed into mongosh.

use super::highlight::{Kind, highlight};
use crate::components::{use_dispatch, use_session};
use crate::state::edit::Edit;
use crate::state::key_line::{key_line, parse_key_line};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Properties of [`KeyLine`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct KeyLineProps {
    /// Which key.
    pub lane: usize,
}

/// The line; it follows the chips, and the chips follow it.
#[component]
pub fn KeyLine(props: &KeyLineProps) -> Html {
    let (session, dispatch) = (use_session(), use_dispatch());
    let lane = props.lane;
    let line =
        session.scenario.keys.get(lane).map(|key| key_line(&session.scenario.namespace, key)).unwrap_or_default();
    let draft = use_state(|| line.clone());
    let error = use_state(|| None::<String>);
    {
        let (draft, error) = (draft.clone(), error.clone());
        use_effect_with(line, move |line| {
            draft.set(line.clone());
            error.set(None);
        });
    }
    let oninput = {
        let (draft, error) = (draft.clone(), error.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlTextAreaElement>().value();
            // A line that is right again is said to be wrong no longer, also before it is used.
            if error.is_some() && parse_key_line(&text).is_ok() {
                error.set(None);
            }
            draft.set(text);
        })
    };
    let commit = {
        let error = error.clone();
        Callback::from(move |text: String| match parse_key_line(&text) {
            Ok((namespace, key)) => {
                error.set(None);
                dispatch.edit(Edit::ShardCollection(lane, namespace, key));
            }
            Err(reason) => error.set(Some(reason.to_string())),
        })
    };
    let onchange = commit.reform(|event: Event| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() {
            event.prevent_default();
            commit.emit(event.target_unchecked_into::<HtmlTextAreaElement>().value());
        }
    });
    let piece = |(idx, piece): (usize, super::highlight::Piece<'_>)| {
        let class = match piece.kind {
            Kind::String => "s",
            Kind::Number => "n",
            Kind::Operator => "o",
            Kind::Key | Kind::Plain => "",
        };
        html! { <span key={idx} class={class}>{ piece.text.to_owned() }</span> }
    };
    html! {
        <>
            <div class={classes!("code", "editor", "wraps", error.is_some().then_some("is-error"))}>
                <div class="editor-area">
                    <pre aria-hidden="true">{ for highlight(&draft, None).into_iter().enumerate().map(piece) }{ "\n" }</pre>
                    <textarea aria-label="Shard key as mongosh takes it" rows="2" spellcheck="false" autocomplete="off"
                        autocapitalize="off" value={(*draft).clone()} {oninput} {onchange} {onkeydown}
                        aria-invalid={error.is_some().then_some("true")} data-testid="key-line"/>
                </div>
            </div>
            if let Some(text) = &*error { <p class="field-error" role="alert" data-testid="key-line-error">{ text }</p> }
        </>
    }
}
