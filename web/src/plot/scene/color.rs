//! The palettes of both themes: the same values as the style sheet's tokens, which colours computed between two stops
//! can't read.

use super::Fill;
use super::shard_mark::{N_SHARD_COLORS, N_ZONE_COLORS};

/// A colour, 8 bits a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The colour of text on a fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextOn {
    /// Pure black.
    Black,
    /// Pure white.
    White,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark ink on light ground; ramps run light to dark.
    #[default]
    Light,
    /// Light ink on dark ground; ramps run dark to light.
    Dark,
}

/// The data colours of a theme.
#[derive(Debug, PartialEq, Eq)]
pub struct Palette {
    /// Writes ramp, nine stops.
    pub heat: [Rgb; 9],
    /// Age ramp, five stops.
    pub age: [Rgb; 5],
    /// Shards.
    pub shard: [Rgb; N_SHARD_COLORS],
    /// Zone tints.
    pub zone: [Rgb; N_ZONE_COLORS],
    /// Ground of what has no meaning.
    pub sunken: Rgb,
    /// The strong line colour at 55% over the surface: bars of the profile.
    pub quiet: Rgb,
}

const fn rgb(hex: u32) -> Rgb {
    let [_, r, g, b] = hex.to_be_bytes();
    Rgb(r, g, b)
}

/// Light theme.
pub static LIGHT: Palette = Palette {
    heat: [
        rgb(0xF4_F3EA),
        rgb(0xF4_E6C0),
        rgb(0xF6_CF8C),
        rgb(0xF8_AC56),
        rgb(0xF2_7F33),
        rgb(0xDC_4E2B),
        rgb(0xB7_2933),
        rgb(0x8B_1237),
        rgb(0x61_0D35),
    ],
    age: [rgb(0xF1_F3F5), rgb(0xD5_DEE6), rgb(0xA9_BCCB), rgb(0x6F_8DA5), rgb(0x38_5A75)],
    shard: [
        rgb(0x2C_41D3),
        rgb(0xCD_7817),
        rgb(0x0E_7A60),
        rgb(0x5F_1F66),
        rgb(0x77_5C03),
        rgb(0x92_7AF1),
        rgb(0x86_283A),
        rgb(0x27_90A9),
        rgb(0x6C_9662),
        rgb(0xB3_5A88),
        rgb(0x50_5660),
        rgb(0x2A_1B04),
    ],
    zone: [rgb(0xDC_E9F5), rgb(0xEF_E3F3), rgb(0xE2_EFDC), rgb(0xF8_E6D8)],
    sunken: rgb(0xF5_F5F1),
    quiet: rgb(0xBF_C1C5),
};

/// Dark theme.
pub static DARK: Palette = Palette {
    heat: [
        rgb(0x20_222C),
        rgb(0x32_2950),
        rgb(0x56_2D6D),
        rgb(0x88_3079),
        rgb(0xC2_3A67),
        rgb(0xE8_6453),
        rgb(0xFB_9344),
        rgb(0xFC_C25E),
        rgb(0xF9_E99A),
    ],
    age: [rgb(0x1E_232A), rgb(0x2B_3B49), rgb(0x3F_5D74), rgb(0x6F_97B5), rgb(0xBB_D9EE)],
    shard: [
        rgb(0x90_B0FF),
        rgb(0xFF_BB55),
        rgb(0x3A_8370),
        rgb(0xB2_60A6),
        rgb(0xFF_EFB9),
        rgb(0x89_7BEA),
        rgb(0xFE_9291),
        rgb(0x94_DBFD),
        rgb(0x7F_A95B),
        rgb(0xFF_CEDB),
        rgb(0xA0_A9B8),
        rgb(0x92_6C3C),
    ],
    zone: [rgb(0x1B_2B3B), rgb(0x2E_2237), rgb(0x20_301B), rgb(0x38_2719)],
    sunken: rgb(0x19_1D23),
    quiet: rgb(0x43_4955),
};

