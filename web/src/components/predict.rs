//! "Predict, then run": the question, the answers, and after the run why.

use super::controls::IconButton;
use super::problem::status_mark;
use super::{Cx, IconName, draw_icon};
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::Mode;
use shardscope_session::scenario::Story;
use shardscope_session::view::Status;
use yew::prelude::*;

/// The bar of the story; without a story, the way to the playground.
pub fn predict_bar(cx: &Cx) -> Html {
    let (session, ui) = (cx.session.clone(), cx.ui.clone());
    let story = session.scenario.story.as_ref().filter(|_| ui.story_on);
    html! {
        <section class="predict" aria-label="Predict, then run" data-testid="predict">
            { draw_icon(IconName::Spark) }
            if let Some(story) = story {
                if ui.story_ran { { answer(story, ui.predicted) } } else { { question(cx, story) } }
            } else {
                <p class="grow">{ "Two keys, the same documents, one clock." }</p>
            }
            { skip(cx) }
        </section>
    }
}

fn question(cx: &Cx, story: &Story) -> Html {
    let (ui, dispatch) = (cx.ui.clone(), cx.dispatch.clone());
    let answer = |(idx, text): (usize, &String)| {
        let chosen = ui.predicted == Some(idx);
        html! {
            <label key={idx} class={classes!("option", chosen.then_some("chosen"))} data-testid={format!("answer-{idx}")}>
                <input type="radio" class="sr" name="prediction" checked={chosen} onchange={dispatch.on::<Event>(Action::Predict(idx))} />
                if text.starts_with('{') { <code>{ text }</code> } else { { text } }
            </label>
        }
    };
    html! {
        <>
            <p><b>{ "Predict, then run." }</b>{ " " }{ &story.question }</p>
            <div class="options" role="radiogroup" aria-label="Your answer">{ for story.answers.iter().enumerate().map(answer) }</div>
            <button type="button" class="btn solid" disabled={ui.predicted.is_none()} onclick={dispatch.on(Action::RunStory)}
                data-testid="run-story">{ "Run" }</button>
            <span class="grow"></span>
        </>
    }
}

fn answer(story: &Story, predicted: Option<usize>) -> Html {
    let right = story.answers.get(story.right_idx).cloned().unwrap_or_default();
    let was_right = predicted == Some(story.right_idx);
    let status = if was_right { Status::Good } else { Status::Watch };
    html! {
        <div class="story-answer grow" role="status" data-testid="story-answer">
            <p>
                { status_mark(status) }
                <b>{ if was_right { "Right: " } else { "The answer: " } }{ right }{ "." }</b>{ " " }{ &story.because }
            </p>
            { " " }
            <p class="next"><b>{ "Next: " }</b>{ &story.next }</p>
        </div>
    }
}

fn skip(cx: &Cx) -> Html {
    let (session, ui, dispatch) = (cx.session.clone(), cx.ui.clone(), cx.dispatch.clone());
    if ui.mode == Mode::Playground {
        return IconButton::new(
            IconName::Cross,
            "Close the question",
            "close-story",
            dispatch.ui(UiAction::CloseStory),
        )
        .view();
    }
    let done = ui.story_ran || !ui.story_on;
    let key = session.scenario.keys.len().saturating_sub(1);
    html! {
        <span class="skips">
            <button type="button" class="btn" onclick={dispatch.on(Action::SkipStory(0))} data-testid="skip-story">
                { if done { "Open in the playground" } else { "Skip to the playground" } }{ draw_icon(IconName::Arrow) }
            </button>
            if done && key > 0 {
                <button type="button" class="btn" onclick={dispatch.on(Action::SkipStory(key))} data-testid="skip-story-second">
                    { "with the second key" }{ draw_icon(IconName::Arrow) }
                </button>
            }
        </span>
    }
}
