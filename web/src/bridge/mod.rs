//! The channel between the page and the worker: gloo-worker with a codec of ours.

pub mod client;
pub mod codec;
pub mod turns;
pub mod wire;
pub mod worker;
