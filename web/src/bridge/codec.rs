//! Rust values as bytes: the protocol's version, then postcard, in one `Uint8Array`; a `File` travels beside the bytes. One
//! compact form for every message keeps both binaries small, and no number passes through a JavaScript number.
//!
//! gloo-worker's codec has no way to fail. A message that does not decode therefore becomes a message that says so: in the
//! worker a [`ToEngine::Undecodable`], in the page a call of the listener set by [`on_undecodable`].

use super::wire::ToEngine;
use gloo_worker::Codec;
use js_sys::{Array, Uint8Array};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shardscope_session::protocol::PROTOCOL_VERSION;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

type Listener = Rc<dyn Fn(String)>;

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
    /// The file of the message that is being written or read.
    static FILE: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Tells the page about messages from the worker that do not decode.
pub fn on_undecodable(listener: impl Fn(String) + 'static) {
    LISTENER.with(|slot| *slot.borrow_mut() = Some(Rc::new(listener)));
}

/// A browser's `File` in a message: the worker gets a reference, not its bytes.
#[derive(Debug, Clone)]
pub struct FileHandle(pub File);

impl Serialize for FileHandle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FILE.with(|slot| *slot.borrow_mut() = Some(self.0.clone()));
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for FileHandle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <()>::deserialize(deserializer)?;
        let file = FILE.with(|slot| slot.borrow_mut().take());
        file.map(Self).ok_or_else(|| D::Error::custom("the file is missing"))
    }
}

/// Codec of the channel.
#[derive(Debug)]
pub struct WireCodec;

impl Codec for WireCodec {
    fn encode<I: Serialize>(input: I) -> JsValue {
        // Nothing that crosses the channel can fail to serialize; should it, the other side sees an undecodable message.
        let bytes = postcard::to_allocvec(&(PROTOCOL_VERSION, input)).unwrap_or_default();
        let bytes = Uint8Array::from(bytes.as_slice());
        match FILE.with(|slot| slot.borrow_mut().take()) {
            Some(file) => Array::of2(&bytes, &file).into(),
            None => bytes.into(),
        }
    }

    fn decode<O: for<'de> Deserialize<'de>>(input: JsValue) -> O {
        match read(input) {
            Ok(message) => message,
            Err(error) => undecodable(&error.to_string()),
        }
    }
}

/// Why a message does not decode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum DecodeError {
    #[error("it is no message of this channel")]
    NoBytes,
    #[error("it speaks protocol {0}, this side {PROTOCOL_VERSION}: reload the page")]
    Version(u32),
    #[error("{0}")]
    Content(postcard::Error),
}

fn read<O: for<'de> Deserialize<'de>>(input: JsValue) -> Result<O, DecodeError> {
    let bytes = match input.dyn_into::<Array>() {
        Ok(parts) => {
            FILE.with(|slot| *slot.borrow_mut() = parts.get(1).dyn_into().ok());
            parts.get(0)
        }
        Err(bytes) => bytes,
    };
    let bytes = bytes.dyn_into::<Uint8Array>().map_err(|_| DecodeError::NoBytes)?.to_vec();
    let (version, rest) = postcard::take_from_bytes::<u32>(&bytes).map_err(DecodeError::Content)?;
    if version != PROTOCOL_VERSION {
        return Err(DecodeError::Version(version));
    }
    postcard::from_bytes(rest).map_err(DecodeError::Content)
}

/// gloo-worker's envelopes, as far as they are needed here; the order of the variants is part of the format.
#[derive(Serialize)]
enum ToWorker {
    #[allow(dead_code, reason = "holds the first place")]
    Connected(usize),
    ProcessInput(usize, ToEngine),
}

#[derive(Serialize)]
enum FromWorker {
    WorkerLoaded,
}

fn undecodable<O: for<'de> Deserialize<'de>>(reason: &str) -> O {
    let stand_in = if web_sys::window().is_some() {
        if let Some(listener) = LISTENER.with(|slot| slot.borrow().clone()) {
            listener(reason.to_owned());
        }
        // The harmless message is the one that every worker sends first: it is heard once and then ignored.
        WireCodec::encode(FromWorker::WorkerLoaded)
    } else {
        WireCodec::encode(ToWorker::ProcessInput(0, ToEngine::Undecodable { reason: reason.to_owned() }))
    };
    match read(stand_in) {
        Ok(message) => message,
        Err(_) => wasm_bindgen::throw_str(reason),
    }
}
