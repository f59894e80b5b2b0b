//! What an operator can do, checked and refused as the server does it.

mod chunks;
mod collections;
mod locate;
mod moves;
mod settings;
mod shards;
mod zones;

pub use chunks::SPLIT_POINTS_MAX;
pub use collections::ShardCollectionOptions;
pub use locate::ChunkRef;
pub use shards::{DrainStatus, RemoveShardStatus};
pub(super) use zones::PendingZone;
