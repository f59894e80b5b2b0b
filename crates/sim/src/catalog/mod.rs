//! What the config servers store: shards, databases, collections, chunks and zones, with every change checked.
//!
//! The catalog knows no time of its own: callers say when a change happens.

mod chunk;
mod collection;
pub mod index;
pub mod key_error;
pub mod pattern;
mod routing;
mod shard;
mod store;
pub mod time_series;
mod uniques;
mod unsharded;
mod zone;

pub use chunk::{Chunk, ChunkVersion, OwnerReason};
pub use collection::{Collection, Placed, ShardUsage};
pub(crate) use collection::{Found, Founding, ShardingPlan, View};
pub(crate) use routing::{FoundChunk, Handover};
pub use shard::{Database, Shard, ShardIdx, ShardState};
pub use store::{ChunkDocuments, Entry, KeyArena};
pub(crate) use zone::ZonePlace;
pub use zone::{ZoneRange, ZoneRanges};
