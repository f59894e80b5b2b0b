//! From a template's tree to the generator's plan.

use super::error::{Fault, TemplateErrorKind};
use super::operators::{Operator, find};
use super::options::Options;
use super::suggest::closest;
use super::tree::{Member, Part, Tree};
use super::{OPERATORS, operators};
use crate::documents::raw::{tag, write_text};
use crate::documents::syntax::{Dialect, ValueReader};
use shardscope_sim::workload::{Field, Generator, Node, Plan};

/// Names of Extended JSON values that are no operators.
const VALUES_ONLY: [&str; 13] = [
    "$binary",
    "$type",
    "$regularExpression",
    "$regex",
    "$timestamp",
    "$minKey",
    "$maxKey",
    "$undefined",
    "$symbol",
    "$code",
    "$scope",
    "$dbPointer",
    "$numberDouble",
];

/// Names that are an Extended JSON value or an operator.
const VALUES_OR_OPERATORS: [&str; 6] = ["$oid", "$date", "$uuid", "$numberInt", "$numberLong", "$numberDecimal"];

pub(super) fn plan(text: &str, tree: &Tree) -> Result<Plan, Fault> {
    let compiler = Compiler { text };
    match compiler.node(tree)? {
        Node::Document(fields) => Ok(Plan { fields }),
        // An operator or a value in place of the document.
        _ => Err(Fault { offset: tree.from, kind: TemplateErrorKind::NotADocument }),
    }
}

/// Compiles the parts of one text.
#[derive(Clone, Copy)]
pub(super) struct Compiler<'a> {
    text: &'a str,
}

impl Compiler<'_> {
    pub(super) fn node(self, tree: &Tree) -> Result<Node, Fault> {
        match &tree.part {
            Part::Text(text) => text_node(text, tree.from),
            Part::Value(tag, bytes) => Ok(Node::Constant { tag: *tag, bytes: bytes.clone() }),
            Part::Array(items) => Ok(Node::Array(items.iter().map(|item| self.node(item)).collect::<Result<_, _>>()?)),
            Part::Object(members) => match members.first() {
                Some(first) if first.name.starts_with('$') => self.dollar_object(tree, first, members),
                _ => Ok(Node::Document(self.fields(members)?)),
            },
        }
    }

    fn fields(self, members: &[Member]) -> Result<Vec<Field>, Fault> {
        members.iter().map(|member| Ok(Field { name: member.name.clone(), value: self.node(&member.tree)? })).collect()
    }

    /// An object that begins with a `$` name: an Extended JSON value or an operator.
    fn dollar_object(self, tree: &Tree, first: &Member, members: &[Member]) -> Result<Node, Fault> {
        if is_value(first) {
            let (tag, bytes) = self.literal(tree)?;
            return Ok(Node::Constant { tag, bytes });
        }
        let operator = find(&first.name).ok_or_else(|| unknown(&first.name, first.name_at))?;
        if let Some(extra) = members.get(1) {
            let kind = TemplateErrorKind::NotAlone { operator: first.name.clone(), extra: extra.name.clone() };
            return Err(Fault { offset: extra.name_at, kind });
        }
        if operator.name == "$literal" {
            let (tag, bytes) = self.literal(&first.tree)?;
            return Ok(Node::Constant { tag, bytes });
        }
        let options = Options::new(self, operator, &first.tree)?;
        checked(operators::compile(operator, &options)?, first.name_at)
    }

    /// A part of the text read as a value, whatever names are in it.
    pub(super) fn literal(self, tree: &Tree) -> Result<(u8, Vec<u8>), Fault> {
        let mut bytes = Vec::new();
        let text = self.text.get(tree.from..tree.to).unwrap_or_default();
        let result = ValueReader::new(text, &mut bytes, Dialect::Shell).value(0);
        let tag = result.map_err(|mut error| {
            error.offset += tree.from;
            error
        })?;
        Ok((tag, bytes))
    }
}

fn is_value(first: &Member) -> bool {
    let name = first.name.as_str();
    // `{ "$date": { "$numberLong": "0" } }` is a value, `{ "$date": { min: ... } }` an operator.
    let holds_options = match &first.tree.part {
        Part::Object(members) => members.first().is_none_or(|member| !member.name.starts_with('$')),
        _ => false,
    };
    VALUES_ONLY.contains(&name) || (VALUES_OR_OPERATORS.contains(&name) && !holds_options)
}

fn text_node(text: &str, offset: usize) -> Result<Node, Fault> {
    if text.contains("{{") {
        return Err(Fault { offset, kind: TemplateErrorKind::JavaScript });
    }
    if text.starts_with('$') {
        let operator = find(text).ok_or_else(|| unknown(text, offset))?;
        return checked(operators::compile(operator, &Options::none(operator, offset))?, offset);
    }
    let mut bytes = Vec::new();
    write_text(&mut bytes, text.as_bytes());
    Ok(Node::Constant { tag: tag::STRING, bytes })
}

/// Lets the generator look at one operator, so that what it refuses is reported where it stands.
fn checked(node: Node, offset: usize) -> Result<Node, Fault> {
    let plan = Plan { fields: vec![Field { name: "v".to_owned(), value: node.clone() }] };
    Generator::new(&plan, 0).map_err(|error| Fault { offset, kind: error.into() })?;
    Ok(node)
}

fn unknown(name: &str, offset: usize) -> Fault {
    let names: Vec<&'static str> = OPERATORS.iter().flat_map(Operator::names).collect();
    Fault {
        offset,
        kind: TemplateErrorKind::UnknownOperator { name: name.to_owned(), suggestion: closest(name, &names) },
    }
}
