//! From a parsed JSON tree to a BSON value.

use super::error::EjsonError;
use super::interpret::interpret;
use crate::documents::DEPTH_MAX;
use crate::documents::raw::{begin, begin_element, end, set_tag, tag, write_element, write_text};
use crate::documents::syntax::Number;
use bson::{Bson, RawDocument};
use serde_json::Value;

/// Converts a JSON value by the rules of relaxed Extended JSON: type wrappers become their values, whole numbers int32
/// or int64 by size, others double.
pub fn bson_from_json(value: &Value) -> Result<Bson, EjsonError> {
    let mut body = Vec::new();
    let tag = write_value(&mut body, value, 0)?;
    let mut out = Vec::new();
    let start = begin(&mut out);
    write_element(&mut out, tag, b"v", &body);
    end(&mut out, start);
    let read = RawDocument::from_bytes(&out).ok().and_then(|document| document.get("v").ok().flatten());
    // Written above: always readable.
    Ok(read.and_then(|value| Bson::try_from(value).ok()).unwrap_or(Bson::Null))
}

fn write_value(out: &mut Vec<u8>, value: &Value, depth: u32) -> Result<u8, EjsonError> {
    if depth > DEPTH_MAX {
        return Err(EjsonError::TooDeep);
    }
    match value {
        Value::Null => Ok(tag::NULL),
        Value::Bool(flag) => {
            out.push(u8::from(*flag));
            Ok(tag::BOOLEAN)
        }
        Value::Number(number) => Ok(number_of(number).write(out)),
        Value::String(text) => {
            write_text(out, text.as_bytes());
            Ok(tag::STRING)
        }
        Value::Array(values) => {
            let start = begin(out);
            for (idx, value) in values.iter().enumerate() {
                write_member(out, &idx.to_string(), value, depth)?;
            }
            end(out, start);
            Ok(tag::ARRAY)
        }
        Value::Object(fields) => {
            let start = begin(out);
            for (name, value) in fields {
                write_member(out, name, value, depth)?;
            }
            end(out, start);
            let mut scratch = Vec::new();
            let Some(tag) = interpret(out.get(start..).unwrap_or_default(), &mut scratch)? else {
                return Ok(tag::DOCUMENT);
            };
            out.truncate(start);
            out.append(&mut scratch);
            Ok(tag)
        }
    }
}

fn write_member(out: &mut Vec<u8>, name: &str, value: &Value, depth: u32) -> Result<(), EjsonError> {
    if name.contains('\0') {
        return Err(EjsonError::NulInName);
    }
    let at = begin_element(out, name.as_bytes());
    let tag = write_value(out, value, depth + 1)?;
    set_tag(out, at, tag);
    Ok(())
}

fn number_of(number: &serde_json::Number) -> Number {
    match number.as_i64() {
        Some(whole) => Number::from_integer(whole),
        None => Number::Double(number.as_f64().unwrap_or(f64::NAN)),
    }
}
