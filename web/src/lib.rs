//! The page: everything that touches the browser.

pub mod plot;
