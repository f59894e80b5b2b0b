//! Card 3: the cluster at the playhead.

use super::card::CardFrame;
use super::membership::membership;
use super::server::{server_choice, server_rules};
use super::zones::ZoneTable;
use crate::components::controls::{IconButton, NumberField, switch};
use crate::components::problem::{problem_at, status_mark, with_code};
use crate::components::{Cx, IconName, use_cx};
use crate::plot::format;
use crate::state::cluster::{ClusterAt, ClusterEdit};
use crate::state::edit::{Edit, key_text};
use crate::state::ui::Card;
use crate::text::sentence;
use shardscope_session::protocol::Place;
use shardscope_session::scenario::Server;
use shardscope_session::view::{LogRow, Status};
use yew::prelude::*;

/// Shards that a cluster may have here.
const SHARDS_MAX: usize = 64;

/// Cluster and zones.
#[component]
pub fn ClusterCard() -> Html {
    let cx = &use_cx();
    let (session, clock) = (&cx.session, &cx.clock);
    let at_ms = edit_time(&session.scenario, clock.at_ms());
    let refused = session.refused_commands();
    let cluster = use_memo((session.scenario.clone(), at_ms, refused), |(scenario, at_ms, refused)| {
        ClusterAt::without(scenario, *at_ms, refused)
    });
    let left = use_state(|| None::<Server>);
    let n_zones = cluster.zone_names().len() as u64;
    let summary = format!(
        "{}, {}{}",
        cluster.spec.server.name(),
        format::counted(cluster.spec.shards.len() as u64, "shard"),
        if n_zones == 0 { String::new() } else { format!(", {}", format::counted(n_zones, "zone")) }
    );
    let is_here = |place| matches!(place, Place::Cluster { .. } | Place::Log { .. });
    let has_problem = session.problem.as_ref().is_some_and(|problem| is_here(problem.place));
    let frame =
        CardFrame { card: Card::Cluster, title: "Cluster & zones", summary, summary_is_code: false, has_problem };
    frame.view(
        cx,
        html! {
            <>
            { settings(cx, &cluster, &left) }
            { server_rules(cluster.spec.server, *left) }
            <ZoneTable cluster={cluster.clone()} />
            { membership(cx, &cluster) }
            { problem_at(session, is_here) }
            { refused_commands(cx, clock.at_ms()) }
            { balancer(cx, &cluster) }
            if clock.at_ms() > 0 {
                <p class="note">
                    { format!("A change here is a command at {}; at 00:00 it changes the start.", format::clock(clock.at_ms())) }
                </p>
            }
        </>
        },
    )
}

/// Every command up to a time that a cluster refused, each of which can be taken back.
fn refused_commands(cx: &Cx, at_ms: u64) -> Html {
    let session = &cx.session;
    let message = |(lane, idx, row): (usize, usize, &LogRow)| {
        let timed = session.scenario.log.get(idx).filter(|_| row.at_ms <= at_ms)?.clone();
        let dispatch = cx.dispatch.clone();
        let take_back = Callback::from(move |_: MouseEvent| dispatch.edit(Edit::Drop(idx, timed.clone())));
        let by = session.live_keys.get(lane).filter(|_| session.lanes.len() > 1).map(key_text);
        let by = by.map_or_else(String::new, |key| format!(" with {key}"));
        Some(html! {
            <div key={format!("{lane}-{idx}")} class="msg bad" data-testid="refused-command">
                { status_mark(Status::Problem) }
                <div>
                    <p>{ format!("Refused at {}{by}: ", format::clock(row.at_ms)) }{ with_code(&row.text) }</p>
                    <p>{ with_code(&sentence(&row.reason)) }</p>
                    <p><button type="button" class="lnk" onclick={take_back} data-testid="drop-command">{ "Take this command back" }</button></p>
                </div>
            </div>
        })
    };
    html! { <>{ for session.refusals().filter_map(message) }</> }
}

/// The time of the last command at the playhead: the cluster is the same from there to the playhead, so the card is not
/// drawn again on every tick.
fn edit_time(scenario: &shardscope_session::scenario::Scenario, at_ms: u64) -> u64 {
    scenario.log.iter().map(|timed| timed.at_ms).take_while(|&t| t <= at_ms).last().unwrap_or(0)
}

fn settings(cx: &Cx, cluster: &ClusterAt, left: &UseStateHandle<Option<Server>>) -> Html {
    let dispatch = cx.dispatch.clone();
    let spec = &cluster.spec;
    let n = spec.shards.len();
    let add = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.edit(Edit::Cluster(ClusterEdit::AddShard)))
    };
    let last = spec.shards.last().map(|shard| shard.name.clone()).unwrap_or_default();
    let remove = {
        let (dispatch, last) = (dispatch.clone(), last.clone());
        Callback::from(move |_: MouseEvent| dispatch.edit(Edit::Cluster(ClusterEdit::RemoveShard(last.clone()))))
    };
    let on_range = Callback::from(move |mb: u64| {
        dispatch.edit(Edit::Cluster(ClusterEdit::RangeSize(u32::try_from(mb).unwrap_or(u32::MAX))));
    });
    html! {
        <div class="grid-3">
            { server_choice(cx, spec.server, left) }
            <div class="field">
                <span class="label" id="n-shards">{ "Shards" }</span>
                <span class="inp stepper" role="group" aria-labelledby="n-shards">
                    { IconButton::new(IconName::Minus, format!("Remove {last}"), "remove-shard", remove).disabled(n < 2).view() }
                    <output data-testid="n-shards">{ n }</output>
                    { IconButton::new(IconName::Plus, "Add a shard", "add-shard", add).disabled(n >= SHARDS_MAX).view() }
                </span>
            </div>
            <NumberField label="Range size" value={u64::from(spec.range_size_mb)} range={1..=1024} unit="MB"
                testid="range-size" on_commit={on_range} />
        </div>
    }
}

fn balancer(cx: &Cx, cluster: &ClusterAt) -> Html {
    let (session, dispatch) = (cx.session.clone(), cx.dispatch.clone());
    let on = cluster.spec.balancer_on;
    let on_toggle = {
        let dispatch = dispatch.clone();
        Callback::from(move |on| dispatch.edit(Edit::Cluster(ClusterEdit::Balancer(on))))
    };
    let on_speed = Callback::from(move |mb: u64| {
        dispatch.edit(Edit::MigrationSpeed(u32::try_from(mb).unwrap_or(u32::MAX)));
    });
    html! {
        <div class="grid-2">
            <NumberField label="Migration speed" hint="(assumed)" unit="MB/s" range={1..=10_000} testid="migration-speed"
                value={u64::from(session.scenario.cluster.migration_mb_per_sec)} on_commit={on_speed} />
            <div class="end">
                { switch(if on { "Balancer on" } else { "Balancer off" }, on, "balancer", &on_toggle) }
            </div>
        </div>
    }
}
