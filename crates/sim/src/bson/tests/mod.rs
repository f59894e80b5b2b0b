//! Tests of the order, the hash and the encoding.
