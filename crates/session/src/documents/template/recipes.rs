//! Operators that are written in the dialect itself: one text with a line for each (`recipes.txt`).
//!
//! A line is `name = value`, or `name option=value = value` for the one that counts if the option has that value; the
//! first line that fits is taken. `<option:default>` is replaced by the option as the user wrote it. A value that begins
//! with `of` lists words of which one is drawn; `_` in them is a space.

use super::compile::Compiler;
use super::error::Fault;
use super::nodes::text;
use super::options::Options;
use super::tree;
use shardscope_sim::workload::Node;
use std::sync::LazyLock;

const TEXT: &str = include_str!("recipes.txt");

struct Recipe {
    name: &'static str,
    /// An option and the value that it must have.
    condition: Option<(&'static str, &'static str)>,
    value: &'static str,
}

/// Every recipe's options, those of all its lines together.
static OPTIONS: LazyLock<Vec<(&'static str, Vec<&'static str>)>> = LazyLock::new(|| {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for recipe in lines() {
        if all.last().is_none_or(|(name, _)| *name != recipe.name) {
            all.push((recipe.name, Vec::new()));
        }
        let placeholders =
            recipe.value.split('<').skip(1).filter_map(|part| part.split_once(':').map(|(name, _)| name));
        let options = recipe.condition.map(|(option, _)| option).into_iter().chain(placeholders);
        let Some((_, known)) = all.last_mut() else { continue };
        for option in options {
            if is_option(option) && !known.contains(&option) {
                known.push(option);
            }
        }
    }
    all
});

fn lines() -> impl Iterator<Item = Recipe> {
    TEXT.lines().filter_map(|line| {
        let (head, value) = line.split_once(" = ")?;
        let (name, condition) = head.split_once(' ').map_or((head, None), |(name, rest)| (name, rest.split_once('=')));
        Some(Recipe { name, condition, value })
    })
}

fn is_option(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The names that users may write, without a `$`.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().map(|(name, _)| *name).filter(|name| !name.starts_with('_'))
}

/// The recipe of this name, whatever its case.
pub(super) fn find(bare: &str) -> Option<&'static str> {
    OPTIONS.iter().map(|(name, _)| *name).find(|name| name.eq_ignore_ascii_case(bare))
}

/// The options that a recipe takes.
pub(super) fn options(name: &str) -> &'static [&'static str] {
    OPTIONS.iter().find(|(known, _)| *known == name).map_or(&[], |(_, options)| options)
}

/// Compiles a recipe with the options that were given.
pub(super) fn compile(name: &str, options: &Options<'_>) -> Result<Node, Fault> {
    let compiler = options.compiler();
    let holds = |(option, value): (&str, &str)| {
        options.find(option).is_some_and(|tree| compiler.source(tree).trim_matches(['"', '\'']) == value)
    };
    let mut fitting = lines().filter(|recipe| recipe.name == name && recipe.condition.is_none_or(holds));
    let Some(recipe) = fitting.next() else { return Ok(Node::Missing) };
    if let Some(words) = recipe.value.strip_prefix("of ") {
        let from = words.split(' ').map(|word| text(&word.replace('_', " "))).collect();
        return Ok(Node::Choose { from, weights: Vec::new() });
    }
    let (expanded, pieces) = expand(recipe.value, options);
    let offset = |at: usize| {
        let piece = pieces.iter().find(|(from, to, _)| (*from..*to).contains(&at));
        piece.map_or(options.offset(), |(from, _, origin)| origin + at - from)
    };
    let locate = |fault: Fault| Fault { offset: offset(fault.offset), ..fault };
    let tree = tree::read_value(&expanded).map_err(locate)?;
    Compiler { text: &expanded, fields: compiler.fields }.node(&tree).map_err(locate)
}

/// Where a piece of the user's text stands in the expanded one, from and to, and where it began.
type Piece = (usize, usize, usize);

fn expand(value: &str, options: &Options<'_>) -> (String, Vec<Piece>) {
    let mut expanded = String::new();
    let mut pieces = Vec::new();
    let mut rest = value;
    while let Some((before, behind)) = rest.split_once('<') {
        expanded.push_str(before);
        let placeholder = behind.split_once('>').and_then(|(inner, after)| {
            let (option, default) = inner.split_once(':').filter(|(option, _)| is_option(option))?;
            Some((option, default, after))
        });
        let Some((option, default, after)) = placeholder else {
            expanded.push('<');
            rest = behind;
            continue;
        };
        match options.find(option) {
            Some(tree) => {
                let from = expanded.len();
                expanded.push_str(options.compiler().source(tree));
                pieces.push((from, expanded.len(), tree.from));
            }
            None => expanded.push_str(default),
        }
        rest = after;
    }
    expanded.push_str(rest);
    (expanded, pieces)
}

#[cfg(test)]
mod tests {
    use super::{TEXT, lines};

    #[test]
    fn a_placeholder_stands_once_in_its_line() {
        // Twice would double the work at every level of nesting.
        for recipe in lines() {
            let mut names: Vec<&str> =
                recipe.value.split('<').skip(1).filter_map(|part| part.split_once(':')).map(|(name, _)| name).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{}", recipe.name);
        }
    }

    #[test]
    fn lines_of_a_recipe_stand_together_and_end_without_a_condition() {
        let all: Vec<_> = lines().collect();
        for (idx, recipe) in all.iter().enumerate() {
            let next = all.get(idx + 1).is_some_and(|next| next.name == recipe.name);
            assert_eq!(recipe.condition.is_some(), next, "{}", recipe.name);
        }
        let mut names: Vec<_> = all.iter().map(|recipe| recipe.name).collect();
        names.dedup();
        let n_runs = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_runs);
    }

    #[test]
    fn the_word_lists_are_small() {
        let words: usize = lines().filter_map(|recipe| recipe.value.strip_prefix("of ")).map(str::len).sum();
        assert!(words < 6_000, "{words}");
        assert!(TEXT.lines().all(|line| line.is_empty() || line.contains(" = ")));
    }
}
