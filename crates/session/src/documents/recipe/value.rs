//! A BSON value to look things up in, and to print as a part of a template.

use crate::documents::raw::{Elements, integer_of, number_of, tag, text_of};
use crate::documents::shell::value_text;
use crate::documents::template::is_operator_text;
use shardscope_sim::bson::quote_name;

/// A value with its type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'a> {
    pub tag: u8,
    pub bytes: &'a [u8],
}

impl<'a> Value<'a> {
    /// The members of a document; nothing for any other value.
    pub(super) fn members(self) -> impl Iterator<Item = (String, Value<'a>)> {
        let document: &[u8] = if self.is_document() { self.bytes } else { &[] };
        Elements::new(document).map(|element| {
            let name = String::from_utf8_lossy(element.name).into_owned();
            (name, Value { tag: element.tag, bytes: element.value })
        })
    }

    /// The elements of an array; nothing for any other value.
    pub(super) fn items(self) -> impl Iterator<Item = Value<'a>> {
        let array: &[u8] = if self.tag == tag::ARRAY { self.bytes } else { &[] };
        Elements::new(array).map(|element| Value { tag: element.tag, bytes: element.value })
    }

    pub(super) fn get(self, name: &str) -> Option<Value<'a>> {
        let document: &'a [u8] = if self.is_document() { self.bytes } else { &[] };
        let found = Elements::new(document).find(|element| element.name == name.as_bytes())?;
        Some(Value { tag: found.tag, bytes: found.value })
    }

    pub(super) fn is_document(self) -> bool {
        self.tag == tag::DOCUMENT
    }

    pub(super) fn text(self) -> Option<&'a str> {
        if self.tag == tag::STRING { std::str::from_utf8(text_of(self.bytes)).ok() } else { None }
    }

    pub(super) fn is_text(self, text: &str) -> bool {
        self.text() == Some(text)
    }

    pub(super) fn number(self) -> Option<f64> {
        number_of(self.tag, self.bytes)
    }

    pub(super) fn whole(self) -> Option<i64> {
        integer_of(self.tag, self.bytes)
    }

    pub(super) fn count(self) -> Option<u64> {
        self.whole().and_then(|count| u64::try_from(count).ok())
    }

    pub(super) fn is_true(self) -> bool {
        self.tag == tag::BOOLEAN && self.bytes == [1]
    }

    /// As a template writes it so that it stands for itself.
    pub(super) fn literal(self) -> String {
        let text = value_text(self.tag, self.bytes, usize::MAX);
        if self.needs_literal() { format!("{{ $literal: {text} }}") } else { text }
    }

    fn needs_literal(self) -> bool {
        match self.text() {
            Some(text) => is_operator_text(text) || text.contains("${") || text.contains("{{"),
            None => {
                self.items().any(Value::needs_literal)
                    || self.members().any(|(name, value)| is_operator_text(&name) || value.needs_literal())
            }
        }
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut bytes = Vec::new();
    crate::documents::raw::write_text(&mut bytes, text.as_bytes());
    value_text(tag::STRING, &bytes, usize::MAX)
}

/// A document of a template, one field a line at the outermost level.
pub(super) fn document(fields: &[(String, String)], is_outer: bool) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}: {value}", quote_name(name, '\''))).collect();
    match (fields.is_empty(), is_outer) {
        (true, _) => "{}".to_owned(),
        (_, true) => format!("{{\n  {}\n}}", fields.join(",\n  ")),
        _ => format!("{{ {} }}", fields.join(", ")),
    }
}
