//! What the page does, step by step, without a browser: each test plays the engine's part.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed test")]

use super::action::UiAction;
use super::cluster::ClusterEdit;
use super::edit::Edit;
use super::session::{EngineState, Phase};
use super::story::with_one_key;
use super::ui::{Banner, DocumentsTab, Mode};
use super::{Action, Effect, Model};
use shardscope_session::presets;
use shardscope_session::protocol::{Event, ImportReport, ImportedRecipe, PROTOCOL_VERSION, Place, Problem, Request};
use shardscope_session::scenario::Documents;
use shardscope_session::view::{EventKind, Frame, LogRow};

const HORIZON_MS: u64 = 600_000;

fn playground() -> Model {
    let scenario = with_one_key(&presets::first_run(), 0);
    let mut model = Model::new(Mode::Playground, scenario.clone());
    model.update(Action::Open(Box::new(scenario)));
    model
}

fn hear(model: &mut Model, event: Event) -> Vec<Effect> {
    model.update(Action::Engine(Box::new(event)))
}

fn started(model: &mut Model) -> Vec<Effect> {
    let run = model.session.run;
    hear(
        model,
        Event::RunStarted {
            run,
            first_documents: Vec::new(),
            fields: Vec::new(),
            avg_bytes: 100,
            documents_total: 1_000,
            horizon_ms: Some(HORIZON_MS),
        },
    )
}

fn computed(model: &mut Model, computed_ms: u64, rows: Vec<LogRow>) -> Vec<Effect> {
    let run = model.session.run;
    let (gaps, rows) = (vec![Vec::new()], vec![rows]);
    hear(model, Event::RunProgress { run, computed_ms, documents: 0, rows, gaps, heat_max_per_sec: 1.0 })
}

fn done(model: &mut Model) -> Vec<Effect> {
    let run = model.session.run;
    let (verdicts, fields) = (Vec::new(), Vec::new());
    hear(model, Event::RunDone { run, horizon_ms: HORIZON_MS, digest: "d1".to_owned(), verdicts, fields })
}

fn frame(model: &mut Model, run: u32, at_ms: u64) -> Vec<Effect> {
    let frame = postcard::to_allocvec(&Frame { run, at_ms, lanes: Vec::new() }).unwrap();
    hear(model, Event::Frame { run, frame })
}

fn finished() -> Model {
    let mut model = playground();
    started(&mut model);
    done(&mut model);
    model
}

fn row(id: u32, at_ms: u64, kind: EventKind) -> LogRow {
    LogRow { id, at_ms, ends_ms: None, kind, text: String::new(), reason: String::new(), refused_command: None }
}

fn frames_asked(effects: &[Effect]) -> Vec<u64> {
    let asked = effects.iter().filter_map(|effect| match effect {
        Effect::Send(Request::Frame { at_ms, .. }) => Some(*at_ms),
        _ => None,
    });
    asked.collect()
}

fn run_asked(effects: &[Effect]) -> Option<u32> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(Request::Run { run, .. }) => Some(*run),
        _ => None,
    })
}

fn report(name: &str) -> ImportReport {
    ImportReport {
        name: name.to_owned(),
        format: "CSV".to_owned(),
        documents: 4,
        bytes: 100,
        fingerprint: "f".to_owned(),
        bad: 1,
        bad_lines: Vec::new(),
        columns: Vec::new(),
        first_documents: Vec::new(),
        fields: Vec::new(),
    }
}

fn problem(place: Place) -> Problem {
    Problem { message: "no".to_owned(), fix: String::new(), server_error: None, place }
}

#[test]
fn a_run_is_asked_for_started_drawn_and_done() {
    let mut model = playground();
    assert_eq!(model.session.phase, Phase::Starting);
    assert_eq!(frames_asked(&started(&mut model)), [0]);
    assert_eq!(frames_asked(&frame(&mut model, 1, 0)), [0_u64; 0], "the playhead has not moved");
    assert!(model.clock.shown.is_some());
    done(&mut model);
    assert_eq!((model.session.phase, model.session.digest.as_deref()), (Phase::Done, Some("d1")));
}

