//! Dates.

use super::super::error::Fault;
use super::super::nodes::{call, double, text, whole};
use super::super::options::Options;
use shardscope_sim::workload::{EPOCH_MS, Func, Node};

const UNITS: &str =
    "\"year\", \"quarter\", \"month\", \"week\", \"day\", \"hour\", \"minute\", \"second\" or \"millisecond\"";
const DAY_MS: i64 = 86_400_000;

pub(super) fn compile(name: &str, options: &Options<'_>) -> Result<Option<Node>, Fault> {
    Ok(Some(match name {
        "$now" => Node::Now,
        "$date" => random(options)?,
        "$clock" => {
            let step = options.number_node("step", whole(1_000))?;
            call(Func::Clock, season(vec![options.date_node("start", EPOCH_MS)?, step], options, 1.0, 1.0)?)
        }
        "$seasonal" => {
            // The four weeks before the clock starts.
            let bounds = vec![options.date_node("min", EPOCH_MS - 28 * DAY_MS)?, options.date_node("max", EPOCH_MS)?];
            call(Func::Seasonal, season(bounds, options, 4.0, 0.5)?)
        }
        "$floorDate" => call(Func::FloorDate, vec![options.date_value("base")?, unit(options)?]),
        "$ceilDate" => call(Func::CeilDate, vec![options.date_value("base")?, unit(options)?]),
        "$plusDate" => {
            let plus = options.number_node("plus", whole(1))?;
            call(Func::PlusDate, vec![options.date_value("base")?, plus, unit(options)?])
        }
        "$datePart" => call(Func::DatePart, vec![options.date_value("of")?, unit(options)?]),
        _ => return Ok(None),
    }))
}

/// 1900-01-01T00:00:00.000Z to 2099-12-31T23:59:59.999Z unless told otherwise.
fn random(options: &Options<'_>) -> Result<Node, Fault> {
    const MIN_MS: i64 = -2_208_988_800_000;
    const MAX_MS: i64 = 4_102_444_799_999;
    if options.is_fixed(&["min", "max"]) {
        return Ok(Node::Date { min_ms: options.date("min", MIN_MS)?, max_ms: options.date("max", MAX_MS)? });
    }
    Ok(call(Func::Date, vec![options.date_node("min", MIN_MS)?, options.date_node("max", MAX_MS)?]))
}

fn season(mut args: Vec<Node>, options: &Options<'_>, ratio: f64, weekend: f64) -> Result<Vec<Node>, Fault> {
    args.push(options.number_node("peakHour", whole(14))?);
    args.push(options.number_node("dayRatio", double(ratio))?);
    args.push(options.number_node("weekend", double(weekend))?);
    Ok(args)
}

fn unit(options: &Options<'_>) -> Result<Node, Fault> {
    const KNOWN: [&str; 11] =
        ["year", "quarter", "month", "week", "weekday", "day", "hour", "minute", "second", "millisecond", "m"];
    let unit = options.text("unit")?.unwrap_or_else(|| "day".to_owned()).to_lowercase();
    let bare = unit.trim_end_matches('s');
    if KNOWN.contains(&bare) { Ok(text(bare)) } else { Err(options.bad("unit", UNITS)) }
}
