//! Card 2: the shard key, as chips and as the line that would be typed into mongosh.

use super::absent::absent_fields;
use super::card::CardFrame;
use super::chips::{Chips, array_problem};
use super::fields::fields;
use super::key_line::KeyLine;
use crate::components::Cx;
use crate::components::problem::{problem_at, problem_box};
use crate::state::edit::key_text;
use crate::state::ui::Card;
use shardscope_session::protocol::Place;
use yew::prelude::*;

/// Shard key.
pub fn shard_key_card(cx: &Cx) -> Html {
    let session = cx.session.clone();
    let summary = session.scenario.keys.first().map(key_text).unwrap_or_default();
    let is_here = |place| matches!(place, Place::ShardKey { .. });
    let has_problem = session.problem.as_ref().is_some_and(|problem| is_here(problem.place));
    let arrays = session.scenario.keys.first().and_then(|key| array_problem(&session.documents.fields, key));
    let frame = CardFrame {
        card: Card::ShardKey,
        title: "Shard key",
        summary,
        summary_is_code: true,
        has_problem: has_problem || arrays.is_some(),
    };
    frame.view(
        cx,
        html! {
            <>
            <Chips lane={0} />
            if has_problem { { problem_at(&session, is_here) } } else if let Some(problem) = arrays { { problem_box(&problem) } }
            if let Some(key) = session.scenario.keys.first() { { absent_fields(&session.documents.fields, key) } }
            <KeyLine lane={0} />
            { fields(cx, 0) }
        </>
        },
    )
}
