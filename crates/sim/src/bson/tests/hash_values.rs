//! Published hashes, and the rules behind them.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use ::bson::RawBson;
use md5::Digest;

use super::values::*;
use crate::bson::{hash64, hash64_seeded};

fn hash(value: &RawBson) -> i64 {
    hash64(value.as_raw_bson_ref())
}

/// From the server's own tests of the hasher and of hashed split points.
#[test]
fn published_values_come_out() {
    let table = [
        (RawBson::Int32(0), 4_854_801_880_128_277_513),
        (RawBson::Double(0.456), 4_854_801_880_128_277_513),
        (RawBson::Double(f64::NAN), 4_854_801_880_128_277_513),
        (RawBson::Int64(1), 5_902_408_780_260_971_510),
        (RawBson::Double(1.987), 5_902_408_780_260_971_510),
        (RawBson::Double(-1.789), 1_140_205_862_565_771_219),
        (RawBson::Double(42.123), -944_302_157_085_130_861),
        (RawBson::Int32(i32::MAX), 1_143_184_177_162_245_883),
        (RawBson::Int64(i64::MAX), 921_523_596_458_303_250),
        (RawBson::Double(f64::MAX), 921_523_596_458_303_250),
        (RawBson::Int64(i64::MIN), 4_532_067_210_535_695_462),
        (RawBson::Double(f64::MIN), 4_532_067_210_535_695_462),
        (string(""), 2_049_396_243_249_673_340),
        (string("abc"), 8_478_485_326_885_698_097),
        (RawBson::Boolean(true), 6_405_873_908_747_105_701),
        (RawBson::Boolean(false), 6_289_544_573_401_934_092),
        (date(0), -1_178_696_894_582_842_035),
        (object_id("000000000000000000000000"), -4_293_118_519_463_489_418),
        (RawBson::MinKey, 7_961_148_599_568_647_290),
        (RawBson::MaxKey, 5_504_842_513_779_440_750),
        (RawBson::Null, 2_338_878_944_348_059_895),
        (RawBson::Undefined, 40_158_834_000_849_533),
        (object([]), 7_980_500_913_326_740_417),
        (array([]), 8_849_948_234_993_459_283),
        (RawBson::Int32(5), 4_470_791_281_878_691_347),
        (RawBson::Int32(10), 7_766_103_514_953_448_109),
        (RawBson::Int32(20), -9_117_533_237_618_642_180),
        (RawBson::Int32(30), -1_196_399_207_910_989_725),
        (string("User100"), 8_593_700_602_177_999_620),
        (string("User150"), -7_279_619_628_963_499_949),
    ];
    for (value, expected) in &table {
        assert_eq!(hash(value), *expected, "{value:?}");
    }
    let text = string("hashthis");
    assert_eq!(hash64_seeded(text.as_raw_bson_ref(), 1), 6_271_151_123_721_111_923);
}

#[test]
fn decimals_round_where_doubles_are_cut() {
    for (text, integer) in [
        ("2.4", 2),
        ("2.5", 2),
        ("3.5", 4),
        ("2.9", 3),
        ("-0.7", -1),
        ("-0.5", 0),
        ("0.5000000000000000000000000000000001", 1),
        ("1E-6000", 0),
        ("1E+3", 1000),
        ("NaN", 0),
        ("9223372036854775807.5", i64::MAX),
        ("9223372036854775808", i64::MAX),
        ("Infinity", i64::MAX),
        ("-9223372036854775808.5", i64::MIN),
        ("-9223372036854775809", i64::MIN),
        ("-Infinity", i64::MIN),
    ] {
        assert_eq!(hash(&decimal(text)), hash(&RawBson::Int64(integer)), "{text}");
    }
    let two_pow_63 = RawBson::Double(9_223_372_036_854_775_808.0);
    assert_eq!(hash(&two_pow_63), hash(&RawBson::Int64(i64::MIN)), "the double 2^63 hashes as the lowest int64");
}

#[test]
fn text_hashes_by_type_and_bytes() {
    assert_eq!(hash(&string("abc")), hash(&RawBson::Symbol("abc".to_owned())));
    assert_ne!(hash(&string("abc")), hash(&code("abc")));
    assert_ne!(hash(&binary(3, &[7; 16])), hash(&binary(4, &[7; 16])), "the subtype is hashed");
    assert_eq!(hash(&object([("a", RawBson::Int32(1))])), hash(&object([("a", RawBson::Double(1.9))])));
}

/// Every length around the edges of a block, against the MD5 of the `md-5` crate's own streaming interface.
#[test]
fn any_length_is_padded_rightly() {
    for n in 0..300_u32 {
        let text: String = ('a'..='z').cycle().take(n as usize).collect();
        let mut message = vec![0, 0, 0, 0, 15, 0, 0, 0];
        message.extend_from_slice(&(n + 1).to_le_bytes());
        message.extend_from_slice(text.as_bytes());
        message.push(0);
        let digest = md5::Md5::digest(&message);
        assert_eq!(hash(&string(&text)).to_le_bytes(), digest[..8], "{n} characters");
    }
}

/// Messages put together by hand, for the values that have a short way and some that have not.
#[test]
fn seeds_and_fixed_size_values_go_in_as_they_should() {
    let message = |seed: i32, canonical: i32, payload: &[u8]| {
        let mut message = [seed.to_le_bytes(), canonical.to_le_bytes()].concat();
        message.extend_from_slice(payload);
        i64::from_le_bytes(md5::Md5::digest(&message)[..8].try_into().unwrap())
    };
    for seed in [0, 1, -1, 40513] {
        let hash = |value: &RawBson| hash64_seeded(value.as_raw_bson_ref(), seed);
        assert_eq!(hash(&RawBson::Int32(-7)), message(seed, 10, &(-7_i64).to_le_bytes()));
        assert_eq!(hash(&RawBson::Double(-7.9)), message(seed, 10, &(-7_i64).to_le_bytes()));
        assert_eq!(hash(&date(-7)), message(seed, 45, &(-7_i64).to_le_bytes()));
        assert_eq!(hash(&timestamp(2, 1)), message(seed, 47, &[1, 0, 0, 0, 2, 0, 0, 0]));
        assert_eq!(
            hash(&object_id("0102030405060708090a0b0c")),
            message(seed, 35, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
        );
        assert_eq!(hash(&RawBson::MinKey), message(seed, -1, &[]));
    }
}
