//! The arguments of a constructor such as `Timestamp(1, 2)`.

use super::error::SyntaxError;
use super::value::ValueReader;
use crate::documents::raw::{Element, Elements, integer_of, number_of, tag, text_of};

/// One argument: a value with its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Argument {
    pub tag: u8,
    pub value: Vec<u8>,
}

impl Argument {
    pub(crate) fn text(&self) -> Option<&str> {
        (self.tag == tag::STRING).then(|| std::str::from_utf8(text_of(&self.value)).ok())?
    }

    /// Any number as a JavaScript number.
    pub(crate) fn number(&self) -> Option<f64> {
        number_of(self.tag, &self.value)
    }

    /// A whole number that needs no rounding.
    pub(crate) fn integer(&self) -> Option<i64> {
        integer_of(self.tag, &self.value)
    }

    /// The field of a document argument.
    pub(crate) fn field(&self, name: &str) -> Option<Element<'_>> {
        (self.tag == tag::DOCUMENT)
            .then(|| Elements::new(&self.value).find(|element| element.name == name.as_bytes()))?
    }
}

impl ValueReader<'_, '_> {
    /// Reads `(a, b)` if it stands here; none without parentheses, as in `new MinKey`.
    pub(crate) fn arguments(&mut self, depth: u32) -> Result<Option<Vec<Argument>>, SyntaxError> {
        self.cursor.skip_space()?;
        if !self.cursor.take(b'(') {
            return Ok(None);
        }
        self.check_depth(depth + 1)?;
        let mut arguments = Vec::new();
        loop {
            self.cursor.skip_space()?;
            if self.cursor.take(b')') {
                return Ok(Some(arguments));
            }
            let start = self.out.len();
            let tag = self.value(depth + 1)?;
            arguments.push(Argument { tag, value: self.out.split_off(start) });
            self.cursor.skip_space()?;
            match self.cursor.peek() {
                Some(b',') => self.cursor.at += 1,
                Some(b')') => {}
                _ => return Err(self.cursor.expected("`,` or `)`")),
            }
        }
    }
}
