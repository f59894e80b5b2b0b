//! Accessibility: the rules of axe-core in every state, and the whole page by keyboard.

use serde_json::Value;
use shardscope_e2e::{Look, Outcome, SuiteError, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::Scenario;
use std::collections::BTreeSet;
use thirtyfour::Key;

fn preset(id: &str) -> Result<Scenario, SuiteError> {
    let found = presets::all().into_iter().find(|preset| preset.id == id).map(|preset| preset.scenario);
    found.ok_or_else(|| SuiteError::Found { what: "no such preset", found: id.to_owned() })
}

/// Every text on a tile is drawn over the line, with an edge in its tile's colour.
const CLEAR_NAMES: &str = "(() => {
  const line = document.querySelector('.plot-shards .even');
  const names = [...document.querySelectorAll('.plot-shards .tile-texts text')];
  const isClear = (name) => {
    const style = getComputedStyle(name);
    const isOver = (line.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return isOver && style.paintOrder.startsWith('stroke') && style.stroke !== 'none' && parseFloat(style.strokeWidth) >= 2;
  };
  return line !== null && names.length > 0 && names.every(isClear);
})()";

#[tokio::test]
async fn the_playground_breaks_no_rule_in_any_state() -> Outcome {
    for look in [Look::DESKTOP.still(), Look::DESKTOP.still().dark()] {
        let tab = Tab::open_scenario(look, &preset("saas-tenants")?, "&t=300").await?;
        tab.done().await?;
        tab.assert_accessible().await?;
        tab.wait_for("names on tiles keep clear of the line of the even share", CLEAR_NAMES).await?;
        tab.open_card(4).await?;
        tab.assert_accessible().await?;
        tab.press_on_page("2").await?;
        tab.fill("probe", "\"t_18\"").await?;
        tab.element("probe").await?.send_keys(Key::Enter + "").await?;
        tab.element("probe-answer").await?;
        tab.assert_accessible().await?;
        for (open, close) in [
            ("probe-why", "close-dialog"),
            ("help", "close-dialog"),
            ("scenario-picker", "close-dialog"),
            ("embed", "close-dialog"),
            ("value-frequency", "close-dialog"),
            ("table", "table"),
        ] {
            tab.click(open).await?;
            tab.assert_accessible().await?;
            tab.click(close).await?;
        }
        for color in ["z", "a"] {
            tab.press_on_page(color).await?;
            tab.assert_accessible().await?;
        }
        tab.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn zones_jumbo_and_errors_break_no_rule() -> Outcome {
    for look in [Look::DESKTOP.still(), Look::DESKTOP.still().dark()] {
        let tab = Tab::open_scenario(look, &preset("device-zones")?, "").await?;
        tab.done().await?;
        tab.press_on_page(Key::End).await?;
        tab.assert_accessible().await?;
        tab.click("add-zone-range").await?;
        tab.click("new-zone-add").await?;
        tab.assert_accessible().await?;
        tab.click("new-zone-cancel").await?;
        tab.fill("key-line", "{ deviceId: \"hashed\", ts: \"hashed\" }").await?;
        tab.refused().await?;
        tab.fill("range-size", "0").await?;
        tab.assert_accessible().await?;
        tab.close().await?;
    }
    Ok(())
}

#[tokio::test]
async fn small_screens_break_no_rule() -> Outcome {
    for look in [Look::PHONE.still(), Look::PHONE.still().dark()] {
        let tab = Tab::open_scenario(look, &preset("saas-tenants")?, "&t=300").await?;
        tab.done().await?;
        for section in ["stage", "recipe", "verdict", "events"] {
            tab.click(&format!("section-{section}")).await?;
            tab.assert_accessible().await?;
        }
        tab.close().await?;
    }
    for look in [Look::TABLET.still(), Look::TABLET_UPRIGHT.still()] {
        let tab = Tab::open_scenario(look, &preset("saas-tenants")?, "&t=300").await?;
        tab.done().await?;
        tab.assert_accessible().await?;
        tab.click("open-recipe").await?;
        tab.element("chips").await?;
        tab.assert_accessible().await?;
        tab.close().await?;
    }
    let tab = Tab::open(Look::PHONE.still(), "").await?;
    tab.done().await?;
    tab.assert_accessible().await?;
    tab.close().await
}

/// What is focused, where its focus shows, and whether it has been there before.
const FOCUS: &str = "
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  globalThis.focusIds ??= new Map();
  if (!focusIds.has(element)) focusIds.set(element, focusIds.size);
  const box = element.getBoundingClientRect();
  const rings = [];
  for (let node = element, depth = 0; node && depth < 4; node = node.parentElement, depth += 1) {
    const style = getComputedStyle(node);
    rings.push(style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0);
  }
  const name = element.dataset.testid ?? element.getAttribute('aria-label') ?? element.title ?? '';
  return {
    id: focusIds.get(element),
    name: `${element.tagName.toLowerCase()} ${name || element.id || element.textContent.trim().slice(0, 30)}`,
    visible: rings.some(Boolean) || document.querySelector('.ring-focus') !== null,
    inside: box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
  };
";

/// Controls that a pointer could use now; of a group that arrows walk, one stands for all.
const CONTROLS: &str = "
  const groups = new Set();
  const isThere = (element) => {
    if (element.closest('[hidden], [inert]') || element.disabled || element.tabIndex < 0) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.type === 'radio') {
      if (groups.has(element.name)) return false;
      groups.add(element.name);
    }
    return true;
  };
  globalThis.focusIds ??= new Map();
  return [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(isThere)
    .map((element) => {
      if (!focusIds.has(element)) focusIds.set(element, focusIds.size);
      return [focusIds.get(element), element.dataset.testid ?? element.getAttribute('aria-label') ?? element.outerHTML.slice(0, 80)];
    });
";

/// Tabs through the page once and returns the names of what had the focus; fails where it is not seen.
async fn tab_through(tab: &Tab) -> Result<Vec<String>, SuiteError> {
    // Tab goes on from where the focus was last: here from the top.
    let to_top = "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); scrollTo(0, 0);";
    tab.js_with(to_top, vec![]).await?;
    let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
    for _ in 0..400 {
        tab.press(Key::Tab).await?;
        let focus = tab.js_with(FOCUS, vec![]).await?;
        let Some(id) = focus["id"].as_u64() else { break };
        if !seen.insert(id) {
            break;
        }
        let name = focus["name"].as_str().unwrap_or_default().to_owned();
        assert_eq!(focus["visible"], Value::Bool(true), "the focus on {name} cannot be seen");
        assert_eq!(focus["inside"], Value::Bool(true), "{name} has the focus outside of the window");
        order.push(name);
    }
    let controls: Vec<(u64, String)> = serde_json::from_value(tab.js_with(CONTROLS, vec![]).await?)?;
    let missed: Vec<_> = controls.iter().filter(|(id, _)| !seen.contains(id)).map(|(_, name)| name.as_str()).collect();
    assert!(missed.is_empty(), "Tab does not reach {missed:?}; it went over {order:?}");
    Ok(order)
}

#[tokio::test]
async fn tab_reaches_every_control_and_shows_where_it_is() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &preset("device-zones")?, "&t=60").await?;
    tab.done().await?;
    tab.open_card(4).await?;
    let order = tab_through(&tab).await?;
    let has = |name: &str| order.iter().any(|there| there.contains(name));
    for name in ["share", "chip", "key-line", "zone-min-0", "member-EU-shardA", "scrubber", "play", "value-cardinality"]
    {
        assert!(has(name) || name == "chip", "{name}: {order:?}");
    }
    assert!(order.len() > 60, "{order:?}");
    tab.press_on_page("2").await?;
    tab_through(&tab).await?;
    tab.press_on_page("t").await?;
    tab_through(&tab).await?;
    tab.close().await
}

