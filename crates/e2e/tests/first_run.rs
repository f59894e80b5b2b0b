//! The story that a first visit opens with: two keys, one clock, a question, an answer.

use shardscope_e2e::{Look, Native, Outcome, SuiteError, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::Scenario;
use shardscope_session::view::EventKind;
use thirtyfour::Key;

/// The first run with one of its keys, as the playground opens it.
fn with_key(lane: usize) -> Scenario {
    let mut scenario = presets::first_run();
    scenario.keys = scenario.keys.into_iter().skip(lane).take(1).collect();
    scenario.story = None;
    scenario
}

#[tokio::test]
async fn the_story_ends_in_the_digest_of_the_engine() -> Outcome {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    let native = Native::run(presets::first_run())?;
    assert_eq!(tab.done().await?, native.digest);
    tab.press_on_page(Key::End).await?;
    let hottest = "document.querySelector('[data-testid=standing-hottest-shard]')?.innerText ?? ''";
    let mut shares = Vec::new();
    for idx in 0..2 {
        let lane = native.last(idx).ok_or_else(missing)?;
        let share = lane.shards.iter().map(|shard| shard.inserts_share).fold(0.0, f64::max);
        shares.push(format!("{:.0}%", share * 100.0));
    }
    assert_eq!(shares[0], "100%", "the ranged key's last shard takes all inserts");
    let reads = format!("JSON.stringify(({hottest}).match(/\\d+%/g)) === '{}'", serde_json::to_string(&shares)?);
    tab.wait_for(&format!("the hottest shards take {shares:?} of the inserts"), &reads).await?;
    assert_eq!(tab.clock().await?, 600);
    tab.close().await
}

#[tokio::test]
async fn a_ranged_object_id_sends_every_insert_to_the_last_chunk() -> Outcome {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.click("skip-story").await?;
    let native = Native::run(with_key(0))?;
    assert_eq!(tab.done().await?, native.digest);
    tab.press_on_page(Key::End).await?;
    let tables = tab.tables_of(&native.last(0).ok_or_else(missing)?).await?;
    let (last, others) = tables.chunks.split_last().ok_or_else(missing)?;
    assert!(last.range.ends_with(", MaxKey)"), "{last:?}");
    assert_eq!(last.of_inserts, "100.0%");
    assert!(others.len() > 1 && others.iter().all(|chunk| chunk.of_inserts == "0.0%"), "{others:?}");
    assert_eq!(tables.n_documents(), 600_000);
    assert_eq!(tab.text("value-hottest-chunk").await?, "100.0%");
    assert!(tab.text("status-monotonicity").await?.contains("Problem"));
    tab.close().await
}

#[tokio::test]
async fn a_shard_added_after_the_story_was_skipped_takes_no_name_of_its_log() -> Outcome {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.click("skip-story").await?;
    let skipped = tab.done().await?;
    tab.click("to-start").await?;
    tab.click("add-shard").await?;
    tab.wait_for("there are four shards", "document.querySelector('[data-testid=n-shards]').textContent === '4'")
        .await?;
    let digest = tab.done().await?;
    assert_ne!(digest, skipped);
    let scenario = tab.scenario().await?;
    let native = Native::run(scenario.clone())?;
    assert_eq!(digest, native.digest);
    let refused: Vec<_> = native.log(0).into_iter().filter(|row| row.kind == EventKind::Refused).collect();
    assert!(refused.is_empty(), "{refused:?}");
    assert_eq!(native.last(0).map(|lane| lane.shards.len()), Some(5), "{:?}", scenario.log);
    tab.close().await
}

#[tokio::test]
async fn a_hashed_object_id_gives_each_shard_a_third() -> Outcome {
    let tab = Tab::open(Look::DESKTOP.still(), "").await?;
    tab.done().await?;
    // With less motion the story stands at its question; running it shows its end at once.
    answer(&tab, 3).await?;
    tab.click("run-story").await?;
    tab.click("skip-story-second").await?;
    let native = Native::run(with_key(1))?;
    assert_eq!(tab.done().await?, native.digest);
    tab.press_on_page(Key::End).await?;
    let lane = native.last(0).ok_or_else(missing)?;
    let tables = tab.tables_of(&lane).await?;
    assert_eq!(tables.n_documents(), 600_000);
    for (row, shard) in tables.shards.iter().zip(&lane.shards).take(3) {
        assert!((shard.inserts_share - 1.0 / 3.0).abs() < 0.05, "{row:?}");
        assert!(shard.inserts_total.abs_diff(200_000) < 5_000, "{shard:?}");
    }
    assert_eq!(tables.shards.get(3).map(|row| (row.name.as_str(), row.of_inserts.as_str())), Some(("shardD", "0.0%")));
    assert!(tab.text("status-monotonicity").await?.contains("Good"));
    tab.close().await
}

#[tokio::test]
async fn the_story_asks_waits_answers_and_is_not_told_again() -> Outcome {
    let tab = Tab::open(Look::DESKTOP, "").await?;
    assert_eq!(tab.js("document.documentElement.dataset.mode").await?, "lanes");
    tab.wait_for("time runs", "document.querySelector('[data-testid=clock]').textContent > '01:00'").await?;
    tab.wait_for("time stops at the question", "document.querySelector('[data-testid=clock]').textContent === '07:10'")
        .await?;
    tab.wait_for("time stands", "document.querySelector('[data-testid=play]').ariaLabel === 'Play'").await?;
    let question = tab.text("predict").await?;
    assert!(question.contains("You add shardD at 07:10. Which key sends it new writes at once?"), "{question}");
    assert!(!tab.element("run-story").await?.is_enabled().await?, "there is nothing to run before an answer");
    answer(&tab, 1).await?;
    tab.click("run-story").await?;
    let said = tab.text("story-answer").await?;
    assert!(said.contains("The answer: neither.") && said.contains("A new shard owns no chunk"), "{said}");
    assert!(said.contains("Next: What would a zone"), "{said}");
    tab.wait_for("the story plays to its end", "document.querySelector('[data-testid=clock]').textContent === '10:00'")
        .await?;
    tab.goto("").await?;
    assert!(!tab.has("predict").await?, "the story was told before");
    assert_eq!(tab.chips().await?, ["_id: 1"]);
    tab.close().await
}

#[tokio::test]
async fn a_story_that_was_skipped_does_not_come_back() -> Outcome {
    let tab = Tab::open(Look::DESKTOP, "").await?;
    tab.click("skip-story").await?;
    tab.element("recipe").await?;
    tab.goto("").await?;
    assert!(!tab.has("predict").await?);
    tab.close().await
}

async fn answer(tab: &Tab, idx: usize) -> Outcome {
    tab.click(&format!("answer-{idx}")).await
}

fn missing() -> SuiteError {
    SuiteError::Found { what: "the run has no such key", found: String::new() }
}
