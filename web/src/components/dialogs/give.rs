//! The dialog that gives a command, a setting or a fault to the cluster at the playhead.

use super::frame::DialogFrame;
use crate::components::controls::{Choice, NumberField};
use crate::components::{IconName, draw_icon, use_cx};
use crate::plot::format;
use crate::state::Action;
use crate::state::action::UiAction;
use crate::state::edit::Edit;
use crate::state::give::{Form, Offer, minutes, offers};
use shardscope_session::documents::literal::parse_document;
use shardscope_session::scenario::{Command, FaultSpec};
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// What is being filled in.
#[derive(Debug, Clone, PartialEq)]
struct Draft {
    offer_idx: usize,
    text: String,
    shard: String,
    /// 0 means until it is ended.
    for_sec: u64,
    times: u64,
    start: String,
    stop: String,
}

impl Draft {
    fn of(offers: &[Offer], offer_idx: usize, shard: String) -> Self {
        let text = match offers.get(offer_idx).map(|offer| &offer.form) {
            Some(Form::Typed(text)) => text.clone(),
            _ => String::new(),
        };
        let (start, stop) = ("01:00".to_owned(), "06:00".to_owned());
        Self { offer_idx, text, shard, for_sec: 60, times: 10, start, stop }
    }

    /// The command, or what is missing.
    fn command(&self, form: &Form) -> Result<Command, String> {
        let for_sec = u32::try_from(self.for_sec).ok().filter(|sec| *sec > 0);
        let begin = |fault| Ok(Command::BeginFault { fault, for_sec });
        match form {
            Form::Typed(_) => match parse_document(&self.text) {
                Ok(_) => Ok(Command::Run { text: self.text.trim().to_owned() }),
                Err(error) => Err(format!("Line {}, column {}: {error}", error.position.line, error.position.column)),
            },
            Form::Ready(command) => Ok(command.clone()),
            Form::Shard(fault) => begin(fault.of(self.shard.clone(), u32::try_from(self.times).unwrap_or(u32::MAX))),
            Form::Config => begin(FaultSpec::ConfigReadOnly),
            Form::Window if self.start.trim().is_empty() && self.stop.trim().is_empty() => {
                Ok(Command::SetActiveWindow { minutes: None })
            }
            Form::Window => match minutes(&self.start).zip(minutes(&self.stop)) {
                Some((start, stop)) if start != stop => Ok(Command::SetActiveWindow { minutes: Some((start, stop)) }),
                _ => {
                    Err("Write two different times of day, such as 23:00 and 06:00; none of them means all day."
                        .to_owned())
                }
            },
        }
    }
}

/// The dialog. What it offers is that of the moment at which it was opened.
#[component]
pub fn GiveDialog() -> Html {
    let cx = use_cx();
    let at_ms = *use_memo((), |()| cx.clock.at_ms());
    let offers = use_memo((), |()| offers(&cx.session.scenario, cx.clock.lane(0).map(AsRef::as_ref), at_ms));
    let shards = use_memo((), |()| shard_names(&cx));
    let first = shards.first().cloned().unwrap_or_default();
    let draft = use_state(|| Draft::of(&offers, 0, first.clone()));
    let error = use_state(|| None::<String>);
    let Some(offer) = offers.get(draft.offer_idx) else { return Html::default() };
    let set = |change: fn(&mut Draft, String)| {
        let draft = draft.clone();
        Callback::from(move |value: String| {
            let mut changed = (*draft).clone();
            change(&mut changed, value);
            draft.set(changed);
        })
    };
    let on_offer = {
        let (draft, error, offers, first) = (draft.clone(), error.clone(), offers.clone(), first.clone());
        Callback::from(move |value: String| {
            error.set(None);
            draft.set(Draft::of(&offers, value.parse().unwrap_or(0), first.clone()));
        })
    };
    let give = {
        let (act, draft, error, form) = (cx.dispatch.act.clone(), draft.clone(), error.clone(), offer.form.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match draft.command(&form) {
                Ok(command) => {
                    act.emit(Action::Ui(UiAction::Dialog(None)));
                    act.emit(Action::Seek(at_ms));
                    act.emit(Action::Edit(Edit::Give(command)));
                }
                Err(text) => error.set(Some(text)),
            }
        })
    };
    let names = offers
        .iter()
        .enumerate()
        .map(|(idx, offer)| (idx.to_string().into(), offer.name.to_string().into()))
        .collect::<Vec<_>>();
    html! {
        <DialogFrame title={format!("Give a command at {}", format::clock(at_ms))} class="w-give">
            <form class="give" onsubmit={give}>
                <div class="field">
                    <label for="give-what">{ "What" }</label>
                    <Choice id="give-what" class="inp" options={names} value={draft.offer_idx.to_string()} testid="give-what" on_choose={on_offer} />
                </div>
                <p class="note">{ offer.about }</p>
                { fields(&draft, &offer.form, &shards, &set) }
                if let Some(text) = &*error { <p class="field-error" role="alert" data-testid="give-error">{ text }</p> }
                <p class="note">{ "Whatever came later is dropped: it happened to another cluster. Undo takes this back." }</p>
                <div class="give-acts">
                    <button type="submit" class="btn solid" data-testid="give-run">
                        { draw_icon(IconName::Play) }{ format!("Run at {}", format::clock(at_ms)) }
                    </button>
                </div>
            </form>
        </DialogFrame>
    }
}