impl Theme {
    /// Its data colours.
    #[must_use]
    pub fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

impl Palette {
    /// The colour of a fill.
    #[must_use]
    pub fn fill(&self, fill: Fill) -> Rgb {
        match fill {
            Fill::Heat(step) => ramp(&self.heat, f64::from(step) / 255.0),
            Fill::Age(step) => ramp(&self.age, f64::from(step) / 255.0),
            Fill::Zone(n) => at(&self.zone, n),
            Fill::Shard(n) => at(&self.shard, n),
            Fill::Sunken => self.sunken,
            Fill::Quiet => self.quiet,
        }
    }
}

impl Rgb {
    /// `#rrggbb`.
    #[must_use]
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Relative luminance, WCAG 2.2.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Black or white, whichever contrasts more: never under 4.58:1.
    #[must_use]
    pub fn text_on(self) -> TextOn {
        let luminance = self.luminance();
        if (luminance + 0.05) * (luminance + 0.05) >= 1.05 * 0.05 { TextOn::Black } else { TextOn::White }
    }
}

impl TextOn {
    /// `#000` or `#fff`.
    #[must_use]
    pub fn hex(self) -> &'static str {
        match self {
            Self::Black => "#000",
            Self::White => "#fff",
        }
    }
}

/// Linear between the stops.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a stop's index: small and not negative")]
fn ramp(stops: &[Rgb], position: f64) -> Rgb {
    let last = stops.len().saturating_sub(1);
    let scaled = position.clamp(0.0, 1.0) * last as f64;
    let low_idx = (scaled as usize).min(last);
    let mix = scaled - low_idx as f64;
    let (low, high) = (at(stops, low_idx), at(stops, (low_idx + 1).min(last)));
    let channel = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * mix).round() as u8;
    Rgb(channel(low.0, high.0), channel(low.1, high.1), channel(low.2, high.2))
}

fn at(colors: &[Rgb], n: usize) -> Rgb {
    colors.get(n % colors.len().max(1)).copied().unwrap_or(Rgb(0, 0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(a: f64, b: f64) -> f64 {
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn ramps_hit_their_stops_and_mix_between() {
        let stops = [Rgb(0, 0, 0), Rgb(100, 50, 20), Rgb(200, 200, 200)];
        for (position, expected) in [
            (-1.0, Rgb(0, 0, 0)),
            (0.25, Rgb(50, 25, 10)),
            (0.5, Rgb(100, 50, 20)),
            (1.0, Rgb(200, 200, 200)),
            (9.0, Rgb(200, 200, 200)),
        ] {
            assert_eq!(ramp(&stops, position), expected, "{position}");
        }
        assert_eq!(LIGHT.fill(Fill::Heat(0)).hex(), "#f4f3ea");
        assert_eq!(DARK.fill(Fill::Heat(255)).hex(), "#f9e99a");
    }

    #[test]
    fn palettes_are_the_tokens_of_the_style_sheet() {
        let css = include_str!("../../../style/tokens.css");
        let dark_at = css.find("[data-theme=\"dark\"]").unwrap_or(css.len());
        for (palette, tokens) in [(&LIGHT, &css[..dark_at]), (&DARK, &css[dark_at..])] {
            let check = |name: String, color: Rgb| {
                let line = format!("--{name}: {}", color.hex());
                assert!(tokens.to_lowercase().contains(&line.to_lowercase()), "{line}");
            };
            palette.heat.iter().enumerate().for_each(|(i, color)| check(format!("h{i}"), *color));
            palette.age.iter().enumerate().for_each(|(i, color)| check(format!("a{i}"), *color));
            palette.shard.iter().zip('A'..).for_each(|(color, letter)| check(format!("s{letter}"), *color));
            palette.zone.iter().enumerate().for_each(|(i, color)| check(format!("z{}", i + 1), *color));
            check("sunken".to_owned(), palette.sunken);
        }
    }

    #[test]
    fn more_writes_are_always_darker_in_light_and_lighter_in_dark() {
        for step in 1..=255 {
            let light = |s| LIGHT.fill(Fill::Heat(s)).luminance();
            let dark = |s| DARK.fill(Fill::Heat(s)).luminance();
            assert!(light(step) <= light(step - 1) + 0.004, "light {step}");
            assert!(dark(step) >= dark(step - 1) - 0.004, "dark {step}");
        }
    }

    #[test]
    fn text_reads_on_every_fill() {
        let fills = (0..=255).flat_map(|s| [Fill::Heat(s), Fill::Age(s)]).chain((0..12).map(Fill::Shard));
        for fill in fills.chain((0..4).map(Fill::Zone)).chain([Fill::Sunken]) {
            for palette in [&LIGHT, &DARK] {
                let ground = palette.fill(fill);
                let text = if ground.text_on() == TextOn::Black { 0.0 } else { 1.0 };
                assert!(contrast(text, ground.luminance()) >= 4.58, "{fill:?} {ground:?}");
            }
        }
    }
}
