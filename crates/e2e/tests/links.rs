//! Links and embeds: the same digest in another profile, a broken link, a frame without rights.

use serde_json::{Value, json};
use shardscope_e2e::{Frame, Look, Native, Outcome, SuiteError, Tab};
use shardscope_session::scenario::{Documents, Scenario};
use shardscope_session::{link, presets};
use thirtyfour::Key;

#[tokio::test]
async fn a_shared_link_ends_in_the_same_digest_in_a_fresh_profile() -> Outcome {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.click("skip-story").await?;
    tab.done().await?;
    let grant = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    tab.driver().cdp().send_raw("Browser.grantPermissions", grant).await?;
    tab.fill("key-line", "{ customerId: 1, _id: \"hashed\" }").await?;
    tab.fill("range-size", "32").await?;
    tab.done().await?;
    tab.press_on_page(Key::End).await?;
    // A command at the end of the run travels too.
    tab.press_on_page(Key::Left).await?;
    tab.click("balancer").await?;
    let digest = tab.done().await?;
    tab.click("share").await?;
    tab.wait_for("it says so", "document.querySelector('[data-testid=share]').innerText.includes('Link copied')")
        .await?;
    let copied = tab.js("navigator.clipboard.readText()").await?;
    assert_eq!(copied, tab.js("location.href").await?, "the clipboard holds the address");
    let copied = copied.as_str().unwrap_or_default().to_owned();
    let shown = tab.js("document.querySelector('[data-testid=link-length]').textContent").await?;
    assert_eq!(shown.as_str().map(|text| text.replace(',', "")), Some(format!("{} chars", copied.len())));
    let (_, fragment) = copied.split_once('#').ok_or_else(|| no_link(&copied))?;
    let packed = fragment.trim_start_matches("s=");
    assert_eq!(link::decode(packed)?.log.len(), 2, "the shard of the first run, and the balancer");
    assert_eq!(digest, Native::run(link::decode(packed)?)?.digest);

    let fresh = Tab::open(Look::DESKTOP.still(), &format!("#{fragment}")).await?;
    assert_eq!(fresh.done().await?, digest);
    assert_eq!(
        fresh.value("key-line").await?,
        "sh.shardCollection(\"shop.orders\",\n  { customerId: 1, _id: \"hashed\" })"
    );
    assert_eq!(fresh.value("range-size").await?, "32");
    fresh.close().await?;
    tab.close().await
}

fn no_link(found: &str) -> SuiteError {
    SuiteError::Found { what: "this is no link", found: found.to_owned() }
}

#[tokio::test]
async fn a_reload_and_a_step_back_keep_the_scenario() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &presets::first_run(), "").await?;
    tab.click("skip-story").await?;
    tab.fill("range-size", "64").await?;
    let digest = tab.done().await?;
    tab.driver().refresh().await?;
    tab.wait_ready().await?;
    assert_eq!(tab.done().await?, digest);
    // An address typed into the open page is followed as well.
    let other = presets::all().into_iter().find(|preset| preset.id == "hashed-flag").map(|preset| preset.scenario);
    let other = other.ok_or_else(|| no_link("hashed-flag"))?;
    tab.js_with("location.hash = arguments[0];", vec![json!(format!("s={}", link::encode(&other)?))]).await?;
    tab.wait_for("the other scenario opens", "document.querySelector('[data-testid=chip-verified]') !== null").await?;
    assert_eq!(tab.done().await?, Native::run(other)?.digest);
    tab.close().await
}

#[tokio::test]
async fn a_broken_link_says_so_and_loads_the_default() -> Outcome {
    let whole = link::encode(&presets::first_run())?;
    let half: String = whole.chars().take(whole.len() / 2).collect();
    let digest = Native::run(presets::first_run())?.digest;
    for (packed, words) in
        [(half.as_str(), "damaged"), ("99.abc", "newer Shardscope"), ("1.%%%", "damaged"), ("nonsense", "no version")]
    {
        let tab = Tab::open(Look::DESKTOP.still(), &format!("#s={packed}")).await?;
        let said = tab.text("banner").await?;
        assert!(said.contains("The link could not be opened") && said.contains(words), "{packed}: {said}");
        assert_eq!(tab.done().await?, digest, "{packed}");
        tab.click("close-banner").await?;
        assert!(!tab.has("banner").await?);
        tab.close().await?;
    }
    Ok(())
}

async fn embedded(look: Look, query: &str, fragment: &str) -> Result<Tab, SuiteError> {
    let frame = Frame {
        address: format!("{query}{fragment}"),
        width: look.width,
        height: look.height,
        sandbox: "allow-scripts".into(),
    };
    Tab::open_embedded(look, &frame).await
}

