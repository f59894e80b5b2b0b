//! `NumberInt`, `NumberLong`, `NumberDecimal`, `Double`.

use super::{Call, arguments, truncated};
use crate::documents::ejson::values;
use crate::documents::raw::tag;
use crate::documents::syntax::error::SyntaxErrorKind;
use crate::documents::syntax::number::Number;
use crate::documents::syntax::value::ValueReader;

impl ValueReader<'_, '_> {
    pub(super) fn int32(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let value = whole(call).and_then(|value| i32::try_from(value).ok());
        let bad = SyntaxErrorKind::BadArgument {
            call: "NumberInt()",
            expected: "a whole number from -2147483648 to 2147483647",
        };
        Ok(Number::Int32(value.ok_or(bad)?).write(self.out))
    }

    pub(super) fn int64(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
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

    pub(super) fn decimal(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument {
            call: "NumberDecimal()",
            expected: "a number in quotes, of at most 34 digits",
        };
        let [argument] = arguments(call) else { return Err(bad) };
        let printed = argument.number().map(|number| number.to_string());
        let decimal = argument.text().or(printed.as_deref()).and_then(values::decimal).ok_or(bad)?;
        self.put(tag::DECIMAL, &decimal)
    }

    pub(super) fn double(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument { call: "Double()", expected: "a number" };
        let [argument] = arguments(call) else { return Err(bad) };
        let value = argument.number().or_else(|| argument.text().and_then(values::double)).ok_or(bad)?;
        Ok(Number::Double(value).write(self.out))
    }
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
