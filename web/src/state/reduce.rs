//! `update`: one action in, the model changed, effects out.

use super::action::{Action, Effect, UiAction};
use super::clock::{SPEED_DEFAULT, Shown};
use super::edit::Edit;
use super::import::Source;
use super::session::{EngineState, Phase};
use super::ui::{Banner, Card, DocumentsTab, Mode, Theme};
use super::{Clock, Model, Session, Shared, Ui};
use shardscope_session::protocol::{Event, PROTOCOL_VERSION, Request};
use shardscope_session::scenario::{ColumnChoice, Documents, Scenario};
use shardscope_session::view::Frame;
use std::rc::Rc;

impl Model {
    /// A page that opens with a scenario.
    #[must_use]
    pub fn new(mode: Mode, scenario: Scenario) -> Self {
        let mut model = Self {
            ui: Shared::new(Ui::new(mode)),
            session: Shared::new(Session::new(scenario)),
            clock: Shared::new(Clock::default()),
        };
        model.show_documents_tab();
        model
    }

    /// Takes an action and returns what to do about it.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Engine(event) => self.hear(*event),
            Action::EngineStopped { reason } => {
                self.session.edit().engine = EngineState::Stopped;
                self.clock.edit().playing = false;
                self.ui.edit().banner = Some(Banner::EngineStopped(reason));
                Vec::new()
            }
            Action::Unreadable { reason } => {
                self.ui.edit().banner = Some(Banner::Notice(format!("A message was lost: {reason}")));
                Vec::new()
            }
            Action::RestartEngine => self.restart_engine(),
            Action::Tick { .. }
            | Action::PlayPause
            | Action::Pause
            | Action::Seek(_)
            | Action::Step(_)
            | Action::Skip(_)
            | Action::StepEvent(_)
            | Action::ToStart
            | Action::ToEnd
            | Action::SetSpeed(_) => self.playback(&action),
            Action::Edit(edit) => self.edit(&edit),
            Action::Undo => self.travel(|session| session.history.undo(&session.scenario)),
            Action::Redo => self.travel(|session| session.history.redo(&session.scenario)),
            Action::Open(scenario) => {
                self.ui.edit().mode = mode_for(self.ui.mode, &scenario);
                self.open(*scenario)
            }
            Action::ImportFile { name, bytes_total, columns } => {
                let import = self.session.edit().imports.begin(name, Source::File, bytes_total);
                vec![Effect::ReadFile { import, columns }]
            }
            Action::ImportText { text, columns } => self.import_text(text, columns),
            Action::ImportColumns(columns) => self.import_again(columns),
            Action::ImportCancel => self.import_cancel(),
            Action::Probe { lane, key } => self.probe(lane, key),
            Action::Predict(_) | Action::RunStory | Action::SkipStory(_) => self.play_story(&action),
            Action::Ui(action) => self.change_ui(action),
        }
    }

    /// Opens a scenario from its start.
    pub(super) fn open(&mut self, scenario: Scenario) -> Vec<Effect> {
        let playing = !self.ui.reduced_motion;
        let session = self.session.edit();
        session.opened = Rc::new(scenario.clone());
        session.history = super::history::History::default();
        let ui = self.ui.edit();
        (ui.pinned, ui.dialog, ui.story_on) = (None, None, false);
        self.clock.edit().rewind(SPEED_DEFAULT, playing);
        if scenario.story.is_some() && self.ui.mode != Mode::Embed {
            self.session.edit().scenario = Rc::new(scenario.clone());
            self.open_story();
        }
        let effects = self.run(scenario);
        self.show_documents_tab();
        effects
    }

    /// Asks the engine for a scenario.
    pub(super) fn run(&mut self, scenario: Scenario) -> Vec<Effect> {
        let session = self.session.edit();
        session.scenario = Rc::new(scenario.clone());
        session.run += 1;
        session.phase = Phase::Starting;
        session.problem = None;
        let run = session.run;
        vec![Effect::Send(Request::Run { run, scenario: Box::new(scenario) })]
    }

    fn edit(&mut self, edit: &Edit) -> Vec<Effect> {
        let at_ms = self.clock.at_ms();
        let before = Rc::clone(&self.session.scenario);
        let Some(after) = edit.apply(&before, at_ms) else { return Vec::new() };
        let label = edit.label(&before, at_ms);
        self.session.edit().history.record(label, before);
        if self.ui.story_on && self.ui.mode == Mode::Playground {
            // What was asked was asked about another run.
            self.ui.edit().story_on = false;
        }
        if !edit.keeps_time() {
            self.restart_clock();
        }
        let mut effects = self.run(after);
        effects.push(Effect::ShowLink);
        effects
    }

    fn restart_clock(&mut self) {
        let playing = !self.ui.reduced_motion;
        let clock = self.clock.edit();
        clock.set_ms(0);
        clock.playing = playing;
        self.ui.edit().pinned = None;
    }

    fn travel(&mut self, step: impl FnOnce(&mut Session) -> Option<Rc<Scenario>>) -> Vec<Effect> {
        let Some(scenario) = step(self.session.edit()) else { return Vec::new() };
        let now = &self.session.scenario;
        if !differ_in_log_only(&scenario, now) {
            self.restart_clock();
        }
        let mut effects = self.run(Scenario::clone(&scenario));
        self.show_documents_tab();
        effects.push(Effect::ShowLink);
        effects
    }

    fn restart_engine(&mut self) -> Vec<Effect> {
        self.clock.edit().forget_request();
        self.ui.edit().banner = None;
        let session = self.session.edit();
        session.engine = EngineState::Loading;
        session.imports.reading = None;
        session.live_run = 0;
        let scenario = Scenario::clone(&session.scenario);
        let mut effects = vec![Effect::SpawnEngine, Effect::Send(Request::Hello { protocol: PROTOCOL_VERSION })];
        // The new engine knows no file; the page still holds it.
        let columns = match &scenario.documents {
            Documents::File { columns, .. } => Some(columns.clone()),
            _ => None,
        };
        let holds_file = matches!(self.session.imports.report, Some((_, Source::File)));
        match columns.filter(|_| holds_file) {
            Some(columns) => effects.extend(self.import_again(columns)),
            None => effects.extend(self.run(scenario)),
        }
        effects
    }

    fn import_text(&mut self, text: String, columns: Vec<ColumnChoice>) -> Vec<Effect> {
        let source = Source::Text(text.as_str().into());
        let import = self.session.edit().imports.begin("pasted text".to_owned(), source, text.len() as u64);
        vec![Effect::ReadText { import, text, columns }]
    }

    fn import_again(&mut self, columns: Vec<ColumnChoice>) -> Vec<Effect> {
        let Some((report, source)) = self.session.imports.report.clone() else { return Vec::new() };
        match source {
            Source::Text(text) => self.import_text(text.to_string(), columns),
            Source::File => {
                let import = self.session.edit().imports.begin(report.name.clone(), source, 0);
                vec![Effect::ReadFile { import, columns }]
            }
        }
    }

    fn import_cancel(&mut self) -> Vec<Effect> {
        let reading = self.session.edit().imports.reading.take();
        let cancel = |import| Effect::Send(Request::ImportCancel { import });
        reading.map(|reading| cancel(reading.import)).into_iter().collect()
    }

    fn probe(&mut self, lane: u32, key: String) -> Vec<Effect> {
        let request = Request::Probe { run: self.session.live_run, lane, at_ms: self.clock.at_ms(), key };
        vec![Effect::Send(request)]
    }

    /// Opens the documents card on the tab of the scenario's documents.
    pub(super) fn show_documents_tab(&mut self) {
        self.ui.edit().documents_tab = match self.session.scenario.documents {
            Documents::Template { .. } => DocumentsTab::Template,
            Documents::Pasted { .. } => DocumentsTab::Paste,
            Documents::File { .. } => DocumentsTab::File,
        };
    }

    fn hear(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Hello { protocol, engine } => {
                self.session.edit().engine = EngineState::Ready(engine);
                if protocol != PROTOCOL_VERSION {
                    self.ui.edit().banner = Some(Banner::Mismatch);
                }
                Vec::new()
            }
            event => self.hear_session(event),
        }
    }

    /// Puts a decoded frame on screen. Frames of runs that are over are dropped.
    pub(super) fn show_frame(&mut self, frame: Frame) -> Vec<Effect> {
        if frame.run != self.session.live_run {
            return Vec::new();
        }
        let is_final = self.session.digest.is_some() || self.session.computed_ms > frame.at_ms;
        let moved = self.clock.edit().answered(Shown::new(frame, is_final));
        if moved { self.pull_frame() } else { Vec::new() }
    }

    fn change_ui(&mut self, action: UiAction) -> Vec<Effect> {
        let ui = self.ui.edit();
        match action {
            UiAction::View(view) => (ui.view, ui.section) = (view, super::ui::Section::Stage),
            UiAction::ColorBy(color_by) => ui.color_by = color_by,
            UiAction::Scale(scale) => ui.scale = scale,
            UiAction::ToggleTable => ui.table = !ui.table,
            UiAction::Pin(chunk) => ui.pinned = chunk,
            UiAction::ToggleCard(card) => toggle_card(ui, card),
            UiAction::DocumentsTab(tab) => ui.documents_tab = tab,
            UiAction::ToggleRecipe => ui.recipe_open = !ui.recipe_open,
            UiAction::Section(section) => ui.section = section,
            UiAction::Dialog(dialog) => (ui.dialog, ui.copied) = (dialog, None),
            UiAction::CloseStory => ui.story_on = false,
            UiAction::LogFilter(filter) => ui.log_filter = filter,
            UiAction::ToggleDrawer => ui.drawer_open = !ui.drawer_open,
            UiAction::CycleTheme => return self.set_theme(self.ui.theme.next()),
            UiAction::SystemTheme => {}
            // The host's wish is not the visitor's: nothing is remembered.
            UiAction::HostTheme(theme) => ui.theme = theme,
            UiAction::ToggleKeys => ui.keys_on = !ui.keys_on,
            UiAction::CopyLink(at_playhead) => return self.share(at_playhead),
            UiAction::Copied(what) => ui.copied = what,
            UiAction::CloseBanner => ui.banner = None,
            UiAction::Dragging(on) => ui.dragging = on,
            UiAction::LaneShown(lane) => ui.lane_shown = lane,
            UiAction::Escape if ui.recipe_open => ui.recipe_open = false,
            UiAction::Escape => ui.pinned = None,
            UiAction::ReducedMotion(on) => ui.reduced_motion = on,
        }
        Vec::new()
    }

    /// Copies the link, and says at once what it does not carry.
    fn share(&mut self, at_playhead: bool) -> Vec<Effect> {
        if let Documents::File { name, .. } = &self.session.scenario.documents {
            let text = format!(
                "The link names {name} but does not carry it: whoever opens it is asked for the same documents."
            );
            self.ui.edit().banner = Some(Banner::Notice(text));
        }
        let at_sec = at_playhead.then(|| self.clock.at_ms() / 1_000);
        vec![Effect::ShowLink, Effect::CopyLink { at_sec }]
    }

    fn set_theme(&mut self, theme: Theme) -> Vec<Effect> {
        self.ui.edit().theme = theme;
        vec![Effect::RememberTheme(theme)]
    }
}

/// Whether two scenarios share their start, so that the clock need not go back to it.
fn differ_in_log_only(one: &Scenario, other: &Scenario) -> bool {
    one.documents == other.documents && {
        let start = |scenario: &Scenario| Scenario {
            documents: Documents::Template { text: String::new(), count: 0 },
            log: Vec::new(),
            ..scenario.clone()
        };
        start(one) == start(other)
    }
}

fn toggle_card(ui: &mut Ui, card: Card) {
    if let Some(open) = ui.cards.get_mut(card as usize) {
        *open = !*open;
    }
}

/// Two keys are shown beside each other, one in the playground; an embed stays one.
#[must_use]
pub fn mode_for(mode: Mode, scenario: &Scenario) -> Mode {
    match mode {
        Mode::Embed => Mode::Embed,
        _ if scenario.keys.len() > 1 => Mode::Lanes,
        _ => Mode::Playground,
    }
}
