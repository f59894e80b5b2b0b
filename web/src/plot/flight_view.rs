//! Migrations in flight: what leaves, the slot that waits, the arc, the ghost.

use super::draw::{self, num};
use super::scene::Rect;
use super::scene::color::{Palette, Theme};
use super::scene::flight::{Arc, Flight};
use yew::prelude::*;

/// Properties of [`FlightView`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FlightProps {
    /// The migration.
    pub flight: Flight,
    /// Theme.
    pub theme: Theme,
    /// Prefix of ids.
    pub uid: AttrValue,
}

/// A migration.
#[component]
pub fn FlightView(props: &FlightProps) -> Html {
    let (flight, palette) = (&props.flight, props.theme.palette());
    html! {
        <g class="flight">
            if let Some(source) = flight.source {
                <rect class="leaving" x={num(source.x)} y={num(source.y)} width={num(source.w)} height={num(source.h)}
                    fill={format!("url(#{}-leave)", props.uid)} />
            }
            { draw::rect(&flight.slot, "arriving") }
            <path class="arc" d={curve(&flight.arc)} />
            if flight.ghost.is_none() { <path class="arc-head" d={arrow(&flight.arc)} /> }
            if flight.discs {
                if let Some(source) = flight.source { { disc(&source, false) } }
                { disc(&flight.slot, true) }
            }
            if let Some(ghost) = flight.ghost { { draw::filled(&ghost, flight.fill, palette, "ghost") } }
            { label(flight, palette) }
        </g>
    }
}

fn label(flight: &Flight, palette: &Palette) -> Html {
    let Some((text, room)) = &flight.label else { return Html::default() };
    html! { <g class="flight-label">{ draw::rect(room, "") }{ draw::text(text, palette) }</g> }
}

fn curve(arc: &Arc) -> String {
    format!("M{} {}Q{} {} {} {}", arc.from.0, arc.from.1, arc.over.0, arc.over.1, arc.to.0, arc.to.1)
}

/// The head of a still arc, along its last stretch.
fn arrow(arc: &Arc) -> String {
    let (x, y) = arc.to;
    let (dx, dy) = (x - arc.over.0, y - arc.over.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length * 7.0, dy / length * 7.0);
    let at = |side: f64| (num(x - ux - uy * side * 0.6), num(y - uy + ux * side * 0.6));
    let ((ax, ay), (bx, by)) = (at(1.0), at(-1.0));
    format!("M{ax} {ay}L{x} {y}L{bx} {by}")
}

/// A minus where a chunk leaves, a plus where it arrives, in the corner when there is room.
fn disc(on: &Rect, arriving: bool) -> Html {
    if on.w < 18.0 || on.h < 12.0 {
        return Html::default();
    }
    let (x, y) = (on.right() - 11.0, on.y + 11.0_f64.min(on.h / 2.0));
    let upright = if arriving { format!("M{} {}v7", num(x), num(y - 3.5)) } else { String::new() };
    html! {
        <g class={if arriving { "disc good" } else { "disc bad" }}>
            <circle cx={num(x)} cy={num(y)} r="7" />
            <path d={format!("M{} {}h7{upright}", num(x - 3.5), num(y))} />
        </g>
    }
}
