//! The page on paper: light whatever the theme, with everything that explains the picture.

use serde_json::{Value, json};
use shardscope_e2e::{Look, Native, Outcome, SuiteError, Tab};
use shardscope_session::scenario::Scenario;
use shardscope_session::{link, presets};

fn preset(id: &str) -> Result<Scenario, SuiteError> {
    let found = presets::all().into_iter().find(|preset| preset.id == id).map(|preset| preset.scenario);
    found.ok_or_else(|| SuiteError::Found { what: "no such preset", found: id.to_owned() })
}

/// What stands on the sheet, and how light its ground and its picture are; everything else of the page is out of sight.
const SHEET: &str = "
  const sheet = document.querySelector('[data-testid=print]');
  if (!sheet) return null;
  const rest = [...document.querySelector('#app').children].filter((part) => part !== sheet && part.checkVisibility());
  const light = (color) => color.match(/\\d+/g).slice(0, 3).every((part) => Number(part) > 235);
  const ink = getComputedStyle(sheet).color.match(/\\d+/g).slice(0, 3).every((part) => Number(part) < 90);
  const tiles = [...sheet.querySelectorAll('.tile')].map((tile) => tile.getAttribute('fill'));
  const wide = [...sheet.querySelectorAll('svg, table, pre, p')].filter((part) => part.getBoundingClientRect().right > innerWidth + 1);
  return {
    text: sheet.innerText, tiles, ink, rest: rest.length, wide: wide.length,
    light: light(getComputedStyle(sheet).backgroundColor) && light(getComputedStyle(document.body).backgroundColor),
    n_shards: sheet.querySelectorAll('[data-testid^=shard-]').length,
    n_chunks: sheet.querySelectorAll('[data-testid=chunks] tbody tr').length,
    plots: ['.plot-shards', '.plot-dock'].map((plot) => sheet.querySelectorAll(plot + ' svg').length),
  };
";

async fn medium(tab: &Tab, medium: &str) -> Outcome {
    tab.driver().cdp().send_raw("Emulation.setEmulatedMedia", json!({ "media": medium })).await?;
    Ok(())
}

/// What a page shows while it is printed as it stands.
async fn sheet(tab: &Tab) -> Result<Value, SuiteError> {
    medium(tab, "print").await?;
    tab.wait_for("the sheet is drawn", "document.querySelector('[data-testid=print] .plot-dock svg') !== null").await?;
    tab.js_with(SHEET, vec![]).await
}

#[tokio::test]
async fn the_sheet_holds_everything_and_is_light_in_every_theme() -> Outcome {
    let scenario = preset("device-zones")?;
    let native = Native::run(scenario.clone())?;
    let tab = Tab::blank(Look::DESKTOP).await?;
    for look in [Look::DESKTOP.still(), Look::DESKTOP.still().dark(), Look::PHONE.still().dark()] {
        tab.reopen_scenario(look, &scenario, "&t=60").await?;
        tab.done().await?;
        if look.touch {
            // Whatever is on screen, the sheet is the same.
            tab.click("section-recipe").await?;
        }
        let lane =
            native.lane(0, 60_000).ok_or_else(|| SuiteError::Found { what: "no frame", found: String::new() })?;
        let sheet = sheet(&tab).await?;
        let text = sheet["text"].as_str().unwrap_or_default();
        for part in [
            scenario.name.as_str(),
            lane.caption.fact.as_str(),
            lane.caption.balancer.as_str(),
            "Shards",
            "Chunks in key order",
            "Zones",
            "Key",
            "Cardinality",
            "sh.addShardToZone(\"shardA\", \"EU\")",
            "sh.updateZoneKeyRange(\"iot.readings\"",
            "sh.shardCollection(\"iot.readings\", { deviceId: 1, ts: 1 })",
            "celsius",
            link::encode(&scenario)?.as_str(),
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let found = |name: &str| sheet[name].clone();
        assert_eq!((found("light"), found("ink"), found("rest")), (json!(true), json!(true), json!(0)), "{look:?}");
        assert_eq!((found("n_shards"), found("n_chunks")), (json!(lane.shards.len()), json!(lane.chunks.len())));
        assert_eq!((found("plots"), found("wide")), (json!([1, 1]), json!(0)));
        medium(&tab, "").await?;
        tab.wait_for("the sheet is gone", "document.querySelector('[data-testid=print]') === null").await?;
    }
    tab.close().await
}

#[tokio::test]
async fn colours_on_paper_are_those_of_the_light_theme() -> Outcome {
    let scenario = preset("saas-tenants")?;
    let tab = Tab::blank(Look::DESKTOP).await?;
    let mut tiles = Vec::new();
    for look in [Look::DESKTOP.still(), Look::DESKTOP.still().dark()] {
        tab.reopen_scenario(look, &scenario, "&t=420").await?;
        tab.done().await?;
        tiles.push(sheet(&tab).await?["tiles"].clone());
        medium(&tab, "").await?;
    }
    assert!(tiles[0].as_array().is_some_and(|tiles| !tiles.is_empty()));
    assert_eq!(tiles[0], tiles[1]);
    tab.close().await
}

#[tokio::test]
async fn a_browser_that_prints_gets_the_sheet_at_once() -> Outcome {
    for (rest, n_lanes) in [("", 2), ("?embed=1&play=never", 2)] {
        let tab = Tab::open(Look::DESKTOP.still().dark(), rest).await?;
        tab.done().await?;
        // What stands there when the page has heard of the printing: the browser lays it out for paper next. After the
        // printing the sheet may be gone before a listener of the test hears of it.
        let keep = "addEventListener('beforeprint', () => queueMicrotask(() => {
            globalThis.printed = [...document.querySelectorAll('[data-testid=print] .print-lane')]
              .map((lane) => lane.querySelectorAll('.tile, [data-testid=chunks] tbody tr').length);
          }));";
        tab.js_with(keep, vec![]).await?;
        let pdf = tab.driver().cdp().send_raw("Page.printToPDF", json!({ "printBackground": true })).await?;
        assert!(pdf["data"].as_str().is_some_and(|data| data.len() > 20_000), "a page with a picture");
        let printed = tab.js("globalThis.printed").await?;
        let lanes: Vec<u64> = serde_json::from_value(printed)?;
        assert!(lanes.len() == n_lanes && lanes.iter().all(|n| *n > 0), "{rest}: {lanes:?}");
        tab.wait_for("the sheet is gone", "document.querySelector('[data-testid=print]') === null").await?;
        tab.close().await?;
    }
    Ok(())
}
