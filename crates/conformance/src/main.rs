//! `shardscope-conformance FILE... [--server VERSION]`: runs tables of cases and prints what fails.

use std::path::PathBuf;
use std::process::ExitCode;

use shardscope_conformance::{ConformanceError, Report, Version, run};

const USAGE: &str = "usage: cargo xtask conformance FILE... [--server VERSION]";

/// What to run.
struct Arguments {
    files: Vec<PathBuf>,
    server: Option<Version>,
}

/// 0 when every case passed, 1 when one failed, 2 when a file could not be run.
fn main() -> ExitCode {
    let arguments = match read_arguments(std::env::args().skip(1)) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => return complain(USAGE),
        Err(error) => return complain(&error.to_string()),
    };
    let mut all = Report::default();
    for file in &arguments.files {
        match run_file(file, arguments.server.as_ref()) {
            Ok(report) => all.cases.extend(report.cases),
            Err(error) => return complain(&error.to_string()),
        }
    }
    println!("{all}");
    if all.n_failed() == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn complain(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}

/// None when the arguments say nothing to run or something unknown.
fn read_arguments(arguments: impl Iterator<Item = String>) -> Result<Option<Arguments>, ConformanceError> {
    let mut arguments = arguments;
    let (mut files, mut server) = (Vec::new(), None);
    while let Some(argument) = arguments.next() {
        match argument.split_once('=').unwrap_or((&argument, "")) {
            ("--server", "") => server = Some(arguments.next().unwrap_or_default().parse()?),
            ("--server", version) => server = Some(version.parse()?),
            (option, _) if option.starts_with('-') => return Ok(None),
            _ => files.push(PathBuf::from(argument)),
        }
    }
    Ok((!files.is_empty()).then_some(Arguments { files, server }))
}

fn run_file(path: &PathBuf, server: Option<&Version>) -> Result<Report, ConformanceError> {
    let text = std::fs::read_to_string(path).map_err(|source| ConformanceError::File { path: path.clone(), source })?;
    run(&text, server).map_err(|error| ConformanceError::InFile { path: path.clone(), error: Box::new(error) })
}
