//! Words that only the page shows; figures come from [`crate::plot::format`].

use shardscope_session::view::ChunkFrame;

/// `[min, max)` of the chunk at an index, in the short form of labels.
#[must_use]
pub fn chunk_range(chunks: &[ChunkFrame], idx: usize) -> String {
    let min = chunks.get(idx).map_or("MinKey", |chunk| chunk.label.as_str());
    let max = chunks.get(idx + 1).map_or("MaxKey", |chunk| chunk.label.as_str());
    format!("[{min}, {max})")
}

/// Text with parts between `**` as strong parts, in order: `(text, is_strong)`.
#[must_use]
pub fn strong_parts(text: &str) -> Vec<(&str, bool)> {
    let parts = text.split("**").enumerate().map(|(idx, part)| (part, idx % 2 == 1));
    parts.filter(|(part, _)| !part.is_empty()).collect()
}

/// Text with parts between backticks as code parts, in order: `(text, is_code)`.
#[must_use]
pub fn code_parts(text: &str) -> Vec<(&str, bool)> {
    let parts = text.split('`').enumerate().map(|(idx, part)| (part, idx % 2 == 1));
    parts.filter(|(part, _)| !part.is_empty()).collect()
}

/// A message as a sentence: a capital at its start, unless it starts with code, and a stop at its end.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    let stop = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{}{stop}", first.to_uppercase(), chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_sentences() {
        for (text, expected) in [
            ("both are hashed", "Both are hashed."),
            ("Did you mean this?", "Did you mean this?"),
            ("`tags` holds arrays", "`tags` holds arrays."),
            ("éa", "Éa."),
            ("  ", ""),
        ] {
            assert_eq!(sentence(text), expected);
        }
        assert_eq!(code_parts("`a` and `b`"), [("a", true), (" and ", false), ("b", true)]);
    }

    #[test]
    fn strong_parts_alternate() {
        assert_eq!(strong_parts("a **b** c"), [("a ", false), ("b", true), (" c", false)]);
        assert_eq!(strong_parts("**b**"), [("b", true)]);
        assert_eq!(strong_parts(""), []);
    }
}
