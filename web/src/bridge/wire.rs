//! What crosses the channel: the session's own requests and events, plus what only a browser has.

use super::codec::FileHandle;
use serde::{Deserialize, Serialize};
use shardscope_session::protocol::{Event, Request};
use shardscope_session::scenario::ColumnChoice;

/// Page to worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum ToEngine {
    /// For the engine.
    Request(Request),
    /// Read this `File` by slices and feed it to the engine.
    ReadFile {
        /// Import number.
        import: u32,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
        /// The file.
        file: FileHandle,
    },
    /// Read this text.
    ReadText {
        /// Import number.
        import: u32,
        /// CSV types corrected by hand.
        columns: Vec<ColumnChoice>,
        /// The text.
        text: String,
    },
    /// What the codec makes of a message that does not decode.
    Undecodable {
        /// Why.
        reason: String,
    },
}

/// Worker to page.
#[derive(Debug, Serialize, Deserialize)]
pub enum FromEngine {
    /// News, in order.
    Events(Vec<Event>),
    /// The worker panicked and has closed itself.
    Stopped {
        /// The panic's message and place.
        reason: String,
    },
    /// A message from the page did not decode.
    Undecodable {
        /// Why.
        reason: String,
    },
}
