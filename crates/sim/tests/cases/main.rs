//! Cases from public practice, each as a scenario whose right answer is asserted. [`table`] says which case is which test,
//! and which of them wait for the routing of reads or for `analyzeShardKey`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failed unwrap is a failed test")]

mod balancer;
mod chunks;
mod hashed;
mod keys;
mod operations;
mod order;
mod table;
mod world;
mod writes;
mod zones;
