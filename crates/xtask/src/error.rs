//! What can stop a task.

use std::fmt;
use std::path::PathBuf;

/// A task's failure; its text says what to do by hand where something can be done.
#[derive(Debug)]
pub enum TaskError {
    /// The first argument is no task.
    UnknownTask(String, &'static str),
    /// A program could not be started.
    Start(String, std::io::Error),
    /// A program ended with a failure.
    Failed(String),
    /// A file or folder could not be read or written.
    File(PathBuf, std::io::Error),
    /// Something is missing and could not be installed: what, and what to do by hand.
    Missing {
        /// The missing thing.
        what: String,
        /// What to do.
        fix: String,
    },
    /// `Cargo.lock` has no such package.
    NotLocked(&'static str),
    /// What Trunk wrote is not as expected.
    Page(String),
    /// The failure is already told and counted in the task's closing line.
    Counted,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTask(task, usage) => write!(f, "no task is called `{task}`\n\n{usage}"),
            Self::Start(program, error) => write!(f, "cannot start `{program}`: {error}"),
            Self::Failed(what) => write!(f, "{what} failed; its output is above"),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Missing { what, fix } => write!(f, "{what} is missing and could not be installed.\n  By hand: {fix}"),
            Self::NotLocked(package) => {
                write!(f, "Cargo.lock has no package `{package}`; run `cargo generate-lockfile`")
            }
            Self::Page(what) => write!(f, "the built page is not as expected: {what}"),
            Self::Counted => Ok(()),
        }
    }
}
