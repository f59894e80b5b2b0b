//! The server version, and what it does differently.

use crate::components::Cx;
use crate::components::controls::Choice;
use crate::state::edit::Edit;
use shardscope_session::scenario::Server;
use shardscope_session::versions::{self, Change, Rule};
use yew::prelude::*;

/// The menu of versions; the version that is left is kept in `left`, so that the card can say what changed.
pub(super) fn server_choice(cx: &Cx, server: Server, left: &UseStateHandle<Option<Server>>) -> Html {
    let (dispatch, left) = (cx.dispatch.clone(), left.clone());
    let on_choose = Callback::from(move |name: String| {
        if let Some(chosen) = Server::ALL.into_iter().find(|server| server.name() == name) {
            left.set(Some(server));
            dispatch.edit(Edit::Server(chosen));
        }
    });
    let options: Vec<(AttrValue, AttrValue)> =
        Server::ALL.into_iter().rev().map(|server| (server.name().into(), server.name().into())).collect();
    html! {
        <div class="field">
            <label for="server">{ "Server" }</label>
            <Choice id="server" class="inp" {options} value={server.name()} testid="server" {on_choose} />
        </div>
    }
}

/// What the version does; right after a change, what is different now.
pub(super) fn server_rules(server: Server, left: Option<Server>) -> Html {
    let changes = left.map(|left| versions::changes(left, server)).unwrap_or_default();
    let (summary, rows): (String, Html) = match left.filter(|_| !changes.is_empty()) {
        Some(left) => (
            format!("{} instead of {}: what changes", server.name(), left.name()),
            changes.iter().map(changed_row).collect(),
        ),
        None => {
            (format!("What MongoDB {} does", server.name()), versions::rules(server).iter().map(rule_row).collect())
        }
    };
    html! {
        <details class="rules" open={left.is_some()} key={summary.clone()} data-testid="server-rules">
            <summary>{ summary }</summary>
            <dl>{ rows }</dl>
            <p class="note"><a class="lnk" href="fidelity.html" target="_blank" rel="noopener">{ "Every rule, and how exact it is" }</a></p>
        </details>
    }
}

fn changed_row(change: &Change) -> Html {
    html! { <><dt>{ change.topic }</dt><dd>{ &change.now }<span class="was">{ format!("was: {}", change.before) }</span></dd></> }
}

fn rule_row(rule: &Rule) -> Html {
    html! { <><dt>{ rule.topic }</dt><dd>{ &rule.text }</dd></> }
}