#[tokio::test]
async fn tab_reaches_every_control_of_the_story_and_of_an_embed() -> Outcome {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.done().await?;
    tab.assert_accessible().await?;
    tab_through(&tab).await?;
    tab.goto("?embed=1&play=never").await?;
    tab.done().await?;
    tab.assert_accessible().await?;
    tab_through(&tab).await?;
    tab.close().await
}

#[tokio::test]
async fn a_run_is_defined_and_read_by_keyboard_alone() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &preset("orders-by-customer")?, "").await?;
    let before = tab.done().await?;
    focus(&tab, "add-field").await?;
    tab.press("s").await?;
    tab.press(Key::Enter).await?;
    let with_status =
        "[...document.querySelectorAll('[data-testid=chips] .name')].some((name) => name.textContent === 'status')";
    tab.wait_for("the field joins the key", with_status).await?;
    assert_ne!(tab.done().await?, before);
    a_plot_is_walked_and_pinned(&tab).await?;
    focus(&tab, "key-line").await?;
    tab.press(Key::Control + "a").await?;
    tab.press("{ customerId: \"hashed\" }").await?;
    tab.press(Key::Enter).await?;
    tab.wait_for("Enter takes the line", "document.querySelectorAll('[data-testid=chips] .name').length === 1").await?;
    tab.done().await?;

    focus(&tab, "value-cardinality").await?;
    tab.press(Key::Enter).await?;
    assert!(tab.text("dialog").await?.contains("Cardinality"));
    for _ in 0..5 {
        tab.press(Key::Tab).await?;
        let outside = "document.activeElement !== document.body && !document.activeElement.closest('dialog')";
        assert_eq!(tab.js(outside).await?, Value::Bool(false), "the focus stays in the dialog");
    }
    tab.press(Key::Escape).await?;
    tab.wait_for("the focus is back", "document.activeElement.dataset.testid === 'value-cardinality'").await?;
    tab.close().await
}

