//! Numbers: ranges, distributions, arithmetic.

use super::super::error::Fault;
use super::super::nodes::{call, double, text, whole};
use super::super::options::Options;
use shardscope_sim::workload::{Func, Node};

const EXACT: i64 = 1 << 53;
const ANY: (i64, i64) = (i64::MIN, i64::MAX);
const INT32: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

pub(super) fn compile(name: &str, options: &Options<'_>) -> Result<Option<Node>, Fault> {
    Ok(Some(match name {
        "$integer" | "$floating" if options.has("distribution") => by_distribution(name, options)?,
        "$inc" => sequence(options)?,
        "$integer" => integer(options)?,
        "$long" => long(options)?,
        "$natural" => call(Func::Whole, range(options, (0, EXACT))?),
        "$floating" => floating(options)?,
        "$decimal" => {
            let mut args = range(options, (0, 1000))?;
            args.push(options.number_node("fixed", whole(2))?);
            call(Func::Decimal128, args)
        }
        "$prime" => call(Func::Prime, range(options, (0, 10_000))?),
        "$bool" => boolean(options)?,
        "$zipf" | "$growing" | "$latest" | "$hotspot" => skewed(name, options)?,
        "$normal" | "$lognormal" | "$exponential" | "$poisson" | "$pareto" => distribution(name, options)?,
        _ => return arithmetic(name, options),
    }))
}

fn arithmetic(name: &str, options: &Options<'_>) -> Result<Option<Node>, Fault> {
    let func = match name {
        "$sum" => Func::Sum,
        "$product" => Func::Product,
        "$least" => Func::Least,
        "$greatest" => Func::Greatest,
        "$subtract" => Func::Subtract,
        "$divide" => Func::Divide,
        "$mod" => Func::Mod,
        "$bucket" => Func::Floor,
        "$abs" => Func::Abs,
        "$round" => Func::Round,
        "$toInt" => Func::ToInt32,
        "$toLong" => Func::ToInt64,
        "$toDouble" => Func::ToDouble,
        "$toDate" => Func::ToDate,
        "$salt" => {
            let buckets = options.number_node("buckets", whole(16))?;
            let hash = call(Func::Hash64, vec![options.node("of")?]);
            return Ok(Some(call(Func::Mod, vec![hash, buckets])));
        }
        _ => return Ok(None),
    };
    let args = match func {
        Func::Sum | Func::Product | Func::Least | Func::Greatest => options.nodes("of")?,
        Func::Subtract | Func::Divide | Func::Mod => vec![options.value_node("of")?, options.value_node("by")?],
        Func::Floor => vec![options.value_node("of")?, options.value_node("size")?],
        Func::Round => vec![options.value_node("of")?, options.number_node("fixed", whole(0))?],
        _ => vec![options.value_node("of")?],
    };
    Ok(Some(typed(call(func, args), options)?))
}

fn sequence(options: &Options<'_>) -> Result<Node, Fault> {
    if options.is_fixed(&["start", "step"]) {
        return Ok(Node::Sequence {
            start: options.integer("start", 0, ANY, "a whole number")?,
            step: options.integer("step", 1, ANY, "a whole number")?,
        });
    }
    let start = options.number_node("start", whole(0))?;
    Ok(call(Func::Sequence, vec![start, options.number_node("step", whole(1))?]))
}

/// `min` and `max`, each a number or an operator.
fn range(options: &Options<'_>, (min, max): (i64, i64)) -> Result<Vec<Node>, Fault> {
    let args = vec![options.number_node("min", whole(min))?, options.number_node("max", whole(max))?];
    if options.is_fixed(&["min", "max"]) && options.number("min", min as f64)? > options.number("max", max as f64)? {
        return Err(options.empty_range());
    }
    Ok(args)
}

fn integer(options: &Options<'_>) -> Result<Node, Fault> {
    const EXPECTED: &str = "a whole number from -2147483648 to 2147483647; beyond that use `$long`";
    if !options.is_fixed(&["min", "max"]) {
        return Ok(call(Func::Int32, range(options, INT32)?));
    }
    let min = options.integer("min", INT32.0, INT32, EXPECTED)?;
    let max = options.integer("max", INT32.1, INT32, EXPECTED)?;
    let narrow = |number: i64| i32::try_from(number).map_err(|_| options.bad("min", EXPECTED));
    Ok(Node::Int32 { min: narrow(min)?, max: narrow(max)? })
}

fn long(options: &Options<'_>) -> Result<Node, Fault> {
    if !options.is_fixed(&["min", "max"]) {
        return Ok(call(Func::Int64, range(options, (-EXACT, EXACT))?));
    }
    Ok(Node::Int64 {
        min: options.integer("min", -EXACT, ANY, "a whole number")?,
        max: options.integer("max", EXACT, ANY, "a whole number")?,
    })
}

