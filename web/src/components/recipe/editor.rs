//! A small code editor: a text area over its own highlighted copy, with the place of an error underlined.

use super::highlight::{Kind, highlight};
use gloo_timers::callback::Timeout;
use web_sys::{HtmlTextAreaElement, InputEvent};
use yew::prelude::*;

/// Typing rests this long before the text is used.
const REST_MS: u32 = 700;

/// Properties of [`CodeEditor`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CodeEditorProps {
    /// Element id and name for the browser suite.
    pub id: AttrValue,
    /// Accessible name.
    pub label: AttrValue,
    /// Text in use.
    pub text: String,
    /// Line and column of an error, from 1.
    #[prop_or_default]
    pub error_at: Option<(u32, u32)>,
    /// Called with a changed text once typing rests or the focus leaves.
    pub on_commit: Callback<String>,
}

/// The editor.
#[component]
pub fn CodeEditor(props: &CodeEditorProps) -> Html {
    let draft = use_state(|| props.text.clone());
    let rest = use_mut_ref(|| None::<Timeout>);
    {
        let draft = draft.clone();
        use_effect_with(props.text.clone(), move |text| draft.set(text.clone()));
    }
    let oninput = {
        let (draft, rest, on_commit) = (draft.clone(), rest.clone(), props.on_commit.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlTextAreaElement>().value();
            draft.set(text.clone());
            let on_commit = on_commit.clone();
            *rest.borrow_mut() = Some(Timeout::new(REST_MS, move || on_commit.emit(text)));
        })
    };
    let onblur = {
        let (draft, on_commit) = (draft.clone(), props.on_commit.clone());
        Callback::from(move |_: FocusEvent| {
            if rest.borrow_mut().take().is_some() {
                on_commit.emit((*draft).clone());
            }
        })
    };
    let n_lines = draft.lines().count().max(3) + usize::from(draft.ends_with('\n'));
    let is_error = props.error_at.is_some();
    html! {
        <div class={classes!("code", "editor", is_error.then_some("is-error"))}>
            <div class="editor-area">
                <pre aria-hidden="true">{ colored(&draft, props.error_at) }{ "\n" }</pre>
                <textarea id={props.id.clone()} aria-label={props.label.clone()} rows={n_lines.to_string()} wrap="off"
                    spellcheck="false" autocomplete="off" autocapitalize="off" value={(*draft).clone()} {oninput} {onblur}
                    aria-invalid={is_error.then_some("true")} data-testid={props.id.clone()}/>
            </div>
        </div>
    }
}

fn colored(text: &str, error_at: Option<(u32, u32)>) -> Html {
    let piece = |(idx, piece): (usize, super::highlight::Piece<'_>)| {
        let kind = match piece.kind {
            Kind::Plain => "",
            Kind::Key => "k",
            Kind::String => "s",
            Kind::Number => "n",
            Kind::Operator => "o",
        };
        html! { <span key={idx} class={classes!(kind, piece.is_error.then_some("err"))}>{ piece.text.to_owned() }</span> }
    };
    highlight(text, error_at).into_iter().enumerate().map(piece).collect()
}
