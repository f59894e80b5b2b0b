//! The scenario picker.

use super::frame::DialogFrame;
use crate::components::Cx;
use crate::state::Action;
use crate::state::edit::key_text;
use shardscope_session::presets::{self, Preset};
use yew::prelude::*;

/// The picker: one card per preset.
pub fn scenarios(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let card = |preset: Preset| {
        let open = (preset.scenario.name == session.opened.name).then_some("true");
        let keys: Vec<Html> = preset.scenario.keys.iter().map(|key| html! { <code>{ key_text(key) }</code> }).collect();
        html! {
            <li key={preset.id}>
                <button type="button" class="preset" aria-current={open} data-testid={format!("preset-{}", preset.id)}
                    onclick={dispatch.on(Action::Open(Box::new(preset.scenario)))}>
                    <b>{ preset.title }</b>
                    { for keys }
                    <span>{ preset.idea }</span>
                </button>
            </li>
        }
    };
    let (claims, lessons): (Vec<Preset>, Vec<Preset>) = presets::all().into_iter().partition(|preset| preset.is_claim);
    html! {
        <DialogFrame title="Scenarios" class="w-presets">
            <div class="preset-groups">
                <ul class="presets">{ for lessons.into_iter().map(&card) }</ul>
                <h3>{ "Popular claims: do they hold?" }</h3>
                <ul class="presets">{ for claims.into_iter().map(&card) }</ul>
            </div>
        </DialogFrame>
    }
}
