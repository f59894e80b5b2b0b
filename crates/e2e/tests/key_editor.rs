//! The shard key by chips and by its line, and what is refused: where it is said, and that the earlier run stays.

use shardscope_e2e::{Look, Outcome, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::{Documents, Scenario};

/// Four fields, one of them an array.
fn tagged() -> Scenario {
    let mut scenario = presets::first_run();
    scenario.story = None;
    scenario.log.clear();
    scenario.keys.truncate(1);
    scenario.workload.duration_sec = None;
    let line = |n: u32| format!("{{ \"_id\": {n}, \"a\": {}, \"b\": \"x{n}\", \"tags\": [\"new\", {n}] }}\n", n % 7);
    scenario.documents = Documents::Pasted { text: (1..=200).map(line).collect(), columns: Vec::new() };
    scenario
}

#[tokio::test]
async fn chips_and_line_follow_each_other() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &tagged(), "").await?;
    tab.done().await?;
    assert_eq!(tab.value("key-line").await?, "sh.shardCollection(\"shop.orders\",\n  { _id: 1 })");
    tab.choose("add-field", "a").await?;
    tab.choose("direction-_id", "hashed").await?;
    line_reads(&tab, "shop.orders", "{ _id: \"hashed\", a: 1 }").await?;
    tab.click_css("[aria-label=\"Move a left\"]").await?;
    line_reads(&tab, "shop.orders", "{ a: 1, _id: \"hashed\" }").await?;
    tab.element("chip-a").await?;
    tab.js_with("document.querySelector('[data-testid=direction-a]').focus();", vec![]).await?;
    tab.press(thirtyfour::Key::Alt + thirtyfour::Key::Right).await?;
    line_reads(&tab, "shop.orders", "{ _id: \"hashed\", a: 1 }").await?;
    tab.remove_chip("_id").await?;
    line_reads(&tab, "shop.orders", "{ a: 1 }").await?;
    let by_chips = tab.done().await?;

    tab.fill("key-line", "sh.shardCollection('db.other', { b: 'hashed', a: 1 });").await?;
    tab.wait_for("the chips follow", "document.querySelector('[data-testid=chip-b]') !== null").await?;
    assert_eq!(tab.chips().await?, ["b: hashed", "a: 1"]);
    line_reads(&tab, "db.other", "{ b: \"hashed\", a: 1 }").await?;
    assert_ne!(tab.done().await?, by_chips);
    let scenario = tab.scenario().await?;
    assert_eq!(scenario.namespace, "db.other");
    tab.fill("key-line", "{ a: 1 }").await?;
    line_reads(&tab, "db.other", "{ a: 1 }").await?;
    tab.close().await
}

async fn line_reads(tab: &Tab, namespace: &str, key: &str) -> Outcome {
    let line = format!("sh.shardCollection(\"{namespace}\",\n  {key})");
    let line = serde_json::to_string(&line)?;
    let reads = format!("document.querySelector('[data-testid=key-line]').value === {line}");
    tab.wait_for(&format!("the line reads {key}"), &reads).await
}

#[tokio::test]
async fn what_is_no_line_is_refused_under_it() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &tagged(), "").await?;
    let digest = tab.done().await?;
    for (line, expected) in [
        ("db.orders.find()", "This line is sh.shardCollection("),
        ("sh.shardCollection(\"orders\", { a: 1 })", "\"orders\" is no namespace"),
        ("sh.shardCollection(\"s.o\", { a: -1 })", "a is -1; a shard key field is 1 or \"hashed\""),
        ("sh.shardCollection(\"s.o\", { a: 1", "is missing before"),
    ] {
        tab.fill("key-line", line).await?;
        let said = tab.text("key-line-error").await?;
        assert!(said.contains(expected), "{line}: {said}");
        assert_eq!(tab.done().await?, digest, "{line}");
        assert_eq!(tab.chips().await?, ["_id: 1"], "{line}");
    }
    tab.close().await
}

