//! `ObjectId`, `UUID` and binary data.

use super::{Call, arguments};
use crate::documents::ejson::values;
use crate::documents::raw::{tag, write_binary};
use crate::documents::syntax::error::SyntaxErrorKind;
use crate::documents::syntax::value::ValueReader;

impl ValueReader<'_, '_> {
    pub(super) fn object_id(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
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

    pub(super) fn uuid(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
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

    pub(super) fn bin_data(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
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

    pub(super) fn md5(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
        let bad = SyntaxErrorKind::BadArgument { call: "MD5()", expected: "32 hexadecimal digits in quotes" };
        let [text] = arguments(call) else { return Err(bad) };
        let bytes = text.text().and_then(values::hex).filter(|bytes| bytes.len() == 16).ok_or(bad)?;
        self.put_binary(5, &bytes)
    }

    pub(super) fn binary_from_base64(&mut self, call: &Call) -> Result<u8, SyntaxErrorKind> {
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

    #[allow(clippy::unnecessary_wraps, reason = "every constructor ends with it")]
    fn put_binary(&mut self, subtype: u8, bytes: &[u8]) -> Result<u8, SyntaxErrorKind> {
        write_binary(self.out, subtype, bytes);
        Ok(tag::BINARY)
    }
}
