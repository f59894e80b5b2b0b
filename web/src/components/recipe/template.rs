//! The template tab: the editor, and how many documents to generate.

use super::editor::CodeEditor;
use crate::components::Cx;
use crate::components::controls::NumberField;
use crate::state::edit::Edit;
use shardscope_session::engine::N_DOCUMENTS_MAX;
use shardscope_session::protocol::Place;
use shardscope_session::scenario::Documents;
use yew::prelude::*;

/// Template and count that a scenario without a template starts from.
const FRESH: (&str, u64) = ("{\n  _id: \"$objectid\",\n  createdAt: \"$now\"\n}", 100_000);

/// The template.
pub fn template_tab(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let (text, count) = match &session.scenario.documents {
        Documents::Template { text, count } => (text.clone(), *count),
        _ => (FRESH.0.to_owned(), FRESH.1),
    };
    let error_at = session.problem.as_ref().and_then(|problem| match problem.place {
        Place::Documents { line, column } if line > 0 => Some((line, column)),
        _ => None,
    });
    let on_text = {
        let dispatch = dispatch.clone();
        Callback::from(move |text| dispatch.edit(Edit::Template { text, count }))
    };
    let on_count = {
        let text = text.clone();
        Callback::from(move |count| dispatch.edit(Edit::Template { text: text.clone(), count }))
    };
    html! {
        <>
            <CodeEditor id="template" label="Template" {text} {error_at} on_commit={on_text} />
            <NumberField label="Documents to generate" value={count} range={1..=N_DOCUMENTS_MAX} testid="template-count"
                on_commit={on_count} />
        </>
    }
}
