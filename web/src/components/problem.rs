//! Messages: what is wrong, why, how to fix it, and MongoDB's own code and name.

use crate::plot::StatusGlyph;
use crate::state::Session;
use crate::text::{code_parts, sentence};
use shardscope_session::protocol::{Place, Problem};
use shardscope_session::view::Status;
use yew::prelude::*;

/// A problem at its place.
pub fn problem_box(problem: &Problem) -> Html {
    let Problem { message, fix, server_error, place } = problem;
    let at = match place {
        Place::Documents { line, column } if *line > 0 => format!("Line {line}, column {column}: "),
        _ => String::new(),
    };
    html! {
        <div class="msg bad" role="alert" data-testid="problem">
            { status_mark(Status::Problem) }
            <div>
                <p>{ at }{ with_code(&sentence(message)) }</p>
                if !fix.is_empty() { <p>{ with_code(&sentence(fix)) }</p> }
                if let Some((code, name)) = server_error {
                    <p class="code-name">{ "MongoDB error " }<code>{ format!("{code} {name}") }</code></p>
                }
            </div>
        </div>
    }
}

/// Text with names between backticks in code type.
pub fn with_code(text: &str) -> Html {
    let part = |(text, is_code): (&str, bool)| {
        let text = text.to_owned();
        if is_code {
            html! { <code>{ text }</code> }
        } else {
            html! { { text } }
        }
    };
    code_parts(text).into_iter().map(part).collect()
}

/// The problem of the session, if it belongs to this place.
pub fn problem_at(session: &Session, belongs: impl Fn(Place) -> bool) -> Html {
    match session.problem.as_ref().filter(|problem| belongs(problem.place)) {
        Some(problem) => html! { { problem_box(problem) } },
        None => Html::default(),
    }
}

/// The shape of a status in its colour; the word beside it is what is read out.
pub fn status_mark(status: Status) -> Html {
    html! { <span class={classes!("status-mark", status_class(status))}><StatusGlyph status={status} /></span> }
}

/// The word of a status.
#[must_use]
pub fn status_word(status: Status) -> &'static str {
    match status {
        Status::Good => "Good",
        Status::Watch => "Watch",
        Status::Problem => "Problem",
        Status::Unknown => "Not computed",
    }
}

/// The class of a status.
#[must_use]
pub fn status_class(status: Status) -> &'static str {
    match status {
        Status::Good => "good",
        Status::Watch => "watch",
        Status::Problem => "bad",
        Status::Unknown => "unknown",
    }
}
