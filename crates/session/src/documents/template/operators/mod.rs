//! The operators. Defaults are those of mgeneratejs 0.6.0, where it has the operator.

mod geo;
mod lists;
mod mongodb;
mod numbers;
mod table;
mod text;
mod times;

use super::error::Fault;
use super::options::Options;
use super::recipes;
use shardscope_sim::workload::Node;
pub use table::OPERATORS;

/// An operator and how it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operator {
    /// Its name, with the `$`.
    pub name: &'static str,
    /// Other names for the same.
    pub aliases: &'static [&'static str],
    /// The options that it takes; other names for the same one stand behind bars.
    pub options: &'static [&'static str],
    /// Whether its first option may stand alone, without a name: `{ "$upper": "${city}" }`.
    pub is_short: bool,
    /// What it yields, in a few words.
    pub about: &'static str,
}

impl Operator {
    /// All names, the main one first.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// What a name stands for.
#[derive(Clone, Copy)]
pub(super) enum Found {
    Operator(&'static Operator),
    /// Written in the dialect itself: its name.
    Recipe(&'static str),
}

/// The operator of this name: letter case does not matter, nor whether it begins with `$`, `%` or `^`. Of a dotted name
/// of Faker's, as in `%name.firstName`, the last part counts.
pub(super) fn find(name: &str) -> Option<Found> {
    let bare = name.get(1..)?;
    let known = |bare: &str| {
        let mut operators = OPERATORS.iter();
        let operator = operators.find(|operator| {
            operator.names().any(|known| known.get(1..).is_some_and(|known| known.eq_ignore_ascii_case(bare)))
        });
        operator.map(Found::Operator).or_else(|| recipes::find(bare).map(Found::Recipe))
    };
    known(bare).or_else(|| {
        let (group, last) = bare.rsplit_once('.')?;
        if FAKER_GROUPS.iter().any(|known| known.eq_ignore_ascii_case(group)) { known(last) } else { None }
    })
}

/// Groups of Faker's methods whose names mean here what they mean there.
const FAKER_GROUPS: [&str; 9] =
    ["name", "address", "internet", "lorem", "date", "phoneNumber", "company", "country", "animal"];

/// The name, without a sign, of the operator that a name of another generator stands for.
pub(crate) fn find_name(name: &str) -> Option<&'static str> {
    let bare = name.trim_start_matches(['$', '%', '^']);
    match find(&format!("${bare}"))? {
        Found::Operator(operator) => operator.name.get(1..),
        Found::Recipe(name) => Some(name),
    }
}

/// Every name that a template may use, with its `$`.
#[must_use]
pub fn names() -> Vec<String> {
    let operators = OPERATORS.iter().flat_map(Operator::names).map(str::to_owned);
    operators.chain(recipes::names().map(|name| format!("${name}"))).collect()
}

/// Whether a text is an operator by its beginning: `$` whatever follows, `%` and `^` before a letter.
pub(crate) fn is_operator(text: &str) -> bool {
    match text.as_bytes() {
        [b'$', b'{', ..] => false,
        [b'$', ..] => true,
        [b'%' | b'^', next, ..] => next.is_ascii_alphabetic(),
        _ => false,
    }
}

pub(super) fn compile(operator: &Operator, options: &Options<'_>) -> Result<Node, Fault> {
    let families = [numbers::compile, lists::compile, text::compile, times::compile, mongodb::compile, geo::compile];
    for family in families {
        if let Some(node) = family(operator.name, options)? {
            return Ok(node);
        }
    }
    // `$missing`, and `$literal` without a value.
    Ok(Node::Missing)
}
