//! Templates: what they yield, and what is wrong with them and where.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod dialect;
mod shapes;

use super::compile;
use crate::documents::shell::document_text;
use bson::{Bson, Document, RawDocumentBuf};
use shardscope_sim::workload::{EPOCH_MS, Generator};

fn raw(template: &str, n: u64) -> Vec<RawDocumentBuf> {
    let plan = compile(template).map_err(|error| error.to_string()).unwrap();
    let mut generator = Generator::new(&plan, 42).unwrap();
    let document = |number| {
        let mut out = Vec::new();
        let size = generator.next_into(&mut out, number * 1000);
        assert!(size == out.len() && size <= generator.bytes_max());
        RawDocumentBuf::from_bytes(out).unwrap()
    };
    (0..n).map(document).collect()
}

fn generate(template: &str, n: u64) -> Vec<Document> {
    raw(template, n).into_iter().map(|document| Document::try_from(document).unwrap()).collect()
}

/// The values of field `v`.
fn values(value: &str, n: u64) -> Vec<Bson> {
    generate(&format!("{{ v: {value} }}"), n)
        .into_iter()
        .map(|mut document| document.remove("v").unwrap_or(Bson::Undefined))
        .collect()
}

#[test]
fn literals_stand_for_themselves() {
    let cases = [
        ("5", "5"),
        ("'text'", "'text'"),
        ("null", "null"),
        ("[1, 'a', { b: 2 }]", "[ 1, 'a', { b: 2 } ]"),
        ("ISODate('2024-01-15')", "ISODate('2024-01-15T00:00:00.000Z')"),
        ("{ $date: '2024-01-15' }", "ISODate('2024-01-15T00:00:00.000Z')"),
        ("{ $date: { $numberLong: '0' } }", "ISODate('1970-01-01T00:00:00.000Z')"),
        ("{ $oid: '65a000000000000000000001' }", "ObjectId('65a000000000000000000001')"),
        ("{ $numberLong: '5' }", "Long('5')"),
        ("{ $minKey: 1 }", "MinKey()"),
        ("{ $regularExpression: { pattern: 'a', options: '' } }", "/a/"),
        ("{ $literal: '$5.00' }", "'$5.00'"),
        ("{ $literal: { $foo: 1 } }", "{ '$foo': 1 }"),
        ("'costs $5'", "'costs $5'"),
    ];
    for (template, expect) in cases {
        let documents = raw(&format!("{{ _id: 1, v: {template} }}"), 2);
        assert!(
            documents.iter().all(|document| document_text(document) == format!("{{ _id: 1, v: {expect} }}")),
            "{template}: {}",
            document_text(&documents[0])
        );
    }
}

#[test]
fn whole_numbers_stay_in_their_range_and_type() {
    let all = |template: &str, fits: fn(&Bson) -> bool| {
        let drawn = values(template, 2_000);
        assert!(drawn.iter().all(fits), "{template}");
        drawn
    };
    let drawn = all("{ $integer: { min: -2, max: 3 } }", |value| matches!(value, Bson::Int32(-2..=3)));
    for expect in -2..=3 {
        assert!(drawn.contains(&Bson::Int32(expect)), "{expect}");
    }
    all("{ $integer: { min: 7, max: 7 } }", |value| *value == Bson::Int32(7));
    all("'$integer'", |value| matches!(value, Bson::Int32(_)));
    all("{ $long: { min: Long('5000000000'), max: NumberLong('9223372036854775807') } }", |value| {
        matches!(value, Bson::Int64(5_000_000_000..))
    });
    all("{ $numberLong: { min: 1, max: 2 } }", |value| matches!(value, Bson::Int64(1..=2)));
    all("{ $number: { max: 0 } }", |value| matches!(value, Bson::Int32(..=0)));
}

#[test]
fn doubles_have_their_decimals() {
    let cents = |value: &Bson| value.as_f64().map(|value| value * 100.0).unwrap();
    for value in values("{ $floating: { min: 5, max: 500, fixed: 2 } }", 2_000) {
        assert!(
            (500.0..=50_000.0).contains(&cents(&value)) && (cents(&value) - cents(&value).round()).abs() < 1e-6,
            "{value}"
        );
    }
    assert!(
        values("{ $double: { min: 1, max: 2, fixed: 0 } }", 50)
            .iter()
            .all(|value| [1.0, 2.0].contains(&value.as_f64().unwrap()))
    );
    assert!(values("'$float'", 50).iter().all(|value| matches!(value, Bson::Double(_))));
}

