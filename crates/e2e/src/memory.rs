//! What the browser's process for the page occupies, as the system counts it: page, worker, wasm memories and drawing.

use crate::Tab;
use std::collections::BTreeMap;
use std::path::Path;

impl Tab {
    /// Resident memory, bytes, that the largest page process of this browser shares with nobody. None where the system
    /// has no `/proc`.
    pub fn memory_bytes(&self) -> Option<u64> {
        let driver = self.browser.process_id()?;
        let parents = parents()?;
        let is_ours = |process: u32| {
            let mut ancestors = std::iter::successors(Some(process), |child| parents.get(child).copied());
            ancestors.any(|ancestor| ancestor == driver)
        };
        let pages = parents.keys().copied().filter(|process| is_ours(*process) && is_page(*process));
        pages.filter_map(anonymous_bytes).max()
    }
}

/// Every process and its parent.
fn parents() -> Option<BTreeMap<u32, u32>> {
    let entries = std::fs::read_dir("/proc").ok()?.flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    Some(processes.filter_map(|process| Some((process, status(process, "PPid:")?.parse().ok()?))).collect())
}

fn is_page(process: u32) -> bool {
    let line = std::fs::read(Path::new("/proc").join(process.to_string()).join("cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).contains("--type=renderer")
}

fn anonymous_bytes(process: u32) -> Option<u64> {
    let kilobytes: u64 = status(process, "RssAnon:")?.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn status(process: u32, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(Path::new("/proc").join(process.to_string()).join("status")).ok()?;
    text.lines().find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
}
