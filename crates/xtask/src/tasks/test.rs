//! `cargo xtask test`: all tests, then one line that adds them up.

use super::{browser, dist};
use crate::context::Context;
use crate::counts::Counts;
use crate::error::TaskError;
use crate::{say, setup};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Crates whose tests run in a browser too. The session crate's tests need proptest, which does not build for wasm; what only
/// a browser can tell of it, the page tests do.
const IN_WASM: [&str; 3] = ["shardscope-sim", "shardscope-conformance", "shardscope-web"];

/// Runs everything even after a failure; the closing line is `N passed, N failed`, where what did not build is one failure.
pub fn run(context: &mut Context) -> Result<(), TaskError> {
    setup::wasm_target(context)?;
    let mut counts = Counts::default();
    let mut part = |counts_of_part: Result<Counts, TaskError>| match counts_of_part {
        Ok(part) => counts.add(part),
        Err(error) => {
            eprintln!("error: {error}");
            counts.n_failed += 1;
        }
    };
    part(native(context));
    part(page_state(context));
    part(in_wasm(context));
    part(dist::run(context).and_then(|()| in_browser(context)));
    println!("{} passed, {} failed", counts.n_passed, counts.n_failed);
    if counts.n_failed == 0 && counts.n_passed > 0 { Ok(()) } else { Err(TaskError::Counted) }
}

fn native(context: &Context) -> Result<Counts, TaskError> {
    let step = say::step("native tests", "3 minutes, or half a minute when built");
    let arguments =
        ["test", "--workspace", "--exclude", "shardscope-web", "--exclude", "shardscope-e2e", "--no-fail-fast"];
    let counts = count(&mut context.command("cargo", &arguments))?;
    step.done();
    Ok(counts)
}

/// The page's reducers and layouts are pure: they are tested without a browser.
fn page_state(context: &Context) -> Result<Counts, TaskError> {
    let step = say::step("the page's pure parts", "2 minutes, or seconds when built");
    let counts = count(&mut context.command("cargo", &["test", "-p", "shardscope-web", "--lib", "--no-fail-fast"]))?;
    step.done();
    Ok(counts)
}

fn in_wasm(context: &mut Context) -> Result<Counts, TaskError> {
    setup::wasm_bindgen(context)?;
    setup::browser(context)?;
    let step = say::step("wasm tests in a headless browser", "2 minutes, or half a minute when built");
    let mut command =
        context.command("cargo", &["test", "--target", "wasm32-unknown-unknown", "--lib", "--tests", "--no-fail-fast"]);
    for package in IN_WASM {
        command.args(["-p", package]);
    }
    command.env("WASM_BINDGEN_USE_BROWSER", "1").env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    let counts = count(&mut command)?;
    step.done();
    Ok(counts)
}

fn in_browser(context: &mut Context) -> Result<Counts, TaskError> {
    let mut command = browser::suite(context)?;
    let step = say::step("page tests in a headless browser", "8 minutes, or 6 when built");
    let counts = count(&mut command)?;
    step.done();
    Ok(counts)
}

/// Runs a test runner, shows its output and adds up its closing lines.
fn count(command: &mut Command) -> Result<Counts, TaskError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let start = |error| TaskError::Start(program.clone(), error);
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(start)?;
    let mut counts = Counts::default();
    for line in
        child.stdout.take().into_iter().flat_map(|stdout| BufReader::new(stdout).split(b'\n')).map_while(Result::ok)
    {
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        counts.add_line(&line);
    }
    let status = child.wait().map_err(start)?;
    // It failed without a failed test: something did not build, or a runner crashed.
    if !status.success() && counts.n_failed == 0 {
        counts.n_failed = 1;
    }
    Ok(counts)
}
