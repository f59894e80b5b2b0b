//! Fields of a document in a dump, with errors that say where they stand.

use ::bson::{RawBsonRef, RawDocument, Timestamp};

use super::dump::ConfigCollection;
use super::error::{MetadataError, Place};
use crate::bson::{integer_part, shell_text};
use crate::catalog::key_error::KeyError;

/// Longest value that an error quotes, in characters.
const QUOTE_MAX: usize = 80;

/// A document and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doc<'a> {
    pub(super) collection: ConfigCollection,
    /// From 1.
    pub(super) number: usize,
    pub(super) document: &'a RawDocument,
}

impl<'a> Doc<'a> {
    pub(super) fn place(self, field: &'static str) -> Place {
        Place { collection: self.collection, number: self.number, field }
    }

    /// The value of a field; one that cannot be read counts as missing.
    pub(super) fn get(self, field: &str) -> Option<RawBsonRef<'a>> {
        let mut elements = self.document.iter().map_while(Result::ok);
        elements.find(|(name, _)| name.as_str() == field).map(|(_, value)| value)
    }

    /// A field that is not what it has to be.
    pub(super) fn wrong(self, field: &'static str, expected: &'static str) -> MetadataError {
        let place = self.place(field);
        match self.get(field) {
            None => MetadataError::FieldMissing { place, expected },
            Some(value) => MetadataError::FieldValue { place, expected, found: quote(value) },
        }
    }

    pub(super) fn key_error(self, field: &'static str) -> impl Fn(KeyError) -> MetadataError {
        let place = self.place(field);
        move |error| MetadataError::Key { place: place.clone(), error }
    }

    pub(super) fn text(self, field: &'static str, expected: &'static str) -> Result<&'a str, MetadataError> {
        match self.get(field) {
            Some(RawBsonRef::String(text)) if !text.is_empty() => Ok(text),
            _ => Err(self.wrong(field, expected)),
        }
    }

    pub(super) fn document(
        self,
        field: &'static str,
        expected: &'static str,
    ) -> Result<&'a RawDocument, MetadataError> {
        match self.get(field) {
            Some(RawBsonRef::Document(document)) => Ok(document),
            _ => Err(self.wrong(field, expected)),
        }
    }

    /// True when the field is there and true; anything but a boolean is refused.
    pub(super) fn flag(self, field: &'static str) -> Result<bool, MetadataError> {
        self.switch(field).map(|switch| switch.unwrap_or(false))
    }

    pub(super) fn switch(self, field: &'static str) -> Result<Option<bool>, MetadataError> {
        match self.get(field) {
            None | Some(RawBsonRef::Null) => Ok(None),
            Some(RawBsonRef::Boolean(value)) => Ok(Some(value)),
            Some(_) => Err(self.wrong(field, "true or false")),
        }
    }

    /// A whole number of any numeric type.
    pub(super) fn whole(self, field: &'static str) -> Option<i64> {
        integer_part(self.get(field)?)
    }

    /// A timestamp, also in the form `{ t: 1, i: 0 }`.
    pub(super) fn timestamp(self, field: &str) -> Option<Timestamp> {
        match self.get(field)? {
            RawBsonRef::Timestamp(timestamp) => Some(timestamp),
            RawBsonRef::Document(document) => {
                let part = |name| u32::try_from(integer_part(document.get(name).ok().flatten()?)?).ok();
                Some(Timestamp { time: part("t")?, increment: part("i")? })
            }
            _ => None,
        }
    }
}

/// A value as an error shows it.
pub(super) fn quote(value: RawBsonRef<'_>) -> String {
    let text = shell_text(value);
    match text.char_indices().nth(QUOTE_MAX) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

/// A bound as an error shows it.
pub(super) fn quote_document(document: &RawDocument) -> String {
    quote(RawBsonRef::Document(document))
}
