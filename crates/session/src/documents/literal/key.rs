//! Shard keys as people paste them: the key alone, or a whole `sh.shardCollection(...)` line.

use super::{LiteralError, LiteralErrorKind, Value, parse_document, read_values};
use crate::documents::raw::{Element, Elements, len_prefix, number_of, tag, text_of};
use crate::documents::shell::value_text;
use crate::documents::syntax::{Dialect, Position, ValueReader};
use crate::scenario::{KeyFieldSpec, KeySpec};

/// A shard key and what else its line said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLine {
    /// `database.collection`, if the line named it.
    pub namespace: Option<String>,
    /// The key.
    pub key: KeySpec,
    /// `unique: true`.
    pub unique: bool,
}

/// Reads `{ tenantId: 1, _id: "hashed" }`, `sh.shardCollection("app.events", { tenantId: 1 })` with its optional unique
/// flag and options, or `db.adminCommand({ shardCollection: "app.events", key: { tenantId: 1 } })`.
pub fn parse_key(text: &str) -> Result<KeyLine, LiteralError> {
    let trimmed = text.trim_start();
    let offset = text.len() - trimmed.len();
    let calls: [(&str, CallReader); 3] = [
        ("sh.shardCollection", shard_collection),
        ("db.adminCommand", admin_command),
        ("db.runCommand", admin_command),
    ];
    for (name, read) in calls {
        if let Some(rest) = trimmed.strip_prefix(name) {
            let from = offset + name.len();
            let values = call_arguments(text, from, rest)?;
            return read(&values, from, text);
        }
    }
    if !trimmed.starts_with(['{', '(']) {
        return Err(LiteralError { position: super::position(text, offset), kind: LiteralErrorKind::NotAKeyLine });
    }
    let key = parse_document(text)?;
    Ok(KeyLine { namespace: None, key: key_spec(key.as_bytes(), super::position(text, offset))?, unique: false })
}

type CallReader = fn(&[Value], usize, &str) -> Result<KeyLine, LiteralError>;

/// The arguments of `(...)`, with an optional semicolon after it.
fn call_arguments(text: &str, from: usize, rest: &str) -> Result<Vec<Value>, LiteralError> {
    let not_a_line = || LiteralError { position: super::position(text, from), kind: LiteralErrorKind::NotAKeyLine };
    let inner = rest.trim_end().trim_end_matches(';').trim_end();
    let inner =
        inner.trim_start().strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).ok_or_else(not_a_line)?;
    // `inner` is a part of `text`, so the distance of their starts is its offset.
    let inner_at = (inner.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let mut buffer = Vec::new();
    let mut reader = ValueReader::new(inner, &mut buffer, Dialect::Shell);
    read_values(&mut reader).map_err(|mut error| {
        error.offset += inner_at;
        super::located(text, error)
    })
}

fn shard_collection(values: &[Value], from: usize, text: &str) -> Result<KeyLine, LiteralError> {
    let position = super::position(text, from);
    let not_a_line = || LiteralError { position, kind: LiteralErrorKind::NotAKeyLine };
    let [namespace, key, rest @ ..] = values else { return Err(not_a_line()) };
    if namespace.tag != tag::STRING || key.tag != tag::DOCUMENT || rest.len() > 2 {
        return Err(not_a_line());
    }
    let mut line = KeyLine {
        namespace: Some(lossy(text_of(&namespace.bytes))),
        key: key_spec(&key.bytes, position)?,
        unique: rest.first().is_some_and(|flag| flag.tag == tag::BOOLEAN && flag.bytes == [1]),
    };
    if let Some(options) = rest.get(1).filter(|options| options.tag == tag::DOCUMENT) {
        line.key.presplit_hashed_zones = flag(&options.bytes, b"presplitHashedZones");
    }
    Ok(line)
}

fn admin_command(values: &[Value], from: usize, text: &str) -> Result<KeyLine, LiteralError> {
    let position = super::position(text, from);
    let not_a_line = || LiteralError { position, kind: LiteralErrorKind::NotAKeyLine };
    let [command] = values else { return Err(not_a_line()) };
    let namespace = field(&command.bytes, b"shardCollection").filter(|namespace| namespace.tag == tag::STRING);
    let key = field(&command.bytes, b"key").filter(|key| key.tag == tag::DOCUMENT);
    let (namespace, key) = namespace.zip(key).filter(|_| command.tag == tag::DOCUMENT).ok_or_else(not_a_line)?;
    let mut spec = key_spec(key.value, position)?;
    spec.presplit_hashed_zones = flag(&command.bytes, b"presplitHashedZones");
    Ok(KeyLine { namespace: Some(lossy(text_of(namespace.value))), key: spec, unique: flag(&command.bytes, b"unique") })
}

/// The server takes any number that equals 1; -1 and other index types are refused.
fn key_spec(document: &[u8], position: Position) -> Result<KeySpec, LiteralError> {
    let mut fields = Vec::new();
    for element in Elements::new(document) {
        let hashed = element.tag == tag::STRING && text_of(element.value) == b"hashed";
        if !hashed && number_of(element.tag, element.value) != Some(1.0) {
            let found = value_text(element.tag, element.value, 40);
            return Err(LiteralError {
                position,
                kind: LiteralErrorKind::NotAKeyField { field: lossy(element.name), found },
            });
        }
        fields.push(KeyFieldSpec { path: lossy(element.name), hashed });
    }
    if fields.is_empty() {
        return Err(LiteralError { position, kind: LiteralErrorKind::EmptyKey });
    }
    Ok(KeySpec { fields, presplit_hashed_zones: false })
}

fn field<'a>(document: &'a [u8], name: &[u8]) -> Option<Element<'a>> {
    len_prefix(document).filter(|len| *len == document.len())?;
    Elements::new(document).find(|element| element.name == name)
}

fn flag(document: &[u8], name: &[u8]) -> bool {
    field(document, name).is_some_and(|element| element.tag == tag::BOOLEAN && element.value == [1])
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
