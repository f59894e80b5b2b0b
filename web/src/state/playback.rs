//! Time: playing, stepping and jumping over the computed part of a run.

use super::action::{Action, Effect};
use super::{Clock, Model, Session};
use shardscope_session::protocol::Request;
use shardscope_session::view::EventKind;

impl Model {
    /// Carries out an act of the transport.
    pub(super) fn playback(&mut self, action: &Action) -> Vec<Effect> {
        let session = self.session.clone();
        let clock = self.clock.edit();
        match *action {
            Action::Tick { elapsed_ms } => tick(clock, &session, elapsed_ms),
            Action::PlayPause => play_pause(clock, &session),
            Action::Pause => clock.playing = false,
            Action::Seek(at_ms) => clock.set_ms(at_ms.min(limit_ms(clock, &session))),
            Action::Step(forward) => {
                clock.playing = false;
                skip(clock, &session, if forward { 1 } else { -1 });
            }
            Action::Skip(n_steps) => skip(clock, &session, n_steps),
            Action::StepEvent(forward) => step_event(clock, &session, forward),
            Action::ToStart => {
                clock.playing = false;
                clock.set_ms(0);
            }
            Action::ToEnd => clock.set_ms(limit_ms(clock, &session)),
            Action::SetSpeed(speed) => clock.speed = speed.clamp(1, 600),
            _ => {}
        }
        self.stop_for_question();
        self.pull_frame()
    }

    /// Asks for the frame under the playhead unless it is there or on its way.
    pub(super) fn pull_frame(&mut self) -> Vec<Effect> {
        let run = self.session.live_run;
        let at_ms = self.clock.at_ms();
        let shown = self.clock.shown.as_ref().filter(|shown| shown.run == run && shown.at_ms == at_ms);
        if run == 0 || shown.is_some_and(|shown| shown.is_final) {
            return Vec::new();
        }
        let wish = self.clock.edit().next_request(run);
        wish.map(|(run, at_ms)| Effect::Send(Request::Frame { run, at_ms })).into_iter().collect()
    }
}

/// The last instant that can be shown.
fn last_ms(session: &Session) -> u64 {
    match session.horizon_ms {
        Some(horizon_ms) => horizon_ms.min(session.computed_ms.max(1)),
        None => session.computed_ms,
    }
}

/// How far the playhead may go now. After an edit it stands where the new run has not come to yet: it waits there.
fn limit_ms(clock: &Clock, session: &Session) -> u64 {
    let last = last_ms(session);
    if session.is_done() { last } else { last.max(clock.at_ms()) }
}

/// Playing goes on to what is computed and waits there; at the end of the run it stops.
fn tick(clock: &mut Clock, session: &Session, elapsed_ms: f64) {
    if !clock.playing {
        return;
    }
    // A tab that slept must not leap: a tick stands for a quarter of a second at most.
    let advance = elapsed_ms.clamp(0.0, 250.0) * f64::from(clock.speed);
    let last = limit_ms(clock, session) as f64;
    clock.at = (clock.at + advance).min(last);
    if session.is_done() && clock.at >= last {
        clock.playing = false;
    }
}

fn play_pause(clock: &mut Clock, session: &Session) {
    clock.playing = !clock.playing;
    if clock.playing && session.is_done() && clock.at_ms() >= last_ms(session) {
        clock.set_ms(0);
    }
}

fn skip(clock: &mut Clock, session: &Session, n_steps: i64) {
    let way_ms = session.step_ms().saturating_mul(n_steps.unsigned_abs());
    let at_ms = clock.at_ms();
    let target = if n_steps < 0 { at_ms.saturating_sub(way_ms) } else { at_ms.saturating_add(way_ms) };
    clock.set_ms(target.min(limit_ms(clock, session)));
}

fn step_event(clock: &mut Clock, session: &Session, forward: bool) {
    clock.playing = false;
    let at_ms = clock.at_ms();
    let times = session
        .lanes
        .iter()
        .flat_map(|lane| lane.rows.iter())
        .filter(|row| row.kind != EventKind::NoMove)
        .map(|row| row.at_ms);
    let target = if forward { times.filter(|&t| t > at_ms).min() } else { times.filter(|&t| t < at_ms).max() };
    let limit = limit_ms(clock, session);
    clock.set_ms(target.unwrap_or(if forward { limit } else { 0 }).min(limit));
}
