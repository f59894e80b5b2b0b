//! Tests of the order, the hash and the encoding. All of them also run in a browser as wasm.

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod encoding;
mod hash_values;
mod number_oracle;
mod order_table;
mod properties;
mod random;
mod text;
pub(crate) mod values;
