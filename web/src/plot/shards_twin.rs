//! The grid that says what the shards plot shows.

use super::scene::shard_mark::letter;
use super::scene::shards::ShardsScene;
use super::scene::walk::{Rows, position, window};
use super::shards_plot::tile_facts;
use super::twin::{TwinCell, TwinRow};
use crate::plot::format;
use shardscope_session::view::{LaneFrame, ShardFrame};

/// Cells that are spelled out at most, all rows together; around the active one in longer rows.
const N_CELLS_MAX: usize = 150;
const N_CELLS_ROW_MIN: usize = 3;

/// The rows of the grid, with the cells that are spelled out.
#[must_use]
pub fn twin_rows(frame: &LaneFrame, scene: &ShardsScene, all: &Rows, active: Option<u32>, at_ms: u64) -> Vec<TwinRow> {
    let (active_row, active_at) = active.and_then(|id| position(all, id)).unwrap_or((0, 0));
    let n_cells: usize = all.iter().map(Vec::len).sum();
    let n_max = if n_cells <= N_CELLS_MAX { n_cells } else { (N_CELLS_MAX / all.len().max(1)).max(N_CELLS_ROW_MIN) };
    let longest = all.get(active_row).map_or(0, Vec::len).max(1);
    let rows = scene.columns.iter().enumerate().filter_map(|(row_idx, column)| {
        let shard = frame.shards.get(column.shard_idx)?;
        let n = column.tiles.len();
        let around = if row_idx == active_row { active_at } else { active_at * n / longest };
        let cells = window(n, around, n_max).filter_map(|at| {
            let tile = column.tiles.get(at)?;
            Some(TwinCell { id: tile.chunk_id, at, name: tile_facts(frame, tile, at_ms)?.name() })
        });
        Some(TwinRow { name: shard_name(shard, column.shard_idx), cells: cells.collect() })
    });
    rows.collect()
}

/// `shardC, 0.72 GB, 6 chunks, 42% of writes`.
fn shard_name(shard: &ShardFrame, idx: usize) -> String {
    let name = if shard.name.is_empty() { letter(idx) } else { shard.name.clone() };
    let chunks = format::counted(u64::from(shard.n_chunks), "chunk");
    let mut text =
        format!("{name}, {}, {chunks}, {} of writes", format::bytes(shard.bytes), format::share(shard.inserts_share));
    for zone in &shard.zones {
        text.push_str(", zone ");
        text.push_str(zone);
    }
    if shard.draining {
        text.push_str(", draining");
    }
    text
}