#[test]
fn playing_waits_for_the_engine_and_stops_at_the_end() {
    let mut model = playground();
    started(&mut model);
    computed(&mut model, 5_000, Vec::new());
    assert!(model.clock.playing);
    for _ in 0..10 {
        model.update(Action::Tick { elapsed_ms: 100.0 });
    }
    assert_eq!(model.clock.at_ms(), 5_000, "40 s would be due, 5 s are computed");
    assert!(model.clock.playing, "it waits");
    done(&mut model);
    for _ in 0..200 {
        model.update(Action::Tick { elapsed_ms: 100.0 });
    }
    assert_eq!((model.clock.at_ms(), model.clock.playing), (HORIZON_MS, false));
    model.update(Action::PlayPause);
    assert_eq!((model.clock.at_ms(), model.clock.playing), (0, true), "play at the end starts over");
}

#[test]
fn a_slept_tab_does_not_leap() {
    let mut model = finished();
    model.update(Action::Tick { elapsed_ms: 60_000.0 });
    assert_eq!(model.clock.at_ms(), 10_000, "a quarter of a second at x40");
}

#[test]
fn frames_are_pulled_one_at_a_time_and_stale_ones_dropped() {
    let mut model = finished();
    assert_eq!(frames_asked(&model.update(Action::Seek(1_000))), [0_u64; 0], "the one for 0 is out");
    assert_eq!(frames_asked(&frame(&mut model, 1, 0)), [1_000], "the latest wish");
    frame(&mut model, 7, 500);
    assert_eq!(model.clock.shown.as_ref().unwrap().at_ms, 0, "run 7 is not on screen");
    frame(&mut model, 1, 1_000);
    assert_eq!(model.clock.shown.as_ref().unwrap().at_ms, 1_000);
}

#[test]
fn stepping_and_jumping_over_events() {
    let mut model = playground();
    started(&mut model);
    let rows =
        vec![row(0, 10_000, EventKind::Migration), row(1, 20_000, EventKind::NoMove), row(2, 30_000, EventKind::Split)];
    computed(&mut model, 40_000, rows);
    for (action, expected) in [
        (Action::Step(true), 1_000),
        (Action::StepEvent(true), 10_000),
        (Action::StepEvent(true), 30_000),
        (Action::StepEvent(true), 40_000),
        (Action::StepEvent(false), 30_000),
        (Action::Step(false), 29_000),
        (Action::Seek(999_000), 40_000),
        (Action::ToStart, 0),
        (Action::Step(false), 0),
        (Action::ToEnd, 40_000),
    ] {
        model.update(action.clone());
        assert_eq!(model.clock.at_ms(), expected, "{action:?}");
    }
}

#[test]
fn a_row_that_grew_replaces_itself() {
    let mut model = playground();
    started(&mut model);
    computed(&mut model, 1_000, vec![row(0, 0, EventKind::Command), row(1, 500, EventKind::NoMove)]);
    let grown = LogRow { ends_ms: Some(1_500), ..row(1, 500, EventKind::NoMove) };
    computed(&mut model, 2_000, vec![grown.clone(), row(2, 1_800, EventKind::Split)]);
    let rows = &model.session.lanes[0].rows;
    assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(rows[1], grown);
}

#[test]
fn edits_of_the_key_restart_and_edits_of_the_cluster_keep_the_time() {
    let mut model = finished();
    model.update(Action::Seek(90_000));
    let effects = model.update(Action::Edit(Edit::Cluster(ClusterEdit::AddShard)));
    assert_eq!(run_asked(&effects), Some(2));
    assert_eq!(model.clock.at_ms(), 90_000);
    assert_eq!(model.session.scenario.log.last().unwrap().at_ms, 90_000);
    model.update(Action::Edit(Edit::Seed(7)));
    assert_eq!(model.clock.at_ms(), 0);
    assert_eq!(model.session.history.undo_label(), Some("change the seed to 7"));
    assert!(model.session.is_edited());
}

#[test]
fn after_an_edit_the_playhead_waits_for_the_new_run() {
    let acts = [Action::Tick { elapsed_ms: 100.0 }, Action::Skip(1), Action::Seek(90_000), Action::ToEnd];
    for act in acts {
        let mut model = finished();
        model.update(Action::Seek(90_000));
        model.update(Action::Edit(Edit::Cluster(ClusterEdit::AddShard)));
        started(&mut model);
        model.clock.edit().playing = true;
        for computed_ms in [0, 40_000] {
            computed(&mut model, computed_ms, Vec::new());
            model.update(act.clone());
            assert_eq!(model.clock.at_ms(), 90_000, "{act:?} at {computed_ms}");
        }
        computed(&mut model, 200_000, Vec::new());
        model.update(Action::Tick { elapsed_ms: 100.0 });
        assert!(model.clock.at_ms() > 90_000, "it goes on");
    }
}

