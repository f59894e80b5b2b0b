//! `cargo xtask soak`.

use crate::context::{Context, run_command};
use crate::error::TaskError;

/// Runs random sequences of commands, optimised; the program prints what happened in them.
pub fn run(context: &mut Context, arguments: &[String]) -> Result<(), TaskError> {
    let mut command = context.command("cargo", &["run", "--quiet", "--release", "-p", "shardscope-soak", "--"]);
    command.args(arguments);
    run_command("soak", &mut command).map_err(|error| match error {
        TaskError::Failed(_) => TaskError::Counted,
        other => other,
    })
}
