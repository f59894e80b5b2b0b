//! The whole dialect: what every operator yields, what it shares with Extended JSON, references and derived values.

use super::shapes::check_table;
use super::{generate, raw, values};
use crate::documents::shell::document_text;
use crate::documents::template::{OPERATORS, compile, names};
use bson::Bson;

#[test]
fn operators_of_mgeneratejs_yield_its_shapes() {
    check_table(include_str!("shapes.txt"));
}

#[test]
fn our_own_operators_yield_their_shapes() {
    check_table(include_str!("own.txt"));
}

#[test]
fn geometries_are_geojson() {
    for value in values("{ $polygon: { corners: 5 } }", 100) {
        let rings = value.as_document().unwrap().get_array("coordinates").unwrap();
        let ring = rings[0].as_array().unwrap();
        assert!(rings.len() == 1 && ring.len() == 6 && ring[0] == ring[5] && ring[0] != ring[1], "{value}");
    }
    for value in values("{ $linestring: { locs: 4, lat_lim: [1, 2] } }", 100) {
        let line = value.as_document().unwrap().get_array("coordinates").unwrap();
        assert!(line.len() == 4, "{value}");
        assert!(
            line.iter().all(|place| (1.0..=2.0).contains(&place.as_array().unwrap()[1].as_f64().unwrap())),
            "{value}"
        );
    }
    let mut kinds = std::collections::BTreeSet::new();
    for value in values("'$geometries'", 500) {
        let geometries = value.as_document().unwrap().get_array("geometries").unwrap().clone();
        assert_eq!(geometries.len(), 3);
        kinds.extend(geometries.iter().map(|shape| shape.as_document().unwrap().get_str("type").unwrap().to_owned()));
    }
    assert!(kinds.iter().eq(["LineString", "Point", "Polygon"]), "{kinds:?}");
}

#[test]
fn what_extended_json_writes_is_a_value() {
    let cases = [
        ("{ $timestamp: { t: 1, i: 2 } }", "Timestamp({ t: 1, i: 2 })"),
        ("{ $binary: { base64: 'aGk=', subType: '00' } }", "Binary.createFromBase64('aGk=', 0)"),
        ("{ $binary: 'aGk=', $type: '00' }", "Binary.createFromBase64('aGk=', 0)"),
        ("{ $regex: 'a', $options: 'i' }", "/a/i"),
        ("{ $numberDouble: '1.5' }", "1.5"),
        ("{ $numberInt: '7' }", "7"),
        ("{ $numberDecimal: '1.50' }", "Decimal128('1.50')"),
        ("{ $uuid: '3b241101-e2bb-4255-8caf-4136c566a962' }", "UUID('3b241101-e2bb-4255-8caf-4136c566a962')"),
        ("{ $maxKey: 1 }", "MaxKey()"),
        ("{ $verbatim: '^Inc' }", "'^Inc'"),
        ("'50% of'", "'50% of'"),
        ("'%'", "'%'"),
        ("'^5'", "'^5'"),
        ("{ $regex: { string: 'x', flags: 'gi' } }", "/x/i"),
    ];
    for (template, expect) in cases {
        for document in raw(&format!("{{ _id: 1, v: {template} }}"), 2) {
            assert_eq!(document_text(&document), format!("{{ _id: 1, v: {expect} }}"), "{template}");
        }
    }
    // The same names with options are operators, under every sign.
    for template in ["{ $minKey: {} }", "'$minKey'", "'%minkey'", "'^MinKey'"] {
        assert_eq!(values(template, 1), [Bson::MinKey], "{template}");
    }
    for template in ["{ $date: { min: '2024-01-01' } }", "{ '%date': {} }", "'^RandomDate'"] {
        assert!(matches!(values(template, 1)[0], Bson::DateTime(_)), "{template}");
    }
}

#[test]
fn all_three_signs_mean_the_same() {
    for (dollar, percent, caret) in [
        ("'$uuid'", "'%uuid'", "'^UUID'"),
        (
            "{ $integer: { min: 1, max: 9 } }",
            "{ '%integer': { min: 1, max: 9 } }",
            "{ ^RandomInt: { min: 1, max: 9 } }",
        ),
        ("{ $choose: { from: [1, 2] } }", "{ '%oneOf': { options: [1, 2] } }", "{ '^Choose': { from: [1, 2] } }"),
        ("'$first'", "'%name.firstName'", "'^first'"),
        (
            "{ $normal: { mean: 5, dev: 2 } }",
            "{ '%gaussian': { mean: 5, sd: 2 } }",
            "{ '^Normal': { mean: 5, sigma: 2 } }",
        ),
        ("{ $zipf: { n: 9 } }", "{ '%zipf': { n: 9 } }", "{ '^Zipfian': { n: 9 } }"),
    ] {
        let caret = caret.replace("{ ^RandomInt", "{ '^RandomInt'");
        let drawn = values(dollar, 50);
        assert_eq!(drawn, values(percent, 50), "{percent}");
        assert_eq!(drawn, values(&caret, 50), "{caret}");
    }
}

