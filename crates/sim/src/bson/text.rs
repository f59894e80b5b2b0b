//! Values as mongosh prints them, on one line.

use std::fmt::{self, Write};

use ::bson::spec::BinarySubtype;
use ::bson::{Binary, RawBinaryRef, RawBsonRef, RawDocument, RawRegexRef};

use super::{double_text, iso_date, raw};

/// A value as mongosh 2 prints it inside a document, on one line: `'abc'`, `5`, `Long('5')`, `ObjectId('...')`,
/// `ISODate('...')`, `{ a: 1 }`, `MinKey()`.
///
/// int32 and double are both plain numbers there, and a symbol is a string.
#[must_use]
pub fn shell_text(value: RawBsonRef<'_>) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write_value(&mut text, value);
    text
}

/// A field name as it stands in a document: bare when it is a plain identifier, else in the given quotes.
#[must_use]
pub fn quote_name(name: &str, quote: char) -> String {
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name.to_owned() } else { quoted_in(name, quote) }
}

fn write_value(out: &mut String, value: RawBsonRef<'_>) -> fmt::Result {
    match value {
        RawBsonRef::Double(value) => out.write_str(&double_text(value)),
        RawBsonRef::Int32(value) => write!(out, "{value}"),
        RawBsonRef::Int64(value) => write!(out, "Long('{value}')"),
        RawBsonRef::Decimal128(value) => write!(out, "Decimal128('{value}')"),
        RawBsonRef::String(text) | RawBsonRef::Symbol(text) => out.write_str(&quoted(text)),
        RawBsonRef::Boolean(value) => write!(out, "{value}"),
        RawBsonRef::Null => out.write_str("null"),
        RawBsonRef::Undefined => out.write_str("undefined"),
        RawBsonRef::MinKey => out.write_str("MinKey()"),
        RawBsonRef::MaxKey => out.write_str("MaxKey()"),
        RawBsonRef::ObjectId(value) => write!(out, "ObjectId('{value}')"),
        RawBsonRef::DateTime(value) => match iso_date(value.timestamp_millis()) {
            Some(date) => write!(out, "ISODate('{date}')"),
            None => out.write_str("Invalid Date"),
        },
        RawBsonRef::Timestamp(value) => write!(out, "Timestamp({{ t: {}, i: {} }})", value.time, value.increment),
        RawBsonRef::Binary(binary) => write_binary(out, binary),
        RawBsonRef::RegularExpression(regex) => write_regex(out, regex),
        RawBsonRef::DbPointer(_) => write_db_pointer(out, &raw::value_bytes(value)),
        RawBsonRef::JavaScriptCode(code) => write!(out, "Code({})", quoted(code)),
        RawBsonRef::JavaScriptCodeWithScope(code) => {
            write!(out, "Code({}, ", quoted(code.code))?;
            write_document(out, code.scope)?;
            out.write_str(")")
        }
        RawBsonRef::Document(document) => write_document(out, document),
        RawBsonRef::Array(array) => write_list(out, '[', ']', raw::elements(array), write_value),
    }
}

fn write_document(out: &mut String, document: &RawDocument) -> fmt::Result {
    write_list(out, '{', '}', raw::fields(document), |out, (name, value)| {
        write!(out, "{}: ", quote_name(name, '\''))?;
        write_value(out, value)
    })
}

fn write_list<T>(
    out: &mut String,
    open: char,
    close: char,
    items: impl Iterator<Item = T>,
    mut write_item: impl FnMut(&mut String, T) -> fmt::Result,
) -> fmt::Result {
    let mut is_empty = true;
    out.write_char(open)?;
    for item in items {
        out.write_str(if is_empty { " " } else { ", " })?;
        is_empty = false;
        write_item(out, item)?;
    }
    if !is_empty {
        out.write_char(' ')?;
    }
    out.write_char(close)
}

fn write_binary(out: &mut String, binary: RawBinaryRef<'_>) -> fmt::Result {
    match (binary.subtype, hex(binary.bytes)) {
        (BinarySubtype::Uuid, hex) if hex.len() == 32 => {
            out.write_str("UUID('")?;
            for (idx, digit) in hex.chars().enumerate() {
                if matches!(idx, 8 | 12 | 16 | 20) {
                    out.write_char('-')?;
                }
                out.write_char(digit)?;
            }
            out.write_str("')")
        }
        (BinarySubtype::Md5, hex) if hex.len() == 32 => write!(out, "MD5('{hex}')"),
        (subtype, _) => {
            // The crate's text form is the base64 of the bytes.
            let base64 = Binary { subtype, bytes: binary.bytes.to_vec() }.to_string();
            let base64 = base64.trim_start_matches(|c| c != ',').trim_start_matches([',', ' ']).trim_end_matches(')');
            write!(out, "Binary.createFromBase64('{base64}', {})", u8::from(subtype))
        }
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The shell shows the options that JavaScript knows; `s` is its `g`.
fn write_regex(out: &mut String, regex: RawRegexRef<'_>) -> fmt::Result {
    out.write_char('/')?;
    let pattern = regex.pattern.as_str();
    if pattern.is_empty() {
        out.write_str("(?:)")?;
    }
    let mut is_escaped = false;
    for c in pattern.chars() {
        match c {
            '/' if !is_escaped => out.write_str("\\/")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            c => out.write_char(c)?,
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    out.write_char('/')?;
    for (option, flag) in [('s', 'g'), ('i', 'i'), ('m', 'm')] {
        if regex.options.as_str().contains(option) {
            out.write_char(flag)?;
        }
    }
    Ok(())
}

/// The bytes are an int32 length, the namespace, a zero byte and an `ObjectId`.
fn write_db_pointer(out: &mut String, bytes: &[u8]) -> fmt::Result {
    let n_namespace = bytes.len().saturating_sub(4 + 1 + 12);
    let namespace = String::from_utf8_lossy(bytes.get(4..4 + n_namespace).unwrap_or_default());
    let id = hex(bytes.get(5 + n_namespace..).unwrap_or_default());
    match namespace.split_once('.') {
        Some((database, collection)) if !collection.contains('.') => {
            write!(out, "DBRef({}, ObjectId('{id}'), {})", quoted(collection), quoted(database))
        }
        _ => write!(out, "DBRef({}, ObjectId('{id}'))", quoted(&namespace)),
    }
}

/// In single quotes; when the text holds one, in the first of double quotes and backticks that it does not hold.
fn quoted(text: &str) -> String {
    let quote = ['\'', '"', '`'].into_iter().find(|&quote| !text.contains(quote));
    let quote = quote.filter(|&quote| quote != '`' || !text.contains("${")).unwrap_or('\'');
    quoted_in(text, quote)
}

fn quoted_in(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\x{:02X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}
