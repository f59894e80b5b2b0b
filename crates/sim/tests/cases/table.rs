//! Which case is which test.

/// What answers a case.
enum Answer {
    /// A test of this folder, all of it.
    Test(&'static str),
    /// A test answers its part about placement and refusals; its part about where reads go waits for the routing of reads.
    Partly(&'static str),
    /// Waits for what it is about.
    Waiting(&'static str),
}

use Answer::{Partly, Test, Waiting};

const ROUTING: &str = "routing of reads";
const ANALYZE: &str = "analyzeShardKey";

const CASES: [(&str, Answer); 49] = [
    ("V-01", Partly("balancer::an_ever_growing_key_fills_one_chunk")),
    ("V-02", Test("order::object_ids_climb_and_their_hashes_do_not")),
    ("V-03", Partly("hashed::fractions_share_the_hash_of_their_whole_number")),
    ("V-04", Waiting(ROUTING)),
    ("V-05", Test("hashed::a_hashed_flag_stays_in_one_chunk")),
    ("V-06", Partly("chunks::a_large_value_cannot_be_cut_and_a_longer_key_can")),
    ("V-06b", Test("chunks::a_move_is_refused_by_count_without_a_flag")),
    ("V-07", Test("balancer::equal_ranges_say_nothing_about_bytes")),
    ("V-08", Test("balancer::empty_chunks_hide_an_imbalance_until_5_0")),
    ("V-09", Test("balancer::the_threshold_is_three_range_sizes")),
    ("V-09b", Test("zones::a_zone_with_ranges_cannot_lose_its_only_shard")),
    ("V-09c", Test("balancer::off_is_off_also_inside_the_window")),
    ("V-09d", Test("balancer::a_jumbo_chunk_blocks_draining")),
    ("V-09e", Test("balancer::a_shard_that_joins_a_zone_gets_one_range")),
    ("V-10", Test("zones::zones_on_a_hashed_key_take_hashes")),
    ("V-10b", Test("chunks::hashed_split_points_are_integers")),
    ("V-11", Test("zones::legal_zone_ranges_on_compound_keys")),
    ("V-12", Test("order::numbers_in_text_sort_as_text")),
    ("V-13", Test("zones::zones_before_sharding_lay_out_nine_chunks")),
    ("V-14", Partly("zones::a_tier_does_not_age_by_itself")),
    ("V-15", Test("hashed::missing_fields_count_as_null")),
    ("V-16", Test("keys::arrays_have_no_place_in_a_key")),
    ("V-17", Test("keys::a_unique_counter_on_a_hashed_collection")),
    ("V-17b", Test("keys::a_hashed_key_and_a_unique_index_coexist")),
    ("V-18", Test("writes::upserts_without_the_shard_key")),
    ("V-19", Test("writes::changing_key_values_in_batches")),
    ("V-20", Waiting(ROUTING)),
    ("V-21", Test("operations::refining_makes_a_large_value_divisible")),
    ("V-22", Test("operations::what_resharding_needs")),
    ("V-23", Test("balancer::empty_chunks_cut_by_hand")),
    ("V-24", Test("hashed::initial_chunks_of_a_hashed_collection")),
    ("V-25", Test("zones::presplit_rules_and_their_codes")),
    ("V-26", Test("chunks::gridfs_pieces_do_not_know_their_owner")),
    ("V-27", Test("keys::descending_keys_are_refused")),
    ("V-28", Test("keys::unfit_keys_and_indexes_are_refused")),
    ("V-29", Test("order::numbers_lie_below_all_text_bounds")),
    ("V-30", Partly("order::upper_case_sorts_before_lower_case")),
    ("V-31", Test("hashed::extreme_numbers_share_hashes")),
    ("V-32", Test("order::timestamps_lie_above_all_dates")),
    ("V-33", Test("order::an_older_binary_subtype_lies_below")),
    ("V-34", Test("keys::long_key_values")),
    ("V-35", Test("keys::time_series_keys")),
    ("V-36", Partly("chunks::a_tenant_needs_a_suffix")),
    ("V-37", Waiting(ANALYZE)),
    ("V-37b", Waiting(ANALYZE)),
    ("V-37c", Waiting(ANALYZE)),
    ("V-38", Partly("order::regular_expressions_are_stored_near_the_end")),
    ("V-39", Test("operations::an_id_is_unique_on_its_shard_only")),
    ("V-40", Partly("hashed::symbols_with_a_common_prefix")),
];

const SOURCES: [(&str, &str); 8] = [
    ("balancer", include_str!("balancer.rs")),
    ("chunks", include_str!("chunks.rs")),
    ("hashed", include_str!("hashed.rs")),
    ("keys", include_str!("keys.rs")),
    ("operations", include_str!("operations.rs")),
    ("order", include_str!("order.rs")),
    ("writes", include_str!("writes.rs")),
    ("zones", include_str!("zones.rs")),
];

#[test]
fn every_case_is_named_once_and_its_test_is_there() {
    let mut ids: Vec<&str> = CASES.iter().map(|(id, _)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), CASES.len(), "an id twice");
    for number in 1..=40 {
        let id = format!("V-{number:02}");
        assert!(ids.contains(&id.as_str()), "{id} is missing");
    }
    for (id, answer) in &CASES {
        match answer {
            Test(name) | Partly(name) => {
                let (module, function) = name.split_once("::").unwrap();
                let (_, source) = SOURCES.iter().find(|(there, _)| *there == module).unwrap();
                assert!(source.contains(&format!("/// {id}")), "{id} is not what {name} says it is about");
                assert!(source.contains(&format!("#[test]\nfn {function}()")), "{id}: no test {name}");
            }
            Waiting(what) => assert!([ROUTING, ANALYZE].contains(what), "{id}"),
        }
    }
}