#[test]
fn references_follow_their_fields() {
    let template = "{ _id: '${tenant}-${n}', tenant: { $zipf: { n: 5, prefix: 't' } }, n: '$inc', copy: '${in.deep}', \
                    in: { deep: { $integer: { min: 1, max: 9 } }, twice: { $sum: ['${in.deep}', '${in.deep}'] } }, \
                    day: { $floorDate: { base: '${at}', unit: 'day' } }, at: '$now', none: '${gone}', gone: '$missing' }";
    for (number, document) in (0..).zip(generate(template, 500)) {
        let names = ["_id", "tenant", "n", "copy", "in", "day", "at"];
        assert!(document.keys().eq(names), "{document}");
        let tenant = document.get_str("tenant").unwrap();
        assert_eq!(document.get_str("_id").unwrap(), format!("{tenant}-{number}"));
        let inner = document.get_document("in").unwrap();
        let deep = inner.get_i32("deep").unwrap();
        assert_eq!((document.get_i32("copy").unwrap(), inner.get_i32("twice").unwrap()), (deep, 2 * deep));
        let (day, at) = (document.get_datetime("day").unwrap(), document.get_datetime("at").unwrap());
        assert_eq!(day.timestamp_millis(), at.timestamp_millis() / 86_400_000 * 86_400_000);
    }
}

#[test]
fn derived_fields_depend_on_their_source_alone() {
    let template = "{ user: { $integer: { min: 1, max: 300 } }, salt: { $salt: { of: '${user}', buckets: 8 } }, \
                    hash: { $hashed: '${user}' }, md5: { $md5: '${user}' }, key: { $reverse: { $pad: { of: '${user}', width: 5 } } }, \
                    bucket: { $bucket: { of: '${user}', size: 50 } }, shard: { $mod: { of: '${user}', by: 3 } } }";
    let mut seen = std::collections::BTreeMap::new();
    for document in generate(template, 3_000) {
        let user = document.get_i32("user").unwrap();
        let derived = document.clone().into_iter().skip(2).collect::<Vec<_>>();
        assert_eq!(*seen.entry(user).or_insert_with(|| derived.clone()), derived);
        assert!((0..8).contains(&document.get_i32("salt").unwrap()));
        assert_eq!(document.get_i32("bucket").unwrap(), user / 50 * 50);
        assert_eq!(document.get_i32("shard").unwrap(), user % 3);
        let padded = format!("{user:05}");
        assert_eq!(document.get_str("key").unwrap(), padded.chars().rev().collect::<String>());
        let hash = shardscope_sim::bson::hash64(bson::RawBsonRef::Int32(user));
        assert_eq!(document.get_i64("hash").unwrap(), hash);
    }
    assert!(seen.len() > 250);
    // RFC 1321's own example.
    assert_eq!(values("{ $md5: 'abc' }", 1), [Bson::String("900150983cd24fb0d6963f7d28e17f72".to_owned())]);
}

#[test]
fn object_ids_carry_their_time_and_machine() {
    let template = "{ at: { $date: { min: '2020-01-01', max: '2020-02-01' } }, id: { $objectid: { time: '${at}', machines: 3 } } }";
    let mut machines = std::collections::BTreeMap::new();
    for document in generate(template, 600) {
        let id = document.get_object_id("id").unwrap();
        let seconds = document.get_datetime("at").unwrap().timestamp_millis().div_euclid(1000);
        assert_eq!(id.timestamp().timestamp_millis(), seconds * 1000);
        let bytes = id.bytes();
        let counter = u32::from_be_bytes([0, bytes[9], bytes[10], bytes[11]]);
        if let Some(last) = machines.insert(bytes[4..9].to_vec(), counter) {
            assert_eq!(counter, last + 1, "a process counts on");
        }
    }
    assert_eq!(machines.len(), 3);
}

#[test]
fn every_name_compiles_and_is_found_whatever_its_case() {
    for name in names() {
        let options = match OPERATORS.iter().find(|operator| operator.names().any(|known| known == name)) {
            Some(operator) if operator.options.is_empty() => "{}",
            Some(operator) => sample(operator.name),
            None => "{}",
        };
        for name in [name.clone(), name.to_uppercase(), name.replace('$', "%"), name.replace('$', "^")] {
            let template = format!("{{ v: {{ \"{name}\": {options} }} }}");
            assert!(compile(&template).is_ok(), "{template}: {:?}", compile(&template));
        }
    }
}

