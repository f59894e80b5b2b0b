//! Card 2: the shard key, as chips and as the line that would be typed into mongosh.

use super::card::CardFrame;
use super::chips::Chips;
use super::fields::Fields;
use super::key_line::KeyLine;
use crate::components::problem::problem_at;
use crate::components::use_session;
use crate::state::edit::key_text;
use crate::state::ui::Card;
use shardscope_session::protocol::Place;
use yew::prelude::*;

/// Shard key.
#[component]
pub fn ShardKeyCard() -> Html {
    let session = use_session();
    let summary = session.scenario.keys.first().map(key_text).unwrap_or_default();
    let is_here = |place| matches!(place, Place::ShardKey { .. });
    html! {
        <CardFrame card={Card::ShardKey} title="Shard key" {summary} summary_is_code=true
            has_problem={session.problem.as_ref().is_some_and(|problem| is_here(problem.place))}>
            <Chips lane={0} />
            { problem_at(&session, is_here) }
            <KeyLine lane={0} />
            <Fields lane={0} />
        </CardFrame>
    }
}
