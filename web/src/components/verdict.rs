//! The verdict: what the key does, by its properties, with the rule beside every number.

use super::problem::{status_class, status_mark, status_word};
use super::{Cx, use_cx};
use crate::plot::{EvennessBar, format};
use crate::state::action::UiAction;
use crate::state::edit::key_text;
use crate::state::ui::Dialog;
use crate::text::strong_parts;
use shardscope_session::view::{LaneFrame, Property, Verdict};
use yew::prelude::*;

/// The verdict of the first key.
#[component]
pub fn VerdictPanel() -> Html {
    let cx = &use_cx();
    let session = &cx.session;
    let key = session.live_keys.first().map(key_text).unwrap_or_default();
    let verdict = session.verdicts.first();
    html! {
        <>
            <header class="verdict-head"><h2>{ "Verdict" }</h2><code class="ell" title={key.clone()}>{ key }</code></header>
            <div class={classes!((!session.is_done()).then_some("updating"))} data-testid="verdict-body">
                if !session.is_done() {
                    <p class="note verdict-note">{ waiting(session) }</p>
                }
                if let Some(verdict) = verdict { { body(cx, verdict) } }
            </div>
            { evenness(cx, 0) }
            if let Some(verdict) = verdict { { warnings(verdict) } }
        </>
    }
}

fn waiting(session: &crate::state::Session) -> String {
    match session.horizon_ms.filter(|_| session.phase == crate::state::session::Phase::Computing) {
        Some(horizon_ms) => {
            format!("Updating, {}% of the run is computed.", (session.computed_ms * 100 / horizon_ms.max(1)).min(99))
        }
        None if session.phase == crate::state::session::Phase::Refused => {
            "Not computed: the scenario was refused. What you see belongs to the run before.".to_owned()
        }
        None => "Updating while the run is computed.".to_owned(),
    }
}

fn body(cx: &Cx, verdict: &Verdict) -> Html {
    let part = |(text, strong): (&str, bool)| {
        let text = text.to_owned();
        if strong {
            html! { <b>{ text }</b> }
        } else {
            html! { { text } }
        }
    };
    let row = |(idx, property): (usize, &Property)| html! { { property_row(cx, idx, property) } };
    html! {
        <>
            <p class="summary" data-testid="verdict-summary">{ for strong_parts(&verdict.summary).into_iter().map(part) }</p>
            { for verdict.properties.iter().enumerate().map(row) }
        </>
    }
}

fn property_row(cx: &Cx, idx: usize, property: &Property) -> Html {
    let dispatch = cx.dispatch.clone();
    let Property { name, status, value, finding, rule, .. } = property;
    let slug = name.to_lowercase().replace(' ', "-");
    let rule_id = format!("rule-{slug}");
    let open = dispatch.ui(UiAction::Dialog(Some(Dialog::Derivation(0, idx))));
    html! {
        <section class="property" data-testid={format!("property-{slug}")}>
            <h3>{ name }</h3>
            <span class={classes!("status", status_class(*status))} tabindex="0" aria-describedby={rule_id.clone()}
                data-testid={format!("status-{slug}")}>
                { status_mark(*status) }{ status_word(*status) }
                <span class="rule-tip" role="tooltip" id={rule_id}>{ rule }</span>
            </span>
            <button type="button" class="num" aria-label={format!("{name}: {value}. How it came about")} onclick={open}
                data-testid={format!("value-{slug}")}>{ value }</button>
            <p class="finding">{ finding }</p>
        </section>
    }
}

fn evenness(cx: &Cx, lane: usize) -> Html {
    let clock = cx.clock.clone();
    let Some(lane) = clock.lane(lane) else { return Html::default() };
    let data = shares(lane, |shard| shard.bytes as f64);
    let writes = shares(lane, |shard| shard.inserts_share);
    html! {
        <section class="sub">
            <h3>{ "Evenness" }<span>{ "largest share ÷ even share" }</span></h3>
            <div class="even-grid">
                <span>{ "Data" }</span>{ bar("Data", &data, lane) }
                <b data-testid="evenness-data">{ format::times(lane.evenness_data) }</b>
                <span>{ "Writes" }</span>{ bar("Writes", &writes, lane) }
                <b data-testid="evenness-writes">{ format::times(lane.evenness_writes) }</b>
            </div>
        </section>
    }
}

/// Share of each shard, 0 to 1, removed shards left out.
fn shares(lane: &LaneFrame, of: impl Fn(&shardscope_session::view::ShardFrame) -> f64) -> Vec<(usize, f64)> {
    let total: f64 = lane.shards.iter().map(&of).sum();
    let live = lane.shards.iter().enumerate().filter(|(_, shard)| !shard.removed);
    live.map(|(idx, shard)| (idx, if total > 0.0 { of(shard) / total } else { 0.0 })).collect()
}

fn bar(name: &str, shares: &[(usize, f64)], lane: &LaneFrame) -> Html {
    let part = |&(idx, share): &(usize, f64)| {
        format!(
            "{} {}",
            lane.shards.get(idx).map(|shard| shard.name.as_str()).unwrap_or_default(),
            format::share(share)
        )
    };
    let label = format!("{name}: {}", shares.iter().map(part).collect::<Vec<_>>().join(", "));
    html! { <EvennessBar shares={shares.to_vec()} n_even={lane.n_may_hold()} {label} /> }
}

fn warnings(verdict: &Verdict) -> Html {
    let warning = |warning: &shardscope_session::view::Warning| {
        html! {
            <div class={classes!("msg", status_class(warning.status))} key={warning.title.clone()}>
                { status_mark(warning.status) }
                <div><p><b>{ &warning.title }</b></p><p>{ &warning.text }</p></div>
            </div>
        }
    };
    html! {
        <section class="sub warnings" data-testid="warnings">
            <h3>{ "Warnings" }</h3>
            if verdict.warnings.is_empty() { <p class="note">{ "None at this moment." }</p> }
            { for verdict.warnings.iter().map(warning) }
        </section>
    }
}
