//! Time: play, step, scrub, keys, event marks; what is restored exactly, and what is changed while the cluster runs.

use shardscope_e2e::{Look, Native, Outcome, SuiteError, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::{Command, Scenario};
use shardscope_session::view::{EventKind, LaneFrame};
use thirtyfour::{Key, TypingData};

/// Ten minutes with splits, migrations and a shard that joins.
fn story_with_ranged_key() -> Scenario {
    let mut scenario = presets::first_run();
    scenario.keys.truncate(1);
    scenario.story = None;
    scenario.log.clear();
    scenario
}

async fn open() -> Result<(Tab, Native), SuiteError> {
    let scenario = story_with_ranged_key();
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &scenario, "").await?;
    let native = Native::run(scenario)?;
    assert_eq!(tab.done().await?, native.digest);
    Ok((tab, native))
}

fn lane(native: &Native, at_sec: u64) -> Result<LaneFrame, SuiteError> {
    let missing = || SuiteError::Found { what: "no frame at this second", found: at_sec.to_string() };
    native.lane(0, at_sec * 1_000).ok_or_else(missing)
}

async fn clock_is(tab: &Tab, text: &str) -> Outcome {
    let reads = "document.querySelector('[data-testid=clock]').textContent";
    tab.wait_for(&format!("the clock reads {text}"), &format!("{reads} === '{text}' || {reads}")).await
}

async fn pressed(tab: &Tab, test_id: &str) -> Outcome {
    let is = format!(
        "['aria-pressed', 'aria-selected'].some((name) => \
           document.querySelector('[data-testid=\"{test_id}\"]').getAttribute(name) === 'true')"
    );
    tab.wait_for(&format!("{test_id} is pressed"), &is).await
}

fn shift(key: Key) -> TypingData {
    Key::Shift + key
}

#[tokio::test]
async fn buttons_play_pause_step_and_restart() -> Outcome {
    let (tab, _) = open().await?;
    assert_eq!((tab.clock().await?, tab.clock_end().await?, tab.is_playing().await?), (0, 600, false));
    for expected in ["00:01", "00:02"] {
        tab.click("step-forward").await?;
        clock_is(&tab, expected).await?;
    }
    tab.click("step-back").await?;
    clock_is(&tab, "00:01").await?;
    tab.choose("speed", "5").await?;
    tab.click("play").await?;
    tab.wait_for("time runs", "document.querySelector('[data-testid=clock]').textContent > '00:02'").await?;
    tab.click("play").await?;
    assert!(!tab.is_playing().await?);
    let stopped_at = tab.clock().await?;
    assert!(stopped_at < 600, "five times as fast as real time does not reach the end here");
    tab.click("step-forward").await?;
    assert_eq!(tab.clock().await?, stopped_at + 1, "time stood still since the pause");
    tab.choose("speed", "600").await?;
    tab.click("play").await?;
    clock_is(&tab, "10:00").await?;
    tab.wait_for("it stops at the end", "document.querySelector('[data-testid=play]').ariaLabel === 'Play'").await?;
    tab.click("play").await?;
    tab.wait_for("it begins again", "document.querySelector('[data-testid=clock]').textContent < '10:00'").await?;
    tab.click("to-start").await?;
    clock_is(&tab, "00:00").await?;
    assert!(!tab.is_playing().await?);
    tab.close().await
}

