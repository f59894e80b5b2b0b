//! The engine as one plain script. A sandboxed frame and a page opened as a file have an opaque origin: no fetch and no
//! worker by address is allowed there, but a plain script is. web/boot.js loads this one only then.

use crate::error::TaskError;
use std::fmt::Write;

/// Sets `shardscopeParts`: both wasm files as base64, and the worker's script.
pub fn script(app_wasm: &[u8], worker_js: &[u8], worker_wasm: &[u8]) -> Result<String, TaskError> {
    let worker_js =
        std::str::from_utf8(worker_js).map_err(|_| TaskError::Page("the worker's script is not UTF-8".into()))?;
    Ok(format!(
        "globalThis.shardscopeParts = {{\n  app: \"{}\",\n  workerJs: {},\n  workerWasm: \"{}\",\n}};\n",
        base64(app_wasm),
        js_string(worker_js),
        base64(worker_wasm)
    ))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let digit = (bits >> (18 - 6 * place)) as usize & 63;
            text.push(if place <= group.len() { char::from(DIGITS[digit]) } else { '=' });
        }
    }
    text
}

fn js_string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + text.len() / 16);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            // Line ends in JavaScript strings of older engines.
            '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::{base64, js_string};

    #[test]
    fn base64_as_in_rfc_4648() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (text, expected) in cases {
            assert_eq!(base64(text.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0x00]), "//4A");
    }

    #[test]
    fn strings_are_quoted() {
        assert_eq!(js_string("a\"b\\c\n\u{1}é"), "\"a\\\"b\\\\c\\n\\u0001é\"");
    }
}
