//! What runs in `shardscope-e2e`, against `dist/` in a headless browser.

use super::dist;
use crate::context::Context;
use crate::error::TaskError;
use crate::{say, setup};
use std::process::Command;

/// The command that runs the browser suite; `dist/` is already built. Each test has a browser of its own, and two at a time
/// keep two cores busy.
pub fn suite(context: &mut Context) -> Result<Command, TaskError> {
    setup::browser(context)?;
    setup::packages(context)?;
    let arguments = ["test", "-p", "shardscope-e2e", "--no-fail-fast", "--", "--test-threads=2"];
    Ok(context.command("cargo", &arguments))
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
    simulation_alone(context)?;
    let step = say::step("comparison with JavaScript in one browser", "2 minutes");
    context.run(
        "comparing",
        "cargo",
        &["run", "--quiet", "--release", "-p", "shardscope-e2e", "--bin", "measure", "--", "bench"],
    )?;
    step.done();
    Ok(())
}

/// The simulation without a page, for the benchmark's own page.
fn simulation_alone(context: &mut Context) -> Result<(), TaskError> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let step = say::step("the simulation alone, as wasm", "2 minutes");
    let package = ["--package", "shardscope-bench", "--bin", "browser"];
    context.run(
        "building it",
        "cargo",
        &[&["build", "--quiet", "--release", "--target", TARGET], &package[..]].concat(),
    )?;
    let wasm = context.target().join(TARGET).join("release/browser.wasm");
    let (wasm, out) = (wasm.to_string_lossy().into_owned(), context.root.join("crates/bench/js/out"));
    let out = out.to_string_lossy().into_owned();
    context.run(
        "wasm-bindgen",
        "wasm-bindgen",
        &["--target", "no-modules", "--no-typescript", "--out-dir", &out, &wasm],
    )?;
    step.done();
    Ok(())
}
