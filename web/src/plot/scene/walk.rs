//! Walking chunks by keyboard: left and right in key order, up and down between shards.

use super::keyspace::KeyScene;
use super::shards::ShardsScene;

/// A step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the chunk before.
    Left,
    /// To the chunk after.
    Right,
    /// To the shard before.
    Up,
    /// To the shard after.
    Down,
    /// To the first of the row.
    Home,
    /// To the last of the row.
    End,
}

impl Step {
    /// The step that a key's name stands for.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Some(match key {
            "ArrowLeft" => Self::Left,
            "ArrowRight" => Self::Right,
            "ArrowUp" => Self::Up,
            "ArrowDown" => Self::Down,
            "Home" => Self::Home,
            "End" => Self::End,
            _ => return None,
        })
    }
}

/// Rows of chunk ids, as the plot shows them.
pub type Rows = Vec<Vec<u32>>;

/// One row per shard.
#[must_use]
pub fn shard_rows(scene: &ShardsScene) -> Rows {
    scene.columns.iter().map(|column| column.tiles.iter().map(|tile| tile.chunk_id).collect()).collect()
}

/// One row.
#[must_use]
pub fn key_row(scene: &KeyScene) -> Rows {
    vec![scene.segments.iter().map(|segment| segment.chunk_id).collect()]
}

/// Where a chunk is: row and place in it.
#[must_use]
pub fn position(rows: &Rows, id: u32) -> Option<(usize, usize)> {
    rows.iter().enumerate().find_map(|(row_idx, row)| Some((row_idx, row.iter().position(|&other| other == id)?)))
}

/// The chunk that a step leads to. From nowhere, or from a chunk that is gone, it leads to the first one. Up and down
/// keep the place along the row, in proportion, and pass over shards without chunks.
#[must_use]
pub fn walk(rows: &Rows, from: Option<u32>, step: Step) -> Option<u32> {
    let Some((row_idx, at)) = from.and_then(|id| position(rows, id)) else {
        return rows.iter().flatten().next().copied();
    };
    let row = rows.get(row_idx)?;
    let last = row.len().saturating_sub(1);
    let in_row = |at: usize| row.get(at).copied();
    match step {
        Step::Left => in_row(at.saturating_sub(1)),
        Step::Right => in_row((at + 1).min(last)),
        Step::Home => in_row(0),
        Step::End => in_row(last),
        Step::Up => other_row(rows.iter().take(row_idx).rev(), at, last).or_else(|| in_row(at)),
        Step::Down => other_row(rows.iter().skip(row_idx + 1), at, last).or_else(|| in_row(at)),
    }
}

fn other_row<'a>(mut rows: impl Iterator<Item = &'a Vec<u32>>, at: usize, last: usize) -> Option<u32> {
    let row = rows.find(|row| !row.is_empty())?;
    let scaled = (at * (row.len() - 1) + last / 2).checked_div(last).unwrap_or(0);
    row.get(scaled).copied()
}

/// The part of a row that has cells for assistive technology: all of a short one, else the neighbourhood of `around`.
#[must_use]
pub fn window(n_cells: usize, around: usize, n_max: usize) -> std::ops::Range<usize> {
    let start = around.saturating_sub(n_max / 2).min(n_cells.saturating_sub(n_max));
    start..(start + n_max).min(n_cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_through_rows() {
        let rows: Rows = vec![vec![1, 2, 3, 4, 5], vec![], vec![10, 11, 12]];
        let table = [
            (None, Step::Right, 1),
            (Some(99), Step::Left, 1),
            (Some(1), Step::Left, 1),
            (Some(2), Step::Right, 3),
            (Some(5), Step::Right, 5),
            (Some(3), Step::Home, 1),
            (Some(3), Step::End, 5),
            (Some(3), Step::Down, 11),
            (Some(5), Step::Down, 12),
            (Some(12), Step::Up, 5),
            (Some(10), Step::Down, 10),
            (Some(1), Step::Up, 1),
        ];
        for (from, step, expected) in table {
            assert_eq!(walk(&rows, from, step), Some(expected), "{from:?} {step:?}");
        }
        assert_eq!(walk(&vec![vec![], vec![]], None, Step::Right), None);
    }

    #[test]
    fn windows_hold_the_place_and_stay_in_the_row() {
        for (n_cells, around, n_max, expected) in
            [(5, 2, 24, 0..5), (100, 0, 10, 0..10), (100, 50, 10, 45..55), (100, 99, 10, 90..100), (0, 0, 10, 0..0)]
        {
            assert_eq!(window(n_cells, around, n_max), expected);
        }
    }
}
