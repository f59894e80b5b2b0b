//! The channel's codec in a browser: every message comes back as it went, and garbage becomes a message that says so.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed unwrap is a failed test")]

use gloo_worker::Codec;
use serde::{Deserialize, Serialize};
use shardscope_session::presets;
use shardscope_session::protocol::{Event, Request};
use shardscope_web::bridge::codec::{FileHandle, WireCodec, on_undecodable};
use shardscope_web::bridge::wire::{FromEngine, ToEngine};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// gloo-worker's envelope, which it keeps to itself.
#[derive(Debug, Serialize, Deserialize)]
enum FromWorker {
    WorkerLoaded,
    ProcessOutput(usize, FromEngine),
}

#[wasm_bindgen_test]
fn every_preset_crosses_the_channel() {
    for preset in presets::all() {
        let request = Request::Run { run: 3, scenario: Box::new(preset.scenario) };
        let ToEngine::Request(back) = WireCodec::decode(WireCodec::encode(ToEngine::Request(request.clone()))) else {
            panic!("another message came back");
        };
        assert_eq!(back, request, "{}", preset.id);
    }
}

#[wasm_bindgen_test]
fn whole_numbers_keep_all_their_bits_and_bytes_stay_bytes() {
    let frame = Event::Frame { run: 1, frame: vec![0, 255, 7] };
    let progress = Event::ImportProgress {
        import: 1,
        bytes: u64::MAX,
        documents: 1 << 53,
        bad: (1 << 53) + 1,
        first_documents: Vec::new(),
        fields: Vec::new(),
    };
    let sent = FromWorker::ProcessOutput(2, FromEngine::Events(vec![frame.clone(), progress.clone()]));
    let FromWorker::ProcessOutput(2, FromEngine::Events(back)) = WireCodec::decode(WireCodec::encode(sent)) else {
        panic!("another message came back");
    };
    assert_eq!(back, [frame, progress]);
}

#[wasm_bindgen_test]
fn a_file_object_crosses_as_it_is() {
    let file = web_sys::File::new_with_str_sequence(&js_sys::Array::of1(&"a,b".into()), "x.csv").unwrap();
    let value = WireCodec::encode(ToEngine::ReadFile { import: 1, columns: Vec::new(), file: FileHandle(file) });
    let ToEngine::ReadFile { file, .. } = WireCodec::decode(value) else { panic!("another message came back") };
    assert_eq!(file.0.name(), "x.csv");
}

#[wasm_bindgen_test]
fn garbage_in_the_page_is_heard_and_harmless() {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let listener = Rc::clone(&heard);
    on_undecodable(move |reason| listener.borrow_mut().push(reason));
    let other_build = js_sys::Uint8Array::from([99_u8, 0].as_slice());
    for garbage in [JsValue::NULL, JsValue::from_str("hello"), js_sys::Array::new().into(), other_build.into()] {
        let message: FromWorker = WireCodec::decode(garbage);
        assert!(matches!(message, FromWorker::WorkerLoaded));
    }
    assert_eq!(heard.borrow().len(), 4);
    assert!(heard.borrow()[3].contains("protocol 99"), "{:?}", heard.borrow());
}
