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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strong_parts_alternate() {
        assert_eq!(strong_parts("a **b** c"), [("a ", false), ("b", true), (" c", false)]);
        assert_eq!(strong_parts("**b**"), [("b", true)]);
        assert_eq!(strong_parts(""), []);
    }
}
