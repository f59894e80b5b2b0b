//! The bar over the stage: views, legend, meaning of colour, table.

use crate::components::controls::{IconButton, Segments};
use crate::components::{IconName, use_dispatch, use_session, use_ui};
use crate::plot::format;
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::{ColorBy, View};
use yew::prelude::*;

const VIEWS: [(View, &str, &str); 2] = [(View::Shards, "Shards", "1"), (View::KeySpace, "Key space", "2")];
const COLORS: [ColorBy; 3] = [ColorBy::Writes, ColorBy::Zone, ColorBy::Age];

/// The bar.
#[component]
pub fn ViewBar() -> Html {
    let (ui, dispatch) = (use_ui(), use_dispatch());
    let color = COLORS.iter().position(|color| *color == ui.color_by).unwrap_or(0);
    let on_choose = dispatch
        .act
        .reform(|idx: usize| Action::Ui(UiAction::ColorBy(COLORS.get(idx).copied().unwrap_or(ColorBy::Writes))));
    html! {
        <div class="view-bar">
            <Views />
            <span class="grow"></span>
            <Legend />
            <span class="hide-phone">
                <Segments label="Colour by" options={vec!["Writes".into(), "Zone".into(), "Age".into()]} chosen={color}
                    testid="color-by" {on_choose} />
            </span>
            <IconButton icon={IconName::Table} label="This view as a table" pressed={ui.table} class="hide-phone" testid="table"
                onclick={dispatch.ui(UiAction::ToggleTable)} />
        </div>
    }
}

#[component]
fn Views() -> Html {
    let (ui, dispatch) = (use_ui(), use_dispatch());
    let onkeydown = {
        let (act, view) = (dispatch.act.clone(), ui.view);
        Callback::from(move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight") {
                event.prevent_default();
                let other = if view == View::Shards { View::KeySpace } else { View::Shards };
                act.emit(Action::Ui(UiAction::View(other)));
                focus_tab(other);
            }
        })
    };
    let tab = |(view, name, key): (View, &'static str, &'static str)| {
        let selected = ui.view == view;
        html! {
            <button key={key} type="button" role="tab" id={tab_id(view)} aria-selected={selected.to_string()}
                aria-controls="view" tabindex={if selected { "0" } else { "-1" }} onclick={dispatch.ui(UiAction::View(view))}
                data-testid={tab_id(view)}>
                { name }<kbd class="hide-narrow" aria-hidden="true">{ key }</kbd>
            </button>
        }
    };
    html! { <div class="tabs" role="tablist" aria-label="Views" {onkeydown}>{ for VIEWS.into_iter().map(tab) }</div> }
}

fn tab_id(view: View) -> &'static str {
    match view {
        View::Shards => "tab-shards",
        View::KeySpace => "tab-keyspace",
    }
}

fn focus_tab(view: View) {
    use wasm_bindgen::JsCast;
    let tab =
        web_sys::window().and_then(|window| window.document()).and_then(|doc| doc.get_element_by_id(tab_id(view)));
    if let Some(tab) = tab.and_then(|tab| tab.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Focus fails only on an element that is gone.
        let _ = tab.focus();
    }
}

#[component]
fn Legend() -> Html {
    let (ui, session) = (use_ui(), use_session());
    match ui.color_by {
        ColorBy::Writes => html! {
            <div class="legend" aria-label="Colour: inserts per second">
                <span>{ "0" }</span><span class="ramp writes" aria-hidden="true"></span>
                <span>{ format!("{} writes", format::rate(session.heat_max_per_sec)) }</span>
            </div>
        },
        ColorBy::Zone => html! { <div class="legend"><span>{ "colour = zone" }</span></div> },
        ColorBy::Age => html! {
            <div class="legend" aria-label="Colour: time on its shard">
                <span>{ "just moved" }</span><span class="ramp age" aria-hidden="true"></span><span>{ "from the start" }</span>
            </div>
        },
    }
}
