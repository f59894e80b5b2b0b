//! A picture of every state of the page, for people to look at: screenshots/. Each also has to be free of console errors.

use shardscope_e2e::{Look, Outcome, Tab};
use shardscope_session::scenario::ShardSpec;
use shardscope_session::{link, presets};
use std::time::Duration;

/// Name, look, query, preset, view, simulated second at which the clock stands.
type Shot = (&'static str, Look, &'static str, &'static str, &'static str, u32);

const SHOTS: [Shot; 14] = [
    ("desktop-light", Look::DESKTOP, "", "saas-tenants", "shards", 420),
    ("desktop-dark", Look::DESKTOP.dark(), "", "saas-tenants", "shards", 420),
    ("keyspace-light", Look::DESKTOP, "", "saas-tenants", "keyspace", 420),
    ("keyspace-dark", Look::DESKTOP.dark(), "", "saas-tenants", "keyspace", 420),
    ("zones", Look::DESKTOP, "", "device-zones", "shards", 300),
    ("few-values", Look::DESKTOP, "", "hashed-flag", "shards", 300),
    ("tablet", Look::TABLET, "", "saas-tenants", "shards", 420),
    ("tablet-dark", Look::TABLET.dark(), "", "saas-tenants", "keyspace", 420),
    ("phone", Look::PHONE, "", "saas-tenants", "shards", 420),
    ("phone-dark", Look::PHONE.dark(), "", "saas-tenants", "shards", 420),
    ("embed-light", Look::EMBED, "?embed=1&play=never", "saas-tenants", "shards", 420),
    ("embed-dark", Look::EMBED.dark(), "?embed=1&play=never&theme=dark", "saas-tenants", "shards", 420),
    ("embed-320x300", Look::EMBED_SMALL, "?embed=1&play=never", "saas-tenants", "shards", 420),
    ("start", Look::DESKTOP.still(), "", "hot-shard", "shards", 0),
];

#[tokio::test]
async fn presets_at_an_instant() -> Outcome {
    for (name, look, query, preset, view, at_sec) in SHOTS {
        let scenario = presets::all().into_iter().find(|found| found.id == preset).map(|found| found.scenario);
        let packed = link::encode(&scenario.unwrap_or_else(presets::first_run))?;
        let tab = Tab::open(look, &format!("{query}#s={packed}&view={view}&t={at_sec}")).await?;
        settled_shot(tab, name).await?;
    }
    Ok(())
}

#[tokio::test]
async fn first_visit() -> Outcome {
    for (name, look) in
        [("first-run", Look::DESKTOP), ("first-run-dark", Look::DESKTOP.dark()), ("first-run-phone", Look::PHONE)]
    {
        let tab = Tab::open(look, "").await?;
        // Five seconds in, the story has to be on screen.
        tab.wait_for("five seconds have passed", "performance.now() > 5000").await?;
        settled_shot(tab, name).await?;
    }
    Ok(())
}

#[tokio::test]
async fn loading() -> Outcome {
    for (name, look) in
        [("loading", Look::DESKTOP), ("loading-dark", Look::DESKTOP.dark()), ("loading-phone", Look::PHONE)]
    {
        let tab = Tab::blank(look).await?;
        tab.site.hold_engine();
        tab.driver().goto(tab.site.address("")).await?;
        tab.wait_for("something is painted", "performance.getEntriesByName('first-contentful-paint').length === 1")
            .await?;
        tab.shot(name).await?;
        tab.site.release_engine();
        tab.wait_ready().await?;
        tab.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn broken_link() -> Outcome {
    let tab = Tab::open(Look::DESKTOP, "#s=1.broken").await?;
    tab.element("banner").await?;
    settled_shot(tab, "broken-link").await
}

#[tokio::test]
async fn dense() -> Outcome {
    let mut scenario = presets::first_run();
    scenario.cluster.shards =
        (0..40).map(|number| ShardSpec { name: format!("shard{number:02}"), zones: Vec::new() }).collect();
    let packed = link::encode(&scenario)?;
    for (name, view) in [("dense", "shards"), ("dense-keyspace", "keyspace")] {
        let tab = Tab::open(Look::DESKTOP, &format!("#s={packed}&view={view}&t=600")).await?;
        settled_shot(tab, name).await?;
    }
    Ok(())
}

/// Takes the picture once the run is computed and drawn.
async fn settled_shot(tab: Tab, name: &str) -> Outcome {
    let limit = Duration::from_mins(1);
    tab.wait_longer("the run is done", "document.documentElement.dataset.runState === 'done'", limit).await?;
    // Transitions of the design take 250 ms at most.
    tokio::time::sleep(Duration::from_millis(400)).await;
    tab.shot(name).await?;
    tab.close().await
}