#[test]
fn time_and_counts_go_on_with_each_document() {
    let documents = generate(
        "{ at: '$now', n: '$inc', m: { $sequence: { start: 10, step: -5 } }, big: { $inc: { start: 2147483647 } } }",
        3,
    );
    for (number, document) in (0..).zip(&documents) {
        assert_eq!(document.get_datetime("at").unwrap().timestamp_millis(), EPOCH_MS + i64::from(number) * 1000);
        assert_eq!(document.get_i32("n").ok(), Some(number));
        assert_eq!(document.get_i32("m").ok(), Some(10 - 5 * number));
        let seconds = document.get_object_id("_id").unwrap().timestamp().timestamp_millis() / 1000;
        assert_eq!(seconds, EPOCH_MS / 1000 + i64::from(number));
    }
    let big: Vec<&Bson> = documents.iter().filter_map(|document| document.get("big")).collect();
    assert_eq!(big, [&Bson::Int32(i32::MAX), &Bson::Int64(2_147_483_648), &Bson::Int64(2_147_483_649)]);
}

#[test]
fn the_id_comes_first_and_is_added_when_there_is_none() {
    for (template, expect) in
        [("{ a: 1 }", ["_id", "a"]), ("{ a: 1, _id: '$inc' }", ["_id", "a"]), ("{ _id: 5, a: 1 }", ["_id", "a"])]
    {
        let documents = generate(template, 2);
        assert!(documents.iter().all(|document| document.keys().eq(expect.iter())), "{template}");
    }
    let documents = generate("{}", 1_000);
    let ids: Vec<_> = documents.iter().map(|document| document.get_object_id("_id").unwrap()).collect();
    assert!(ids.is_sorted_by(|left, right| left < right));
}

#[test]
fn choices_follow_their_weights() {
    let share = |template: &str, wanted: &Bson| {
        let drawn = values(template, 10_000);
        drawn.iter().filter(|value| *value == wanted).count() as f64 / 10_000.0
    };
    let a = Bson::String("a".to_owned());
    assert!((share("{ $choose: { from: ['a', 'b', 'c', 'd'] } }", &a) - 0.25).abs() < 0.02);
    assert!((share("{ $choose: { from: ['a', 'b'], weights: [9, 1] } }", &a) - 0.9).abs() < 0.02);
    assert!(share("{ $choose: { from: ['a', 'b'], weights: [0, 1] } }", &a) == 0.0);
    assert!((share("{ $choose: { from: ['a', '$missing'], weights: [1, 3] } }", &Bson::Undefined) - 0.75).abs() < 0.02);
    assert!((share("'$bool'", &Bson::Boolean(true)) - 0.5).abs() < 0.02);
    assert!((share("{ $bool: { likelihood: 30 } }", &Bson::Boolean(true)) - 0.3).abs() < 0.02);
    assert!((share("{ $zipf: { n: 2, exponent: 1 } }", &Bson::Int32(1)) - 2.0 / 3.0).abs() < 0.02);
    assert!(values("{ $zipf: { n: 50, prefix: 't_' } }", 500).iter().all(|value| {
        value
            .as_str()
            .and_then(|text| text.strip_prefix("t_"))
            .and_then(|rank| rank.parse().ok())
            .is_some_and(|rank: u32| (1..=50).contains(&rank))
    }));
}

#[test]
fn the_other_operators() {
    for value in values("{ $string: { length: { min: 2, max: 4 }, pool: 'äb' } }", 200) {
        let text = value.as_str().unwrap();
        assert!((2..=4).contains(&text.chars().count()) && text.chars().all(|letter| "äb".contains(letter)), "{text}");
    }
    assert!(values("'$string'", 200).iter().all(|value| (5..=20).contains(&value.as_str().unwrap().len())));
    assert!(values("{ $string: { length: 0 } }", 2).iter().all(|value| value.as_str() == Some("")));
    for value in values("{ $date: { min: '2024-01-01', max: ISODate('2024-01-02') } }", 200) {
        assert!(
            ("2024-01-01".."2024-01-03")
                .contains(&value.as_datetime().unwrap().try_to_rfc3339_string().unwrap().as_str())
        );
    }
    let uuids = values("'$uuid'", 100);
    for value in &uuids {
        let Bson::Binary(binary) = value else { panic!("{value}") };
        assert_eq!(
            (u8::from(binary.subtype), binary.bytes.len(), binary.bytes[6] >> 4, binary.bytes[8] >> 6),
            (4, 16, 4, 0b10)
        );
    }
    assert_ne!(uuids[0], uuids[1]);
    assert_eq!(values("{ $pick: { array: ['a', 'b'], element: 1 } }", 1), [Bson::String("b".to_owned())]);
    assert_eq!(values("{ $pick: { array: ['a', 'b'], element: 2 } }", 1), [Bson::Undefined]);
    assert_eq!(values("{ $array: { of: '$inc', number: 3 } }", 2)[1].as_array().unwrap().len(), 3);
    assert_eq!(values("['a', '$missing', 'b']", 1)[0].as_array().unwrap().len(), 2);
    assert_eq!(values("{ x: '$missing' }", 1), [Bson::Document(Document::new())]);
}

