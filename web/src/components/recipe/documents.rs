//! Card 1: where documents come from.

use super::card::CardFrame;
use super::columns::columns;
use super::import::{import_progress, import_summary};
use super::paste::PasteTab;
use super::template::template_tab;
use crate::components::controls::{NumberField, segments};
use crate::components::problem::problem_at;
use crate::components::{Cx, IconName, draw_icon};
use crate::plot::format;
use crate::state::Session;
use crate::state::action::{Action, UiAction};
use crate::state::edit::Edit;
use crate::state::ui::{Card, DocumentsTab};
use shardscope_session::protocol::Place;
use shardscope_session::scenario::Documents;
use web_sys::HtmlInputElement;
use yew::prelude::*;

const TABS: [DocumentsTab; 3] = [DocumentsTab::Template, DocumentsTab::Paste, DocumentsTab::File];

/// Documents.
pub fn documents_card(cx: &Cx) -> Html {
    let (session, ui, clock, dispatch) = (cx.session.clone(), cx.ui.clone(), cx.clock.clone(), cx.dispatch.clone());
    let now = clock.lane(0).map_or(0, |lane| lane.documents);
    let avg = session.documents.avg_bytes;
    let so_far = format!("{} so far", format::count_short(now));
    let summary = if ui.is_open(Card::Documents) { so_far } else { format!("{so_far}, avg {}", format::bytes(avg)) };
    let is_here = |place| matches!(place, Place::Documents { .. });
    let on_choose = dispatch.act.reform(|idx: usize| {
        Action::Ui(UiAction::DocumentsTab(TABS.get(idx).copied().unwrap_or(DocumentsTab::Template)))
    });
    let chosen = TABS.iter().position(|tab| *tab == ui.documents_tab).unwrap_or(0);
    let has_problem = session.problem.as_ref().is_some_and(|problem| is_here(problem.place));
    let frame = CardFrame { card: Card::Documents, title: "Documents", summary, summary_is_code: false, has_problem };
    frame.view(
        cx,
        html! {
            <>
            <div class="row">
                { segments("Where documents come from", &["Template".into(), "Paste".into(), "File".into()], chosen, "documents-tab", &on_choose) }
                <span class="grow"></span>
                { seed(cx) }
            </div>
            if ui.documents_tab == DocumentsTab::Template { { template_tab(cx) } }
            if ui.documents_tab == DocumentsTab::Paste { <PasteTab /> }
            if ui.documents_tab == DocumentsTab::File { { file_tab(cx) } }
            { problem_at(&session, is_here) }
            { import_progress(cx) }
            { first_documents(cx) }
            if ui.documents_tab != DocumentsTab::Template {
                { import_summary(cx) }
                { columns(cx) }
            }
            { stands_for(cx) }
        </>
        },
    )
}

fn seed(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let seed = session.scenario.seed;
    let reroll = {
        let dispatch = dispatch.clone();
        // Any other seed will do; this walk never repeats a seed soon and needs no randomness of the platform.
        Callback::from(move |_: MouseEvent| dispatch.edit(Edit::Seed((seed * 25 + 17) % 9_973)))
    };
    html! {
        <span class="seed">
            <span data-testid="seed">{ format!("seed {seed}") }</span>
            <button type="button" class="btn icon" aria-label="Another seed" title="Another seed" onclick={reroll}
                data-testid="reroll">{ draw_icon(IconName::Dice) }</button>
        </span>
    }
}

fn file_tab(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let choose = {
        let file = dispatch.file.clone();
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(chosen) = input.files().and_then(|files| files.get(0)) {
                file.emit(chosen);
            }
            // The same file can be chosen again after a change.
            input.set_value("");
        })
    };
    let name = match &session.scenario.documents {
        Documents::File { name, count, .. } => Some(format!("{name}, {}", format::counted(*count, "document"))),
        _ => None,
    };
    html! {
        <div class="file-well">
            if let Some(name) = name { <p class="mono ell" data-testid="file-name">{ name }</p> }
            <label class="btn line">
                { draw_icon(IconName::Upload) }{ "Choose a file" }
                <input type="file" class="sr" onchange={choose} data-testid="file-input"
                    accept=".json,.ndjson,.jsonl,.csv,.tsv,.txt,.bson,.gz,application/json,text/csv" />
            </label>
            <p class="note">{ "or drop one anywhere on the page. It stays in this browser." }</p>
        </div>
    }
}

/// The first two documents of the run, or of the import while it is read.
fn first_documents(cx: &Cx) -> Html {
    let session = cx.session.clone();
    let facts = &session.documents;
    if facts.first.is_empty() {
        return html! {
            <p class="note">{ "Add documents to begin. Pick a scenario, write a template, or drop a file." }</p>
        };
    }
    let row = |(text, bytes): &(String, u32)| {
        html! { <tr><td class="mono" title={text.clone()}>{ text }</td><td class="r">{ format::bytes(u64::from(*bytes)) }</td></tr> }
    };
    html! {
        <table class="tbl docs">
            <thead><tr>
                <th scope="col">{ "First documents" }</th>
                <th scope="col" class="r">{ "avg " }<b data-testid="avg-bytes">{ format::bytes(facts.avg_bytes) }</b></th>
            </tr></thead>
            <tbody data-testid="first-documents">{ for facts.first.iter().take(2).map(row) }</tbody>
        </table>
    }
}

fn stands_for(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let n = session.scenario.stands_for;
    let on_commit = Callback::from(move |n| dispatch.edit(Edit::StandsFor(n)));
    html! {
        <div class="grid-2">
            <NumberField label="Each document stands for" value={n} range={1..=1_000_000_000} testid="stands-for" {on_commit} />
            <p class="note end" data-testid="documents-total">{ total_line(&session) }</p>
        </div>
    }
}

fn total_line(session: &Session) -> String {
    let sampled = session.documents.total;
    let n = session.scenario.stands_for;
    let read = format::counted(sampled, "document");
    if n == 1 {
        format!("{read} in all")
    } else {
        format!("{read}, shown as {}", format::count_short(sampled.saturating_mul(n)))
    }
}
