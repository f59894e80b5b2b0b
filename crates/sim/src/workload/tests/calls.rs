//! Values worked out from others: their distributions, and the same bytes everywhere.

use super::super::value::{Num, whole};
use super::{Field, Func, Generator, Node, Plan, PlanError, digest, field};
use bson::{Bson, Document, RawDocument};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn int(value: i64) -> Node {
    Node::Constant { tag: 0x12, bytes: value.to_le_bytes().to_vec() }
}

fn number(value: f64) -> Node {
    Node::Constant { tag: 1, bytes: value.to_le_bytes().to_vec() }
}

fn text(value: &str) -> Node {
    let mut bytes = i32::try_from(value.len() + 1).unwrap().to_le_bytes().to_vec();
    bytes.extend_from_slice(value.as_bytes());
    bytes.push(0);
    Node::Constant { tag: 2, bytes }
}

fn call(func: Func, args: &[Node]) -> Node {
    Node::Call { func, args: args.to_vec() }
}

fn documents(fields: Vec<Field>, n: u64) -> Vec<Document> {
    let mut generator = Generator::new(&Plan { fields }, 5).unwrap();
    let document = |number: u64| {
        let mut out = Vec::new();
        generator.next_into(&mut out, number * 60_000);
        Document::try_from(RawDocument::from_bytes(&out).unwrap().to_owned()).unwrap()
    };
    (0..n).map(document).collect()
}

fn drawn(node: Node, n: u64) -> Vec<f64> {
    let number = |document: Document| match document.get("v") {
        Some(Bson::Int32(value)) => f64::from(*value),
        Some(Bson::Int64(value)) => *value as f64,
        Some(Bson::Double(value)) => *value,
        other => panic!("{other:?}"),
    };
    documents(vec![field("v", node)], n).into_iter().map(number).collect()
}

#[test]
fn means_and_variances_are_those_of_the_distributions() {
    let cases = [
        (call(Func::Normal, &[number(10.0), number(3.0)]), 10.0, 9.0),
        (
            call(Func::Lognormal, &[number(1.0), number(0.5)]),
            (1.0_f64 + 0.125).exp(),
            (0.25_f64.exp() - 1.0) * 2.25_f64.exp(),
        ),
        (call(Func::Exponential, &[number(4.0)]), 4.0, 16.0),
        (call(Func::Poisson, &[number(0.5)]), 0.5, 0.5),
        (call(Func::Poisson, &[number(9.9)]), 9.9, 9.9),
        (call(Func::Poisson, &[number(10.0)]), 10.0, 10.0),
        (call(Func::Poisson, &[number(1e4)]), 1e4, 1e4),
        // Shape 5: mean 5/4 of the least, variance 5 / (16 * 3).
        (call(Func::Pareto, &[number(1.0), number(5.0)]), 1.25, 5.0 / 48.0),
        (call(Func::Hotspot, &[int(0), int(99), number(0.2), number(0.8)]), 0.8 * 9.5 + 0.2 * 59.5, 539.9),
    ];
    for (node, mean, variance) in cases {
        let draws = drawn(node.clone(), 40_000);
        let n = draws.len() as f64;
        let found_mean = draws.iter().sum::<f64>() / n;
        let found_variance = draws.iter().map(|draw| (draw - found_mean).powi(2)).sum::<f64>() / n;
        // Five standard errors of the mean; variances of long tails are only roughly met.
        assert!((found_mean - mean).abs() < 5.0 * (variance / n).sqrt(), "{node:?}: mean {found_mean}, not {mean}");
        assert!((found_variance / variance - 1.0).abs() < 0.15, "{node:?}: variance {found_variance}, not {variance}");
    }
}

#[test]
fn the_newest_are_the_likeliest_and_tenants_grow() {
    let latest = drawn(call(Func::Latest, &[number(1.2)]), 20_000);
    let is_among = |(idx, draw): (usize, &f64)| *draw >= 0.0 && *draw <= idx as f64;
    assert!(latest.iter().enumerate().all(is_among));
    let recent = latest.iter().enumerate().filter(|(idx, draw)| **draw + 10.0 > *idx as f64).count();
    // The ten newest of thousands have over half of the draws at this exponent.
    assert!(recent > 10_000, "{recent}");

    let growing = drawn(call(Func::Growing, &[int(5), int(1_000), number(0.0)]), 20_000);
    for (idx, draw) in growing.iter().enumerate() {
        assert!((1.0..=5.0 + (idx / 1_000) as f64).contains(draw), "{idx}: {draw}");
    }
    assert!(growing.contains(&24.0));
}

