//! Inside another page: caption, one or two lanes, transport, and the way to the playground.

use super::header::mark;
use super::stage::plots::{TimeLine, dock_strip, key_space, shards};
use super::stage::transport::{buttons, clock_face};
use super::stage::{caption_lines, loading};
use super::{Cx, IconName, draw_icon, page_address, use_cx, use_session};
use crate::plot::format;
use crate::state::edit::key_text;
use crate::state::ui::View;
use shardscope_session::link;
use shardscope_session::view::LaneFrame;
use yew::prelude::*;

/// The page of an embed.
#[component]
pub fn EmbedPage() -> Html {
    let cx = &use_cx();
    let session = &cx.session;
    let n = session.scenario.keys.len().min(2);
    html! {
        <main class="embed" id="stage" aria-label={session.scenario.name.clone()}>
            <h1 class="sr">{ format!("Shardscope: {}", session.scenario.name) }</h1>
            <header class="embed-caption">{ mark(cx) }{ embed_caption(cx) }<BackLink /></header>
            { super::banner::banner_bar(cx) }
            { loading(cx) }
            <div class={classes!("embed-lanes", (n > 1).then_some("two"))}>
                { for (0..n).map(|lane| html! { { embed_lane(cx, lane) } }) }
            </div>
            <section class="transport" aria-label="Time">{ buttons(cx, false) }{ clock_face(cx, false) }<TimeLine compact={true} /></section>
        </main>
    }
}

/// The caption of the first key in one line; the whole of it is read out.
fn embed_caption(cx: &Cx) -> Html {
    let clock = cx.clock.clone();
    let caption = clock.lane(0).map(|lane| lane.caption.clone()).unwrap_or_default();
    html! {
        <>
            <p class="grow" data-testid="embed-caption"><b>{ caption.fact }</b>{ " " }<span>{ caption.consequence }</span></p>
            <div class="sr">{ caption_lines(cx, 0) }</div>
        </>
    }
}

#[component]
fn BackLink() -> Html {
    let session = use_session();
    let packed = use_memo(session.scenario.clone(), |scenario| link::encode(scenario).unwrap_or_default());
    html! {
        <a class="lnk back" href={format!("{}#s={packed}", page_address())} target="_blank" rel="noopener" data-testid="open-playground">
            <span class="long">{ "Open in playground" }</span><span class="short">{ "Open" }</span>{ draw_icon(IconName::Open) }
        </a>
    }
}

fn embed_lane(cx: &Cx, lane: usize) -> Html {
    let (session, clock, ui) = (cx.session.clone(), cx.clock.clone(), cx.ui.clone());
    let key = session.live_keys.get(lane).map(key_text).unwrap_or_default();
    html! {
        <section class="embed-lane" aria-label={key.clone()}>
            <h2><code class="ell">{ key }</code><span class="ell">{ clock.lane(lane).map(|lane| busiest(lane)).unwrap_or_default() }</span></h2>
            if ui.view == View::Shards {
                <div class="lane-plot">{ shards(cx, lane, true) }</div>
                <div class="lane-strip">{ dock_strip(cx, lane, true) }</div>
            } else {
                <div class="lane-plot">{ key_space(cx, lane, true, Html::default()) }</div>
            }
        </section>
    }
}

fn busiest(lane: &LaneFrame) -> String {
    let busiest = lane.shards.iter().max_by(|a, b| a.inserts_share.total_cmp(&b.inserts_share));
    busiest.map(|shard| format!("{}: {} of writes", shard.name, format::share(shard.inserts_share))).unwrap_or_default()
}
