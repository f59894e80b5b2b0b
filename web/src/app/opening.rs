//! How the page opens: from a link, with the story, or with a preset.

use super::{document, storage};
use crate::state::reduce::mode_for;
use crate::state::route::{PlayWhen, Route};
use crate::state::story::with_one_key;
use crate::state::ui::{Banner, Mode, Theme};
use crate::state::{Effect, Model};
use shardscope_session::scenario::Scenario;
use shardscope_session::{link, presets};

/// Lower pages open with the event log closed.
const DRAWER_FROM: f64 = 820.0;

/// The page at its first instant.
pub(super) struct Opening {
    pub model: Model,
    pub effects: Vec<Effect>,
    /// The packed scenario of the address.
    pub packed: Option<String>,
    /// Plays once when most of the page is visible.
    pub plays_in_view: bool,
}

pub(super) fn open() -> Opening {
    let route = Route::parse(&document::query(), &document::fragment());
    let (scenario, broken) = scenario_of(&route);
    let story_seen = route.embed || storage::get(storage::STORY_SEEN).is_some();
    let scenario =
        if story_seen && route.scenario.is_none() && !route.embed { with_one_key(&scenario, 0) } else { scenario };
    let mode = if route.embed { Mode::Embed } else { mode_for(Mode::Playground, &scenario) };
    let mut model = Model::new(mode, scenario.clone());
    let theme = route.theme.or_else(|| storage::get(storage::THEME).as_deref().and_then(Theme::parse));
    let ui = model.ui.edit();
    ui.theme = theme.unwrap_or(Theme::Auto);
    ui.reduced_motion = document::prefers_reduced_motion();
    ui.drawer_open = document::height() >= DRAWER_FROM;
    ui.view = route.view.unwrap_or(ui.view);
    ui.banner = broken.map(Banner::BrokenLink);
    let starts_at_ms = scenario.story.as_ref().map(|story| story.starts_at_ms);
    let effects = model.update(crate::state::Action::Open(Box::new(scenario)));
    set_clock(&mut model, &route, starts_at_ms);
    let plays_in_view = route.embed && route.play == PlayWhen::InView && !model.ui.reduced_motion;
    Opening { model, effects, packed: route.scenario, plays_in_view }
}

/// The scenario of the link, or the first preset; a broken link says why.
fn scenario_of(route: &Route) -> (Scenario, Option<String>) {
    match route.scenario.as_deref().map(link::decode) {
        None => (presets::first_run(), None),
        Some(Ok(scenario)) => (scenario, None),
        Some(Err(error)) => (presets::first_run(), Some(error.to_string())),
    }
}

/// Puts the clock where the address wants it.
pub(super) fn set_clock(model: &mut Model, route: &Route, starts_at_ms: Option<u64>) {
    let is_embed = route.embed;
    let clock = model.clock.edit();
    if is_embed {
        clock.playing = false;
        clock.speed = crate::state::story::STORY_SPEED;
        clock.set_ms(starts_at_ms.unwrap_or(0));
    }
    if let Some(at_sec) = route.at_sec {
        clock.playing = false;
        clock.set_ms(at_sec.saturating_mul(1_000));
    }
}
