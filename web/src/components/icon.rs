//! Icons on a 16 px grid with a stroke of 1.5 px.

use yew::prelude::*;

/// An icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each one is named after what it shows")]
pub enum IconName {
    Chevron,
    Undo,
    Redo,
    Link,
    Code,
    Sun,
    Moon,
    Auto,
    Help,
    Dice,
    Grip,
    Cross,
    Plus,
    Minus,
    Copy,
    ToStart,
    Back,
    Forward,
    Play,
    Pause,
    Scale,
    List,
    Table,
    Recipe,
    Bars,
    Check,
    Open,
    Spark,
    Star,
    Upload,
    Arrow,
}

impl IconName {
    /// Stroked path, and filled path.
    fn paths(self) -> (&'static str, &'static str) {
        match self {
            Self::Chevron => ("M4.75 6.25 8 9.5l3.25-3.25", ""),
            Self::Undo => ("M5.75 3 2.75 6l3 3M3 6h6.25a3.75 3.75 0 0 1 0 7.5H6.5", ""),
            Self::Redo => ("M10.25 3l3 3-3 3M13 6H6.75a3.75 3.75 0 0 0 0 7.5H9.5", ""),
            Self::Link => (
                "M6.9 9.1a2.7 2.7 0 0 0 3.8 0l2-2a2.7 2.7 0 0 0-3.8-3.8l-.7.7M9.1 6.9a2.7 2.7 0 0 0-3.8 0l-2 2a2.7 2.7 0 0 0 3.8 3.8l.7-.7",
                "",
            ),
            Self::Code => ("M5.25 4.25 1.75 8l3.5 3.75M10.75 4.25 14.25 8l-3.5 3.75", ""),
            Self::Sun => (
                "M10.75 8a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0ZM8 1.5v1.25M8 13.25v1.25M1.5 8h1.25M13.25 8h1.25M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
                "",
            ),
            Self::Moon => ("M13.2 9.8A5.6 5.6 0 0 1 6.2 2.8a5.6 5.6 0 1 0 7 7Z", ""),
            Self::Auto => ("M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z", "M8 2.5a5.5 5.5 0 0 1 0 11Z"),
            Self::Help => {
                ("M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM6.1 6.3a1.9 1.9 0 1 1 3 1.6c-.7.5-1.1.8-1.1 1.5M8 11.5v.05", "")
            }
            Self::Dice => ("M12.9 8.2A4.95 4.95 0 1 1 11.3 4.4M13 2.4v2.7h-2.7", ""),
            Self::Grip => (
                "",
                "M5 4.5a1 1 0 1 0 2 0 1 1 0 0 0-2 0ZM9 4.5a1 1 0 1 0 2 0 1 1 0 0 0-2 0ZM5 8a1 1 0 1 0 2 0 1 1 0 0 0-2 0ZM9 8a1 1 0 1 0 2 0 1 1 0 0 0-2 0ZM5 11.5a1 1 0 1 0 2 0 1 1 0 0 0-2 0ZM9 11.5a1 1 0 1 0 2 0 1 1 0 0 0-2 0Z",
            ),
            Self::Cross => ("m4.25 4.25 7.5 7.5M11.75 4.25l-7.5 7.5", ""),
            Self::Plus => ("M8 3.25v9.5M3.25 8h9.5", ""),
            Self::Minus => ("M3.25 8h9.5", ""),
            Self::Copy => (
                "M5.75 7a1.25 1.25 0 0 1 1.25-1.25h5A1.25 1.25 0 0 1 13.25 7v5A1.25 1.25 0 0 1 12 13.25H7A1.25 1.25 0 0 1 5.75 12ZM10.25 3.75v-.25c0-.7-.55-1.25-1.25-1.25H4c-.7 0-1.25.55-1.25 1.25V9c0 .7.55 1.25 1.25 1.25h.25",
                "",
            ),
            Self::ToStart => ("M3.75 3.5v9M12.25 3.5 6.5 8l5.75 4.5Z", ""),
            Self::Back => ("M10 3.5 5.25 8 10 12.5", ""),
            Self::Forward => ("M6 3.5 10.75 8 6 12.5", ""),
            Self::Play => ("", "M5 2.6v10.8L13.4 8Z"),
            Self::Pause => ("", "M4.25 3h2.5v10h-2.5ZM9.25 3h2.5v10h-2.5Z"),
            Self::Scale => ("M8 2.5v11M5.25 13.5h5.5M3 4.75h10M3 4.75 1.25 9h3.5ZM13 4.75 11.25 9h3.5Z", ""),
            Self::List => ("M5.75 4h7.75M5.75 8h7.75M5.75 12h7.75M2.6 4h.05M2.6 8h.05M2.6 12h.05", ""),
            Self::Table => (
                "M2 4.25c0-.7.55-1.25 1.25-1.25h9.5c.7 0 1.25.55 1.25 1.25v7.5c0 .7-.55 1.25-1.25 1.25h-9.5C2.55 13 2 12.45 2 11.75ZM2 6.5h12M2 9.75h12M6.5 6.5V13",
                "",
            ),
            Self::Recipe => ("M3.25 2.5h9.5v11h-9.5ZM5.75 5.5h4.5M5.75 8h4.5M5.75 10.5h2.5", ""),
            Self::Bars => ("M2.25 12.5v-4h2.75v4ZM6.6 12.5v-9h2.8v9ZM11 12.5v-6h2.75v6Z", ""),
            Self::Check => ("M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM5.25 8.25l1.9 1.9 3.6-4.1", ""),
            Self::Open => ("M6.5 3.5h-3v9h9v-3M9.25 2.75h4v4M13 3 7.75 8.25", ""),
            Self::Spark => ("M8 1.75 9.5 6.5 14.25 8 9.5 9.5 8 14.25 6.5 9.5 1.75 8 6.5 6.5Z", ""),
            Self::Star => ("", "m8 1.7 1.9 4 4.4.5-3.25 3 .9 4.3L8 11.3l-3.95 2.2.9-4.3-3.25-3 4.4-.5Z"),
            Self::Upload => ("M8 10.5V3M5 5.75 8 2.75l3 3M3 13.25h10", ""),
            Self::Arrow => ("M3 8h9.5M9 4.5 12.5 8 9 11.5", ""),
        }
    }
}

/// An icon; hidden from readers, since the control beside it has a name.
pub fn draw_icon(name: IconName) -> Html {
    let (stroke, fill) = name.paths();
    html! {
        <svg class="i" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            if !stroke.is_empty() { <path d={stroke} /> }
            if !fill.is_empty() { <path class="fill" d={fill} /> }
        </svg>
    }
}
