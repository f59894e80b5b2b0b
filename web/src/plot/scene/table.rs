//! The chunk table around the pin.

use super::facts::{Facts, facts};
use super::merge::Joined;
use shardscope_session::view::LaneFrame;

/// Rows of the table.
pub const N_ROWS_MAX: usize = 7;

/// The facts of at most `n_rows` chunks in key order around the pinned one; around the hottest without a pin.
#[must_use]
pub fn rows_around(frame: &LaneFrame, pinned: Option<u32>, n_rows: usize, at_ms: u64) -> Vec<Facts> {
    let pin = pinned.and_then(|id| frame.chunks.iter().position(|chunk| chunk.id == id));
    let hottest = frame.chunks.iter().enumerate().max_by(|a, b| a.1.inserts_share.total_cmp(&b.1.inserts_share));
    let middle = pin.or(hottest.map(|(idx, _)| idx)).unwrap_or(0);
    let range = super::walk::window(frame.chunks.len(), middle, n_rows);
    range.filter_map(|idx| facts(frame, &Joined::single(idx), None, at_ms)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::tenants;
    use super::*;

    #[test]
    fn the_pin_is_in_the_middle_and_the_ends_hold() {
        let frame = tenants();
        for (pinned, n_rows, expected) in
            [(Some(17), 7, 14..=20), (Some(0), 7, 0..=6), (Some(47), 5, 43..=47), (None, 3, 16..=18)]
        {
            let ids: Vec<u32> = rows_around(&frame, pinned, n_rows, 0).iter().map(|row| row.chunk_id).collect();
            assert_eq!(ids, expected.collect::<Vec<u32>>(), "{pinned:?}");
        }
    }
}
