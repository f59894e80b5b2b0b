//! Names: `true`, `null`, `MinKey`, and the constructors of mongosh 2.12 such as `ObjectId("...")`.
//!
//! Where mongosh takes nonsense silently (`NumberInt("abc")` is 0, `BinData(0, "!!!")` is empty, integers wrap), an error
//! is given here: a playground's reader wants to know.

mod bytes;
mod numbers;
mod times;

use super::arguments::Argument;
use super::cursor::Cursor;
use super::error::{SyntaxError, SyntaxErrorKind};
use super::number::Number;
use super::value::ValueReader;
use crate::documents::ejson::values;
use crate::documents::raw::{self, tag, write_element, write_text};
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
            "MinKey" => Self::bare(call, tag::MIN_KEY, "MinKey()"),
            "MaxKey" => Self::bare(call, tag::MAX_KEY, "MaxKey()"),
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

    fn bare(call: &Call, tag: u8, name: &'static str) -> Result<u8, SyntaxErrorKind> {
        match call.arguments.as_deref() {
            None | Some([]) => Ok(tag),
            Some(_) => Err(SyntaxErrorKind::BadArgument { call: name, expected: "no argument" }),
        }
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

    /// A `DBRef` is a sub-document by convention.
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
}

fn arguments(call: &Call) -> &[Argument] {
    call.arguments.as_deref().unwrap_or_default()
}

fn truncated(number: f64) -> Option<i64> {
    #[allow(clippy::cast_possible_truncation, reason = "within int64, as just checked")]
    (number.abs() < 9.2e18).then_some(number.trunc() as i64)
}

fn unknown(name: &str) -> SyntaxErrorKind {
    SyntaxErrorKind::UnknownName { name: name.to_owned(), suggestion: closest(name, &NAMES) }
}
