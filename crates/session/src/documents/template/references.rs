//! References to other fields, `${field}`, and what stands in for JavaScript.

use super::compile::Compiler;
use super::error::{Fault, TemplateErrorKind};
use super::nodes::{call, text as constant};
use super::operators::{find, is_operator};
use super::suggest::closest;
use super::tree::{Member, Part, Tree};
use shardscope_sim::workload::{Func, Node};

/// The dotted paths of all fields of a template; `_id` is always one.
pub(super) fn paths(tree: &Tree) -> Vec<String> {
    let mut found = vec!["_id".to_owned()];
    collect(tree, "", &mut found);
    found
}

fn collect(tree: &Tree, path: &str, found: &mut Vec<String>) {
    for member in fields(tree) {
        let path = if path.is_empty() { member.name.clone() } else { format!("{path}.{}", member.name) };
        collect(&member.tree, &path, found);
        found.push(path);
    }
}

/// The members of a document that is no operator and no value.
fn fields(tree: &Tree) -> &[Member] {
    match &tree.part {
        Part::Object(members) if !members.first().is_some_and(|first| is_operator(&first.name)) => members,
        _ => &[],
    }
}

/// Where the value of a field stands.
pub(super) fn place(tree: &Tree, path: &str) -> Option<usize> {
    fields(tree).iter().find_map(|member| match path.strip_prefix(member.name.as_str())? {
        "" => Some(member.tree.from),
        rest => place(&member.tree, rest.strip_prefix('.')?),
    })
}

/// A text with references in it: one alone is that field's value, with text around it they read as text.
pub(super) fn text_node(compiler: Compiler<'_>, text: &str, tree: &Tree) -> Result<Node, Fault> {
    if text.contains("{{") {
        return Err(Fault { offset: tree.from, kind: TemplateErrorKind::JavaScript { instead: instead(text) } });
    }
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("${") {
        let (path, after) = behind.split_once('}').unwrap_or((behind, ""));
        let offset = tree.from + compiler.source(tree).find(&format!("${{{path}")).unwrap_or(0);
        if path.is_empty() || !behind.contains('}') {
            return Err(Fault { offset, kind: TemplateErrorKind::BadReference });
        }
        if !compiler.fields.iter().any(|field| field == path) {
            return Err(unknown(path, compiler.fields, offset));
        }
        if !before.is_empty() {
            parts.push(constant(before));
        }
        parts.push(Node::Ref(path.to_owned()));
        rest = after;
    }
    match (parts.len(), rest) {
        (0, _) => Ok(constant(text)),
        (1, "") => Ok(parts.swap_remove(0)),
        (_, rest) => {
            parts.extend((!rest.is_empty()).then(|| constant(rest)));
            Ok(call(Func::Concat, parts))
        }
    }
}

fn unknown(path: &str, fields: &[String], offset: usize) -> Fault {
    let names: Vec<&str> = fields.iter().map(String::as_str).collect();
    let suggestion = closest(path, &names).map(str::to_owned);
    Fault { offset, kind: TemplateErrorKind::UnknownField { path: path.to_owned(), suggestion } }
}

/// The safe form of a text with JavaScript in it, as far as that calls generators by name.
fn instead(text: &str) -> String {
    const GENERAL: &str = "an operator such as \"$name\", or `${field}` for another field's value";
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        let Some((script, after)) = behind.split_once("}}") else { return GENERAL.to_owned() };
        let Some(name) = operator_of(script) else { return GENERAL.to_owned() };
        parts.extend((!before.is_empty()).then(|| format!("{before:?}")));
        parts.push(format!("\"{name}\""));
        rest = after;
    }
    parts.extend((!rest.is_empty()).then(|| format!("{rest:?}")));
    match parts.as_slice() {
        [one] => one.clone(),
        _ => format!("{{ \"$concat\": [{}] }}", parts.join(", ")),
    }
}

/// `$name` of `chance.name()`.
fn operator_of(script: &str) -> Option<String> {
    let call = script.trim().strip_suffix("()")?;
    let name = format!("${}", call.rsplit('.').next()?);
    find(&name).map(|_| name)
}