#[tokio::test]
async fn keys_that_the_server_refuses_are_refused_in_their_card() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &tagged(), "").await?;
    let digest = tab.done().await?;
    tab.fill("key-line", "sh.shardCollection(\"shop.orders\", { a: \"hashed\", b: \"hashed\" })").await?;
    tab.refused().await?;
    let said = tab.problem_in_card(2).await?;
    assert!(said.contains("only one hashed field") && said.contains("MongoDB error 2 BadValue"), "{said}");
    assert_eq!(tab.digest().await?, digest, "the earlier run stays");
    tab.choose("direction-b", "1").await?;
    tab.done().await?;
    assert!(!tab.has("problem").await?, "what was corrected is no problem any more");
    tab.fill("key-line", "sh.shardCollection(\"shop.orders\", { _id: 1 })").await?;
    assert_eq!(tab.done().await?, digest);
    tab.remove_chip("_id").await?;
    tab.refused().await?;
    let card = tab.js("document.querySelector('[data-testid=card-2]').closest('section').innerText").await?;
    let card = card.as_str().unwrap_or_default();
    assert!(card.contains("Choose at least one field. Fields found in your documents: _id, a, b, tags"), "{card}");
    assert_eq!(tab.digest().await?, digest);
    tab.click("undo").await?;
    assert_eq!(tab.done().await?, digest);
    tab.close().await
}

#[tokio::test]
async fn a_field_with_arrays_is_marked_and_its_documents_are_refused() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &tagged(), "").await?;
    tab.done().await?;
    tab.fill("key-line", "{ tags: 1 }").await?;
    tab.element("chip-tags").await?;
    tab.done().await?;
    let warnings = tab.text("warnings").await?;
    assert!(warnings.contains("200 documents refused") && warnings.contains("`tags` is an array"), "{warnings}");
    let said = tab.problem_in_card(2).await?;
    for words in
        ["tags holds arrays", "A shard key field may not hold an array; document 1 has one", "Pick another field"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(said.contains("MongoDB error 61 ShardKeyNotFound"), "{said}");
    tab.fill("key-line", "{ a: 1 }").await?;
    tab.done().await?;
    assert!(!tab.has("problem").await?, "another field has no arrays");
    tab.close().await
}

#[tokio::test]
async fn zones_that_cannot_be_are_refused_beside_their_table() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &tagged(), "").await?;
    tab.fill("key-line", "sh.shardCollection(\"shop.orders\", { a: 1, b: 1 })").await?;
    tab.add_zone("EU", ("1", "4"), &["shardA"]).await?;
    let digest = tab.done().await?;
    for (min, max, words) in [
        ("3", "6", "overlap"),
        ("1, 2, 3", "6", "3 values, the shard key has 2"),
        ("6", "5", "is not below"),
        ("{ a: 5", "6", "cannot be read"),
    ] {
        tab.add_zone("EU", (min, max), &[]).await?;
        tab.refused().await?;
        let said = tab.problem_in_card(3).await?;
        assert!(said.contains(words), "{min} to {max}: {said}");
        assert!(tab.js("document.querySelectorAll('[data-testid=zones] tr.is-error').length").await? == 1, "{said}");
        assert_eq!(tab.digest().await?, digest, "{min} to {max}: the earlier run stays");
        tab.click("remove-zone-1").await?;
        assert_eq!(tab.done().await?, digest);
    }
    tab.close().await
}

#[tokio::test]
async fn numbers_out_of_range_are_refused_under_their_field() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &tagged(), "").await?;
    let digest = tab.done().await?;
    for typed in ["0", "2000", "many", "-1"] {
        tab.fill("range-size", typed).await?;
        let said = tab.text("recipe").await?;
        assert!(said.contains("Type a whole number from 1 to 1,024 MB."), "{typed}: {said}");
        assert_eq!(tab.done().await?, digest, "{typed}");
    }
    tab.fill("range-size", "64").await?;
    tab.done().await?;
    assert_eq!(tab.scenario().await?.cluster.range_size_mb, 64);
    tab.close().await
}
