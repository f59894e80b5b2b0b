//! The caption: one sentence on what happens, one on what the balancer decided. It is also what a screen reader hears, at
//! most once in two seconds while time runs.

use crate::components::{Cx, IconName, draw_icon};
use gloo_timers::callback::Timeout;
use shardscope_session::view::Caption;
use yew::prelude::*;

/// Shortest time between two messages to a reader.
const QUIET_MS: u32 = 2_000;

/// The caption.
pub fn caption_lines(cx: &Cx, lane: usize) -> Html {
    let clock = cx.clock.clone();
    let caption = clock.lane(lane).map(|lane| lane.caption.clone()).unwrap_or_default();
    html! {
        <div class="caption" id="caption">
            <p class="fact" title={format!("{} {}", caption.fact, caption.consequence)} data-testid="caption"><b>{ &caption.fact }</b>{ " " }<span>{ &caption.consequence }</span></p>
            <p class="balancer" title={caption.balancer.clone()} data-testid="caption-balancer">
                if !caption.balancer.is_empty() {
                    { draw_icon(IconName::Scale) }<span>{ "Balancer: " }{ code_parts(&caption.balancer) }</span>
                }
            </p>
            <Spoken {caption} playing={clock.playing} />
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct SpokenProps {
    caption: Caption,
    playing: bool,
}

/// The live region: takes the newest caption, and then nothing for two seconds while playing.
#[component]
fn Spoken(props: &SpokenProps) -> Html {
    let said = use_state(String::new);
    let latest = use_mut_ref(String::new);
    let quiet = use_mut_ref(|| None::<Timeout>);
    let Caption { fact, consequence, balancer } = &props.caption;
    let text = if fact.is_empty() { String::new() } else { format!("{fact} {consequence} Balancer: {balancer}") };
    {
        let said = said.clone();
        use_effect_with((text, props.playing), move |(text, playing)| {
            latest.borrow_mut().clone_from(text);
            if !playing {
                *quiet.borrow_mut() = None;
                said.set(text.clone());
            } else if quiet.borrow().is_none() {
                said.set(text.clone());
                let (again, latest) = (quiet.clone(), latest.clone());
                *quiet.borrow_mut() = Some(Timeout::new(QUIET_MS, move || {
                    *again.borrow_mut() = None;
                    said.set(latest.borrow().clone());
                }));
            }
        });
    }
    html! { <p class="sr" role="status" aria-live="polite">{ &*said }</p> }
}

/// Ranges such as `[t_76, t_78)` in code type.
fn code_parts(text: &str) -> Html {
    let mut parts: Vec<Html> = Vec::new();
    let mut rest = text;
    while let Some((start, end)) = range_in(rest) {
        parts.push(html! { { rest.get(..start).unwrap_or_default().to_owned() } });
        parts.push(html! { <code>{ rest.get(start..end).unwrap_or_default().to_owned() }</code> });
        rest = rest.get(end..).unwrap_or_default();
    }
    parts.push(html! { { rest.to_owned() } });
    parts.into_iter().collect()
}

/// Start and end of the first `[...)` of a text.
fn range_in(text: &str) -> Option<(usize, usize)> {
    let start = text.find('[')?;
    let len = text.get(start..)?.find(')')?;
    Some((start, start + len + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_found() {
        for (text, expected) in
            [("moving [t_76, t_78) from C", Some((7, 19))), ("no move: gap 3 MB", None), ("[open", None)]
        {
            assert_eq!(range_in(text), expected, "{text}");
        }
    }
}