#[tokio::test]
async fn keys_do_what_the_key_list_says() -> Outcome {
    let (tab, native) = open().await?;
    tab.press_on_page(" ").await?;
    assert!(tab.is_playing().await?);
    tab.press_on_page(" ").await?;
    assert!(!tab.is_playing().await?);
    tab.press_on_page(Key::End).await?;
    clock_is(&tab, "10:00").await?;
    tab.press_on_page(Key::Left).await?;
    clock_is(&tab, "09:59").await?;
    tab.press_on_page(",").await?;
    clock_is(&tab, "09:58").await?;
    tab.press_on_page(Key::Home).await?;
    clock_is(&tab, "00:00").await?;
    tab.press_on_page(Key::Right).await?;
    tab.press_on_page(".").await?;
    clock_is(&tab, "00:02").await?;
    let events: Vec<u64> =
        native.log(0).iter().filter(|row| row.kind != EventKind::NoMove).map(|row| row.at_ms / 1_000).collect();
    let next = events.iter().copied().find(|at| *at > 2).unwrap_or(600);
    tab.press_on_page(shift(Key::Right)).await?;
    clock_is(&tab, &format!("{:02}:{:02}", next / 60, next % 60)).await?;
    tab.press_on_page(Key::End).await?;
    let last = events.iter().copied().rfind(|at| *at < 600).unwrap_or(0);
    tab.press_on_page(shift(Key::Left)).await?;
    clock_is(&tab, &format!("{:02}:{:02}", last / 60, last % 60)).await?;

    for (key, test_id) in
        [("2", "tab-keyspace"), ("1", "tab-shards"), ("z", "color-by-1"), ("a", "color-by-2"), ("w", "color-by-0")]
    {
        tab.press_on_page(key).await?;
        pressed(&tab, test_id).await?;
    }
    tab.press_on_page("t").await?;
    tab.element("tables").await?;
    tab.press_on_page("t").await?;
    tab.wait_for("the picture is back", "document.querySelector('[data-testid=tables]') === null").await?;
    tab.press_on_page("?").await?;
    assert!(tab.text("dialog").await?.contains("Play, pause"));
    tab.press(Key::Escape).await?;
    tab.wait_for("the dialog is closed", "document.querySelector('[data-testid=dialog]') === null").await?;
    tab.close().await
}

#[tokio::test]
async fn single_keys_rest_while_somebody_types_and_when_switched_off() -> Outcome {
    let (tab, _) = open().await?;
    tab.element("range-size").await?.click().await?;
    tab.press("t2").await?;
    assert!(!tab.has("tables").await?);
    pressed(&tab, "tab-shards").await?;
    tab.press_on_page("?").await?;
    tab.click("single-keys").await?;
    tab.click("close-dialog").await?;
    tab.press_on_page("t").await?;
    tab.press_on_page(" ").await?;
    assert!(!tab.has("tables").await? && !tab.is_playing().await?);
    tab.close().await
}

#[tokio::test]
async fn the_scrubber_goes_where_it_is_clicked_dragged_and_keyed() -> Outcome {
    let (tab, native) = open().await?;
    let scrubber = tab.element("scrubber").await?;
    let track = tab.js("document.querySelector('[data-testid=scrubber] .track-all').getBoundingClientRect()").await?;
    let side = |name: &str| track[name].as_f64().unwrap_or_default();
    let at = |share: f64| {
        #[allow(clippy::cast_possible_truncation, reason = "a position on the screen")]
        ((side("x") + share * side("width")) as i64, (side("y") + side("height") / 2.0) as i64)
    };
    let (x, y) = at(0.9);
    tab.driver().action_chain().move_to(x, y).click().perform().await?;
    assert!(tab.clock().await?.abs_diff(540) <= 5, "a click at nine tenths went to {} s", tab.clock().await?);
    let (to_x, to_y) = at(0.25);
    let chain = tab.driver().action_chain().move_to(x, y).click_and_hold();
    chain.move_to(to_x + 40, to_y).move_to(to_x, to_y + 30).release().perform().await?;
    let head = "(() => { const box = document.querySelector('[data-testid=scrubber] .head').getBoundingClientRect(); \
        return box.x + box.width / 2; })()";
    tab.wait_for("the head is under the pointer", &format!("Math.abs({head} - {to_x}) < 3")).await?;
    assert!(tab.clock().await?.abs_diff(150) <= 15, "a drag to a quarter went to {} s", tab.clock().await?);
    scrubber.send_keys(Key::Home + "").await?;
    clock_is(&tab, "00:00").await?;
    assert_eq!(scrubber.attr("aria-valuetext").await?.as_deref(), Some("00:00 of 10:00"));
    let marks = tab.js("document.querySelectorAll('[data-testid=scrubber] .marks > *').length").await?;
    assert!(marks.as_u64().is_some_and(|n| n > 0), "events have marks: {marks}");

    tab.press_on_page(Key::End).await?;
    tab.choose("log-filter", "migrations").await?;
    let migrations: Vec<_> = native.log(0).into_iter().filter(|row| row.kind == EventKind::Migration).collect();
    assert_eq!(tab.text("n-events").await?, migrations.len().to_string());
    let Some(newest) = migrations.last() else { panic!("the ranged key moves chunks") };
    tab.click_css("[data-testid=log] li:first-child button").await?;
    let at = newest.at_ms / 1_000;
    clock_is(&tab, &format!("{:02}:{:02}", at / 60, at % 60)).await?;
    let running = tab.js("document.querySelector('[data-testid=log] li.now') !== null").await?;
    assert_eq!(running, serde_json::Value::Bool(true), "the migration that runs now is marked");
    tab.close().await
}

