//! Known split points, and that weighted keys come out as repeated ones.

use super::*;

const MIB: u64 = 1 << 20;

fn split(keys: &[i64], range_documents: u64, limit: Option<usize>, direction: Direction) -> Vec<i64> {
    let n_documents = keys.len() as u64;
    let request = SplitRequest {
        local_bytes: n_documents * MIB,
        local_documents: n_documents,
        stands_for: 1,
        range_size_bytes: range_documents * MIB,
        limit,
        direction,
    };
    auto_split_vector(keys, &request).iter().map(|&idx| keys[idx]).collect()
}

#[test]
fn consecutive_keys() {
    let cases: [(i64, &[i64], &[i64]); 6] =
        [(10, &[], &[]), (12, &[], &[]), (14, &[6], &[7]), (18, &[9], &[8]), (24, &[7, 15], &[16, 8]), (9, &[], &[])];
    for (n, forward, backward) in cases {
        let keys: Vec<i64> = (0..n).collect();
        assert_eq!(split(&keys, 10, None, Direction::Forward), forward, "{n} forward");
        assert_eq!(split(&keys, 10, None, Direction::Backward), backward, "{n} backward");
    }
    for (n, forward) in [(33, vec![8, 17, 26]), (40, vec![9, 19, 29]), (55, vec![9, 19, 27, 36, 45])] {
        let keys: Vec<i64> = (0..n).collect();
        assert_eq!(split(&keys, 10, None, Direction::Forward), forward, "{n} forward");
    }
}

#[test]
fn frequent_keys_are_never_cut() {
    let two: Vec<i64> = [5; 50].into_iter().chain([6; 50]).collect();
    assert_eq!(split(&two, 10, None, Direction::Forward), [6]);
    let three: Vec<i64> = [1].into_iter().chain(two).collect();
    assert_eq!(split(&three, 10, None, Direction::Forward), [5, 6]);
    assert_eq!(split(&[7; 100], 10, None, Direction::Forward), [0_i64; 0]);
}

#[test]
fn a_limit_stops_early() {
    let keys: Vec<i64> = (0..1000).collect();
    assert_eq!(split(&keys, 100, Some(1), Direction::Forward), [99]);
    assert_eq!(split(&keys, 100, Some(1), Direction::Backward), [900]);
    assert_eq!(split(&keys, 100, Some(3), Direction::Forward), [99, 199, 299]);
}

#[test]
fn a_shard_below_one_range_size_has_no_points() {
    let keys: Vec<i64> = (0..20).collect();
    assert_eq!(split(&keys, 21, None, Direction::Forward), [0_i64; 0]);
    assert_eq!(split(&keys, 20, None, Direction::Forward), [0_i64; 0]);
    assert_eq!(split(&[], 1, None, Direction::Forward), [0_i64; 0]);
}

/// `splitVector`: the point comes after half of what a range holds, and is itself not counted in the next part.
#[test]
fn half_size_parts_up_to_4_4() {
    let request = |n_documents: u64, range_documents: u64, limit| SplitRequest {
        local_bytes: n_documents * MIB,
        local_documents: n_documents,
        stands_for: 1,
        range_size_bytes: range_documents * MIB,
        limit,
        direction: Direction::Forward,
    };
    let consecutive: [(i64, &[usize]); 6] =
        [(9, &[]), (10, &[5]), (11, &[5]), (12, &[5, 11]), (18, &[5, 11, 17]), (24, &[5, 11, 17, 23])];
    for (n, points) in consecutive {
        let keys: Vec<i64> = (0..n).collect();
        assert_eq!(split_vector(keys.as_slice(), &request(n.unsigned_abs(), 10, None)), points, "{n} documents");
    }
    let keys: Vec<i64> = (0..24).collect();
    assert_eq!(split_vector(keys.as_slice(), &request(24, 10, Some(2))), [5, 11]);
    // One key too many for a part stays whole, and the next one is cut off as soon as it comes.
    let frequent: Vec<i64> = [1].into_iter().chain([5; 30]).chain([6; 3]).collect();
    assert_eq!(split_vector(frequent.as_slice(), &request(34, 10, None)), [5, 31]);
    assert_eq!(split_vector([7_i64; 50].as_slice(), &request(50, 10, None)), [0_usize; 0]);
    // Small documents are counted: 250,000 to a part.
    let small: Vec<i64> = (0..600_000).collect();
    let request = SplitRequest { local_bytes: 600_000 * 100, range_size_bytes: 58 * MIB, ..request(600_000, 1, None) };
    let request = SplitRequest { local_bytes: request.local_bytes.max(request.range_size_bytes), ..request };
    assert_eq!(split_vector(small.as_slice(), &request), [250_000, 500_001]);
}

/// Weighted keys come out as repeated keys do.
#[test]
fn a_key_that_stands_for_many_counts_as_many() {
    for stands_for in [1, 2, 3, 7, 50] {
        for n_keys in 1..40_i64 {
            let keys: Vec<i64> = (0..n_keys).map(|key| key / 2).collect();
            let repeated: Vec<i64> =
                keys.iter().flat_map(|&key| std::iter::repeat_n(key, usize::try_from(stands_for).unwrap())).collect();
            let request = SplitRequest {
                local_bytes: repeated.len() as u64 * MIB,
                local_documents: repeated.len() as u64,
                stands_for,
                range_size_bytes: 10 * MIB,
                limit: None,
                direction: Direction::Forward,
            };
            let weighted: Vec<i64> =
                auto_split_vector(keys.as_slice(), &request).iter().map(|&idx| keys[idx]).collect();
            let weighted_half: Vec<i64> =
                split_vector(keys.as_slice(), &request).iter().map(|&idx| keys[idx]).collect();
            let request = SplitRequest { stands_for: 1, ..request };
            let plain: Vec<i64> =
                auto_split_vector(repeated.as_slice(), &request).iter().map(|&idx| repeated[idx]).collect();
            assert_eq!(weighted, plain, "{n_keys} keys standing for {stands_for}");
            let plain_half: Vec<i64> =
                split_vector(repeated.as_slice(), &request).iter().map(|&idx| repeated[idx]).collect();
            assert_eq!(weighted_half, plain_half, "{n_keys} keys standing for {stands_for}, splitVector");
        }
    }
}
