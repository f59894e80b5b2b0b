//! One line per step, so that a first run that takes minutes never looks stuck.

use std::io::Write;
use std::time::Instant;

/// A step that is under way; the line is completed by [`Step::done`].
pub struct Step {
    name: String,
    started: Instant,
}

/// Announces a step and how long it may take.
pub fn step(name: &str, may_take: &str) -> Step {
    println!("[xtask] {name} ({may_take})");
    let _ = std::io::stdout().flush();
    Step { name: name.to_owned(), started: Instant::now() }
}

impl Step {
    /// Says that the step is done, and in what time.
    pub fn done(self) {
        println!("[xtask] {}: done in {:.1} s", self.name, self.started.elapsed().as_secs_f64());
    }
}

/// Says that something needed is already there.
pub fn ready(what: &str) {
    println!("[xtask] {what}: ready");
}

/// Says something worth knowing that stops nothing.
pub fn note(text: &str) {
    println!("[xtask] note: {text}");
}
