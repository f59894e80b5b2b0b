//! The channel's codec in a browser: every message comes back as it went, and garbage becomes a message that says so.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed test")]

use gloo_worker::Codec;
use serde::{Deserialize, Serialize};
use shardscope_session::presets;
use shardscope_session::protocol::{Event, Request};
use shardscope_web::bridge::codec::{WireCodec, on_undecodable};
use shardscope_web::bridge::wire::{FromEngine, ToEngine};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// gloo-worker's envelopes, which it keeps to itself.
#[derive(Debug, Serialize, Deserialize)]
enum ToWorker {
    ProcessInput(u32, ToEngine),
}

#[derive(Debug, Serialize, Deserialize)]
enum FromWorker {
    WorkerLoaded,
    ProcessOutput(u32, FromEngine),
}

#[wasm_bindgen_test]
fn every_preset_crosses_the_channel() {
    for preset in presets::all() {
        let request = Request::Run { run: 3, scenario: Box::new(preset.scenario) };
        let value = WireCodec::encode(ToWorker::ProcessInput(0, ToEngine::Request(request.clone())));
        let ToWorker::ProcessInput(_, ToEngine::Request(back)) = WireCodec::decode(value) else {
            panic!("another message came back");
        };
        assert_eq!(back, request, "{}", preset.id);
    }
}

#[wasm_bindgen_test]
fn whole_numbers_keep_all_their_bits_and_bytes_stay_bytes() {
    let request = Request::Frame { run: 1, at_ms: u64::MAX };
    let ToEngine::Request(back) = WireCodec::decode(WireCodec::encode(ToEngine::Request(request.clone()))) else {
        panic!("another message came back");
    };
    assert_eq!(back, request);
    let value = WireCodec::encode(Event::Frame { run: 1, frame: vec![0, 255, 7] });
    let frame = js_sys::Reflect::get(&value, &"Frame".into()).unwrap();
    let bytes = js_sys::Reflect::get(&frame, &"frame".into()).unwrap();
    assert_eq!(bytes.dyn_into::<js_sys::Uint8Array>().unwrap().to_vec(), [0, 255, 7]);
}

#[wasm_bindgen_test]
fn a_file_object_crosses_as_it_is() {
    let file = web_sys::File::new_with_str_sequence(&js_sys::Array::of1(&"a,b".into()), "x.csv").unwrap();
    let value = WireCodec::encode(ToEngine::ReadFile { import: 1, columns: Vec::new(), file: file.into() });
    let ToEngine::ReadFile { file, .. } = WireCodec::decode(value) else { panic!("another message came back") };
    assert_eq!(file.dyn_into::<web_sys::File>().unwrap().name(), "x.csv");
}

#[wasm_bindgen_test]
fn garbage_in_the_worker_is_a_message_that_says_so() {
    for garbage in [JsValue::NULL, JsValue::from_str("hello"), JsValue::from_f64(4.0), js_sys::Object::new().into()] {
        let ToWorker::ProcessInput(_, message) = WireCodec::decode(garbage);
        assert!(matches!(message, ToEngine::Undecodable { .. }), "{message:?}");
    }
}

#[wasm_bindgen_test]
fn garbage_in_the_page_is_heard_and_harmless() {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let listener = Rc::clone(&heard);
    on_undecodable(move |reason| listener.borrow_mut().push(reason));
    let message: FromWorker = WireCodec::decode(JsValue::from_str("hello"));
    assert!(matches!(message, FromWorker::WorkerLoaded));
    assert_eq!(heard.borrow().len(), 1);
}
