//! The encoding where its exact form matters to others.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use ::bson::RawBson;

use super::values::*;
use crate::bson::{KeyBuf, KeyRef, KeyValue, encode_hash, encode_value};

fn encode(value: &RawBson) -> KeyBuf {
    let mut key = KeyBuf::default();
    encode_value(value.as_raw_bson_ref(), &mut key);
    key
}

#[test]
fn hashes_take_nine_bytes_in_order() {
    let mut keys: Vec<_> = [i64::MIN, -1, 0, 1, i64::MAX]
        .map(|hash| {
            let mut key = KeyBuf::default();
            encode_hash(hash, &mut key);
            assert_eq!((key.bytes.len(), key.types.len()), (9, 0));
            key.to_value()
        })
        .to_vec();
    keys.insert(0, encode(&RawBson::MinKey).to_value());
    keys.push(encode(&RawBson::MaxKey).to_value());
    assert!(keys.is_sorted_by(|a, b| a < b), "{keys:x?}");
}

#[test]
fn integers_that_no_double_holds_stay_short() {
    assert_eq!(encode(&RawBson::Int64(42)).bytes.len(), 10);
    assert_eq!(encode(&RawBson::Int64(1_541_815_603_606_036_481)).bytes.len(), 13);
    assert_eq!(encode(&object_id("65a000000000000000000001")).bytes.len(), 13);
}

#[test]
fn equality_looks_at_the_bytes_alone() {
    let (int, double) = (encode(&RawBson::Int32(1)).to_value(), encode(&RawBson::Double(1.0)).to_value());
    assert_eq!(int, double);
    assert_ne!(int.types(), double.types());
    assert_eq!(int.as_ref(), double.as_ref());
    assert_ne!(int, encode(&RawBson::Int32(2)).to_value());
}

#[test]
fn prefixes_of_short_keys_are_padded_with_zeros() {
    let key = KeyValue::new(&[1, 2, 3], &[]);
    assert_eq!(key.as_ref().prefix(), 0x0102_0300_0000_0000);
    assert_eq!(KeyRef { bytes: &[], types: &[] }.prefix(), 0);
    assert_eq!(KeyRef { bytes: &[1, 2, 3, 4, 5, 6, 7, 8, 9], types: &[] }.prefix(), 0x0102_0304_0506_0708);
}
