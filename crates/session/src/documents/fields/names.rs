//! BSON types by the names that mongosh and `$type` use.

use crate::documents::raw::tag;

pub(super) fn type_name(tag: u8) -> &'static str {
    match tag {
        tag::DOUBLE => "double",
        tag::STRING => "string",
        tag::DOCUMENT => "object",
        tag::ARRAY => "array",
        tag::BINARY => "binData",
        tag::UNDEFINED => "undefined",
        tag::OBJECT_ID => "objectId",
        tag::BOOLEAN => "bool",
        tag::DATE => "date",
        tag::NULL => "null",
        tag::REGEX => "regex",
        tag::DB_POINTER => "dbPointer",
        tag::CODE => "javascript",
        tag::SYMBOL => "symbol",
        tag::CODE_WITH_SCOPE => "javascriptWithScope",
        tag::INT32 => "int",
        tag::TIMESTAMP => "timestamp",
        tag::INT64 => "long",
        tag::DECIMAL => "decimal",
        tag::MIN_KEY => "minKey",
        _ => "maxKey",
    }
}
