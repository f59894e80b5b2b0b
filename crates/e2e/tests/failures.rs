//! What happens when a part fails: the engine stops, a file is missing, the network is gone.

use serde::Serialize;
use serde_json::{Value, json};
use shardscope_e2e::{Look, Native, Outcome, SuiteError, Tab};
use shardscope_session::presets;
use shardscope_session::protocol::PROTOCOL_VERSION;
use shardscope_session::scenario::Scenario;
use std::time::Duration;

/// Keeps the page's workers, so that a test can speak in their place.
const KEEP_WORKERS: &str = "
  globalThis.keptWorkers = [];
  const Real = globalThis.Worker;
  globalThis.Worker = class extends Real {
    constructor(...args) { super(...args); globalThis.keptWorkers.push(this); }
  };
";

/// Longer than the page waits for a silent worker.
const SILENCE: Duration = Duration::from_mins(1);

/// The envelope that gloo-worker puts around what a worker says.
#[derive(Serialize)]
enum FromWorker<'a> {
    #[allow(dead_code, reason = "its place gives the next one its number")]
    WorkerLoaded,
    ProcessOutput(usize, FromEngine<'a>),
}

/// What the page's own worker can say.
#[derive(Serialize)]
enum FromEngine<'a> {
    #[allow(dead_code, reason = "its place gives the next one its number")]
    Events(Vec<()>),
    Stopped {
        reason: &'a str,
    },
}

fn playground() -> Scenario {
    let mut scenario = presets::first_run();
    scenario.keys.truncate(1);
    scenario.story = None;
    scenario
}

async fn with_kept_workers() -> Result<Tab, SuiteError> {
    let tab = Tab::blank(Look::DESKTOP.still()).await?;
    tab.driver().cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": KEEP_WORKERS })).await?;
    let packed = shardscope_session::link::encode(&playground())?;
    tab.goto(&format!("#s={packed}")).await?;
    Ok(tab)
}

#[tokio::test]
async fn an_engine_that_stopped_says_so_and_starts_again() -> Outcome {
    let tab = with_kept_workers().await?;
    let digest = tab.done().await?;
    // The last words that the worker's panic hook sends, from the worker's side of the channel.
    let reason = "panicked at chunk.rs:1: an invariant broke";
    let message =
        postcard::to_allocvec(&(PROTOCOL_VERSION, FromWorker::ProcessOutput(0, FromEngine::Stopped { reason })));
    let bytes = message.map_err(|error| SuiteError::Found { what: "no message", found: error.to_string() })?;
    let stop = "const worker = keptWorkers.at(-1); worker.terminate(); \
        worker.dispatchEvent(new MessageEvent('message', { data: Uint8Array.from(arguments[0]) }));";
    tab.js_with(stop, vec![json!(bytes)]).await?;
    let said = tab.text("banner").await?;
    assert!(said.contains(&format!("The engine stopped: {reason}")), "{said}");
    tab.assert_accessible().await?;
    tab.click("restart-engine").await?;
    tab.wait_for("another worker runs", "keptWorkers.length === 2").await?;
    assert_eq!(tab.done().await?, digest, "the same scenario ends in the same digest");
    assert!(!tab.has("banner").await?);
    tab.click("add-shard").await?;
    assert_ne!(tab.done().await?, digest);
    tab.close().await
}

