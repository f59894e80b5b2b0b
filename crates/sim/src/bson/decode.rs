//! From key bytes back to the values they were made from.

use std::cmp::Reverse;

use ::bson::spec::ElementType;

use super::encode::{NUMBER_ABOVE, NUMBER_BELOW, NUMBER_TAG, TYPE_NEGATIVE_ZERO, i64_from_ordered};
use super::key::KeyRef;
use super::number::{OrderedNumber, Rest, Tail};
use super::raw::Writer;

/// Takes one encoded value off the front of `key` and appends it to `document` under `name`.
///
/// None when the bytes are not an encoded value. Exact, with two exceptions that no comparison sees: a double NaN comes
/// back without its payload, and the elements of an array are renamed "0", "1", ...
pub(crate) fn decode_value(key: &mut KeyRef<'_>, name: &str, document: &mut Writer) -> Option<()> {
    let tag = take_byte(&mut key.bytes)?;
    decode_payload(tag, key, name.as_bytes(), document)
}

/// Takes a hash, or the `MinKey` or `MaxKey` of a bound, off the front of `key`.
pub(crate) fn decode_hash(key: &mut KeyRef<'_>, name: &str, document: &mut Writer) -> Option<()> {
    let tag = take_byte(&mut key.bytes)?;
    if tag != NUMBER_TAG {
        return decode_payload(tag, key, name.as_bytes(), document);
    }
    document.element(ElementType::Int64, name.as_bytes());
    document.raw(&i64_from_ordered(take_array(&mut key.bytes)?).to_le_bytes());
    Some(())
}

fn decode_payload(tag: u8, key: &mut KeyRef<'_>, name: &[u8], document: &mut Writer) -> Option<()> {
    // Tags are canonical types plus 2.
    match tag.wrapping_sub(2).cast_signed() {
        -1 => document.element(ElementType::MinKey, name),
        0 => document.element(ElementType::Undefined, name),
        5 => document.element(ElementType::Null, name),
        10 => decode_number(key, name, document)?,
        15 => {
            document.element(ElementType::from(take_byte(&mut key.types)?)?, name);
            document.string(&take_text(key)?);
        }
        20 => {
            document.element(ElementType::EmbeddedDocument, name);
            decode_fields(key, document)?;
        }
        25 => decode_array(key, name, document)?,
        30 => {
            document.element(ElementType::Binary, name);
            let len = take_array(&mut key.bytes)?;
            document.raw(&u32::from_be_bytes(len).to_le_bytes());
            document.raw(&[take_byte(&mut key.bytes)?]);
            decode_binary(u32::from_be_bytes(len), key, document)?;
        }
        35 => {
            document.element(ElementType::ObjectId, name);
            document.raw(&take_array::<12>(&mut key.bytes)?);
        }
        40 => {
            document.element(ElementType::Boolean, name);
            document.raw(&[take_byte(&mut key.bytes)?]);
        }
        45 => {
            document.element(ElementType::DateTime, name);
            document.raw(&i64_from_ordered(take_array(&mut key.bytes)?).to_le_bytes());
        }
        47 => {
            document.element(ElementType::Timestamp, name);
            document.raw(&u64::from_be_bytes(take_array(&mut key.bytes)?).to_le_bytes());
        }
        50 => {
            document.element(ElementType::RegularExpression, name);
            document.cstring(take_cstring(&mut key.bytes)?);
            document.cstring(take_cstring(&mut key.bytes)?);
        }
        55 => {
            document.element(ElementType::DbPointer, name);
            let len = u32::from_be_bytes(take_array(&mut key.bytes)?);
            document.raw(take(&mut key.bytes, len as usize)?);
        }
        60 => {
            document.element(ElementType::JavaScriptCode, name);
            document.string(&take_text(key)?);
        }
        65 => {
            document.element(ElementType::JavaScriptCodeWithScope, name);
            let start = document.open();
            document.string(&take_text(key)?);
            decode_fields(key, document)?;
            document.close(start);
        }
        127 => document.element(ElementType::MaxKey, name),
        _ => return None,
    }
    Some(())
}

