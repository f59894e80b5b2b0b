//! What a key does.

use super::action::{Action, UiAction};
use super::ui::{ColorBy, Dialog, Mode, View};

/// A key press, apart from the browser's event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "three modifiers and the place where the key was pressed")]
pub struct KeyPress<'a> {
    /// `KeyboardEvent.key`.
    pub key: &'a str,
    /// Shift is held.
    pub shift: bool,
    /// Control or Command is held.
    pub command: bool,
    /// Alt is held.
    pub alt: bool,
    /// The focus is where people type or where the key has a meaning of its own.
    pub in_field: bool,
}

/// The action of a key, given what is open and whether single keys are on.
#[must_use]
pub fn action_for(press: KeyPress<'_>, mode: Mode, dialog_open: bool, keys_on: bool) -> Option<Action> {
    if press.command && !press.alt {
        return command_key(press).filter(|_| !dialog_open && !press.in_field && mode == Mode::Playground);
    }
    if press.alt || press.in_field || dialog_open || !keys_on {
        return None;
    }
    time_key(press).or_else(|| if mode == Mode::Playground { view_key(press.key) } else { None }).or_else(|| {
        (press.key == "?" && mode != Mode::Embed).then_some(Action::Ui(UiAction::Dialog(Some(Dialog::Help))))
    })
}

fn command_key(press: KeyPress<'_>) -> Option<Action> {
    match (press.key, press.shift) {
        ("z" | "Z", false) => Some(Action::Undo),
        ("z" | "Z", true) => Some(Action::Redo),
        _ => None,
    }
}

fn time_key(press: KeyPress<'_>) -> Option<Action> {
    match (press.key, press.shift) {
        (" ", _) => Some(Action::PlayPause),
        ("ArrowLeft", false) | (",", _) => Some(Action::Step(false)),
        ("ArrowRight", false) | (".", _) => Some(Action::Step(true)),
        ("ArrowLeft", true) => Some(Action::StepEvent(false)),
        ("ArrowRight", true) => Some(Action::StepEvent(true)),
        ("Home", _) => Some(Action::ToStart),
        ("End", _) => Some(Action::ToEnd),
        ("Escape", _) => Some(Action::Ui(UiAction::Escape)),
        _ => None,
    }
}

fn view_key(key: &str) -> Option<Action> {
    let action = match key {
        "1" => UiAction::View(View::Shards),
        "2" => UiAction::View(View::KeySpace),
        "w" => UiAction::ColorBy(ColorBy::Writes),
        "z" => UiAction::ColorBy(ColorBy::Zone),
        "a" => UiAction::ColorBy(ColorBy::Age),
        "t" => UiAction::ToggleTable,
        _ => return None,
    };
    Some(Action::Ui(action))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: &str) -> KeyPress<'_> {
        KeyPress { key, shift: false, command: false, alt: false, in_field: false }
    }

    fn named(action: Option<Action>) -> String {
        action.map_or_else(|| "-".to_owned(), |action| format!("{action:?}"))
    }

    #[test]
    fn keys_by_place() {
        let held = |key| KeyPress { command: true, ..press(key) };
        for (press, mode, dialog, on, expected) in [
            (press(" "), Mode::Playground, false, true, "PlayPause"),
            (press(" "), Mode::Embed, false, true, "PlayPause"),
            (press(" "), Mode::Playground, true, true, "-"),
            (press(" "), Mode::Playground, false, false, "-"),
            (KeyPress { in_field: true, ..press("t") }, Mode::Playground, false, true, "-"),
            (press("t"), Mode::Playground, false, true, "Ui(ToggleTable)"),
            (press("t"), Mode::Lanes, false, true, "-"),
            (press("?"), Mode::Lanes, false, true, "Ui(Dialog(Some(Help)))"),
            (press("?"), Mode::Embed, false, true, "-"),
            (KeyPress { shift: true, ..press("ArrowRight") }, Mode::Lanes, false, true, "StepEvent(true)"),
            (held("z"), Mode::Playground, false, false, "Undo"),
            (KeyPress { shift: true, ..held("Z") }, Mode::Playground, false, true, "Redo"),
            (KeyPress { in_field: true, ..held("z") }, Mode::Playground, false, true, "-"),
            (held("a"), Mode::Playground, false, true, "-"),
        ] {
            assert_eq!(named(action_for(press, mode, dialog, on)), expected, "{press:?} {mode:?}");
        }
    }
}
