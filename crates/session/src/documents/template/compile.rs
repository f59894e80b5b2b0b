//! From a template's tree to the generator's plan.

use super::error::{Fault, TemplateErrorKind};
use super::operators::{self, Found, find, is_operator, names};
use super::options::Options;
use super::references::{self, text_node};
use super::suggest::closest;
use super::tree::{Member, Part, Tree};
use super::{recipes, values};
use crate::documents::syntax::{Dialect, ValueReader};
use shardscope_sim::workload::{Field, Generator, Node, Plan, PlanError};

pub(super) fn plan(text: &str, tree: &Tree) -> Result<Plan, Fault> {
    let fields = references::paths(tree);
    let compiler = Compiler { text, fields: &fields };
    let plan = match compiler.node(tree)? {
        Node::Document(fields) => Plan { fields },
        // An operator or a value in place of the document.
        _ => return Err(Fault { offset: tree.from, kind: TemplateErrorKind::NotADocument }),
    };
    Generator::new(&plan, 0).map_err(|error| {
        let offset = match &error {
            PlanError::Circular { path } | PlanError::UnknownField { path } => references::place(tree, path),
            _ => None,
        };
        Fault { offset: offset.unwrap_or(0), kind: error.into() }
    })?;
    Ok(plan)
}

/// Compiles the parts of one text.
#[derive(Clone, Copy)]
pub(super) struct Compiler<'a> {
    pub text: &'a str,
    /// Every field that a reference may name.
    pub fields: &'a [String],
}

impl<'a> Compiler<'a> {
    pub(super) fn node(self, tree: &Tree) -> Result<Node, Fault> {
        match &tree.part {
            Part::Text(text) if is_operator(text) => self.operator(text, tree.from, None),
            Part::Text(text) => text_node(self, text, tree),
            Part::Value(tag, bytes) => Ok(Node::Constant { tag: *tag, bytes: bytes.clone() }),
            Part::Array(items) => Ok(Node::Array(items.iter().map(|item| self.node(item)).collect::<Result<_, _>>()?)),
            Part::Object(members) => match members.first() {
                Some(first) if is_operator(&first.name) => self.operator_object(tree, first, members),
                _ => Ok(Node::Document(self.fields(members)?)),
            },
        }
    }

    fn fields(self, members: &[Member]) -> Result<Vec<Field>, Fault> {
        members.iter().map(|member| Ok(Field { name: member.name.clone(), value: self.node(&member.tree)? })).collect()
    }

    /// An object that begins with an operator's name: an Extended JSON value or an operator.
    fn operator_object(self, tree: &Tree, first: &Member, members: &[Member]) -> Result<Node, Fault> {
        if values::is_value(first) {
            let (tag, bytes) = self.literal(tree)?;
            return Ok(Node::Constant { tag, bytes });
        }
        if let (Some(extra), Some(_)) = (members.get(1), find(&first.name)) {
            let kind = TemplateErrorKind::NotAlone { operator: first.name.clone(), extra: extra.name.clone() };
            return Err(Fault { offset: extra.name_at, kind });
        }
        self.operator(&first.name, first.name_at, Some(&first.tree))
    }

    fn operator(self, name: &str, offset: usize, tree: Option<&Tree>) -> Result<Node, Fault> {
        let node = match (find(name).ok_or_else(|| unknown(name, offset))?, tree) {
            (Found::Operator(operator), Some(tree)) if operator.name == "$literal" => {
                let (tag, bytes) = self.literal(tree)?;
                return Ok(Node::Constant { tag, bytes });
            }
            (Found::Operator(operator), tree) => {
                let none = || Ok(Options::none(operator.name, operator.options, self, offset));
                let read = |tree| Options::new(operator.name, operator.options, operator.is_short, self, tree);
                operators::compile(operator, &tree.map_or_else(none, read)?)?
            }
            (Found::Recipe(recipe), tree) => {
                let none = || Ok(Options::none(name, recipes::options(recipe), self, offset));
                let read = |tree| Options::new(name, recipes::options(recipe), false, self, tree);
                recipes::compile(recipe, &tree.map_or_else(none, read)?)?
            }
        };
        checked(node, offset)
    }

    /// A part of the text read as a value, whatever names are in it.
    pub(super) fn literal(self, tree: &Tree) -> Result<(u8, Vec<u8>), Fault> {
        let mut bytes = Vec::new();
        let text = self.source(tree);
        let result = ValueReader::new(text, &mut bytes, Dialect::Shell).value(0);
        let tag = result.map_err(|mut error| {
            error.offset += tree.from;
            error
        })?;
        Ok((tag, bytes))
    }

    /// A part as written.
    pub(super) fn source(self, tree: &Tree) -> &'a str {
        self.text.get(tree.from..tree.to).unwrap_or_default()
    }
}

/// Whether a part is anything else than a value: an operator, a reference, or something that holds one.
pub(super) fn is_varying(tree: &Tree) -> bool {
    match &tree.part {
        Part::Text(text) => is_operator(text) || text.contains("${"),
        Part::Value(..) => false,
        Part::Array(items) => items.iter().any(is_varying),
        Part::Object(members) => match members.first() {
            Some(first) if is_operator(&first.name) => !values::is_value(first),
            _ => members.iter().any(|member| is_varying(&member.tree)),
        },
    }
}

/// Lets the generator look at one operator, so that what it refuses is reported where it stands.
fn checked(node: Node, offset: usize) -> Result<Node, Fault> {
    let plan = Plan { fields: vec![Field { name: "v".to_owned(), value: node.clone() }] };
    match Generator::new(&plan, 0) {
        // References need the fields around it, which are checked in the end.
        Ok(_) | Err(PlanError::UnknownField { .. } | PlanError::Circular { .. }) => Ok(node),
        Err(error) => Err(Fault { offset, kind: error.into() }),
    }
}

fn unknown(name: &str, offset: usize) -> Fault {
    let names = names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // The suggestion begins as what was written does: with `$`, `%` or `^`.
    let (sign, bare) = name.split_at_checked(1).unwrap_or(("$", ""));
    let suggestion = closest(&format!("${bare}"), &names).and_then(|name| name.get(1..));
    let suggestion = suggestion.map(|name| format!("{sign}{name}"));
    Fault { offset, kind: TemplateErrorKind::UnknownOperator { name: name.to_owned(), suggestion } }
}
