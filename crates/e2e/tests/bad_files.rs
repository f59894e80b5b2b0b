//! Files that cannot be used, in whole or in part: the message names line or cause, and the earlier run stays.

use shardscope_e2e::{Look, Outcome, SuiteError, Tab};
use shardscope_session::presets;
use shardscope_session::scenario::{Documents, Scenario};
use std::fmt::Write;
use std::time::Duration;

/// Reading fifty megabytes where several browsers share few cores.
const READING: Duration = Duration::from_mins(3);

/// 1 MB of text in a JSON string.
const LETTERS: &[u8] = &[b'a'; 1 << 20];

/// One key over a template.
fn small() -> Scenario {
    let mut scenario = presets::first_run();
    scenario.story = None;
    scenario.keys.truncate(1);
    scenario.documents = Documents::Template { text: "{ _id: \"$objectid\", n: \"$now\" }".to_owned(), count: 2_000 };
    scenario
}

async fn refused(tab: &Tab, digest: &str, words: &[&str]) -> Outcome {
    let failed = "document.querySelector('[data-testid=import-failed]') !== null
        && document.querySelector('[data-testid=import-progress]') === null";
    tab.wait_longer("the import is refused", failed, READING).await?;
    let said = tab.text("import-failed").await?.replace('\n', " ");
    for word in words {
        assert!(said.contains(word), "\"{word}\" is missing in: {said}");
    }
    assert!(said.contains("the earlier documents stay"), "{said}");
    assert_eq!(tab.done().await?, digest, "{said}");
    Ok(())
}

/// Waits until a file is read and in use, and gives its report.
async fn used(tab: &Tab, name: &str) -> Result<String, SuiteError> {
    let here = format!("(document.querySelector('[data-testid=import-report]')?.innerText ?? '').includes('{name}')");
    tab.wait_longer(&format!("{name} is read"), &here, READING).await?;
    tab.done().await?;
    Ok(tab.text("import-report").await?.replace('\n', " "))
}

#[tokio::test]
async fn files_that_give_nothing_leave_everything_as_it_was() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    let digest = tab.done().await?;
    let utf16: Vec<u8> = "\u{feff}a,b\n1,2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&str, &[u8], &[&str]); 9] = [
        ("empty.json", b"", &["empty", "Choose a file"]),
        ("white.csv", b" \n\n\t", &["empty"]),
        ("orders.json.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03", &["gzip", "cut off", "Pack it again"]),
        ("noise.bin", b"\x07\x00\x01\xff\xfe\x00\x00\x10\x00garbage\x00\x00", &["binary", "not text"]),
        ("excel.csv", &utf16, &["UTF-16", "UTF-8"]),
        ("open.csv", b"\"a,b\n1,2\n", &["Line 1", "quotes do not match"]),
        ("twice.csv", b"a,b,a\n1,2,3\n", &["Line 1", "a names columns 1 and 3"]),
        ("header.csv", b"a,b,c\n", &["3 columns", "no row"]),
        (
            "broken.json",
            b"[{\"a\": 1,, \"b\": 2}]",
            &["No document could be read", "1 was refused", "line 1, column 10"],
        ),
    ];
    for (name, bytes, words) in cases {
        tab.drop_file("recipe", name, bytes).await?;
        let names =
            format!("(document.querySelector('[data-testid=import-failed]')?.innerText ?? '').includes('{name}')");
        tab.wait_for(&format!("{name} is refused"), &names).await?;
        refused(&tab, &digest, words).await?;
    }
    tab.assert_accessible().await?;
    tab.close().await
}

#[tokio::test]
async fn one_bad_line_is_named_and_the_good_ones_are_used() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    tab.done().await?;
    let mut rows = "a,b\n".to_owned();
    for n in 2..=100 {
        // Writing to a string cannot fail.
        let _ = if n == 40 { writeln!(rows, "{n},\"never closed") } else { writeln!(rows, "{n},x{n}") };
    }
    let mut latin = b"name,n\nMeier,1\nM".to_vec();
    latin.extend_from_slice(b"\xfcller,2\nSchulz,3\n");
    let mixed = b"{\"a\": 1}\n{\"a\": \"one\"}\n{\"a\": {\"$date\": \"2024-01-01T00:00:00Z\"}}\n[1, 2]\n{\"a\": 4.5, \"b\": [1, \"x\"]}\n17\n";
    let cases: [(&str, &[u8], &[&str]); 3] = [
        ("quotes.csv", rows.as_bytes(), &["98 documents", "1 line was not read", "never closed", " 40 4 "]),
        ("latin1.csv", &latin, &["2 documents", "1 line was not read", "not UTF-8", " 3 2 "]),
        ("mixed.ndjson", mixed, &["4 documents", "2 lines were not read", " 4 1 ", " 6 1 "]),
    ];
    for (name, bytes, words) in cases {
        tab.drop_file("recipe", name, bytes).await?;
        let report = used(&tab, name).await?;
        let table = tab
            .js("[...document.querySelectorAll('[data-testid=bad-lines] tr')].map((row) => \
            [...row.cells].map((cell) => cell.textContent).join(' ')).join(' ; ')")
            .await?;
        let said = format!("{report} ; {}", table.as_str().unwrap_or_default()).replace(" ; ", " ; ");
        for word in words {
            assert!(said.contains(word), "{name}: \"{word}\" is missing in: {said}");
        }
    }
    let fields = tab.text("fields").await?;
    assert!(fields.contains("mixed types: number, string, date"), "{fields}");
    assert!(fields.contains("holds arrays (document 4)"), "{fields}");
    tab.assert_accessible().await?;
    tab.close().await
}

