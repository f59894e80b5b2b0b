//! A key field that no document has: the server allows it, and every document then has null there.

use crate::components::problem::{status_mark, with_code};
use crate::state::edit::quoted;
use shardscope_session::scenario::KeySpec;
use shardscope_session::view::{FieldSummary, Status};
use yew::prelude::*;

/// Fields that the engine lists at most; beyond, one that is not listed may be there all the same.
const FIELDS_LISTED_MAX: usize = 200;

/// The warning about key fields that no document has, if there are any.
pub fn absent_fields(fields: &[FieldSummary], key: &KeySpec) -> Html {
    match warning(fields, key) {
        Some(text) => html! {
            <div class="msg watch" role="status" data-testid="absent-field">
                { status_mark(Status::Watch) }<p>{ with_code(&text) }</p>
            </div>
        },
        None => Html::default(),
    }
}

fn warning(fields: &[FieldSummary], key: &KeySpec) -> Option<String> {
    if fields.is_empty() || fields.len() >= FIELDS_LISTED_MAX {
        return None;
    }
    let is_absent = |path: &&str| *path != "_id" && !fields.iter().any(|field| field.present > 0 && is_at(field, path));
    let absent: Vec<&str> = key.fields.iter().map(|field| field.path.as_str()).filter(is_absent).collect();
    let names = absent.iter().map(|path| format!("`{}`", quoted(path))).collect::<Vec<_>>().join(" and ");
    let effect = match (absent.len(), key.fields.len()) {
        (0, _) => return None,
        (absent, all) if absent == all => {
            "All of them count as null there and so have one key value: one chunk holds everything and can never be split."
        }
        _ => "It counts as null in all of them, so it tells no document from another.",
    };
    Some(format!("No document looked at has {names}. {effect} The server allows such a key; check the spelling."))
}

/// Whether a field that was found is the one at a path, lies in it, or holds it inside documents of an array.
fn is_at(field: &FieldSummary, path: &str) -> bool {
    let below = |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    field.path == path || below(path, &field.path) || (field.array_at.is_some() && below(&field.path, path))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use shardscope_session::scenario::KeyFieldSpec;

    fn field(path: &str, present: u64, array_at: Option<u64>) -> FieldSummary {
        FieldSummary {
            path: path.to_owned(),
            types: Vec::new(),
            present,
            documents: 4,
            distinct: 4,
            top_value: String::new(),
            top_share: 0.25,
            array_at,
            ascending: false,
        }
    }

    fn key(paths: &[&str]) -> KeySpec {
        let field = |path: &&str| KeyFieldSpec { path: String::from(*path), hashed: false };
        KeySpec { fields: paths.iter().map(field).collect(), presplit_hashed_zones: false }
    }

    #[test]
    fn a_field_that_no_document_has_is_named_with_what_it_means() {
        let found =
            [field("state", 4, None), field("at.zip", 2, None), field("tags", 4, Some(1)), field("none", 0, None)];
        for (paths, expected) in [
            (&["state"][..], None),
            (&["at"], None),
            (&["at.zip"], None),
            (&["tags.name"], None),
            (&["_id"], None),
            (&[], None),
            (&["State"], Some(("`State`", "one chunk holds everything"))),
            (&["none"], Some(("`none`", "one chunk holds everything"))),
            (&["at.zipcode"], Some(("`\"at.zipcode\"`", "one chunk holds everything"))),
            (&["state.code"], Some(("`\"state.code\"`", "one chunk holds everything"))),
            (&["x", "y"], Some(("`x` and `y`", "one chunk holds everything"))),
            (&["state", "x"], Some(("`x`", "tells no document from another"))),
        ] {
            let said = warning(&found, &key(paths));
            assert_eq!(said.is_some(), expected.is_some(), "{paths:?}: {said:?}");
            if let Some((name, effect)) = expected {
                let said = said.unwrap();
                assert!(said.contains(&format!("has {name}.")) && said.contains(effect), "{paths:?}: {said}");
            }
        }
        assert_eq!(warning(&[], &key(&["x"])), None, "nothing is known of the documents yet");
        let many: Vec<FieldSummary> = (0..FIELDS_LISTED_MAX).map(|idx| field(&format!("f{idx}"), 1, None)).collect();
        assert_eq!(warning(&many, &key(&["x"])), None, "not every field is listed");
    }
}
