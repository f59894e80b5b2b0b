//! The bytes of single values from their text.

use crate::documents::raw::{tag, write_text};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Standard base64; padding may be missing when it is read.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// An `ObjectId` from 24 hexadecimal digits.
pub(crate) fn object_id(text: &str) -> Option<[u8; 12]> {
    hex(text)?.try_into().ok()
}

/// A UUID from 32 hexadecimal digits, or with dashes after 8, 12, 16 and 20 of them.
pub(crate) fn uuid(text: &str) -> Option<[u8; 16]> {
    let bytes = text.as_bytes();
    let dashed = bytes.len() == 36 && [8, 13, 18, 23].iter().all(|at| bytes.get(*at) == Some(&b'-'));
    if dashed { hex(&text.replace('-', ""))?.try_into().ok() } else { hex(text)?.try_into().ok() }
}

/// Bytes from hexadecimal digits.
pub(crate) fn hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|character| character.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    digits.chunks_exact(2).map(|pair| u8::try_from(pair.iter().fold(0, |byte, digit| byte * 16 + digit)).ok()).collect()
}

/// Bytes from base64 text.
pub(crate) fn base64(text: &str) -> Option<Vec<u8>> {
    BASE64.decode(text).ok()
}

/// Base64 text of bytes.
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// A decimal128 of at most 34 digits.
pub(crate) fn decimal(text: &str) -> Option<[u8; 16]> {
    // A longer text can't be exact; this also bounds the work.
    let well_formed =
        text.len() <= 6_300 && (is_decimal_text(text) || matches!(text, "NaN" | "Infinity" | "-Infinity"));
    well_formed.then(|| text.parse::<bson::Decimal128>().ok())?.map(|decimal| decimal.bytes())
}

/// A sign, digits with a point among them, an exponent: the bson crate also takes less than that.
fn is_decimal_text(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) =
        unsigned.split_once(['e', 'E']).map_or((unsigned, None), |(left, right)| (left, Some(right)));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent_ok = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    digits(whole) && digits(fraction) && whole.len() + fraction.len() > 0 && exponent_ok
}

/// A double from JSON's or JavaScript's spelling.
pub(crate) fn double(text: &str) -> Option<f64> {
    match text {
        "NaN" => Some(f64::NAN),
        "Infinity" | "+Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        _ => {
            let plain =
                text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
            plain.then(|| text.parse().ok())?
        }
    }
}

/// BSON keeps the counter in the low half.
pub(crate) fn timestamp(time: u32, increment: u32) -> [u8; 8] {
    ((u64::from(time) << 32) | u64::from(increment)).to_le_bytes()
}

/// Appends a regular expression; its options are stored in alphabetical order. None if either holds a NUL.
pub(crate) fn write_regex(out: &mut Vec<u8>, pattern: &str, options: &str) -> Option<u8> {
    if pattern.contains('\0') || options.contains('\0') {
        return None;
    }
    let mut options: Vec<char> = options.chars().collect();
    options.sort_unstable();
    let options: String = options.into_iter().collect();
    for text in [pattern, options.as_str()] {
        out.extend_from_slice(text.as_bytes());
        out.push(0);
    }
    Some(tag::REGEX)
}

/// Appends code with its scope, a document's bytes.
pub(crate) fn write_code_with_scope(out: &mut Vec<u8>, code: &str, scope: &[u8]) {
    let len = i32::try_from(4 + 4 + code.len() + 1 + scope.len()).unwrap_or(i32::MAX);
    out.extend_from_slice(&len.to_le_bytes());
    write_text(out, code.as_bytes());
    out.extend_from_slice(scope);
}

#[cfg(test)]
mod tests {
    use super::{base64, decimal, double, hex, object_id, to_base64, uuid};

    #[test]
    fn hexadecimal_forms() {
        assert_eq!(hex("00fFa0"), Some(vec![0, 0xff, 0xa0]));
        assert_eq!(hex("abc"), None);
        assert_eq!(hex("zz"), None);
        assert_eq!(hex("ää"), None);
        assert!(object_id("65A00000000000000000ABCD").is_some());
        assert!(object_id("65a0").is_none());
        assert_eq!(uuid("3740ac2e-941b-402e-bbc9-07cd606c7929"), uuid("3740AC2E941B402EBBC907CD606C7929"));
        for bad in ["3740ac2e-941b-402e-bbc9-07cd606c792", "3740ac2e9-41b-402e-bbc9-07cd606c7929", "zz", ""] {
            assert_eq!(uuid(bad), None, "{bad}");
        }
    }

    #[test]
    fn base64_forms() {
        for (text, bytes) in [("", &b""[..]), ("aGk=", b"hi"), ("aGk", b"hi"), ("aGVsbG8=", b"hello")] {
            assert_eq!(base64(text).as_deref(), Some(bytes), "{text}");
        }
        assert_eq!(base64("!!!"), None);
        assert_eq!(to_base64(b"hi"), "aGk=");
    }

    #[test]
    fn numbers_from_text() {
        assert!(
            decimal("1.10").is_some()
                && decimal("-0").is_some()
                && decimal("1E+3").is_some()
                && decimal("NaN").is_some()
        );
        for bad in ["abc", "", "1.2.3", "--1", "1e", "0x1"] {
            assert_eq!(decimal(bad), None, "{bad}");
        }
        assert_eq!(decimal(&"1".repeat(100_000)), None);
        assert_eq!(double("-1e-7"), Some(-1e-7));
        for bad in ["inf", "nan", "", "1_0", "0x1"] {
            assert_eq!(double(bad), None, "{bad}");
        }
    }
}
