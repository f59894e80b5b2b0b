//! How the browser presents itself to the page.

/// A viewport and a visitor's preferences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// CSS pixels.
    pub width: u32,
    /// CSS pixels.
    pub height: u32,
    /// The system's theme.
    pub theme: Theme,
    /// The system asks for less motion.
    pub reduced_motion: bool,
    /// Touch instead of a mouse, as a phone has it.
    pub touch: bool,
}

/// The system's theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Look {
    /// A desktop screen.
    pub const DESKTOP: Self =
        Self { width: 1440, height: 900, theme: Theme::Light, reduced_motion: false, touch: false };
    /// A tablet on its side, with a keyboard.
    pub const TABLET: Self = Self { width: 1024, height: 768, ..Self::DESKTOP };
    /// A tablet held in the hands.
    pub const TABLET_UPRIGHT: Self = Self { width: 820, height: 1180, ..Self::DESKTOP };
    /// A phone.
    pub const PHONE: Self = Self { width: 390, height: 844, touch: true, ..Self::DESKTOP };
    /// An embed in an article.
    pub const EMBED: Self = Self { width: 720, height: 420, ..Self::DESKTOP };
    /// The smallest embed.
    pub const EMBED_SMALL: Self = Self { width: 320, height: 300, ..Self::DESKTOP };

    /// The same with a dark system theme.
    #[must_use]
    pub const fn dark(self) -> Self {
        Self { theme: Theme::Dark, ..self }
    }

    /// The same with less motion.
    #[must_use]
    pub const fn still(self) -> Self {
        Self { reduced_motion: true, ..self }
    }
}