#[test]
fn a_clock_keeps_its_pace_and_a_season_its_rhythm() {
    let day_ms = 86_400_000.0;
    // Monday, 2026-03-02; a minute a step makes a week of 10,080 steps, however unevenly they fall.
    let start = Node::Constant { tag: 9, bytes: 1_772_409_600_000_i64.to_le_bytes().to_vec() };
    let args = [start.clone(), int(60_000), int(14), number(6.0), number(0.3)];
    let dates = |node: Node, n| -> Vec<f64> {
        let documents = documents(vec![field("v", node)], n);
        documents.iter().map(|document| document.get_datetime("v").unwrap().timestamp_millis() as f64).collect()
    };
    let clock = dates(call(Func::Clock, &args), 10_081);
    assert!(clock.is_sorted());
    let week = (clock[10_080] - clock[0]) / day_ms;
    assert!((week - 7.0).abs() < 0.1, "{week}");
    let per_hour = |dates: &[f64], hour: f64| {
        dates.iter().filter(|ms| ((*ms % day_ms) / 3_600_000.0 - hour).abs() < 1.0).count() as f64
    };
    assert!(per_hour(&clock, 14.0) > 4.0 * per_hour(&clock, 2.0));

    let end = Node::Constant { tag: 9, bytes: (1_772_409_600_000_i64 + 7 * 86_400_000).to_le_bytes().to_vec() };
    let random = dates(call(Func::Seasonal, &[start, end, int(14), number(6.0), number(0.3)]), 10_000);
    assert!(per_hour(&random, 14.0) > 4.0 * per_hour(&random, 2.0));
    // Saturday and Sunday: 2 x 0.3 of 5 + 2 x 0.3.
    let weekend = random.iter().filter(|ms| (*ms - 1_772_409_600_000.0) / day_ms >= 5.0).count();
    assert!((900..1_250).contains(&weekend), "{weekend}");
}

#[test]
fn the_same_bytes_on_every_machine() {
    let plan = Plan {
        fields: vec![
            field("n", call(Func::Normal, &[number(0.0), number(1.0)])),
            field("p", call(Func::Poisson, &[call(Func::Exponential, &[number(20.0)])])),
            field("w", call(Func::Sentence, &[call(Func::Whole, &[int(1), int(4)])])),
            field("h", call(Func::Hash64, &[Node::Ref("w".to_owned())])),
            field("m", call(Func::Digest, &[Node::Ref("n".to_owned())])),
            field("d", call(Func::Decimal128, &[int(-5), int(5), int(3)])),
            field("c", call(Func::Clock, &[Node::Now, int(900), int(9), number(3.0), number(0.5)])),
            field(
                "j",
                call(Func::Join, &[Node::Array(vec![Node::Now, Node::ObjectId, Node::Ref("d".to_owned())]), text("|")]),
            ),
        ],
    };
    assert_eq!(digest(&plan, 3, 1_000), CALLS_DIGEST);
}

const CALLS_DIGEST: u64 = 9_418_804_424_190_380_772;

#[test]
fn references_come_first_and_stay_in_place() {
    // `a` needs `z`, `z` needs `m.x`, and `m` is written in another order than it stands.
    let inner = vec![field("y", Node::Ref("m.x".to_owned())), field("x", call(Func::Sequence, &[int(7), int(1)]))];
    let fields = vec![
        field("_id", call(Func::Concat, &[Node::Ref("a".to_owned()), text("!")])),
        field("a", Node::Ref("z".to_owned())),
        field("m", Node::Document(inner)),
        field("z", call(Func::Sum, &[Node::Ref("m.x".to_owned()), Node::Ref("m.y".to_owned())])),
    ];
    for (number, document) in (7..).zip(documents(fields, 20)) {
        let inner = bson::doc! { "y": number, "x": number };
        assert_eq!(
            document,
            bson::doc! { "_id": format!("{}!", 2 * number), "a": 2 * number, "m": inner, "z": 2 * number }
        );
    }
    let refused = |fields: Vec<Field>| Generator::new(&Plan { fields }, 0).map(|_| ()).unwrap_err();
    let to = |path: &str| Node::Ref(path.to_owned());
    assert_eq!(refused(vec![field("a", to("b"))]), PlanError::UnknownField { path: "b".to_owned() });
    assert_eq!(refused(vec![field("a", to("a"))]), PlanError::Circular { path: "a".to_owned() });
    let pair = vec![field("x", to("m.y")), field("y", to("m.x"))];
    assert_eq!(refused(vec![field("m", Node::Document(pair))]), PlanError::Circular { path: "m.x".to_owned() });
}

#[test]
fn whole_numbers_are_rounded_and_clamped() {
    for (value, expect) in [(2.5, 3), (-2.5, -3), (1e300, i64::MAX), (f64::NAN, 0), (-1e300, i64::MIN)] {
        assert_eq!(whole(value), expect, "{value}");
        assert_eq!(Num::Double(value).whole(), expect);
    }
    for (text, expect) in [("12", Some(Num::Whole(12))), ("1.5", Some(Num::Double(1.5))), ("x", None)] {
        let mut bytes = i32::try_from(text.len() + 1).unwrap().to_le_bytes().to_vec();
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        assert_eq!(Num::read(2, &bytes), expect, "{text}");
    }
}
