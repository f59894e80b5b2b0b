//! How wide a text will be. Layout decides from this what fits, so the estimate errs to the wide side. The page measures
//! its real fonts once and passes the correction; without a browser the defaults hold.

/// The fonts of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Interface text, weight 400 or 500.
    Sans,
    /// Interface text, weight 600.
    SansBold,
    /// Key values and code.
    Mono,
}

/// Widths of the page's fonts relative to the built-in estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FontMetrics {
    /// Real width / estimate, interface font.
    pub sans: f64,
    /// Width of weight 600 / width of weight 400, interface font.
    pub bold: f64,
    /// Width of a character in em, code font.
    pub mono_em: f64,
}

impl Default for FontMetrics {
    fn default() -> Self {
        Self { sans: 1.0, bold: 1.07, mono_em: 0.602 }
    }
}

/// A text of typical characters, by which the page measures its fonts. Its digits are all alike, as the page's are.
pub const SAMPLE: &str = "shardC premium 0.00 GB 00 chunks, 00% of writes 0,000/s even share";

impl FontMetrics {
    /// From the measured widths of [`SAMPLE`] at `size` pixels; the defaults where a measure is not usable.
    #[must_use]
    pub fn measured(size: f64, sans: f64, sans_bold: f64, mono: f64) -> Self {
        let fallback = Self::default();
        let usable = |ratio: f64, or: f64| if (0.5..2.0).contains(&ratio) { ratio } else { or };
        let mono_cells = SAMPLE.chars().count() as f64;
        Self {
            sans: usable(sans / (sans_em(SAMPLE) * size), fallback.sans),
            bold: usable(sans_bold / sans, fallback.bold),
            mono_em: usable(mono / (mono_cells * size), fallback.mono_em),
        }
    }

    /// Width in pixels of `text` at `size` pixels.
    #[must_use]
    pub fn width(&self, text: &str, size: f64, face: Face) -> f64 {
        match face {
            Face::Sans => sans_em(text) * size * self.sans,
            Face::SansBold => sans_em(text) * size * self.sans * self.bold,
            Face::Mono => text.chars().map(|c| self.mono_em * f64::from(cells(c))).sum::<f64>() * size,
        }
    }

    /// The text, or its beginning with an ellipsis, or nothing when not even three characters fit.
    #[must_use]
    pub fn fit(&self, text: &str, size: f64, face: Face, width_max: f64) -> Option<String> {
        if self.width(text, size, face) <= width_max {
            return Some(text.to_owned());
        }
        let chars: Vec<char> = text.chars().collect();
        (3..chars.len()).rev().find_map(|n| {
            let short: String = chars.iter().take(n).chain(std::iter::once(&'…')).collect();
            (self.width(&short, size, face) <= width_max).then_some(short)
        })
    }
}

impl FontMetrics {
    /// As [`FontMetrics::fit`], for a bound: one that begins with an ellipsis tells by its end, so its end is kept.
    #[must_use]
    pub fn fit_bound(&self, label: &str, size: f64, width_max: f64) -> Option<String> {
        let Some(tail) = label.strip_prefix('…') else { return self.fit(label, size, Face::Mono, width_max) };
        let n_chars = tail.chars().count();
        (0..n_chars.saturating_sub(2)).find_map(|n| {
            let short: String = std::iter::once('…').chain(tail.chars().skip(n)).collect();
            (self.width(&short, size, Face::Mono) <= width_max).then_some(short)
        })
    }
}

/// Width of a text in em of a common interface font.
fn sans_em(text: &str) -> f64 {
    text.chars().map(char_em).sum()
}

fn char_em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' | '!' | '.' | ',' | ':' | ';' => 0.27,
        ' ' => 0.29,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' | 'I' => 0.37,
        's' | 'z' | 'c' | 'k' | 'x' | 'v' | 'y' | 'J' => 0.53,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '→' | '≥' | '…' => 0.86,
        'A'..='Z' => 0.68,
        c if c.is_ascii() => 0.6,
        c => f64::from(cells(c)) * 0.62,
    }
}

/// Columns that a character takes in a code font: 2 for the wide scripts.
fn cells(c: char) -> u8 {
    match u32::from(c) {
        0x300..=0x36F | 0x200B..=0x200F => 0,
        0x1100..=0x115F
        | 0x2E80..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0x1F300..=0x1FAFF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_with_text_size_and_weight() {
        let fonts = FontMetrics::default();
        assert!(fonts.width("shardC", 13.0, Face::SansBold) > fonts.width("shardC", 13.0, Face::Sans));
        assert!((fonts.width("t_42", 11.0, Face::Mono) - 4.0 * 0.602 * 11.0).abs() < 1e-9);
        assert!((fonts.width("漢字", 10.0, Face::Mono) - fonts.width("abcd", 10.0, Face::Mono)).abs() < 1e-9);
    }

    #[test]
    fn a_measure_replaces_the_estimate_where_it_is_usable() {
        let wide = FontMetrics::measured(10.0, sans_em(SAMPLE) * 12.0, sans_em(SAMPLE) * 13.2, 0.55 * 10.0 * 66.0);
        assert!((wide.sans - 1.2).abs() < 1e-9 && (wide.bold - 1.1).abs() < 1e-9, "{wide:?}");
        assert!((wide.width("abcd", 10.0, Face::Mono) / 22.0 - 1.0).abs() < 0.03);
        assert_eq!(FontMetrics::measured(10.0, 0.0, 0.0, f64::NAN), FontMetrics::default());
    }

    #[test]
    fn what_does_not_fit_is_cut_with_an_ellipsis() {
        let fonts = FontMetrics { mono_em: 0.6, ..FontMetrics::default() };
        let table = [
            (100.0, Some("66b1f0d7")),
            (48.0, Some("66b1f0d7")),
            (47.0, Some("66b1f0…")),
            (24.0, Some("66b…")),
            (23.0, None),
            (0.0, None),
        ];
        for (width, expected) in table {
            assert_eq!(fonts.fit("66b1f0d7", 10.0, Face::Mono, width).as_deref(), expected, "{width}");
        }
    }
}
