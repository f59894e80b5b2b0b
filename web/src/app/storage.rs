//! What the browser keeps between visits. Where storage is refused, nothing is kept and nobody is told.

/// The story was run or skipped.
pub(super) const STORY_SEEN: &str = "shardscope.story";
/// Theme chosen.
pub(super) const THEME: &str = "shardscope.theme";

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

pub(super) fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

pub(super) fn set(key: &str, value: &str) {
    if let Some(storage) = storage() {
        // Full or refused: the next visit opens as the first one did.
        let _ = storage.set_item(key, value);
    }
}
