//! Arrays, documents, choices and repetitions.

use super::super::error::Fault;
use super::super::nodes::{call, double, whole};
use super::super::options::Options;
use shardscope_sim::workload::{Func, Node};

pub(super) fn compile(name: &str, options: &Options<'_>) -> Result<Option<Node>, Fault> {
    Ok(Some(match name {
        "$choose" => Node::Choose { from: options.nodes("from")?, weights: options.numbers("weights")? },
        "$pick" => pick(options)?,
        "$pickset" => {
            let quantity = options.number_node("quantity", whole(1))?;
            call(Func::PickSet, vec![options.list("array")?, quantity])
        }
        "$shuffle" => call(Func::PickSet, vec![options.list("array")?, whole(-1)]),
        "$array" => array(options)?,
        "$object" => {
            let value = options.node("value")?;
            call(Func::Object, vec![number_of(options, "number")?, options.node("key")?, value])
        }
        "$optional" => {
            let share = options.number_node("probability", double(0.5))?;
            let otherwise = if options.has("else") { options.node("else")? } else { Node::Missing };
            call(Func::Optional, vec![share, options.node("of")?, otherwise])
        }
        "$cycle" if options.has("fromGenerator") => {
            call(Func::Recycle, vec![options.number_node("ofLength", whole(1_000))?, options.node("fromGenerator")?])
        }
        "$cycle" => call(Func::Cycle, options.nodes("from")?),
        "$repeat" => call(Func::Repeat, vec![options.number_node("times", whole(2))?, options.node("of")?]),
        "$size" => call(Func::Size, vec![options.node("of")?]),
        _ => return Ok(None),
    }))
}

/// Out of range is missing, as in mgeneratejs.
fn pick(options: &Options<'_>) -> Result<Node, Fault> {
    let array = options.list("array")?;
    let Node::Array(mut nodes) = array else {
        return Ok(call(Func::Pick, vec![array, options.number_node("element", whole(0))?]));
    };
    if nodes.is_empty() {
        return Err(options.bad("array", "a list in brackets with at least one entry"));
    }
    if !options.is_fixed(&["element"]) {
        return Ok(call(Func::Pick, vec![Node::Array(nodes), options.number_node("element", whole(0))?]));
    }
    let place = options.integer("element", 0, (0, i64::from(u32::MAX)), "a place from 0")?;
    let place = usize::try_from(place).unwrap_or(usize::MAX);
    Ok(if place < nodes.len() { nodes.swap_remove(place) } else { Node::Missing })
}

/// How many: a number, an operator, or from `min` to `max`.
pub(super) fn number_of(options: &Options<'_>, option: &'static str) -> Result<Node, Fault> {
    const MOST: i64 = 10_000;
    if !options.has(option) && (options.has("min") || options.has("max")) {
        let (min, max) = (options.number_node("min", whole(0))?, options.number_node("max", whole(MOST))?);
        return Ok(call(Func::Whole, vec![min, max]));
    }
    if options.is_fixed(&[option]) {
        return options.integer(option, 0, (0, MOST), "a whole number from 0 to 10000").map(whole);
    }
    options.number_node(option, whole(0))
}

/// A count in it goes on from element to element, as in mgeneratejs.
fn array(options: &Options<'_>) -> Result<Node, Fault> {
    Ok(call(Func::Array, vec![number_of(options, "number")?, options.node("of")?]))
}
