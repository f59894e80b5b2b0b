//! From an object with a type name, such as `{ "$oid": "..." }`, to the value that it stands for.
//!
//! The object has been written as a plain sub-document already; here it is read back and its value's bytes are made. An
//! object that begins with another `$` name stays a sub-document, as the specification says.

use super::error::EjsonError;
use super::values;
use crate::documents::dates::{DateStyle, parse_date};
use crate::documents::raw::{Element, Elements, integer_of, number_of, tag, text_of, write_binary, write_text};

/// Reads `document`; if it is an Extended JSON value, appends the value's bytes to `out` and returns its type.
pub(crate) fn interpret(document: &[u8], out: &mut Vec<u8>) -> Result<Option<u8>, EjsonError> {
    let mut elements = Elements::new(document);
    let Some(first) = elements.next() else { return Ok(None) };
    let second = elements.next();
    let wrapper = Wrapper { first, second, third: elements.next() };
    let tag = match first.name {
        b"$oid" => wrapper.object_id(out)?,
        b"$numberInt" => wrapper.int32(out)?,
        b"$numberLong" => wrapper.int64(out)?,
        b"$numberDouble" => wrapper.double(out)?,
        b"$numberDecimal" => wrapper.decimal(out)?,
        b"$date" => wrapper.date(out)?,
        b"$uuid" => wrapper.uuid(out)?,
        b"$symbol" => wrapper.symbol(out)?,
        b"$timestamp" => wrapper.timestamp(out)?,
        b"$regularExpression" => wrapper.regular_expression(out)?,
        b"$dbPointer" => wrapper.db_pointer(out)?,
        b"$minKey" => wrapper.constant("$minKey", tag::MIN_KEY)?,
        b"$maxKey" => wrapper.constant("$maxKey", tag::MAX_KEY)?,
        b"$undefined" => wrapper.constant("$undefined", tag::UNDEFINED)?,
        b"$binary" | b"$type" | b"$regex" | b"$options" | b"$code" | b"$scope" => return wrapper.pair(out),
        _ => return Ok(None),
    };
    Ok(Some(tag))
}

/// An object with a type name, and what stands beside it.
struct Wrapper<'a> {
    first: Element<'a>,
    second: Option<Element<'a>>,
    third: Option<Element<'a>>,
}

impl<'a> Wrapper<'a> {
    /// Fails if another field stands beside the type's name.
    fn alone(&self, key: &'static str) -> Result<(), EjsonError> {
        self.second.map_or(Ok(()), |extra| Err(extra_field(key, extra)))
    }

