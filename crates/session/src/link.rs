//! Links: a scenario in the URL fragment, as `3.` + base64url(deflate(JSON)). The number is the scenario version.
//!
//! Cost: a few hundred microseconds for a template scenario; proportional to the pasted text otherwise.

use crate::scenario::{SCENARIO_VERSION, Scenario};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Longest scenario that a link is unpacked to: 4 MB, so that a hostile link cannot fill the memory.
const UNPACKED_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Deflate level: links are made once and read often.
const DEFLATE_LEVEL: u8 = 9;

/// Why a link could not be made or opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The part before the dot is missing or no number.
    #[error("this link has no version: it does not begin with a number and a dot")]
    NoVersion,
    /// Made by a newer page.
    #[error(
        "this link was made by a newer Shardscope (link version {found}, this page reads up to {SCENARIO_VERSION})"
    )]
    Newer {
        /// The link's version.
        found: u16,
    },
    /// Cut off or changed on its way.
    #[error("this link is damaged: {0}")]
    Damaged(Damage),
    /// The scenario could not be written as JSON.
    #[error("this scenario could not be written into a link")]
    Unwritable,
}

/// Where a damaged link breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Not base64url.
    #[error("it holds characters that a link cannot hold, or its end is missing")]
    Alphabet,
    /// Not a deflate stream, or too large.
    #[error("its end is missing, or it was changed on its way")]
    Compression,
    /// Not a scenario.
    #[error("what it holds is not a scenario")]
    Content,
}

/// A scenario as the text after `#s=`.
pub fn encode(scenario: &Scenario) -> Result<String, LinkError> {
    let json = serde_json::to_vec(scenario).map_err(|_| LinkError::Unwritable)?;
    let packed = miniz_oxide::deflate::compress_to_vec(&json, DEFLATE_LEVEL);
    Ok(format!("{SCENARIO_VERSION}.{}", URL_SAFE_NO_PAD.encode(packed)))
}

/// The scenario of the text after `#s=`.
pub fn decode(text: &str) -> Result<Scenario, LinkError> {
    let (version, payload) = text.trim().split_once('.').ok_or(LinkError::NoVersion)?;
    let found: u16 = version.parse().map_err(|_| LinkError::NoVersion)?;
    if found > SCENARIO_VERSION {
        return Err(LinkError::Newer { found });
    }
    let packed = URL_SAFE_NO_PAD.decode(payload).map_err(|_| LinkError::Damaged(Damage::Alphabet))?;
    let json = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, UNPACKED_BYTES_MAX)
        .map_err(|_| LinkError::Damaged(Damage::Compression))?;
    serde_json::from_slice(&json).map_err(|_| LinkError::Damaged(Damage::Content))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;
    use crate::presets;

    /// The story that a first visit opened with, as the first page shared it.
    const FIRST_LAYOUT: &str = include_str!("../tests/first_layout.link");

    #[test]
    fn every_preset_survives_a_link_under_a_thousand_characters() {
        for preset in presets::all() {
            let link = encode(&preset.scenario).unwrap();
            assert!(link.len() < 1_000, "{}: {} characters", preset.id, link.len());
            assert_eq!(decode(&link).unwrap(), preset.scenario);
        }
    }

    /// Scenarios of the first layout, as links of the first page carry them.
    #[test]
    fn links_of_the_first_layout_stay_readable() {
        let scenario = presets::first_run();
        let link = encode(&scenario).unwrap();
        let (_, payload) = link.split_once('.').unwrap();
        assert_eq!(decode(&format!("1.{payload}")).unwrap(), scenario);
        let shared = decode(FIRST_LAYOUT).unwrap();
        assert_eq!((shared.name.as_str(), shared.keys.len(), shared.log.len()), ("Start here: the hot shard", 2, 1));
    }

    #[test]
    fn every_server_survives_a_link_by_its_name() {
        for server in crate::scenario::Server::ALL {
            let mut scenario = presets::first_run();
            scenario.cluster.server = server;
            assert_eq!(decode(&encode(&scenario).unwrap()).unwrap().cluster.server, server);
            assert_eq!(serde_json::to_value(server).unwrap(), server.name());
        }
    }

    #[test]
    fn broken_links_say_what_is_wrong() {
        let link = encode(&presets::first_run()).unwrap();
        let cut = &link[..link.len() / 2];
        for (text, expected) in [
            ("", LinkError::NoVersion),
            ("abc", LinkError::NoVersion),
            ("x.abc", LinkError::NoVersion),
            ("99.abc", LinkError::Newer { found: 99 }),
            ("2.%%%", LinkError::Damaged(Damage::Alphabet)),
            ("1.AAAA", LinkError::Damaged(Damage::Compression)),
        ] {
            assert_eq!(decode(text), Err(expected), "{text}");
        }
        assert!(matches!(decode(cut), Err(LinkError::Damaged(_))));
        let no_scenario = format!("1.{}", URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(b"{}", 9)));
        assert_eq!(decode(&no_scenario), Err(LinkError::Damaged(Damage::Content)));
    }

    #[test]
    fn a_bomb_is_refused() {
        let bomb = miniz_oxide::deflate::compress_to_vec(&vec![b' '; UNPACKED_BYTES_MAX + 1], 9);
        let link = format!("1.{}", URL_SAFE_NO_PAD.encode(bomb));
        assert_eq!(decode(&link), Err(LinkError::Damaged(Damage::Compression)));
    }
}