#[test]
fn seed_and_path_settle_a_field() {
    let draw = |template: &str, seed: u64| {
        let mut generator = Generator::new(&compile(template).unwrap(), seed).unwrap();
        let mut out = Vec::new();
        generator.next_into(&mut out, 0);
        Document::try_from(RawDocumentBuf::from_bytes(out).unwrap()).unwrap().get("v").cloned()
    };
    assert_eq!(draw("{ v: '$long' }", 1), draw("{ other: '$long', v: '$long' }", 1));
    assert_ne!(draw("{ v: '$long' }", 1), draw("{ v: '$long' }", 2));
}

#[test]
fn faults_have_a_place() {
    let cases = [
        ("{\n  a: 1,\n  b: '$zipff'\n}", "3:6 `$zipff` is not known. Did you mean `$zipf`?"),
        ("{ a: { $interger: { min: 1 } } }", "1:8 `$interger` is not known. Did you mean `$integer`?"),
        ("{ a: '$5.00' }", "1:6 `$5.00` is not known. Write { \"$literal\": ... }"),
        ("{ a: { $integer: { mni: 1 } } }", "1:20 `$integer` has no option `mni`. Did you mean `min`?"),
        ("{ a: { $now: { x: 1 } } }", "1:16 `$now` has no option `x`."),
        ("{ a: { $integer: 5 } }", "1:18 the options of `$integer` are a document"),
        ("{ a: { $integer: { min: 'x' } } }", "1:25 `min` of `$integer` is a whole number from -2147483648"),
        ("{ a: { $integer: { max: 3000000000 } } }", "1:25 `max` of `$integer` is a whole number"),
        ("{ a: { $integer: { min: 5, max: 1 } } }", "1:8 the least value is above the largest"),
        (
            "{ a: { $integer: {}, b: 1 } }",
            "1:22 an operator stands alone in its braces, but `b` stands beside `$integer`",
        ),
        ("{ a: '$choose' }", "1:6 `$choose` needs `from`"),
        ("{ a: { $choose: { from: [] } } }", "1:25 `from` of `$choose` is a list in brackets"),
        ("{ a: { $choose: { from: [1, 2], weights: [1] } } }", "1:8 each choice needs a weight"),
        ("{ a: { $choose: { from: [1], weights: 'x' } } }", "1:39 `weights` of `$choose` is a list of numbers"),
        ("{ a: { $choose: { from: ['$nope'] } } }", "1:26 `$nope` is not known."),
        ("{ a: { $string: { length: -1 } } }", "1:27 `length` of `$string` is a whole number from 0"),
        ("{ a: { $string: { pool: '' } } }", "1:8 there is nothing to choose from"),
        ("{ a: { $zipf: { n: 0 } } }", "1:20 `n` of `$zipf` is a whole number from 1"),
        ("{ a: { $zipf: { exponent: -1 } } }", "1:8 `n` is from 1 to 2^53 and the exponent from 0 to 100"),
        ("{ a: { $floating: { fixed: 16 } } }", "1:28 `fixed` of `$floating` is the number of decimals"),
        (
            "{ a: { $floating: { min: 1e15, max: 2e15 } } }",
            "1:26 `min` of `$floating` is a number of at most 15 digits",
        ),
        ("{ a: { $bool: { likelihood: 120 } } }", "1:8 a share is from 0 to 1"),
        ("{ a: { $date: { min: 'x' } } }", "1:22 `min` of `$date` is a date such as"),
        ("{ a: { $oid: 'x' } }", "1:6 `$oid` takes 24 hexadecimal digits"),
        ("{ a: '{{ chance.name() }}' }", "1:6 `{{ }}` holds JavaScript, which is never run here"),
        ("{ $integer: { min: 1 } }", "1:1 a template is a document in braces"),
        ("[1]", "1:1 expected a document in braces"),
        ("{ a: 1", "1:7 expected `,` or `}`"),
        ("{ a: tru }", "1:6 `tru` is not known here; did you mean `true`?"),
        ("{ a: { $array: { of: { $string: { length: 1000000 } }, number: 20 } } }", "1:8 documents could take"),
    ];
    for (template, expect) in cases {
        let error = compile(template).expect_err(template);
        let shown = format!("{}:{} {error}", error.position.line, error.position.column);
        assert!(shown.starts_with(expect), "{template}\n  expected {expect}\n  got      {shown}");
    }
}

#[test]
fn nesting_is_limited() {
    let nest = |n: usize| format!("{}'x'{}", "{ a: ".repeat(n), " }".repeat(n));
    assert!(compile(&nest(99)).is_ok());
    for depth in [110, 100_000] {
        assert!(compile(&nest(depth)).is_err());
    }
}
