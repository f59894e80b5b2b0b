//! What tells shards and zones apart besides colour: letters, patterns, numbers in order of appearance.

use shardscope_session::view::{LaneFrame, ShardFrame};

/// Shard colours before they repeat.
pub const N_SHARD_COLORS: usize = 12;
/// Zone colours before they repeat, then with a dashed edge.
pub const N_ZONE_COLORS: usize = 4;
/// Above this many shards colours alone are too close, so patterns come on.
pub const N_SHARDS_PLAIN: usize = 8;

/// The letter on a shard's marks: `A` to `L`, then `AA` to `LL`, then `A3` to `L3` and so on: two characters at most up to
/// 108 shards.
#[must_use]
pub fn letter(shard_idx: usize) -> String {
    let letter = b"ABCDEFGHIJKL".get(shard_idx % N_SHARD_COLORS).copied().map_or('A', char::from);
    match shard_idx / N_SHARD_COLORS {
        0 => letter.to_string(),
        1 => [letter, letter].iter().collect(),
        n => format!("{letter}{}", n + 1),
    }
}

/// The pattern of a shard as a path in an 8 x 8 cell; the first is plain.
#[must_use]
pub fn pattern(shard_idx: usize) -> &'static str {
    match shard_idx % N_SHARD_COLORS {
        0 => "",
        1 => "M-2 2L2 -2M0 8L8 0M6 10L10 6",
        2 => "M-2 6L2 10M0 0L8 8M6 -2L10 2",
        3 => "M0 4H8",
        4 => "M4 0V8",
        5 => "M0 8L8 0M0 0L8 8",
        6 => "M3 4A1 1 0 1 0 5 4A1 1 0 1 0 3 4",
        7 => "M0 4H8M4 0V8",
        8 => "M0 2H8M0 6H8",
        9 => "M2 0V8M6 0V8",
        10 => "M0 6L4 2L8 6",
        _ => "M2 2H6V6H2Z",
    }
}

/// Whether this many shards need patterns.
#[must_use]
pub fn needs_patterns(n_shards: usize) -> bool {
    n_shards > N_SHARDS_PLAIN
}

/// Zone names in order of appearance (ranges in key order, then shards): a zone's number is its place here.
#[must_use]
pub fn zone_names(frame: &LaneFrame) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let ranges = frame.zones.iter().map(|zone| zone.zone.as_str());
    for name in ranges.chain(frame.shards.iter().flat_map(|shard| shard.zones.iter().map(String::as_str))) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The shards of a frame that are still there, with their index.
pub fn present(frame: &LaneFrame) -> impl Iterator<Item = (usize, &ShardFrame)> {
    frame.shards.iter().enumerate().filter(|(_, shard)| !shard.removed || shard.bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_double_after_twelve_and_are_counted_after_that() {
        for (idx, expected) in [(0, "A"), (11, "L"), (12, "AA"), (14, "CC"), (24, "A3"), (107, "L9"), (108, "A10")] {
            assert_eq!(letter(idx), expected);
        }
    }

    #[test]
    fn twelve_patterns_differ() {
        let mut all: Vec<&str> = (0..N_SHARD_COLORS).map(pattern).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), N_SHARD_COLORS);
        assert!(!needs_patterns(8) && needs_patterns(9));
    }
}
