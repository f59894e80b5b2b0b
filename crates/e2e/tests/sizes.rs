//! From the smallest phone to the largest screen, and zoomed in to 400%: the plot keeps a useful height, can be brought into
//! view, and no text lies over another one.

use serde_json::{Value, json};
use shardscope_e2e::{Look, Outcome, SuiteError, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::{Scenario, ShardSpec};

/// CSS pixels: phones upright and on their side, tablets, laptops, screens; 720 x 450 and 360 x 225 are 1440 x 900 at 200%
/// and 400%, 640 x 360 is 2560 x 1440 at 400%.
const SIZES: [(u32, u32); 26] = [
    (320, 300),
    (320, 568),
    (360, 225),
    (360, 640),
    (390, 844),
    (412, 915),
    (568, 320),
    (640, 360),
    (640, 480),
    (667, 375),
    (720, 450),
    (740, 360),
    (768, 1024),
    (800, 600),
    (820, 1180),
    (844, 390),
    (932, 430),
    (1024, 768),
    (1180, 500),
    (1180, 820),
    (1280, 400),
    (1280, 720),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
];

/// Least height of a plot of columns, CSS pixels, on the page and in an embed.
const PLOT_MIN: f64 = 200.0;
const EMBED_PLOT_MIN: f64 = 130.0;
/// Least width of the timeline.
const SCRUBBER_MIN: f64 = 96.0;

/// Pairs of texts that lie over each other by more than a hair, what is cut off by a scrolling or clipped parent left out.
/// Texts in bars that stay in place, in tooltips, and what flies over the plot, are layers of their own.
const OVERLAPS: &str = "
  const clips = (style, axis) => style['overflow' + axis] !== 'visible';
  const shown = (element, box) => {
    let { left, top, right, bottom } = box;
    for (let node = element; node && node !== document.body; node = node.parentElement) {
      if (node instanceof SVGElement && node.tagName !== 'svg') continue;
      const style = getComputedStyle(node);
      const frame = node.getBoundingClientRect();
      if (clips(style, 'X')) { left = Math.max(left, frame.left); right = Math.min(right, frame.right); }
      if (clips(style, 'Y')) { top = Math.max(top, frame.top); bottom = Math.min(bottom, frame.bottom); }
      if (style.position === 'fixed') break;
    }
    return { left, top, right, bottom };
  };
  const layer = (element) => {
    for (let node = element; node; node = node.parentElement) {
      if (node.matches('dialog, .tip, .flight, .column-name')) return node;
      const { position } = getComputedStyle(node);
      if (position === 'fixed' || position === 'sticky') return node;
    }
    return null;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('.sr, .twin, .skip, option, textarea, pre')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = element instanceof SVGElement ? [element.getBoundingClientRect()] : [...range.getClientRects()];
    for (const box of boxes) {
      const part = shown(element, box);
      if (part.right - part.left > 2 && part.bottom - part.top > 2) {
        texts.push({ ...part, text: node.data.trim().slice(0, 40), element, layer: layer(element) });
      }
    }
  }
  const found = [];
  texts.forEach((one, at) => texts.slice(at + 1).forEach((other) => {
    const apart = one.element === other.element || one.layer !== other.layer
      || Math.min(one.right, other.right) - Math.max(one.left, other.left) < 2
      || Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < 3;
    if (!apart) found.push(`${one.text} | ${other.text}`);
  }));
  return found.slice(0, 8);
";

/// Heights of the plots on show, whether their middles can be scrolled to and seen, the width of the page and its timeline.
const MEASURES: &str = "
  const plots = [...document.querySelectorAll('.plot-shards, .plot-keyspace')].filter((plot) => plot.checkVisibility());
  const measured = plots.map((plot) => {
    plot.scrollIntoView({ block: 'center', inline: 'nearest' });
    const box = plot.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return [box.height, plot.contains(at)];
  });
  const { width } = document.querySelector('[data-testid=scrubber]').getBoundingClientRect();
  scrollTo(0, 0);
  document.querySelector('.stage')?.scrollTo(0, 0);
  const play = document.querySelector('[data-testid=play]').getBoundingClientRect();
  const playable = play.top >= 0 && play.bottom <= innerHeight && play.left >= 0 && play.right <= innerWidth;
  return { playable, plots: measured, beyond: document.documentElement.scrollWidth - innerWidth, scrubber: width };
";

fn preset(id: &str) -> Result<Scenario, SuiteError> {
    let found = presets::all().into_iter().find(|preset| preset.id == id).map(|preset| preset.scenario);
    found.ok_or_else(|| SuiteError::Found { what: "no such preset", found: id.to_owned() })
}

/// Draws the next frames, so that what follows the size is there.
async fn drawn(tab: &Tab) -> Outcome {
    let frames = "return new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(1))), 60));";
    tab.js_with(frames, vec![]).await?;
    Ok(())
}

/// Goes through the sizes and collects what is wrong.
async fn walk(
    tab: &Tab,
    what: &str,
    plot_min: f64,
    sizes: impl Iterator<Item = (u32, u32)>,
) -> Result<Vec<String>, SuiteError> {
    let mut faults = Vec::new();
    for (width, height) in sizes {
        let touch = width < 640 || height < 450;
        tab.set_look(Look { width, height, touch, ..Look::DESKTOP.still() }).await?;
        drawn(tab).await?;
        let measures = tab.js_with(MEASURES, vec![]).await?;
        let place = format!("{what} at {width} x {height}");
        let plots = measures["plots"].as_array().cloned().unwrap_or_default();
        if plots.is_empty() {
            faults.push(format!("{place}: no plot"));
        }
        for plot in plots {
            if plot[0].as_f64().unwrap_or(0.0) < plot_min || plot[1] != Value::Bool(true) {
                faults.push(format!("{place}: a plot is {} px high, in view: {}", plot[0], plot[1]));
            }
        }
        if measures["beyond"] != json!(0) || measures["scrubber"].as_f64().unwrap_or(0.0) < SCRUBBER_MIN {
            faults.push(format!(
                "{place}: {} px beyond the right edge, timeline {} px",
                measures["beyond"], measures["scrubber"]
            ));
        }
        if measures["playable"] != json!(true) {
            faults.push(format!("{place}: Play is out of sight"));
        }
        let overlaps: Vec<String> = serde_json::from_value(tab.js_with(OVERLAPS, vec![]).await?)?;
        faults.extend(overlaps.into_iter().map(|pair| format!("{place}: {pair}")));
    }
    Ok(faults)
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[tokio::test]
async fn the_playground_is_of_use_at_every_size() -> Outcome {
    let tab = Tab::blank(Look::DESKTOP).await?;
    let mut draining = preset("orders-by-customer")?;
    draining.cluster.shards.push(ShardSpec { name: "shardX".to_owned(), zones: Vec::new() });
    let mut many = preset("orders-by-customer")?;
    many.cluster.shards = (0..40).map(|n| ShardSpec { name: format!("shard{n:02}"), zones: Vec::new() }).collect();
    many.cluster.range_size_mb = 8;
    let mut faults = Vec::new();
    for (what, scenario, more) in [
        ("tenants", preset("saas-tenants")?, "&t=420"),
        ("zones", preset("device-zones")?, "&t=300"),
        ("four shards", draining, "&t=250"),
        ("40 shards", many, "&t=200"),
        ("key space", preset("device-zones")?, "&t=300&view=keyspace"),
    ] {
        tab.reopen_scenario(Look::DESKTOP.still(), &scenario, more).await?;
        tab.done().await?;
        faults.extend(walk(&tab, what, PLOT_MIN, SIZES.into_iter()).await?);
    }
    none(&faults);
    tab.close().await
}

#[tokio::test]
async fn the_story_is_of_use_at_every_size() -> Outcome {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.done().await?;
    let mut faults = walk(&tab, "story", PLOT_MIN, SIZES.into_iter()).await?;
    tab.set_look(Look::DESKTOP.still()).await?;
    tab.click("answer-1").await?;
    tab.click("run-story").await?;
    tab.element("story-answer").await?;
    faults.extend(walk(&tab, "answer", PLOT_MIN, SIZES.into_iter()).await?);
    none(&faults);
    tab.close().await
}

#[tokio::test]
async fn an_embed_is_of_use_at_every_size() -> Outcome {
    let tab = Tab::blank(Look::DESKTOP).await?;
    let mut faults = Vec::new();
    let sizes = || SIZES.into_iter().filter(|(width, height)| *width <= 1_180 && *height >= 300);
    for (what, scenario, query) in [
        ("embed", preset("saas-tenants")?, "?embed=1&play=never"),
        ("embedded story", presets::first_run(), "?embed=1&play=never"),
    ] {
        let packed = shardscope_session::link::encode(&scenario)?;
        tab.reopen(Look::EMBED.still(), &format!("{query}#s={packed}&t=300")).await?;
        tab.done().await?;
        faults.extend(walk(&tab, what, EMBED_PLOT_MIN, sizes()).await?);
    }
    none(&faults);
    tab.close().await
}

/// Sentences come in all lengths; what stands under them does not move.
#[tokio::test]
async fn the_caption_moves_nothing() -> Outcome {
    let tab = Tab::blank(Look::DESKTOP).await?;
    for look in [Look::DESKTOP, Look::TABLET, Look::TABLET_UPRIGHT, Look::PHONE] {
        for id in ["device-zones", "saas-tenants"] {
            tab.reopen_scenario(look.still(), &preset(id)?, "&t=0").await?;
            tab.done().await?;
            let (mut places, mut captions) = (Vec::new(), std::collections::BTreeSet::new());
            for share in ["0", "0.1", "0.25", "0.5", "0.75", "1"] {
                let click = "const bar = document.querySelector('[data-testid=scrubber]').getBoundingClientRect();
                    const track = document.querySelector('[data-testid=scrubber] .track-all').getBoundingClientRect();
                    const at = { clientX: track.x + track.width * arguments[0], clientY: bar.y + 3, bubbles: true, button: 0, pointerId: 1 };
                    const target = document.querySelector('[data-testid=scrubber]');
                    for (const kind of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(kind, at));";
                tab.js_with(click, vec![json!(share.parse::<f64>().unwrap_or(0.0))]).await?;
                drawn(&tab).await?;
                captions.insert([tab.text("caption").await?, tab.text("caption-balancer").await?]);
                let place = "['view', 'dock', 'scrubber'].map((id) => {
                    const box = document.querySelector(`[data-testid=${id}]`).getBoundingClientRect();
                    return [box.top, box.height]; })";
                places.push(tab.js(place).await?);
            }
            assert!(captions.len() > 1, "{captions:?}");
            assert!(places.iter().all(|place| *place == places[0]), "{id} {look:?}: {places:?}");
        }
    }
    tab.close().await
}
