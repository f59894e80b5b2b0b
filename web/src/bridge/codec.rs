//! Rust values as structured-clone values: 64-bit integers as `BigInt`, bytes as `Uint8Array`, never a panic.
//!
//! gloo-worker's codec has no way to fail. A message that does not decode therefore becomes a message that says so: in the
//! worker a [`super::wire::ToEngine::Undecodable`], in the page a call of the listener set by [`on_undecodable`].

use gloo_worker::Codec;
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::{Serializer, from_value};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;

type Listener = Rc<dyn Fn(String)>;

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Tells the page about messages from the worker that do not decode.
pub fn on_undecodable(listener: impl Fn(String) + 'static) {
    LISTENER.with(|slot| *slot.borrow_mut() = Some(Rc::new(listener)));
}

/// Codec of the channel.
#[derive(Debug)]
pub struct WireCodec;

impl Codec for WireCodec {
    fn encode<I: Serialize>(input: I) -> JsValue {
        let serializer = Serializer::new().serialize_large_number_types_as_bigints(true);
        // Nothing that crosses the channel can fail to serialize; should it, the other side sees an undecodable message.
        input.serialize(&serializer).unwrap_or_else(|error| JsValue::from_str(&error.to_string()))
    }

    fn decode<O: for<'de> Deserialize<'de>>(input: JsValue) -> O {
        match from_value(input) {
            Ok(message) => message,
            Err(error) => undecodable(&error.to_string()),
        }
    }
}

/// The envelope of gloo-worker around [`super::wire::ToEngine`], as far as it is needed here.
#[derive(Serialize)]
enum Envelope<'a> {
    ProcessInput(u32, Undecodable<'a>),
}

#[derive(Serialize)]
enum Undecodable<'a> {
    Undecodable { reason: &'a str },
}

fn undecodable<O: for<'de> Deserialize<'de>>(reason: &str) -> O {
    let to_worker = Envelope::ProcessInput(0, Undecodable::Undecodable { reason });
    let to_worker = to_worker.serialize(&Serializer::new()).ok().and_then(|value| from_value(value).ok());
    if let Some(message) = to_worker {
        return message;
    }
    if let Some(listener) = LISTENER.with(|slot| slot.borrow().clone()) {
        listener(reason.to_owned());
    }
    // In the page the harmless message is the one that every worker sends first: it is heard once and then ignored.
    match from_value(JsValue::from_str("WorkerLoaded")) {
        Ok(message) => message,
        Err(_) => wasm_bindgen::throw_str(reason),
    }
}
