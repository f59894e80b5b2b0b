//! The options of an operator.

use super::compile::{Compiler, is_varying};
use super::error::{Fault, TemplateErrorKind};
use super::nodes::{date, text};
use super::operators::is_operator;
use super::suggest::closest;
use super::tree::{Member, Part, Tree};
use crate::documents::dates::{DateStyle, parse_date};
use crate::documents::raw::{Elements, integer_of, number_of, tag, text_of};
use shardscope_sim::workload::{Node, PlanError};

/// Options as written; asking for one checks its kind.
pub(super) struct Options<'a> {
    name: &'a str,
    known: &'static [&'static str],
    compiler: Compiler<'a>,
    /// Each with the name that the operator has for it.
    found: Vec<(&'static str, &'a Tree)>,
    offset: usize,
}

impl<'a> Options<'a> {
    pub(super) fn none(name: &'a str, options: &'static [&'static str], compiler: Compiler<'a>, offset: usize) -> Self {
        Self { name, known: options, compiler, found: Vec::new(), offset }
    }

    pub(super) fn new(
        name: &'a str,
        options: &'static [&'static str],
        is_short: bool,
        compiler: Compiler<'a>,
        tree: &'a Tree,
    ) -> Result<Self, Fault> {
        let mut read = Self::none(name, options, compiler, tree.from);
        match &tree.part {
            Part::Object(members) if !(is_short && members.first().is_some_and(|first| is_operator(&first.name))) => {
                for member in members {
                    read.found.push((read.own_name(member)?, &member.tree));
                }
            }
            _ if is_short => read.found.extend(options.first().map(|first| (main_name(first), tree))),
            _ => {
                let kind = TemplateErrorKind::OptionsNotADocument(name.to_owned());
                return Err(Fault { offset: tree.from, kind });
            }
        }
        Ok(read)
    }

