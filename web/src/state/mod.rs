//! What the page knows, apart from every browser call: three parts by rate of change, one pure `update`, and the effects
//! that it asks for. All of it is tested natively.

pub mod action;
pub mod clock;
pub mod cluster;
pub mod edit;
pub mod give;
pub mod history;
pub mod import;
pub mod key_line;
pub mod keys;
mod news;
pub mod playback;
pub mod reduce;
pub mod route;
pub mod session;
pub mod story;
pub mod ui;

#[cfg(test)]
mod flows_tests;
#[cfg(test)]
mod share_tests;

use std::ops::Deref;
use std::rc::Rc;

pub use action::{Action, Effect};
pub use clock::Clock;
pub use session::Session;
pub use ui::Ui;

/// A part of the state, shared with every component that reads it. Two are equal when they are the same allocation, so
/// that a context compares in constant time however large the part is.
#[derive(Debug)]
pub struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T: Clone> Shared<T> {
    /// Write access; copies the value when a component still holds the earlier one, so that the context sees a change.
    pub fn edit(&mut self) -> &mut T {
        Rc::make_mut(&mut self.0)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Everything that the page knows.
#[derive(Debug, Clone)]
pub struct Model {
    /// Layout, dialogs and choices of the page itself: changes when somebody clicks.
    pub ui: Shared<Ui>,
    /// The scenario, its run and the import: changes on edits and a few times a second while a run is computed.
    pub session: Shared<Session>,
    /// Playhead and frame: changes ten times a second while playing.
    pub clock: Shared<Clock>,
}
