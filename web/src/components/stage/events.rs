//! The event log: newest first, filtered by kind, a click jumps the clock.

use crate::components::controls::Choice;
use crate::components::marks::{event_mark, event_word};
use crate::components::{Cx, Dispatch, IconName, draw_icon};
use crate::plot::format;
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::ui::{Dialog, LogFilter};
use shardscope_session::view::{EventKind, LogRow};
use yew::prelude::*;

/// Rows drawn at once: more than anybody reads, few enough to draw ten times a second.
const ROWS_MAX: usize = 100;

const FILTERS: [(LogFilter, &str, &str); 6] = [
    (LogFilter::All, "all", "All kinds"),
    (LogFilter::Migrations, "migrations", "Migrations"),
    (LogFilter::Splits, "splits", "Splits"),
    (LogFilter::Problems, "problems", "Jumbo, refused"),
    (LogFilter::Commands, "commands", "Commands, zones"),
    (LogFilter::NoMoves, "no-moves", "No move"),
];

/// The log of the first key.
pub fn event_log(cx: &Cx) -> Html {
    let (ui, session, clock, dispatch) = (cx.ui.clone(), cx.session.clone(), cx.clock.clone(), cx.dispatch.clone());
    let at_ms = clock.at_ms();
    let rows = session.lanes.first().map(|lane| lane.rows.as_slice()).unwrap_or_default();
    let shown: Vec<&LogRow> = past(rows, at_ms).iter().rev().filter(|row| passes(ui.log_filter, row.kind)).collect();
    let n = shown.len();
    let row = |row: &&LogRow| log_row(row, at_ms, dispatch.on(Action::Seek(row.at_ms)));
    let on_choose = dispatch.act.reform(|chosen: String| {
        let filter = FILTERS.iter().find(|(_, value, _)| *value == chosen);
        Action::Ui(UiAction::LogFilter(filter.map_or(LogFilter::All, |(filter, ..)| *filter)))
    });
    let kinds = FILTERS.iter().map(|(_, value, name)| ((*value).into(), (*name).into())).collect::<Vec<_>>();
    let kind = FILTERS.iter().find(|(filter, ..)| *filter == ui.log_filter).map_or("all", |(_, value, _)| *value);
    html! {
        <section class={classes!("drawer", (!ui.drawer_open).then_some("closed"))} aria-label="Events">
            <header>
                <h2><button type="button" aria-expanded={ui.drawer_open.to_string()} aria-controls="event-log"
                    onclick={dispatch.ui(UiAction::ToggleDrawer)} data-testid="drawer">
                    { draw_icon(IconName::List) }{ "Events" }<span class="n-events" data-testid="n-events">{ format::count(n as u64) }</span>
                </button></h2>
                <span class="grow"></span>
                <button type="button" class="btn" aria-haspopup="dialog" onclick={open_give(&dispatch)} data-testid="give">
                    { draw_icon(IconName::Plus) }{ "Command" }
                </button>
                <Choice label="Kinds of events" testid="log-filter" options={kinds} value={kind} {on_choose} />
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

/// A command is given at a time that stands still.
fn open_give(dispatch: &Dispatch) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_: MouseEvent| {
        dispatch.act.emit(Action::Pause);
        dispatch.act.emit(Action::Ui(UiAction::Dialog(Some(Dialog::Give))));
    })
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
                { event_mark(row.kind) }
                <span class="sr">{ event_word(row.kind) }{ ": " }</span>
                <span class="what ell">{ &row.text }</span>
                <span class="why ell">{ &row.reason }</span>
            </button>
        </li>
    }
}