#[tokio::test]
async fn quick_keys_on_the_scrubber_lose_no_step() -> Outcome {
    let (tab, _) = open().await?;
    let scrubber = tab.element("scrubber").await?;
    scrubber.send_keys(Key::Home + "").await?;
    clock_is(&tab, "00:00").await?;
    // All in one task of the page, so that none of them can wait for a drawing.
    let burst = "for (let n = 0; n < arguments[1]; n += 1) arguments[0].dispatchEvent(\
        new KeyboardEvent('keydown', { key: arguments[2], bubbles: true, cancelable: true }));";
    for (n, key, expected) in
        [(31, "PageUp", "05:10"), (25, "ArrowRight", "05:35"), (40, "ArrowLeft", "04:55"), (29, "PageDown", "00:05")]
    {
        tab.js_with(burst, vec![scrubber.to_json()?, n.into(), key.into()]).await?;
        clock_is(&tab, expected).await?;
    }
    tab.close().await
}

#[tokio::test]
async fn the_scrubber_stays_where_it_is_while_time_runs() -> Outcome {
    let (tab, native) = open().await?;
    let place = "(() => { const box = document.querySelector('[data-testid=scrubber]').getBoundingClientRect(); \
        return [box.left, box.width]; })()";
    let mut places = Vec::new();
    let mut gaps = std::collections::BTreeSet::new();
    for at_sec in [0, 10, 60, 120, 300, 600] {
        go_to(&tab, at_sec).await?;
        tab.tables_of(&lane(&native, at_sec)?).await?;
        gaps.insert(tab.text("data-gap").await?.len());
        places.push(tab.js(place).await?);
    }
    assert!(gaps.len() > 1, "texts of several lengths were shown: {gaps:?}");
    assert!(places.iter().all(|there| *there == places[0]), "{places:?}");
    tab.close().await
}

#[tokio::test]
async fn rewinding_restores_the_exact_numbers() -> Outcome {
    let (tab, native) = open().await?;
    let mut seen = Vec::new();
    for at_sec in [0, 60, 61, 120] {
        go_to(&tab, at_sec).await?;
        seen.push((at_sec, tab.tables_of(&lane(&native, at_sec)?).await?));
    }
    tab.press_on_page(Key::End).await?;
    tab.tables_of(&lane(&native, 600)?).await?;
    for (at_sec, tables) in seen.into_iter().rev() {
        go_to(&tab, at_sec).await?;
        assert_eq!(tab.tables_of(&lane(&native, at_sec)?).await?, tables, "at {at_sec} s");
    }
    assert_eq!(tab.digest().await?, native.digest);
    tab.close().await
}

