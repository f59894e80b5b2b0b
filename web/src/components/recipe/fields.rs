//! The fields of the documents: distinct values and the share of the most frequent one.

use crate::components::Cx;
use crate::plot::format;
use crate::state::edit::Edit;
use shardscope_session::scenario::{KeyFieldSpec, KeySpec};
use shardscope_session::view::FieldSummary;
use yew::prelude::*;

/// Fields that are listed at once; the rest is in the picker.
const SHOWN_MAX: usize = 8;

/// The list of fields.
pub fn fields(cx: &Cx, lane: usize) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let fields = &session.documents.fields;
    let row = |field: &FieldSummary| {
        let use_it = {
            let (dispatch, path) = (dispatch.clone(), field.path.clone());
            Callback::from(move |_: MouseEvent| {
                let fields = vec![KeyFieldSpec { path: path.clone(), hashed: false }];
                dispatch.edit(Edit::Key(lane, KeySpec { fields, presplit_hashed_zones: false }));
            })
        };
        html! {
            <tr key={field.path.clone()}>
                <th scope="row"><button type="button" class="field-name ell" title={format!("Shard by {} alone", field.path)}
                    onclick={use_it}>{ &field.path }</button></th>
                <td class="bar">{ share_bar(field.top_share) }</td>
                <td>{ facts(field) }</td>
            </tr>
        }
    };
    let more = fields.len().saturating_sub(SHOWN_MAX);
    html! {
        <>
            <table class="fields" aria-label="Fields of the documents" data-testid="fields">
                <tbody>{ for fields.iter().take(SHOWN_MAX).map(row) }</tbody>
            </table>
            if let Some(n) = fields.first().map(|field| field.documents).filter(|&n| n < session.documents.total) {
                <p class="note">{ format!("Counted over the first {}", format::counted(n, "document")) }</p>
            }
            if more > 0 { <p class="note">{ format!("and {} more in the list above", more) }</p> }
        </>
    }
}

fn share_bar(share: f64) -> Html {
    let width = format!("{:.1}", (share * 100.0).clamp(0.0, 100.0));
    html! {
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect class="bar-back" width="100" height="4" /><rect class="bar-fill" {width} height="4" />
        </svg>
    }
}

fn facts(field: &FieldSummary) -> Html {
    if let Some(at) = field.array_at {
        return html! { <span class="bad-text">{ format!("holds arrays (document {at})") }</span> };
    }
    match mixed_types(field) {
        Some(types) => html! { <><span class="watch-text">{ types }</span>{ ", " }{ values(field) }</> },
        None => values(field),
    }
}

/// `mixed types: number, string`, most frequent first; values of one type are told from values of another, whatever they say.
/// Numbers of all widths compare with each other, and null is no type of its own.
fn mixed_types(field: &FieldSummary) -> Option<String> {
    let mut kinds: Vec<&str> = Vec::new();
    for (name, _) in &field.types {
        let kind = if matches!(name.as_str(), "int" | "long" | "double" | "decimal") { "number" } else { name };
        if kind != "null" && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    (kinds.len() > 1).then(|| format!("mixed types: {}", kinds.join(", ")))
}

fn values(field: &FieldSummary) -> Html {
    if field.distinct == field.present && field.present == field.documents && field.documents > 1 {
        return html! { { "unique" } };
    }
    let at_least = if field.distinct >= FieldSummary::DISTINCT_CAP { "over " } else { "" };
    let values = format!("{} value{}", format::count_short(field.distinct), if field.distinct == 1 { "" } else { "s" });
    html! {
        <>
            { format!("{at_least}{values}, top ") }
            <span title={field.top_value.clone()}>{ format::share(field.top_share) }</span>
            if field.present < field.documents {
                { format!(", {} without", format::share(1.0 - field.present as f64 / field.documents.max(1) as f64)) }
            }
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_mixed_when_their_values_do_not_compare() {
        for (types, expected) in [
            (vec!["int"], None),
            (vec!["int", "double", "long"], None),
            (vec!["string", "null"], None),
            (vec!["string", "int"], Some("mixed types: string, number")),
            (vec!["int", "date", "double", "null"], Some("mixed types: number, date")),
        ] {
            let field = FieldSummary {
                path: "a".to_owned(),
                types: types.iter().map(|&name| (String::from(name), 1)).collect(),
                present: 5,
                documents: 5,
                distinct: 5,
                top_value: String::new(),
                top_share: 0.2,
                array_at: None,
                ascending: false,
            };
            assert_eq!(mixed_types(&field).as_deref(), expected, "{types:?}");
        }
    }
}