#[tokio::test]
async fn a_document_over_16_mb_is_refused_with_the_servers_words() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    let digest = tab.done().await?;
    tab.drop_between("recipe", "fat.ndjson", ("{\"_id\": 1, \"text\": \"", LETTERS, "\"}\n"), 17).await?;
    refused(&tab, &digest, &["line 1", "16 MB", "10334 BSONObjectTooLarge"]).await?;
    tab.drop_between(
        "recipe",
        "one_fat.ndjson",
        ("{\"_id\": 1}\n{\"_id\": 2, \"text\": \"", LETTERS, "\"}\n{\"_id\": 3}\n"),
        17,
    )
    .await?;
    let report = used(&tab, "one_fat.ndjson").await?;
    assert!(report.contains("2 documents") && report.contains("1 line was not read"), "{report}");
    assert!(tab.text("bad-lines").await?.contains("16 MB"), "{report}");
    tab.close().await
}

/// One element of an array on one line: 1 kB.
fn element() -> Vec<u8> {
    let start = "{\"customer\": \"C-0017\", \"total\": 12.5, \"paid\": true, \"note\": \"";
    let end = "\"},";
    let text = "n".repeat(1_024 - start.len() - end.len());
    format!("{start}{text}{end}").into_bytes()
}

#[tokio::test]
async fn an_array_of_fifty_megabytes_on_one_line_is_read_and_a_fault_in_it_is_named() -> Outcome {
    const N_ELEMENTS: u32 = 50 * 1_024;
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    let digest = tab.done().await?;
    let element = element();
    tab.drop_between("recipe", "array.json", ("[", &element, "{\"last\": true}]"), N_ELEMENTS).await?;
    let report = used(&tab, "array.json").await?;
    assert!(report.contains("JSON array") && report.contains("51,201 documents"), "{report}");
    assert_ne!(tab.digest().await?, digest);

    tab.drop_between("recipe", "cut.json", ("[", &element, "{\"last\": tru"), N_ELEMENTS).await?;
    let report = used(&tab, "cut.json").await?;
    assert!(report.contains("51,200 documents") && report.contains("1 document was not read"), "{report}");
    let bad = tab.text("bad-lines").await?;
    assert!(bad.contains("52,428,"), "the column of the fault, behind 50 MB: {bad}");
    tab.close().await
}

#[tokio::test]
async fn a_large_import_shows_its_progress_and_can_be_stopped() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    let digest = tab.done().await?;
    let line = [element().strip_suffix(b",").unwrap_or_default(), b"\n"].concat();
    tab.drop_repeated("recipe", "large.ndjson", &line, 150 * 1_024).await?;
    let first = "document.querySelector('[data-testid=import-first]')?.textContent.includes('C-0017') === true";
    tab.wait_for("the first document and the fields show at once", first).await?;
    let progress = tab.text("import-progress").await?;
    assert!(progress.contains("Reading large.ndjson") && progress.contains("Fields: customer, total"), "{progress}");
    tab.click("import-cancel").await?;
    tab.wait_for("it stopped", "document.querySelector('[data-testid=import-progress]') === null").await?;
    assert!(!tab.has("import-failed").await?, "a person stopped it: nothing failed");
    assert_eq!(tab.done().await?, digest);
    // The worker is free for the next file.
    tab.drop_file("recipe", "next.csv", b"a,b\n1,2\n").await?;
    assert!(used(&tab, "next.csv").await?.contains("1 document"));
    tab.close().await
}

#[tokio::test]
async fn a_file_over_the_limit_is_refused_with_the_limit() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    let digest = tab.done().await?;
    let line = [element().strip_suffix(b",").unwrap_or_default(), b"\n"].concat();
    tab.drop_repeated("recipe", "huge.ndjson", &line, 210 * 1_024).await?;
    refused(&tab, &digest, &["210 MB is over the 200 MB limit of this page"]).await?;
    tab.close().await
}

#[tokio::test]
async fn pasted_text_is_read_like_a_file() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    let digest = tab.done().await?;
    tab.click("documents-tab-1").await?;
    tab.fill("paste", "{ \"a\": 1 ").await?;
    tab.click("use-paste").await?;
    refused(&tab, &digest, &["pasted text", "line 1"]).await?;
    tab.fill("paste", "state,zip\nCA,00501\nNY,10001\n").await?;
    tab.click("use-paste").await?;
    let report = used(&tab, "pasted text").await?;
    assert!(report.contains("CSV") && report.contains("2 documents"), "{report}");
    assert_eq!(tab.value("column-zip").await?, "string");
    assert!(matches!(tab.scenario().await?.documents, Documents::Pasted { .. }), "pasted text travels in the link");
    tab.close().await
}

#[tokio::test]
async fn a_template_error_is_named_at_its_place() -> Outcome {
    let tab = Tab::open_scenario(Look::DESKTOP.still(), &small(), "").await?;
    let digest = tab.done().await?;
    tab.fill("template", "{ _id: 1, tenant: { $zipff: {} } }").await?;
    tab.refused().await?;
    let said = tab.problem_in_card(1).await?;
    assert!(said.contains("Line 1, column 21") && said.contains("$zipff") && said.contains("$zipf"), "{said}");
    assert_eq!(tab.digest().await?, digest);
    tab.click("undo").await?;
    assert_eq!(tab.done().await?, digest);
    for count in ["10000001", "0", "many"] {
        tab.fill("template-count", count).await?;
        let said = tab.text("recipe").await?;
        assert!(said.contains("Type a whole number from 1 to 10,000,000."), "{count}: {said}");
        assert_eq!(tab.done().await?, digest, "{count}");
    }
    tab.close().await
}
