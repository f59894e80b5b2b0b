//! The page starts wherever it is put, says nothing wrong, and asks nobody else for anything.

use shardscope_e2e::{Frame, Look, Outcome, Tab};
use shardscope_session::{link, presets};
use std::time::Duration;

#[tokio::test]
async fn starts_under_any_path() -> Outcome {
    let tab = Tab::open(Look::DESKTOP, "").await?;
    let requests = tab.requests().await?;
    assert!(requests.iter().any(|address| address.contains(".wasm")), "{requests:?}");
    tab.close().await
}

#[tokio::test]
async fn runs_in_a_sandboxed_frame_without_storage() -> Outcome {
    for (look, width, height) in [(Look::EMBED, 720, 420), (Look::EMBED_SMALL, 320, 300)] {
        let frame = Frame { address: "?embed=1".into(), width, height, sandbox: "allow-scripts".into() };
        let tab = Tab::open_embedded(look, &frame).await?;
        assert_eq!(tab.js("self.origin").await?, "null");
        let storage =
            tab.js_with("try { localStorage; return 'there'; } catch (error) { return error.name; }", vec![]).await?;
        assert_eq!(storage, "SecurityError");
        tab.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn paints_before_the_engine_is_there() -> Outcome {
    let tab = Tab::blank(Look::DESKTOP).await?;
    tab.site.hold_engine();
    tab.driver().goto(tab.site.address("")).await?;
    tab.wait_for("something is painted", "performance.getEntriesByName('first-contentful-paint').length === 1").await?;
    assert_eq!(tab.js("document.documentElement.dataset.ready ?? null").await?, serde_json::Value::Null);
    tab.assert_accessible().await?;
    tab.site.release_engine();
    tab.wait_ready().await?;
    tab.close().await
}

#[tokio::test]
async fn goes_on_without_a_network_once_loaded() -> Outcome {
    let tab = Tab::open(Look::DESKTOP, "").await?;
    let files = tab.site.files_served();
    for kind in ["app-", "worker-"] {
        let wasm = files.iter().any(|file| file.starts_with(kind) && file.contains(".wasm"));
        assert!(wasm, "{kind}*.wasm is not loaded with the page: {files:?}");
    }
    let done = "document.documentElement.dataset.runState === 'done'";
    tab.wait_longer("the first scenario is done", done, Duration::from_mins(1)).await?;
    tab.site.stop();
    let answer = "return fetch(location.href, { cache: 'no-store' }).then(() => 'answered', () => 'refused');";
    assert_eq!(tab.js_with(answer, vec![]).await?, "refused");

    let before = tab.js("document.documentElement.dataset.digest ?? null").await?;
    let another = presets::all().pop().map_or_else(presets::first_run, |preset| preset.scenario);
    tab.js(&format!("location.hash = '#s={}'", link::encode(&another)?)).await?;
    let done = format!("{done} && document.documentElement.dataset.digest !== {before}");
    tab.wait_longer("another scenario ran without a network", &done, Duration::from_mins(1)).await
}
