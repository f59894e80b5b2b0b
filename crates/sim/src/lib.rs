//! The cluster simulation.
