//! Shorthands for the parts of a plan.

use crate::documents::raw::{tag, write_text};
use shardscope_sim::workload::{Func, Node};

pub(super) fn call(func: Func, args: Vec<Node>) -> Node {
    Node::Call { func, args }
}

pub(super) fn text(text: &str) -> Node {
    let mut bytes = Vec::new();
    write_text(&mut bytes, text.as_bytes());
    Node::Constant { tag: tag::STRING, bytes }
}

pub(super) fn whole(number: i64) -> Node {
    Node::Constant { tag: tag::INT64, bytes: number.to_le_bytes().to_vec() }
}

pub(super) fn double(number: f64) -> Node {
    Node::Constant { tag: tag::DOUBLE, bytes: number.to_le_bytes().to_vec() }
}

pub(super) fn date(ms: i64) -> Node {
    Node::Constant { tag: tag::DATE, bytes: ms.to_le_bytes().to_vec() }
}

/// A value that is the same in every document.
pub(super) fn constant(tag: u8, bytes: &[u8]) -> Node {
    Node::Constant { tag, bytes: bytes.to_vec() }
}
