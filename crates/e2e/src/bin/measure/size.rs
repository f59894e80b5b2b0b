//! What a first visit transfers, and how soon the page paints and answers.

use crate::median::median;
use serde_json::json;
use shardscope_e2e::{Look, SuiteError, Tab, root};

const N_VISITS: usize = 7;

/// Notes when the first frame of the engine is drawn, from before the page's own scripts.
const NOTE_READY: &str = "
  new MutationObserver(() => {
    if (document.documentElement?.dataset.ready && !globalThis.readyAtMs) globalThis.readyAtMs = performance.now();
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] });
";

const TIMES: &str = "
  const paint = performance.getEntriesByType('paint').find((entry) => entry.name === 'first-contentful-paint');
  return [paint ? paint.startTime : null, globalThis.readyAtMs ?? null];
";

/// Prints both as tables.
pub async fn run() -> Result<(), SuiteError> {
    let visit = Visit::measure(1).await?;
    let mut visits = vec![visit];
    let mut slow = Vec::new();
    for _ in 1..N_VISITS {
        visits.push(Visit::measure(1).await?);
    }
    for _ in 0..N_VISITS {
        slow.push(Visit::measure(4).await?);
    }
    print_files(&visits[0].files)?;
    println!("\n| first visit, headless Chromium, median of {N_VISITS} | first paint | interactive |\n|---|---:|---:|");
    for (name, visits) in [("this machine", &visits), ("processor slowed 4 times", &slow)] {
        let paint: Vec<f64> = visits.iter().map(|visit| visit.paint_ms).collect();
        let ready: Vec<f64> = visits.iter().map(|visit| visit.ready_ms).collect();
        println!("| {name} | {:.0} ms | {:.0} ms |", median(&paint), median(&ready));
    }
    Ok(())
}

struct Visit {
    paint_ms: f64,
    ready_ms: f64,
    files: Vec<String>,
}

impl Visit {
    async fn measure(slowdown: u32) -> Result<Self, SuiteError> {
        let tab = Tab::blank(Look::DESKTOP).await?;
        let cdp = tab.driver().cdp();
        cdp.send_raw("Emulation.setCPUThrottlingRate", json!({ "rate": slowdown })).await?;
        cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": NOTE_READY })).await?;
        tab.goto("").await?;
        tab.wait_for("the first paint is noted", "performance.getEntriesByType('paint').length > 0").await?;
        let times = tab.js_with(TIMES, vec![]).await?;
        let visit = Self {
            paint_ms: times[0].as_f64().unwrap_or(f64::NAN),
            ready_ms: times[1].as_f64().unwrap_or(f64::NAN),
            files: tab.site.files_served(),
        };
        tab.close().await?;
        Ok(visit)
    }
}

fn print_files(files: &[String]) -> Result<(), SuiteError> {
    println!("\n| first visit | bytes | brotli |\n|---|---:|---:|");
    let (mut bytes_all, mut packed_all) = (0, 0);
    for file in files {
        let bytes = std::fs::read(root().join("dist").join(file))?;
        let packed = brotli_size(&bytes)?;
        println!("| {file} | {} | {packed} |", bytes.len());
        bytes_all += bytes.len();
        packed_all += packed;
    }
    println!("| all | {bytes_all} | {packed_all} |");
    Ok(())
}

/// As `brotli -q 11` packs it.
fn brotli_size(bytes: &[u8]) -> Result<usize, SuiteError> {
    let settings =
        brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: bytes.len(), ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut std::io::Cursor::new(bytes), &mut packed, &settings)?;
    Ok(packed.len())
}