/// Into the plot, over its chunks in key order and between shards, pin, and out.
async fn a_plot_is_walked_and_pinned(tab: &Tab) -> Outcome {
    tab.press_on_page(Key::End).await?;
    let rows = "[...document.querySelectorAll('[data-testid=shards-plot] [role=row]')]";
    let cells = "querySelectorAll('[role=gridcell]')";
    let long = format!("{rows}.find((row) => row.{cells}.length > 1)");
    tab.wait_for("a shard has two chunks", &format!("{long} !== undefined")).await?;
    tab.js_with(&format!("{long}.{cells}[0].focus();"), vec![]).await?;
    let row = format!("{rows}.indexOf(document.activeElement.closest('[role=row]'))");
    let at = format!("[...document.activeElement.closest('[role=row]').{cells}].indexOf(document.activeElement)");
    let first = tab.js(&row).await?;
    for (key, expected) in [(Key::Right, 1), (Key::Left, 0), (Key::End, -1), (Key::Home, 0), (Key::Right, 1)] {
        tab.press(key).await?;
        let there = if expected < 0 { format!("{at} > 0") } else { format!("{at} === {expected}") };
        tab.wait_for("the focus walks in its row", &format!("{there} && {row} === {first}")).await?;
    }
    let away = if first == 0 { Key::Down } else { Key::Up };
    tab.press(away).await?;
    tab.wait_for("the focus is on another shard", &format!("{row} >= 0 && {row} !== {first}")).await?;
    let name = tab.js("document.activeElement.textContent").await?;
    assert!(name.as_str().is_some_and(|name| name.contains("chunk") && name.contains("shard")), "{name}");
    tab.press(Key::Enter).await?;
    tab.wait_for("it is pinned", "document.activeElement.getAttribute('aria-selected') === 'true'").await?;
    tab.element("dock-pin").await?;
    tab.press(Key::Escape).await?;
    tab.wait_for("the pin is off", "document.querySelector('[data-testid=dock-pin]') === null").await?;
    tab.press(Key::Escape).await?;
    tab.wait_for("the plot is left", "document.activeElement === document.body").await
}

async fn focus(tab: &Tab, test_id: &str) -> Outcome {
    tab.js_with(&format!("document.querySelector('[data-testid=\"{test_id}\"]').focus();"), vec![]).await?;
    Ok(())
}

#[tokio::test]
async fn the_skip_link_leads_to_the_stage() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &preset("hashed-flag")?, "").await?;
    tab.done().await?;
    let fragment = tab.js("location.hash").await?;
    tab.press_on_page(Key::Tab).await?;
    assert_eq!(tab.js("document.activeElement.textContent").await?, "Skip to the stage");
    tab.press(Key::Enter).await?;
    assert_eq!(tab.js("document.activeElement.id").await?, "stage");
    assert_eq!(tab.js("location.hash").await?, fragment, "the address still holds the scenario");
    tab.close().await
}
