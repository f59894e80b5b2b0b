//! The page around an embed: it may tell the theme by message, and is told the height that suits its width.
//!
//! There is no standard for either, so the dialects that wikis and documentation tools speak are understood and spoken.

use crate::state::ui::Theme;
use serde::{Deserialize, Serialize};

/// The frame of the design: 720 by 420 pixels.
const HEIGHT_PER_WIDTH: f64 = 420.0 / 720.0;
const HEIGHT_MIN_PX: f64 = 300.0;
const HEIGHT_MAX_PX: f64 = 560.0;

/// A message from the page around, as far as it may concern the theme. Anything else is left alone.
#[derive(Debug, Default, Deserialize)]
pub(super) struct HostMessage {
    /// `{ theme: "dark" }`, with or without a type (`set-theme` of comment widgets).
    #[serde(default)]
    theme: Option<String>,
    /// The name that some hosts use instead (`{ colorScheme: "dark" }`).
    #[serde(default, rename = "colorScheme")]
    color_scheme: Option<String>,
}

impl HostMessage {
    /// The theme that the host asks for: its name may be longer, as in `github-dark`.
    pub(super) fn theme(&self) -> Option<Theme> {
        let name = self.theme.as_deref().or(self.color_scheme.as_deref())?.to_ascii_lowercase();
        let has = |word: &str| name.contains(word);
        match (has("dark"), has("light"), has("auto") || has("system")) {
            (true, false, _) => Some(Theme::Dark),
            (false, true, _) => Some(Theme::Light),
            (_, _, true) => Some(Theme::Auto),
            _ => None,
        }
    }
}

/// The height of this embed, in one dialect.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum HeightMessage {
    /// Ours, and any host that listens for a height.
    Plain { r#type: &'static str, height: u32 },
    /// AMP frames.
    Amp { sentinel: &'static str, r#type: &'static str, height: u32 },
    /// Embedly and the hosts that follow it.
    Frame { context: &'static str, height: u32 },
    /// Learning platforms (LTI).
    Lti { subject: &'static str, height: u32 },
}

/// The messages that tell a host the height for a width, both in CSS pixels.
pub(super) fn height_messages(width_px: f64) -> [HeightMessage; 4] {
    let height = height_px(width_px);
    [
        HeightMessage::Plain { r#type: "shardscope:height", height },
        HeightMessage::Amp { sentinel: "amp", r#type: "embed-size", height },
        HeightMessage::Frame { context: "iframe.resize", height },
        HeightMessage::Lti { subject: "lti.frameResize", height },
    ]
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a few hundred")]
fn height_px(width_px: f64) -> u32 {
    (width_px * HEIGHT_PER_WIDTH).round().clamp(HEIGHT_MIN_PX, HEIGHT_MAX_PX) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_sizes_of_the_design_and_the_limits() {
        let table = [(720.0, 420), (320.0, 300), (0.0, 300), (900.0, 525), (4000.0, 560)];
        for (width_px, expected) in table {
            assert_eq!(height_px(width_px), expected, "{width_px} px wide");
        }
    }

    #[test]
    fn themes_are_understood_in_several_dialects() {
        let table = [
            (Some("dark"), None, Some(Theme::Dark)),
            (Some("github-dark"), None, Some(Theme::Dark)),
            (None, Some("LIGHT"), Some(Theme::Light)),
            (Some("auto"), None, Some(Theme::Auto)),
            (Some("sepia"), None, None),
            (None, None, None),
        ];
        for (theme, color_scheme, expected) in table {
            let message = HostMessage { theme: theme.map(Into::into), color_scheme: color_scheme.map(Into::into) };
            assert_eq!(message.theme(), expected, "{theme:?} {color_scheme:?}");
        }
    }
}
