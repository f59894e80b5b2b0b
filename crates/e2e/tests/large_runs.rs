//! A million documents: the page answers while they are placed, and shows what the engine counted.

use serde_json::Value;
use shardscope_e2e::{Look, Native, Outcome, SuiteError, Tab};
use shardscope_session::presets;
use thirtyfour::Key;

/// Notes what holds the page's main thread up for more than 50 ms.
const WATCH: &str = "
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => Math.round(task.duration))))
    .observe({ type: 'longtask' });
";

#[tokio::test]
async fn the_page_answers_while_a_million_documents_are_placed() -> Outcome {
    let scenario =
        presets::all().into_iter().find(|preset| preset.id == "million-orders").map(|preset| preset.scenario);
    let scenario = scenario.ok_or_else(|| SuiteError::Found { what: "no preset", found: "million-orders".into() })?;
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.click("skip-story").await?;
    tab.done().await?;
    tab.click("scenario-picker").await?;
    tab.js_with(WATCH, vec![]).await?;
    tab.click("preset-million-orders").await?;
    tab.click("tab-keyspace").await?;
    let answered = "return [document.documentElement.dataset.runState, \
        document.querySelector('[data-testid=tab-keyspace]').getAttribute('aria-selected'), \
        document.querySelector('[data-testid=keyspace-plot]') !== null]";
    let state = tab.js_with(answered, vec![]).await?;
    assert_eq!(state, serde_json::json!(["computing", "true", true]), "a click is answered while the run computes");
    tab.click("tab-shards").await?;
    let digest = tab.done().await?;
    // For people to read: how long the page could not answer depends on the machine.
    println!("long tasks while a million documents were placed, ms: {}", tab.js("JSON.stringify(longTasks)").await?);

    let native = Native::run(scenario)?;
    assert_eq!(digest, native.digest);
    tab.press_on_page(Key::End).await?;
    let lane = native.last(0).ok_or_else(|| SuiteError::Found { what: "no frame", found: String::new() })?;
    let tables = tab.tables_of(&lane).await?;
    assert_eq!(tables.n_documents(), 1_000_000);
    for shard in &lane.shards {
        assert!(shard.documents.abs_diff(250_000) < 5_000, "{shard:?}");
    }
    assert!(tab.text("documents-total").await?.contains("1,000,000 documents"));
    assert_ne!(tab.js("performance.memory.usedJSHeapSize").await?, Value::Null);
    tab.close().await
}
