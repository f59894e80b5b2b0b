//! Turns of the event loop: work is cut into turns so that messages get in between. A message channel has no four
//! milliseconds of rest between two turns, as nested timers have.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageChannel, MessagePort};

/// Asks for turns, one at a time.
#[derive(Debug)]
pub struct Turns {
    port: Option<MessagePort>,
    is_asked: bool,
    _heard: Closure<dyn FnMut()>,
}

impl Turns {
    /// Calls `turn` in every turn that is asked for.
    pub fn new(turn: impl FnMut() + 'static) -> Self {
        let heard = Closure::<dyn FnMut()>::new(turn);
        let port = MessageChannel::new().ok().map(|channel| {
            channel.port1().set_onmessage(Some(heard.as_ref().unchecked_ref()));
            channel.port2()
        });
        Self { port, is_asked: false, _heard: heard }
    }

    /// Asks for a turn, unless one is on its way.
    pub fn ask(&mut self) {
        let Some(port) = self.port.as_ref().filter(|_| !self.is_asked) else { return };
        // Posting null to a port that this worker owns cannot fail.
        self.is_asked = port.post_message(&wasm_bindgen::JsValue::NULL).is_ok();
    }

    /// The turn that was asked for is here.
    pub fn taken(&mut self) {
        self.is_asked = false;
    }
}
