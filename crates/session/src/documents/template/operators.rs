//! The operators. Defaults are those of mgeneratejs 0.6.0, where it has the operator.

use super::error::Fault;
use super::options::Options;
use shardscope_sim::workload::Node;

/// An operator and how it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operator {
    /// Its name, with the `$`.
    pub name: &'static str,
    /// Other names for the same.
    pub aliases: &'static [&'static str],
    /// The options that it takes.
    pub options: &'static [&'static str],
    /// What it yields, in a few words.
    pub about: &'static str,
}

impl Operator {
    /// All names, the main one first.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

const fn operator(
    name: &'static str,
    aliases: &'static [&'static str],
    options: &'static [&'static str],
    about: &'static str,
) -> Operator {
    Operator { name, aliases, options, about }
}

/// Every operator, in the order of a help page.
pub const OPERATORS: &[Operator] = &[
    operator("$objectid", &["$oid"], &[], "an ObjectId with the time of the insert"),
    operator("$now", &[], &[], "the time of the insert"),
    operator("$inc", &["$sequence"], &["start", "step"], "0, 1, 2, ...: a count of its own for each place"),
    operator("$integer", &["$number", "$numberInt"], &["min", "max"], "an int"),
    operator("$long", &["$numberLong"], &["min", "max"], "a long"),
    operator("$floating", &["$float", "$double"], &["min", "max", "fixed"], "a double with `fixed` decimals"),
    operator("$bool", &[], &["likelihood"], "true in `likelihood` percent, else false"),
    operator("$string", &[], &["length", "pool"], "random characters out of `pool`"),
    operator("$choose", &[], &["from", "weights"], "one of `from`"),
    operator("$pick", &[], &["array", "element"], "the element of `array` at a place from 0"),
    operator("$array", &[], &["of", "number"], "`number` times `of`"),
    operator("$date", &["$datetime"], &["min", "max"], "a date"),
    operator("$zipf", &[], &["n", "exponent", "prefix"], "1 to `n`, the lower the more often"),
    operator("$uuid", &[], &[], "a version 4 UUID"),
    operator("$missing", &[], &[], "nothing: the field is left out"),
    operator("$literal", &[], &[], "what it holds, even if that begins with $"),
];

/// The operator of this name; letter case does not matter.
pub(super) fn find(name: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.names().any(|known| known.eq_ignore_ascii_case(name)))
}

const EXACT: i64 = 1 << 53;
const ANY: (i64, i64) = (i64::MIN, i64::MAX);
const INT32: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

/// Chance's default characters, which mgenerate uses.
const POOL: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*()[]";

pub(super) fn compile(operator: &Operator, options: &Options<'_>) -> Result<Node, Fault> {
    Ok(match operator.name {
        "$objectid" => Node::ObjectId,
        "$now" => Node::Now,
        "$uuid" => Node::Uuid,
        "$inc" => Node::Sequence {
            start: options.integer("start", 0, ANY, "a whole number")?,
            step: options.integer("step", 1, ANY, "a whole number")?,
        },
        "$integer" => integer(options)?,
        "$long" => Node::Int64 {
            min: options.integer("min", -EXACT, ANY, "a whole number")?,
            max: options.integer("max", EXACT, ANY, "a whole number")?,
        },
        "$floating" => floating(options)?,
        "$bool" => Node::Bool { share_true: options.number("likelihood", 50.0)? / 100.0 },
        "$string" => {
            let (len_min, len_max) = options.length("length", (5, 20), 1_000_000)?;
            Node::Text { len_min, len_max, pool: options.text("pool")?.unwrap_or_else(|| POOL.to_owned()) }
        }
        "$choose" => Node::Choose { from: options.nodes("from")?, weights: options.numbers("weights")? },
        "$pick" => pick(options)?,
        "$array" => array(options)?,
        "$date" => Node::Date {
            // 1900-01-01T00:00:00.000Z to 2099-12-31T23:59:59.999Z.
            min_ms: options.date("min", -2_208_988_800_000)?,
            max_ms: options.date("max", 4_102_444_799_999)?,
        },
        "$zipf" => Node::Zipf {
            n: options.integer("n", 1_000, (1, EXACT), "a whole number from 1 to 2^53")?.unsigned_abs(),
            exponent: options.number("exponent", 1.0)?,
            prefix: options.text("prefix")?,
        },
        // `$missing`, and `$literal` without a value.
        _ => Node::Missing,
    })
}

fn integer(options: &Options<'_>) -> Result<Node, Fault> {
    const EXPECTED: &str = "a whole number from -2147483648 to 2147483647; beyond that use `$long`";
    let min = options.integer("min", INT32.0, INT32, EXPECTED)?;
    let max = options.integer("max", INT32.1, INT32, EXPECTED)?;
    let narrow = |number: i64| i32::try_from(number).map_err(|_| options.bad("min", EXPECTED));
    Ok(Node::Int32 { min: narrow(min)?, max: narrow(max)? })
}

fn floating(options: &Options<'_>) -> Result<Node, Fault> {
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

/// Out of range is missing, as in mgeneratejs.
fn pick(options: &Options<'_>) -> Result<Node, Fault> {
    let place = options.integer("element", 0, (0, i64::from(u32::MAX)), "a place from 0")?;
    let mut nodes = options.nodes("array")?;
    let place = usize::try_from(place).unwrap_or(usize::MAX);
    Ok(if place < nodes.len() { nodes.swap_remove(place) } else { Node::Missing })
}

fn array(options: &Options<'_>) -> Result<Node, Fault> {
    let number = options.integer("number", 0, (0, 10_000), "a whole number from 0 to 10000")?;
    let number = usize::try_from(number).unwrap_or(0);
    Ok(Node::Array(vec![options.node("of")?; number]))
}
