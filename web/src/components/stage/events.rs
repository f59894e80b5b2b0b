//! The event log: newest first, filtered by kind, a click jumps the clock.

use crate::components::marks::{EventMark, event_word};
use crate::components::{Icon, IconName, use_clock, use_dispatch, use_session, use_ui};
use crate::plot::format;
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::LogFilter;
use shardscope_session::view::{EventKind, LogRow};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Rows drawn at once: more than anybody reads, few enough to draw ten times a second.
const ROWS_MAX: usize = 200;

const FILTERS: [(LogFilter, &str, &str); 6] = [
    (LogFilter::All, "all", "All kinds"),
    (LogFilter::Migrations, "migrations", "Migrations"),
    (LogFilter::Splits, "splits", "Splits"),
    (LogFilter::Problems, "problems", "Jumbo, refused"),
    (LogFilter::Commands, "commands", "Commands, zones"),
    (LogFilter::NoMoves, "no-moves", "No move"),
];

/// The log of the first key.
#[component]
pub fn EventLog() -> Html {
    let (ui, session, clock, dispatch) = (use_ui(), use_session(), use_clock(), use_dispatch());
    let at_ms = clock.at_ms();
    let rows = session.lanes.first().map(|lane| lane.rows.as_slice()).unwrap_or_default();
    let shown: Vec<&LogRow> = past(rows, at_ms).iter().rev().filter(|row| passes(ui.log_filter, row.kind)).collect();
    let n = shown.len();
    let row = |row: &&LogRow| log_row(row, at_ms, dispatch.on(Action::Seek(row.at_ms)));
    let onchange = dispatch.act.reform(|event: Event| {
        let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
        let filter =
            FILTERS.iter().find(|(_, value, _)| *value == chosen).map_or(LogFilter::All, |(filter, ..)| *filter);
        Action::Ui(UiAction::LogFilter(filter))
    });
    let option = |(filter, value, name): &(LogFilter, &'static str, &'static str)| {
        html! { <option value={*value} selected={*filter == ui.log_filter}>{ *name }</option> }
    };
    html! {
        <section class={classes!("drawer", (!ui.drawer_open).then_some("closed"))} aria-label="Events">
            <header>
                <h2><button type="button" aria-expanded={ui.drawer_open.to_string()} aria-controls="event-log"
                    onclick={dispatch.ui(UiAction::ToggleDrawer)} data-testid="drawer">
                    <Icon name={IconName::List} />{ "Events" }<span class="n-events" data-testid="n-events">{ format::count(n as u64) }</span>
                </button></h2>
                <span class="grow"></span>
                <select aria-label="Kinds of events" {onchange} data-testid="log-filter">{ for FILTERS.iter().map(option) }</select>
            </header>
            <ol class="log" id="event-log" tabindex="-1" data-testid="log">
                if n == 0 { <li class="note">{ "Events appear here as time runs." }</li> }
                { for shown.iter().take(ROWS_MAX).map(row) }
                if n > ROWS_MAX {
                    <li class="note">{ format!("{} earlier events: filter by kind, or move the clock back.", format::count((n - ROWS_MAX) as u64)) }</li>
                }
            </ol>
        </section>
    }
}

/// The rows up to a time; rows come in order of time.
fn past(rows: &[LogRow], at_ms: u64) -> &[LogRow] {
    let end = rows.partition_point(|row| row.at_ms <= at_ms);
    rows.get(..end).unwrap_or_default()
}

fn passes(filter: LogFilter, kind: EventKind) -> bool {
    match filter {
        LogFilter::All => true,
        LogFilter::Migrations => kind == EventKind::Migration,
        LogFilter::Splits => kind == EventKind::Split,
        LogFilter::Problems => matches!(kind, EventKind::Jumbo | EventKind::Refused),
        LogFilter::Commands => matches!(kind, EventKind::Command | EventKind::Zone),
        LogFilter::NoMoves => kind == EventKind::NoMove,
    }
}

fn log_row(row: &LogRow, at_ms: u64, jump: Callback<MouseEvent>) -> Html {
    let is_running =
        row.kind == EventKind::Migration && row.ends_ms.is_some_and(|ends_ms| row.at_ms <= at_ms && at_ms < ends_ms);
    html! {
        <li key={row.id} class={classes!(is_running.then_some("now"))}>
            <button type="button" onclick={jump}>
                <span class="at">{ format::clock(row.at_ms) }</span>
                <EventMark kind={row.kind} />
                <span class="sr">{ event_word(row.kind) }{ ": " }</span>
                <span class="what ell">{ &row.text }</span>
                <span class="why ell">{ &row.reason }</span>
            </button>
        </li>
    }
}
