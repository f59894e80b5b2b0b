//! Names, options and one line about every operator that is not a recipe.

use super::Operator;

type Names = &'static [&'static str];

const fn operator(name: &'static str, aliases: Names, options: Names, about: &'static str) -> Operator {
    Operator { name, aliases, options, is_short: false, about }
}

/// One whose first option may stand alone.
const fn short(name: &'static str, aliases: Names, options: Names, about: &'static str) -> Operator {
    Operator { name, aliases, options, is_short: true, about }
}

const RANGE: Names = &["min", "max", "distribution", "n", "exponent|alpha", "mean", "dev|sigma|sd"];
const DECIMALS: Names = &["min", "max", "fixed", "distribution", "n", "exponent|alpha", "mean", "dev|sigma|sd"];

/// Every operator, in the order of a help page; recipes such as `$email` stand in a text of their own.
pub const OPERATORS: &[Operator] = &[
    operator("$objectid", &["$oid"], &["time", "machines"], "an ObjectId with the time of the insert, or `time`"),
    operator("$now", &[], &[], "the time of the insert"),
    operator(
        "$inc",
        &["$sequence", "$threadSequence"],
        &["start", "step|multiplier"],
        "a count of its own: 0, 1, 2, ...",
    ),
    operator("$integer", &["$number", "$numberInt", "$int", "$randomInt"], RANGE, "an int"),
    operator("$long", &["$numberLong"], &["min", "max"], "a long"),
    operator("$natural", &[], &["min", "max"], "a whole number from 0: an int where it fits, else a long"),
    operator(
        "$floating",
        &["$float", "$double", "$numberDouble", "$randomDouble"],
        DECIMALS,
        "a double with `fixed` decimals",
    ),
    operator("$decimal", &["$numberDecimal"], &["min", "max", "fixed"], "a Decimal128"),
    operator("$prime", &[], &["min", "max"], "a prime"),
    operator("$bool", &[], &["likelihood"], "true in `likelihood` percent, else false"),
    operator("$string", &["$randomString", "$fastRandomString"], STRING, "random characters out of `pool`"),
    operator("$character", &[], &["pool", "casing", "alpha", "numeric", "symbols"], "one character"),
    operator(
        "$choose",
        &["$weighted", "$oneOf", "$pickone", "$fromArray"],
        &["from|options|in|array", "weights"],
        "one of `from`",
    ),
    operator("$pick", &["$arrayElement"], &["array|from", "element|at"], "the element of `array` at a place from 0"),
    operator("$pickset", &[], &["array|from", "quantity"], "so many different elements of `array`"),
    short("$shuffle", &[], &["array|from|of"], "the elements in random order"),
    operator("$array", &["$n"], &["of", "number|size|count", "min", "max"], "`number` times `of`"),
    operator("$object", &["$keyValueMap"], &["key", "value", "number", "min", "max"], "a document with random names"),
    operator(
        "$optional",
        &[],
        &["of|value", "probability", "else"],
        "`of` with this probability, else nothing or `else`",
    ),
    short("$cycle", &[], &["from|of|options", "ofLength", "fromGenerator"], "one after the other, over and over"),
    operator("$repeat", &[], &["of|fromGenerator", "times|count"], "each value so many times before the next"),
    short("$size", &["$length"], &["of"], "how many elements or characters"),
    operator("$date", &["$datetime", "$randomDate"], &["min", "max"], "a date"),
    operator(
        "$clock",
        &[],
        CLOCK,
        "a date that goes on with each document, `step` ms or more or less by hour and weekday",
    ),
    operator(
        "$seasonal",
        &[],
        &["min", "max", "peakHour", "dayRatio", "weekend"],
        "a date, busier by hour and weekday",
    ),
    operator("$floorDate", &["$dateTrunc"], &["base|of|date", "unit"], "the beginning of a day, month, ..."),
    operator("$ceilDate", &[], &["base|of|date", "unit"], "the next beginning of a day, month, ..."),
    operator("$plusDate", &["$dateAdd"], &["base|of|date", "plus|amount", "unit"], "so much later"),
    operator("$datePart", &[], &["of|base|date", "unit"], "year, month, week, day, weekday (1 is Sunday), hour, ..."),
    operator("$zipf", &["$zipfian"], &["n", "exponent|alpha", "prefix"], "1 to `n`, the lower the more often"),
    operator(
        "$growing",
        &["$tenant"],
        &["start", "every", "exponent|alpha", "prefix"],
        "as `$zipf`, one more for `every` documents",
    ),
    operator("$latest", &[], &["exponent|alpha", "prefix"], "an earlier document's number, the newer the likelier"),
    operator(
        "$hotspot",
        &[],
        &["min", "max", "hotSet", "hotShare", "prefix"],
        "a share of the range gets a share of the draws",
    ),
    operator(
        "$normal",
        &["$gauss", "$gaussian"],
        &["mean", "dev|sd|sigma", "type", "fixed", "min", "max"],
        "a normal double",
    ),
    operator("$lognormal", &[], &["mean", "dev|sd|sigma", "type", "fixed", "min", "max"], "its logarithm is normal"),
    operator("$exponential", &[], &["mean", "type", "fixed", "min", "max"], "waiting times"),
    operator("$poisson", &[], &["mean", "type", "min", "max"], "how many in a while, if `mean` is usual"),
    operator("$pareto", &[], &["min", "shape|alpha", "type", "fixed", "max"], "few large ones, many small"),
    short("$sum", &["$add", "$plus"], &["of", "type"], "the numbers added; a date and milliseconds make a date"),
    short("$product", &["$multiply"], &["of", "type"], "the numbers multiplied"),
    operator("$subtract", &["$minus"], &["of", "by"], "`of` less `by`"),
    operator("$divide", &[], &["of", "by"], "`of` divided by `by`"),
    operator("$mod", &["$modulo"], &["of", "by"], "the remainder"),
    operator("$bucket", &["$floor"], &["of", "size|by"], "the multiple of `size` at or below a number or date"),
    operator("$salt", &[], &["of", "buckets"], "a number below `buckets` that depends on `of` alone"),
    short("$least", &[], &["of"], "the least"),
    short("$greatest", &[], &["of"], "the largest"),
    short("$abs", &[], &["of"], "without its sign"),
    operator("$round", &[], &["of", "fixed"], "with so many decimals"),
    short("$toInt", &[], &["of"], "as an int"),
    short("$toLong", &[], &["of"], "as a long"),
    short("$toDouble", &[], &["of"], "as a double"),
    short("$toDate", &[], &["of"], "milliseconds as a date"),
    short("$toString", &[], &["of"], "as text"),
    operator("$join", &[], &["array", "sep"], "the elements as text with `sep` between them"),
    short("$concat", &["$stringConcat"], &["of", "sep"], "the values as text, one after the other"),
    short("$stringTemplate", &["$pattern"], &["template"], "& a digit, ? a small letter, ! a capital"),
    operator("$word", &[], &["syllables", "length", "capitalize"], "a word that means nothing"),
    operator("$sentence", &[], &["words"], "a sentence that means nothing"),
    short("$upper", &[], &["of"], "in capitals"),
    short("$lower", &[], &["of"], "in small letters"),
    short("$capitalize", &[], &["of"], "with a capital in front"),
    short("$reverse", &[], &["of"], "from its end to its beginning"),
    operator("$substr", &["$substring"], &["of", "start", "length"], "a part of a text"),
    operator("$pad", &[], &["of|number", "width", "pad"], "`pad` in front until it has `width` characters"),
    short("$md5", &[], &["of"], "the MD5 of its text"),
    short("$hashed", &[], &["of"], "what a hashed index makes of it, a long"),
    short("$luhn", &[], &["of"], "digits with a check digit"),
    operator(
        "$hash",
        &[],
        &["length", "casing", "of|input", "algorithm", "buckets"],
        "random hexadecimal digits, or the hash of `of`",
    ),
    operator("$uuid", &["$uuidBinary"], &[], "a version 4 UUID"),
    operator("$binary", &[], &["length|size", "subtype", "as"], "random bytes"),
    operator("$timestamp", &[], &["t", "i"], "a Timestamp"),
    operator("$regex", &[], &["string", "flags"], "a regular expression, always the same"),
    operator("$minkey", &[], &[], "MinKey"),
    operator("$maxkey", &[], &[], "MaxKey"),
    operator(
        "$coordinates",
        &["$coord", "$coordinate", "$longlat"],
        &["long_lim", "lat_lim"],
        "longitude and latitude",
    ),
    operator("$point", &[], &["long_lim", "lat_lim"], "a GeoJSON Point"),
    operator("$linestring", &[], &["locs", "long_lim", "lat_lim"], "a GeoJSON LineString with `locs` places"),
    operator("$polygon", &[], &["corners", "long_lim", "lat_lim"], "a GeoJSON Polygon with `corners` corners"),
    operator("$geometries", &[], GEOMETRIES, "a GeoJSON GeometryCollection"),
    operator("$missing", &[], &[], "nothing: the field is left out"),
    operator("$literal", &["$verbatim", "$constant"], &[], "what it holds, even if that begins with $"),
];

const STRING: Names = &["length", "pool", "min", "max", "casing", "alpha", "numeric", "symbols", "alphabet"];
const CLOCK: Names = &["start", "step", "peakHour", "dayRatio", "weekend"];
const GEOMETRIES: Names = &["types", "number", "locs", "corners", "long_lim", "lat_lim"];
