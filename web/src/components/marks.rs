//! The marks of events in text.

use shardscope_session::view::EventKind;
use yew::prelude::*;

/// The mark of an event, as on the scrubber.
pub fn event_mark(kind: EventKind) -> Html {
    let (class, path) = match kind {
        EventKind::Migration => ("line", "M1.5 6h8.5M7 3l3 3-3 3"),
        EventKind::Split => ("line", "M6 1.75 10.25 6 6 10.25 1.75 6Z"),
        EventKind::Jumbo => ("bad", "M2 2h8v8H2Z"),
        EventKind::Zone => ("line", "M2 3v6M10 3v6M2 6h8"),
        EventKind::Command => ("line", "M3 11V1.5h6L7.5 4 9 6.5H3"),
        EventKind::NoMove => ("line", "M8 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z"),
        EventKind::Refused => ("bad-line", "m2.5 2.5 7 7M9.5 2.5l-7 7"),
    };
    html! {
        <svg class={classes!("event-mark", class)} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
            <path d={path} />
        </svg>
    }
}

/// The word of an event's kind.
#[must_use]
pub fn event_word(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Migration => "migration",
        EventKind::Split => "split",
        EventKind::Jumbo => "jumbo",
        EventKind::Zone => "zone change",
        EventKind::Command => "command",
        EventKind::NoMove => "no move",
        EventKind::Refused => "refused",
    }
}
