//! Names: `true`, `null`, `MinKey`, and the constructors of mongosh 2.12 such as `ObjectId("...")`.
//!
//! Where mongosh takes nonsense silently (`NumberInt("abc")` is 0, `BinData(0, "!!!")` is empty, integers wrap), an error
//! is given here: a playground's reader wants to know.

use super::arguments::Argument;
use super::cursor::Cursor;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::number::Number;
use super::value::ValueReader;
use crate::documents::dates::{DateStyle, days_from_civil, parse_date};
use crate::documents::ejson::values;
use crate::documents::raw::{self, integer_of, tag, write_binary, write_element, write_text};
use crate::documents::template::closest;

/// Every name that a value may begin with, for suggestions.
const NAMES: [&str; 27] = [
    "true",
    "false",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "MinKey",
    "MaxKey",
    "ObjectId",
    "ISODate",
    "Date",
    "UUID",
    "NumberInt",
    "Int32",
    "NumberLong",
    "Long",
    "Int64",
    "NumberDecimal",
    "Decimal128",
    "Double",
    "Timestamp",
    "BinData",
    "HexData",
    "RegExp",
    "Symbol",
    "Code",
    "DBRef",
];

/// How a name is called.
struct Call {
    name: String,
    at: usize,
    is_new: bool,
    /// None without parentheses.
    arguments: Option<Vec<Argument>>,
}

impl ValueReader<'_, '_> {
    /// Reads the value that begins with a name.
    pub(crate) fn named(&mut self, depth: u32) -> Result<u8, SyntaxError> {
        let at = self.cursor.at;
        let mut name = self.cursor.name();
        match name {
            b"true" | b"false" => {
                self.out.push(u8::from(name == b"true"));
                return Ok(tag::BOOLEAN);
            }
            b"null" => return Ok(tag::NULL),
            _ => self.cursor.is_shell = true,
        }
        // mongosh stores undefined as null.
        match name {
            b"undefined" => return Ok(tag::NULL),
            b"NaN" => return Ok(Number::Double(f64::NAN).write(self.out)),
            b"Infinity" => return Ok(Number::Double(f64::INFINITY).write(self.out)),
            _ => {}
        }
        let is_new = name == b"new";
        if is_new {
            self.cursor.skip_space()?;
            name = self.cursor.name();
        }
        let name = self.member_name(name);
        let arguments = self.arguments(depth)?;
        let call = Call { name, at, is_new, arguments };
        self.construct(&call)
    }

    /// `Long` or `Long.MAX_VALUE`.
    fn member_name(&mut self, name: &[u8]) -> String {
        let mut full = String::from_utf8_lossy(name).into_owned();
        while self.cursor.take(b'.') {
            full.push('.');
            full.push_str(&String::from_utf8_lossy(self.cursor.name()));
        }
        full
    }

    fn construct(&mut self, call: &Call) -> Result<u8, SyntaxError> {
        let result = match call.name.as_str() {
            "MinKey" => self.bare(call, tag::MIN_KEY, "MinKey()"),
            "MaxKey" => self.bare(call, tag::MAX_KEY, "MaxKey()"),
            "Long.MAX_VALUE" | "Long.MIN_VALUE" if call.arguments.is_none() => {
                Ok(Number::Int64(if call.name.ends_with("MAX_VALUE") { i64::MAX } else { i64::MIN }).write(self.out))
            }
            "ObjectId" | "ObjectID" | "ObjectId.createFromHexString" => self.object_id(call),
            "ISODate" => self.iso_date(call),
            "Date" => self.date(call),
            "NumberInt" | "Int32" | "Int32.fromString" => self.int32(call),
            "NumberLong" | "Long" | "Int64" | "Long.fromString" | "Long.fromNumber" => self.int64(call),
            "NumberDecimal" | "Decimal128" | "Decimal128.fromString" => self.decimal(call),
            "Double" | "Double.fromString" => self.double(call),
            "UUID" => self.uuid(call),
            "BinData" | "HexData" => self.bin_data(call),
            "MD5" => self.md5(call),
            "Binary.createFromBase64" => self.binary_from_base64(call),
            "Timestamp" => self.timestamp(call),
            "RegExp" | "BSONRegExp" => self.reg_exp(call),
            "Symbol" | "Code" => self.code_or_symbol(call),
            "DBRef" => self.db_ref(call),
            _ => Err(unknown(&call.name)),
        };
        result.map_err(|kind| Cursor::error_at(call.at, kind))
    }

    fn bare(&mut self, call: &Call, tag: u8, name: &'static str) -> Result<u8, SyntaxErrorKind> {
        match call.arguments.as_deref() {
            None | Some([]) => Ok(tag),
            Some(_) => Err(SyntaxErrorKind::BadArgument { call: name, expected: "no argument" }),
        }
    }

    fn object_id(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument { call: "ObjectId()", expected: "24 hexadecimal digits in quotes" };
        match arguments(call) {
            [] => Err(SyntaxErrorKind::NotFixed("ObjectId()")),
            [inner] if inner.tag == tag::OBJECT_ID => self.put(tag::OBJECT_ID, &inner.value),
            [text] => {
                let id = text.text().and_then(values::object_id).ok_or(bad)?;
                self.put(tag::OBJECT_ID, &id)
            }
            _ => Err(bad),
        }
    }

