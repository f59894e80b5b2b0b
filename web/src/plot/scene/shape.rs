//! Texts and marks as every scene returns them.

use super::text::{Face, FontMetrics};
use super::{Fill, Rect};

/// What a text is for: size, weight and class follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextStyle {
    /// Axis numbers, row names and notes, 11 px.
    Axis,
    /// 11 px, strong.
    AxisStrong,
    /// 11 px in the second ink.
    Note,
    /// 11 px, second ink, strong.
    NoteStrong,
    /// Names and sizes of shards, 13 px strong.
    Title,
    /// Names of shards in little room, 12 px strong.
    TitleSmall,
    /// 12 px in the second ink.
    Meta,
    /// 12 px in the third ink.
    MetaQuiet,
    /// Zone tags, 11 px.
    Tag,
    /// Key values under an axis, 11 px code.
    Key,
    /// Key values of the pin, 11 px code, strong.
    KeyStrong,
    /// A chunk's name on its tile, 11 px code.
    Tile,
    /// A hot or jumbo chunk's name, 13 px code.
    TileName,
    /// The same in little room, 12 px code.
    TileNameSmall,
    /// Facts on a hot or jumbo tile, 11 px.
    TileFact,
    /// Letters on owner segments, 11 px strong.
    Letter,
}

impl TextStyle {
    /// Size in pixels.
    #[must_use]
    pub fn size(self) -> f64 {
        match self {
            Self::Title | Self::TileName => 13.0,
            Self::TitleSmall | Self::Meta | Self::MetaQuiet | Self::TileNameSmall => 12.0,
            _ => 11.0,
        }
    }

    /// Font.
    #[must_use]
    pub fn face(self) -> Face {
        match self {
            Self::Key | Self::KeyStrong | Self::Tile | Self::TileName | Self::TileNameSmall => Face::Mono,
            Self::Title | Self::TitleSmall | Self::AxisStrong | Self::NoteStrong | Self::Letter => Face::SansBold,
            _ => Face::Sans,
        }
    }

    /// Width in pixels of a text in this style.
    #[must_use]
    pub fn width(self, fonts: &FontMetrics, text: &str) -> f64 {
        fonts.width(text, self.size(), self.face())
    }

    /// Class in the style sheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Axis => "pt pt-axis",
            Self::AxisStrong => "pt pt-axis strong",
            Self::Note => "pt pt-note",
            Self::NoteStrong => "pt pt-note strong",
            Self::Title => "pt pt-title",
            Self::TitleSmall => "pt pt-title small",
            Self::Meta => "pt pt-meta",
            Self::MetaQuiet => "pt pt-meta quiet",
            Self::Tag => "pt pt-tag",
            Self::Key => "pt pt-key",
            Self::KeyStrong => "pt pt-key strong",
            Self::Tile => "pt pt-tile",
            Self::TileName => "pt pt-tile name",
            Self::TileNameSmall => "pt pt-tile name small",
            Self::TileFact => "pt pt-fact",
            Self::Letter => "pt pt-letter",
        }
    }
}

/// Which point of the text `x` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Anchor {
    /// Its left end.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A line of text; `y` is its baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct TextShape {
    /// Anchor point.
    pub x: f64,
    /// Baseline.
    pub y: f64,
    /// The text.
    pub text: String,
    /// Look.
    pub style: TextStyle,
    /// Alignment.
    pub anchor: Anchor,
    /// The fill that it stands on, when that is data: the text is then black or white.
    pub on: Option<Fill>,
}

impl TextShape {
    /// A text at its left end.
    #[must_use]
    pub fn new(x: f64, y: f64, text: impl Into<String>, style: TextStyle) -> Self {
        Self { x, y, text: text.into(), style, anchor: Anchor::Start, on: None }
    }

    /// Aligned otherwise.
    #[must_use]
    pub fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    /// On a fill.
    #[must_use]
    pub fn on(mut self, fill: Fill) -> Self {
        self.on = Some(fill);
        self
    }

    /// The room that it takes.
    #[must_use]
    pub fn bounds(&self, fonts: &FontMetrics) -> Rect {
        let width = self.style.width(fonts, &self.text);
        let x = match self.anchor {
            Anchor::Start => self.x,
            Anchor::Middle => self.x - width / 2.0,
            Anchor::End => self.x - width,
        };
        Rect::new(x, self.y - self.style.size() * 0.78, width, self.style.size())
    }
}

/// A shard's square with its letter.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Where.
    pub rect: Rect,
    /// Whose.
    pub shard_idx: usize,
}

/// A tag beside a shard's name.
#[derive(Debug, Clone, PartialEq)]
pub struct Tag {
    /// Where.
    pub rect: Rect,
    /// The zone's name, or `draining`.
    pub text: String,
    /// The zone's number; none for a state.
    pub zone: Option<usize>,
}
