//! Small controls that several regions share.

use super::{IconName, draw_icon};
use crate::plot::format;
use std::ops::RangeInclusive;
use web_sys::{HtmlInputElement, HtmlSelectElement};
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

/// A switch: its name says its state, as in `Balancer on`.
pub fn switch(label: &'static str, on: bool, testid: &'static str, on_toggle: &Callback<bool>) -> Html {
    html! {
        <button type="button" class="switch" role="switch" aria-checked={on.to_string()}
            onclick={on_toggle.reform(move |_: MouseEvent| !on)} data-testid={testid}>
            <span class="knob" aria-hidden="true"></span>
            <span>{ label }</span>
        </button>
    }
}

/// A row of choices of which one is pressed. The browser suite finds each by `testid` and its position.
pub fn segments(
    label: &'static str,
    options: &[AttrValue],
    chosen: usize,
    testid: &'static str,
    on_choose: &Callback<usize>,
) -> Html {
    let option = |(idx, name): (usize, &AttrValue)| {
        html! {
            <button key={idx} type="button" aria-pressed={(idx == chosen).to_string()}
                onclick={on_choose.reform(move |_: MouseEvent| idx)} data-testid={format!("{testid}-{idx}")}>{ name }</button>
        }
    };
    html! { <div class="seg" role="group" aria-label={label}>{ for options.iter().enumerate().map(option) }</div> }
}

/// A button that is an icon.
#[derive(Debug)]
pub struct IconButton {
    icon: IconName,
    label: AttrValue,
    testid: AttrValue,
    onclick: Callback<MouseEvent>,
    disabled: bool,
    pressed: Option<bool>,
    class: &'static str,
}

impl IconButton {
    /// A button with its accessible name, which is also its tooltip, and its name for the browser suite.
    pub fn new(
        icon: IconName,
        label: impl Into<AttrValue>,
        testid: impl Into<AttrValue>,
        onclick: Callback<MouseEvent>,
    ) -> Self {
        Self { icon, label: label.into(), testid: testid.into(), onclick, disabled: false, pressed: None, class: "" }
    }

    /// Cannot be used now.
    pub fn disabled(self, disabled: bool) -> Self {
        Self { disabled, ..self }
    }

    /// A toggle, on or off.
    pub fn pressed(self, on: bool) -> Self {
        Self { pressed: Some(on), ..self }
    }

    /// One more class.
    pub fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// Draws it.
    pub fn view(self) -> Html {
        html! {
            <button type="button" class={classes!("btn", "icon", self.class)} title={self.label.clone()}
                aria-label={self.label} disabled={self.disabled} aria-pressed={self.pressed.map(|on| on.to_string())}
                onclick={self.onclick} data-testid={self.testid}>
                { draw_icon(self.icon) }
            </button>
        }
    }
}

/// Properties of [`Choice`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ChoiceProps {
    /// Accessible name; a choice with an `id` has a label of its own.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// Element id.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// Classes.
    #[prop_or_default]
    pub class: Classes,
    /// Values and names.
    pub options: Vec<(AttrValue, AttrValue)>,
    /// The value in use.
    pub value: AttrValue,
    /// Name for the browser suite.
    pub testid: AttrValue,
    /// Called with the value that was chosen.
    pub on_choose: Callback<String>,
}

/// Values and names for [`Choice`].
pub fn options(pairs: &[(&'static str, &'static str)]) -> Vec<(AttrValue, AttrValue)> {
    pairs.iter().map(|&(value, name)| (value.into(), name.into())).collect()
}

/// A menu of choices. It follows `value` also after somebody chose another one, which an attribute alone does not.
#[component]
pub fn Choice(props: &ChoiceProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((props.value.clone(), props.options.clone()), move |(value, _)| {
            if let Some(select) = node.cast::<HtmlSelectElement>() {
                select.set_value(value);
            }
        });
    }
    let onchange = props.on_choose.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
    let option = |(value, name): &(AttrValue, AttrValue)| html! { <option value={value.clone()}>{ name }</option> };
    html! {
        <select ref={node} id={props.id.clone()} class={props.class.clone()} aria-label={props.label.clone()} {onchange}
            data-testid={props.testid.clone()}>{ for props.options.iter().map(option) }</select>
    }
}