    /// The operator's own name for an option.
    fn own_name(&self, member: &Member) -> Result<&'static str, Fault> {
        let mut known = self.known.iter().filter(|names| names.split('|').any(|name| name == member.name));
        known.next().map(|names| main_name(names)).ok_or_else(|| {
            let names: Vec<&'static str> = self.known.iter().flat_map(|names| names.split('|')).collect();
            let suggestion = closest(&member.name, &names);
            let (operator, option) = (self.name.to_owned(), member.name.clone());
            Fault { offset: member.name_at, kind: TemplateErrorKind::UnknownOption { operator, option, suggestion } }
        })
    }

    pub(super) fn find(&self, option: &str) -> Option<&'a Tree> {
        self.found.iter().find(|(name, _)| *name == option).map(|(_, tree)| *tree)
    }

    /// Whether an option was given.
    pub(super) fn has(&self, option: &str) -> bool {
        self.find(option).is_some()
    }

    pub(super) fn compiler(&self) -> Compiler<'a> {
        self.compiler
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    fn need(&self, option: &'static str, expected: &'static str) -> Result<&'a Tree, Fault> {
        let kind = TemplateErrorKind::MissingOption { operator: self.name.to_owned(), option, expected };
        self.find(option).ok_or(Fault { offset: self.offset, kind })
    }

    /// The fault of an option that is of the wrong kind.
    pub(super) fn bad(&self, option: &'static str, expected: &'static str) -> Fault {
        let offset = self.find(option).map_or(self.offset, |tree| tree.from);
        Fault { offset, kind: TemplateErrorKind::BadOption { operator: self.name.to_owned(), option, expected } }
    }

    /// An option's value; None if it is left out. What is no value comes as the type byte 0, which fits nothing.
    fn value(&self, option: &str) -> Option<(u8, Vec<u8>)> {
        let tree = self.find(option)?;
        Some(self.compiler.literal(tree).unwrap_or_default())
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
        self.compiler.node(tree)
    }

    /// The fault of bounds that are the wrong way round.
    pub(super) fn empty_range(&self) -> Fault {
        Fault { offset: self.offset, kind: TemplateErrorKind::Plan(PlanError::EmptyRange) }
    }

    /// Whether none of these options holds an operator or a reference.
    pub(super) fn is_fixed(&self, names: &[&str]) -> bool {
        self.found.iter().all(|(name, tree)| !names.contains(name) || !is_varying(tree))
    }

    /// What an option that may vary yields: `fits` says whether a value that does not vary is of the right kind.
    fn varying(
        &self,
        option: &'static str,
        default: Node,
        expected: &'static str,
        fits: impl Fn(u8) -> bool,
    ) -> Result<Node, Fault> {
        let Some(tree) = self.find(option) else { return Ok(default) };
        match self.compile(tree)? {
            Node::Constant { tag, .. } if !fits(tag) => Err(self.bad(option, expected)),
            Node::Document(_) | Node::Array(_) if !fits(tag::DOCUMENT) => Err(self.bad(option, expected)),
            node => Ok(node),
        }
    }

    /// A number, or an operator that yields one.
    pub(super) fn number_node(&self, option: &'static str, default: Node) -> Result<Node, Fault> {
        const EXPECTED: &str = "a number, or an operator or reference that yields one";
        const NUMBERS: [u8; 4] = [tag::INT32, tag::INT64, tag::DOUBLE, tag::DECIMAL];
        self.varying(option, default, EXPECTED, |tag| NUMBERS.contains(&tag))
    }

    /// Text, or an operator that yields any value, read as text.
    pub(super) fn text_node(&self, option: &'static str, default: &str) -> Result<Node, Fault> {
        const EXPECTED: &str = "text, or an operator or reference";
        self.varying(option, text(default), EXPECTED, |tag| tag == tag::STRING)
    }

    /// Any value, which must be there.
    pub(super) fn value_node(&self, option: &'static str) -> Result<Node, Fault> {
        const EXPECTED: &str = "a value, an operator or a reference such as \"${field}\"";
        self.need(option, EXPECTED)?;
        self.varying(option, Node::Missing, EXPECTED, |_| true)
    }

    /// A date as a value or text, or an operator that yields one.
    pub(super) fn date_node(&self, option: &'static str, default: i64) -> Result<Node, Fault> {
        match self.find(option) {
            Some(tree) if is_varying(tree) => self.compile(tree),
            _ => self.date(option, default).map(date),
        }
    }

    /// The same, and it must be there.
    pub(super) fn date_value(&self, option: &'static str) -> Result<Node, Fault> {
        self.need(option, "a date, or an operator or reference that yields one")?;
        self.date_node(option, 0)
    }

    /// An array: in brackets, or what an operator or reference yields.
    pub(super) fn list(&self, option: &'static str) -> Result<Node, Fault> {
        const EXPECTED: &str = "a list in brackets, or an operator or reference that yields one";
        let tree = self.need(option, EXPECTED)?;
        match self.compile(tree)? {
            Node::Constant { .. } | Node::Document(_) => Err(self.bad(option, EXPECTED)),
            node => Ok(node),
        }
    }

    /// Whether an option is true.
    pub(super) fn flag(&self, option: &'static str) -> Result<bool, Fault> {
        match self.value(option) {
            None => Ok(false),
            Some((tag::BOOLEAN, bytes)) => Ok(bytes == [1]),
            Some(_) => Err(self.bad(option, "true or false")),
        }
    }

    /// A list of texts.
    pub(super) fn texts(&self, option: &'static str) -> Result<Option<Vec<String>>, Fault> {
        let Some((tag, bytes)) = self.value(option) else { return Ok(None) };
        let text = |element: crate::documents::raw::Element<'_>| {
            (element.tag == tag::STRING).then(|| String::from_utf8_lossy(text_of(element.value)).into_owned())
        };
        let texts: Option<Vec<String>> =
            if tag == tag::ARRAY { Elements::new(&bytes).map(text).collect() } else { None };
        texts.map(Some).ok_or_else(|| self.bad(option, "a list of texts in brackets"))
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

/// Of the names of an option, the one that the operator itself goes by.
fn main_name(names: &'static str) -> &'static str {
    names.split('|').next().unwrap_or(names)
}