#[tokio::test]
async fn an_embed_runs_without_rights_and_without_storage() -> Outcome {
    let digest = Native::run(presets::first_run())?.digest;
    for look in [Look::EMBED, Look::EMBED_SMALL] {
        let tab = embedded(look, "?embed=1", "").await?;
        assert_eq!(tab.js("self.origin").await?, "null");
        let storage =
            tab.js_with("try { localStorage; return ''; } catch (error) { return error.name; }", vec![]).await?;
        assert_eq!(storage, "SecurityError");
        assert_eq!(tab.done().await?, digest);
        tab.wait_for("it plays when it is seen", "document.querySelector('[data-testid=clock]').textContent > '01:02'")
            .await?;
        assert!(!tab.text("embed-caption").await?.is_empty());
        for absent in ["recipe", "verdict", "share", "predict", "log"] {
            assert!(!tab.has(absent).await?, "an embed has no {absent}");
        }
        let overflow =
            "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight";
        assert_eq!(
            tab.js(overflow).await?,
            Value::Bool(false),
            "nothing is cut off at {} x {}",
            look.width,
            look.height
        );
        tab.assert_accessible().await?;
        tab.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn an_embed_follows_theme_and_view_and_leads_back() -> Outcome {
    let scenario = presets::all().into_iter().find(|preset| preset.id == "device-zones").map(|preset| preset.scenario);
    let scenario = scenario.ok_or_else(|| no_link("device-zones"))?;
    let packed = link::encode(&scenario)?;
    let digest = Native::run(scenario)?.digest;
    for (theme, ground) in [("dark", "rgb(12, 14, 17)"), ("light", "rgb(245, 245, 242)")] {
        let tab = embedded(
            Look::EMBED,
            &format!("?embed=1&play=never&view=keyspace&theme={theme}"),
            &format!("#s={packed}&t=60"),
        )
        .await?;
        assert_eq!(tab.js("document.documentElement.dataset.theme").await?, theme);
        assert_eq!(tab.js("getComputedStyle(document.body).backgroundColor").await?, ground);
        assert_eq!(tab.done().await?, digest);
        tab.element("keyspace-plot").await?;
        assert_eq!(tab.clock().await?, 60);
        assert!(!tab.is_playing().await?);
        let back = tab.element("open-playground").await?.attr("href").await?.unwrap_or_default();
        assert_eq!(back, tab.site.address(&format!("#s={packed}")));
        tab.close().await?;
        let page = Tab::open(Look::DESKTOP.still(), &format!("#s={packed}")).await?;
        assert_eq!(page.done().await?, digest);
        page.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_snippet_is_a_frame_of_this_scenario() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &presets::first_run(), "").await?;
    tab.click("skip-story").await?;
    tab.done().await?;
    let scenario = tab.scenario().await?;
    tab.click("embed").await?;
    tab.click("embed-size-2").await?;
    tab.click("embed-theme-2").await?;
    let snippet = tab.value("embed-snippet").await?;
    for part in ["<iframe ", "width=\"320\"", "height=\"300\"", "sandbox=\"allow-scripts", "embed=1&amp;theme=dark"] {
        assert!(snippet.contains(part), "{part} is missing in {snippet}");
    }
    let packed = snippet.split_once("#s=").and_then(|(_, rest)| rest.split_once('"')).map(|(packed, _)| packed);
    assert_eq!(link::decode(packed.unwrap_or_default())?, scenario);
    tab.press(Key::Escape).await?;
    tab.wait_for("the dialog is closed", "document.querySelector('[data-testid=dialog]') === null").await?;
    let focused = tab.js("document.activeElement.dataset.testid ?? ''").await?;
    assert_eq!(focused, "embed", "the focus is back where it was");
    tab.close().await
}

/// Opens a scenario that cannot start: the page is never ready then.
async fn stuck(scenario: &Scenario) -> Result<Tab, SuiteError> {
    let tab = Tab::blank(Look::DESKTOP.still()).await?;
    tab.driver().goto(tab.site.address(&format!("#s={}", link::encode(scenario)?))).await?;
    tab.wait_for("it says why", "document.querySelector('[data-testid=cannot-start]') !== null").await?;
    Ok(tab)
}

#[tokio::test]
async fn a_link_to_a_file_says_that_the_file_is_needed_and_goes_on_with_it() -> Outcome {
    let mut scenario = presets::first_run();
    scenario.story = None;
    scenario.log.clear();
    scenario.keys.truncate(1);
    scenario.documents =
        Documents::File { name: "orders.csv".to_owned(), count: 3, fingerprint: "0".to_owned(), columns: Vec::new() };
    let tab = stuck(&scenario).await?;
    let said = tab.text("cannot-start").await?;
    assert!(said.contains("orders.csv") && said.contains("Drop"), "{said}");
    tab.assert_accessible().await?;
    tab.drop_file("recipe", "orders.csv", b"_id,a\n1,x\n2,y\n3,z\n").await?;
    tab.wait_for("it is gone", "document.querySelector('[data-testid=cannot-start]') === null").await?;
    tab.wait_ready().await?;
    tab.done().await?;
    let read = tab.scenario().await?;
    assert!(matches!(&read.documents, Documents::File { count: 3, .. }), "{:?}", read.documents);
    assert_eq!(read.keys, scenario.keys, "the link's key stays");
    tab.close().await
}

#[tokio::test]
async fn a_scenario_that_cannot_start_leads_to_the_first_one() -> Outcome {
    let mut scenario = presets::first_run();
    scenario.documents = Documents::Template { text: "{ _id: \"$nothing\" }".to_owned(), count: 3 };
    let tab = stuck(&scenario).await?;
    tab.click("start-anew").await?;
    tab.wait_ready().await?;
    assert_eq!(tab.done().await?, Native::run(presets::first_run())?.digest);
    tab.close().await
}
