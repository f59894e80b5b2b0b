//! The key's fields as chips: add, remove, 1 or "hashed", and the order by buttons, by dragging or by Alt and arrows.

use crate::components::controls::{Choice, options};
use crate::components::{IconName, draw_icon, use_dispatch, use_session};
use crate::state::edit::Edit;
use shardscope_session::protocol::{Place, Problem};
use shardscope_session::scenario::{KeyFieldSpec, KeySpec};
use shardscope_session::view::FieldSummary;
use std::cell::Cell;
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Properties of [`Chips`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ChipsProps {
    /// Which key.
    pub lane: usize,
}

/// The chips.
#[component]
pub fn Chips(props: &ChipsProps) -> Html {
    let (session, dispatch) = (use_session(), use_dispatch());
    let dragged = use_memo((), |()| Cell::new(None::<usize>));
    let lane = props.lane;
    let Some(key) = session.scenario.keys.get(lane).cloned() else { return Html::default() };
    let set = Callback::from(move |key: KeySpec| dispatch.edit(Edit::Key(lane, key)));
    let chips = key.fields.iter().enumerate().map(|(idx, field)| {
        html! {
            { chip(&ChipProps { idx, spec: key.clone(), is_array: holds_arrays(&session.documents.fields, &field.path), dragged: Dragged(Rc::clone(&dragged)), set: set.clone() }) }
        }
    });
    let is_hashed = key.fields.iter().any(|field| field.hashed);
    html! {
        <>
            <div class="chips" role="group" aria-label="Fields of the shard key" data-testid="chips">
                { for chips }
                { add_field(&AddFieldProps { spec: key.clone(), fields: session.documents.fields.clone(), set: set.clone() }) }
            </div>
            if key.fields.is_empty() {
                <p class="field-error" role="alert">{ no_field(&session.documents.fields) }</p>
            }
            if is_hashed && !session.scenario.zones.is_empty() {
                { presplit(&PresplitProps { spec: key.clone(), set }) }
            }
        </>
    }
}

/// The field at or above a path that holds arrays.
fn array_on_way<'a>(fields: &'a [FieldSummary], path: &str) -> Option<&'a FieldSummary> {
    let is_on_way = |field: &&FieldSummary| {
        path.strip_prefix(&field.path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    fields.iter().filter(|field| field.array_at.is_some()).find(is_on_way)
}

fn holds_arrays(fields: &[FieldSummary], path: &str) -> bool {
    array_on_way(fields, path).is_some()
}

/// What the server says to every document with an array in its shard key. A stream of documents runs all the same: those are
/// refused one by one.
pub fn array_problem(fields: &[FieldSummary], key: &KeySpec) -> Option<Problem> {
    let field = key.fields.iter().find_map(|field| array_on_way(fields, &field.path))?;
    let (path, at) = (&field.path, field.array_at?);
    Some(Problem {
        message: format!("`{path}` holds arrays. A shard key field may not hold an array; document {at} has one."),
        fix: "Pick another field.".to_owned(),
        server_error: Some((61, "ShardKeyNotFound".to_owned())),
        place: Place::ShardKey { lane: 0 },
    })
}

fn no_field(fields: &[FieldSummary]) -> String {
    let names: Vec<&str> = fields.iter().take(8).map(|field| field.path.as_str()).collect();
    if names.is_empty() {
        "Choose at least one field.".to_owned()
    } else {
        format!("Choose at least one field. Fields found in your documents: {}.", names.join(", "))
    }
}

/// The position of the chip that is dragged; two are equal when they are the same cell.
#[derive(Debug, Clone)]
struct Dragged(Rc<Cell<Option<usize>>>);

impl PartialEq for Dragged {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Debug, Clone, PartialEq)]
struct ChipProps {
    idx: usize,
    spec: KeySpec,
    is_array: bool,
    dragged: Dragged,
    set: Callback<KeySpec>,
}

