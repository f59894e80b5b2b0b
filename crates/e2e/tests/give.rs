//! Commands, settings and faults given in the dialog while the cluster runs.

use shardscope_e2e::{Look, Native, Outcome, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::{Command, FaultSpec, Scenario};
use shardscope_session::view::EventKind;
use thirtyfour::Key;

fn scenario() -> Scenario {
    let mut scenario = presets::first_run();
    scenario.keys.truncate(1);
    scenario.story = None;
    scenario.log.clear();
    scenario
}

/// Opens the dialog and chooses what its menu calls `name`.
async fn choose(tab: &Tab, name: &str) -> Outcome {
    tab.click("give").await?;
    let value = format!(
        "[...document.querySelectorAll('[data-testid=give-what] option')].find((o) => o.textContent === '{name}').value"
    );
    let value = tab.js(&value).await?.as_str().unwrap_or_default().to_owned();
    tab.choose("give-what", &value).await
}

#[tokio::test]
async fn a_typed_command_a_fault_and_a_window_run_as_the_engine_runs_them() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &scenario(), "").await?;
    let untouched = tab.done().await?;
    for _ in 0..30 {
        tab.press_on_page(Key::Right).await?;
    }
    let at_ms = tab.clock().await? * 1_000;
    assert_eq!(at_ms, 30_000);
    choose(&tab, "Break off migrations").await?;
    tab.assert_accessible().await?;
    tab.press(Key::Escape).await?;
    choose(&tab, "A shard is down").await?;
    tab.choose("give-shard", "shardB").await?;
    tab.fill("give-seconds", "300").await?;
    tab.click("give-run").await?;
    let faulty = tab.done().await?;
    let scenario = tab.scenario().await?;
    let down = FaultSpec::ShardDown { shard: "shardB".to_owned() };
    assert_eq!(scenario.log[0].command, Command::BeginFault { fault: down, for_sec: Some(300) });
    assert_eq!((scenario.log[0].at_ms, scenario.log.len()), (at_ms, 1));
    let native = Native::run(scenario)?;
    assert_eq!(native.digest, faulty);
    assert!(native.log(0).iter().any(|row| row.kind == EventKind::Refused && row.text == "shardB is down"));

    choose(&tab, "Split a chunk").await?;
    tab.fill("give-text", "{ split: 'shop.orders', ").await?;
    tab.click("give-run").await?;
    assert!(tab.text("give-error").await?.contains("Line 1"), "{}", tab.text("give-error").await?);
    tab.fill("give-text", "{ split: 'shop.orders', middle: { _id: 7 } }").await?;
    tab.click("give-run").await?;
    tab.done().await?;
    choose(&tab, "Set the balancing window").await?;
    tab.fill("give-start", "01:00").await?;
    tab.fill("give-stop", "02:00").await?;
    tab.click("give-run").await?;
    let all = tab.done().await?;
    let scenario = tab.scenario().await?;
    assert_eq!(scenario.log.len(), 3);
    let native = Native::run(scenario)?;
    assert_eq!(native.digest, all);
    assert_eq!(native.last(0).map(|lane| lane.n_migrations_done), Some(0), "the window is closed");
    let log = tab.text("log").await?;
    for words in ["shardB is down", "split ran", "balancer active 01:00 to 02:00"] {
        assert!(log.contains(words), "\"{words}\" is missing in: {log}");
    }
    for _ in 0..3 {
        tab.press_on_page(Key::Control + "z").await?;
    }
    assert_eq!(tab.done().await?, untouched);
    tab.close().await
}
