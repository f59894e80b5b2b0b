//! The fields of a command document.

use ::bson::{RawArray, RawBsonRef, RawDocument};

use crate::bson::{integer_part, shell_text};
use crate::error::{CommandError, ParseError};

/// Fields that any command may carry.
const GENERIC: [&str; 9] =
    ["$db", "maxTimeMS", "writeConcern", "readConcern", "comment", "lsid", "txnNumber", "$clusterTime", "ordered"];

/// A command document whose fields are known ones.
pub(super) struct Fields<'a> {
    command: &'static str,
    document: &'a RawDocument,
}

impl<'a> Fields<'a> {
    pub(super) fn new(command: &'static str, document: &'a RawDocument, known: &[&str]) -> Result<Self, CommandError> {
        Self::from(command, document, known, 1)
    }

    /// A document inside a command.
    pub(super) fn part(command: &'static str, document: &'a RawDocument, known: &[&str]) -> Result<Self, CommandError> {
        Self::from(command, document, known, 0)
    }

    fn from(
        command: &'static str,
        document: &'a RawDocument,
        known: &[&str],
        n_skipped: usize,
    ) -> Result<Self, CommandError> {
        for (name, _) in document.iter().map_while(Result::ok).skip(n_skipped) {
            let name = name.as_str();
            if !known.contains(&name) && !GENERIC.contains(&name) {
                return Err(ParseError::UnknownField { command, field: name.to_owned() }.into());
            }
        }
        Ok(Self { command, document })
    }

    pub(super) fn name(&self) -> &'static str {
        self.command
    }

    /// A field, also if it is null.
    pub(super) fn raw(&self, field: &str) -> Option<RawBsonRef<'a>> {
        self.document.get(field).ok().flatten()
    }

    /// Whether a batch ends at its first error.
    pub(super) fn is_ordered(&self) -> Result<bool, CommandError> {
        Ok(self.flag("ordered")?.unwrap_or(true))
    }

    /// A field that is there and not null.
    pub(super) fn get(&self, field: &str) -> Option<RawBsonRef<'a>> {
        self.document.get(field).ok().flatten().filter(|value| *value != RawBsonRef::Null)
    }

    pub(super) fn has(&self, field: &str) -> bool {
        self.get(field).is_some()
    }

    fn read<T>(
        &self,
        field: &'static str,
        expected: &'static str,
        read: impl Fn(RawBsonRef<'a>) -> Option<T>,
    ) -> Result<Option<T>, CommandError> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let command = self.command;
        let wrong = || ParseError::WrongType { command, field, expected, found: shell_text(value) };
        read(value).map(Some).ok_or_else(|| wrong().into())
    }

    fn needed<T>(&self, field: &'static str, value: Option<T>) -> Result<T, CommandError> {
        value.ok_or_else(|| ParseError::MissingField { command: self.command, field }.into())
    }

    pub(super) fn text(&self, field: &'static str) -> Result<Option<&'a str>, CommandError> {
        self.read(field, "text", |value| match value {
            RawBsonRef::String(text) => Some(text),
            _ => None,
        })
    }

    pub(super) fn needed_text(&self, field: &'static str) -> Result<&'a str, CommandError> {
        let text = self.text(field)?;
        self.needed(field, text)
    }

    pub(super) fn document(&self, field: &'static str) -> Result<Option<&'a RawDocument>, CommandError> {
        self.read(field, "a document", |value| match value {
            RawBsonRef::Document(document) => Some(document),
            _ => None,
        })
    }

    pub(super) fn needed_document(&self, field: &'static str) -> Result<&'a RawDocument, CommandError> {
        let document = self.document(field)?;
        self.needed(field, document)
    }

    pub(super) fn array(&self, field: &'static str) -> Result<Option<&'a RawArray>, CommandError> {
        self.read(field, "an array", |value| match value {
            RawBsonRef::Array(array) => Some(array),
            _ => None,
        })
    }

    /// The documents of an array.
    pub(super) fn documents(&self, field: &'static str) -> Result<Option<Vec<&'a RawDocument>>, CommandError> {
        let Some(array) = self.array(field)? else { return Ok(None) };
        let document = |value| match value {
            RawBsonRef::Document(document) => Ok(document),
            other => {
                let (command, expected, found) = (self.command, "an array of documents", shell_text(other));
                Err(ParseError::WrongType { command, field, expected, found }.into())
            }
        };
        array.into_iter().map_while(Result::ok).map(document).collect::<Result<_, CommandError>>().map(Some)
    }

    pub(super) fn needed_documents(&self, field: &'static str) -> Result<Vec<&'a RawDocument>, CommandError> {
        let documents = self.documents(field)?;
        self.needed(field, documents)
    }

    /// Numbers count as booleans.
    pub(super) fn flag(&self, field: &'static str) -> Result<Option<bool>, CommandError> {
        self.read(field, "a boolean", |value| match value {
            RawBsonRef::Boolean(flag) => Some(flag),
            number => integer_part(number).map(|number| number != 0),
        })
    }

    pub(super) fn is_set(&self, field: &'static str) -> Result<bool, CommandError> {
        Ok(self.flag(field)?.unwrap_or(false))
    }

    /// A number from 0.
    pub(super) fn number(&self, field: &'static str) -> Result<Option<u64>, CommandError> {
        self.read(field, "a number from 0", |value| integer_part(value).and_then(|number| u64::try_from(number).ok()))
    }

    /// `bounds`: two documents.
    pub(super) fn bounds(&self) -> Result<Option<(&'a RawDocument, &'a RawDocument)>, CommandError> {
        let Some(bounds) = self.documents("bounds")? else { return Ok(None) };
        if let [min, max] = bounds.as_slice() {
            return Ok(Some((*min, *max)));
        }
        let (command, field, expected) = (self.command, "bounds", "two documents");
        let found = self.get("bounds").map(shell_text).unwrap_or_default();
        Err(ParseError::WrongType { command, field, expected, found }.into())
    }
}
