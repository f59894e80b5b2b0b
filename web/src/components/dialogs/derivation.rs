//! How a number came about, step by step.

use super::frame::DialogFrame;
use crate::components::Cx;
use crate::components::problem::{problem_box, status_class, status_mark, status_word};
use yew::prelude::*;

/// The steps behind a number of the verdict.
pub fn derivation(cx: &Cx, lane: usize, property: usize) -> Html {
    let session = cx.session.clone();
    let property = session.verdicts.get(lane).and_then(|verdict| verdict.properties.get(property));
    let Some(property) = property else { return Html::default() };
    html! {
        <DialogFrame title={format!("{}: {}", property.name, property.value)} class="w-steps">
            <div class="steps-head">
                <p class={classes!("status", status_class(property.status))}>
                    { status_mark(property.status) }{ status_word(property.status) }
                </p>
                <p>{ &property.rule }</p>
            </div>
            { steps(&property.derivation) }
        </DialogFrame>
    }
}

/// The steps from a probed key value to its shard.
pub fn probe_steps(cx: &Cx) -> Html {
    let session = cx.session.clone();
    let Some((asked, result)) = &session.probe else { return Html::default() };
    match result {
        Ok(probe) => html! {
            <DialogFrame title={format!("Why does this key live on {}?", probe.shard)} class="w-steps">
                <dl class="probe-facts">
                    <dt>{ "Asked" }</dt><dd><code>{ asked }</code></dd>
                    <dt>{ "Key" }</dt><dd><code>{ &probe.key }</code></dd>
                    <dt>{ "Key bytes" }</dt><dd><code>{ spaced(&probe.bytes) }</code></dd>
                    <dt>{ "Chunk" }</dt><dd><code>{ &probe.range }</code></dd>
                </dl>
                { steps(&probe.steps) }
            </DialogFrame>
        },
        Err(problem) => html! {
            <DialogFrame title="This key has no place" class="w-steps">
                <div class="steps-head">{ problem_box(problem) }</div>
            </DialogFrame>
        },
    }
}

fn steps(steps: &[String]) -> Html {
    let step = |(idx, text): (usize, &String)| html! { <li key={idx}>{ text }</li> };
    html! { <ol class="steps" data-testid="steps">{ for steps.iter().enumerate().map(step) }</ol> }
}

/// Hex in pairs.
fn spaced(hex: &str) -> String {
    let pairs: Vec<&str> = hex.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok()).collect();
    pairs.join(" ")
}
