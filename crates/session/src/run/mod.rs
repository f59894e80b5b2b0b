//! A run: documents arrive, lanes place them, time passes, and every instant is noted for the picture.
//!
//! The run computes ahead as fast as it can; the page plays what was noted. Work is done in slices, so that a Pause, a
//! Cancel or a new scenario gets in between.

pub mod arrival;
mod bounds;
pub mod caption;
mod command;
mod error;
mod finish;
mod frame;
mod happenings;
mod history;
mod idle;
mod lane;
mod log;
pub mod no_move;
mod origin;
pub mod reason;
mod setup;
mod source;
mod verdict;
mod window;

pub use command::{CommandRefusal, name as command_name};
pub use error::RunError;
pub use lane::has_mark;
pub use setup::{MIGRATION_OVERHEAD_MS, pattern};
pub use source::Source;

use crate::scenario::{Arrival as ArrivalKind, Command, Scenario, TimedCommand};
use crate::view::{Frame, LogRow, Verdict};
use arrival::Arrival;
use lane::Lane;
use shardscope_sim::bson::{KeyBuf, KeyRef};
use shardscope_sim::catalog::pattern::ShardKeyPattern;
use source::Batch;

/// A run that never rests ends here: 30 simulated days.
pub const HORIZON_MAX_MS: u64 = 30 * 24 * 3_600 * 1_000;

/// Migrations after the last insert and command, beside four for each chunk, at which a run that does not come to rest ends:
/// a chunk of one key value that is heavier than the threshold goes to and fro for ever, since the policy never asks whether
/// a move helps (server 8.0).
const RESTLESS_MIGRATIONS: u64 = 200;

/// Regular snapshots that a run aims at.
const N_STEPS: u64 = 400;

/// Distances between snapshots, milliseconds.
const STEPS_MS: [u64; 12] = [20, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000];

/// Documents of which a run keeps more than keys and sizes, because a command reads them: some 300 MB for each key.
const N_KEPT_MAX: u64 = 500_000;

/// Slice budget that one turn without documents costs, in documents.
const TURN_COST: u64 = 256;

/// A run in progress or complete.
pub struct Run {
    scenario: Scenario,
    source: Source,
    arrival: Arrival,
    batch: Batch,
    lanes: Vec<Lane>,
    phase: Phase,
    clock_ms: u64,
    step_ms: u64,
    window_ms: u64,
    next_step_ms: u64,
    n_commands_given: usize,
    verdicts: Vec<Verdict>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Documents are put on the primary before the collection is sharded.
    Loading,
    /// Time passes.
    Running,
    /// The verdict of this lane is next.
    Judging(usize),
    /// Complete.
    Done,
}

impl Run {
    /// A run at time 0.
    ///
    /// # Errors
    /// A scenario that the server or the page refuses, see [`RunError`].
    pub fn new(scenario: Scenario, source: Source) -> Result<Self, RunError> {
        let loading = scenario.workload.arrival == ArrivalKind::BeforeSharding;
        let rate = scenario.workload.inserts_per_sec;
        let is_started_later =
            |timed: &TimedCommand| matches!(timed.command, Command::SetInsertRate { per_sec } if per_sec > 0);
        if !loading && rate == 0 && !scenario.log.iter().any(is_started_later) {
            return Err(RunError::RateZero);
        }
        if source.n_documents() > N_KEPT_MAX && scenario.reads_documents() {
            let what = "the number of documents, of which a command reads more than the key,";
            return Err(RunError::TooMuch { what, found: source.n_documents(), max: N_KEPT_MAX });
        }
        if loading {
            check_keys(&scenario, &source)?;
        }
        let lanes: Vec<Lane> =
            (0..scenario.keys.len()).map(|idx| Lane::new(&scenario, idx)).collect::<Result<_, _>>()?;
        if lanes.is_empty() {
            return Err(RunError::NoKey);
        }
        let expected_ms = expected_ms(&scenario, source.n_documents());
        let step_ms = STEPS_MS.into_iter().find(|step| step * N_STEPS >= expected_ms).unwrap_or(300_000);
        let mut run = Self {
            arrival: Arrival::new(if loading { u64::MAX / 2_000 } else { rate }),
            scenario,
            source,
            batch: Batch::default(),
            lanes,
            phase: if loading { Phase::Loading } else { Phase::Running },
            clock_ms: 0,
            step_ms,
            window_ms: (expected_ms / 20).clamp(step_ms, step_ms.max(10_000)),
            next_step_ms: step_ms,
            n_commands_given: 0,
            verdicts: Vec::new(),
        };
        if !loading {
            run.snapshot();
        }
        Ok(run)
    }

