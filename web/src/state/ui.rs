//! The page itself: which view, which dialog, which theme.

pub use crate::plot::{ColorBy, KeyScale};

/// What the page is showing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Recipe, stage and verdict.
    Playground,
    /// Two keys beside each other on one clock.
    Lanes,
    /// Stage and transport alone, inside another page.
    Embed,
}

/// A view of the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Columns of chunks per shard.
    Shards,
    /// The ordered key space.
    KeySpace,
}

/// A card of the recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Card {
    /// Documents.
    Documents,
    /// Shard key.
    ShardKey,
    /// Cluster and zones.
    Cluster,
    /// Workload.
    Workload,
}

/// A tab of the documents card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentsTab {
    /// The generator's template.
    Template,
    /// Pasted text.
    Paste,
    /// A file.
    File,
}

/// A section of the phone layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Plots and, under them, the verdict.
    Stage,
    /// The recipe.
    Recipe,
    /// The verdict.
    Verdict,
    /// The event log.
    Events,
}

/// Which events the log shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFilter {
    /// All kinds.
    All,
    /// Migrations.
    Migrations,
    /// Splits.
    Splits,
    /// Jumbo chunks and refused commands.
    Problems,
    /// Commands and zone changes.
    Commands,
    /// Rounds that moved nothing.
    NoMoves,
}

/// Light, dark or what the host says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the host or the system says.
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The theme of a URL parameter or of storage.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "auto" => Some(Self::Auto),
            "light" => Some(Self::Light),
            "dark" => Some(Self::Dark),
            _ => None,
        }
    }

    /// Its name in URLs and in storage.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The next one of the header button.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }
}

/// A dialog. Only one is open at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    /// The scenario picker.
    Scenarios,
    /// Snippet, size and preview of an embed.
    Embed,
    /// Commands, settings and faults for the running cluster.
    Give,
    /// The key list.
    Help,
    /// How a number of the verdict came about: lane and property.
    Derivation(usize, usize),
    /// The steps from the probed value to its shard.
    Probe,
}

/// A message across the top of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Banner {
    /// The engine stopped; the text is its last words.
    EngineStopped(String),
    /// Page and engine are not of one build.
    Mismatch,
    /// The link could not be opened; the text says why.
    BrokenLink(String),
    /// Something that needs no act.
    Notice(String),
}

/// The page itself.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each one is a switch of its own on the page")]
pub struct Ui {
    /// What the page is showing.
    pub mode: Mode,
    /// View of the stage.
    pub view: View,
    /// Meaning of colour.
    pub color_by: ColorBy,
    /// Scale of the key space.
    pub scale: KeyScale,
    /// The view is shown as tables.
    pub table: bool,
    /// Pinned chunk: key and chunk id.
    pub pinned: Option<(usize, u32)>,
    /// Open cards, in the order of [`Card`].
    pub cards: [bool; 4],
    /// Tab of the documents card.
    pub documents_tab: DocumentsTab,
    /// The recipe sheet is open (only drawn on narrow pages).
    pub recipe_open: bool,
    /// Section of the phone layout.
    pub section: Section,
    /// Open dialog.
    pub dialog: Option<Dialog>,
    /// Events shown.
    pub log_filter: LogFilter,
    /// The event log is open.
    pub drawer_open: bool,
    /// Theme chosen.
    pub theme: Theme,
    /// Single-key commands work.
    pub keys_on: bool,
    /// Message across the top.
    pub banner: Option<Banner>,
    /// What was copied last, said once.
    pub copied: Option<&'static str>,
    /// A file is dragged over the page.
    pub dragging: bool,
    /// Nothing starts by itself.
    pub reduced_motion: bool,
    /// The key that a phone shows of two.
    pub lane_shown: usize,
    /// Answer chosen in the story.
    pub predicted: Option<usize>,
    /// The story was run to its answer.
    pub story_ran: bool,
    /// The story's bar is shown.
    pub story_on: bool,
}

impl Ui {
    /// The page as it opens.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            view: View::Shards,
            color_by: ColorBy::Writes,
            scale: KeyScale::Bytes,
            table: false,
            pinned: None,
            cards: [true, true, true, false],
            documents_tab: DocumentsTab::Template,
            recipe_open: false,
            section: Section::Stage,
            dialog: None,
            log_filter: LogFilter::All,
            drawer_open: true,
            theme: Theme::Auto,
            keys_on: true,
            banner: None,
            copied: None,
            dragging: false,
            reduced_motion: false,
            lane_shown: 0,
            predicted: None,
            story_ran: false,
            story_on: false,
        }
    }

    /// The chunk that is pinned in the plots of a key.
    #[must_use]
    pub fn pinned_in(&self, lane: usize) -> Option<u32> {
        self.pinned.filter(|(pinned_lane, _)| *pinned_lane == lane).map(|(_, id)| id)
    }

    /// Whether a card is open.
    #[must_use]
    pub fn is_open(&self, card: Card) -> bool {
        self.cards.get(card as usize).copied().unwrap_or(false)
    }
}
