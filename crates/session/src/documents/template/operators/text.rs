//! Text, and what is worked out from other values as text.

use super::super::error::Fault;
use super::super::nodes::{call, text, whole};
use super::super::options::Options;
use shardscope_sim::workload::{Func, Node};

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS: &str = "0123456789";
const SYMBOLS: &str = "!@#$%^&*()[]";
const HEX: &str = "0123456789abcdef";

pub(super) fn compile(name: &str, options: &Options<'_>) -> Result<Option<Node>, Fault> {
    let one = |func| Ok(Some(call(func, vec![options.value_node("of")?])));
    Ok(Some(match name {
        "$string" => string(options)?,
        "$character" => Node::Text { len_min: 1, len_max: 1, pool: pool(options)? },
        "$word" => word(options)?,
        "$sentence" => {
            let words = options.number_node("words", call(Func::Whole, vec![whole(12), whole(18)]))?;
            call(Func::Sentence, vec![words])
        }
        "$join" => call(Func::Join, vec![options.list("array")?, options.text_node("sep", "")?]),
        "$concat" if options.has("sep") => {
            call(Func::Join, vec![Node::Array(options.nodes("of")?), options.text_node("sep", "")?])
        }
        "$concat" => call(Func::Concat, options.nodes("of")?),
        "$stringTemplate" => call(Func::Pattern, vec![options.value_node("template")?]),
        "$substr" => {
            let (start, length) =
                (options.number_node("start", whole(0))?, options.number_node("length", whole(1_000))?);
            call(Func::Substr, vec![options.value_node("of")?, start, length])
        }
        "$pad" => {
            let (width, pad) = (options.number_node("width", whole(2))?, options.text_node("pad", "0")?);
            call(Func::Pad, vec![options.value_node("of")?, width, pad])
        }
        "$hash" => hash(options)?,
        "$toString" => return one(Func::ToText),
        "$upper" => return one(Func::Upper),
        "$lower" => return one(Func::Lower),
        "$capitalize" => return one(Func::Capitalize),
        "$reverse" => return one(Func::Reverse),
        "$md5" => return one(Func::Digest),
        "$hashed" => return one(Func::Hash64),
        "$luhn" => return one(Func::Luhn),
        _ => return Ok(None),
    }))
}

/// The characters to draw from; by default those of Chance, which mgenerate uses.
fn pool(options: &Options<'_>) -> Result<String, Fault> {
    for option in ["pool", "alphabet"] {
        if let Some(pool) = options.text(option)? {
            return Ok(pool);
        }
    }
    let (alpha, numeric, symbols) = (options.flag("alpha")?, options.flag("numeric")?, options.flag("symbols")?);
    let is_all = !(alpha || numeric || symbols);
    let letters = match options.text("casing")?.as_deref() {
        Some("upper") => [UPPER, ""],
        Some("lower") => [LOWER, ""],
        None => [LOWER, UPPER],
        Some(_) => return Err(options.bad("casing", "\"upper\" or \"lower\"")),
    };
    let parts = [(alpha, letters.concat()), (numeric, DIGITS.to_owned()), (symbols, SYMBOLS.to_owned())];
    Ok(parts.into_iter().filter(|(wanted, _)| is_all || *wanted).map(|(_, part)| part).collect())
}

fn string(options: &Options<'_>) -> Result<Node, Fault> {
    const LEN_MAX: u32 = 1_000_000;
    let pool = pool(options)?;
    if options.is_fixed(&["length", "min", "max"]) {
        let bound =
            |option, default| options.integer(option, default, (0, LEN_MAX.into()), "a whole number from 0 to 1000000");
        let (min, max) = (bound("min", 5)?, bound("max", 20)?);
        let default = (u32::try_from(min).unwrap_or(5), u32::try_from(max).unwrap_or(20));
        let (len_min, len_max) = options.length("length", default, LEN_MAX)?;
        return Ok(Node::Text { len_min, len_max, pool });
    }
    let range = call(Func::Whole, vec![options.number_node("min", whole(5))?, options.number_node("max", whole(20))?]);
    Ok(call(Func::Text, vec![options.number_node("length", range)?, text(&pool)]))
}

fn word(options: &Options<'_>) -> Result<Node, Fault> {
    let mut word = if options.has("length") {
        // Two letters a syllable at least, so that there is enough to cut from.
        let length = options.number_node("length", whole(5))?;
        call(Func::Substr, vec![call(Func::Word, vec![length.clone()]), whole(0), length])
    } else {
        call(Func::Word, vec![options.number_node("syllables", call(Func::Whole, vec![whole(1), whole(3)]))?])
    };
    if options.flag("capitalize")? {
        word = call(Func::Capitalize, vec![word]);
    }
    Ok(word)
}

/// Random digits as in Chance; the hash of a value if there is one.
fn hash(options: &Options<'_>) -> Result<Node, Fault> {
    if !options.has("of") {
        let pool =
            if options.text("casing")?.as_deref() == Some("upper") { HEX.to_uppercase() } else { HEX.to_owned() };
        let length = options.number_node("length", whole(40))?;
        return Ok(call(Func::Text, vec![length, text(&pool)]));
    }
    let of = options.value_node("of")?;
    let is_md5 = match options.text("algorithm")?.as_deref() {
        Some("md5") => true,
        None | Some("mongodb") => false,
        Some(_) => return Err(options.bad("algorithm", "\"mongodb\" (as a hashed index) or \"md5\"")),
    };
    if is_md5 {
        return Ok(call(Func::Digest, vec![of]));
    }
    let hash = call(Func::Hash64, vec![of]);
    Ok(if options.has("buckets") {
        call(Func::Mod, vec![hash, options.number_node("buckets", whole(16))?])
    } else {
        hash
    })
}