#[test]
fn undo_and_redo_run_again() {
    let mut model = finished();
    let before = model.session.scenario.clone();
    model.update(Action::Edit(Edit::Seed(7)));
    assert_eq!(run_asked(&model.update(Action::Undo)), Some(3));
    assert_eq!(model.session.scenario, before);
    assert_eq!(run_asked(&model.update(Action::Redo)), Some(4));
    assert_eq!(model.session.scenario.seed, 7);
    assert_eq!(run_asked(&model.update(Action::Redo)), None, "there is nothing more");
}

#[test]
fn a_refused_run_leaves_the_earlier_one_on_screen() {
    let mut model = finished();
    model.update(Action::Edit(Edit::Seed(7)));
    hear(&mut model, Event::RunRefused { run: 2, problem: problem(Place::ShardKey { lane: 0 }) });
    assert_eq!((model.session.phase, model.session.live_run), (Phase::Refused, 1));
    assert_eq!(model.session.problem.as_ref().unwrap().place, Place::ShardKey { lane: 0 });
    assert_eq!(model.session.digest.as_deref(), Some("d1"));
    assert_eq!(frames_asked(&model.update(Action::Seek(2_000))).len(), 0, "a frame of run 1 is out");
    assert_eq!(frames_asked(&frame(&mut model, 1, 0)), [2_000]);
    hear(&mut model, Event::RunRefused { run: 1, problem: problem(Place::Page) });
    assert_eq!(model.session.problem.as_ref().unwrap().place, Place::ShardKey { lane: 0 }, "an old answer");
}

#[test]
fn a_configuration_becomes_template_key_and_rate() {
    let mut model = finished();
    model.update(Action::ImportFile { name: "config.json".to_owned(), bytes_total: 9, columns: Vec::new() });
    let mut key = model.session.scenario.keys[0].clone();
    "customer".clone_into(&mut key.fields[0].path);
    let recipe = ImportedRecipe {
        format: "SimRunner config".to_owned(),
        template: "{ customer: '$inc' }".to_owned(),
        count: None,
        namespace: Some("sim.people".to_owned()),
        key: Some(key.clone()),
        inserts_per_sec: Some(2_000),
        notes: vec!["`remember` is left out.".to_owned()],
    };
    hear(&mut model, Event::ImportedRecipe { import: 9, recipe: recipe.clone() });
    assert_ne!(model.session.scenario.keys[0], key, "an old answer");
    let effects = hear(&mut model, Event::ImportedRecipe { import: 1, recipe });
    assert!(!effects.is_empty() && model.session.imports.reading.is_none());
    let scenario = &model.session.scenario;
    let Documents::Template { text, count } = &scenario.documents else { panic!("{:?}", scenario.documents) };
    assert_eq!((text.as_str(), *count, scenario.workload.inserts_per_sec), ("{ customer: '$inc' }", 100_000, 2_000));
    assert_eq!((scenario.namespace.as_str(), &scenario.keys[0]), ("sim.people", &key));
    let Some(Banner::Notice(text)) = &model.ui.banner else { panic!("{:?}", model.ui.banner) };
    assert_eq!(text, "Read as SimRunner config. `remember` is left out.");
}

