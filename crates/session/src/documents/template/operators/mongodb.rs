//! MongoDB's own types.

use super::super::error::Fault;
use super::super::nodes::{call, constant, text, whole};
use super::super::options::Options;
use crate::documents::raw::tag;
use shardscope_sim::workload::{Func, Node};

/// Largest second and counter that mgeneratejs draws for a timestamp: 2^31 - 1.
const TIMESTAMP_MAX: i64 = i32::MAX as i64;

pub(super) fn compile(name: &str, options: &Options<'_>) -> Result<Option<Node>, Fault> {
    Ok(Some(match name {
        "$objectid" if options.has("time") || options.has("machines") => {
            let time = if options.has("time") { options.date_value("time")? } else { Node::Missing };
            call(Func::ObjectId, vec![time, options.number_node("machines", whole(1))?])
        }
        "$objectid" => Node::ObjectId,
        "$uuid" => Node::Uuid,
        "$binary" => binary(options)?,
        "$timestamp" => {
            let random = || call(Func::Whole, vec![whole(0), whole(TIMESTAMP_MAX)]);
            call(Func::Timestamp, vec![options.number_node("t", random())?, options.number_node("i", random())?])
        }
        "$regex" => regex(options)?,
        "$minkey" => constant(tag::MIN_KEY, &[]),
        "$maxkey" => constant(tag::MAX_KEY, &[]),
        _ => return Ok(None),
    }))
}

fn binary(options: &Options<'_>) -> Result<Node, Fault> {
    let length = options.number_node("length", whole(10))?;
    if options.text("as")?.is_some_and(|form| form == "hex") {
        let digits = call(Func::Product, vec![length, whole(2)]);
        return Ok(call(Func::Text, vec![digits, text("0123456789abcdef")]));
    }
    // The subtype may be written as text of hexadecimal digits, as in Extended JSON version 1.
    let subtype = match options.text("subtype") {
        Ok(None) => 0,
        Ok(Some(digits)) => {
            i64::from_str_radix(&digits, 16).map_err(|_| options.bad("subtype", "a number from 0 to 255"))?
        }
        Err(_) => options.integer("subtype", 0, (0, 255), "a number from 0 to 255")?,
    };
    Ok(call(Func::Binary, vec![length, whole(subtype)]))
}

/// BSON keeps the flags in alphabetical order.
fn regex(options: &Options<'_>) -> Result<Node, Fault> {
    let pattern = options.text("string")?.unwrap_or_else(|| ".*".to_owned());
    let mut flags: Vec<char> = options.text("flags")?.unwrap_or_default().chars().collect();
    flags.sort_unstable();
    flags.dedup();
    if pattern.contains('\0') {
        return Err(options.bad("string", "a regular expression without a NUL"));
    }
    if flags.iter().any(|flag| !"gimlsuxy".contains(*flag)) {
        return Err(options.bad("flags", "letters out of gimlsuxy"));
    }
    // `g`, `u` and `y` are JavaScript's own: BSON has no such flag.
    let flags: String = flags.into_iter().filter(|flag| !"guy".contains(*flag)).collect();
    Ok(constant(tag::REGEX, format!("{pattern}\0{flags}\0").as_bytes()))
}
