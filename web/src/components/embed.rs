//! Inside another page: caption, one or two lanes, transport, and the way to the playground.

use super::header::Mark;
use super::stage::plots::{DockStrip, KeySpace, Shards, TimeLine};
use super::stage::transport::{Buttons, ClockFace};
use super::stage::{CaptionLines, Loading};
use super::{Icon, IconName, page_address, use_clock, use_session, use_ui};
use crate::plot::format;
use crate::state::edit::key_text;
use crate::state::ui::View;
use shardscope_session::link;
use shardscope_session::view::LaneFrame;
use yew::prelude::*;

/// The page of an embed.
#[component]
pub fn EmbedPage() -> Html {
    let session = use_session();
    let n = session.scenario.keys.len().min(2);
    html! {
        <main class="embed" id="stage" aria-label={session.scenario.name.clone()}>
            <h1 class="sr">{ format!("Shardscope: {}", session.scenario.name) }</h1>
            <header class="embed-caption"><Mark /><EmbedCaption /><BackLink /></header>
            <super::banner::BannerBar />
            <Loading />
            <div class={classes!("embed-lanes", (n > 1).then_some("two"))}>
                { for (0..n).map(|lane| html! { <EmbedLane key={lane} {lane} /> }) }
            </div>
            <section class="transport" aria-label="Time"><Buttons has_start={false} /><ClockFace has_gap={false} /><TimeLine compact={true} /></section>
        </main>
    }
}

/// The caption of the first key in one line; the whole of it is read out.
#[component]
fn EmbedCaption() -> Html {
    let clock = use_clock();
    let caption = clock.lane(0).map(|lane| lane.caption.clone()).unwrap_or_default();
    html! {
        <>
            <p class="grow" data-testid="embed-caption"><b>{ caption.fact }</b>{ " " }<span>{ caption.consequence }</span></p>
            <div class="sr"><CaptionLines lane={0} /></div>
        </>
    }
}

#[component]
fn BackLink() -> Html {
    let session = use_session();
    let packed = use_memo(session.scenario.clone(), |scenario| link::encode(scenario).unwrap_or_default());
    html! {
        <a class="lnk back" href={format!("{}#s={packed}", page_address())} target="_blank" rel="noopener" data-testid="open-playground">
            <span class="long">{ "Open in playground" }</span><span class="short">{ "Open" }</span><Icon name={IconName::Open} />
        </a>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct EmbedLaneProps {
    lane: usize,
}

#[component]
fn EmbedLane(props: &EmbedLaneProps) -> Html {
    let (session, clock, ui) = (use_session(), use_clock(), use_ui());
    let lane = props.lane;
    let key = session.live_keys.get(lane).map(key_text).unwrap_or_default();
    html! {
        <section class="embed-lane" aria-label={key.clone()}>
            <h2><code class="ell">{ key }</code><span class="ell">{ clock.lane(lane).map(|lane| busiest(lane)).unwrap_or_default() }</span></h2>
            if ui.view == View::Shards {
                <div class="lane-plot"><Shards {lane} compact=true /></div>
                <div class="lane-strip"><DockStrip {lane} compact=true /></div>
            } else {
                <div class="lane-plot"><KeySpace {lane} compact=true /></div>
            }
        </section>
    }
}

fn busiest(lane: &LaneFrame) -> String {
    let busiest = lane.shards.iter().max_by(|a, b| a.inserts_share.total_cmp(&b.inserts_share));
    busiest.map(|shard| format!("{}: {} of writes", shard.name, format::share(shard.inserts_share))).unwrap_or_default()
}
