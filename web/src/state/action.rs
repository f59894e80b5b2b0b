//! What can happen to the page, and what the page then asks of the browser and the engine.

use super::edit::Edit;
use super::ui::{Card, ColorBy, Dialog, DocumentsTab, KeyScale, LogFilter, Section, Theme, View};
use shardscope_session::protocol::{Event, Request};
use shardscope_session::scenario::{ColumnChoice, Scenario};

/// Something that happened: a person's act, the passing of time, or news from the engine.
#[derive(Debug, Clone)]
pub enum Action {
    /// News from the engine.
    Engine(Box<Event>),
    /// The engine stopped for good.
    EngineStopped {
        /// What it said last.
        reason: String,
    },
    /// A message could not be read; nothing else is wrong.
    Unreadable {
        /// What was wrong with it.
        reason: String,
    },
    /// Start the engine again and run the present scenario.
    RestartEngine,

    /// Real time passed while playing.
    Tick {
        /// Milliseconds of real time.
        elapsed_ms: f64,
    },
    /// Play when paused, pause when playing.
    PlayPause,
    /// Pause, because the tab is hidden or something opened.
    Pause,
    /// Jump to a simulated time in milliseconds.
    Seek(u64),
    /// One step forward (`true`) or back.
    Step(bool),
    /// So many steps on, or back below 0, whether time runs or not.
    Skip(i64),
    /// To the next (`true`) or previous event.
    StepEvent(bool),
    /// To time 0.
    ToStart,
    /// To the last computed instant.
    ToEnd,
    /// Simulated seconds per real second.
    SetSpeed(u32),

    /// Change the scenario.
    Edit(Edit),
    /// Take the last change back.
    Undo,
    /// Do it again.
    Redo,
    /// Open another scenario: a preset, or what a link holds.
    Open(Box<Scenario>),

    /// Read a file; its bytes wait in the page under this import number.
    ImportFile {
        /// File name.
        name: String,
        /// Size.
        bytes_total: u64,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
    },
    /// Read pasted text.
    ImportText {
        /// The text.
        text: String,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
    },
    /// Read the same bytes again with other column types.
    ImportColumns(Vec<ColumnChoice>),
    /// Stop reading; the earlier documents stay.
    ImportCancel,

    /// Ask where a key value lands now.
    Probe {
        /// Which key.
        lane: u32,
        /// Shell text.
        key: String,
    },

    /// Choose an answer of the story.
    Predict(usize),
    /// Run the story to its answer.
    RunStory,
    /// Leave the story for the playground with one of its keys.
    SkipStory(usize),

    /// A change of the page itself.
    Ui(UiAction),
}

/// A change of the page itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UiAction {
    /// Show a view.
    View(View),
    /// Colour chunks by something.
    ColorBy(ColorBy),
    /// Scale of the key space.
    Scale(KeyScale),
    /// Show the view as a table, or not.
    ToggleTable,
    /// Pin a chunk by its key and id, or nothing.
    Pin(Option<(usize, u32)>),
    /// Open or close a card of the recipe.
    ToggleCard(Card),
    /// Choose a tab of the documents card.
    DocumentsTab(DocumentsTab),
    /// Open or close the recipe sheet on narrow pages.
    ToggleRecipe,
    /// Show a section on a phone.
    Section(Section),
    /// Open a dialog, or close it.
    Dialog(Option<Dialog>),
    /// Take the question off the page.
    CloseStory,
    /// Which events the log shows.
    LogFilter(LogFilter),
    /// Open or close the event log.
    ToggleDrawer,
    /// Next theme of auto, light, dark.
    CycleTheme,
    /// The system changed its theme: nothing changes but what `auto` means.
    SystemTheme,
    /// The page around an embed asks for a theme.
    HostTheme(Theme),
    /// Single-key commands on or off.
    ToggleKeys,
    /// Copy the link; `true` for one that opens at the playhead.
    CopyLink(bool),
    /// Something was copied: say so, or be quiet again.
    Copied(Option<&'static str>),
    /// Close the banner.
    CloseBanner,
    /// A file is dragged over the page, or no longer.
    Dragging(bool),
    /// Which of two keys a phone shows.
    LaneShown(usize),
    /// Close what is open, or take the pin off.
    Escape,
    /// The browser asks for less motion.
    ReducedMotion(bool),
}

/// What an action asks of the world outside the model.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Send a request to the engine.
    Send(Request),
    /// Have the worker read the file that is waiting.
    ReadFile {
        /// Import number.
        import: u32,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
    },
    /// Have the engine read text.
    ReadText {
        /// Import number.
        import: u32,
        /// The text.
        text: String,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
    },
    /// Drop the worker and start a new one.
    SpawnEngine,
    /// Put the scenario into the address.
    ShowLink,
    /// Put the link to the scenario on the clipboard.
    CopyLink {
        /// Simulated second that it opens at; none opens it from its start.
        at_sec: Option<u64>,
    },
    /// Do not open with the story again.
    RememberStory,
    /// Keep the theme.
    RememberTheme(Theme),
    /// Move the focus to the stage.
    FocusStage,
}
