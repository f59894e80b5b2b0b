//! A file of one's own, a compound key, two zones, and the balancer until it rests; then a hashed key of few values.
#![allow(clippy::panic, reason = "a panic is a failed test")]

use shardscope_e2e::{Look, Native, Outcome, SuiteError, Tab, Tables};
use shardscope_session::scenario::{Arrival, Documents, Scenario};
use shardscope_session::view::EventKind;
use std::collections::BTreeSet;

/// Every 8th US postal code: GeoNames, CC BY 4.0, through the npm package vega-datasets 3.2.1.
const ZIPCODES: &[u8] = include_bytes!("../../session/tests/fixtures/zipcodes_every_8th.csv");

/// Rows of the file, without its header.
const N_ZIPCODES: u64 = 5_257;

/// Each row stands for the eight of which it was picked.
const STANDS_FOR: u64 = 8;

/// States, territories and the district in the file.
const N_STATES: usize = 55;

/// 3 x the range size of 1 MB.
const GAP_BYTES_MAX: u64 = 3 << 20;

/// From a first visit, by way of a scenario with three shards, to the file on four shards with a range size of 1 MB.
async fn file_on_four_shards() -> Result<Tab, SuiteError> {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.click("scenario-picker").await?;
    tab.click("preset-orders-by-customer").await?;
    tab.element("chip-customerId").await?;
    tab.done().await?;
    tab.drop_file("recipe", "zipcodes_every_8th.csv", ZIPCODES).await?;
    let read = "document.querySelector('[data-testid=documents-total]').textContent.startsWith('5,257 documents')";
    tab.wait_for("the file is read", read).await?;
    tab.fill("stands-for", &STANDS_FOR.to_string()).await?;
    tab.fill("range-size", "1").await?;
    tab.click("add-shard").await?;
    tab.wait_for("there are four shards", "document.querySelector('[data-testid=n-shards]').textContent === '4'")
        .await?;
    Ok(tab)
}

#[tokio::test]
async fn columns_keep_leading_zeros_and_can_be_corrected() -> Outcome {
    let tab = file_on_four_shards().await?;
    tab.element("file-name").await?;
    let report = tab.text("import-report").await?;
    assert!(report.contains("CSV") && report.contains("5,257 documents"), "{report}");
    assert_eq!(tab.value("column-zip_code").await?, "string");
    let columns = tab.text("columns").await?;
    assert!(columns.contains("leading zeros: 00501 in line 2"), "{columns}");
    let first = tab.text("first-documents").await?;
    assert!(first.contains("zip_code: '00501'"), "{first}");
    assert!(tab.text("documents-total").await?.contains("42 k"));
    tab.done().await?;

    tab.choose("column-zip_code", "int").await?;
    let shows_number = "document.querySelector('[data-testid=first-documents]').textContent.includes('zip_code: 501,')";
    tab.wait_for("the zip codes are numbers", shows_number).await?;
    tab.done().await?;
    let Documents::File { columns, count, .. } = tab.scenario().await?.documents else {
        panic!("the documents are a file's")
    };
    assert_eq!((columns.len(), columns.first().map(|column| column.name.as_str())), (1, Some("zip_code")));
    assert_eq!(count, N_ZIPCODES);
    tab.close().await
}

#[tokio::test]
async fn zones_hold_their_states_and_the_balancer_comes_to_rest() -> Outcome {
    let tab = file_on_four_shards().await?;
    for path in ["state", "zip_code"] {
        tab.choose("add-field", path).await?;
    }
    for path in ["customerId", "orderDate"] {
        tab.remove_chip(path).await?;
    }
    assert_eq!(tab.chips().await?, ["state: 1", "zip_code: 1"]);
    tab.add_zone("EAST", ("MinKey", "\"M\""), &["shardA", "shardB"]).await?;
    tab.add_zone("WEST", ("\"M\"", "MaxKey"), &["shardC", "shardD"]).await?;
    for member in ["EAST-shardA", "EAST-shardB", "WEST-shardC", "WEST-shardD"] {
        let light = tab.element(&format!("member-{member}")).await?;
        assert_eq!(light.attr("aria-pressed").await?.as_deref(), Some("true"), "{member}");
    }
    tab.open_card(4).await?;
    tab.choose("arrival", "before").await?;
    let digest = tab.done().await?;

    let scenario = tab.scenario().await?;
    assert_eq!((scenario.stands_for, scenario.cluster.range_size_mb, scenario.log.len()), (STANDS_FOR, 1, 0));
    assert_eq!(scenario.workload.arrival, Arrival::BeforeSharding);
    let native = Native::run_on_file(scenario, ZIPCODES)?;
    assert_eq!(digest, native.digest, "the browser and the native engine end alike");
    let lane = native.last(0).ok_or_else(missing)?;
    tab.press_on_page(thirtyfour::Key::End).await?;
    let tables = tab.tables_of(&lane).await?;

    assert_eq!(tables.n_documents(), N_ZIPCODES * STANDS_FOR);
    assert_eq!(tables.chunks.iter().map(|chunk| chunk.documents).sum::<u64>(), 42_056);
    assert!(lane.migrations.is_empty() && tables.chunks.iter().all(|chunk| chunk.state != "moving"));
    each_zone_keeps_to_its_shards(&tables);
    for shards in [["shardA", "shardB"], ["shardC", "shardD"]] {
        let bytes: Vec<u64> =
            lane.shards.iter().filter(|shard| shards.contains(&shard.name.as_str())).map(|shard| shard.bytes).collect();
        let (least, most) = (bytes.iter().min().copied(), bytes.iter().max().copied());
        assert!(most.zip(least).is_some_and(|(most, least)| most - least < GAP_BYTES_MAX), "{shards:?}: {bytes:?}");
    }
    the_log_tells_of(&tab, &native).await?;
    tab.close().await
}

