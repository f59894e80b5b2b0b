//! One CSV column: the type that its cells leave, and where that comes from.

use super::cell::{TypeSet, fitting, has_leading_zeros};
use super::keep::KeptTexts;
use crate::protocol::ColumnReport;
use crate::scenario::ColumnType;

/// One column.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub name: String,
    pub chosen: Option<ColumnType>,
    fits: TypeSet,
    /// What the column's type comes from.
    why: Why,
    pub kept: KeptTexts,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Why {
    NoValues,
    AllFit,
    LeadingZeros(String, u64),
    Text(String, u64),
    Mixed(String, u64, ColumnType),
}

impl Column {
    pub(super) fn new(name: String, chosen: Option<ColumnType>) -> Self {
        Self { name, chosen, fits: TypeSet::ALL, why: Why::NoValues, kept: KeptTexts::default() }
    }

    fn inferred(&self) -> ColumnType {
        if self.why == Why::NoValues { ColumnType::String } else { self.fits.narrowest() }
    }

    pub(super) fn used(&self) -> ColumnType {
        self.chosen.unwrap_or_else(|| self.inferred())
    }

    /// Looks at a cell; says whether the inferred type of earlier cells changed.
    pub(super) fn look_at(&mut self, text: &[u8], line: u64) -> bool {
        if text.is_empty() || (self.fits == TypeSet::TEXT && self.why != Why::NoValues) {
            return false;
        }
        let is_first = self.why == Why::NoValues;
        let before = self.inferred();
        self.fits = self.fits.shared(fitting(text));
        let after = self.fits.narrowest();
        if after == ColumnType::String {
            let shown = shown(text);
            self.why = if has_leading_zeros(text.trim_ascii()) {
                Why::LeadingZeros(shown, line)
            } else if is_first {
                Why::Text(shown, line)
            } else {
                Why::Mixed(shown, line, before)
            };
        } else {
            self.why = Why::AllFit;
        }
        !is_first && before != after
    }

    pub(super) fn report(&self) -> ColumnReport {
        let why = match (&self.why, self.inferred()) {
            (Why::NoValues, _) => "no values".to_owned(),
            (Why::LeadingZeros(text, line), _) => format!("leading zeros: `{text}` in line {line}"),
            (Why::Text(text, line), _) => format!("text: `{text}` in line {line}"),
            (Why::Mixed(text, line, before), _) => format!("mixed: `{text}` in line {line}, {} before", words(*before)),
            (Why::AllFit, inferred) => format!("all values are {}", words(inferred)),
        };
        let why = if self.chosen.is_some() { format!("chosen by hand; {why}") } else { why };
        ColumnReport { name: self.name.clone(), inferred: self.inferred(), used: self.used(), why }
    }
}

fn words(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::String => "text",
        ColumnType::Integer => "whole numbers",
        ColumnType::Double => "numbers",
        ColumnType::Boolean => "true or false",
        ColumnType::Date => "ISO dates",
        ColumnType::ObjectId => "ObjectIds",
    }
}

pub(super) fn shown(text: &[u8]) -> String {
    const CHARACTERS: usize = 30;
    String::from_utf8_lossy(text).chars().take(CHARACTERS).collect()
}