#[test]
fn a_file_becomes_the_documents_once_it_is_read() {
    let mut model = finished();
    let name = "zipcodes.csv".to_owned();
    let effects = model.update(Action::ImportFile { name: name.clone(), bytes_total: 100, columns: Vec::new() });
    assert_eq!(effects, [Effect::ReadFile { import: 1, columns: Vec::new() }]);
    let progress = |import| Event::ImportProgress {
        import,
        bytes: 50,
        documents: 2,
        bad: 1,
        first_documents: vec!["{ a: 1 }".to_owned()],
        fields: Vec::new(),
    };
    hear(&mut model, progress(9));
    assert_eq!(model.session.imports.reading.as_ref().unwrap().bytes, 0, "import 9 is not ours");
    hear(&mut model, progress(1));
    assert_eq!(model.session.imports.reading.as_ref().unwrap().percent(), 50);
    let report = report(&name);
    let effects = hear(&mut model, Event::ImportDone { import: 1, report });
    assert_eq!(run_asked(&effects), Some(2));
    let documents = &model.session.scenario.documents;
    assert!(matches!(documents, Documents::File { name: used, count: 4, .. } if *used == name), "{documents:?}");

    model.update(Action::EngineStopped { reason: "memory".to_owned() });
    let effects = model.update(Action::RestartEngine);
    assert_eq!(run_asked(&effects), None, "a new engine knows no file");
    assert!(effects.contains(&Effect::ReadFile { import: 2, columns: Vec::new() }));
    let again = hear(&mut model, Event::ImportDone { import: 2, report: self::report(&name) });
    assert_eq!(run_asked(&again), Some(3));
}

#[test]
fn a_cancelled_or_failed_import_leaves_the_documents() {
    let mut model = finished();
    let documents = model.session.scenario.documents.clone();
    model.update(Action::ImportText { text: "x".to_owned(), columns: Vec::new() });
    assert_eq!(model.update(Action::ImportCancel), [Effect::Send(Request::ImportCancel { import: 1 })]);
    model.update(Action::ImportText { text: "x".to_owned(), columns: Vec::new() });
    let place = Place::Documents { line: 1, column: 1 };
    hear(&mut model, Event::ImportFailed { import: 2, problem: problem(place), bad: Vec::new() });
    assert!(model.session.imports.reading.is_none());
    assert_eq!(model.session.imports.failed.as_ref().unwrap().1.place, place);
    assert_eq!(model.session.scenario.documents, documents);
}

#[test]
fn the_story_asks_and_answers_and_ends_in_the_playground() {
    let mut model = Model::new(Mode::Lanes, presets::first_run());
    model.update(Action::Open(Box::new(presets::first_run())));
    let story = presets::first_run().story.unwrap();
    assert_eq!((model.clock.at_ms(), model.clock.playing), (story.starts_at_ms, true));
    started(&mut model);
    done(&mut model);
    for _ in 0..100 {
        model.update(Action::Tick { elapsed_ms: 100.0 });
    }
    assert_eq!((model.clock.at_ms(), model.clock.playing), (story.asks_at_ms, false), "it waits for an answer");
    assert!(model.update(Action::RunStory).is_empty(), "no answer yet");
    model.update(Action::Predict(0));
    let effects = model.update(Action::RunStory);
    assert!(effects.contains(&Effect::RememberStory) && model.ui.story_ran && model.clock.playing);
    model.update(Action::Predict(1));
    assert_eq!(model.ui.predicted, Some(0), "the answer stands");
    let effects = model.update(Action::SkipStory(1));
    assert!(run_asked(&effects).is_some());
    assert_eq!((model.ui.mode, model.session.scenario.keys.len()), (Mode::Playground, 1));
    assert_eq!(model.session.scenario.keys, presets::first_run().keys[1..]);
}

#[test]
fn with_reduced_motion_nothing_starts_by_itself() {
    let mut model = Model::new(Mode::Lanes, presets::first_run());
    model.update(Action::Ui(UiAction::ReducedMotion(true)));
    model.update(Action::Open(Box::new(presets::first_run())));
    let story = presets::first_run().story.unwrap();
    assert_eq!((model.clock.at_ms(), model.clock.playing), (story.asks_at_ms, false));
}

#[test]
fn a_stopped_engine_is_said_and_restarted_from_the_scenario() {
    let mut model = finished();
    model.update(Action::Edit(Edit::Seed(7)));
    model.update(Action::EngineStopped { reason: "index out of bounds".to_owned() });
    assert_eq!(model.ui.banner, Some(Banner::EngineStopped("index out of bounds".to_owned())));
    let effects = model.update(Action::RestartEngine);
    assert_eq!(effects[0], Effect::SpawnEngine);
    assert_eq!(run_asked(&effects), Some(3));
    assert_eq!((model.session.scenario.seed, model.ui.banner.clone()), (7, None));
    assert_eq!(model.session.engine, EngineState::Loading);
}

