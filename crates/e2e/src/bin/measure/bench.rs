//! The page against JavaScript, in turns in one browser: the same template, the same hash, as many chunks.

use crate::median::median;
use serde_json::{Value, json};
use shardscope_e2e::{Look, Native, Site, SuiteError, Tab};
use shardscope_session::scenario::{Scenario, ShardSpec};
use shardscope_session::{link, presets};

const N_ROUNDS: usize = 5;
const N_DOCUMENTS: u64 = 1_000_000;
/// 8.0 gives every shard one chunk of a hashed key: so many shards are so many chunks.
const N_CHUNKS: usize = 128;
const PRESET: &str = "million-orders";

/// Opens a link in the page that is there, and waits until the engine is done and the result is on screen.
const RUN: &str = "
  const [fragment] = arguments;
  const root = document.documentElement;
  return new Promise((resolve) => {
    const before = root.dataset.digest;
    const started = performance.now();
    const look = () => {
      if (root.dataset.runState === 'done' && root.dataset.digest && root.dataset.digest !== before) {
        observer.disconnect();
        // The frame after the next one: by then the last change is painted.
        const answer = () => resolve([performance.now() - started, root.dataset.digest]);
        requestAnimationFrame(() => requestAnimationFrame(answer));
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(root, { attributes: true });
    location.hash = fragment;
  });
";

/// Prints the table.
pub async fn run() -> Result<(), SuiteError> {
    let tab = Tab::blank_on(Look::DESKTOP, Site::start_for_benchmark()?).await?;
    tab.driver().set_script_timeout(std::time::Duration::from_mins(3)).await?;
    let mut javascript = Vec::new();
    let mut few = Vec::new();
    let mut many = Vec::new();
    let mut memory = Vec::new();
    for round in 0..N_ROUNDS {
        javascript.extend(javascript_rates(&tab).await?);
        few.push(page_rate(&tab, &scenario(round, None)).await?);
        memory.extend(tab.memory_bytes().map(|bytes| bytes as f64));
        many.push(page_rate(&tab, &scenario(round, Some(N_CHUNKS))).await?);
    }
    let days = days(&tab).await?;
    tab.close().await?;
    print_days(&days);
    print(&javascript, &few, &many, &memory);
    Ok(())
}

async fn javascript_rates(tab: &Tab) -> Result<Vec<f64>, SuiteError> {
    tab.driver().goto(format!("{}/js/index.html", tab.site.origin())).await?;
    let settings = json!({ "nWarmUp": 50_000, "nWindow": 100_000, "nWindows": 3 });
    let rates = tab.js_with("return measure(arguments[0]);", vec![settings]).await?;
    Ok(rates.as_array().into_iter().flatten().filter_map(Value::as_f64).collect())
}

/// Chunks, whether they are even from the start, and the milliseconds that a day of balancing takes in wasm.
async fn days(tab: &Tab) -> Result<Vec<(u32, bool, f64)>, SuiteError> {
    tab.driver().goto(format!("{}/js/index.html", tab.site.origin())).await?;
    let mut days = Vec::new();
    for (n_chunks, even) in [(200, false), (2_000, false), (20_000, false), (200, true), (2_000, true)] {
        let settings = json!({ "nChunks": n_chunks, "even": even, "nTimes": 3 });
        let ms = tab.js_with("return day(arguments[0]);", vec![settings]).await?;
        days.push((n_chunks, even, ms.as_f64().unwrap_or(f64::NAN)));
    }
    Ok(days)
}

fn print_days(days: &[(u32, bool, f64)]) {
    println!("\n| a day of balancing in wasm, 10 shards, 8.0 | chunks | ms |\n|---|---:|---:|");
    for (n_chunks, even, ms) in days {
        let name = if *even { "even, something changes before every round" } else { "all on one shard at first" };
        println!("| {name} | {n_chunks} | {ms:.0} |");
    }
}

async fn page_rate(tab: &Tab, scenario: &Scenario) -> Result<f64, SuiteError> {
    let fragment = link::encode(scenario)?;
    tab.driver().goto(tab.site.address("")).await?;
    tab.wait_ready().await?;
    tab.wait_for("the first scenario is done", "document.documentElement.dataset.runState === 'done'").await?;
    let answer = tab.js_with(RUN, vec![json!(format!("#s={fragment}"))]).await?;
    // The same run without a browser: what is timed is all of the work, and nothing was left out.
    let native = Native::run(scenario.clone())?;
    let placed = native.lane(0, native.horizon_ms).map_or(0, |lane| lane.documents);
    if answer[1] != native.digest.as_str() || placed != N_DOCUMENTS {
        let found = format!("digest {} instead of {}, {placed} documents", answer[1], native.digest);
        return Err(SuiteError::Found { what: "the page did not do the run", found });
    }
    Ok(N_DOCUMENTS as f64 / (answer[0].as_f64().unwrap_or(f64::NAN) / 1_000.0))
}

fn scenario(round: usize, n_shards: Option<usize>) -> Scenario {
    let preset = presets::all().into_iter().find(|preset| preset.id == PRESET);
    let mut scenario = preset.map_or_else(presets::first_run, |preset| preset.scenario);
    // A seed of its own, so that nothing of an earlier run can be used again.
    scenario.seed += round as u64 + 1;
    if let Some(n_shards) = n_shards {
        let shard = |number| ShardSpec { name: format!("shard{number:03}"), zones: Vec::new() };
        scenario.cluster.shards = (0..n_shards).map(shard).collect();
    }
    scenario
}

fn print(javascript: &[f64], few: &[f64], many: &[f64], memory: &[f64]) {
    let base = median(javascript);
    let row = |name: &str, rates: &[f64]| {
        let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
        println!("| {name} | {:.0} | {least:.0} | {:.1} |", median(rates), median(rates) / base);
    };
    println!(
        "\n| 1,000,000 orders, hashed _id, one headless Chromium | documents/s (median) | slowest | ratio |\n|---|---:|---:|---:|"
    );
    row("mgeneratejs 0.6.0 + js-md5 0.9.2 + binary search, 128 chunks, in a worker, nothing shown", javascript);
    row("Shardscope, 4 chunks: link opened to result on screen", few);
    row("Shardscope, 128 chunks: link opened to result on screen", many);
    if memory.is_empty() {
        println!("\nThe memory of the tab is not measured on this system.");
    } else {
        println!(
            "\nMemory of the tab with a million orders (page, worker, both wasm memories): {:.0} MB",
            median(memory) / 1e6
        );
    }
}