    fn text(&self, key: &'static str, expected: &'static str) -> Result<&'a str, EjsonError> {
        self.alone(key)?;
        text(self.first).ok_or(EjsonError::Shape { key, expected })
    }

    fn object_id(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const EXPECTED: &str = "24 hexadecimal digits in quotes";
        let id = values::object_id(self.text("$oid", EXPECTED)?);
        out.extend_from_slice(&id.ok_or(EjsonError::Shape { key: "$oid", expected: EXPECTED })?);
        Ok(tag::OBJECT_ID)
    }

    /// Version 1 of Extended JSON and careless writers leave the quotes off.
    fn integer(&self, key: &'static str, expected: &'static str) -> Result<i64, EjsonError> {
        self.alone(key)?;
        let parsed = match text(self.first) {
            Some(text) => text.parse().ok(),
            None => integer(self.first),
        };
        parsed.ok_or(EjsonError::Shape { key, expected })
    }

    fn int32(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const EXPECTED: &str = "a whole number from -2147483648 to 2147483647 in quotes";
        let value = i32::try_from(self.integer("$numberInt", EXPECTED)?);
        let value = value.map_err(|_| EjsonError::Shape { key: "$numberInt", expected: EXPECTED })?;
        out.extend_from_slice(&value.to_le_bytes());
        Ok(tag::INT32)
    }

    fn int64(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        out.extend_from_slice(&self.integer("$numberLong", "a whole 64-bit number in quotes")?.to_le_bytes());
        Ok(tag::INT64)
    }

    fn double(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const EXPECTED: &str = "a number, \"Infinity\", \"-Infinity\" or \"NaN\" in quotes";
        self.alone("$numberDouble")?;
        let value = text(self.first).map_or_else(|| number(self.first), values::double);
        let value = value.ok_or(EjsonError::Shape { key: "$numberDouble", expected: EXPECTED })?;
        out.extend_from_slice(&value.to_le_bytes());
        Ok(tag::DOUBLE)
    }

    fn decimal(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const EXPECTED: &str = "a number of at most 34 digits in quotes";
        let value = values::decimal(self.text("$numberDecimal", EXPECTED)?);
        out.extend_from_slice(&value.ok_or(EjsonError::Shape { key: "$numberDecimal", expected: EXPECTED })?);
        Ok(tag::DECIMAL)
    }

    /// `{ "$date": { "$numberLong": "ms" } }`, ISO text, or the bare milliseconds of version 1.
    fn date(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const EXPECTED: &str =
            "a date such as \"2024-01-15T10:30:00Z\" or milliseconds as { \"$numberLong\": \"...\" }";
        self.alone("$date")?;
        let ms = match text(self.first) {
            Some(text) => parse_date(text.as_bytes(), DateStyle::Strict),
            None => integer(self.first),
        };
        out.extend_from_slice(&ms.ok_or(EjsonError::Shape { key: "$date", expected: EXPECTED })?.to_le_bytes());
        Ok(tag::DATE)
    }

    fn uuid(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const EXPECTED: &str = "32 hexadecimal digits in quotes, with or without dashes";
        let bytes = values::uuid(self.text("$uuid", EXPECTED)?);
        write_binary(out, 4, &bytes.ok_or(EjsonError::Shape { key: "$uuid", expected: EXPECTED })?);
        Ok(tag::BINARY)
    }

    fn symbol(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        write_text(out, self.text("$symbol", "text in quotes")?.as_bytes());
        Ok(tag::SYMBOL)
    }

    fn timestamp(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const SHAPE: EjsonError = EjsonError::Shape {
            key: "$timestamp",
            expected: "{ \"t\": seconds, \"i\": counter }, both from 0 to 4294967295",
        };
        self.alone("$timestamp")?;
        let part =
            |name: &[u8]| inner(self.first, name).and_then(integer).and_then(|number| u32::try_from(number).ok());
        let (time, increment) = part(b"t").zip(part(b"i")).filter(|_| n_inner(self.first) == 2).ok_or(SHAPE)?;
        out.extend_from_slice(&values::timestamp(time, increment));
        Ok(tag::TIMESTAMP)
    }

    fn regular_expression(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const SHAPE: EjsonError = EjsonError::Shape {
            key: "$regularExpression",
            expected: "{ \"pattern\": \"...\", \"options\": \"...\" } without NUL characters",
        };
        self.alone("$regularExpression")?;
        let part = |name: &[u8]| inner(self.first, name).and_then(text);
        let (pattern, options) =
            part(b"pattern").zip(part(b"options")).filter(|_| n_inner(self.first) == 2).ok_or(SHAPE)?;
        values::write_regex(out, pattern, options).ok_or(SHAPE)
    }

    fn db_pointer(&self, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const SHAPE: EjsonError =
            EjsonError::Shape { key: "$dbPointer", expected: "{ \"$ref\": \"...\", \"$id\": { \"$oid\": \"...\" } }" };
        self.alone("$dbPointer")?;
        let namespace = inner(self.first, b"$ref").and_then(text).ok_or(SHAPE)?;
        let id = inner(self.first, b"$id").filter(|id| id.tag == tag::OBJECT_ID).ok_or(SHAPE)?;
        write_text(out, namespace.as_bytes());
        out.extend_from_slice(id.value);
        Ok(tag::DB_POINTER)
    }

    fn constant(&self, key: &'static str, tag: u8) -> Result<u8, EjsonError> {
        self.alone(key)?;
        let expected = if key == "$undefined" { "true" } else { "1" };
        let right = if key == "$undefined" { self.first.value == [1] } else { integer(self.first) == Some(1) };
        if right { Ok(tag) } else { Err(EjsonError::Shape { key, expected }) }
    }

    /// The types that may take two names, in either order. `$type`, `$options` and `$scope` mean something only with
    /// their partner: alone they belong to queries.
    fn pair(&self, out: &mut Vec<u8>) -> Result<Option<u8>, EjsonError> {
        let named =
            |name: &[u8]| [Some(self.first), self.second].into_iter().flatten().find(|element| element.name == name);
        if let Some(binary) = named(b"$binary") {
            return self.binary(binary, named(b"$type"), out).map(Some);
        }
        if let Some(code) = named(b"$code") {
            return self.code(code, named(b"$scope"), out).map(Some);
        }
        match (named(b"$regex").and_then(text), named(b"$options").and_then(text), self.third) {
            (Some(pattern), Some(options), None) => {
                let shape = EjsonError::Shape { key: "$regex", expected: "a pattern without NUL characters" };
                values::write_regex(out, pattern, options).ok_or(shape).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn binary(&self, binary: Element<'a>, v1_type: Option<Element<'a>>, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        const SHAPE: EjsonError = EjsonError::Shape {
            key: "$binary",
            expected: "{ \"base64\": \"...\", \"subType\": \"00\" } with base64 text and a hexadecimal subtype",
        };
        self.only_beside("$binary", v1_type)?;
        let (bytes, subtype) = match text(binary) {
            Some(base64) => (Some(base64), v1_type.map_or(Some(0), subtype)),
            None => (inner(binary, b"base64").and_then(text), inner(binary, b"subType").and_then(subtype)),
        };
        let (bytes, subtype) = bytes.and_then(values::base64).zip(subtype).ok_or(SHAPE)?;
        // Subtype 2 holds its length twice; canonical text leaves the inner one in, other writers do not.
        let inner_len = bytes.first_chunk().map(|len| u32::from_le_bytes(*len) as usize);
        let is_old_form = subtype == 2 && inner_len == Some(bytes.len().wrapping_sub(4));
        write_binary(out, subtype, if is_old_form { bytes.get(4..).unwrap_or_default() } else { &bytes });
        Ok(tag::BINARY)
    }

    fn code(&self, code: Element<'a>, scope: Option<Element<'a>>, out: &mut Vec<u8>) -> Result<u8, EjsonError> {
        self.only_beside("$code", scope)?;
        let text = text(code).ok_or(EjsonError::Shape { key: "$code", expected: "code in quotes" })?;
        let Some(scope) = scope else {
            write_text(out, text.as_bytes());
            return Ok(tag::CODE);
        };
        if scope.tag != tag::DOCUMENT {
            return Err(EjsonError::Shape { key: "$scope", expected: "a document" });
        }
        values::write_code_with_scope(out, text, scope.value);
        Ok(tag::CODE_WITH_SCOPE)
    }

    /// Fails if a field other than the partner stands beside the type's name.
    fn only_beside(&self, key: &'static str, partner: Option<Element<'a>>) -> Result<(), EjsonError> {
        let all = [Some(self.first), self.second, self.third];
        let mut extra =
            all.into_iter().flatten().filter(|element| element.name != key.as_bytes() && Some(*element) != partner);
        extra.next().map_or(Ok(()), |extra| Err(extra_field(key, extra)))
    }
}

fn extra_field(key: &'static str, extra: Element<'_>) -> EjsonError {
    EjsonError::ExtraField { key, extra: String::from_utf8_lossy(extra.name).into_owned() }
}

fn text(element: Element<'_>) -> Option<&str> {
    (element.tag == tag::STRING).then(|| std::str::from_utf8(text_of(element.value)).ok())?
}

fn integer(element: Element<'_>) -> Option<i64> {
    integer_of(element.tag, element.value)
}

fn number(element: Element<'_>) -> Option<f64> {
    number_of(element.tag, element.value)
}

/// `"04"`, or a bare number as version 1 allows.
fn subtype(element: Element<'_>) -> Option<u8> {
    match text(element) {
        Some(text) if (1..=2).contains(&text.len()) => u8::from_str_radix(text, 16).ok(),
        Some(_) => None,
        None => integer(element).and_then(|number| u8::try_from(number).ok()),
    }
}

fn inner<'a>(element: Element<'a>, name: &[u8]) -> Option<Element<'a>> {
    (element.tag == tag::DOCUMENT).then(|| Elements::new(element.value).find(|inner| inner.name == name))?
}

fn n_inner(element: Element<'_>) -> usize {
    if element.tag == tag::DOCUMENT { Elements::new(element.value).count() } else { 0 }
}
