//! `cargo xtask conformance`.

use crate::context::{Context, run_command};
use crate::error::TaskError;

/// Runs tables of cases; the paths are as seen from where the task was started.
pub fn run(context: &mut Context, arguments: &[String]) -> Result<(), TaskError> {
    let here = std::env::current_dir().map_err(|error| TaskError::File(".".into(), error))?;
    let mut command = context.command("cargo", &["run", "--quiet", "-p", "shardscope-conformance", "--"]);
    command.args(arguments).current_dir(here);
    run_command("conformance", &mut command).map_err(|error| match error {
        TaskError::Failed(_) => TaskError::Counted,
        other => other,
    })
}
