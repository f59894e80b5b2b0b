//! Small controls that several regions share.

use super::{Icon, IconName};
use crate::plot::format;
use std::ops::RangeInclusive;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`NumberField`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NumberFieldProps {
    /// Label above the field.
    pub label: AttrValue,
    /// Value in use.
    pub value: u64,
    /// Smallest and largest value.
    pub range: RangeInclusive<u64>,
    /// Unit after the value.
    #[prop_or_default]
    pub unit: AttrValue,
    /// A hint after the label.
    #[prop_or_default]
    pub hint: AttrValue,
    /// Name for the browser suite.
    pub testid: AttrValue,
    /// Called with a value in range.
    pub on_commit: Callback<u64>,
}

/// A whole number with a unit. What is out of range is refused here, beside the field, and nothing is committed.
#[component]
pub fn NumberField(props: &NumberFieldProps) -> Html {
    let error = use_state(|| None::<String>);
    let input = use_node_ref();
    let id = format!("f-{}", props.testid);
    let value = props.value;
    {
        // Undo, or another page's link, may change the value under the field.
        let (input, error) = (input.clone(), error.clone());
        use_effect_with(value, move |value| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.set_value(&value.to_string());
            }
            error.set(None);
        });
    }
    let onchange = {
        let (error, range, on_commit, unit) =
            (error.clone(), props.range.clone(), props.on_commit.clone(), props.unit.clone());
        Callback::from(move |event: Event| {
            let typed = event.target_unchecked_into::<HtmlInputElement>().value();
            match parse(&typed).filter(|n| range.contains(n)) {
                Some(n) => {
                    error.set(None);
                    on_commit.emit(n);
                }
                None => error.set(Some(out_of_range(&range, &unit))),
            }
        })
    };
    let error_id = error.is_some().then(|| format!("{id}-error"));
    html! {
        <div class="field">
            <label for={id.clone()}>
                { &props.label }
                if !props.hint.is_empty() { <span class="hint">{ " " }{ &props.hint }</span> }
            </label>
            <span class={classes!("inp", error.is_some().then_some("is-error"))}>
                <input {id} ref={input} type="text" inputmode="numeric" autocomplete="off" {onchange}
                    aria-invalid={error.is_some().then_some("true")} aria-describedby={error_id.clone()}
                    data-testid={props.testid.clone()} />
                if !props.unit.is_empty() { <span class="unit">{ &props.unit }</span> }
            </span>
            if let Some(text) = &*error {
                <p class="field-error" id={error_id} role="alert">{ text }</p>
            }
        </div>
    }
}

/// Digits, with commas, spaces, underscores or apostrophes between them.
fn parse(typed: &str) -> Option<u64> {
    let digits: String = typed.trim().chars().filter(|c| !matches!(c, ',' | ' ' | '_' | '\'')).collect();
    digits.parse().ok()
}

fn out_of_range(range: &RangeInclusive<u64>, unit: &str) -> String {
    let (low, high) = (format::count(*range.start()), format::count(*range.end()));
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    format!("Type a whole number from {low} to {high}{unit}.")
}

/// Properties of [`Switch`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SwitchProps {
    /// What it switches, with its state: `Balancer on`.
    pub label: AttrValue,
    /// Whether it is on.
    pub on: bool,
    /// Name for the browser suite.
    pub testid: AttrValue,
    /// Called with the new state.
    pub on_toggle: Callback<bool>,
}

/// A switch.
#[component]
pub fn Switch(props: &SwitchProps) -> Html {
    let on = props.on;
    let onclick = props.on_toggle.reform(move |_: MouseEvent| !on);
    html! {
        <button type="button" class="switch" role="switch" aria-checked={on.to_string()} {onclick}
            data-testid={props.testid.clone()}>
            <span class="knob" aria-hidden="true"></span>
            <span>{ &props.label }</span>
        </button>
    }
}

/// Properties of [`Segments`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SegmentsProps {
    /// What is chosen here.
    pub label: AttrValue,
    /// Names, in order.
    pub options: Vec<AttrValue>,
    /// The chosen one.
    pub chosen: usize,
    /// Name for the browser suite; each option appends its position.
    pub testid: AttrValue,
    /// Called with the position of an option.
    pub on_choose: Callback<usize>,
}

/// A row of choices of which one is pressed.
#[component]
pub fn Segments(props: &SegmentsProps) -> Html {
    let option = |(idx, name): (usize, &AttrValue)| {
        let onclick = props.on_choose.reform(move |_: MouseEvent| idx);
        html! {
            <button key={idx} type="button" aria-pressed={(idx == props.chosen).to_string()} {onclick}
                data-testid={format!("{}-{idx}", props.testid)}>{ name }</button>
        }
    };
    html! {
        <div class="seg" role="group" aria-label={props.label.clone()}>
            { for props.options.iter().enumerate().map(option) }
        </div>
    }
}

/// Properties of [`IconButton`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct IconButtonProps {
    /// Icon.
    pub icon: IconName,
    /// Accessible name and tooltip.
    pub label: AttrValue,
    /// Cannot be used now.
    #[prop_or_default]
    pub disabled: bool,
    /// Is switched on, for toggles.
    #[prop_or_default]
    pub pressed: Option<bool>,
    /// More classes.
    #[prop_or_default]
    pub class: Classes,
    /// Name for the browser suite.
    pub testid: AttrValue,
    /// Called on a click.
    pub onclick: Callback<MouseEvent>,
}

/// A button that is an icon.
#[component]
pub fn IconButton(props: &IconButtonProps) -> Html {
    html! {
        <button type="button" class={classes!("btn", "icon", props.class.clone())} title={props.label.clone()}
            aria-label={props.label.clone()} disabled={props.disabled}
            aria-pressed={props.pressed.map(|on| on.to_string())} onclick={props.onclick.clone()}
            data-testid={props.testid.clone()}>
            <Icon name={props.icon} />
        </button>
    }
}
