//! The scenario that the recipe shows, and what the engine has said about it.

use super::history::History;
use super::import::{Imports, Source};
use crate::plot::LaneTimeline;
use shardscope_session::protocol::{ImportReport, Probe, Problem};
use shardscope_session::scenario::{Documents, KeySpec, Scenario, TimedCommand};
use shardscope_session::view::{FieldSummary, GapPoint, LogRow, Verdict};
use std::rc::Rc;

/// Whether the engine is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineState {
    /// It is being loaded.
    Loading,
    /// It answered; its version is part of what makes a run reproducible.
    Ready(String),
    /// It stopped.
    Stopped,
}

/// Where the present run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Asked for, not begun.
    Starting,
    /// Being computed; its frames can be seen.
    Computing,
    /// Complete.
    Done,
    /// Refused; the earlier run stays on screen.
    Refused,
}

/// What is known of the documents of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DocumentsFacts {
    /// First documents as shell text, with their size in bytes.
    pub first: Vec<(String, u32)>,
    /// Fields, over the first documents until the run is done.
    pub fields: Vec<FieldSummary>,
    /// Average size in bytes.
    pub avg_bytes: u64,
    /// Documents that the run inserts.
    pub total: u64,
}

/// The scenario, its run, and the import.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// What the recipe shows.
    pub scenario: Rc<Scenario>,
    /// The scenario as it was opened, for "edited".
    pub opened: Rc<Scenario>,
    /// Changes to take back.
    pub history: History,
    /// Engine.
    pub engine: EngineState,
    /// Number of the last run asked for.
    pub run: u32,
    /// The run whose frames are on screen.
    pub live_run: u32,
    /// Its keys; the recipe may show others while a change is refused.
    pub live_keys: Vec<KeySpec>,
    /// Its log, which its answers are about.
    pub live_log: Vec<TimedCommand>,
    /// Where the run stands.
    pub phase: Phase,
    /// Why the last run was refused, or what else went wrong.
    pub problem: Option<Problem>,
    /// Documents.
    pub documents: DocumentsFacts,
    /// End of the run, if known.
    pub horizon_ms: Option<u64>,
    /// Computed so far.
    pub computed_ms: u64,
    /// Documents placed so far.
    pub documents_placed: u64,
    /// Gap line and event log, one per key.
    pub lanes: Rc<Vec<LaneTimeline>>,
    /// Colour domain of writes, inserts per second.
    pub heat_max_per_sec: f64,
    /// One per key, once the run is done.
    pub verdicts: Rc<Vec<Verdict>>,
    /// Digest of the finished run.
    pub digest: Option<String>,
    /// Import.
    pub imports: Imports,
    /// The last probe: what was asked and where it lands.
    pub probe: Option<(String, Result<Probe, Problem>)>,
}

impl Session {
    /// A session that has not spoken to the engine.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let scenario = Rc::new(scenario);
        Self {
            opened: scenario.clone(),
            scenario,
            history: History::default(),
            engine: EngineState::Loading,
            run: 0,
            live_run: 0,
            live_keys: Vec::new(),
            live_log: Vec::new(),
            phase: Phase::Starting,
            problem: None,
            documents: DocumentsFacts::default(),
            horizon_ms: None,
            computed_ms: 0,
            documents_placed: 0,
            lanes: Rc::default(),
            heat_max_per_sec: 0.0,
            verdicts: Rc::default(),
            digest: None,
            imports: Imports::default(),
            probe: None,
        }
    }

    /// Whether the scenario was changed since it was opened.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        self.scenario != self.opened
    }

    /// What the last import read, as long as its documents are the ones in use and no other import has failed since.
    #[must_use]
    pub fn report(&self) -> Option<&ImportReport> {
        let (report, source) = self.imports.report.as_ref()?;
        let is_used = match (&self.scenario.documents, source) {
            (Documents::File { fingerprint, .. }, Source::File) => *fingerprint == report.fingerprint,
            (Documents::Pasted { text, .. }, Source::Text(read)) => **text == **read,
            _ => false,
        };
        Some(&**report).filter(|_| is_used && self.imports.failed.is_none())
    }

    /// The refusals of commands of the log that are known so far: the lane, the position in the log, and the row. A run
    /// answers only for the log that it was given: what came before the command must be as it was.
    pub fn refusals(&self) -> impl Iterator<Item = (usize, usize, &LogRow)> {
        let is_same = |idx: usize| self.live_log.get(..=idx) == self.scenario.log.get(..=idx);
        self.lanes
            .iter()
            .enumerate()
            .flat_map(|(lane, timeline)| timeline.rows.iter().map(move |row| (lane, row)))
            .filter_map(move |(lane, row)| {
                let idx = row.refused_command? as usize;
                is_same(idx).then_some((lane, idx, row))
            })
    }

    /// Positions in the log of the commands that no key's cluster carried out, as far as the run is computed.
    #[must_use]
    pub fn refused_commands(&self) -> Vec<usize> {
        let in_every_lane = |idx: usize| self.refusals().filter(|(_, at, _)| *at == idx).count() == self.lanes.len();
        let of_first = self.refusals().filter(|(lane, idx, _)| *lane == 0 && in_every_lane(*idx));
        of_first.map(|(_, idx, _)| idx).collect()
    }

    /// The end of the time line: the horizon, or what is computed so far when the end is not known yet.
    #[must_use]
    pub fn end_ms(&self) -> u64 {
        self.horizon_ms.unwrap_or(self.computed_ms).max(1)
    }

    /// One step of the transport: a six-hundredth of the run, and a second at least.
    #[must_use]
    pub fn step_ms(&self) -> u64 {
        (self.end_ms() / 600).max(1_000)
    }

    /// Whether the verdicts belong to the run on screen.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// Starts the record of a run over.
    pub fn begin_run(&mut self, run: u32) {
        self.live_run = run;
        self.live_keys.clone_from(&self.scenario.keys);
        self.live_log.clone_from(&self.scenario.log);
        self.phase = Phase::Computing;
        self.problem = None;
        self.computed_ms = 0;
        self.documents_placed = 0;
        self.lanes = Rc::new(vec![LaneTimeline::default(); self.scenario.keys.len()]);
        self.heat_max_per_sec = 0.0;
        self.digest = None;
        self.probe = None;
    }

    /// Adds news of the run.
    pub fn add_progress(&mut self, rows: Vec<Vec<LogRow>>, gaps: Vec<Vec<GapPoint>>) {
        let lanes = Rc::make_mut(&mut self.lanes);
        for (lane, (rows, gaps)) in lanes.iter_mut().zip(rows.into_iter().zip(gaps)) {
            // The last row may have grown since it was sent: it comes again under its id.
            for row in rows {
                match lane.rows.iter_mut().rev().find(|known| known.id <= row.id).filter(|known| known.id == row.id) {
                    Some(known) => *known = row,
                    None => lane.rows.push(row),
                }
            }
            lane.gaps.extend(gaps);
        }
    }
}
