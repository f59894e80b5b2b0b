//! The embed dialog: a snippet to paste, in a size, with a preview.

use super::frame::DialogFrame;
use crate::components::controls::segments;
use crate::components::{IconName, draw_icon, page_address, use_dispatch, use_session};
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::Theme;
use shardscope_session::link;
use wasm_bindgen_futures::JsFuture;
use yew::prelude::*;

const SIZES: [(u32, u32); 3] = [(720, 420), (560, 360), (320, 300)];
const THEMES: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

/// The dialog.
#[component]
pub fn EmbedDialog() -> Html {
    let (session, dispatch) = (use_session(), use_dispatch());
    let (size, theme) = (use_state(|| 0_usize), use_state(|| 0_usize));
    let (width, height) = SIZES.get(*size).copied().unwrap_or((720, 420));
    let theme_name = THEMES.get(*theme).copied().unwrap_or(Theme::Auto).name();
    let packed = use_memo(session.scenario.clone(), |scenario| link::encode(scenario).unwrap_or_default());
    let source = format!("{}?embed=1&theme={theme_name}#s={packed}", page_address());
    let snippet = snippet(&source, width, height, &session.scenario.name);
    let copy = copy_button(&snippet, &dispatch.act);
    let sizes: Vec<AttrValue> = SIZES.iter().map(|(width, height)| format!("{width} × {height}").into()).collect();
    let on_size = {
        let size = size.clone();
        Callback::from(move |idx| size.set(idx))
    };
    let on_theme = {
        let theme = theme.clone();
        Callback::from(move |idx| theme.set(idx))
    };
    html! {
        <DialogFrame title="Embed" class="w-embed" acts={copy}>
            <div class="embed-form">
                <div class="embed-options">
                    { segments("Size", &sizes, *size, "embed-size", &on_size) }
                    { segments("Theme", &["As the page".into(), "Light".into(), "Dark".into()], *theme, "embed-theme", &on_theme) }
                </div>
                <label class="sr" for="embed-snippet">{ "Snippet" }</label>
                <textarea id="embed-snippet" class="snippet" readonly=true rows="4" value={snippet}
                    data-testid="embed-snippet"/>
                <iframe class="embed-preview" title="Preview of the embed" sandbox="allow-scripts"
                    width={width.to_string()} height={height.to_string()} src={source}></iframe>
                <p class="note">
                    { "The frame needs no storage and sends nothing; the scenario travels in its address." }
                </p>
            </div>
        </DialogFrame>
    }
}

fn snippet(source: &str, width: u32, height: u32, name: &str) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"{width}\" height=\"{height}\" sandbox=\"allow-scripts allow-popups\" \
         loading=\"lazy\"></iframe>",
        escape(source),
        escape(name)
    )
}

fn copy_button(snippet: &str, act: &Callback<Action>) -> Html {
    let (snippet, act) = (snippet.to_owned(), act.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        let (snippet, act) = (snippet.clone(), act.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let Some(window) = web_sys::window() else { return };
            let written = JsFuture::from(window.navigator().clipboard().write_text(&snippet)).await;
            let said = if written.is_ok() { "Snippet copied" } else { "The browser refused: copy the text below" };
            act.emit(Action::Ui(UiAction::Copied(Some(said))));
        });
    });
    html! {
        <button type="button" class="btn" {onclick} data-testid="copy-snippet">
            { draw_icon(IconName::Copy) }{ "Copy snippet" }
        </button>
    }
}
