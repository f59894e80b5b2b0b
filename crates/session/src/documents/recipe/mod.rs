//! Configurations of other generators, and JSON Schemas, as templates with what else a scenario takes from them.
//!
//! What has no counterpart here is left out and named in [`Recipe::notes`]; nothing is passed over in silence.

mod mgodatagen;
mod schema;
mod simrunner;
#[cfg(test)]
mod tests;
mod value;

use super::syntax::{Dialect, Position, SyntaxErrorKind, ValueReader};
use super::template;
use crate::scenario::{KeyFieldSpec, KeySpec};
use thiserror::Error;
use value::Value;

/// Longest text that is looked at: configurations are written by hand.
pub const TEXT_BYTES_MAX: usize = 1024 * 1024;

/// What a text turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RecipeKind {
    /// An array of collections.
    #[error("mgodatagen config")]
    Mgodatagen,
    /// Templates and workloads.
    #[error("SimRunner config")]
    SimRunner,
    /// A description of documents.
    #[error("JSON Schema")]
    JsonSchema,
}

/// A collection's documents and what is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// Where it comes from.
    pub kind: RecipeKind,
    /// A template that compiles.
    pub template: String,
    /// How many documents.
    pub count: Option<u64>,
    /// `database.collection`.
    pub namespace: Option<String>,
    /// The shard key.
    pub key: Option<KeySpec>,
    /// Documents a second, as far as a workload says it.
    pub inserts_per_sec: Option<u64>,
    /// What was left out or changed, a sentence each.
    pub notes: Vec<String>,
}

/// Why a configuration gives no recipe.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecipeError {
    /// The text itself.
    #[error("{kind}")]
    Syntax {
        /// Where.
        position: Position,
        /// What is wrong.
        kind: SyntaxErrorKind,
    },
    /// It describes no collection.
    #[error("this {0} describes no documents")]
    Empty(RecipeKind),
    /// Something in it is not what it has to be.
    #[error("{path}: {expected}")]
    Bad {
        /// Names on the way to it, with dots.
        path: String,
        /// What would be right.
        expected: String,
    },
    /// Nested or repeated without an end.
    #[error("this {0} nests too deep, or refers to itself")]
    TooDeep(RecipeKind),
    /// It came out as a template that the generator refuses.
    #[error("what it describes can't be generated: {0}")]
    Template(#[from] template::TemplateError),
}

/// Reads a configuration; None if the text is none, so that it may be read as documents.
///
/// One recipe a collection, in their order.
#[must_use]
pub fn read(text: &str) -> Option<Result<Vec<Recipe>, RecipeError>> {
    if text.len() > TEXT_BYTES_MAX || !text.trim_ascii_start().starts_with(['{', '[', '/']) {
        return None;
    }
    let mut bytes = Vec::new();
    let mut reader = ValueReader::new(text, &mut bytes, Dialect::Shell);
    let result = reader.value(0).and_then(|tag| reader.cursor.expect_end().map(|()| tag));
    let tag = match result {
        Ok(tag) => tag,
        // Broken text that names what only a configuration has is a broken configuration.
        Err(error) if text.contains("\"shardConfig\"") || text.contains("\"$schema\"") => {
            let position = Position::START.after(text.as_bytes().get(..error.offset).unwrap_or_default());
            return Some(Err(RecipeError::Syntax { position, kind: error.kind }));
        }
        Err(_) => return None,
    };
    let value = Value { tag, bytes: &bytes };
    let recipes = match kind_of(value)? {
        RecipeKind::Mgodatagen => mgodatagen::read(value),
        RecipeKind::SimRunner => simrunner::read(value),
        RecipeKind::JsonSchema => schema::read(value).map(|recipe| vec![recipe]),
    };
    Some(recipes.and_then(checked))
}

fn kind_of(value: Value<'_>) -> Option<RecipeKind> {
    let is_collection = |item: Value<'_>| item.get("collection").is_some() && item.get("content").is_some();
    if value.items().next().is_some_and(is_collection) {
        return Some(RecipeKind::Mgodatagen);
    }
    if value.get("templates").is_some_and(|templates| templates.items().any(|item| item.get("template").is_some())) {
        return Some(RecipeKind::SimRunner);
    }
    let inner = value.get("$jsonSchema").or_else(|| value.get("validator")?.get("$jsonSchema")).unwrap_or(value);
    let is_object = ["type", "bsonType"].iter().any(|name| inner.get(name).is_some_and(|kind| kind.is_text("object")));
    let has_properties = inner.get("properties").is_some_and(Value::is_document);
    (value.get("$schema").is_some() || (is_object && has_properties)).then_some(RecipeKind::JsonSchema)
}

fn checked(recipes: Vec<Recipe>) -> Result<Vec<Recipe>, RecipeError> {
    for recipe in &recipes {
        template::compile(&recipe.template)?;
    }
    Ok(recipes)
}

/// A shard key from its document; a note if a direction is none that MongoDB takes.
fn key_of(key: Value<'_>, notes: &mut Vec<String>) -> Option<KeySpec> {
    let fields: Vec<KeyFieldSpec> = key
        .members()
        .map(|(path, direction)| {
            let hashed = direction.is_text("hashed");
            if !hashed && direction.number() != Some(1.0) {
                notes.push(format!("`{path}` of the shard key ascends: MongoDB takes 1 or \"hashed\" only."));
            }
            KeyFieldSpec { path, hashed }
        })
        .collect();
    (!fields.is_empty()).then_some(KeySpec { fields, presplit_hashed_zones: false })
}
