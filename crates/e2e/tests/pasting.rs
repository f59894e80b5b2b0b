//! Pasted documents: a long paste is read like a file; what was not read is called what it is.

use shardscope_e2e::{Look, Outcome, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::{Documents, Scenario};

fn small() -> Scenario {
    let mut scenario = presets::first_run();
    (scenario.story, scenario.stands_for) = (None, 1);
    scenario.log.clear();
    scenario.keys.truncate(1);
    scenario.workload.duration_sec = None;
    scenario.documents = Documents::Template { text: "{ _id: \"$objectid\" }".to_owned(), count: 500 };
    scenario
}

/// Pastes `n` lines into the text area as the browser does, after what it holds; the answer is whether the page took them.
async fn paste(tab: &Tab, n: u32) -> Result<bool, shardscope_e2e::SuiteError> {
    let script = format!(
        "globalThis.longTasks = [];
         new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => Math.round(task.duration))))
           .observe({{ type: 'longtask' }});
         const lines = Array.from({{ length: {n} }}, (_, n) => JSON.stringify({{ _id: n, state: 'S' + (n % 50) }}));
         const clipboardData = new DataTransfer();
         clipboardData.setData('text/plain', lines.join('\\n'));
         const event = new ClipboardEvent('paste', {{ clipboardData, bubbles: true, cancelable: true }});
         return !document.getElementById('paste').dispatchEvent(event);"
    );
    Ok(tab.js_with(&script, vec![]).await?.as_bool().unwrap_or_default())
}

#[tokio::test]
async fn a_long_paste_is_read_like_a_file_and_a_short_one_stays_in_the_editor() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    tab.done().await?;
    tab.click("documents-tab-1").await?;
    assert!(!paste(&tab, 100).await?, "the text area takes a short text");
    tab.fill("paste", "{\"_id\": \"first\"}\n").await?;
    assert!(paste(&tab, 60_000).await?, "the page takes a long one");
    tab.wait_for("it is read", "document.querySelector('[data-testid=import-report]') !== null").await?;
    let report = tab.text("import-report").await?;
    assert!(report.contains("NDJSON") && report.contains("60,001 documents"), "with what was typed before: {report}");
    tab.done().await?;
    // For people to read: how long the page could not answer depends on the machine.
    println!("long tasks while 60,000 lines were pasted, ms: {}", tab.js("JSON.stringify(longTasks)").await?);
    let scenario = tab.scenario().await?;
    assert!(matches!(&scenario.documents, Documents::File { count: 60_001, .. }), "{:?}", scenario.documents);
    tab.assert_accessible().await?;
    tab.close().await
}

#[tokio::test]
async fn a_key_field_that_no_document_has_is_said_and_allowed() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    let before = tab.done().await?;
    tab.fill("key-line", "{ _id 1 }").await?;
    tab.wait_for("the line is wrong", "document.querySelector('[data-testid=key-line-error]') !== null").await?;
    tab.fill("key-line", "{ stat: 1 }").await?;
    tab.wait_for("no longer", "document.querySelector('[data-testid=key-line-error]') === null").await?;
    tab.wait_for("it is said", "document.querySelector('[data-testid=absent-field]') !== null").await?;
    let said = tab.text("absent-field").await?;
    assert!(said.contains("stat") && said.contains("null"), "{said}");
    assert_ne!(tab.done().await?, before, "it runs all the same");
    tab.assert_accessible().await?;
    tab.close().await
}

#[tokio::test]
async fn a_link_can_open_at_the_playhead() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    tab.done().await?;
    for _ in 0..3 {
        tab.press_on_page(thirtyfour::Key::Right).await?;
    }
    let at_sec = tab.clock().await?;
    assert!(at_sec >= 3, "{at_sec}");
    let copied = "globalThis.copied = null;
        navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); };";
    tab.js_with(copied, vec![]).await?;
    tab.click("share-at").await?;
    tab.wait_for("it is copied", "globalThis.copied !== null").await?;
    let link = tab.js("globalThis.copied").await?.as_str().unwrap_or_default().to_owned();
    assert!(link.ends_with(&format!("&t={at_sec}")), "{link}");
    let fragment = link.split_once('#').map(|(_, fragment)| fragment.to_owned()).unwrap_or_default();
    let opened = Tab::open(Look::DESKTOP.still(), &format!("#{fragment}")).await?;
    opened.done().await?;
    assert_eq!(opened.clock().await?, at_sec);
    opened.close().await?;
    tab.close().await
}
