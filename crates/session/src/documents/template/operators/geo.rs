//! Places: pairs of longitude and latitude, and `GeoJSON` made of them.

use super::super::error::Fault;
use super::super::nodes::{call, text, whole};
use super::super::options::Options;
use super::lists::number_of;
use shardscope_sim::workload::{Field, Func, Node};

pub(super) fn compile(name: &str, options: &Options<'_>) -> Result<Option<Node>, Fault> {
    Ok(Some(match name {
        "$coordinates" => coordinates(options)?,
        "$point" => shape("Point", options)?,
        "$linestring" => shape("LineString", options)?,
        "$polygon" => shape("Polygon", options)?,
        "$geometries" => geometries(options)?,
        _ => return Ok(None),
    }))
}

/// Longitude before latitude, as `GeoJSON` and MongoDB's indexes have it; five decimals as in mgeneratejs.
fn coordinates(options: &Options<'_>) -> Result<Node, Fault> {
    Ok(Node::Array(vec![degrees(options, "long_lim", 180)?, degrees(options, "lat_lim", 90)?]))
}

fn degrees(options: &Options<'_>, option: &'static str, limit: i64) -> Result<Node, Fault> {
    let bounds =
        if options.has(option) { options.list(option)? } else { Node::Array(vec![whole(-limit), whole(limit)]) };
    let [min, max] = match bounds {
        Node::Array(bounds) => {
            <[Node; 2]>::try_from(bounds).map_err(|_| options.bad(option, "a list of two numbers in brackets"))?
        }
        varying => [0, 1].map(|place| call(Func::Pick, vec![varying.clone(), whole(place)])),
    };
    Ok(call(Func::Decimals, vec![min, max, whole(5)]))
}

fn field(name: &str, value: Node) -> Field {
    Field { name: name.to_owned(), value }
}

/// A `GeoJSON` geometry.
fn shape(name: &str, options: &Options<'_>) -> Result<Node, Fault> {
    let pair = coordinates(options)?;
    let several = |option: &'static str, default| {
        let number = if options.has(option) { number_of(options, option)? } else { whole(default) };
        Ok::<Node, Fault>(call(Func::Array, vec![number, pair.clone()]))
    };
    let coordinates = match name {
        "LineString" => several("locs", 2)?,
        // The last point closes the ring and does not count.
        "Polygon" => Node::Array(vec![call(Func::Close, vec![several("corners", 3)?])]),
        _ => pair,
    };
    Ok(Node::Document(vec![field("type", text(name)), field("coordinates", coordinates)]))
}

/// Points, lines and polygons; the other options go to each of them.
fn geometries(options: &Options<'_>) -> Result<Node, Fault> {
    const KNOWN: [&str; 3] = ["Point", "LineString", "Polygon"];
    let types = options.texts("types")?.unwrap_or_else(|| KNOWN.map(str::to_owned).into());
    if types.is_empty() || types.iter().any(|name| !KNOWN.contains(&name.as_str())) {
        return Err(options.bad("types", "a list of \"Point\", \"LineString\" and \"Polygon\""));
    }
    let from = types.iter().map(|name| shape(name, options)).collect::<Result<_, _>>()?;
    let number = if options.has("number") { number_of(options, "number")? } else { whole(3) };
    let array = call(Func::Array, vec![number, Node::Choose { from, weights: Vec::new() }]);
    Ok(Node::Document(vec![field("type", text("GeometryCollection")), field("geometries", array)]))
}