#[tokio::test]
async fn a_worker_that_died_without_a_word_is_noticed() -> Outcome {
    let tab = with_kept_workers().await?;
    tab.done().await?;
    let die = "const worker = keptWorkers.at(-1); worker.terminate(); worker.dispatchEvent(new ErrorEvent('error', \
        { message: 'Uncaught RuntimeError: unreachable', cancelable: true }));";
    tab.js_with(die, vec![]).await?;
    let said = tab.text("banner").await?;
    assert!(said.contains("The engine stopped") && said.contains("unreachable"), "{said}");
    tab.click("restart-engine").await?;
    tab.done().await?;
    tab.close().await
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_reported_and_nothing_else_is_lost() -> Outcome {
    let tab = with_kept_workers().await?;
    let digest = tab.done().await?;
    for garbage in ["Uint8Array.of(1, 99, 7)", "new Uint8Array(0)", "{ Stopped: 1 }", "'text'", "17"] {
        tab.js_with(
            &format!("keptWorkers.at(-1).dispatchEvent(new MessageEvent('message', {{ data: {garbage} }}));"),
            vec![],
        )
        .await?;
        let said = tab.text("banner").await?;
        assert!(said.contains("A message was lost"), "{garbage}: {said}");
        tab.click("close-banner").await?;
    }
    tab.click("add-shard").await?;
    assert_ne!(tab.done().await?, digest, "page and engine still talk");
    tab.close().await
}

#[tokio::test]
async fn a_missing_engine_is_reported() -> Outcome {
    for ending in [".js", ".wasm"] {
        let tab = Tab::blank(Look::DESKTOP.still()).await?;
        tab.site.refuse("worker", ending);
        tab.driver().goto(tab.site.address("")).await?;
        let banner = "(document.querySelector('[data-testid=banner]')?.innerText ?? '').includes('The engine stopped')";
        tab.wait_longer("the page says that the engine is not there", banner, SILENCE).await?;
        let said = tab.text("banner").await?;
        assert!(!said.contains("did not answer"), "worker*{ending}: its error is heard before patience ends: {said}");
    }
    Ok(())
}

#[tokio::test]
async fn a_missing_page_is_reported_in_the_static_html() -> Outcome {
    for ending in [".js", ".wasm"] {
        let tab = Tab::blank(Look::DESKTOP).await?;
        tab.site.refuse("app-", ending);
        tab.driver().goto(tab.site.address("")).await?;
        let says =
            "(document.querySelector('.boot-error')?.textContent ?? '').startsWith('Shardscope could not start')";
        tab.wait_for("the page says that it could not start", says).await?;
    }
    Ok(())
}

#[tokio::test]
async fn webassembly_refused_by_the_browser_is_reported() -> Outcome {
    let tab = Tab::blank(Look::DESKTOP).await?;
    let source = "delete globalThis.WebAssembly;";
    tab.driver().cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await?;
    tab.driver().goto(tab.site.address("")).await?;
    let says =
        "(document.querySelector('.boot-error')?.textContent ?? '').includes('needs a browser with WebAssembly')";
    tab.wait_for("the page says what it needs", says).await
}

#[tokio::test]
async fn new_scenarios_run_without_a_network() -> Outcome {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.done().await?;
    let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    tab.driver().cdp().send_raw("Network.enable", json!({})).await?;
    tab.driver().cdp().send_raw("Network.emulateNetworkConditions", offline).await?;
    tab.site.stop();
    assert_eq!(tab.js("navigator.onLine").await?, Value::Bool(false));
    tab.click("scenario-picker").await?;
    tab.click("preset-device-zones").await?;
    let scenario = presets::all().into_iter().find(|preset| preset.id == "device-zones").map(|preset| preset.scenario);
    let scenario =
        scenario.ok_or_else(|| SuiteError::Found { what: "no such preset", found: "device-zones".into() })?;
    tab.wait_for("it opened", "document.querySelector('[data-testid=chip-deviceId]') !== null").await?;
    assert_eq!(tab.done().await?, Native::run(scenario)?.digest);
    tab.drop_file("recipe", "own.csv", b"deviceId,ts\n1,2024-01-01\n2,2024-01-02\n").await?;
    let read = "document.querySelector('[data-testid=documents-total]').textContent.startsWith('2 documents')";
    tab.wait_for("a file is read", read).await?;
    tab.done().await?;
    for view in ["tab-keyspace", "tab-shards"] {
        tab.click(view).await?;
    }
    tab.close().await
}
