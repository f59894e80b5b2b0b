//! Effects: what the model asks of the browser and the engine.

use super::opening::set_clock;
use super::{App, Msg, document, storage};
use crate::state::action::UiAction;
use crate::state::route::Route;
use crate::state::ui::Banner;
use crate::state::{Action, Effect};
use gloo_timers::future::TimeoutFuture;
use shardscope_session::link;
use web_sys::File;
use yew::Context;

/// How long a word about the clipboard stays.
const SAID_MS: u32 = 2_500;

impl App {
    pub(super) fn carry_out(&mut self, ctx: &Context<Self>, effects: Vec<Effect>) {
        for effect in effects {
            self.carry_out_one(ctx, effect);
        }
    }

    fn carry_out_one(&mut self, ctx: &Context<Self>, effect: Effect) {
        match effect {
            Effect::Send(request) => self.send(request),
            Effect::ReadFile { import, columns } => {
                if let (Some(engine), Some(file)) = (&self.engine, &self.file) {
                    engine.read_file(import, columns, file);
                }
            }
            Effect::ReadText { import, text, columns } => {
                if let Some(engine) = &self.engine {
                    engine.read_text(import, columns, text);
                }
            }
            Effect::SpawnEngine => self.spawn_engine(ctx),
            Effect::ShowLink => self.show_link(),
            Effect::CopyLink { at_sec } => self.copy_link(ctx, at_sec),
            Effect::RememberStory => storage::set(storage::STORY_SEEN, "1"),
            Effect::RememberTheme(theme) => storage::set(storage::THEME, theme.name()),
            Effect::FocusStage => document::focus_stage(),
        }
    }

    /// Puts the scenario into the address, so that a reload and a bookmark keep it.
    fn show_link(&mut self) {
        if let Ok(packed) = link::encode(&self.model.session.scenario) {
            document::set_fragment(&format!("#s={packed}"));
            self.own_link = packed;
        }
    }

    fn copy_link(&self, ctx: &Context<Self>, at_sec: Option<u64>) {
        let said = ctx.link().clone();
        let at = at_sec.map(|sec| format!("&t={sec}")).unwrap_or_default();
        let link = document::link_to(&format!("{}{at}", self.own_link));
        wasm_bindgen_futures::spawn_local(async move {
            let copied = document::copy(&link).await;
            let word = if copied { "Link copied" } else { "Refused: copy the address" };
            let say = move |what| said.send_message(Msg::Act(Action::Ui(UiAction::Copied(what))));
            say(Some(word));
            TimeoutFuture::new(SAID_MS).await;
            say(None);
        });
    }

    pub(super) fn take_file(&mut self, file: File) -> Vec<Effect> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a file's size is a whole number")]
        let bytes_total = file.size() as u64;
        let name = file.name();
        self.file = Some(file);
        self.model.update(Action::ImportFile { name, bytes_total, columns: Vec::new() })
    }

    /// Opens the scenario of an address that somebody typed or went back to.
    pub(super) fn follow_address(&mut self) -> Vec<Effect> {
        let route = Route::parse(&document::query(), &document::fragment());
        let packed = route.scenario.clone().filter(|packed| *packed != self.own_link);
        let Some(packed) = packed else { return Vec::new() };
        self.own_link.clone_from(&packed);
        match link::decode(&packed) {
            Ok(scenario) => {
                let starts_at_ms = scenario.story.as_ref().map(|story| story.starts_at_ms);
                let effects = self.model.update(Action::Open(Box::new(scenario)));
                set_clock(&mut self.model, &route, starts_at_ms);
                effects
            }
            Err(error) => {
                self.model.ui.edit().banner = Some(Banner::Notice(format!(
                    "The link could not be opened, so the scenario on the page stays: {error}."
                )));
                Vec::new()
            }
        }
    }
}