/// To a second of the run, by keys: a page is ten steps, a step is a second here.
async fn go_to(tab: &Tab, at_sec: u64) -> Outcome {
    let far = at_sec > 300;
    let (edge, page, step) =
        if far { (Key::End, Key::PageDown, Key::Left) } else { (Key::Home, Key::PageUp, Key::Right) };
    let way = usize::try_from(if far { 600 - at_sec } else { at_sec }).unwrap_or(0);
    let keys: String = std::iter::once(edge.value())
        .chain(std::iter::repeat_n(page.value(), way / 10))
        .chain(std::iter::repeat_n(step.value(), way % 10))
        .collect();
    tab.element("scrubber").await?.send_keys(keys).await?;
    clock_is(tab, &format!("{:02}:{:02}", at_sec / 60, at_sec % 60)).await
}

#[tokio::test]
async fn a_shard_added_while_the_cluster_runs_is_a_command_at_that_time() -> Outcome {
    let (tab, before) = open().await?;
    let n_flags = "document.querySelectorAll('[data-testid=scrubber] .mark-flag').length";
    let flags_before = tab.js(n_flags).await?.as_u64().unwrap_or_default();
    go_to(&tab, 120).await?;
    tab.click("add-shard").await?;
    let after = tab.done().await?;
    assert_ne!(after, before.digest);
    assert_eq!(tab.clock().await?, 120, "the past stays, and so does the clock");
    let scenario = tab.scenario().await?;
    let log: Vec<_> = scenario.log.iter().map(|timed| (timed.at_ms, timed.command.clone())).collect();
    let add = Command::AddShard { name: "shardD".to_owned(), zones: Vec::new() };
    assert_eq!((log, scenario.cluster.shards.len()), (vec![(120_000, add)], 3));
    let native = Native::run(scenario)?;
    assert_eq!(after, native.digest);
    for at_sec in [60, 600] {
        go_to(&tab, at_sec).await?;
        tab.tables_of(&lane(&native, at_sec)?).await?;
    }
    assert_eq!(lane(&native, 60)?.chunks, lane(&before, 60)?.chunks, "what came before the command is the same");
    assert_eq!(tab.js(n_flags).await?, flags_before + 1, "the command has a mark");
    tab.choose("log-filter", "commands").await?;
    assert!(tab.text("log").await?.contains("shardD"));

    tab.press_on_page(Key::Control + "z").await?;
    tab.wait_for("the shard is gone", "document.querySelector('[data-testid=n-shards]').textContent === '3'").await?;
    assert_eq!(tab.done().await?, before.digest);
    tab.press_on_page(Key::Control + (Key::Shift + "z")).await?;
    assert_eq!(tab.done().await?, after);
    tab.click("undo").await?;
    assert_eq!(tab.done().await?, before.digest);
    assert!(!tab.element("undo").await?.is_enabled().await?, "nothing is left to take back");
    let label = tab.element("redo").await?.attr("aria-label").await?;
    assert_eq!(label.as_deref(), Some("Redo: add shardD"));
    tab.click("redo").await?;
    assert_eq!(tab.done().await?, after);
    tab.close().await
}

#[tokio::test]
async fn every_change_of_the_recipe_runs_as_the_engine_runs_it() -> Outcome {
    let (tab, first) = open().await?;
    tab.open_card(4).await?;
    let mut digests = vec![first.digest];
    for (field, value) in
        [("insert-rate", "200"), ("migration-speed", "16"), ("stands-for", "20"), ("range-size", "64")]
    {
        tab.fill(field, value).await?;
        let digest = tab.done().await?;
        assert_eq!(digest, Native::run(tab.scenario().await?)?.digest, "{field}");
        assert!(!digests.contains(&digest), "{field} changes the run");
        digests.push(digest);
    }
    tab.click("reroll").await?;
    tab.wait_for("another seed", "document.querySelector('[data-testid=seed]').textContent !== 'seed 42'").await?;
    assert_eq!(tab.done().await?, Native::run(tab.scenario().await?)?.digest);
    tab.click("balancer").await?;
    let still = tab.done().await?;
    let scenario = tab.scenario().await?;
    assert!(!scenario.cluster.balancer_on);
    let native = Native::run(scenario)?;
    assert_eq!(still, native.digest);
    assert_eq!(native.last(0).map(|lane| lane.n_migrations_done), Some(0));
    tab.close().await
}
