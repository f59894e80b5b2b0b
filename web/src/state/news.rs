//! News from the engine about runs, probes and imports. What belongs to a run or an import that is over is dropped.

use super::Model;
use super::action::Effect;
use super::edit::Edit;
use super::import::{Reading, Source};
use super::session::{DocumentsFacts, Phase};
use super::ui::Banner;
use shardscope_session::engine::N_DOCUMENTS_MAX;
use shardscope_session::protocol::{Event, ImportReport, ImportedRecipe, Place, Problem};
use shardscope_session::scenario::{ColumnChoice, Scenario};
use std::rc::Rc;

impl Model {
    /// Takes news about the session.
    pub(super) fn hear_session(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::RunStarted { run, first_documents, fields, avg_bytes, documents_total, horizon_ms } => {
                let facts = DocumentsFacts { first: first_documents, fields, avg_bytes, total: documents_total };
                self.run_started(run, facts, horizon_ms)
            }
            Event::RunRefused { run, problem } => {
                let session = self.session.edit();
                if run == session.run {
                    (session.phase, session.problem) = (Phase::Refused, Some(problem));
                }
                Vec::new()
            }
            Event::RunProgress { .. } => self.run_progress(event),
            Event::RunDone { run, horizon_ms, digest, verdicts, fields } => {
                let session = self.session.edit();
                if run != session.live_run {
                    return Vec::new();
                }
                if session.phase == Phase::Computing {
                    session.phase = Phase::Done;
                }
                session.horizon_ms = Some(horizon_ms);
                session.computed_ms = horizon_ms;
                session.digest = Some(digest);
                session.verdicts = Rc::new(verdicts);
                session.documents.fields = fields;
                self.keep_playhead_inside();
                self.pull_frame()
            }
            Event::Frame { frame, .. } => {
                if let Ok(frame) = postcard::from_bytes(&frame) {
                    return self.show_frame(frame);
                }
                self.ui.edit().banner = Some(Banner::Mismatch);
                Vec::new()
            }
            Event::Probed { run, key, result, .. } => {
                let session = self.session.edit();
                if run == session.live_run {
                    session.probe = Some((key, result));
                }
                Vec::new()
            }
            Event::Failed { problem } => self.failed(problem),
            event => self.hear_import(event),
        }
    }

    fn run_started(&mut self, run: u32, facts: DocumentsFacts, horizon_ms: Option<u64>) -> Vec<Effect> {
        let session = self.session.edit();
        if run != session.run {
            return Vec::new();
        }
        session.begin_run(run);
        session.documents = facts;
        session.horizon_ms = horizon_ms;
        self.clock.edit().forget_request();
        self.pull_frame()
    }

    fn run_progress(&mut self, event: Event) -> Vec<Effect> {
        let Event::RunProgress { run, computed_ms, documents, rows, gaps, heat_max_per_sec } = event else {
            return Vec::new();
        };
        if run != self.session.live_run {
            return Vec::new();
        }
        let session = self.session.edit();
        session.computed_ms = computed_ms;
        session.documents_placed = documents;
        session.heat_max_per_sec = heat_max_per_sec;
        session.add_progress(rows, gaps);
        // The frame on screen may be older than the playhead because the engine had not got there yet.
        self.pull_frame()
    }

    fn keep_playhead_inside(&mut self) {
        let end_ms = self.session.end_ms();
        if self.clock.at_ms() > end_ms {
            self.clock.edit().set_ms(end_ms);
        }
    }

    fn failed(&mut self, problem: Problem) -> Vec<Effect> {
        if problem.place == Place::Page {
            let text =
                if problem.fix.is_empty() { problem.message } else { format!("{} {}", problem.message, problem.fix) };
            self.ui.edit().banner = Some(Banner::Notice(text));
        } else {
            self.session.edit().problem = Some(problem);
        }
        Vec::new()
    }

    fn hear_import(&mut self, event: Event) -> Vec<Effect> {
        let imports = &mut self.session.edit().imports;
        match event {
            Event::ImportProgress { import, bytes, documents, bad, first_documents, fields } => {
                if let Some(reading) = imports.current(import) {
                    (reading.bytes, reading.documents, reading.bad) = (bytes, documents, bad);
                    reading.bytes_total = reading.bytes_total.max(bytes);
                    if !first_documents.is_empty() {
                        reading.first_documents = first_documents;
                    }
                    if !fields.is_empty() {
                        reading.fields = fields;
                    }
                }
                Vec::new()
            }
            Event::ImportDone { import, report } => match imports.end(import) {
                Some(reading) => self.import_done(report, reading),
                None => Vec::new(),
            },
            Event::ImportedRecipe { import, recipe } => match imports.end(import) {
                Some(_) => self.recipe_read(recipe),
                None => Vec::new(),
            },
            Event::ImportFailed { import, problem, bad } => {
                if let Some(reading) = imports.end(import) {
                    imports.failed = Some((reading.name, problem, bad));
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Takes over what a configuration says, and tells what it leaves out.
    fn recipe_read(&mut self, recipe: ImportedRecipe) -> Vec<Effect> {
        const COUNT: u64 = 100_000;
        let count = recipe.count.unwrap_or(COUNT).clamp(1, N_DOCUMENTS_MAX);
        let mut edits = vec![Edit::Template { text: recipe.template, count }];
        edits.extend(recipe.key.map(|key| Edit::ShardCollection(0, recipe.namespace, key)));
        edits.extend(recipe.inserts_per_sec.map(|rate| Edit::InsertRate(rate.clamp(1, N_DOCUMENTS_MAX))));
        let effects = edits.into_iter().flat_map(|edit| self.update(super::Action::Edit(edit))).collect();
        self.show_documents_tab();
        let sentences: Vec<String> =
            std::iter::once(format!("Read as {}.", recipe.format)).chain(recipe.notes).collect();
        self.ui.edit().banner = Some(Banner::Notice(sentences.join(" ")));
        effects
    }

    fn import_done(&mut self, report: ImportReport, reading: Reading) -> Vec<Effect> {
        let columns = corrected(&report);
        let edit = match &reading.source {
            Source::Text(text) => Edit::Pasted { text: text.to_string(), columns },
            Source::File => Edit::File {
                name: report.name.clone(),
                count: report.documents,
                fingerprint: report.fingerprint.clone(),
                columns,
            },
        };
        self.session.edit().imports.report = Some((Rc::new(report), reading.source));
        let effects = self.update(super::Action::Edit(edit));
        self.show_documents_tab();
        // The same documents again, for a new engine: nothing changed, but it has not run yet.
        if effects.is_empty() { self.run(Scenario::clone(&self.session.scenario)) } else { effects }
    }
}

/// The columns whose type is not the inferred one.
fn corrected(report: &ImportReport) -> Vec<ColumnChoice> {
    let changed = report.columns.iter().filter(|column| column.used != column.inferred);
    changed.map(|column| ColumnChoice { name: column.name.clone(), column_type: column.used }).collect()
}