    fn iso_date(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad =
            SyntaxErrorKind::BadArgument { call: "ISODate()", expected: "a date such as \"2024-01-15T10:30:00Z\"" };
        let ms = match arguments(call) {
            [] => return Err(SyntaxErrorKind::NotFixed("ISODate()")),
            [argument] => date_argument(argument),
            _ => None,
        };
        self.put(tag::DATE, &ms.ok_or(bad)?.to_le_bytes())
    }

    fn date(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        if !call.is_new {
            let expected = "`new` before it: without, JavaScript gives the present time as text";
            return Err(SyntaxErrorKind::BadArgument { call: "Date()", expected });
        }
        let bad = SyntaxErrorKind::BadArgument {
            call: "new Date()",
            expected: "a date such as \"2024-01-15\", milliseconds, or year, month from 0, day, ...",
        };
        let ms = match arguments(call) {
            [] => return Err(SyntaxErrorKind::NotFixed("new Date()")),
            [argument] => date_argument(argument),
            parts => date_parts(parts),
        };
        self.put(tag::DATE, &ms.ok_or(bad)?.to_le_bytes())
    }

    fn int32(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let value = whole(call).and_then(|value| i32::try_from(value).ok());
        let bad = SyntaxErrorKind::BadArgument {
            call: "NumberInt()",
            expected: "a whole number from -2147483648 to 2147483647",
        };
        Ok(Number::Int32(value.ok_or(bad)?).write(self.out))
    }

    fn int64(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let pair = match arguments(call) {
            [low, high] if call.name == "Long" => {
                low.integer().zip(high.integer()).map(|(low, high)| (high << 32) | (low & 0xffff_ffff))
            }
            _ => whole(call),
        };
        let bad = SyntaxErrorKind::BadArgument {
            call: "NumberLong()",
            expected: "a whole 64-bit number, in quotes beyond 2^53",
        };
        Ok(Number::Int64(pair.ok_or(bad)?).write(self.out))
    }

    fn decimal(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument {
            call: "NumberDecimal()",
            expected: "a number in quotes, of at most 34 digits",
        };
        let [argument] = arguments(call) else { return Err(bad) };
        let printed = argument.number().map(|number| number.to_string());
        let decimal = argument.text().or(printed.as_deref()).and_then(values::decimal).ok_or(bad)?;
        self.put(tag::DECIMAL, &decimal)
    }

    fn double(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument { call: "Double()", expected: "a number" };
        let [argument] = arguments(call) else { return Err(bad) };
        let value = argument.number().or_else(|| argument.text().and_then(values::double)).ok_or(bad)?;
        Ok(Number::Double(value).write(self.out))
    }

    fn uuid(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument {
            call: "UUID()",
            expected: "32 hexadecimal digits in quotes, with or without dashes",
        };
        match arguments(call) {
            [] => Err(SyntaxErrorKind::NotFixed("UUID()")),
            [text] => {
                let bytes = text.text().and_then(values::uuid).ok_or(bad)?;
                self.put_binary(4, &bytes)
            }
            _ => Err(bad),
        }
    }

    fn bin_data(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let is_hex = call.name == "HexData";
        let bad = if is_hex {
            SyntaxErrorKind::BadArgument {
                call: "HexData()",
                expected: "a subtype from 0 to 255 and hexadecimal digits in quotes",
            }
        } else {
            SyntaxErrorKind::BadArgument {
                call: "BinData()",
                expected: "a subtype from 0 to 255 and base64 text in quotes",
            }
        };
        let [subtype, text] = arguments(call) else { return Err(bad) };
        let subtype = subtype.integer().and_then(|subtype| u8::try_from(subtype).ok());
        let decode = if is_hex { values::hex } else { values::base64 };
        let bytes = text.text().and_then(decode);
        let (subtype, bytes) = subtype.zip(bytes).ok_or(bad)?;
        self.put_binary(subtype, &bytes)
    }

    fn md5(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument { call: "MD5()", expected: "32 hexadecimal digits in quotes" };
        let [text] = arguments(call) else { return Err(bad) };
        let bytes = text.text().and_then(values::hex).filter(|bytes| bytes.len() == 16).ok_or(bad)?;
        self.put_binary(5, &bytes)
    }

    fn binary_from_base64(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument {
            call: "Binary.createFromBase64()",
            expected: "base64 text in quotes and a subtype",
        };
        let (text, subtype) = match arguments(call) {
            [text] => (text, Some(0)),
            [text, subtype] => (text, subtype.integer().and_then(|subtype| u8::try_from(subtype).ok())),
            _ => return Err(bad),
        };
        let (bytes, subtype) = text.text().and_then(values::base64).zip(subtype).ok_or(bad)?;
        self.put_binary(subtype, &bytes)
    }

