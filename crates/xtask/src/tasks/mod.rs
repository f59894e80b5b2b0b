//! One module per task.

pub mod browser;
pub mod check;
pub mod conformance;
pub mod dist;
pub mod fidelity;
pub mod serve;
pub mod soak;
pub mod test;
