//! `shardscope run SCENARIO`.

use crate::error::CliError;
use crate::report;
use shardscope_session::engine::Engine;
use shardscope_session::protocol::{Event, Request};
use shardscope_session::scenario::{Documents, Scenario};
use shardscope_session::{link, presets};
use std::fs;
use std::path::{Path, PathBuf};

/// What to run and how to print it.
#[derive(clap::Args)]
pub struct Arguments {
    /// A scenario file (JSON), a link copied from the page, or the name of a preset.
    scenario: String,
    /// Documents to use instead of the scenario's own: JSON, NDJSON, Extended JSON or CSV.
    #[arg(long)]
    docs: Option<PathBuf>,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// Documents per slice: large, since nobody waits for an answer in between.
const SLICE: u64 = 100_000;

/// Runs the scenario to its end.
pub fn run(arguments: &Arguments) -> Result<String, CliError> {
    let mut scenario = scenario(&arguments.scenario)?;
    let mut engine = Engine::new();
    if let Some(path) = &arguments.docs {
        scenario.documents = import(&mut engine, path)?;
    }
    let events = engine.handle(Request::Run { run: 1, scenario: Box::new(scenario) });
    refused(&events)?;
    while engine.has_work() {
        refused(&engine.work(SLICE))?;
    }
    if arguments.json { report::json(&engine) } else { Ok(report::text(&engine)) }
}

fn refused(events: &[Event]) -> Result<(), CliError> {
    match events
        .iter()
        .find_map(|event| if let Event::RunRefused { problem, .. } = event { Some(problem) } else { None })
    {
        Some(problem) => Err(CliError::Refused { message: problem.message.clone(), fix: problem.fix.clone() }),
        None => Ok(()),
    }
}

fn scenario(name: &str) -> Result<Scenario, CliError> {
    if let Some(preset) = presets::all().into_iter().find(|preset| preset.id == name) {
        return Ok(preset.scenario);
    }
    if let Some((_, link)) = name.split_once("#s=") {
        return Ok(link::decode(link)?);
    }
    let path = Path::new(name);
    if !path.exists() {
        let presets = presets::all().iter().map(|preset| preset.id).collect::<Vec<_>>().join(", ");
        return Err(CliError::NoScenario { name: name.to_owned(), presets });
    }
    let text = read(path)?;
    serde_json::from_slice(&text).map_err(|error| CliError::NotAScenario { path: path.to_owned(), error })
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(|error| CliError::Read { path: path.to_owned(), error })
}

fn import(engine: &mut Engine, path: &Path) -> Result<Documents, CliError> {
    let bytes = read(path)?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut events =
        engine.handle(Request::ImportBegin { import: 1, name, bytes_total: bytes.len() as u64, columns: Vec::new() });
    events.extend(engine.handle(Request::ImportBytes { import: 1, bytes }));
    events.extend(engine.handle(Request::ImportEnd { import: 1 }));
    for event in events {
        match event {
            Event::ImportDone { report, .. } => {
                let (name, count, fingerprint) = (report.name, report.documents, report.fingerprint);
                return Ok(Documents::File { name, count, fingerprint, columns: Vec::new() });
            }
            Event::ImportedRecipe { recipe, .. } => {
                recipe.notes.iter().for_each(|note| eprintln!("{}: {note}", recipe.format));
                return Ok(Documents::Template { text: recipe.template, count: recipe.count.unwrap_or(100_000) });
            }
            Event::ImportFailed { problem, .. } => {
                return Err(CliError::Refused { message: problem.message, fix: problem.fix });
            }
            _ => {}
        }
    }
    Err(CliError::Refused { message: format!("{} holds no documents", path.display()), fix: String::new() })
}
