//! The same run without a browser, to hold what the page shows against.

use crate::SuiteError;
use shardscope_session::engine::Engine;
use shardscope_session::protocol::{Event, Request};
use shardscope_session::scenario::{Documents, Scenario};
use shardscope_session::view::{LaneFrame, LogRow, Verdict};

/// Documents between two looks for news; any number gives the same run.
const STRIDE: u64 = 100_000;

/// A finished run.
pub struct Native {
    engine: Engine,
    /// Digest of the final state.
    pub digest: String,
    /// One per key.
    pub verdicts: Vec<Verdict>,
    /// End of the run, milliseconds.
    pub horizon_ms: u64,
}

impl Native {
    /// Runs a scenario to its end.
    pub fn run(scenario: Scenario) -> Result<Self, SuiteError> {
        Self::run_with(Engine::new(), scenario)
    }

    /// Reads a file as the page does, then runs a scenario on it.
    pub fn run_on_file(scenario: Scenario, bytes: &[u8]) -> Result<Self, SuiteError> {
        let mut engine = Engine::new();
        let columns = match &scenario.documents {
            Documents::File { columns, .. } => columns.clone(),
            _ => Vec::new(),
        };
        let (name, bytes_total) = ("file".to_owned(), bytes.len() as u64);
        engine.handle(Request::ImportBegin { import: 1, name, bytes_total, columns });
        engine.handle(Request::ImportBytes { import: 1, bytes: bytes.to_vec() });
        engine.handle(Request::ImportEnd { import: 1 });
        Self::run_with(engine, scenario)
    }

    fn run_with(mut engine: Engine, scenario: Scenario) -> Result<Self, SuiteError> {
        let mut events = engine.handle(Request::Run { run: 1, scenario: Box::new(scenario) });
        while engine.has_work() {
            events = engine.work(STRIDE);
        }
        match events.pop() {
            Some(Event::RunDone { horizon_ms, digest, verdicts, .. }) => {
                Ok(Self { engine, digest, verdicts, horizon_ms })
            }
            other => Err(SuiteError::Found { what: "the engine did not end the run", found: format!("{other:?}") }),
        }
    }

    /// One key's cluster at an instant.
    #[must_use]
    pub fn lane(&self, lane: usize, at_ms: u64) -> Option<LaneFrame> {
        self.engine.run()?.frame(1, at_ms).lanes.into_iter().nth(lane)
    }

    /// One key's cluster at the end.
    #[must_use]
    pub fn last(&self, lane: usize) -> Option<LaneFrame> {
        self.lane(lane, self.horizon_ms)
    }

    /// One key's event log.
    #[must_use]
    pub fn log(&self, lane: usize) -> Vec<LogRow> {
        self.engine.run().map(|run| run.rows(lane, 0).to_vec()).unwrap_or_default()
    }
}
