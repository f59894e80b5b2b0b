//! Undo and redo: scenarios with the act that led away from them.

use shardscope_session::scenario::Scenario;
use std::rc::Rc;

/// How many changes can be taken back.
const DEPTH_MAX: usize = 100;

/// A scenario and the change between it and its neighbour.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    label: String,
    scenario: Rc<Scenario>,
}

/// Changes that can be taken back, and those that can be done again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    undo: Vec<Entry>,
    redo: Vec<Entry>,
}

impl History {
    /// Notes a change: `before` is the scenario that it changed.
    pub fn record(&mut self, label: String, before: Rc<Scenario>) {
        self.redo.clear();
        if self.undo.len() == DEPTH_MAX {
            self.undo.remove(0);
        }
        self.undo.push(Entry { label, scenario: before });
    }

    /// The scenario before the last change; `now` is kept for redo.
    pub fn undo(&mut self, now: &Rc<Scenario>) -> Option<Rc<Scenario>> {
        let Entry { label, scenario } = self.undo.pop()?;
        self.redo.push(Entry { label, scenario: Rc::clone(now) });
        Some(scenario)
    }

    /// The scenario after the change that was taken back last.
    pub fn redo(&mut self, now: &Rc<Scenario>) -> Option<Rc<Scenario>> {
        let Entry { label, scenario } = self.redo.pop()?;
        self.undo.push(Entry { label, scenario: Rc::clone(now) });
        Some(scenario)
    }

    /// What undo would take back.
    #[must_use]
    pub fn undo_label(&self) -> Option<&str> {
        self.undo.last().map(|entry| entry.label.as_str())
    }

    /// What redo would do again.
    #[must_use]
    pub fn redo_label(&self) -> Option<&str> {
        self.redo.last().map(|entry| entry.label.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardscope_session::presets;

    #[test]
    fn undo_and_redo_walk_the_same_path() {
        let [first, second, third] = [1, 2, 3].map(|seed| Rc::new(Scenario { seed, ..presets::first_run() }));
        let mut history = History::default();
        history.record("change the seed to 2".to_owned(), first.clone());
        history.record("change the seed to 3".to_owned(), second.clone());
        assert_eq!(history.undo_label(), Some("change the seed to 3"));
        assert_eq!(history.undo(&third), Some(second.clone()));
        assert_eq!(history.redo_label(), Some("change the seed to 3"));
        assert_eq!(history.undo(&second), Some(first.clone()));
        assert_eq!(history.undo(&first), None);
        assert_eq!(history.redo(&first), Some(second.clone()));
        assert_eq!(history.redo(&second), Some(third));
    }

    #[test]
    fn a_new_change_ends_the_redo_path_and_depth_is_bounded() {
        let scenario = Rc::new(presets::first_run());
        let mut history = History::default();
        for idx in 0..DEPTH_MAX + 5 {
            history.record(format!("change {idx}"), scenario.clone());
        }
        assert_eq!(history.undo.len(), DEPTH_MAX);
        history.undo(&scenario);
        history.record("another".to_owned(), scenario.clone());
        assert_eq!((history.redo_label(), history.undo_label()), (None, Some("another")));
    }
}
