//! A picture of every state of the page, for people to look at: screenshots/. Each also has to be free of console errors.

use shardscope_e2e::{Look, Outcome, Tab};
use shardscope_session::scenario::{Documents, Scenario, ShardSpec};
use shardscope_session::{link, presets};

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
    let tab = Tab::blank(Look::DESKTOP).await?;
    for (name, look, query, id, view, at_sec) in SHOTS {
        let packed = link::encode(&preset(id))?;
        tab.reopen(look, &format!("{query}#s={packed}&view={view}&t={at_sec}")).await?;
        settled_shot(&tab, name).await?;
    }
    tab.close().await
}

#[tokio::test]
async fn first_visit() -> Outcome {
    for (name, look) in
        [("first-run", Look::DESKTOP), ("first-run-dark", Look::DESKTOP.dark()), ("first-run-phone", Look::PHONE)]
    {
        let tab = Tab::open(look, "").await?;
        // Five seconds in, the story has to be on screen.
        tab.wait_for("five seconds have passed", "performance.now() > 5000").await?;
        settled_shot(&tab, name).await?;
        tab.close().await?;
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

/// A state that somebody brings about: its name, its preset, and what to do.
type Act = (&'static str, &'static str, &'static [Do]);

enum Do {
    Click(&'static str),
    Css(&'static str),
    Fill(&'static str, &'static str),
    Keys(&'static str),
    Open(u32),
}

const ACTS: [Act; 14] = [
    (
        "pinned",
        "saas-tenants",
        &[Do::Click("table"), Do::Css("[data-testid=chunks] tbody tr:nth-child(2) button"), Do::Click("table")],
    ),
    ("derivation", "saas-tenants", &[Do::Click("value-frequency")]),
    ("tables", "saas-tenants", &[Do::Click("table")]),
    ("probe", "saas-tenants", &[Do::Click("tab-keyspace"), Do::Fill("probe", "\"t_18\"\n"), Do::Click("probe-why")]),
    ("color-zone", "device-zones", &[Do::Click("color-by-1")]),
    ("color-age", "device-zones", &[Do::Click("color-by-2")]),
    ("scenarios", "device-zones", &[Do::Click("scenario-picker")]),
    ("embed-dialog", "device-zones", &[Do::Click("embed")]),
    ("help", "device-zones", &[Do::Keys("?")]),
    ("workload", "device-zones", &[Do::Css("#recipe"), Do::Open(4)]),
    ("key-refused", "device-zones", &[Do::Fill("key-line", "{ deviceId: \"hashed\", ts: \"hashed\" }")]),
    ("line-refused", "device-zones", &[Do::Fill("key-line", "db.readings.find()")]),
    ("zone-refused", "device-zones", &[Do::Fill("zone-min-1", "1000")]),
    ("template-refused", "saas-tenants", &[Do::Fill("template", "{ _id: 1, tenant: { $zipff: {} } }")]),
];

#[tokio::test]
async fn states_that_somebody_brings_about() -> Outcome {
    let tab = Tab::blank(Look::DESKTOP).await?;
    for (name, id, acts) in ACTS {
        tab.reopen_scenario(Look::DESKTOP.still(), &preset(id), "&t=300").await?;
        tab.done().await?;
        for act in acts {
            carry_out(&tab, act).await?;
        }
        shot_in_both_themes(&tab, Look::DESKTOP.still(), name).await?;
    }
    tab.close().await
}

/// A picture in the light theme, and one after the system turned to the dark one.
async fn shot_in_both_themes(tab: &Tab, look: Look, name: &str) -> Outcome {
    finished_shot(tab, name).await?;
    tab.set_look(look.dark()).await?;
    tab.wait_for("the page turns dark", "document.documentElement.dataset.theme === 'dark'").await?;
    finished_shot(tab, &format!("{name}-dark")).await?;
    tab.set_look(look).await?;
    tab.wait_for("the page turns light", "document.documentElement.dataset.theme === 'light'").await
}

async fn carry_out(tab: &Tab, act: &Do) -> Outcome {
    match act {
        Do::Click(test_id) => tab.click(test_id).await,
        Do::Css(css) => tab.click_css(css).await,
        Do::Fill(test_id, text) => match text.strip_suffix('\n') {
            Some(line) => Ok(tab.element(test_id).await?.send_keys(format!("{line}\u{e007}")).await?),
            None => tab.fill(test_id, text).await,
        },
        Do::Keys(keys) => tab.press_on_page(*keys).await,
        Do::Open(card) => tab.open_card(*card).await,
    }
}

#[tokio::test]
async fn sections_of_small_screens() -> Outcome {
    let tab = Tab::blank(Look::PHONE).await?;
    let (phone, tablet) = (Look::PHONE.still(), Look::TABLET_UPRIGHT.still());
    tab.reopen_scenario(phone, &preset("device-zones"), "&t=300").await?;
    tab.done().await?;
    for section in ["recipe", "verdict", "events"] {
        tab.click(&format!("section-{section}")).await?;
        shot_in_both_themes(&tab, phone, &format!("phone-{section}")).await?;
    }
    tab.reopen_scenario(tablet, &preset("saas-tenants"), "&t=420").await?;
    tab.done().await?;
    shot_in_both_themes(&tab, tablet, "tablet-upright").await?;
    tab.click("open-recipe").await?;
    shot_in_both_themes(&tab, tablet, "tablet-upright-recipe").await?;
    tab.close().await
}

#[tokio::test]
async fn a_migration_in_flight_while_time_runs() -> Outcome {
    let moves = "[...document.querySelectorAll('[data-testid=log] li.now')].length > 0 && \
        document.querySelector('[data-testid=play]').ariaLabel === 'Pause'";
    for (look, suffix) in [(Look::DESKTOP, ""), (Look::DESKTOP.dark(), "-dark")] {
        let tab = Tab::open_scenario(look, &preset("orders-by-customer"), "").await?;
        tab.wait_for("a chunk moves while time runs", moves).await?;
        tab.shot(&format!("in-flight{suffix}")).await?;
        tab.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn imports_and_nothing_to_show() -> Outcome {
    let line = format!("{{\"customer\": \"C-0017\", \"total\": 12.5, \"note\": \"{}\"}}\n", "n".repeat(900));
    for (look, suffix) in [(Look::DESKTOP.still(), ""), (Look::DESKTOP.still().dark(), "-dark")] {
        let tab = Tab::open_scenario(look, &preset("saas-tenants"), "").await?;
        tab.done().await?;
        tab.drop_repeated("recipe", "orders.ndjson", line.as_bytes(), 150 * 1_024).await?;
        tab.element("import-first").await?;
        tab.shot(&format!("import-progress{suffix}")).await?;
        tab.click("import-cancel").await?;
        tab.drop_file("recipe", "orders.json.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03").await?;
        tab.element("import-failed").await?;
        tab.shot(&format!("import-failed{suffix}")).await?;
        tab.drop_file("recipe", "bad_lines.csv", b"state,zip\nCA,\"00501\nNY,10001\nTX,1,2\nWA,98101\n").await?;
        tab.element("bad-lines").await?;
        tab.done().await?;
        tab.shot(&format!("import-bad-lines{suffix}")).await?;
        tab.close().await?;
        let mut empty = preset("saas-tenants");
        empty.documents = Documents::Pasted { text: String::new(), columns: Vec::new() };
        let tab = Tab::blank(look).await?;
        tab.driver().goto(tab.site.address(&format!("#s={}", link::encode(&empty)?))).await?;
        tab.refused().await?;
        finished_shot(&tab, &format!("empty{suffix}")).await?;
        tab.close().await?;
    }
    Ok(())
}

fn preset(id: &str) -> Scenario {
    let found = presets::all().into_iter().find(|preset| preset.id == id).map(|preset| preset.scenario);
    found.unwrap_or_else(presets::first_run)
}

#[tokio::test]
async fn broken_link() -> Outcome {
    let tab = Tab::open(Look::DESKTOP, "#s=1.broken").await?;
    tab.element("banner").await?;
    settled_shot(&tab, "broken-link").await?;
    tab.close().await
}

#[tokio::test]
async fn dense() -> Outcome {
    let mut scenario = presets::first_run();
    scenario.cluster.shards =
        (0..200).map(|number| ShardSpec { name: format!("shard{number:03}"), zones: Vec::new() }).collect();
    scenario.keys.reverse();
    scenario.keys.truncate(1);
    scenario.story = None;
    scenario.cluster.range_size_mb = 1;
    let packed = link::encode(&scenario)?;
    let tab = Tab::blank(Look::DESKTOP).await?;
    for (name, view) in [("dense", "shards"), ("dense-keyspace", "keyspace")] {
        tab.reopen(Look::DESKTOP, &format!("#s={packed}&view={view}&t=600")).await?;
        settled_shot(&tab, name).await?;
    }
    tab.close().await
}

/// Takes the picture once the run is computed and drawn.
async fn settled_shot(tab: &Tab, name: &str) -> Outcome {
    tab.done().await?;
    finished_shot(tab, name).await
}

/// Takes the picture once nothing moves any more: every animation and transition has ended, and its end is drawn.
async fn finished_shot(tab: &Tab, name: &str) -> Outcome {
    let runs = "document.getAnimations().filter((animation) => animation.playState === 'running' && \
        animation.effect.getComputedTiming().iterations !== Infinity)";
    let eases = "document.querySelector('.plot-svg.eases') !== null";
    tab.wait_for("nothing moves any more", &format!("{runs}.length === 0 && !({eases})")).await?;
    tab.js_with(
        "return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));",
        vec![],
    )
    .await?;
    tab.shot(name).await
}
