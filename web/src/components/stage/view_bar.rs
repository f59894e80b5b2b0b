//! The bar over the stage: views, legend, meaning of colour, table.

use crate::components::controls::{IconButton, segments};
use crate::components::{Cx, IconName};
use crate::plot::format;
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::{ColorBy, View};
use yew::prelude::*;

const VIEWS: [(View, &str, &str); 2] = [(View::Shards, "Shards", "1"), (View::KeySpace, "Key space", "2")];
const COLORS: [ColorBy; 3] = [ColorBy::Writes, ColorBy::Zone, ColorBy::Age];

/// The bar.
pub fn view_bar(cx: &Cx) -> Html {
    let (ui, dispatch) = (cx.ui.clone(), cx.dispatch.clone());
    let color = COLORS.iter().position(|color| *color == ui.color_by).unwrap_or(0);
    let on_choose = dispatch
        .act
        .reform(|idx: usize| Action::Ui(UiAction::ColorBy(COLORS.get(idx).copied().unwrap_or(ColorBy::Writes))));
    html! {
        <div class="view-bar">
            { views(cx) }
            <span class="grow"></span>
            { legend(cx) }
            <span class="hide-phone">
                { segments("Colour by", &["Writes".into(), "Zone".into(), "Age".into()], color, "color-by", &on_choose) }
            </span>
            { IconButton::new(IconName::Table, "This view as a table", "table", dispatch.ui(UiAction::ToggleTable)).pressed(ui.table).class("hide-phone").view() }
        </div>
    }
}

fn views(cx: &Cx) -> Html {
    let (ui, dispatch) = (cx.ui.clone(), cx.dispatch.clone());
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

fn legend(cx: &Cx) -> Html {
    let (ui, session) = (cx.ui.clone(), cx.session.clone());
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
