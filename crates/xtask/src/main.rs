//! Every task of the project, as `cargo xtask TASK`. Each finds or installs what it lacks, says in one line per step what
//! it does and how long that may take, and is quick when nothing is missing.

mod context;
mod counts;
mod error;
mod lockfile;
mod say;
mod setup;
mod tasks;

use context::Context;
use error::TaskError;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask TASK

  serve         builds the page, serves it on this machine and rebuilds it when a source file changes
  test          runs the tests: native, wasm in a headless browser, the page in a headless browser
  check         formatting, lints, dependency directions, licences, documentation
  dist          writes the static page to dist/
  fidelity      writes docs/fidelity.md as the page that the playground links to
  conformance   FILE... [--server VERSION]: runs tables of cases against the engine
  soak          [N] [--seed S] [--only NUMBER]: random sequences of commands on every server version; 100,000 of them
  size          what a first visit transfers, and how soon the page paints and answers
  bench         native benchmarks, then the side-by-side comparison with JavaScript in one browser
  shots         writes a picture of every state of the page to screenshots/

Set WASM_STD=debian on a Debian machine where rustup's download server cannot be used.";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let task = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    match run(&task, &rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(TaskError::Counted) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &str, rest: &[String]) -> Result<(), TaskError> {
    if matches!(task, "" | "help" | "-h" | "--help") {
        println!("{USAGE}");
        return Ok(());
    }
    let mut context = Context::new()?;
    match task {
        "serve" => tasks::serve::run(&mut context),
        "test" => tasks::test::run(&mut context),
        "check" => tasks::check::run(&mut context),
        "dist" => tasks::dist::run(&mut context),
        "fidelity" => tasks::fidelity::run(&context),
        "conformance" => tasks::conformance::run(&mut context, rest),
        "soak" => tasks::soak::run(&mut context, rest),
        "size" => tasks::browser::size(&mut context),
        "bench" => tasks::browser::bench(&mut context, rest),
        "shots" => tasks::browser::shots(&mut context),
        _ => Err(TaskError::UnknownTask(task.to_owned(), USAGE)),
    }
}
