//! What runs in `shardscope-e2e`, against `dist/` in a headless browser.

use super::dist;
use crate::context::Context;
use crate::error::TaskError;
use crate::{say, setup};
use std::process::Command;

/// Journeys that `cargo xtask test` runs. The other files of `crates/e2e/tests` hold checks that fail now and then, or find
/// what is still to mend: `cargo xtask test --every` runs them too.
const SETTLED: [&str; 2] = ["start", "first_run"];

/// The command that runs the browser suite, all of it or what is settled; `dist/` is already built.
pub fn suite(context: &mut Context, every: bool) -> Result<Command, TaskError> {
    setup::browser(context)?;
    setup::packages(context)?;
    let mut command = context.command("cargo", &["test", "-p", "shardscope-e2e", "--no-fail-fast"]);
    if !every {
        command.arg("--lib").args(SETTLED.iter().flat_map(|name| ["--test", name]));
    }
    Ok(command)
}

/// Pictures of every state, in screenshots/.
pub fn shots(context: &mut Context) -> Result<(), TaskError> {
    dist::run(context)?;
    setup::browser(context)?;
    let step = say::step("screenshots/", "2 minutes");
    context.run("taking the pictures", "cargo", &["test", "-p", "shardscope-e2e", "--test", "shots"])?;
    step.done();
    Ok(())
}

/// Transfer sizes and start-up times.
pub fn size(context: &mut Context) -> Result<(), TaskError> {
    dist::run(context)?;
    setup::browser(context)?;
    let step = say::step("measuring", "a minute");
    context.run(
        "measuring",
        "cargo",
        &["run", "--quiet", "--release", "-p", "shardscope-e2e", "--bin", "measure", "--", "size"],
    )?;
    step.done();
    Ok(())
}

/// Native benchmarks, then the comparison with JavaScript in one browser. `--browser` leaves the native ones out.
pub fn bench(context: &mut Context, arguments: &[String]) -> Result<(), TaskError> {
    if !arguments.iter().any(|argument| argument == "--browser") {
        setup::wasm_target(context)?;
        let step = say::step("native benchmarks", "3 minutes");
        context.run("cargo bench", "cargo", &["bench", "-p", "shardscope-bench"])?;
        step.done();
    }
    dist::run(context)?;
    setup::browser(context)?;
    setup::bench_packages(context)?;
    let step = say::step("comparison with JavaScript in one browser", "2 minutes");
    context.run(
        "comparing",
        "cargo",
        &["run", "--quiet", "--release", "-p", "shardscope-e2e", "--bin", "measure", "--", "bench"],
    )?;
    step.done();
    Ok(())
}