/// The shards as shown, or as the scenario has them.
fn shard_names(cx: &crate::components::Cx) -> Vec<String> {
    match cx.clock.lane(0) {
        Some(lane) => lane.shards.iter().filter(|shard| !shard.removed).map(|shard| shard.name.clone()).collect(),
        None => cx.session.scenario.cluster.shards.iter().map(|shard| shard.name.clone()).collect(),
    }
}

/// Changes one thing of the draft.
type Setter<'a> = &'a dyn Fn(fn(&mut Draft, String)) -> Callback<String>;

fn fields(draft: &Draft, form: &Form, shards: &[String], set: Setter<'_>) -> Html {
    match form {
        Form::Typed(_) => command_field(draft, &set(|draft, text| draft.text = text)),
        Form::Ready(_) => Html::default(),
        Form::Window => html! {
            <div class="grid-2">
                { time_field("From", "give-start", &draft.start, &set(|draft, text| draft.start = text)) }
                { time_field("To", "give-stop", &draft.stop, &set(|draft, text| draft.stop = text)) }
            </div>
        },
        Form::Config => html! { <div class="grid-2">{ seconds_field(draft, set) }</div> },
        Form::Shard(fault) => {
            let names = shards.iter().map(|name| (name.clone().into(), name.clone().into())).collect::<Vec<_>>();
            let is_slow = *fault == crate::state::give::ShardFault::Slow;
            let on_times = set(|draft, text| draft.times = text.parse().unwrap_or(2)).reform(|n: u64| n.to_string());
            html! {
                <div class={if is_slow { "grid-3" } else { "grid-2" }}>
                    <div class="field">
                        <label for="give-shard">{ "Shard" }</label>
                        <Choice id="give-shard" class="inp" options={names} value={draft.shard.clone()} testid="give-shard"
                            on_choose={set(|draft, name| draft.shard = name)} />
                    </div>
                    if is_slow {
                        <NumberField label="Slower by" unit="times" range={2..=1_000} testid="give-times" value={draft.times} on_commit={on_times} />
                    }
                    { seconds_field(draft, set) }
                </div>
            }
        }
    }
}

fn seconds_field(draft: &Draft, set: Setter<'_>) -> Html {
    let on_commit = set(|draft, text| draft.for_sec = text.parse().unwrap_or(0)).reform(|n: u64| n.to_string());
    html! {
        <NumberField label="For" hint="(0: until it is ended)" unit="s" range={0..=86_400} testid="give-seconds"
            value={draft.for_sec} {on_commit} />
    }
}

fn time_field(label: &'static str, id: &'static str, value: &str, on_text: &Callback<String>) -> Html {
    let oninput = on_text.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    html! {
        <div class="field">
            <label for={id}>{ label }</label>
            <span class="inp"><input {id} type="text" autocomplete="off" placeholder="23:00" value={value.to_owned()} {oninput} data-testid={id} /></span>
        </div>
    }
}

fn command_field(draft: &Draft, on_text: &Callback<String>) -> Html {
    let oninput = on_text.reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    html! {
        <div class="field">
            <label for="give-text">{ "Command" }<span class="hint">{ " as db.adminCommand takes it" }</span></label>
            <textarea id="give-text" class="snippet" rows="4" spellcheck="false" autocomplete="off" value={draft.text.clone()} {oninput} data-testid="give-text"/>
        </div>
    }
}
