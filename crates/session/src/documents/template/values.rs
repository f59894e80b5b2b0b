//! Names that Extended JSON and the dialect share, told apart by the shape of what they hold.

use super::operators::is_operator;
use super::tree::{Member, Part, Tree};

/// Names of Extended JSON that are no operators.
const VALUES_ONLY: [&str; 6] = ["$regularExpression", "$undefined", "$symbol", "$code", "$scope", "$dbPointer"];

/// Names that are an Extended JSON value or an operator.
const VALUES_OR_OPERATORS: [&str; 12] = [
    "$oid",
    "$date",
    "$uuid",
    "$numberInt",
    "$numberLong",
    "$numberDouble",
    "$numberDecimal",
    "$binary",
    "$regex",
    "$timestamp",
    "$minKey",
    "$maxKey",
];

/// Whether a name and what it holds are an Extended JSON value: it holds no options, which are a document that does not
/// begin with a `$` name. Documents that Extended JSON itself writes: `base64` in `$binary`, and plain numbers `t` and
/// `i` in `$timestamp`. Only `$` begins a value.
pub(super) fn is_value(first: &Member) -> bool {
    let name = first.name.as_str();
    if VALUES_ONLY.contains(&name) {
        return true;
    }
    if !VALUES_OR_OPERATORS.contains(&name) {
        return false;
    }
    let Part::Object(members) = &first.tree.part else { return true };
    match (name, members.first()) {
        (_, None) => false,
        ("$binary", _) => members.iter().any(|member| member.name == "base64"),
        ("$timestamp", _) => {
            let holds = |name: &str| members.iter().any(|member| member.name == name && is_plain(&member.tree));
            members.len() == 2 && holds("t") && holds("i")
        }
        // `{ "$date": { "$numberLong": "0" } }`.
        (_, Some(inner)) => is_operator(&inner.name),
    }
}

fn is_plain(tree: &Tree) -> bool {
    matches!(tree.part, Part::Value(..))
}
