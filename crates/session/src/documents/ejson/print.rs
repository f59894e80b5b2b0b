//! Canonical Extended JSON text of raw BSON, with the number and white space style of js-bson 7.

use super::values::to_base64;
use crate::documents::raw::{Element, Elements, len_prefix, tag, text_of};
use bson::RawDocument;
use shardscope_sim::bson::double_text;
use std::fmt::Write;

/// A document as canonical Extended JSON: every value keeps its BSON type.
#[must_use]
pub fn to_canonical(document: &RawDocument) -> String {
    let mut out = String::new();
    write_document(&mut out, document.as_bytes());
    out
}

/// The value of a document's element as canonical Extended JSON; None if the document lacks it.
#[must_use]
pub fn value_to_canonical(document: &RawDocument, name: &str) -> Option<String> {
    let mut out = String::new();
    let element = Elements::new(document.as_bytes()).find(|element| element.name == name.as_bytes())?;
    write_value(&mut out, element);
    Some(out)
}

fn write_document(out: &mut String, document: &[u8]) {
    out.push('{');
    for (idx, element) in Elements::new(document).enumerate() {
        if idx > 0 {
            out.push(',');
        }
        write_string(out, element.name);
        out.push(':');
        write_value(out, element);
    }
    out.push('}');
}

fn write_array(out: &mut String, array: &[u8]) {
    out.push('[');
    for (idx, element) in Elements::new(array).enumerate() {
        if idx > 0 {
            out.push(',');
        }
        write_value(out, element);
    }
    out.push(']');
}

fn write_value(out: &mut String, element: Element<'_>) {
    let value = element.value;
    match element.tag {
        tag::DOUBLE => wrap(out, "$numberDouble", &format_double(f64::from_le_bytes(fixed(value)))),
        tag::STRING => write_string(out, text_of(value)),
        tag::DOCUMENT => write_document(out, value),
        tag::ARRAY => write_array(out, value),
        tag::BINARY => write_binary(out, value),
        tag::UNDEFINED => out.push_str("{\"$undefined\":true}"),
        tag::OBJECT_ID => wrap(out, "$oid", &hex(value)),
        tag::BOOLEAN => out.push_str(if value == [0] { "false" } else { "true" }),
        tag::DATE => {
            out.push_str("{\"$date\":");
            wrap(out, "$numberLong", &i64::from_le_bytes(fixed(value)).to_string());
            out.push('}');
        }
        tag::NULL => out.push_str("null"),
        tag::REGEX => write_regex(out, value),
        tag::DB_POINTER => write_db_pointer(out, value),
        tag::CODE => wrap_text(out, "$code", text_of(value)),
        tag::SYMBOL => wrap_text(out, "$symbol", text_of(value)),
        tag::CODE_WITH_SCOPE => write_code_with_scope(out, value),
        tag::INT32 => wrap(out, "$numberInt", &i32::from_le_bytes(fixed(value)).to_string()),
        tag::TIMESTAMP => {
            let stamp = u64::from_le_bytes(fixed(value));
            let (time, increment) = (stamp >> 32, stamp & 0xffff_ffff);
            // Writing to a String cannot fail.
            let _ = write!(out, "{{\"$timestamp\":{{\"t\":{time},\"i\":{increment}}}}}");
        }
        tag::INT64 => wrap(out, "$numberLong", &i64::from_le_bytes(fixed(value)).to_string()),
        tag::DECIMAL => wrap(out, "$numberDecimal", &bson::Decimal128::from_bytes(fixed(value)).to_string()),
        tag::MIN_KEY => out.push_str("{\"$minKey\":1}"),
        tag::MAX_KEY => out.push_str("{\"$maxKey\":1}"),
        _ => {}
    }
}

/// A value's bytes at their fixed length; zeros if they are cut off.
fn fixed<const N: usize>(value: &[u8]) -> [u8; N] {
    value.first_chunk().copied().unwrap_or([0; N])
}

fn wrap(out: &mut String, key: &str, text: &str) {
    for part in ["{\"", key, "\":\"", text, "\"}"] {
        out.push_str(part);
    }
}

fn wrap_text(out: &mut String, key: &str, text: &[u8]) {
    for part in ["{\"", key, "\":"] {
        out.push_str(part);
    }
    write_string(out, text);
    out.push('}');
}

/// Subtype and content of a binary value; of subtype 2 without its inner length.
fn binary_parts(value: &[u8]) -> (u8, &[u8]) {
    let subtype = value.get(4).copied().unwrap_or_default();
    (subtype, value.get(if subtype == 2 { 9 } else { 5 }..).unwrap_or_default())
}

fn write_binary(out: &mut String, value: &[u8]) {
    let (subtype, bytes) = binary_parts(value);
    let base64 = to_base64(bytes);
    let _ = write!(out, "{{\"$binary\":{{\"base64\":\"{base64}\",\"subType\":\"{subtype:02x}\"}}}}");
}

/// Pattern and options of a regular expression.
fn regex_parts(value: &[u8]) -> (&[u8], &[u8]) {
    let mut parts = value.split(|byte| *byte == 0);
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

fn write_regex(out: &mut String, value: &[u8]) {
    let (pattern, options) = regex_parts(value);
    out.push_str("{\"$regularExpression\":{\"pattern\":");
    write_string(out, pattern);
    out.push_str(",\"options\":");
    write_string(out, options);
    out.push_str("}}");
}

fn write_db_pointer(out: &mut String, value: &[u8]) {
    let (namespace, id) = value.split_at_checked(value.len().saturating_sub(12)).unwrap_or_default();
    out.push_str("{\"$dbPointer\":{\"$ref\":");
    write_string(out, text_of(namespace));
    out.push_str(",\"$id\":");
    wrap(out, "$oid", &hex(id));
    out.push_str("}}");
}

/// Code and scope of code with scope.
fn code_parts(value: &[u8]) -> (&[u8], &[u8]) {
    let rest = value.get(4..).unwrap_or_default();
    let code_len = len_prefix(rest).unwrap_or(0) + 4;
    let (code, scope) = rest.split_at_checked(code_len).unwrap_or_default();
    (text_of(code), scope)
}

fn write_code_with_scope(out: &mut String, value: &[u8]) {
    let (code, scope) = code_parts(value);
    out.push_str("{\"$code\":");
    write_string(out, code);
    out.push_str(",\"$scope\":");
    write_document(out, scope);
    out.push('}');
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// A JSON string; what is not UTF-8 becomes the replacement character.
fn write_string(out: &mut String, text: &[u8]) {
    out.push('"');
    for character in String::from_utf8_lossy(text).chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

/// As JavaScript prints a number, with `.0` when it is whole.
fn format_double(value: f64) -> String {
    let text = double_text(value);
    let is_whole = text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    if is_whole { text + ".0" } else { text }
}

#[cfg(test)]
mod tests {
    use super::format_double;

    #[test]
    fn doubles_look_as_in_javascript() {
        let cases = [
            (5.0, "5.0"),
            (-0.0, "-0.0"),
            (1.5, "1.5"),
            (1e21, "1e+21"),
            (123_456_789_012_345_680_000.0, "123456789012345680000.0"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (-1.5e300, "-1.5e+300"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ];
        for (value, expect) in cases {
            assert_eq!(format_double(value), expect);
        }
    }
}