fn chip(props: &ChipProps) -> Html {
    let ChipProps { idx, spec, set, .. } = props;
    let (idx, last) = (*idx, spec.fields.len().saturating_sub(1));
    let Some(field) = spec.fields.get(idx) else { return Html::default() };
    let move_to = |to: usize| {
        let (set, spec) = (set.clone(), spec.clone());
        move || set.emit(moved(&spec, idx, to))
    };
    let (left, right) = (move_to(idx.saturating_sub(1)), move_to((idx + 1).min(last)));
    let onkeydown = {
        let (left, right) = (left.clone(), right.clone());
        Callback::from(move |event: KeyboardEvent| match (event.alt_key(), event.key().as_str()) {
            (true, "ArrowLeft") => {
                event.prevent_default();
                left();
            }
            (true, "ArrowRight") => {
                event.prevent_default();
                right();
            }
            _ => {}
        })
    };
    let on_choose = {
        let (set, spec) = (set.clone(), spec.clone());
        Callback::from(move |chosen: String| set.emit(with_hashed(&spec, idx, chosen == "hashed")))
    };
    let remove = {
        let (set, spec) = (set.clone(), spec.clone());
        Callback::from(move |_: MouseEvent| set.emit(without(&spec, idx)))
    };
    let ondragstart = {
        let dragged = props.dragged.clone();
        Callback::from(move |_: DragEvent| dragged.0.set(Some(idx)))
    };
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    let ondrop = {
        let (dragged, set, spec) = (props.dragged.clone(), set.clone(), spec.clone());
        Callback::from(move |event: DragEvent| {
            if let Some(from) = dragged.0.take() {
                event.prevent_default();
                set.emit(moved(&spec, from, idx));
            }
        })
    };
    let button = |label: String, icon, act: Callback<MouseEvent>, disabled: bool| {
        html! {
            <button type="button" class="x" aria-label={label.clone()} title={label} onclick={act} {disabled}>
                { draw_icon(icon) }
            </button>
        }
    };
    let path = &field.path;
    html! {
        <span class={classes!("chip", props.is_array.then_some("is-error"))} draggable="true" {onkeydown} {ondragstart}
            {ondragover} {ondrop} data-testid={format!("chip-{path}")}>
            <span class="grip" aria-hidden="true">{ draw_icon(IconName::Grip) }</span>
            <span class="name">{ path }</span>
            <Choice label={format!("How {path} is indexed")} testid={format!("direction-{path}")} {on_choose}
                value={if field.hashed { "hashed" } else { "1" }} options={options(&[("1", "1"), ("hashed", "\"hashed\"")])} />
            if last > 0 {
                { button(format!("Move {path} left"), IconName::Back, Callback::from(move |_| left()), idx == 0) }
                { button(format!("Move {path} right"), IconName::Forward, Callback::from(move |_| right()), idx == last) }
            }
            { button(format!("Remove {path}"), IconName::Cross, remove, false) }
        </span>
    }
}

#[derive(Debug, Clone, PartialEq)]
struct AddFieldProps {
    spec: KeySpec,
    fields: Vec<FieldSummary>,
    set: Callback<KeySpec>,
}

fn add_field(props: &AddFieldProps) -> Html {
    let AddFieldProps { spec, fields, set } = props;
    let onchange = {
        let (set, spec) = (set.clone(), spec.clone());
        Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<HtmlSelectElement>();
            let path = select.value();
            select.set_value("");
            if !path.is_empty() {
                set.emit(with_field(&spec, path));
            }
        })
    };
    let is_free = |field: &&FieldSummary| spec.fields.iter().all(|used| used.path != field.path);
    let option = |field: &FieldSummary| {
        let warning = if field.array_at.is_some() { " (holds arrays)" } else { "" };
        html! { <option value={field.path.clone()}>{ &field.path }{ warning }</option> }
    };
    html! {
        <span class="chip add">
            { draw_icon(IconName::Plus) }<span aria-hidden="true">{ "Field" }</span>
            <select aria-label="Add a field to the key" {onchange} data-testid="add-field">
                <option value="" selected=true>{ "Choose a field" }</option>
                { for fields.iter().filter(is_free).map(option) }
            </select>
        </span>
    }
}

