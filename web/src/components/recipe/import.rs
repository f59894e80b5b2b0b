//! An import: its progress, what it read, and the lines that it refused.

use crate::components::Cx;
use crate::components::problem::{problem_box, status_mark, with_code};
use crate::plot::format;
use crate::state::Action;
use crate::state::import::Reading;
use shardscope_session::protocol::BadLine;
use shardscope_session::view::Status;
use yew::prelude::*;

/// The bar while documents are read, and the message when none could be.
pub fn import_progress(cx: &Cx) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    if let Some(reading) = &session.imports.reading {
        return progress(reading, &dispatch.on(Action::ImportCancel));
    }
    match &session.imports.failed {
        Some((name, problem, bad)) => html! {
            <div data-testid="import-failed">
                <p class="note">{ format!("{name} was not used; the earlier documents stay.") }</p>
                { problem_box(problem) }
                { bad_lines(bad, bad.len() as u64) }
            </div>
        },
        None => Html::default(),
    }
}

fn progress(reading: &Reading, cancel: &Callback<MouseEvent>) -> Html {
    let percent = reading.percent();
    let counts = format!(
        "{} of {}, {}{}",
        format::bytes(reading.bytes),
        format::bytes(reading.bytes_total),
        format::counted(reading.documents, "document"),
        if reading.bad == 0 { String::new() } else { format!(", {} refused", format::count(reading.bad)) },
    );
    html! {
        <div class="msg info" data-testid="import-progress">
            <div class="grow">
                <p><b>{ format!("Reading {}, {percent}%", reading.name) }</b></p>
                <progress max="100" value={percent.to_string()} aria-label={format!("Reading {}", reading.name)}></progress>
                <p>{ counts }{ " " }
                    <button type="button" class="lnk" onclick={cancel.clone()} data-testid="import-cancel">{ "Stop here" }</button>
                </p>
                if let Some(first) = reading.first_documents.first() {
                    <p class="mono ell" data-testid="import-first">{ first }</p>
                    <p class="ell">{ "Fields: " }{ field_names(reading) }</p>
                }
            </div>
        </div>
    }
}

fn field_names(reading: &Reading) -> String {
    reading.fields.iter().map(|field| field.path.as_str()).collect::<Vec<_>>().join(", ")
}

/// What the last import read.
pub fn import_summary(cx: &Cx) -> Html {
    let session = cx.session.clone();
    let Some(report) = session.report().filter(|_| session.imports.reading.is_none()) else {
        return Html::default();
    };
    let line = format!(
        "{}: {}, {}, {}",
        report.name,
        report.format,
        format::counted(report.documents, "document"),
        format::bytes(report.bytes)
    );
    html! {
        <div data-testid="import-report">
            <p class="note">{ line }</p>
            if report.bad > 0 {
                <div class="msg watch">
                    { status_mark(Status::Watch) }
                    <p>{ format!("{} not read; the good ones are used.", refused(report.bad, &report.format)) }</p>
                </div>
                { bad_lines(&report.bad_lines, report.bad) }
            }
        </div>
    }
}

/// `1 line was`, `3 documents were`: what a format is made of.
fn refused(n: u64, format: &str) -> String {
    let is_by_line = ["CSV", "TSV", "NDJSON"].iter().any(|name| format.contains(name));
    let noun = if is_by_line { "line" } else { "document" };
    format!("{} {}", format::counted(n, noun), if n == 1 { "was" } else { "were" })
}

fn bad_lines(bad: &[BadLine], n_bad: u64) -> Html {
    if bad.is_empty() {
        return Html::default();
    }
    let row = |bad: &BadLine| {
        html! {
            <tr>
                <td>{ format::count(bad.line) }</td><td>{ format::count(bad.column) }</td>
                <td class="wrap">{ with_code(&bad.reason) }</td>
            </tr>
        }
    };
    let more = n_bad.saturating_sub(bad.len() as u64);
    html! {
        <div class="scroll-y" tabindex="0" role="region" aria-label="Lines that were not read">
            <table class="tbl" data-testid="bad-lines">
                <thead><tr><th scope="col">{ "Line" }</th><th scope="col">{ "Column" }</th><th scope="col">{ "Reason" }</th></tr></thead>
                <tbody>{ for bad.iter().map(row) }</tbody>
            </table>
            if more > 0 { <p class="note">{ format!("and {} more", format::count(more)) }</p> }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::refused;

    #[test]
    fn what_was_not_read_is_called_what_it_is() {
        for (n, format, expected) in [
            (1, "CSV", "1 line was"),
            (2, "CSV, semicolons, gzip", "2 lines were"),
            (1_200, "NDJSON, Extended JSON", "1,200 lines were"),
            (1, "JSON array", "1 document was"),
            (3, "concatenated JSON in shell syntax", "3 documents were"),
            (2, "BSON dump, gzip", "2 documents were"),
        ] {
            assert_eq!(refused(n, format), expected, "{format}");
        }
    }
}