/// The old binary subtype repeats the length inside the data; the key leaves the copy out.
fn decode_binary(len: u32, key: &mut KeyRef<'_>, document: &mut Writer) -> Option<()> {
    const OLD_SUBTYPE: u8 = 2;
    let is_old = document.last_byte() == Some(OLD_SUBTYPE);
    let len_data = if is_old { len.checked_sub(4)? } else { len };
    if is_old {
        document.raw(&len_data.to_le_bytes());
    }
    document.raw(take(&mut key.bytes, len_data as usize)?);
    Some(())
}

fn decode_fields(key: &mut KeyRef<'_>, document: &mut Writer) -> Option<()> {
    let start = document.open();
    loop {
        match take_byte(&mut key.bytes)? {
            0 => break,
            tag => {
                let name = take_cstring(&mut key.bytes)?;
                decode_payload(tag, key, name, document)?;
            }
        }
    }
    document.close_document(start);
    Some(())
}

fn decode_array(key: &mut KeyRef<'_>, name: &[u8], document: &mut Writer) -> Option<()> {
    document.element(ElementType::Array, name);
    let start = document.open();
    for idx in 0_u64.. {
        match take_byte(&mut key.bytes)? {
            0 => break,
            tag => decode_payload(tag, key, idx.to_string().as_bytes(), document)?,
        }
    }
    document.close_document(start);
    Some(())
}

fn decode_number(key: &mut KeyRef<'_>, name: &[u8], document: &mut Writer) -> Option<()> {
    let number = take_number(&mut key.bytes)?;
    let type_byte = take_byte(&mut key.types)?;
    if type_byte == TYPE_NEGATIVE_ZERO {
        document.element(ElementType::Double, name);
        document.raw(&(-0.0_f64).to_le_bytes());
        return Some(());
    }
    let element_type = ElementType::from(type_byte)?;
    document.element(element_type, name);
    match element_type {
        ElementType::Int32 => document.raw(&i32::try_from(number.to_i64()).ok()?.to_le_bytes()),
        ElementType::Int64 => document.raw(&number.to_i64().to_le_bytes()),
        ElementType::Double => document.raw(&number.truncated().to_le_bytes()),
        ElementType::Decimal128 => document.raw(&take_array::<16>(&mut key.types)?),
        _ => return None,
    }
    Some(())
}

fn take_number(bytes: &mut &[u8]) -> Option<OrderedNumber> {
    let head = u64::from_be_bytes(take_array(bytes)?);
    let tail = match take_byte(bytes)? {
        NUMBER_ABOVE => Tail::Above(take_rest(bytes, 0)?),
        NUMBER_BELOW => Tail::Below(Reverse(take_rest(bytes, 0xff)?)),
        _ => Tail::Exact,
    };
    Some(OrderedNumber { head, tail })
}

/// Reads the whole units and skips the digits: a decimal comes back from its sixteen bytes in the types.
fn take_rest(bytes: &mut &[u8], mask: u8) -> Option<Rest> {
    let units = u16::from_be_bytes(take_array::<2>(bytes)?.map(|byte| byte ^ mask));
    if take_byte(bytes)? ^ mask != 0 {
        take(bytes, 17)?;
    }
    Some(Rest { units, digits: None })
}

fn take<'a>(bytes: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (head, tail) = bytes.split_at_checked(n)?;
    *bytes = tail;
    Some(head)
}

fn take_array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = bytes.split_first_chunk()?;
    *bytes = tail;
    Some(*head)
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    take_array::<1>(bytes).map(|[byte]| byte)
}

fn take_cstring<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let len = bytes.iter().position(|&byte| byte == 0)?;
    let text = take(bytes, len)?;
    take_byte(bytes)?;
    Some(text)
}

/// Text in which 0x00 0xFF stands for a zero byte.
fn take_text(key: &mut KeyRef<'_>) -> Option<Vec<u8>> {
    let mut text = take_cstring(&mut key.bytes)?.to_vec();
    while key.bytes.first() == Some(&0xff) {
        take_byte(&mut key.bytes)?;
        text.push(0);
        text.extend_from_slice(take_cstring(&mut key.bytes)?);
    }
    Some(text)
}
