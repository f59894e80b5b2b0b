//! Short ways to write values down, also of types that the `bson` crate cannot make.

use ::bson::oid::ObjectId;
use ::bson::spec::{BinarySubtype, ElementType};
use ::bson::{Binary, DateTime, RawArrayBuf, RawBson, RawDocumentBuf, Timestamp};

use crate::bson::Writer;

pub(crate) fn string(text: &str) -> RawBson {
    RawBson::String(text.to_owned())
}

pub(crate) fn decimal(text: &str) -> RawBson {
    RawBson::Decimal128(text.parse().unwrap())
}

pub(crate) fn date(millis: i64) -> RawBson {
    RawBson::DateTime(DateTime::from_millis(millis))
}

pub(crate) fn timestamp(time: u32, increment: u32) -> RawBson {
    RawBson::Timestamp(Timestamp { time, increment })
}

pub(crate) fn binary(subtype: u8, bytes: &[u8]) -> RawBson {
    RawBson::Binary(Binary { subtype: BinarySubtype::from(subtype), bytes: bytes.to_vec() })
}

pub(crate) fn object_id(hex: &str) -> RawBson {
    RawBson::ObjectId(ObjectId::parse_str(hex).unwrap())
}

pub(crate) fn code(text: &str) -> RawBson {
    RawBson::JavaScriptCode(text.to_owned())
}

pub(crate) fn document<'a>(fields: impl IntoIterator<Item = (&'a str, RawBson)>) -> RawDocumentBuf {
    let mut document = RawDocumentBuf::new();
    for (name, value) in fields {
        document.append(<&::bson::raw::CStr>::try_from(name).unwrap(), value);
    }
    document
}

pub(crate) fn object<'a>(fields: impl IntoIterator<Item = (&'a str, RawBson)>) -> RawBson {
    RawBson::Document(document(fields))
}

pub(crate) fn array(elements: impl IntoIterator<Item = RawBson>) -> RawBson {
    RawBson::Array(RawArrayBuf::from_iter(elements))
}

pub(crate) fn regex(pattern: &str, options: &str) -> RawBson {
    written(ElementType::RegularExpression, |writer| {
        writer.cstring(pattern.as_bytes());
        writer.cstring(options.as_bytes());
    })
}

pub(crate) fn db_pointer(namespace: &str, id: [u8; 12]) -> RawBson {
    written(ElementType::DbPointer, |writer| {
        writer.string(namespace.as_bytes());
        writer.raw(&id);
    })
}

pub(crate) fn code_with_scope(code: &str, scope: &RawDocumentBuf) -> RawBson {
    written(ElementType::JavaScriptCodeWithScope, |writer| {
        let start = writer.open();
        writer.string(code.as_bytes());
        writer.raw(scope.as_bytes());
        writer.close(start);
    })
}

/// A value from the bytes that it has in a document.
fn written(element_type: ElementType, write: impl FnOnce(&mut Writer)) -> RawBson {
    let mut writer = Writer::default();
    let start = writer.open();
    writer.element(element_type, b"v");
    write(&mut writer);
    writer.close_document(start);
    let document = RawDocumentBuf::from_bytes(writer.into_bytes()).unwrap();
    document.get("v").unwrap().unwrap().into()
}
