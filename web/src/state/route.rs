//! What the address asks for: `?embed=1&theme=dark&view=keyspace&play=click#s=1....`. Query and fragment may both carry
//! parameters; the fragment wins.

use super::ui::{Theme, View};

/// When an embed starts to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayWhen {
    /// Once, when most of it is visible.
    InView,
    /// On a click.
    Click,
    /// Never by itself, and without a play button's promise: it shows the frame of `t`.
    Never,
}

/// What the address asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Packed scenario, the value of `s`.
    pub scenario: Option<String>,
    /// Stage and transport alone.
    pub embed: bool,
    /// Theme, if asked for.
    pub theme: Option<Theme>,
    /// View, if asked for.
    pub view: Option<View>,
    /// When an embed plays.
    pub play: PlayWhen,
    /// Simulated second to open at.
    pub at_sec: Option<u64>,
}

impl Route {
    /// Reads the query (with or without `?`) and the fragment (with or without `#`). Unknown parameters are ignored.
    #[must_use]
    pub fn parse(query: &str, fragment: &str) -> Self {
        let mut route =
            Self { scenario: None, embed: false, theme: None, view: None, play: PlayWhen::InView, at_sec: None };
        for part in [query.trim_start_matches('?'), fragment.trim_start_matches('#')] {
            for pair in part.split('&') {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                route.set(name, value);
            }
        }
        route
    }

    fn set(&mut self, name: &str, value: &str) {
        match name {
            "s" if !value.is_empty() => self.scenario = Some(value.to_owned()),
            "embed" => self.embed = value != "0",
            "theme" => self.theme = Theme::parse(value).or(self.theme),
            "view" => self.view = parse_view(value).or(self.view),
            "play" => self.play = parse_play(value).unwrap_or(self.play),
            "t" => self.at_sec = value.parse().ok().or(self.at_sec),
            _ => {}
        }
    }
}

fn parse_view(value: &str) -> Option<View> {
    match value {
        "shards" => Some(View::Shards),
        "keyspace" => Some(View::KeySpace),
        _ => None,
    }
}

fn parse_play(value: &str) -> Option<PlayWhen> {
    match value {
        "in-view" | "1" => Some(PlayWhen::InView),
        "click" => Some(PlayWhen::Click),
        "never" | "0" => Some(PlayWhen::Never),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_and_fragment_are_read_and_the_fragment_wins() {
        let route = Route::parse("?embed=1&theme=dark&view=keyspace", "#s=1.abc_-&theme=light&t=90&play=click");
        assert_eq!(
            route,
            Route {
                scenario: Some("1.abc_-".to_owned()),
                embed: true,
                theme: Some(Theme::Light),
                view: Some(View::KeySpace),
                play: PlayWhen::Click,
                at_sec: Some(90),
            }
        );
    }

    #[test]
    fn what_is_unknown_is_ignored() {
        let plain = Route::parse("", "");
        for (query, fragment) in [("?utm_source=x", "#"), ("?theme=pink&view=3d", "#s="), ("", "#stage"), ("?t=-4", "")]
        {
            assert_eq!(Route::parse(query, fragment), plain, "{query} {fragment}");
        }
        assert!(!Route::parse("?embed=0", "").embed);
    }
}
