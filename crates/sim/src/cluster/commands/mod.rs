//! What an operator can do, checked and refused as the server does it.

mod chunks;
mod collections;
mod guard;
mod indexes;
mod locate;
mod merges;
mod moves;
mod rewrite;
mod settings;
mod shards;
mod zones;

pub use chunks::SPLIT_POINTS_MAX;
pub use collections::{CollectionOptions, ShardCollectionOptions};
pub use indexes::INDEXES_MAX;
pub use locate::ChunkRef;
pub use merges::{BalancingOptions, CollectionStatus};
pub use moves::MoveOptions;
pub use rewrite::{RESHARD_CHUNKS, ReshardOptions, ShardRange};
pub use shards::{DrainStatus, RemoveShardStatus};
pub(super) use zones::PendingZone;