#[derive(Debug, Clone, PartialEq)]
struct PresplitProps {
    spec: KeySpec,
    set: Callback<KeySpec>,
}

fn presplit(props: &PresplitProps) -> Html {
    let PresplitProps { spec, set } = props;
    let onchange = {
        let (set, spec) = (set.clone(), spec.clone());
        Callback::from(move |_: Event| {
            let presplit_hashed_zones = !spec.presplit_hashed_zones;
            set.emit(KeySpec { presplit_hashed_zones, ..spec.clone() });
        })
    };
    html! {
        <label class="check">
            <input type="checkbox" checked={spec.presplit_hashed_zones} {onchange} data-testid="presplit" />
            <code>{ "presplitHashedZones" }</code>
        </label>
    }
}

fn moved(spec: &KeySpec, from: usize, to: usize) -> KeySpec {
    let mut fields = spec.fields.clone();
    if from < fields.len() {
        let field = fields.remove(from);
        fields.insert(to.min(fields.len()), field);
    }
    KeySpec { fields, ..*spec }
}

fn without(spec: &KeySpec, idx: usize) -> KeySpec {
    let fields = spec.fields.iter().enumerate().filter(|(at, _)| *at != idx).map(|(_, field)| field.clone()).collect();
    KeySpec { fields, ..*spec }
}

fn with_hashed(spec: &KeySpec, idx: usize, hashed: bool) -> KeySpec {
    let mut spec = spec.clone();
    if let Some(field) = spec.fields.get_mut(idx) {
        field.hashed = hashed;
    }
    spec
}

fn with_field(spec: &KeySpec, path: String) -> KeySpec {
    let mut spec = spec.clone();
    spec.fields.push(KeyFieldSpec { path, hashed: false });
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(paths: &str) -> KeySpec {
        let field = |path: char| KeyFieldSpec { path: path.to_string(), hashed: false };
        KeySpec { fields: paths.chars().map(field).collect(), presplit_hashed_zones: false }
    }

    fn paths(spec: &KeySpec) -> String {
        spec.fields.iter().map(|field| field.path.as_str()).collect()
    }

    #[test]
    fn an_array_at_or_above_a_key_field_is_named() {
        let field = |path: &str, array_at| FieldSummary {
            path: path.to_owned(),
            types: Vec::new(),
            present: 4,
            documents: 4,
            distinct: 4,
            top_value: String::new(),
            top_share: 0.25,
            array_at,
            ascending: false,
        };
        let fields = [field("a", None), field("tags", Some(3)), field("tagsOf", None)];
        for (path, expected) in [("a", None), ("tagsOf", None), ("tags", Some(3)), ("tags.x", Some(3)), ("b", None)] {
            let key = with_field(&spec("a"), path.to_owned());
            let problem = array_problem(&fields, &key);
            let says = expected.map(|at| format!("document {at} has one"));
            assert_eq!(problem.is_some(), says.is_some(), "{path}");
            assert!(problem.zip(says).is_none_or(|(problem, says)| problem.message.contains(&says)), "{path}");
        }
    }

    #[test]
    fn fields_move_and_leave() {
        for (from, to, expected) in [(0, 2, "bca"), (2, 0, "cab"), (1, 1, "abc"), (0, 9, "bca"), (9, 0, "abc")] {
            assert_eq!(paths(&moved(&spec("abc"), from, to)), expected, "{from} to {to}");
        }
        assert_eq!(paths(&without(&spec("abc"), 1)), "ac");
        assert!(with_hashed(&spec("ab"), 1, true).fields[1].hashed);
        assert_eq!(paths(&with_field(&spec("a"), "b".to_owned())), "ab");
    }
}
