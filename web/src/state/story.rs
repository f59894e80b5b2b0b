//! The opening story: two keys on one clock, a question at a set time, an answer after the run.

use super::Model;
use super::action::{Action, Effect};
use super::ui::Mode;
use shardscope_session::scenario::{Scenario, Story};

/// Speed of the story, in simulated seconds per real second.
pub const STORY_SPEED: u32 = 80;

impl Model {
    /// The story, while its bar is shown.
    #[must_use]
    pub fn story(&self) -> Option<&Story> {
        self.session.scenario.story.as_ref().filter(|_| self.ui.story_on && !self.session.is_edited())
    }

    /// Carries out an act of the story's bar.
    pub(super) fn play_story(&mut self, action: &Action) -> Vec<Effect> {
        match *action {
            Action::Predict(idx) => {
                if !self.ui.story_ran {
                    self.ui.edit().predicted = Some(idx);
                }
                Vec::new()
            }
            Action::RunStory => self.run_story(),
            Action::SkipStory(lane) => self.skip_story(lane),
            _ => Vec::new(),
        }
    }

    /// Pauses at the question until it is answered.
    pub(super) fn stop_for_question(&mut self) {
        let Some(asks_at_ms) = self.story().map(|story| story.asks_at_ms) else { return };
        if self.ui.story_ran || !self.clock.playing || self.clock.at_ms() < asks_at_ms {
            return;
        }
        let clock = self.clock.edit();
        clock.playing = false;
        clock.set_ms(asks_at_ms);
    }

    /// Puts the clock where the story opens: playing from its start, or still at its question when less motion is asked
    /// for.
    pub(super) fn open_story(&mut self) {
        let Some(story) = self.session.scenario.story.clone() else { return };
        let still = self.ui.reduced_motion;
        let ui = self.ui.edit();
        (ui.story_on, ui.story_ran, ui.predicted) = (true, false, None);
        let clock = self.clock.edit();
        clock.speed = STORY_SPEED;
        clock.playing = !still;
        clock.set_ms(if still { story.asks_at_ms } else { story.starts_at_ms });
    }

    fn run_story(&mut self) -> Vec<Effect> {
        let Some(asks_at_ms) = self.story().map(|story| story.asks_at_ms) else { return Vec::new() };
        if self.ui.predicted.is_none() {
            return Vec::new();
        }
        self.ui.edit().story_ran = true;
        let still = self.ui.reduced_motion;
        let clock = self.clock.edit();
        clock.set_ms(asks_at_ms);
        clock.playing = !still;
        let mut effects = vec![Effect::RememberStory];
        effects.extend(self.pull_frame());
        effects
    }

    fn skip_story(&mut self, lane: usize) -> Vec<Effect> {
        let scenario = with_one_key(&self.session.scenario, lane);
        self.ui.edit().mode = Mode::Playground;
        let mut effects = vec![Effect::RememberStory];
        effects.extend(self.open(scenario));
        effects.push(Effect::FocusStage);
        effects
    }
}

/// The scenario with one of its keys and without its story.
#[must_use]
pub fn with_one_key(scenario: &Scenario, lane: usize) -> Scenario {
    let mut single = scenario.clone();
    single.keys = scenario.keys.iter().skip(lane).take(1).cloned().collect();
    if single.keys.is_empty() {
        single.keys.clone_from(&scenario.keys);
        single.keys.truncate(1);
    }
    single.story = None;
    single
}
