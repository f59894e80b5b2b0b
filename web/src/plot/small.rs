//! Small pictures that stand in text: badges, tags, status shapes, evenness bars.

use super::scene::shard_mark::{N_SHARD_COLORS, N_ZONE_COLORS, letter};
use shardscope_session::view::Status;
use yew::prelude::*;

/// Properties of [`ShardBadge`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct BadgeProps {
    /// Which shard.
    pub idx: usize,
}

/// A shard's letter on its colour; the name stands beside it.
#[component]
pub fn ShardBadge(props: &BadgeProps) -> Html {
    let class = format!("s-{}", props.idx % N_SHARD_COLORS);
    html! { <span class={classes!("badge", class)} aria-hidden="true">{ letter(props.idx) }</span> }
}

/// Properties of [`ZoneTag`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ZoneTagProps {
    /// The zone's number, see [`super::scene::shard_mark::zone_names`].
    pub idx: usize,
    /// Its name.
    pub name: AttrValue,
}

/// A zone's name on its tint.
#[component]
pub fn ZoneTag(props: &ZoneTagProps) -> Html {
    let class = format!("z-{}", props.idx % N_ZONE_COLORS);
    let again = (props.idx >= N_ZONE_COLORS).then_some("again");
    html! { <span class={classes!("tag", class, again)}>{ &props.name }</span> }
}

/// Properties of [`StatusGlyph`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct StatusProps {
    /// The status.
    pub status: Status,
}

/// The shape of a status, in the colour of the text around it; the word stands beside it.
#[component]
pub fn StatusGlyph(props: &StatusProps) -> Html {
    let (ground, sign) = match props.status {
        Status::Good => ("M7 0a7 7 0 1 1 0 14A7 7 0 0 1 7 0", "M4 7.2 6.1 9.3 10.2 5"),
        Status::Watch => ("M7 .8 13.6 13H.4z", "M7 5v3.6M7 10.8v.1"),
        Status::Problem => ("M4.2.3h5.6l3.9 3.9v5.6l-3.9 3.9H4.2L.3 9.8V4.2z", "M4.7 4.7l4.6 4.6M9.3 4.7 4.7 9.3"),
        Status::Unknown => ("M7 .75a6.25 6.25 0 1 1 0 12.5A6.25 6.25 0 0 1 7 .75", "M4.5 7h5"),
    };
    let class = if props.status == Status::Unknown { "glyph open" } else { "glyph" };
    html! {
        <svg {class} viewBox="0 0 14 14" aria-hidden="true" focusable="false">
            <path class="glyph-ground" d={ground} /><path class="glyph-sign" d={sign} />
        </svg>
    }
}

/// Properties of [`EvennessBar`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct EvennessProps {
    /// Shards in order with their share, 0 to 1.
    pub shares: Vec<(usize, f64)>,
    /// How many shards could share it evenly.
    pub n_even: usize,
    /// What is shared, with the shares, for those who don't see it.
    pub label: AttrValue,
}

/// Shares of the shards side by side, with ticks at even shares.
#[component]
pub fn EvennessBar(props: &EvennessProps) -> Html {
    let n = props.n_even;
    let total: f64 = props.shares.iter().map(|(_, share)| share).sum();
    let mut at = 0.0;
    let parts = props.shares.iter().map(|&(idx, share)| {
        let (from, width) = (at, if total > 0.0 { share / total * 100.0 } else { 0.0 });
        at += width;
        part(idx, from, width)
    });
    // Of many shards the ticks would be all that is seen.
    let ticks = (1..n).filter(|_| n <= N_TICKED_MAX).map(|i| {
        let x = format!("{:.2}%", i as f64 / n as f64 * 100.0);
        html! { <line class="even-tick" x1={x.clone()} x2={x} y1="0" y2="22" /> }
    });
    html! {
        <svg class="evenness" height="22" role="img" aria-label={props.label.clone()}>
            <rect class="even-ground" y="3" width="100%" height="16" rx="2" />
            { super::draw::list(parts) }
            { super::draw::list(ticks) }
        </svg>
    }
}

/// More shards than this have no ticks at even shares.
const N_TICKED_MAX: usize = 24;

/// Percent of the bar that a letter needs: 13 px in the narrowest panel.
const LETTER_SHARE_MIN: f64 = 7.3;

fn part(idx: usize, from: f64, width: f64) -> Html {
    if width <= 0.0 {
        return Html::default();
    }
    let class = format!("es es-{}", idx % N_SHARD_COLORS);
    html! {
        <g {class}>
            <rect x={format!("{from:.2}%")} y="3" width={format!("{width:.2}%")} height="16" rx="1.5" />
            if width > LETTER_SHARE_MIN {
                <text x={format!("{:.2}%", from + width / 2.0)} y="15" text-anchor="middle">{ letter(idx) }</text>
            }
        </g>
    }
}