/// Options that an operator can't do without.
fn sample(name: &str) -> &'static str {
    match name {
        "$choose" | "$cycle" => "{ from: [1] }",
        "$pick" | "$pickset" | "$shuffle" | "$join" => "{ array: [1] }",
        "$array" | "$optional" | "$repeat" | "$size" | "$salt" | "$round" | "$substr" | "$pad" => "{ of: 1 }",
        "$object" => "{ key: '$word', value: 1 }",
        "$sum" | "$product" | "$least" | "$greatest" | "$concat" => "[1]",
        "$subtract" | "$divide" | "$mod" => "{ of: 1, by: 2 }",
        "$bucket" => "{ of: 1, size: 2 }",
        "$floorDate" | "$ceilDate" | "$plusDate" => "{ base: '$now' }",
        "$datePart" => "{ of: '$now' }",
        "$stringTemplate" => "'&'",
        "$abs" | "$toInt" | "$toLong" | "$toDouble" | "$toDate" | "$toString" | "$upper" | "$lower" | "$capitalize"
        | "$reverse" | "$md5" | "$hashed" | "$luhn" => "5",
        _ => "{}",
    }
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    let cases = [
        ("{ a: '${b}' }", "1:7 there is no field `b`."),
        ("{ abc: 1, a: 'x ${abd}' }", "1:17 there is no field `abd`. Did you mean `abc`?"),
        ("{ a: '${b}', b: '${a}' }", "1:6 the value of `a` would need itself"),
        ("{ a: { b: '${a}' } }", "1:6 the value of `a` would need itself"),
        ("{ a: '${' }", "1:7 a reference is written `${field}`"),
        ("{ a: { $email: { domain: '$domian' } } }", "1:26 `$domian` is not known. Did you mean `$domain`?"),
        ("{ a: { $email: { domian: 'x' } } }", "1:18 `$email` has no option `domian`. Did you mean `domain`?"),
        ("{ a: { $year: { min: 'x' } } }", "1:22 `min` of `$integer` is a whole number"),
        ("{ a: { $array: { of: 1, number: 'x' } } }", "1:33 `number` of `$array` is a whole number from 0 to 10000"),
        ("{ a: { $normal: { mean: [1] } } }", "1:25 `mean` of `$normal` is a number, or an operator"),
        ("{ a: '%nmae' }", "1:6 `%nmae` is not known. Did you mean `%name`?"),
        ("{ a: { '^Choos': { from: [1] } } }", "1:8 `^Choos` is not known. Did you mean `^choose`?"),
        ("{ a: { $regex: { flags: 'q' } } }", "1:25 `flags` of `$regex` is letters out of gimlsuxy"),
        ("{ a: { $plusDate: { base: '$now', unit: 'moon' } } }", "1:41 `unit` of `$plusDate` is \"year\""),
        ("{ a: { $decimal: { min: 2, max: 1 } } }", "1:18 the least value is above the largest"),
        ("{ a: '{{chance.name()}}' }", "1:6 `{{ }}` holds JavaScript, which is never run here; write \"$name\""),
        (
            "{ a: '{{chance.name()}} <{{chance.email()}}>' }",
            "1:6 `{{ }}` holds JavaScript, which is never run here; write { \"$concat\": [\"$name\", \" <\", \"$email\", \">\"] }",
        ),
        ("{ a: '{{ 1 + 1 }}' }", "1:6 `{{ }}` holds JavaScript, which is never run here; write an operator such as"),
    ];
    for (template, expect) in cases {
        let error = compile(template).expect_err(template);
        let shown = format!("{}:{} {error}", error.position.line, error.position.column);
        assert!(shown.starts_with(expect), "{template}\n  expected {expect}\n  got      {shown}");
    }
    // The safe form that is offered is one that works.
    assert!(compile("{ a: { \"$concat\": [\"$name\", \" <\", \"$email\", \">\"] } }").is_ok());
}

#[test]
fn the_page_about_the_generator_names_every_operator() {
    let page = include_str!("../../../../../../docs/generator.md");
    for name in names() {
        assert!(page.contains(&format!("`{name}`")), "docs/generator.md says nothing of {name}");
    }
    // What it says is left out is not there.
    let (_, left_out) = page.split_once("## Left out").unwrap();
    let left_out: Vec<&str> = left_out.split('`').skip(1).step_by(2).filter(|name| name.starts_with('$')).collect();
    assert!(left_out.len() > 20, "{left_out:?}");
    for name in left_out {
        assert!(!names().iter().any(|known| known.eq_ignore_ascii_case(name)), "{name} is there");
    }
}

#[test]
fn nesting_takes_no_more_than_its_length_in_time() {
    // Each level is expanded once: twice would be 2^60 steps.
    let nest = |n: usize| format!("{{ v: {}'x'{} }}", "{ $url: { path: ".repeat(n), " } }".repeat(n));
    assert!(compile(&nest(45)).is_ok());
    assert!(compile(&nest(60)).is_err());
    let arrays = "{ $array: { number: 10000, of: ".repeat(4) + "1" + &" } }".repeat(4);
    assert!(compile(&format!("{{ v: {arrays} }}")).is_err(), "documents could take more than 16 MB");
}