fn floating(options: &Options<'_>) -> Result<Node, Fault> {
    if !options.is_fixed(&["min", "max", "fixed"]) {
        let limit = EXACT / 10_000;
        let mut args = range(options, (-limit, limit))?;
        args.push(options.number_node("fixed", whole(4))?);
        return Ok(call(Func::Decimals, args));
    }
    let fixed = options.integer("fixed", 4, (0, 15), "the number of decimals, from 0 to 15")?;
    let decimals = u32::try_from(fixed).unwrap_or(4);
    let scale = 10_u64.pow(decimals) as f64;
    let scaled = |option: &'static str, default: i64| {
        let number = options.number(option, default as f64 / scale)? * scale;
        if number.abs() > EXACT as f64 {
            return Err(options.bad(option, "a number of at most 15 digits, its decimals counted"));
        }
        #[allow(clippy::cast_possible_truncation, reason = "at most 2^53, as just checked")]
        Ok(number.round() as i64)
    };
    Ok(Node::Decimals { min: scaled("min", -EXACT)?, max: scaled("max", EXACT)?, decimals })
}

fn boolean(options: &Options<'_>) -> Result<Node, Fault> {
    if options.is_fixed(&["likelihood"]) {
        return Ok(Node::Bool { share_true: options.number("likelihood", 50.0)? / 100.0 });
    }
    let percent = options.number_node("likelihood", whole(50))?;
    let share = call(Func::Divide, vec![percent, whole(100)]);
    let flag = |value: u8| Node::Constant { tag: crate::documents::raw::tag::BOOLEAN, bytes: vec![value] };
    Ok(call(Func::Optional, vec![share, flag(1), flag(0)]))
}

/// Numbers of which some come much more often than others.
fn skewed(name: &str, options: &Options<'_>) -> Result<Node, Fault> {
    let prefix = options.text("prefix")?;
    let exponent = || options.number_node("exponent", double(0.99));
    let number = match name {
        "$zipf" => {
            let n = options.integer("n", 1_000, (1, EXACT), "a whole number from 1 to 2^53")?.unsigned_abs();
            return Ok(Node::Zipf { n, exponent: options.number("exponent", 1.0)?, prefix });
        }
        "$growing" => {
            let (start, every) =
                (options.number_node("start", whole(10))?, options.number_node("every", whole(1_000))?);
            call(Func::Growing, vec![start, every, exponent()?])
        }
        "$latest" => call(Func::Latest, vec![exponent()?]),
        _ => {
            let mut args = range(options, (0, 999))?;
            args.push(options.number_node("hotSet", double(0.2))?);
            args.push(options.number_node("hotShare", double(0.8))?);
            call(Func::Hotspot, args)
        }
    };
    Ok(match prefix {
        Some(prefix) => call(Func::Concat, vec![text(&prefix), number]),
        None => number,
    })
}

fn distribution(name: &str, options: &Options<'_>) -> Result<Node, Fault> {
    let spread = || options.number_node("dev", whole(1));
    let drawn = match name {
        "$normal" => call(Func::Normal, vec![options.number_node("mean", whole(0))?, spread()?]),
        "$lognormal" => call(Func::Lognormal, vec![options.number_node("mean", whole(0))?, spread()?]),
        "$exponential" => call(Func::Exponential, vec![options.number_node("mean", whole(1))?]),
        "$poisson" => call(Func::Poisson, vec![options.number_node("mean", whole(1))?]),
        _ => {
            let least = options.number_node("min", whole(1))?;
            call(Func::Pareto, vec![least, options.number_node("shape", double(1.16))?])
        }
    };
    shaped(drawn, name != "$pareto", options)
}

/// Draws within `min` and `max`, with `fixed` decimals, as `type`.
fn shaped(mut node: Node, has_min: bool, options: &Options<'_>) -> Result<Node, Fault> {
    if has_min && options.has("min") {
        node = call(Func::Greatest, vec![node, options.number_node("min", whole(0))?]);
    }
    if options.has("max") {
        node = call(Func::Least, vec![node, options.number_node("max", whole(0))?]);
    }
    if options.has("fixed") {
        node = call(Func::Round, vec![node, options.number_node("fixed", whole(0))?]);
    }
    typed(node, options)
}

fn typed(node: Node, options: &Options<'_>) -> Result<Node, Fault> {
    let func = match options.text("type")?.as_deref() {
        None => return Ok(node),
        Some("int") => Func::ToInt32,
        Some("long") => Func::ToInt64,
        Some("double") => Func::ToDouble,
        Some(_) => return Err(options.bad("type", "\"int\", \"long\" or \"double\"")),
    };
    Ok(call(func, vec![node]))
}

/// genny's form: the distribution as an option.
fn by_distribution(name: &str, options: &Options<'_>) -> Result<Node, Fault> {
    const EXPECTED: &str =
        "\"uniform\", \"zipfian\", \"normal\", \"lognormal\", \"exponential\", \"poisson\" or \"pareto\"";
    let node = match options.text("distribution")?.as_deref() {
        Some("uniform") if name == "$integer" => return integer(options),
        Some("uniform") => return floating(options),
        Some("zipfian" | "zipf") => skewed("$zipf", options)?,
        Some("normal") => distribution("$normal", options)?,
        Some("lognormal") => distribution("$lognormal", options)?,
        Some("exponential") => distribution("$exponential", options)?,
        Some("poisson") => distribution("$poisson", options)?,
        Some("pareto") => {
            let shape = options.number_node("exponent", double(1.16))?;
            call(Func::Pareto, vec![options.number_node("min", whole(1))?, shape])
        }
        _ => return Err(options.bad("distribution", EXPECTED)),
    };
    Ok(if name == "$integer" { call(Func::ToInt32, vec![node]) } else { call(Func::ToDouble, vec![node]) })
}
