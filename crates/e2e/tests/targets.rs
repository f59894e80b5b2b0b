//! Everything that is pressed is large enough: 24 x 24 CSS pixels for a pointer (WCAG 2.2, 2.5.8), 44 x 44 for a finger.

use serde_json::json;
use shardscope_e2e::{Look, Outcome, SuiteError, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::Scenario;

/// Controls on show that are too small. A field is as large as its frame, a choice as its label; what is read and focused
/// but not seen, and words within a sentence, have no size of their own.
const SMALL: &str = "
  const least = arguments[0];
  const controls = document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=slider], [role=switch], .status[tabindex]');
  return [...controls].filter((control) => {
    if (control.disabled || control.closest('.twin, .skip, [inert]') || control.tabIndex < 0 && !control.matches('button')) return false;
    if (!control.checkVisibility({ visibilityProperty: true })) return false;
    const sentence = control.matches('a') && getComputedStyle(control).display === 'inline';
    if (sentence) return false;
    const frame = control.closest('label, .inp, .chip.add, .editor') ?? control;
    const boxes = [control, frame].map((element) => element.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    control.measured = `${width.toFixed(1)} x ${height.toFixed(1)}`;
    return width > 0 && (width < least - 0.1 || height < least - 0.1);
  }).map((control) => `${control.tagName.toLowerCase()} ${control.dataset.testid ?? control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 24)} is ${control.measured}`);
";

fn preset(id: &str) -> Result<Scenario, SuiteError> {
    let found = presets::all().into_iter().find(|preset| preset.id == id).map(|preset| preset.scenario);
    found.ok_or_else(|| SuiteError::Found { what: "no such preset", found: id.to_owned() })
}

/// Adds what is too small in this state.
async fn look_at(tab: &Tab, least: u32, state: &str, faults: &mut Vec<String>) -> Outcome {
    let small: Vec<String> = serde_json::from_value(tab.js_with(SMALL, vec![json!(least)]).await?)?;
    faults.extend(small.into_iter().map(|fault| format!("{state}: {fault}")));
    Ok(())
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[tokio::test]
async fn a_pointer_finds_every_control_large_enough() -> Outcome {
    let mut faults = Vec::new();
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.done().await?;
    look_at(&tab, 24, "story", &mut faults).await?;
    for look in [Look::DESKTOP.still(), Look::TABLET.still()] {
        tab.reopen_scenario(look, &preset("device-zones")?, "&t=300").await?;
        tab.done().await?;
        look_at(&tab, 24, "shards", &mut faults).await?;
        tab.press_on_page("t").await?;
        tab.element("tables").await?;
        look_at(&tab, 24, "tables", &mut faults).await?;
        tab.press_on_page("t2").await?;
        tab.element("probe").await?;
        look_at(&tab, 24, "key space", &mut faults).await?;
        tab.fill("probe", "7").await?;
        tab.element("probe").await?.send_keys(thirtyfour::Key::Enter + "").await?;
        tab.element("probe-why").await?;
        look_at(&tab, 24, "probe", &mut faults).await?;
    }
    tab.reopen(Look::EMBED.still(), "?embed=1&play=never").await?;
    look_at(&tab, 24, "embed", &mut faults).await?;
    none(&faults);
    tab.close().await
}

#[tokio::test]
async fn a_finger_finds_every_control_large_enough() -> Outcome {
    let mut faults = Vec::new();
    let tab = Tab::open(Look::PHONE.still(), "").await?;
    tab.done().await?;
    look_at(&tab, 44, "story", &mut faults).await?;
    for look in
        [Look::PHONE, Look { width: 320, height: 568, ..Look::PHONE }, Look { width: 667, height: 375, ..Look::PHONE }]
    {
        tab.reopen_scenario(look.still(), &preset("device-zones")?, "&t=300").await?;
        tab.done().await?;
        let place = format!("{} x {}", look.width, look.height);
        look_at(&tab, 44, &format!("stage at {place}"), &mut faults).await?;
        if look.width < 640 {
            for section in ["recipe", "verdict", "events"] {
                tab.click(&format!("section-{section}")).await?;
                look_at(&tab, 44, &format!("{section} at {place}"), &mut faults).await?;
            }
        } else {
            tab.click("open-recipe").await?;
            look_at(&tab, 44, &format!("recipe at {place}"), &mut faults).await?;
        }
    }
    tab.reopen(Look { touch: true, ..Look::EMBED_SMALL.still() }, "?embed=1&play=never").await?;
    look_at(&tab, 44, "embed", &mut faults).await?;
    none(&faults);
    tab.close().await
}

/// Forced colours leave a page without its own grounds: the ramp of the legend has to keep its.
#[tokio::test]
async fn the_legend_keeps_its_ramp_in_forced_colours() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &preset("saas-tenants")?, "&t=300").await?;
    tab.done().await?;
    let features = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
    tab.driver().cdp().send_raw("Emulation.setEmulatedMedia", features).await?;
    tab.wait_for("colours are forced", "matchMedia('(forced-colors: active)').matches").await?;
    let ramp = "(() => { const style = getComputedStyle(document.querySelector('.legend .ramp'));
        return [style.forcedColorAdjust, style.backgroundImage.startsWith('linear-gradient'), style.outlineStyle]; })()";
    for (key, class) in [("w", "writes"), ("a", "age")] {
        tab.press_on_page(key).await?;
        tab.wait_for("the legend follows", &format!("document.querySelector('.legend .ramp.{class}') !== null"))
            .await?;
        assert_eq!(tab.js(ramp).await?, json!(["none", true, "solid"]), "{class}");
    }
    tab.close().await
}