    fn timestamp(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument {
            call: "Timestamp()",
            expected: "seconds and a counter: (t, i) or ({ t: ..., i: ... })",
        };
        let (time, increment) = match arguments(call) {
            [] => (Some(0), Some(0)),
            [document] if document.tag == tag::DOCUMENT => {
                let part = |name| document.field(name).and_then(|part| integer_of(part.tag, part.value));
                (part("t"), part("i"))
            }
            [time] => (time.integer(), Some(0)),
            [time, increment] => (time.integer(), increment.integer()),
            _ => (None, None),
        };
        let unsigned = |number: Option<i64>| number.and_then(|number| u32::try_from(number).ok());
        let (time, increment) = unsigned(time).zip(unsigned(increment)).ok_or(bad)?;
        self.put(tag::TIMESTAMP, &values::timestamp(time, increment))
    }

    fn reg_exp(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument { call: "RegExp()", expected: "a pattern and options in quotes" };
        let (pattern, options) = match arguments(call) {
            [pattern] => (pattern.text(), Some("")),
            [pattern, options] => (pattern.text(), options.text()),
            _ => (None, None),
        };
        let (pattern, options) = pattern.zip(options).ok_or_else(|| bad.clone())?;
        values::write_regex(self.out, pattern, options).ok_or(bad)
    }

    fn code_or_symbol(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let is_code = call.name == "Code";
        let bad = if is_code {
            SyntaxErrorKind::BadArgument { call: "Code()", expected: "code in quotes, and a document as its scope" }
        } else {
            SyntaxErrorKind::BadArgument { call: "Symbol()", expected: "text in quotes" }
        };
        match arguments(call) {
            [text] => {
                write_text(self.out, text.text().ok_or(bad)?.as_bytes());
                Ok(if is_code { tag::CODE } else { tag::SYMBOL })
            }
            [text, scope] if is_code && scope.tag == tag::DOCUMENT => {
                values::write_code_with_scope(self.out, text.text().ok_or(bad)?, &scope.value);
                Ok(tag::CODE_WITH_SCOPE)
            }
            _ => Err(bad),
        }
    }

    /// A DBRef is a sub-document by convention.
    fn db_ref(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument {
            call: "DBRef()",
            expected: "a collection name, an _id and perhaps a database name",
        };
        let [collection, id, database @ ..] = arguments(call) else { return Err(bad) };
        if collection.text().is_none() || database.len() > 1 || database.iter().any(|name| name.text().is_none()) {
            return Err(bad);
        }
        let start = raw::begin(self.out);
        write_element(self.out, tag::STRING, b"$ref", &collection.value);
        write_element(self.out, id.tag, b"$id", &id.value);
        for name in database {
            write_element(self.out, tag::STRING, b"$db", &name.value);
        }
        raw::end(self.out, start);
        Ok(tag::DOCUMENT)
    }

    #[allow(clippy::unnecessary_wraps, reason = "every constructor ends with it")]
    fn put(&mut self, tag: u8, value: &[u8]) -> Result<u8, SyntaxErrorKind> {
        self.out.extend_from_slice(value);
        Ok(tag)
    }

    #[allow(clippy::unnecessary_wraps, reason = "every constructor ends with it")]
    fn put_binary(&mut self, subtype: u8, bytes: &[u8]) -> Result<u8, SyntaxErrorKind> {
        write_binary(self.out, subtype, bytes);
        Ok(tag::BINARY)
    }
}

fn arguments(call: &Call) -> &[Argument] {
    call.arguments.as_deref().unwrap_or_default()
}

/// The one whole number among the arguments, as a number (its fraction cut, like mongosh) or as text; 0 without any.
fn whole(call: &Call) -> Option<i64> {
    match arguments(call) {
        [] => Some(0),
        [argument] => match argument.text() {
            Some(text) => text.trim().parse().ok(),
            None => argument.integer().or_else(|| argument.number().and_then(truncated)),
        },
        _ => None,
    }
}

fn truncated(number: f64) -> Option<i64> {
    #[allow(clippy::cast_possible_truncation, reason = "within int64, as just checked")]
    (number.abs() < 9.2e18).then_some(number.trunc() as i64)
}

fn date_argument(argument: &Argument) -> Option<i64> {
    match argument.tag {
        tag::STRING => parse_date(argument.text()?.as_bytes(), DateStyle::Shell),
        tag::DATE => argument.value.first_chunk().map(|bytes| i64::from_le_bytes(*bytes)),
        _ => argument.number().and_then(truncated),
    }
}

/// `new Date(year, month from 0, day, hour, minute, second, millisecond)`, taken as UTC; parts may overflow.
fn date_parts(parts: &[Argument]) -> Option<i64> {
    const PART_MAX: i64 = 1_000_000;
    let mut numbers = [0, 0, 1, 0, 0, 0, 0];
    if parts.len() > numbers.len() {
        return None;
    }
    for (slot, part) in numbers.iter_mut().zip(parts) {
        *slot = part.integer().filter(|number| number.abs() < PART_MAX)?;
    }
    let [year, month, day, hour, minute, second, ms] = numbers;
    Some((((days_from_civil(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms)
}

fn unknown(name: &str) -> SyntaxErrorKind {
    SyntaxErrorKind::UnknownName { name: name.to_owned(), suggestion: closest(name, &NAMES) }
}