#[test]
fn another_build_of_the_engine_is_said() {
    let mut model = playground();
    hear(&mut model, Event::Hello { protocol: PROTOCOL_VERSION, engine: "1".to_owned() });
    assert_eq!(model.ui.banner, None);
    hear(&mut model, Event::Hello { protocol: PROTOCOL_VERSION + 1, engine: "2".to_owned() });
    assert_eq!(model.ui.banner, Some(Banner::Mismatch));
}

#[test]
fn a_frame_from_before_the_engine_got_there_is_asked_for_again() {
    for at_ms in [0, 300_000] {
        let mut model = playground();
        model.clock.edit().set_ms(at_ms);
        assert_eq!(frames_asked(&started(&mut model)), [at_ms]);
        let run = model.session.run;
        frame(&mut model, run, at_ms);
        let half_way = computed(&mut model, at_ms, Vec::new());
        assert_eq!(frames_asked(&half_way), [at_ms], "what was on screen may be older than {at_ms}");
        frame(&mut model, run, at_ms);
        assert_eq!(frames_asked(&done(&mut model)), [at_ms], "the engine had not got past {at_ms}");
        frame(&mut model, run, at_ms);
        assert_eq!(frames_asked(&model.update(Action::Pause)), [0_u64; 0], "now it is the frame of {at_ms}");
    }
}

#[test]
fn a_file_that_was_read_opens_its_tab() {
    let mut model = finished();
    assert_eq!(model.ui.documents_tab, DocumentsTab::Template);
    let read = model.update(Action::ImportFile { name: "a.csv".to_owned(), bytes_total: 9, columns: Vec::new() });
    let [Effect::ReadFile { import, .. }] = read.as_slice() else { panic!("{read:?}") };
    hear(&mut model, Event::ImportDone { import: *import, report: report("a.csv") });
    assert_eq!(model.ui.documents_tab, DocumentsTab::File);
}

#[test]
fn steps_that_come_faster_than_the_page_draws_add_up() {
    let mut model = finished();
    for _ in 0..7 {
        model.update(Action::Skip(10));
    }
    model.update(Action::Skip(-1));
    assert_eq!(model.clock.at_ms(), 69_000);
    model.update(Action::Skip(i64::MAX));
    assert_eq!(model.clock.at_ms(), HORIZON_MS);
    model.update(Action::Skip(i64::MIN));
    assert_eq!(model.clock.at_ms(), 0);
}

#[test]
fn the_documents_tab_follows_the_scenario() {
    let mut model = finished();
    model.update(Action::Ui(UiAction::DocumentsTab(DocumentsTab::File)));
    model.update(Action::Edit(Edit::Pasted { text: "{}".to_owned(), columns: Vec::new() }));
    assert_eq!(model.ui.documents_tab, DocumentsTab::File, "an edit leaves the tab alone");
    model.update(Action::Undo);
    assert_eq!(model.ui.documents_tab, DocumentsTab::Template);
}

#[test]
fn a_claim_asks_in_the_playground_until_it_is_closed_or_the_run_is_another() {
    let claim = presets::all().into_iter().find(|preset| preset.is_claim).unwrap().scenario;
    let mut model = playground();
    assert!(model.story().is_none());
    model.update(Action::Open(Box::new(claim.clone())));
    assert!(model.story().is_some() && model.ui.mode == Mode::Playground);
    model.update(Action::Edit(Edit::Cluster(ClusterEdit::AddShard)));
    assert!(model.story().is_none(), "it was asked about another run");
    model.update(Action::Open(Box::new(claim)));
    model.update(Action::Predict(1));
    model.update(Action::RunStory);
    assert!(model.ui.story_ran && model.clock.playing);
    model.update(Action::Ui(UiAction::CloseStory));
    assert!(model.story().is_none());
}

#[test]
fn a_command_given_on_the_page_stands_in_the_log_and_can_be_taken_back() {
    use shardscope_session::scenario::{Command, TimedCommand};
    let mut model = playground();
    started(&mut model);
    computed(&mut model, HORIZON_MS, Vec::new());
    model.update(Action::Seek(90_000));
    model.update(Action::Edit(Edit::Give(Command::AbortMigrations)));
    let given = TimedCommand { at_ms: 90_000, command: Command::AbortMigrations };
    assert_eq!(model.session.scenario.log.last(), Some(&given));
    assert_eq!(model.clock.at_ms(), 90_000, "the past stays");
    model.update(Action::Undo);
    assert!(!model.session.scenario.log.contains(&given));
}
