//! A deterministic simulation of a MongoDB sharded cluster: values in BSON order, shard keys, chunks, zones, the balancer
//! and the cluster over simulated time.
//!
//! The crate knows no browser, no wall clock and no randomness of its own: the same commands and documents give the same
//! [`cluster::Cluster::digest`] on every machine, natively and in wasm. Decisions are taken by pure functions
//! ([`balancer`], [`initial_split`], [`split`]) over data that [`catalog`] holds; [`cluster`] carries them out in time.

pub mod analysis;
pub mod balancer;
pub mod bson;
pub mod catalog;
pub mod cluster;
pub mod error;
pub mod initial_split;
pub mod metadata;
pub mod split;
pub mod version;
pub mod workload;