fn each_zone_keeps_to_its_shards(tables: &Tables) {
    let mut zones = BTreeSet::new();
    for chunk in &tables.chunks {
        let shards = match chunk.zone.as_str() {
            "EAST" => ["shardA", "shardB"],
            "WEST" => ["shardC", "shardD"],
            // A bound of one field is filled up with MinKey, so the zone ends before the keys whose state is MaxKey.
            "none" if chunk.documents == 0 && chunk.range == "[MaxKey, MinKey, MaxKey)" => continue,
            other => panic!("{chunk:?} lies in zone {other}"),
        };
        assert!(shards.contains(&chunk.shard.as_str()), "{chunk:?}");
        zones.insert(chunk.zone.clone());
    }
    assert_eq!(zones.len(), 2);
    assert!(tables.chunks.len() > 2, "moves split chunks: {:?}", tables.chunks);
}

/// The log shows every split and every migration of the engine, with its reason.
async fn the_log_tells_of(tab: &Tab, native: &Native) -> Outcome {
    for (filter, kind) in [("migrations", EventKind::Migration), ("splits", EventKind::Split)] {
        tab.choose("log-filter", filter).await?;
        let rows: Vec<_> = native.log(0).into_iter().filter(|row| row.kind == kind).collect();
        assert!(!rows.is_empty(), "{filter}");
        assert_eq!(tab.text("n-events").await?, rows.len().to_string(), "{filter}");
        let log = tab.js("document.querySelector('[data-testid=log]').textContent").await?;
        for row in rows {
            let log = log.as_str().unwrap_or_default();
            assert!(log.contains(&row.text) && log.contains(&row.reason), "{row:?} is missing in {log}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn hashed_states_cannot_use_more_chunks_than_states() -> Outcome {
    let tab = file_on_four_shards().await?;
    tab.fill("key-line", "sh.shardCollection(\"geo.zips\", { state: \"hashed\" })").await?;
    tab.wait_for("the chip follows", "document.querySelector('[data-testid=chip-state]') !== null").await?;
    let digest = tab.done().await?;
    let scenario: Scenario = tab.scenario().await?;
    assert_eq!(scenario.namespace, "geo.zips");
    let native = Native::run_on_file(scenario, ZIPCODES)?;
    assert_eq!(digest, native.digest);
    for at_ms in (0..=native.horizon_ms).step_by(1_000) {
        let lane = native.lane(0, at_ms).ok_or_else(missing)?;
        let n_with_data = lane.chunks.iter().filter(|chunk| chunk.documents > 0).count();
        assert!(n_with_data <= N_STATES, "{n_with_data} at {at_ms}");
    }
    tab.press_on_page(thirtyfour::Key::End).await?;
    let tables = tab.tables_of(&native.last(0).ok_or_else(missing)?).await?;
    assert_eq!(tables.n_documents(), N_ZIPCODES * STANDS_FOR);
    assert!(tables.chunks.iter().filter(|chunk| chunk.documents > 0).count() <= N_STATES);

    assert_eq!(tab.text("value-cardinality").await?, "55 values");
    let cardinality = tab.text("property-cardinality").await?;
    assert!(cardinality.contains("At most 55 chunks can ever hold data"), "{cardinality}");
    assert!(cardinality.contains("Hashing scatters values, it does not add any"), "{cardinality}");
    tab.close().await
}

fn missing() -> SuiteError {
    SuiteError::Found { what: "the run has no such key", found: String::new() }
}