    /// Works until about `budget` documents were placed, or the run is complete. HOT.
    pub fn work(&mut self, budget: u64) {
        let mut left = budget.max(1);
        while left > 0 && self.phase != Phase::Done {
            let before = self.n_documents();
            match self.phase {
                Phase::Loading => self.load(),
                Phase::Running => self.turn(),
                Phase::Judging(lane_idx) => self.judge(lane_idx),
                Phase::Done => {}
            }
            left = left.saturating_sub(TURN_COST.max(self.n_documents() - before));
        }
    }

    /// Whether there is nothing left to compute.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.phase == Phase::Done
    }

    /// Simulated time computed so far.
    #[must_use]
    pub fn computed_ms(&self) -> u64 {
        self.clock_ms
    }

    /// Documents placed so far, before `stands_for`.
    #[must_use]
    pub fn n_documents(&self) -> u64 {
        self.lanes.first().map_or(0, |lane| lane.n_taken)
    }

    /// Documents that the run will insert.
    #[must_use]
    pub fn n_documents_total(&self) -> u64 {
        self.source.n_documents()
    }

    /// End of the run, if the scenario says it.
    #[must_use]
    pub fn horizon_ms(&self) -> Option<u64> {
        self.scenario.workload.duration_sec.map(|sec| u64::from(sec) * 1_000)
    }

    /// What is run.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Number of lanes.
    #[must_use]
    pub fn n_lanes(&self) -> usize {
        self.lanes.len()
    }

    /// One verdict per lane, once the run is done.
    #[must_use]
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// Log rows of a lane from position `from` on.
    #[must_use]
    pub fn rows(&self, lane_idx: usize, from: usize) -> &[LogRow] {
        self.lanes.get(lane_idx).map(|lane| lane.rows_from(from)).unwrap_or_default()
    }

    /// Points of a lane's gap line from position `from` on.
    #[must_use]
    pub fn gaps(&self, lane_idx: usize, from: usize) -> &[crate::view::GapPoint] {
        self.lanes.get(lane_idx).and_then(|lane| lane.gaps.get(from..)).unwrap_or_default()
    }

    /// Largest insert rate of one chunk so far, over all lanes.
    #[must_use]
    pub fn heat_max_per_sec(&self) -> f64 {
        self.lanes.iter().map(|lane| lane.heat_max_per_sec).fold(0.0, f64::max)
    }

    /// Digest of the present state of all lanes, hex, joined by dashes: equal on every machine.
    #[must_use]
    pub fn digest(&self) -> String {
        self.lanes.iter().map(|lane| lane.cluster.digest()).collect::<Vec<_>>().join("-")
    }

    /// The newest noted instant not after `at_ms`. O(chunks).
    #[must_use]
    pub fn frame(&self, run: u32, at_ms: u64) -> Frame {
        let lanes = self.lanes.iter().filter_map(|lane| frame::lane_frame(lane, &self.scenario, at_ms)).collect();
        Frame { run, at_ms, lanes }
    }

    /// Where a key lands at a time.
    pub fn probe(&self, lane_idx: usize, at_ms: u64, key: &str) -> Result<crate::protocol::Probe, frame::ProbeError> {
        let lane = self.lanes.get(lane_idx).ok_or(frame::ProbeError::NoLane)?;
        frame::probe(lane, at_ms, key)
    }

    fn load(&mut self) {
        let total = self.source.n_documents();
        if self.n_documents() == self.batch.end_idx() && self.batch.end_idx() < total {
            self.source.fill(&mut self.batch, total, &self.arrival);
        }
        for lane in &mut self.lanes {
            lane.take(&self.batch, self.batch.end_idx());
        }
        if self.n_documents() >= total {
            self.begin_after_loading();
        }
    }

    fn begin_after_loading(&mut self) {
        for (lane_idx, lane) in self.lanes.iter_mut().enumerate() {
            lane.shard(&self.scenario, lane_idx);
        }
        self.arrival = Arrival::new(0);
        self.phase = Phase::Running;
        self.snapshot();
    }

    /// Goes on to the next snapshot, command or end of a batch, whichever comes first.
    fn turn(&mut self) {
        let command_at = self.scenario.log.get(self.n_commands_given).map(|timed| timed.at_ms.max(self.clock_ms));
        let until = self.next_step_ms.min(command_at.unwrap_or(u64::MAX)).min(self.end_ms());
        let due = self.arrival.due(until).min(self.source.n_documents());
        if self.batch.end_idx() < due && self.lanes.iter().all(|lane| lane.n_taken == self.batch.end_idx()) {
            self.source.fill(&mut self.batch, due, &self.arrival);
        }
        let mut is_there = true;
        for lane in &mut self.lanes {
            is_there &= lane.run_until(until, due, &self.batch, &self.arrival, self.window_ms);
        }
        if !is_there {
            return;
        }
        self.clock_ms = until;
        if command_at == Some(until) {
            self.command();
        }
        if until >= self.next_step_ms || until >= self.end_ms() {
            self.snapshot();
            let stride = self.lanes.iter().map(|lane| lane.history.stride()).max().unwrap_or(1);
            self.next_step_ms = until + self.step_ms * stride;
        }
        if !self.has_settled_input() {
            self.lanes.iter_mut().for_each(Lane::note_input);
        }
        if self.is_over() {
            if self.horizon_ms().is_none() {
                self.lanes.iter_mut().for_each(Lane::note_restless);
            }
            self.snapshot();
            self.phase = Phase::Judging(0);
        }
    }

    fn command(&mut self) {
        let Some(timed) = self.scenario.log.get(self.n_commands_given) else { return };
        if let Command::SetInsertRate { per_sec } = timed.command {
            self.arrival.set_rate(self.clock_ms, per_sec);
        }
        for lane in &mut self.lanes {
            lane.command(&self.scenario, self.n_commands_given);
        }
        self.n_commands_given += 1;
        self.snapshot();
    }

    fn snapshot(&mut self) {
        for lane in &mut self.lanes {
            lane.snapshot(self.window_ms);
        }
    }

    fn end_ms(&self) -> u64 {
        self.horizon_ms().unwrap_or(HORIZON_MAX_MS)
    }

    fn is_over(&self) -> bool {
        if self.clock_ms >= self.end_ms() {
            return true;
        }
        self.horizon_ms().is_none()
            && self.has_settled_input()
            && self.lanes.iter().all(|lane| lane.cluster.is_at_rest() || lane.is_restless(RESTLESS_MIGRATIONS))
    }

    /// No document and no command is still to come.
    fn has_settled_input(&self) -> bool {
        let all_in = self.n_documents() >= self.source.n_documents() || self.arrival.per_sec() == 0;
        all_in && self.n_commands_given >= self.scenario.log.len()
    }

    fn judge(&mut self, lane_idx: usize) {
        let (source, scenario, arrival) = (&self.source, &self.scenario, &self.arrival);
        match self.lanes.get_mut(lane_idx) {
            Some(lane) => {
                let value_behind = |pattern: &ShardKeyPattern, key: KeyRef<'_>| {
                    origin::value_behind(source, scenario, arrival, pattern, key)
                };
                self.verdicts.push(finish::verdict(lane, value_behind));
                self.phase = Phase::Judging(lane_idx + 1);
            }
            None => self.phase = Phase::Done,
        }
    }
}

/// What is there before sharding must have every key, or `shardCollection` is refused (server 8.0). O(documents).
fn check_keys(scenario: &Scenario, source: &Source) -> Result<(), RunError> {
    let mut key = KeyBuf::default();
    for (lane_idx, spec) in scenario.keys.iter().enumerate() {
        let lane = u32::try_from(lane_idx).unwrap_or(u32::MAX);
        let pattern = pattern(spec).map_err(|error| RunError::Key { lane, error })?;
        for (idx, document) in source.stored().enumerate() {
            pattern.encode_document(document, &mut key).map_err(|error| RunError::Document {
                lane,
                number: idx + 1,
                error,
            })?;
        }
    }
    Ok(())
}

/// How long a run is likely to last: its duration, or until the documents are in.
fn expected_ms(scenario: &Scenario, n_documents: u64) -> u64 {
    let workload = &scenario.workload;
    let stream_ms = match workload.arrival {
        ArrivalKind::Stream => n_documents.saturating_mul(1_000) / workload.inserts_per_sec.max(1),
        ArrivalKind::BeforeSharding => 60_000,
    };
    workload.duration_sec.map_or(stream_ms, |sec| u64::from(sec) * 1_000).max(1_000)
}
