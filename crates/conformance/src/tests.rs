//! The tables of the project, and tables that go wrong.

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::*;

const HASH_VECTORS: &str = include_str!("../data/hash_vectors.json");

#[test]
fn every_hash_vector_passes() {
    let report = run(HASH_VECTORS, None).unwrap();
    assert_eq!(report.cases.len(), 98);
    assert_eq!(report.to_string(), "98 passed, 0 failed");
}

#[test]
fn failing_vectors_show_both_hashes() {
    let table = r#"[{ "ejson": "abc", "hash": "1" }, { "ejson": null, "hash": "2338878944348059895" }]"#;
    let report = run(table, None).unwrap();
    assert_eq!((report.n_passed(), report.n_failed(), report.n_skipped()), (1, 1, 0));
    let expected = "vector 1, \"abc\"\n  expected 1\n  got      8478485326885698097\n1 passed, 1 failed";
    assert_eq!(report.to_string(), expected);
}

#[test]
fn unreadable_vectors_fail_with_the_reason() {
    for (vector, reason) in [
        (r#"{ "ejson": { "$oid": "12" }, "hash": "1" }"#, "$oid"),
        (r#"{ "ejson": 1, "hash": 1 }"#, "`hash`"),
        (r#"{ "ejson": 1, "hash": "x" }"#, "`hash`"),
        (r#"{ "ejson": 1, "hash": "1", "seed": 5000000000 }"#, "`seed`"),
    ] {
        let report = run(&format!("[{{ \"ejson\": 0, \"hash\": \"4854801880128277513\" }}, {vector}]"), None).unwrap();
        assert_eq!((report.n_passed(), report.n_failed()), (1, 1), "{vector}");
        assert!(report.to_string().contains(reason), "{report}");
    }
    let report = run(r#"[{ "ejson": 0, "hash": "4854801880128277513" }, {}]"#, None).unwrap();
    assert!(report.to_string().contains("no field `ejson`"), "{report}");
}

#[test]
fn formats_are_told_by_content() {
    for (text, expected) in [
        (HASH_VECTORS, Some(Format::HashVectors)),
        (r#"{ "cases": [{ "policy": "hashed_split_points" }] }"#, Some(Format::InitialSplits)),
        (r#"{ "meta": {}, "cases": [{ "policy": "data_size" }] }"#, Some(Format::BalancerRounds)),
        (r#"{ "cases": [{ "policy": "unheard of" }] }"#, None),
        (r#"{ "cases": [] }"#, None),
        ("[]", None),
        ("[1]", None),
        ("5", None),
    ] {
        assert_eq!(Format::detect(&serde_json::from_str(text).unwrap()), expected, "{text:.60}");
    }
    assert!(matches!(run("[]", None), Err(ConformanceError::UnknownFormat)));
    assert!(matches!(run("{", None), Err(ConformanceError::Json(_))));
}

#[test]
fn version_ranges_are_read_as_the_tables_write_them() {
    let table = [
        ("4.2+ (arithmetic unchanged since 2.4)", "4.2 4.4 8.0 8.0.10", "4.0 3.6.8"),
        ("4.2-7.1", "4.2 7.1 7.1.2 6.0", "8.0 7.2 4.0"),
        ("4.4, 5.0 (chunk counts also 6.0-7.1)", "4.4 5.0 5.0.7", "6.0 8.0 4.2"),
        ("5.0.24+/6.0.13+/7.0.5+ order rule with the 7.2+ count rule", "7.2 8.0", "5.0 5.0.23 5.0.24 7.0.5"),
        ("4.4, 5.0 up to 5.0.23", "4.4 4.4.6 5.0 5.0.23", "5.0.24 6.0 4.2"),
        ("8.0 (order rule since 5.0.24, 6.0.13, 7.0.5, 7.3)", "8.0 8.0.3", "7.3 5.0.24"),
        ("8.0 (FCV 7.2+)", "8.0", "7.2"),
        ("6.0.3+, 6.1+ data-size policy as in 8.0", "6.0.3 6.1 8.0", "6.0.2 5.0"),
        ("4.2-6.0.2 chunk-count policy", "4.2 5.0 6.0.2", "6.0.3 8.0"),
        ("no version at all", "", "8.0"),
        ("", "", "8.0"),
    ];
    for (ranges, inside, outside) in table {
        for (versions, expected) in [(inside, true), (outside, false)] {
            for version in versions.split_whitespace() {
                assert_eq!(version.parse::<Version>().unwrap().is_in(ranges), expected, "{version} in {ranges}");
            }
        }
    }
}

#[test]
fn versions_need_two_or_three_numbers() {
    assert_eq!("8.0".parse::<Version>().unwrap().to_string(), "8.0");
    for bad in ["", "8", "8.x", "8.0.1.2", "v8.0", "-8.0"] {
        let error = bad.parse::<Version>().unwrap_err();
        assert!(error.to_string().contains(bad), "{error}");
    }
}

#[test]
fn every_initial_split_case_passes() {
    let table = include_str!("../data/initial_split_cases.json");
    assert_eq!(run(table, None).unwrap().to_string(), "84 passed, 0 failed");
    let report = run(table, Some(&"8.0".parse().unwrap())).unwrap();
    assert_eq!(report.to_string(), "53 passed, 0 failed, 31 skipped");
}

#[test]
fn every_balancer_case_passes() {
    let table = include_str!("../data/balancer_cases.json");
    assert_eq!(run(table, None).unwrap().to_string(), "70 passed, 0 failed");
    let report = run(table, Some(&"8.0".parse().unwrap())).unwrap();
    assert_eq!(report.to_string(), "46 passed, 0 failed, 24 skipped");
}

/// Every case passes under every version that it names; the versions that are simulated leave out what is not for them.
#[test]
fn every_case_passes_under_every_version_that_it_names() {
    let tables = [include_str!("../data/initial_split_cases.json"), include_str!("../data/balancer_cases.json")];
    for (server, n_run) in [
        ("4.2", [16, 20]),
        ("4.4", [52, 20]),
        ("5.0", [62, 20]),
        ("6.0", [37, 40]),
        ("7.0", [37, 46]),
        ("8.0", [53, 46]),
    ] {
        for (table, n_run) in tables.into_iter().zip(n_run) {
            let report = run(table, Some(&server.parse().unwrap())).unwrap();
            assert_eq!(report.n_failed(), 0, "server {server}\n{report}");
            assert_eq!(report.n_passed(), n_run, "server {server}");
        }
    }
}

/// Cases that expect something else than what comes out fail, whichever field of the expectation it is.
#[test]
fn a_wrong_expectation_fails() {
    let initial = |expect: &str| {
        let input = r#"{ "shardKey": { "x": "hashed" }, "zones": [{ "zone": "a", "min": { "x": { "$minKey": 1 } },
            "max": { "x": { "$numberLong": "0" } } }], "shards": [{ "id": "s0", "zones": ["a"] }, { "id": "s1" }] }"#;
        let policy = "single_chunk_per_zone";
        let case = format!(r#"{{ "policy": "{policy}", "versions": "8.0", "input": {input}, "expect": {expect} }}"#);
        run(&format!(r#"{{ "cases": [{case}] }}"#), None).unwrap().n_failed()
    };
    let chunks = |shard: &str| {
        format!(
            r#"{{ "chunks": [{{ "min": {{ "x": {{ "$minKey": 1 }} }}, "max": {{ "x": {{ "$numberLong": "0" }} }},
            "shard": {shard} }}, {{ "min": {{ "x": {{ "$numberLong": "0" }} }}, "max": {{ "x": {{ "$maxKey": 1 }} }},
            "shard": "s1" }}] }}"#
        )
    };
    for right in [
        chunks("\"s0\""),
        chunks("null"),
        r#"{ "chunksPerShard": { "s0": 1, "s1": 1 } }"#.to_owned(),
        r#"{ "chunksPerZoneRange": [1] }"#.to_owned(),
        r#"{ "shardsByDefaultShuffle": ["s0", "s1"] }"#.to_owned(),
        r#"{ "relations": ["chunk[0].shard != chunk[1].shard"] }"#.to_owned(),
        r#"{ "ok": true }"#.to_owned(),
    ] {
        assert_eq!(initial(&right), 0, "{right}");
    }
    for wrong in [
        chunks("\"s1\""),
        r#"{ "chunksPerShard": { "s0": 2 } }"#.to_owned(),
        r#"{ "chunksPerZoneRange": [2] }"#.to_owned(),
        r#"{ "shardsByDefaultShuffle": ["s1", "s0"] }"#.to_owned(),
        r#"{ "relations": ["chunk[0].shard == chunk[1].shard"] }"#.to_owned(),
        r#"{ "relations": ["something else"] }"#.to_owned(),
        r#"{ "error": { "any": true } }"#.to_owned(),
        r#"{ "error": { "code": 405 } }"#.to_owned(),
        r#"{ "splitPoints": [{ "x": { "$numberLong": "0" } }] }"#.to_owned(),
        r#"{ "contiguousChunksPerShard": 1 }"#.to_owned(),
    ] {
        assert_eq!(initial(&wrong), 1, "{wrong}");
    }
}

#[test]
fn a_wrong_round_fails() {
    let round = |expect: &str| {
        let input = r#"{ "maxChunkSizeBytes": 100, "shards": [{ "id": "s0" }, { "id": "s1" }], "zoneRanges": [],
            "chunks": [[null, 5, "s0", 0], [5, null, "s0", 0]], "collectionDataSizeBytes": { "s0": 300, "s1": 0 } }"#;
        let case = format!(r#"{{ "policy": "data_size", "versions": "8.0", "input": {input}, "expect": {expect} }}"#);
        run(&format!(r#"{{ "cases": [{case}] }}"#), None).unwrap().n_failed()
    };
    let migration = |min: &str, to: &str, reason: &str| {
        format!(
            r#"{{ "min": {min}, "fromShard": "s0", "toShard": "{to}", "reason": "{reason}", "forceJumbo": false }}"#
        )
    };
    let right = migration("null", "s1", "chunksImbalance");
    for expect in [
        format!(r#"{{ "migrations": [{right}], "firstReason": "chunksImbalance" }}"#),
        format!(r#"{{ "anyOf": [{right}, {}], "count": 1 }}"#, migration("5", "s1", "drain")),
    ] {
        assert_eq!(round(&expect), 0, "{expect}");
    }
    for expect in [
        r#"{ "migrations": [] }"#.to_owned(),
        format!(r#"{{ "migrations": [{}] }}"#, migration("5", "s1", "chunksImbalance")),
        format!(r#"{{ "migrations": [{}] }}"#, migration("null", "s0", "chunksImbalance")),
        format!(r#"{{ "migrations": [{}] }}"#, migration("null", "s1", "drain")),
        format!(r#"{{ "anyOf": [{}] }}"#, migration("5", "s1", "chunksImbalance")),
        r#"{ "count": 2 }"#.to_owned(),
        r#"{ "firstReason": "none" }"#.to_owned(),
    ] {
        assert_eq!(round(&expect), 1, "{expect}");
    }
}
