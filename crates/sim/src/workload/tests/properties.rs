//! What holds for any plan.

use super::{Field, Generator, Node, Plan};
use bson::{Document, RawDocument};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};

/// Names that differ: the tree that the documents are checked with holds each once.
fn unique(fields: Vec<(String, Node)>) -> Vec<Field> {
    let named = fields.into_iter().enumerate();
    named.map(|(idx, (name, value))| Field { name: format!("{name}{idx}"), value }).collect()
}

fn any_node() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        Just(Node::ObjectId),
        Just(Node::Now),
        Just(Node::Uuid),
        Just(Node::Missing),
        (any::<i32>(), any::<i32>()).prop_map(|(a, b)| Node::Int32 { min: a.min(b), max: a.max(b) }),
        (any::<i64>(), any::<i64>()).prop_map(|(a, b)| Node::Int64 { min: a.min(b), max: a.max(b) }),
        (any::<i64>(), any::<i64>()).prop_map(|(a, b)| Node::Date { min_ms: a.min(b), max_ms: a.max(b) }),
        (any::<i64>(), 0..16_u32).prop_map(|(a, decimals)| Node::Decimals { min: a, max: a, decimals }),
        (0..5_u32, 0..5_u32, ".{1,4}").prop_map(|(len, more, pool)| Node::Text {
            len_min: len,
            len_max: len + more,
            pool
        }),
        (any::<i64>(), any::<i64>()).prop_map(|(start, step)| Node::Sequence { start, step }),
        (1..1_000_u64, 0.0..3.0, prop::option::of(".{0,3}")).prop_map(|(n, exponent, prefix)| Node::Zipf {
            n,
            exponent,
            prefix
        }),
        (0.0..=1.0).prop_map(|share_true| Node::Bool { share_true }),
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|from| Node::Choose { from, weights: Vec::new() }),
            prop::collection::vec(inner.clone(), 0..12).prop_map(Node::Array),
            prop::collection::vec(("[a-z]{1,3}", inner), 0..4).prop_map(|fields| Node::Document(unique(fields))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn any_plan_yields_valid_bson_within_its_bound(nodes in prop::collection::vec(any_node(), 0..4), seed in any::<u64>()) {
        let fields = nodes.into_iter().enumerate().map(|(idx, value)| Field { name: format!("f{idx}"), value }).collect();
        let mut generator = Generator::new(&Plan { fields }, seed).unwrap();
        let mut again = generator.clone();
        for number in 0..5 {
            let (mut out, mut other) = (Vec::new(), Vec::new());
            let size = generator.next_into(&mut out, number * 1_000);
            again.next_into(&mut other, number * 1_000);
            prop_assert_eq!(&out, &other);
            prop_assert!(size == out.len() && size <= generator.bytes_max());
            let document = Document::try_from(RawDocument::from_bytes(&out).unwrap().to_owned()).unwrap();
            prop_assert_eq!(document.to_vec().unwrap(), out);
        }
    }
}
