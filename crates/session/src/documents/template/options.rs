//! The options of an operator.

use super::compile::Compiler;
use super::error::{Fault, TemplateErrorKind};
use super::operators::Operator;
use super::suggest::closest;
use super::tree::{Member, Part, Tree};
use crate::documents::dates::{DateStyle, parse_date};
use crate::documents::raw::{Elements, integer_of, number_of, tag, text_of};
use shardscope_sim::workload::Node;

/// Options as written; asking for one checks its kind.
pub(super) struct Options<'a> {
    operator: &'static Operator,
    compiler: Option<Compiler<'a>>,
    members: &'a [Member],
    offset: usize,
}

impl<'a> Options<'a> {
    pub(super) fn none(operator: &'static Operator, offset: usize) -> Self {
        Self { operator, compiler: None, members: &[], offset }
    }

    pub(super) fn new(compiler: Compiler<'a>, operator: &'static Operator, tree: &'a Tree) -> Result<Self, Fault> {
        let Part::Object(members) = &tree.part else {
            return Err(Fault { offset: tree.from, kind: TemplateErrorKind::OptionsNotADocument(operator.name) });
        };
        for member in members {
            if !operator.options.contains(&member.name.as_str()) {
                let suggestion = closest(&member.name, operator.options);
                let kind = TemplateErrorKind::UnknownOption {
                    operator: operator.name,
                    option: member.name.clone(),
                    suggestion,
                };
                return Err(Fault { offset: member.name_at, kind });
            }
        }
        Ok(Self { operator, compiler: Some(compiler), members, offset: tree.from })
    }

    fn find(&self, option: &str) -> Option<&'a Tree> {
        self.members.iter().find(|member| member.name == option).map(|member| &member.tree)
    }

    fn need(&self, option: &'static str, expected: &'static str) -> Result<&'a Tree, Fault> {
        let kind = TemplateErrorKind::MissingOption { operator: self.operator.name, option, expected };
        self.find(option).ok_or(Fault { offset: self.offset, kind })
    }

    /// The fault of an option that is of the wrong kind.
    pub(super) fn bad(&self, option: &'static str, expected: &'static str) -> Fault {
        let offset = self.find(option).map_or(self.offset, |tree| tree.from);
        Fault { offset, kind: TemplateErrorKind::BadOption { operator: self.operator.name, option, expected } }
    }

    /// An option's value; None if it is left out. What is no value comes as the type byte 0, which fits nothing.
    fn value(&self, option: &str) -> Option<(u8, Vec<u8>)> {
        let tree = self.find(option)?;
        Some(self.compiler.and_then(|compiler| compiler.literal(tree).ok()).unwrap_or_default())
    }

    /// A whole number within a range.
    pub(super) fn integer(
        &self,
        option: &'static str,
        default: i64,
        range: (i64, i64),
        expected: &'static str,
    ) -> Result<i64, Fault> {
        let Some((tag, bytes)) = self.value(option) else { return Ok(default) };
        integer_of(tag, &bytes)
            .filter(|number| (range.0..=range.1).contains(number))
            .ok_or_else(|| self.bad(option, expected))
    }

    /// A finite number.
    pub(super) fn number(&self, option: &'static str, default: f64) -> Result<f64, Fault> {
        let Some((tag, bytes)) = self.value(option) else { return Ok(default) };
        number_of(tag, &bytes).filter(|number| number.is_finite()).ok_or_else(|| self.bad(option, "a number"))
    }

    /// Text.
    pub(super) fn text(&self, option: &'static str) -> Result<Option<String>, Fault> {
        match self.value(option) {
            None => Ok(None),
            Some((tag::STRING, bytes)) => Ok(Some(String::from_utf8_lossy(text_of(&bytes)).into_owned())),
            Some(_) => Err(self.bad(option, "text in quotes")),
        }
    }

    /// A date, or ISO text, in milliseconds.
    pub(super) fn date(&self, option: &'static str, default: i64) -> Result<i64, Fault> {
        let Some((tag, bytes)) = self.value(option) else { return Ok(default) };
        let ms = match tag {
            tag::DATE => bytes.first_chunk().map(|bytes| i64::from_le_bytes(*bytes)),
            tag::STRING => parse_date(text_of(&bytes), DateStyle::Strict),
            _ => None,
        };
        ms.ok_or_else(|| self.bad(option, "a date such as \"2024-01-15\" or ISODate(\"2024-01-15T10:30:00Z\")"))
    }

    /// A list of templates, which must be there.
    pub(super) fn nodes(&self, option: &'static str) -> Result<Vec<Node>, Fault> {
        const EXPECTED: &str = "a list in brackets with at least one entry";
        let tree = self.need(option, EXPECTED)?;
        let Part::Array(items) = &tree.part else { return Err(self.bad(option, EXPECTED)) };
        if items.is_empty() {
            return Err(self.bad(option, EXPECTED));
        }
        items.iter().map(|item| self.compile(item)).collect()
    }

    /// A template, which must be there.
    pub(super) fn node(&self, option: &'static str) -> Result<Node, Fault> {
        self.compile(self.need(option, "a value or an operator")?)
    }

    fn compile(&self, tree: &Tree) -> Result<Node, Fault> {
        // Without a compiler there are no options, so nothing to compile.
        self.compiler.map_or(Ok(Node::Missing), |compiler| compiler.node(tree))
    }

    /// A list of finite numbers; none if it is left out.
    pub(super) fn numbers(&self, option: &'static str) -> Result<Vec<f64>, Fault> {
        let Some((tag, bytes)) = self.value(option) else { return Ok(Vec::new()) };
        let numbers = Elements::new(&bytes).map(|element| number_of(element.tag, element.value));
        let numbers: Option<Vec<f64>> = if tag == tag::ARRAY { numbers.collect() } else { None };
        numbers.filter(|numbers| !numbers.is_empty()).ok_or_else(|| self.bad(option, "a list of numbers in brackets"))
    }

    /// A whole number, or `{ min, max }` with both, within a range.
    pub(super) fn length(&self, option: &'static str, default: (u32, u32), max: u32) -> Result<(u32, u32), Fault> {
        let Some((tag, bytes)) = self.value(option) else { return Ok(default) };
        let bad = || self.bad(option, "a whole number from 0 to 1000000, or { min: ..., max: ... }");
        let whole = |tag, bytes: &[u8]| {
            integer_of(tag, bytes).and_then(|len| u32::try_from(len).ok()).filter(|len| *len <= max)
        };
        if tag != tag::DOCUMENT {
            return whole(tag, &bytes).map(|len| (len, len)).ok_or_else(bad);
        }
        let part = |name: &[u8]| {
            let mut elements = Elements::new(&bytes);
            elements.find(|element| element.name == name).and_then(|element| whole(element.tag, element.value))
        };
        part(b"min").zip(part(b"max")).filter(|(min, max)| min <= max).ok_or_else(bad)
    }
}
